"""Programs on a processor beside a core, simulated: compiler and processor of extra `firmware`."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from hashloom.cores import Core
from hashloom.verification.simulation.verilator import Build, Effort, build_model
from support.c_driver import STRICT, driver_folder, zig

_SOC = Path(__file__).parent / "soc"
_TARGET = ("-target", "riscv32-freestanding-none", "-mcpu=generic_rv32", "-O2")
_PICORV32 = "pythondata_cpu_picorv32"


def missing() -> str:
    """What is not installed, or nothing."""
    wheels = {"ziglang": "ziglang", _PICORV32: "pythondata-cpu-picorv32"}
    absent = [name for module, name in wheels.items() if importlib.util.find_spec(module) is None]
    return f"{' and '.join(absent)} of hashloom[firmware] is missing" if absent else ""


def printed(core: Core, program: str, folder: Path) -> list[list[str]]:
    """Words of the lines that a program of the folder soc prints on the serial line."""
    image = _linked(core, [_SOC / program], folder)
    done = subprocess.run([_model(core), image], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    return [line.split(" ") for line in done.stdout.splitlines()]


def _linked(core: Core, programs: Iterable[Path], folder: Path) -> Path:
    """The driver and a program for the processor, as they lie in memory from 0 on."""
    driver = driver_folder(core, folder) / f"{core.prefix}_driver.c"
    objects = []
    for source in (_SOC / "start.S", driver, *programs):
        target = folder / f"{source.stem}.o"
        flags = STRICT if source.suffix == ".c" else ()
        command = [*zig(), *_TARGET, *flags, f"-I{folder}", f"-I{_SOC}", "-c", source]
        subprocess.run([*command, "-o", target], check=True)
        objects.append(target)
    image = folder / "program.bin"
    link = [sys.executable, "-m", "ziglang", "ld.lld", "--oformat=binary", "-T", _SOC / "soc.ld"]
    subprocess.run([*link, *objects, "-o", image], check=True)
    return image


def _model(core: Core) -> Path:
    spec = importlib.util.find_spec(_PICORV32)
    assert spec is not None
    assert spec.origin is not None
    processor = Path(spec.origin).parent / "verilog" / "picorv32.v"
    sources = {"picorv32.v": processor.read_text()} | core.sources()
    for name in ("uart_transmitter", "picorv32_soc"):
        sources[f"{name}.sv"] = (_SOC / f"{name}.sv").read_text()
    options = [
        f"-DCORE={core.top}",
        *(["-DCORE_KEYED"] if core.keyed else []),
        "-Wno-lint",
        "-Wno-style",
    ]
    build = Build(verilator_options=tuple(options), effort=Effort.USUAL)
    program = {"soc.cpp": (_SOC / "soc.cpp").read_text()}
    return build_model(sources, "picorv32_soc", program, build)
