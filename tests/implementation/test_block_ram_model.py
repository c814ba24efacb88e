"""The model of ECP5's block RAM shows what the memories show that it replaces, clock by clock.

Each memory is mapped to DP16KD by Yosys, its output registers are moved into the block RAM where
there are any, and RTL and netlist run side by side on random reads and writes.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

import pytest

from hashloom.cache import Cache
from hashloom.implementation import flow
from hashloom.targets import get_target
from hashloom.verification.simulation.verilator import Build, build_model

SUPPORT = Path(__file__).parents[1] / "support"
LIBRARY = resources.files("hashloom.rtl") / "lib"
TARGET = get_target("ecp5-85f-8")
BUILD = Build(verilator_options=("-Wno-lint", "-Wno-style"))


@dataclass(frozen=True)
class Memory:
    """A memory of `depth` words of `width` bits; `body` is between its ports."""

    width: int
    depth: int
    body: str
    one_port: bool = False

    def text(self, name: str) -> str:
        last = self.address_bits - 1
        return f"""
module {name} (
  input  logic clk, input logic enable, input logic reset, input logic [1:0] write,
  input  logic [{last}:0] write_address, input logic [{self.width - 1}:0] write_data,
  input  logic [{last}:0] read_address, output logic [{self.width - 1}:0] read_data
);
{self.body}
endmodule
"""

    @property
    def address_bits(self) -> int:
        return (self.depth - 1).bit_length()


def library_memory(width: int, depth: int) -> Memory:
    """The word_memory of every core, in block RAM."""
    bits = (depth - 1).bit_length()
    body = f"""
  word_memory #(.WIDTH({width}), .DEPTH({depth}), .ADDRESS_BITS({bits}), .BLOCK_MEMORY(1)) u (
    .clk(clk), .write(write[0]), .write_address(write_address), .write_data(write_data),
    .read_address(read_address), .read_data(read_data)
  );"""
    return Memory(width, depth, body)


def one_port(shown: str) -> Memory:
    """One port with an enable that writes either byte of nine bits; what it shows."""
    parts = (f"store[write_address][{9 * i}+:9] <= write_data[{9 * i}+:9]" for i in range(2))
    halves = " ".join(f"if (enable && write[{i}]) {part};" for i, part in enumerate(parts))
    body = f"""
  (* ram_style = "block" *)
  logic [17:0] store[1024];
  always_ff @(posedge clk) begin
    {halves}
    {shown}
  end"""
    return Memory(18, 1024, body, one_port=True)


OLD = "store[read_address]"
HOLDS = f"if (enable && write == '0) read_data <= {OLD};"
IN_CORES = [(32, 16), (32, 64), (33, 512), (64, 128), (64, 512), (72, 40)]
NARROW = [(18, 1024), (9, 2048), (4, 4096), (2, 8192), (1, 16384)]
ONE_PORT = {
    "holds": one_port(HOLDS),
    "old word": one_port(f"if (enable) read_data <= {OLD};"),
    "cleared": one_port(f"if (reset) read_data <= '0; else {HOLDS}"),
}


def netlist_of(memory: Memory) -> str:
    """The memory's netlist as module memory_netlist, its block RAM modelled."""
    sources = {"memory.sv": memory.text("memory_netlist"), "word_memory.sv": library_text()}
    # one port's reads in the clock of a write are compared too
    synthesis = "synth_ecp5" if memory.one_port else TARGET.synthesis
    target = replace(TARGET, synthesis=synthesis)
    return flow.netlist(sources, "memory_netlist", target, cache=Cache())


def library_text() -> str:
    return (LIBRARY / "word_memory.sv").read_text("utf-8")


def compare(memory: Memory, netlist: str) -> tuple[int, int]:
    """Clocks compared, and clocks in which RTL and netlist differed."""
    sources = {
        "rtl.sv": memory.text("memory_rtl"),
        "word_memory.sv": library_text(),
        "netlist.v": netlist,
        "memory_bench.sv": (SUPPORT / "memory_bench.sv").read_text(),
    }
    parameters = {
        "WIDTH": memory.width,
        "DEPTH": memory.depth,
        "ADDRESS_BITS": memory.address_bits,
        "ONE_PORT": int(memory.one_port),
    }
    options = [f"-G{name}={value}" for name, value in parameters.items()]
    build = replace(BUILD, verilator_options=(*BUILD.verilator_options, *options))
    cpp = {"memory_bench.cpp": (SUPPORT / "memory_bench.cpp").read_text()}
    program = build_model(sources, "memory_bench", cpp, build)
    clocks = str(memory.depth + 5000)
    done = subprocess.run([program, clocks], capture_output=True, text=True, check=True)
    compared, differences = done.stdout.split()
    return int(compared), int(differences)


@pytest.mark.parametrize(("width", "depth"), IN_CORES + NARROW)
def test_memories_of_cores(width: int, depth: int) -> None:
    memory = library_memory(width, depth)
    netlist = netlist_of(memory)
    assert "DP16KD" in netlist.split("module DP16KD")[0]
    assert '.REGMODE_B("OUTREG")' in netlist or '.REGMODE_A("OUTREG")' in netlist
    compared, differences = compare(memory, netlist)
    assert compared > 4000
    assert differences == 0


@pytest.mark.parametrize("kind", ONE_PORT)
def test_what_a_port_shows_while_it_writes(kind: str) -> None:
    memory = ONE_PORT[kind]
    netlist = netlist_of(memory)
    assert "DP16KD" in netlist.split("module DP16KD")[0]
    compared, differences = compare(memory, netlist)
    assert compared > 4000
    assert differences == 0


def test_what_yosys_does_not_use() -> None:
    """A port that shows what it writes, and an output register with its enable, cleared."""
    rtl = Memory(
        18,
        1024,
        """
  logic [17:0] store[1024], shown;
  always_ff @(posedge clk) begin
    if (enable && write[0] && !reset) store[write_address] <= write_data;
    if (enable) shown <= write[0] ? write_data : store[read_address];
    if (write[1]) read_data <= shown;
    if (reset) {shown, read_data} <= '0;
  end""",
        one_port=True,
    )
    bits = {
        **{f"ADA{i + 4}": f"write_address[{i}]" for i in range(10)},
        **{f"DIA{i}": f"write_data[{i}]" for i in range(18)},
        **{f"DOA{i}": f"read_data[{i}]" for i in range(18)},
        **{"CLKA": "clk", "CEA": "enable", "WEA": "write[0]", "OCEA": "write[1]", "RSTA": "reset"},
        **{"ADA0": "1'b1", "ADA1": "1'b1"},
        **dict.fromkeys(("CLKB", "CEB", "WEB", "OCEB", "RSTB"), "1'b0"),
        **{f"CS{port}{i}": "1'b0" for port in "AB" for i in range(3)},
    }
    pins = ", ".join(f".{pin}({bit})" for pin, bit in bits.items())
    body = f"""
  DP16KD #(.WRITEMODE_A("WRITETHROUGH"), .REGMODE_A("OUTREG")) u ({pins});"""
    by_hand = replace(rtl, body=body).text("memory_netlist")
    model = resources.files("hashloom.rtl") / TARGET.memory_model
    compared, differences = compare(rtl, by_hand + model.read_text("utf-8"))
    assert compared > 4000
    assert differences == 0


@pytest.mark.parametrize(
    ("right", "wrong"),
    [('("OUTREG")', '("NOREG")'), (".DATA_WIDTH_A(32'd36)", ".DATA_WIDTH_A(32'd18)")],
)
def test_the_comparison_sees_what_is_wrong(right: str, wrong: str) -> None:
    memory = library_memory(32, 16)
    netlist = netlist_of(memory)
    assert right in netlist
    compared, differences = compare(memory, netlist.replace(right, wrong))
    assert differences > compared / 2


def test_a_word_read_while_the_other_port_writes_it_is_wrong() -> None:
    memory = replace(library_memory(32, 16), one_port=True)
    netlist = netlist_of(library_memory(32, 16))
    assert compare(memory, netlist)[1] > 0
