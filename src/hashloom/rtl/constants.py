"""The round constants K as tables: look-up tables or block RAM."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hashloom.dataflow.graph import Kind, Node
from hashloom.rtl.verilog import literal, range_of

if TYPE_CHECKING:
    from hashloom.rtl.engine import EngineWriter

_RAM_LATENCY = 2  # clocks from address to constant out of a block RAM with output register


class ConstantWriter:
    """Writes one table for each constant source: row i holds K of the round of iteration i."""

    def __init__(self, engine: EngineWriter) -> None:
        self.engine = engine
        self.in_ram = engine.architecture.constants == "bram"

    def _address_delay(self, node: Node) -> int:
        """Clocks by which the iteration that addresses the table is delayed."""
        return self.engine.graph.lag(node.name) - (_RAM_LATENCY if self.in_ram else 0)

    def needs(self, need: Callable[[str, int, int], None]) -> None:
        """Asks for the delayed iteration counters."""
        if self.engine.graph.iterations == 1:
            return
        for node in self.engine.sources_of(Kind.CONSTANT):
            step = self.engine.of_stage("step", node.port.stage)
            need(step, self._index_bits, self._address_delay(node))

    def _table(self, node: Node) -> list[int]:
        rows = range(self.engine.graph.iterations)
        rounds = [node.port.first_round + node.port.round_at(i) for i in rows]
        return [self.engine.hash.constants[t] for t in rounds]

    @property
    def _index_bits(self) -> int:
        return (self.engine.graph.iterations - 1).bit_length()

    def functions(self) -> list[str]:
        """Tables as functions of the iteration, for look-up tables."""
        if self.in_ram or self.engine.graph.iterations == 1:
            return []
        lines: list[str] = []
        bits, width = self.engine.hash.word_bits, self._index_bits
        for node in self.engine.sources_of(Kind.CONSTANT):
            lines += [
                f"  // {node.name} in iteration i",
                f"  function automatic logic [{bits - 1}:0] table_{node.name}"
                f"(input logic{range_of(width)} i);",
                "    case (i)",
            ]
            lines += [
                f"      {literal(i, width)}: table_{node.name} = {literal(word, bits)};"
                for i, word in enumerate(self._table(node))
            ]
            lines += [f"      default: table_{node.name} = 'x;", "    endcase", "  endfunction", ""]
        return lines

    def text(self) -> list[str]:
        """Declarations and look-ups of every constant."""
        lines = self.engine.title("Constants")
        for node in self.engine.sources_of(Kind.CONSTANT):
            lines += [*self._lookup(node), ""]
        return lines

    def _lookup(self, node: Node) -> list[str]:
        bits = self.engine.hash.word_bits
        declaration = f"  logic{range_of(bits)} {node.name};  // K[t] [{self.engine.graph.lag(node.name)}]"
        table = self._table(node)
        if len(table) == 1:
            return [declaration, f"  assign {node.name} = {literal(table[0], bits)};"]
        delay = self._address_delay(node)
        index = self.engine.step_at(node.port.stage, delay, self._index_bits)
        if not self.in_ram:
            return [declaration, f"  assign {node.name} = table_{node.name}({index});"]
        rows = [
            f"    {node.name}_rom[{i}] = {literal(word, bits)};" for i, word in enumerate(table)
        ]
        return [
            f"  logic{range_of(bits)} {node.name};       // K[t] [{self.engine.graph.lag(node.name)}]",
            f"  logic{range_of(bits)} {node.name}_read;  // a clock before",
            '  (* ram_style = "block" *)',
            f"  logic{range_of(bits)} {node.name}_rom [0:{(1 << self._index_bits) - 1}];",
            "",
            "  initial begin",
            f"    for (int i = 0; i < {1 << self._index_bits}; i++) {node.name}_rom[i] = '0;",
            *rows,
            "  end",
            "",
            "  always_ff @(posedge clk) begin",
            f"    {node.name}_read <= {node.name}_rom[{index}];",
            f"    {node.name} <= {node.name}_read;",
            "  end",
        ]
