"""An engine that takes a block in one clock and begins with it in the same: michail2012.

Nothing is fetched: the block, the chaining value it starts from and a mark come with the start.
The first stage loads what is there in every clock in which a block may begin, whether one does or
not: nobody reads that stage then, and the selects wait for no handshake.
The new chaining words leave `rounds / unroll` clocks later, straight out of the last rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hashloom.dataflow.graph import Kind, Node
from hashloom.hashes import Hash
from hashloom.rtl.engine.datapath import Datapath
from hashloom.rtl.verilog import (
    Port,
    case_table,
    commented,
    concatenation,
    functions,
    literal,
    module_file,
    module_head,
    range_of,
    section,
)
from hashloom.transforms.by_hand.initialisation import BlockGraph, Supplied, begin_at_once
from hashloom.transforms.methodology import Compiled

_TABLE = '(* rom_style = "distributed", romstyle = "logic", syn_romstyle = "logic" *)'


def at_once_ports(hash_: Hash) -> list[Port]:
    """Ports of the engine."""
    half = {name: len(words) * hash_.word_bits for name, words in hash_.sequences.items()}
    order = {"a": "H3 first, down to H0", "e": "H7 first, down to H4"}
    return [
        Port("input", 1, "clk", "clock"),
        Port("input", 1, "rst", "synchronous reset"),
        Port("output", 1, "slot_ready", "a block may begin in this clock"),
        Port("input", 1, "slot_start", "a block begins, only while slot_ready is high"),
        Port("input", 1, "slot_mark", "what comes back with its chaining words"),
        Port("input", hash_.block_bits, "word_data", "the block, M[0] in the low bits"),
        *(
            Port("input", bits, f"state_{name}", f"{order[name]}, that it starts from")
            for name, bits in half.items()
        ),
        Port("output", 1, "chain_valid", "new chaining words are there, in this clock alone"),
        Port("output", 1, "chain_mark", "what came with their block"),
        *(Port("output", bits, f"chain_{name}", order[name]) for name, bits in half.items()),
    ]


@dataclass(frozen=True)
class AtOnceWriter:
    """Writes the engine's module from a graph that was compiled by hand."""

    hash: Hash
    compiled: Compiled

    @cached_property
    def block(self) -> BlockGraph:
        """The graph whose blocks begin at once."""
        return begin_at_once(self.compiled.graph, self.hash)

    @property
    def stages(self) -> int:
        """Stages of the pipeline (S)."""
        return self.block.graph.stages

    @property
    def iterations(self) -> int:
        """Clocks that a block is in each of them."""
        return self.block.graph.iterations

    @property
    def latency(self) -> int:
        """Clocks from the one in which a block comes to that of its new chaining words."""
        return self.stages * self.iterations

    def modules_used(self) -> set[str]:
        """Library modules the engine instantiates."""
        return self._datapath.modules_used()

    @cached_property
    def _datapath(self) -> Datapath:
        aliases = {name: self._read(what) for name, what in self.block.names.items()}
        return Datapath(self.block.graph, self.hash, aliases, {})

    def text(self, name: str) -> str:
        """The whole file of the module `<name>_engine`."""
        datapath = self._datapath
        parts = [
            functions(self.hash, datapath.functions_used()),
            self._begun(),
            self._turning(),
            self._chaining(),
            self._constants(),
            section("Words of the datapath: the number in brackets is the lag in clocks"),
            datapath.declarations(),
            [""],
            section("Datapath"),
            datapath.operators(),
            [""],
            section("Delay lines of the datapath"),
            ["  always_ff @(posedge clk) begin", *datapath.register_updates(), "  end", ""],
            self._outputs(),
        ]
        head = [
            "(* mem2reg *)  // for Yosys: every array is registers",
            *module_head(f"{name}_engine", at_once_ports(self.hash)),
        ]
        return module_file(self._header(), head, [line for part in parts for line in part])

    def _header(self) -> list[str]:
        return [
            f"// {self.hash.title} engine: blocks in, chaining values out ({self.hash.standard}).",
            "//",
            f"// Rounds a clock: {self.block.graph.unroll}. Pipeline stages: {self.stages}.",
            f"// A block comes in one clock, every {self.iterations} clocks at most, and begins in",
            f"// it; its chaining words leave {self.latency} clocks later.",
            "// Registers placed by the recursive method of michail2012, initial values formed as",
            "// in its section 7.9.",
            "",
        ]

    def _begun(self) -> list[str]:
        """Which clock each block is in: one bit that goes along with it."""
        last = self.latency
        return [
            *section("Blocks on their way"),
            *commented(
                [
                    (
                        "logic start;",
                        "a block may begin in this clock: what it would load is loaded",
                    ),
                    ("logic begins;", "one does"),
                    (f"logic [{last}:1] start_q;", "[i]: a block began i clocks ago"),
                    (f"logic [{last}:1] mark_q;", "what came with it"),
                ]
            ),
            "",
            "  assign begins = slot_start;",
            "  assign slot_ready = start;",
            "",
            "  always_ff @(posedge clk) begin",
            f"    start <= !begins && start_q[{self.iterations - 2}:1] == '0;",
            f"    start_q <= {{start_q[{last - 1}:1], begins}};",
            f"    mark_q <= {{mark_q[{last - 1}:1], slot_mark}};",
            "    if (rst) begin",
            "      start <= 1'b1;",
            "      start_q <= '0;",
            "    end",
            "  end",
            "",
        ]

    def _turning(self) -> list[str]:
        """The block's words, a row of which is at each place in turn."""
        row = self.hash.word_bits * self.block.graph.unroll
        top = row * self.iterations - 1
        turned = f"{{turning_q[{row - 1}:0], turning_q[{top}:{row}]}}"
        return [
            *section("Words of the block"),
            *commented([(f"logic [{top}:0] turning_q;", "the rows of a block, which go round")]),
            "",
            "  always_ff @(posedge clk)",
            f"    turning_q <= start ? word_data : {turned};",
            "",
        ]

    def _chaining(self) -> list[str]:
        """The chaining value that each stage's block has started from."""
        bits = 8 * self.hash.word_bits
        lines = [
            *section("Chaining values"),
            *commented(
                [
                    (
                        f"logic [{self.stages - 1}:0][{bits - 1}:0] state_q;",
                        "[s]: that the block in stage s has started from",
                    )
                ]
            ),
            "",
            "  always_ff @(posedge clk) begin",
            "    if (start) state_q[0] <= {state_a, state_e};",
        ]
        lines += [
            f"    if (start_q[{self.iterations * s}]) state_q[{s}] <= state_q[{s - 1}];"
            for s in range(1, self.stages)
        ]
        return [*lines, "  end", ""]

    def _constants(self) -> list[str]:
        """K of each stage, by the row of its rounds."""
        graph, lines = self.block.graph, section("Constants")
        bits = (self.iterations - 1).bit_length()
        tables: dict[int, list[Node]] = {}
        for node in graph.sources():
            if node.port.kind is Kind.CONSTANT:
                tables.setdefault(node.port.stage, []).append(node)
        rows = [
            (f"logic{range_of(bits)} row_s{s};", f"row of K that stage {s} takes") for s in tables
        ]
        lines += [*commented(rows), "", "  always_ff @(posedge clk) begin"]
        for stage, nodes in tables.items():
            lines += self._row(stage, graph.lag(nodes[0].name), bits)
        lines += ["  end", ""]
        for stage, nodes in tables.items():
            for node in nodes:
                lines += self._table(node, f"row_s{stage}", bits)
        return lines

    def _row(self, stage: int, lag: int, bits: int) -> list[str]:
        """The count of a stage's rows: the first one's waits where a block finds it."""
        row, zero = f"row_s{stage}", literal(0, bits)
        if stage:
            before = self.iterations * stage + lag - 1
            return [f"    {row} <= start_q[{before}] ? {zero} : {row} + 1'b1;"]
        waits = literal(-lag % self.iterations, bits)
        return [
            f"    if (begins || {row} != {waits}) {row} <= {row} + 1'b1;",
            f"    if (rst) {row} <= {waits};",
        ]

    def _table(self, node: Node, row: str, row_bits: int) -> list[str]:
        bits, port = self.hash.word_bits, node.port
        rounds = [port.first_round + port.round_at(i) for i in range(self.iterations)]
        table = [self.hash.constants[t] for t in rounds]
        return [
            f"  {_TABLE}",
            *commented(
                [
                    (
                        f"logic{range_of(bits)} {node.name};",
                        f"K[t] [{self.block.graph.lag(node.name)}]",
                    )
                ]
            ),
            "",
            "  always_comb begin",
            *case_table(row, row_bits, f"{node.name} =", table, bits, "logic"),
            "  end",
            "",
        ]

    def _read(self, what: Supplied) -> str:
        """The text of a source."""
        bits = self.hash.word_bits
        if what.what == "begun":
            return f"start_q[{what.number}]" if what.number else "start"
        if what.what == "constant":
            return literal(what.number, bits)
        if what.what == "block":
            return f"word_data[{(what.number + 1) * bits - 1}:{what.number * bits}]"
        if what.what == "turning":
            place = what.number * self.block.graph.unroll + what.lane
            return f"turning_q[{(place + 1) * bits - 1}:{place * bits}]"
        if what.what == "state":
            name, place = ("a", 3 - what.number) if what.number < 4 else ("e", 7 - what.number)
            return f"state_{name}[{(place + 1) * bits - 1}:{place * bits}]"
        place = 7 - what.number
        return f"state_q[{self.stages - 1}][{(place + 1) * bits - 1}:{place * bits}]"

    def _outputs(self) -> list[str]:
        words = {
            node.port.index: self._datapath.read(node.operands[0])
            for node in self.block.graph.sinks()
            if node.port.kind is Kind.RESULT
        }
        lines = [
            *section("Chaining words leave"),
            f"  assign chain_valid = start_q[{self.latency}];",
            f"  assign chain_mark = mark_q[{self.latency}];",
        ]
        for name, indices in self.hash.sequences.items():
            sums = concatenation([words[index] for index in indices])
            lines.append(f"  assign chain_{name} = {sums};")
        return [*lines, ""]
