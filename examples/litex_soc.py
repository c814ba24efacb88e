"""A SoC of LiteX with VexRiscv and a SHA-256 core on its Wishbone bus, generated and simulated.

    pip install 'hashloom[litex,firmware,simulate]'
    python examples/litex_soc.py

There is no BIOS, which LiteX compiles with a GCC that pip does not have: the ROM holds a program of
our own, compiled by ziglang, with the core's driver. The core's interrupt reaches the
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
from pathlib import Path
from typing import Any

from hashloom.bundles.bundle import write
from hashloom.cores import Core, Interface, core_for
from hashloom.verification.simulation.verilator import Build, build_model

CORE_AT = 0xA000_0000
CSR_AT, CSR_PAGE = 0xF000_0000, 0x800
CONSOLE_PAGE, CORE_PAGE, CORE_IRQ = 4, 5, 3
ROM_BYTES, SRAM_AT, SRAM_BYTES = 0x4000, 0x1000_0000, 0x1000
LENGTHS = (0, 3, 64, 200)
TARGET = ("-target", "riscv32-freestanding-none", "-mcpu=generic_rv32", "-O2")

START = """\
    .section .start, "ax"
    .option norvc
    .global _start
_start:
    lui   sp, %hi(stack_end)
    la    t0, trap
    csrw  mtvec, t0
    li    t0, 0x800
    csrw  mie, t0
    csrsi mstatus, 8
    call  main
1:  j     1b
"""

PROGRAM = """\
#include "@P@_driver.h"

#define CONSOLE (*(volatile uint32_t *)@CONSOLE@u)
#define EVENT_ENABLE (*(volatile uint32_t *)@ENABLE@u)

static @P@_device core;
static volatile int came;

/* ev_pending of a level source falls with the core's irq, which `interrupt` takes back. */
__attribute__((interrupt("machine"), aligned(4))) void trap(void) {
    if (@P@_interrupt(&core)) came++;
}

static void print(const uint8_t *bytes, int count) {
    for (int i = 0; i < count; i++) CONSOLE = bytes[i];
}

int main(void) {
    static const int lengths[] = {@LENGTHS@};
    uint8_t message[256];
    @P@_answer digest;
    uint32_t irqs = 1u << @IRQ@;
    came = 0;
    for (int i = 0; i < 256; i++) message[i] = (uint8_t)(7 * i + 3);
    if (@P@_init(&core, @CORE@u) != @U@_OK) return 1;
    EVENT_ENABLE = 1;
    __asm__ volatile("csrw 0xbc0, %0" ::"r"(irqs)); /* LiteX's mask of VexRiscv's interrupts */
    @P@_enable_interrupt(&core, 1);
    for (int i = 0; i < (int)(sizeof lengths / sizeof lengths[0]); i++) {
        @P@_open open;
        @P@_flight flight;
        int before = came;
        (void)@P@_start_hash(&core, &open);
        (void)@P@_update(&open, message, (size_t)lengths[i]);
        (void)@P@_finish(&open, &flight);
        while (came == before) {}
        if (@P@_collect(&flight, &digest) != @U@_OK) return 1;
        print(digest.bytes, sizeof digest);
    }
    CONSOLE = 0x100;
    return 0;
}
"""

RING = """\
#include <stddef.h>
#include <stdint.h>
#include "@P@.h"

#define CONSOLE (*(volatile uint32_t *)@CONSOLE@u)
#define EVENT_ENABLE (*(volatile uint32_t *)@ENABLE@u)
#define REGISTER(name) (*(volatile uint32_t *)(@CORE@u + @U@_##name##_OFFSET))
#define SIZE 2
#define LAST (1u << 24)
#define INTERRUPT (1u << 25)

struct descriptor { uint32_t address, length, command, result, status, own[3]; };

static struct descriptor ring[1 << SIZE] __attribute__((aligned(32)));
static uint8_t results[1 << SIZE][64] __attribute__((aligned(64)));
static uint8_t message[256] __attribute__((aligned(4)));
static volatile int came;

__attribute__((interrupt("machine"), aligned(4))) void trap(void) {
    REGISTER(INTR_STATUS) = 1;
    came++;
}

int main(void) {
    static const int lengths[] = {@LENGTHS@};
    uint32_t irqs = 1u << @IRQ@;
    came = 0;
    for (int i = 0; i < 256; i++) message[i] = (uint8_t)(7 * i + 3);
    EVENT_ENABLE = 1;
    __asm__ volatile("csrw 0xbc0, %0" ::"r"(irqs)); /* LiteX's mask of VexRiscv's interrupts */
    REGISTER(INTR_ENABLE) = 3;
    REGISTER(RING) = (uint32_t)ring | SIZE;
    REGISTER(CONTROL) = 1;
    for (int i = 0; i < (int)(sizeof lengths / sizeof lengths[0]); i++) {
        volatile struct descriptor *next = &ring[i];
        int before = came;
        next->address = (uint32_t)message;
        next->length = (uint32_t)lengths[i];
        next->command = LAST | INTERRUPT;
        next->result = (uint32_t)results[i];
        next->status = 0;
        REGISTER(TAIL) = (uint32_t)i + 1;
        while (came == before) {}
        __asm__ volatile(".word 0x500f" ::: "memory"); /* VexRiscv forgets its cache of data */
        if ((next->status & 0x80000707u) != 0x80000000u) return 1;
        for (int k = 0; k < 32; k++) CONSOLE = results[i][k];
    }
    CONSOLE = 0x100;
    return 0;
}
"""

LINK = """\
SECTIONS {
  . = 0;
  /DISCARD/ : { *(.eh_frame*) *(.comment) *(.note*) *(.riscv.attributes) }
  .text : { *(.start) *(.text*) *(.rodata*) *(.srodata*) }
  . = @SRAM@;
  .bss (NOLOAD) : { *(.bss*) *(.sbss*) *(COMMON) *(.data*) *(.sdata*) }
  stack_end = @STACK@;
}
"""

MAIN = """\
#include <cstdio>
#include "Vcore.h"
#include "verilated.h"

int main() {
    VerilatedContext context;
    Vcore soc(&context);
    for (long clock = 0; clock < 400000; ++clock) {
        soc.sys_clk = 0;
        soc.eval();
        soc.sys_clk = 1;
        soc.eval();
        if (!soc.console_valid) continue;
        if (soc.console_data == 0x100) return 0;
        std::printf("%02x", soc.console_data);
    }
    std::printf(" no end");
    return 1;
}
"""


def filled(text: str, core: Core) -> str:
    """A text with the core's names and the SoC's addresses."""
    values = {
        "P": core.prefix,
        "U": core.prefix.upper(),
        "CONSOLE": f"{CSR_AT + CONSOLE_PAGE * CSR_PAGE:#x}",
        "ENABLE": f"{CSR_AT + CORE_PAGE * CSR_PAGE + 8:#x}",
        "CORE": f"{CORE_AT:#x}",
        "IRQ": str(CORE_IRQ),
        "LENGTHS": ", ".join(map(str, LENGTHS)),
        "SRAM": f"{SRAM_AT:#x}",
        "STACK": f"{SRAM_AT + SRAM_BYTES:#x}",
    }
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    return text


def program_words(core: Core, folder: Path) -> list[int]:
    """The program and the driver as words of the ROM; `folder` holds the bundle in bundle/."""
    texts = {"start.S": START, "main.c": RING if core.interface.ringed else PROGRAM, "soc.ld": LINK}
    for name, text in texts.items():
        (folder / name).write_text(filled(text, core))
    bundle, zig = folder / "bundle", (sys.executable, "-m", "ziglang")
    objects = []
    driver = sorted((bundle / "driver").glob("*.c"))  # a core with a ring has none
    for source in (folder / "start.S", folder / "main.c", *driver):
        objects.append(folder / f"{source.stem}.o")
        places = (f"-I{bundle / 'driver'}", f"-I{bundle / 'registers'}")
        command = [*zig, "cc", *TARGET, "-ffreestanding", *places, "-c", source, "-o", objects[-1]]
        subprocess.run(command, check=True)
    image = folder / "program.bin"
    link = [*zig, "ld.lld", "--oformat=binary", "-T", folder / "soc.ld", *objects, "-o", image]
    subprocess.run(link, check=True)
    data = image.read_bytes()
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

    console = ("console", 0, Subsignal("valid", Pins(1)), Subsignal("data", Pins(9)))
    platform = SimPlatform("SIM", [("sys_clk", 0, Pins(1)), console])

    class Console(LiteXModule):
        """What the program writes goes out of the SoC."""

        def __init__(self, pads: Any) -> None:
            self.data = CSRStorage(9)
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


def printed(core: Core, folder: Path, standard: str = "wishbone") -> str:
    """What the program on the SoC prints, in hexadecimal; files are made in `folder`."""
    write(core, folder / "bundle")
    soc = soc_of(core, folder / "bundle", program_words(core, folder), standard)
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


def expected() -> str:
    """What is right."""
    message = bytes((7 * i + 3) & 0xFF for i in range(256))
    return "".join(hashlib.sha256(message[:length]).hexdigest() for length in LENGTHS)


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
    if said != expected():
        raise SystemExit(f"The SoC printed {said!r}, not {expected()!r}.")
    print(f"{len(LENGTHS)} digests from a program on VexRiscv are right, {core.name} on {bus}.")


if __name__ == "__main__":
    main()
