"""A SoC of LiteX with VexRiscv and a SHA-256 core on its Wishbone bus, generated and simulated.

    pip install 'hashloom[litex,firmware,simulate]'
    python examples/litex_soc.py

There is no BIOS, which LiteX compiles with a GCC that pip does not have: the ROM holds a program of
examples/bare_metal, compiled by ziglang with the core's driver. The core's interrupt reaches the
processor. Each digest that the program prints is compared with hashlib's.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import logging
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hashloom.bundles.bundle import write
from hashloom.cores import Core, Interface, core_for
from hashloom.verification.simulation.verilator import Build, build_model

BARE_METAL = Path(__file__).resolve().parent / "bare_metal"
# As systems/litex/ of BARE_METAL has them
CORE_AT = 0xA000_0000
CONSOLE_PAGE, CORE_PAGE, CORE_IRQ = 4, 5, 3
ROM_BYTES, SRAM_BYTES = 0x4000, 0x2000
TIMED = ("bytes", "words", "clocks")  # lines of 1000 bytes, whose number is one of clocks

MAIN = """\
#include <cstdio>
#include "Vcore.h"
#include "verilated.h"

int main() {
    VerilatedContext context;
    Vcore soc(&context);
    for (long clock = 0; clock < 1000000; ++clock) {
        soc.sys_clk = 0;
        soc.eval();
        soc.sys_clk = 1;
        soc.eval();
        if (!soc.console_valid) continue;
        if (soc.console_data == 4) return 0;
        std::putchar(soc.console_data);
    }
    std::printf(" no end");
    return 1;
}
"""


def program_words(core: Core, folder: Path, options: Sequence[str] = ()) -> list[int]:
    """A program of examples/bare_metal as words of the ROM; `folder` holds the core's bundle.

    `options` are make's.  Raises CalledProcessError when it cannot be compiled.
    """
    words = [f"CORE={folder / 'bundle'}", "SYSTEM=litex", f"BUILD={folder}"]
    program = "ring" if core.interface.ringed else "hmac" if core.keyed else "hash"
    words += [f"PROGRAM={program}", f"PYTHON={sys.executable}"]
    subprocess.run(["make", "-s", "-C", BARE_METAL, *words, *options], check=True)
    data = (folder / "program.bin").read_bytes()
    data += bytes(-len(data) % 4)
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


def bundle_module(core: Core, bundle: Path) -> Any:
    """The Python module for LiteX of a bundle."""
    path = bundle / "litex" / f"{core.prefix}_litex.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def soc_of(core: Core, bundle: Path, rom: list[int], standard: str = "wishbone") -> Any:
    """The SoC, finished, with its platform."""
    from litex.build.generic_platform import Pins, Subsignal
    from litex.build.io import CRG
    from litex.build.sim import SimPlatform
    from litex.gen import LiteXModule
    from litex.soc.integration.soc_core import SoCCore
    from litex.soc.interconnect.csr import CSRStorage

    console = ("console", 0, Subsignal("valid", Pins(1)), Subsignal("data", Pins(8)))
    platform = SimPlatform("SIM", [("sys_clk", 0, Pins(1)), console])

    class Console(LiteXModule):
        """What the program writes goes out of the SoC."""

        def __init__(self, pads: Any) -> None:
            self.data = CSRStorage(8)
            self.comb += [pads.valid.eq(self.written), pads.data.eq(self.data.storage)]

        @property
        def written(self) -> Any:
            return self.data.re

    logging.disable(logging.INFO)
    soc = SoCCore(
        platform,
        clk_freq=1_000_000,
        bus_standard=standard,
        cpu_type="vexriscv",
        integrated_rom_size=ROM_BYTES,
        integrated_rom_init=rom,
        integrated_sram_size=SRAM_BYTES,
        with_uart=False,
        with_timer=False,
        ident_version=False,
    )
    soc.submodules.crg = CRG(platform.request("sys_clk"))
    soc.csr.add("console", n=CONSOLE_PAGE)
    soc.submodules.console = Console(platform.request("console"))
    soc.csr.add("core", n=CORE_PAGE)
    soc.irq.add("core", n=CORE_IRQ)
    bundle_module(core, bundle).add_core(soc, "core", CORE_AT)
    soc.finalize()
    return soc


def printed(
    core: Core, folder: Path, standard: str = "wishbone", options: Sequence[str] = ()
) -> str:
    """What the program on the SoC prints; files are made in `folder`."""
    write(core, folder / "bundle")
    rom = program_words(core, folder, options)
    soc = soc_of(core, folder / "bundle", rom, standard)
    verilog = soc.platform.get_verilog(soc, name="litex_soc")
    for name, text in verilog.data_files.items():
        (folder / name).write_text(text)
    sources = {"litex_soc.v": verilog.main_source}
    for path, *_ in soc.platform.sources:
        sources[Path(path).name] = Path(path).read_text()
    build = Build(verilator_options=("-Wno-lint", "-Wno-style", "-Wno-TIMESCALEMOD"))
    model = build_model(sources, "litex_soc", {"main.cpp": MAIN}, build)
    done = subprocess.run([model], cwd=folder, capture_output=True, text=True)
    return done.stdout


def wrong_lines(text: str) -> list[str]:
    """The lines of a program that are not right: a name, an outcome, a length and a digest."""
    message = bytes((7 * i + 3) & 0xFF for i in range(1004))
    seen: dict[str, int] = {}
    wrong = []
    for line in text.splitlines():
        name, outcome, number, digest = line.split(" ")
        place = seen[name] = seen.get(name, -1) + 1
        begin = {"hash": place % 4, "flight": place}.get(name, 0)
        length = 1000 if name in TIMED else int(number)
        good = hashlib.sha256(message[begin:][:length]).hexdigest() == digest or name == "init"
        if outcome != "0" or not good:
            wrong.append(line)
    return wrong


def main(arguments: list[str] | None = None) -> None:
    """Builds, runs and compares; ends with status 1 when a digest is wrong."""
    parser = argparse.ArgumentParser(description="A SHA-256 core on a SoC of LiteX, simulated.")
    parser.add_argument("--bus", default="wishbone", choices=("wishbone", "axi4-lite"))
    parser.add_argument("--dma", default="none", choices=("none", "wishbone", "axi4"))
    chosen = parser.parse_args(arguments)
    bus = chosen.bus
    core = core_for("sha256", None, Interface(bus=bus, dma=chosen.dma))
    with tempfile.TemporaryDirectory(prefix="hashloom-") as name:
        said = printed(core, Path(name), "axi-lite" if bus == "axi4-lite" else "wishbone")
    lines, wrong = said.splitlines(), wrong_lines(said)
    if wrong or not any(line.startswith("interrupt") for line in lines):
        raise SystemExit(f"The SoC printed {said!r}, of which {wrong} is not right.")
    print(f"{len(lines) - 1} digests from a program on VexRiscv are right, {core.name} on {bus}.")


if __name__ == "__main__":
    main()
