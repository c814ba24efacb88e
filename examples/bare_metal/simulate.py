"""Runs a program of this folder on a simulated processor, beside the core that it drives.

    pip install 'hashloom[firmware,simulate,registers]'
    python examples/bare_metal/simulate.py hash
    python examples/bare_metal/simulate.py ring --system vexriscv

The program's lines come over the serial line of the simulated system: a name, an outcome (0 is OK),
a number and bytes.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hashloom.bundles.driver import driver_files
from hashloom.bundles.registers import register_files
from hashloom.cores import Core, Interface, core_for
from hashloom.files import write_file
from hashloom.verification.simulation.verilator import Build, Effort, build_model

HERE = Path(__file__).resolve().parent
# Of each processor the module of its wheel, the file of its Verilog, and the bus of the system
PROCESSORS = {
    "picorv32": ("pythondata_cpu_picorv32", "picorv32.v", "apb4"),
    "vexriscv": ("pythondata_cpu_vexriscv", "VexRiscv.v", "wishbone"),
}


@dataclass(frozen=True)
class Run:
    """What a program did.

    Attributes:
        text: what it printed.
        core_clocks: from the last word that the core was given to the last that it wrote to memory.
    """

    text: str
    core_clocks: int


def core_of_program(program: str, system: str) -> Core:
    """The core that a program of this folder drives, on the bus of a system."""
    bus = PROCESSORS[system][2]
    names = {"hash": "sha256", "ring": "sha256"}
    dma = "wishbone" if program == "ring" else "none"
    interface = Interface(bus=bus, dma=dma, resume=program == "states")
    return core_for(names.get(program, "hmac-sha256"), None, interface)


def compiled(
    core: Core, program: str, system: str, folder: Path, options: Sequence[str] = ()
) -> Path:
    """A program as it lies in memory, made in a folder with the core's driver; `options` for make.

    Raises CalledProcessError with what was said when it cannot be compiled.
    """
    for name, text in (driver_files(core) | register_files(core)).items():
        write_file(folder / "bundle" / name, text)
    build = folder / f"{program}-{system}"
    words = [f"CORE={folder / 'bundle'}", f"PROGRAM={program}", f"SYSTEM={system}"]
    words += [f"BUILD={build}", f"PYTHON={sys.executable}", *options]
    subprocess.run(["make", "-s", "-C", HERE, *words], check=True)
    return build / "program.bin"


def run(core: Core, program: str, system: str, folder: Path) -> Run:
    """Runs a program until it ends the line.  Raises RuntimeError when it does not."""
    image = compiled(core, program, system, folder)
    done = subprocess.run([model(core, system), image], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{program} on {system} did not end: {done.stdout[-500:]}")
    return Run(done.stdout, int(done.stderr))


def model(core: Core, system: str) -> Path:
    """The simulated system, a processor with memory, a serial line and the core."""
    module, file, _ = PROCESSORS[system]
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{module} is missing: pip install 'hashloom[firmware]'")
    verilog = (Path(spec.origin).parent / "verilog" / file).read_text()
    sources = {file: verilog} | core.sources()
    axi4 = core.interface.dma == "axi4"
    if axi4 and system != "picorv32":
        raise SystemExit(f"{system} has no memory on AXI4 here; accepted is --system picorv32")
    for name in ("uart_transmitter", *(["axi4_to_wishbone"] if axi4 else []), f"{system}_soc"):
        sources[f"{name}.sv"] = (HERE / "simulation" / f"{name}.sv").read_text()
    options = [
        f"-DCORE={core.top}",
        *(["-DCORE_KEYED"] if core.keyed else []),
        *(["-DCORE_RING"] if core.interface.ringed else []),
        *(["-DCORE_AXI4"] if axi4 else []),
        "-Wno-lint",
        "-Wno-style",
    ]
    build = Build(verilator_options=tuple(options), effort=Effort.USUAL)
    program = {"soc.cpp": (HERE / "simulation" / "soc.cpp").read_text()}
    return build_model(sources, f"{system}_soc", program, build)


def main(arguments: list[str] | None = None) -> None:
    """Runs one program and prints what it printed."""
    parser = argparse.ArgumentParser(description="Run a program beside a core, simulated.")
    parser.add_argument("program", choices=("hash", "hmac", "ring", "states"))
    parser.add_argument("--system", default="picorv32", choices=tuple(PROCESSORS))
    chosen = parser.parse_args(arguments)
    core = core_of_program(chosen.program, chosen.system)
    with tempfile.TemporaryDirectory(prefix="hashloom-") as folder:
        print(run(core, chosen.program, chosen.system, Path(folder)).text, end="")


if __name__ == "__main__":
    main()
