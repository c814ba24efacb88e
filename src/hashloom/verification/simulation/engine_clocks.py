"""Clocks between blocks of an engine by itself, and of one block, counted in simulation.

A message core's padder and stream may be slower than its engine; here every slot starts as soon
as the engine lets it, with a block for every context.
"""

from __future__ import annotations

import importlib.resources
import subprocess
from typing import Protocol

from hashloom.errors import RequestError, ToolError
from hashloom.request.level import level_named
from hashloom.rtl.engine.shape import EngineShape
from hashloom.rtl.verilog import Port, instance, module_head, range_of
from hashloom.transforms.registers.storage import SLOT_NOTICE
from hashloom.verification.simulation.verilator import Build, build_model

_FROM, _TO = 4_000, 24_000  # clocks between which blocks are counted
_CHOSEN = ("slot_group", "slot_context")  # inputs that say whose blocks begin
_BUILD = Build(verilator_options=("-Wno-lint", "-Wno-style"))


class EngineCore(Protocol):
    """What is asked of a core."""

    @property
    def name(self) -> str:
        """For people."""

    @property
    def level(self) -> str:
        """An engine's: others have no slots at their ports."""

    @property
    def top(self) -> str:
        """The top module."""

    @property
    def ports(self) -> list[Port]:
        """Ports of the top module."""

    @property
    def shape(self) -> EngineShape:
        """Numbers of the engine's ports."""

    def sources(self) -> dict[str, str]:
        """SystemVerilog text by file name."""


def engine_clocks(core: EngineCore) -> float:
    """Clocks a finished block, every context busy; the shell around the engine is not there.

    Raises RequestError unless `core` is an engine, ToolError when the simulation fails.
    """
    (first, began, _), (last, ended, _) = _probed(core)
    if last == first:
        raise ToolError(f"{core.name} finishes no block in {_TO - _FROM} clocks.")
    together = 1 if core.shape.pooled else core.shape.contexts
    return (ended - began) / ((last - first) * together)


def engine_latency(core: EngineCore) -> int:
    """Clocks from the one in which a block's slot starts to the one in which the last of its new
    chaining words leave.

    Raises as `engine_clocks` does.
    """
    _, (blocks, _, latency) = _probed(core)
    if not blocks:
        raise ToolError(f"{core.name} finishes no block in {_TO} clocks.")
    return latency


def _probed(core: EngineCore) -> list[tuple[int, int, int]]:
    """At two moments: blocks finished, when the latest was, and the clocks of the first."""
    if level_named(core.level).streamed:
        raise RequestError(
            f"{core.name} is not an engine; accepted is the same core of level engine."
        )
    folder = importlib.resources.files(__package__).joinpath("cpp_probe")
    texts = {file.name: file.read_text() for file in folder.iterdir()}
    sources = core.sources() | {"probe.sv": probe(core)}
    executable = build_model(sources, "probe", texts, _BUILD)
    command = [str(executable), str(_FROM), str(_TO)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise ToolError(f"The simulation {executable} ended with status {done.returncode}.")
    lines = (tuple(map(int, line.split())) for line in done.stdout.splitlines())
    return [(blocks, finished, latency) for blocks, finished, latency in lines]


def probe(core: EngineCore) -> str:
    """SystemVerilog of a module that feeds the engine zeros and counts what it finishes.

    Counted are the blocks of context 0, in a pool those of all, with the clock in which the latest
    one was finished.
    """
    names = {port.name: port for port in core.ports}
    wired = {name: name for name in names}
    wired |= {"slot_start": "slot_ready", "slot_live": "'1", "slot_first": "'1", "word_data": "'0"}
    shape = core.shape
    if shape.pooled:
        del wired["slot_live"]
        wired["slot_start"] = f"begins[{SLOT_NOTICE}]"
    inner = [p for p in core.ports if p.direction == "output" or p.name in _CHOSEN]
    last = f" && chain_step == {shape.last_step}" if shape.chain_steps > 1 else ""
    last += " && chain_context == 0" if shape.contexts > 1 and not shape.pooled else ""
    ports = [
        Port("input", 1, "clk", "clock"),
        Port("input", 1, "rst", "synchronous reset"),
        Port("output", 32, "blocks", "blocks finished since"),
        Port("output", 32, "finished", "clock in which the latest of them was"),
        Port("output", 32, "latency", "clocks of the first of them"),
    ]
    lines = [
        *module_head("probe", ports),
        *(f"  logic{range_of(port.width)} {port.name};" for port in inner),
        *instance(core.top, "u_engine", wired, {}),
        *(_turns(shape) if shape.chosen else []),
        *(_pool(shape) if shape.pooled else []),
        "  logic [31:0] now, began;",
        "  logic begun;",
        "  always_ff @(posedge clk) begin",
        "    now <= rst ? '0 : now + 1'b1;",
        f"    begun <= !rst && (begun || {wired['slot_start']});",
        "    if (!begun) began <= now;",
        "    if (rst) blocks <= '0;",
        f"    else if (chain_valid{last}) begin",
        "      blocks <= blocks + 1'b1;",
        "      finished <= now;",
        "      if (blocks == '0) latency <= now - began;",
        "    end",
        "  end",
        "endmodule",
    ]
    return "\n".join(lines) + "\n"


def _turns(shape: EngineShape) -> list[str]:
    """Groups of contexts in turn, where the engine does not choose them."""
    last = shape.groups - 1
    return [
        "  always_ff @(posedge clk) begin",
        "    if (rst) slot_group <= '0;",
        f"    else if (slot_ready) slot_group <= slot_group == {last} ? '0 : slot_group + 1'b1;",
        "  end",
    ]


def _pool(shape: EngineShape) -> list[str]:
    """Contexts of a pool in turn, each when its chaining words have left."""
    last, bits = shape.contexts - 1, shape.context_bits
    return [
        f"  logic [{last}:0] busy;",
        f"  logic [{SLOT_NOTICE}:1] begins;  // [i]: a block was let begin i clocks ago",
        f"  logic [{SLOT_NOTICE}:1][{bits - 1}:0] whose;",
        f"  logic [{bits - 1}:0] turn;",
        f"  assign slot_context = whose[{SLOT_NOTICE}];",
        "  always_ff @(posedge clk) begin",
        "    if (chain_valid) busy[chain_context] <= 1'b0;",
        "    if (slot_ready && !busy[turn]) begin",
        "      busy[turn] <= 1'b1;",
        f"      turn <= turn == {last} ? '0 : turn + 1'b1;",
        "    end",
        f"    begins <= {{begins[{SLOT_NOTICE - 1}:1], slot_ready && !busy[turn]}};",
        f"    whose <= {{whose[{SLOT_NOTICE - 1}:1], turn}};",
        "    if (rst) begin",
        "      begins <= '0;",
        "      busy <= '0;",
        "      turn <= '0;",
        "    end",
        "  end",
    ]
