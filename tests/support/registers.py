"""A core's registers beside those that PeakRDL-regblock makes of the same description, over APB4.

One C++ program makes the same transfers on both and compares every answer and every field that
hardware sees. What the description does not say is left out of the comparison: the core's registers
may refuse an access or let it wait, and here they never do; the memory of answers gives zeros.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from peakrdl_regblock.cpuif.apb4 import APB4_Cpuif_flattened
from peakrdl_regblock.exporter import RegblockExporter
from peakrdl_regblock.udps import ALL_UDPS
from systemrdl.compiler import RDLCompiler

from hashloom.cores import Core
from hashloom.cores.buses.registers import description_of, registers_of
from hashloom.rtl.registers.layout import Field, Register
from hashloom.rtl.typed.faces import library_text
from hashloom.rtl.verilog import range_of
from hashloom.verification.simulation.verilator import Build, build_model

_BUS = ("psel", "penable", "pwrite", "paddr", "pwdata", "pstrb")
_WIDTHS = {"paddr": 12, "pwdata": 32, "pstrb": 4}


def compared(
    core: Core, folder: Path, accesses: int, fault: Callable[[str], str] = lambda text: text
) -> str:
    """The first difference in so many random accesses, or nothing; `fault` changes ours."""
    name = f"{core.prefix}_registers"
    ours = fault(core.sources()[f"{name}.sv"])
    sources = _theirs(core, folder) | {
        "apb4_port.sv": library_text("apb4_port"),
        f"{name}.sv": ours,
        "both.sv": _both(core, name),
    }
    executable = build_model(sources, "both", {"both.cpp": _program(core, accesses)}, Build())
    done = subprocess.run([executable], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _theirs(core: Core, folder: Path) -> dict[str, str]:
    """PeakRDL's module and package, the package first."""
    text = folder / "registers.rdl"
    text.write_text(description_of(core))
    compiler = RDLCompiler()
    for each in ALL_UDPS:
        compiler.register_udp(each)
    compiler.compile_file(str(text))
    RegblockExporter().export(
        compiler.elaborate(),
        str(folder),
        cpuif_cls=APB4_Cpuif_flattened,
        module_name="theirs",
        package_name="theirs_pkg",
        address_width=12,
        err_if_bad_addr=True,
        err_if_bad_rw=True,
    )
    return {name: (folder / name).read_text() for name in ("theirs_pkg.sv", "theirs.sv")}


def _fields(core: Core) -> Iterator[tuple[Register, Field]]:
    for register in registers_of(core).registers:
        if not register.filed:
            for field in register.fields:
                yield register, field


def _inputs(core: Core) -> Iterator[tuple[str, int, str]]:
    """What hardware gives: our port, its width, and theirs."""
    for register, field in _fields(core):
        ours, theirs = f"{register.name}_{field.name}".lower(), f"{register.name}.{field.name}"
        if field.given:
            yield ours, field.width, f"{theirs}.next"
        if field.sets:
            yield f"{ours}_set", 1, f"{theirs}.hwset"
        if field.interrupts:
            yield f"{ours}_set", 1, f"{theirs}.next"
        if field.clearable:
            yield f"{ours}_clear", 1, f"{theirs}.hwclr"


def _outputs(core: Core) -> Iterator[tuple[str, int, str]]:
    """What hardware sees of stored fields that are not pulses: those come in another clock."""
    for register, field in _fields(core):
        if field.shown and not field.pulses:
            ours = f"{register.name}_{field.name}".lower()
            yield ours, field.width, f"{register.name}.{field.name}.value"
    yield "intr_status_irq", 1, "INTR_STATUS.intr"


def _both(core: Core, name: str) -> str:
    """A module with both, one bus, and a port for each field."""
    ins, outs = list(_inputs(core)), list(_outputs(core))
    ports = ["input logic clk", "input logic rst", "input logic select"]
    ports += [f"input logic{range_of(_WIDTHS.get(n, 1))} {n}" for n in _BUS]
    ports += [f"output logic {n}_{who}" for n in ("pready", "pslverr") for who in ("o", "t")]
    ports += [f"output logic [31:0] prdata_{who}" for who in ("o", "t")]
    ports += [f"input logic{range_of(width)} {n}" for n, width, _ in ins]
    ports += [f"output logic{range_of(width)} {n}_{w}" for n, width, _ in outs for w in ("o", "t")]
    struct = registers_of(core).name
    theirs = [f"assign hwif_in.{place} = {n};" for n, _, place in ins]
    theirs += [f"assign {n}_t = hwif_out.{place};" for n, _, place in outs]
    for register in registers_of(core).registers:
        if register.filed:
            for index in range(register.count):
                which = f"{register.name}[{index}]" if register.array else register.name
                theirs.append(f"assign hwif_in.{which}.value.next = 32'd0;")
    fields = [f".{n}({n})" for n, _, _ in ins] + [f".{n}({n}_o)" for n, _, _ in outs]
    internal = [
        "access",
        "write",
        "address",
        "write_data",
        "write_strobe",
        "done",
        "error",
        "read_data",
    ]
    return "\n".join(
        [
            f"module both ({', '.join(ports)});",
            "  logic access, write, done, error;",
            "  logic [11:0] address; logic [31:0] write_data, read_data; logic [3:0] write_strobe;",
            f"  theirs_pkg::{struct}__in_t hwif_in; theirs_pkg::{struct}__out_t hwif_out;",
            *(f"  {line}" for line in theirs),
            "  apb4_port u_bus (.psel(psel && select), .pprot(3'd0),",
            f"    {', '.join(f'.{n}({n})' for n in _BUS if n != 'psel')},",
            f"    {', '.join(f'.{n}({n}_o)' for n in ('pready', 'prdata', 'pslverr'))},",
            f"    {', '.join(f'.{n}({n})' for n in internal)});",
            f"  {name} u_ours (.clk(clk), .rst(rst), .hold(1'b0), .refuse(1'b0),",
            *(
                ["    .file_data(32'd0),"]
                if any(r.filed for r in registers_of(core).registers)
                else []
            ),
            f"    {', '.join(f'.{n}({n})' for n in internal)}, {', '.join(fields)});",
            "  theirs u_theirs (.clk(clk), .rst(rst), .s_apb_psel(psel && !select),",
            "    .s_apb_pprot(3'd0),",
            f"    {', '.join(f'.s_apb_{n}({n})' for n in _BUS if n != 'psel')},",
            f"    {', '.join(f'.s_apb_{n}({n}_t)' for n in ('pready', 'prdata', 'pslverr'))},",
            "    .hwif_in(hwif_in), .hwif_out(hwif_out));",
            "endmodule",
            "",
        ]
    )


_PROGRAM = """
#include <cstdint>
#include <iostream>
#include <random>
#include "Vcore.h"
#include "verilated.h"
std::mt19937 source(1);
uint32_t any(uint32_t bound) {{ return source() % bound; }}
int main() {{
    VerilatedContext context;
    Vcore core(&context);
    auto clock = [&] {{ core.clk = 0; core.eval(); core.clk = 1; core.eval(); }};
    auto quiet = [&] {{ {quiet} }};
    quiet(); core.psel = core.penable = 0; core.rst = 1;
    for (int i = 0; i < 4; ++i) clock();
    core.rst = 0;
    for (int number = 0; number < {accesses}; ++number) {{
        // Hardware does something in one clock, to both, and then the bus to one after the other
        if (any(3) == 0) {{ {hardware} clock(); quiet(); }}
        {given}
        core.pwrite = any(2); core.pwdata = source(); core.pstrb = core.pwrite ? any(16) : 0;
        if (core.pwrite && any(2)) core.pstrb = 15;
        core.paddr = any(8) == 0 ? 4 * any(1024) : 4 * any({words});
        uint32_t words[2] = {{}}, errors[2] = {{}};
        for (int who = 0; who < 2; ++who) {{
            core.select = who == 0;
            core.psel = 1; core.penable = 0;
            clock();
            core.penable = 1;
            for (int wait = 0; ; ++wait) {{
                core.clk = 0; core.eval();
                const bool ready = who ? core.pready_t : core.pready_o;
                words[who] = who ? core.prdata_t : core.prdata_o;
                errors[who] = who ? core.pslverr_t : core.pslverr_o;
                core.clk = 1; core.eval();
                if (ready) break;
                if (wait > 20) {{ std::cout << "no answer\\n"; return 0; }}
            }}
            core.psel = core.penable = 0;
            clock();
        }}
        core.eval();
        const bool differs = errors[0] != errors[1]
            || (!core.pwrite && !errors[0] && words[0] != words[1]){outputs};
        if (differs) {{
            std::cout << "access " << number << " to " << core.paddr << " differs: " << words[0]
                      << " and " << words[1] << "\\n";
            return 0;
        }}
    }}
}}
"""


def _program(core: Core, accesses: int) -> str:
    ins = list(_inputs(core))
    events = [name for name, _, _ in ins if name.endswith(("_set", "_clear"))]
    given = [(name, width) for name, width, _ in ins if name not in events]
    last = registers_of(core).registers[-1]
    return _PROGRAM.format(
        accesses=accesses,
        quiet=" ".join(f"core.{name} = 0;" for name in events),
        hardware=" ".join(f"core.{name} = any(4) == 0;" for name in events),
        given=" ".join(f"core.{n} = source() & {(1 << width) - 1}u;" for n, width in given),
        words=last.offset // 4 + last.count + 2,
        outputs="".join(f"\n            || core.{n}_o != core.{n}_t" for n, _, _ in _outputs(core)),
    )
