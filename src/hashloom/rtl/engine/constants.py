"""The round constants as tables: look-up tables or block RAM."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hashloom.dataflow.graph import Kind, Node
from hashloom.rtl.engine.plan import EnginePlan
from hashloom.rtl.engine.wires import Need, Wires
from hashloom.rtl.verilog import case_table, commented, literal, range_of, section

# Attributes of a table's output for Vivado, Quartus, and LSE or Synplify. Quartus has names for the
# memories of each family but none for block RAM as such: it takes that by itself.
_IN_LOGIC = '(* rom_style = "distributed", romstyle = "logic", syn_romstyle = "logic" *)'
_IN_BLOCK_RAM = '(* rom_style = "block", syn_romstyle = "EBR" *)'
_RAM_LATENCY = 2  # clocks from address to constant out of a block RAM with output register


@dataclass(frozen=True)
class ConstantWriter:
    """Writes one table for each constant source: row i is for the round of iteration i."""

    plan: EnginePlan

    @property
    def in_ram(self) -> bool:
        """Whether the tables are in block RAM."""
        return self.plan.architecture.constants == "bram"

    def _address_delay(self, node: Node) -> int:
        """Clocks by which the iteration that addresses the table is delayed."""
        return self.plan.graph.lag(node.name) - (_RAM_LATENCY if self.in_ram else 0)

    def needs(self) -> Iterator[Need]:
        """The delayed iteration counters the tables are addressed by."""
        if self.plan.graph.iterations == 1:
            return
        for node in self.plan.sources_of(Kind.CONSTANT):
            step = self.plan.of_stage("step", node.port.stage)
            yield Need(step, self._index_bits, self._address_delay(node))

    def _table(self, node: Node) -> list[int]:
        rows = range(self.plan.graph.iterations)
        rounds = [node.port.first_round + node.port.round_at(i) for i in rows]
        words = self.plan.hash.constants_of[node.port.sequence]
        return [words[t] for t in rounds]

    @property
    def _index_bits(self) -> int:
        return (self.plan.graph.iterations - 1).bit_length()

    def text(self, wires: Wires) -> list[str]:
        """Declarations and look-ups of every constant."""
        lines = section("Constants")
        for node in self.plan.sources_of(Kind.CONSTANT):
            lines += [*self._lookup(node, wires), ""]
        return lines

    def _lookup(self, node: Node, wires: Wires) -> list[str]:
        """Tables and look-up of one constant.

        A table whose rows are not a power of two is split in two that are: 80 rows are 64 and
        16, so that look-up tables are not spent on rows nobody reads.
        """
        name, bits = node.name, self.plan.hash.word_bits
        word = (f"logic{range_of(bits)} {name};", f"{node.meaning} [{self.plan.graph.lag(name)}]")
        table = self._table(node)
        if len(table) == 1:
            return [*commented([word]), f"  assign {name} = {literal(table[0], bits)};"]
        index_bits = self._index_bits
        index = wires.step_at(node.port.stage, self._address_delay(node), index_bits)
        row = (f"logic{range_of(index_bits)} {name}_row;", "iteration")
        row_is = f"  assign {name}_row = {index};"
        if self.in_ram:
            # Tools without a word for block RAM of any size choose it by the clocked read.
            ahead = (f"logic{range_of(bits)} {name}_fetched;", "a clock before")
            return [
                *commented([row]),
                f"  {_IN_BLOCK_RAM}",
                *commented([ahead, word]),
                "",
                row_is,
                "",
                "  always_ff @(posedge clk) begin",
                *case_table(f"{name}_row", index_bits, f"{name}_fetched <=", table, bits, "block"),
                f"    {name} <= {name}_fetched;",
                "  end",
            ]
        if len(table) == 1 << index_bits:
            tables = self._logic(name, index_bits, table)
            return [*commented([row]), f"  {_IN_LOGIC}", *commented([word]), "", row_is, *tables]
        return [*commented([row, word]), "", row_is, *self._split(node, index_bits, table)]

    def _split(self, node: Node, index_bits: int, table: list[int]) -> list[str]:
        """Look-up in a table of 2^n rows and one of the rest."""
        name, meaning = node.name, node.meaning
        bits, half = self.plan.hash.word_bits, 1 << (index_bits - 1)
        rest_bits = (len(table) - half - 1).bit_length()
        lines = []
        parts = [("low", f"the first {half} iterations", index_bits - 1, table[:half])]
        high = literal(table[half], bits)
        if rest_bits:
            parts.append(("high", "those behind them", rest_bits, table[half:]))
            high = f"{name}_high"
        for which, whose, row_bits, rows in parts:
            part = f"{name}_{which}"
            lines += [
                "",
                *commented([(f"logic{range_of(row_bits)} {part}_row;", f"one of {whose}")]),
                f"  {_IN_LOGIC}",
                *commented([(f"logic{range_of(bits)} {part};", f"{meaning} of {whose}")]),
                "",
                f"  assign {part}_row = {name}_row[{row_bits - 1}:0];",
                *self._logic(part, row_bits, rows),
            ]
        chosen = f"{name}_row[{index_bits - 1}] ? {high} : {name}_low"
        return [*lines, "", f"  assign {name} = {chosen};"]

    def _logic(self, name: str, index_bits: int, rows: list[int]) -> list[str]:
        """A table in look-up tables."""
        bits = self.plan.hash.word_bits
        lines = case_table(f"{name}_row", index_bits, f"{name} =", rows, bits, "logic")
        return ["", "  always_comb begin", *lines, "  end"]
