"""How the parts of an engine read what other parts make: control values some clocks late, words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from hashloom.dataflow.graph import Edge, Kind, Node
from hashloom.rtl.engine.datapath import Datapath, aged, shifted, tap
from hashloom.rtl.engine.plan import EnginePlan
from hashloom.rtl.verilog import commented, range_of
from hashloom.transforms.registers.delay_lines import Line, line_of


@dataclass(frozen=True)
class Need:
    """A part reads a control value of so many bits, so many clocks late."""

    name: str
    width: int
    delay: int


def lines_for(needs: Iterable[Need]) -> dict[str, tuple[int, int]]:
    """Control values that are delayed: name to (width in bits, longest delay)."""
    found: dict[str, tuple[int, int]] = {}
    for need in needs:
        if need.delay:
            width, delay = found.get(need.name, (0, 0))
            found[need.name] = (max(need.width, width), max(need.delay, delay))
    return found


def lines_in_memory(needs: Iterable[Need], plan: EnginePlan) -> dict[str, Line]:
    """Control values of several bits whose delay lines have parts in memory, those of a pool."""
    taps: dict[str, tuple[int, set[int]]] = {}
    for need in needs:
        if plan.pooled and need.width > 1:
            width, ages = taps.setdefault(need.name, (need.width, set()))
            taps[need.name] = (max(width, need.width), ages | {need.delay})
    lines = {
        name: line_of(width, ages, plan.architecture.delays, pooled=True)
        for name, (width, ages) in taps.items()
    }
    return {name: line for name, line in lines.items() if line.pieces}


@dataclass(frozen=True)
class Wires:
    """Names of delayed control values and of words.

    Attributes:
        plan: the engine.
        lines: of control values, see `lines_for`.
        datapath: the words.
        in_memory: delay lines of control values of which parts are memories.
    """

    plan: EnginePlan
    lines: Mapping[str, tuple[int, int]]
    datapath: Datapath
    in_memory: Mapping[str, Line] = field(default_factory=dict)

    def read(self, edge: Edge) -> str:
        """Expression for what an edge of the graph reads."""
        return self.datapath.read(edge)

    def delayed(self, name: str, delay: int) -> str:
        """Expression for a control value `delay` clocks ago."""
        if delay and name in self.in_memory:
            return aged(name, delay)
        return tap(name, delay, self.lines[name][1] if delay else 0)

    def step_at(self, stage: int, delay: int, bits: int) -> str:
        """Low `bits` bits of a stage's iteration `delay` clocks ago."""
        name = self.plan.of_stage("step", stage)
        width = self.lines[name][0] if delay else self.plan.step_bits(stage)
        return self.delayed(name, delay) + ("" if width == bits else f"[{bits - 1}:0]")

    def new_word(self, sequence: str, place: int, kind: Kind = Kind.RESULT) -> str:
        """Expression for the new words of a sequence at a place of each chain step."""
        for node in self.plan.sinks_of(kind, sequence):
            if self._place(node) == place:
                return self.read(node.operands[0])
        return f"{self.plan.hash.word_bits}'d0"  # the sequence has no word there

    def _place(self, node: Node) -> int:
        if node.port.words:
            return self.plan.place_of(node)
        return self.plan.shape.place_of(node.port.index)[2]

    def control_lines(self) -> list[str]:
        """Delay lines: bit or element [i] is the value i clocks before."""
        rows, updates, resets = [], [], []
        for name, line in self.in_memory.items():
            for age in sorted({*line.registers, *(piece.last for piece in line.pieces)}):
                rows.append(
                    (f"logic{range_of(line.width)} {aged(name, age)};", f"{age} clocks ago")
                )
            for age in line.registers:
                updates.append(
                    f"    {aged(name, age)} <= {name if age == 1 else aged(name, age - 1)};"
                )
        for name, (width, length) in self.lines.items():
            if name in self.in_memory:
                continue
            q = f"{name}_q"
            narrowed = name.startswith("step") and width < self.plan.step_bits(0)
            value = f"{name}[{width - 1}:0]" if narrowed else name
            comment = (
                f"{q}[i] is {name} i clocks before" if length > 1 else f"{name} a clock before"
            )
            word = range_of(width)
            if length == 1:
                rows.append((f"logic{word} {q};", comment))
                updates += shifted(q, length, value)
            elif width == 1:
                rows.append((f"logic [{length}:1] {q};", comment))
                updates.append(f"    {q} <= {{{q}[{length - 1}:1], {value}}};")
            else:
                rows.append((f"logic [{length}:1]{word.strip()} {q};", comment))
                updates += shifted(q, length, value)
            if name.endswith("_now") and not self.plan.pooled:
                resets.append(f"      {q} <= '0;")
        reset = ["    if (rst) begin", *resets, "    end"] if resets else []
        return [*commented(rows), "", "  always_ff @(posedge clk) begin", *updates, *reset, "  end"]
