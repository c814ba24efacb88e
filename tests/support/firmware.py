"""Programs on a processor beside a core, simulated: compiler and processor of extra `firmware`."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from hashloom.cores import Core
from hashloom.verification.simulation.verilator import Build, Effort, build_model
from support.c_driver import STRICT, driver_folder, zig

_SOC = Path(__file__).parent / "soc"
_TARGET = (
    "-target",
    "riscv32-freestanding-none",
    "-mcpu=generic_rv32",
    "-O2",
    "-fomit-frame-pointer",
)
# Of each processor the module and the wheel, and the file of its Verilog
_PROCESSORS = {
    "picorv32": ("pythondata_cpu_picorv32", "picorv32.v"),
    "vexriscv": ("pythondata_cpu_vexriscv", "VexRiscv.v"),
}


def missing() -> str:
    """What is not installed, or nothing."""
    wheels = ["ziglang", *(module for module, _ in _PROCESSORS.values())]
    absent = [name.replace("_", "-") for name in wheels if importlib.util.find_spec(name) is None]
    return f"{' and '.join(absent)} of hashloom[firmware] is missing" if absent else ""


@dataclass(frozen=True)
class Run:
    """What a program did.

    Attributes:
        lines: the words of each line that it printed.
        core_clocks: from the last word that the core was given to the last that it wrote to memory.
    """

    lines: list[list[str]]
    core_clocks: int


def run(core: Core, processor: str, program: str, folder: Path) -> Run:
    """Runs a program of the folder soc, which prints on the serial line."""
    image = _linked(core, processor, _program(core, program, folder), folder)
    done = subprocess.run([_model(core, processor), image], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    return Run([line.split(" ") for line in done.stdout.splitlines()], int(done.stderr))


def printed(core: Core, processor: str, program: str, folder: Path) -> list[list[str]]:
    """Words of the lines that a program prints."""
    return run(core, processor, program, folder).lines


def _program(core: Core, program: str, folder: Path) -> Path:
    """A program, written for a core on APB4, for this one."""
    old, new = core.prefix.rpartition(f"_{core.interface.bus}")[0] + "_apb4", core.prefix
    text = (_SOC / program).read_text()
    assert old in text
    target = folder / program
    target.write_text(text.replace(old, new).replace(old.upper(), new.upper()))
    return target


def _linked(core: Core, processor: str, program: Path, folder: Path) -> Path:
    """The driver and a program for the processor, as they lie in memory from 0 on."""
    driver = driver_folder(core, folder) / f"{core.prefix}_driver.c"
    objects = []
    for source in (_SOC / f"{processor}_start.S", driver, program):
        target = folder / f"{source.stem}.o"
        flags = STRICT if source.suffix == ".c" else ()
        command = [
            *zig(),
            *_TARGET,
            *flags,
            f"-I{folder}",
            f"-I{_SOC}",
            f"-D{processor.upper()}",
            "-c",
            source,
        ]
        subprocess.run([*command, "-o", target], check=True)
        objects.append(target)
    image = folder / "program.bin"
    link = [sys.executable, "-m", "ziglang", "ld.lld", "--oformat=binary", "-T", _SOC / "soc.ld"]
    subprocess.run([*link, *objects, "-o", image], check=True)
    return image


def _model(core: Core, processor: str) -> Path:
    module, file = _PROCESSORS[processor]
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    verilog = (Path(spec.origin).parent / "verilog" / file).read_text()
    soc = f"{processor}_soc"
    sources = {file: verilog} | core.sources()
    for name in ("uart_transmitter", soc):
        sources[f"{name}.sv"] = (_SOC / f"{name}.sv").read_text()
    options = [
        f"-DCORE={core.top}",
        *(["-DCORE_KEYED"] if core.keyed else []),
        *(["-DCORE_RING"] if core.interface.ringed else []),
        "-Wno-lint",
        "-Wno-style",
    ]
    build = Build(verilator_options=tuple(options), effort=Effort.USUAL)
    program = {"soc.cpp": (_SOC / "soc.cpp").read_text()}
    return build_model(sources, soc, program, build)
