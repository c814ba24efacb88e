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

    def text(self) -> list[str]:
        """Declarations and look-ups of every constant."""
        lines = self.engine.title("Constants")
        for node in self.engine.sources_of(Kind.CONSTANT):
            lines += [*self._lookup(node), ""]
        return lines

    def _lookup(self, node: Node) -> list[str]:
        """Tables and look-up of one constant.

        A table whose rows are not a power of two is split in two that are: 80 rows are 64 and
        16, so that look-up tables are not spent on rows nobody reads.
        """
        bits, lag = self.engine.hash.word_bits, self.engine.graph.lag(node.name)
        declaration = f"  logic{range_of(bits)} {node.name};  // K[t] [{lag}]"
        table = self._table(node)
        if len(table) == 1:
            return [declaration, f"  assign {node.name} = {literal(table[0], bits)};"]
        index_bits = self._index_bits
        index = self.engine.step_at(node.port.stage, self._address_delay(node), index_bits)
        if self.in_ram:
            rows = table + [0] * ((1 << index_bits) - len(table))
            return [declaration, *self._rom(node.name, rows, "block"), *self._ram_read(node, index)]
        if len(table) == 1 << index_bits:
            rom = self._rom(node.name, table, "logic")
            return [declaration, *rom, f"  assign {node.name} = {node.name}_rom[{index}];"]
        return [declaration, *self._split_lookup(node, table, index)]

    def _split_lookup(self, node: Node, table: list[int], index: str) -> list[str]:
        """Look-up in a table of 2^n rows and one of the rest."""
        name, index_bits = node.name, self._index_bits
        half = 1 << (index_bits - 1)
        rest = table[half:]
        rest_bits = (len(rest) - 1).bit_length()
        rest += [0] * ((1 << rest_bits) - len(rest))
        low = f"{name}_low_rom[{name}_row[{index_bits - 2}:0]]"
        high = f"{name}_high_rom[{name}_row[{rest_bits - 1}:0]]"
        if rest_bits == 0:
            high = literal(rest[0], self.engine.hash.word_bits)
        return [
            f"  logic{range_of(index_bits)} {name}_row;  // iteration",
            *self._rom(f"{name}_low", table[:half], "logic"),
            *(self._rom(f"{name}_high", rest, "logic") if rest_bits else []),
            f"  assign {name}_row = {index};",
            f"  assign {name} = {name}_row[{index_bits - 1}] ? {high} : {low};",
        ]

    def _rom(self, name: str, rows: list[int], style: str) -> list[str]:
        """A table with its contents."""
        bits = self.engine.hash.word_bits
        return [
            f'  (* ram_style = "{style}" *)',
            f"  logic{range_of(bits)} {name}_rom [0:{len(rows) - 1}];",
            "",
            "  initial begin",
            *(f"    {name}_rom[{i}] = {literal(word, bits)};" for i, word in enumerate(rows)),
            "  end",
            "",
        ]

    def _ram_read(self, node: Node, index: str) -> list[str]:
        """Two clocks from address to constant: the RAM and its output register."""
        name = node.name
        return [
            f"  logic{range_of(self.engine.hash.word_bits)} {name}_fetched;  // a clock before",
            "",
            "  always_ff @(posedge clk) begin",
            f"    {name}_fetched <= {name}_rom[{index}];",
            f"    {name} <= {name}_fetched;",
            "  end",
        ]
