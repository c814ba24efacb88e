"""The machine of a core folded on four adders as SystemVerilog."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from hashloom.hashes.expressions import Read
from hashloom.rtl.folded.clocked.writer import ClockedWriter
from hashloom.rtl.folded.four.program import FourProgram
from hashloom.rtl.folded.machine_writer import ADDER
from hashloom.rtl.verilog import functions, instance, module_file, module_head, range_of, section
from hashloom.transforms.folding.on_four import ADDERS, EARLY, LATE, OTHER, SCHEDULE


@dataclass(frozen=True)
class FourWriter(ClockedWriter):
    """Writes the machine from its program."""

    program: FourProgram

    def text(self, prefix: str) -> str:
        """The file `<prefix>_engine.sv`."""
        labels = {label for each in self.program.functions.values() for label in each}
        head = module_head(f"{prefix}_engine", self.ports)
        body = [
            *functions(self.program.hash, labels),
            *self._signals(),
            *self._program(),
            *self._memory(),
            *self._terms(),
            *self._sums(),
            *self._writes(),
            *self._digest(),
        ]
        return module_file(self._header(prefix), head, body)

    def _paragraphs(self, prefix: str) -> tuple[str, ...]:
        program, hash_ = self.program, self.program.hash
        roles = program.roles
        return (
            f"{prefix}_engine: {hash_.title} ({hash_.standard}), each round on four adders.",
            f"A block takes {program.slot_clocks} clocks, a round {program.round_rows} of them. "
            "Each adder takes a term a clock: the schedule's those of a word of the schedule, the "
            "early one K, W and the oldest word of a round, the late one what the early one has "
            f"made, the newer terms of T1 and what makes of T1 the new {roles.first}, the other "
            f"one T1 and what makes of it the new {roles.second}. A term is registered, then "
            "added; words of the rounds are registers that shift when a new one is loaded.",
            "The program has a row for every clock. An instruction reads a word from the memory, "
            "which three clocks later is in x; all else that it says is done in its own clock.",
        )

    def _rows(self) -> list[tuple[str, str]]:
        program, word = self.program, self._word
        written = range_of(program.layout.written_bits)
        return [
            (f"logic{range_of(self._row_bits)} row;", "of the program, two clocks ahead"),
            ("logic pass, unused_pass;", "no row is run twice"),
            *self._of_block(),
            (f"logic{range_of(program.bits)} instruction_q;", "what is done in this clock"),
            ("logic [2:0] reset_q;", "a reset 1, 2 and 3 clocks ago"),
            ("logic quiet;", "instructions are from before one"),
            ("logic stores, late_stores;", "a sum is written to the memory"),
            ("logic carry;", "the schedule's sum has wrapped; its last term is small"),
            ("logic carry_q, checks_q;", "so has the one written last; it must not have"),
            ("logic over_q;", "the message is too long"),
            (f"{word} x_q, held_q;", "the word read last, and that of a round before it"),
            *(
                (f"{word} {', '.join(self._places(name))};", f"the last words of {name}")
                for name in program.hash.sequences
            ),
            *(
                (f"{word} {name}_one_q, {name}_two_q;", "what is added, one of them zero")
                for name in ADDERS
            ),
            *((f"{word} {name}_q, {name}_sum;", "a sum and what it becomes") for name in ADDERS),
            (f"{word} early_made_q;", "the early sum when it was whole"),
            ("logic write_q, joins_q;", "a sum is written; bits of message are joined"),
            (f"logic{written} write_address_q;", "to this address"),
            (f"{word} written_q, late_written_q;", "the sum, both zero without one"),
            (f"logic{written} write_to;", "a sum's address, or the stream's"),
            (f"{word} write_data;", "either's word; the other is zero"),
        ]

    def _places(self, sequence: str) -> list[str]:
        """The registers of a sequence, the newest word first."""
        ages = self.program.hash.sequences[sequence]
        return [f"{sequence}{place}_q" for place in range(1, len(ages))]

    def _old(self, read: Read) -> str:
        """The register in which an oldest word is read."""
        return f"{read.sequence}{self.program.roles.place}_q"

    def _met(self, read: str, held: str) -> list[str]:
        """What the word read and the word held give, of which one is zero: two lines."""
        return [read, f"        | {held}"]

    def _terms(self) -> list[str]:
        program, roles = self.program, self.program.roles
        bits = program.hash.word_bits
        first, second = self._places(roles.first), self._places(roles.second)
        read, held = self._met(
            f"(x_q & {{{bits}{{schedule_word}}}})", f"(held_q & {{{bits}{{schedule_held}}}})"
        )
        return [
            *section("Terms"),
            "  assign unused_pass = &{1'b0, pass};",
            "",
            "  always_ff @(posedge clk) begin",
            *self._function(SCHEDULE, ["x_q"] * 3),
            f"    schedule_two_q <= {read}",
            held,
            f"        | {bits}'(schedule_second && !schedule_function && carry_q);",
            "    early_one_q <= x_q;",
            "    if (!early_word) early_one_q <= '0;",
            f"    early_two_q <= {self._old(roles.early)};",
            "    if (!early_old) early_two_q <= '0;",
            *self._function(LATE, first),
            f"    late_two_q <= late_second ? {self._old(roles.added)} : early_made_q;",
            "    if (!late_word) late_two_q <= '0;",
            *self._function(OTHER, second),
            "    other_two_q <= late_q;",
            "    if (!other_shared) other_two_q <= '0;",
            "    if (early_word) held_q <= x_q;",
            "  end",
            "",
        ]

    def _function(self, adder: str, places: Sequence[str]) -> list[str]:
        """The function that an adder takes of the registers of a sequence."""
        three = self.program.hash.functions_of_three
        one, other = (
            f"{label}({', '.join(places[:3] if label in three else places[:1])})"
            for label in self.program.functions[adder]
        )
        return [
            f"    {adder}_one_q <= {adder}_second ? {other} : {one};",
            f"    if (!{adder}_function) {adder}_one_q <= '0;",
        ]

    def _sums(self) -> list[str]:
        roles, top = self.program.roles, self.program.hash.word_bits - 1
        ends = {
            SCHEDULE: "writes || sends || over",
            EARLY: "early_ends",
            LATE: "late_loads || late_writes",
            OTHER: "other_loads",
        }
        lines = section("Sums")
        for name in ADDERS:
            ports = {
                "a": f"{name}_q",
                "c": f"{name}_one_q",
                "d": f"{name}_two_q",
                "sum": f"{name}_sum",
            }
            width = {"WIDTH": str(self.program.hash.word_bits)}
            lines += [*instance(ADDER, f"u_{name}", ports, width), ""]
        lines += [
            "  always_ff @(posedge clk) begin",
            *(
                line
                for name in ADDERS
                for line in (
                    f"    {name}_q <= {name}_sum;",
                    f"    if ({ends[name]}) {name}_q <= '0;",
                )
            ),
            "    if (early_ends) early_made_q <= early_sum;",
        ]
        for adder, sequence in ((LATE, roles.first), (OTHER, roles.second)):
            places = self._places(sequence)
            lines += [
                f"    if ({adder}_loads) begin",
                f"      {places[0]} <= {adder}_sum;",
                *(f"      {b} <= {a};" for a, b in pairwise(places)),
                "    end",
            ]
        return [
            *lines,
            "  end",
            "",
            f"  assign carry = schedule_q[{top}] && !schedule_sum[{top}];",
            *self._stored(),
            "  assign late_stores = late_writes && !quiet;",
            "",
            "  always_ff @(posedge clk) begin",
            *self._checked(),
            "  end",
            "",
        ]

    _sent, _last = "schedule_sum", "over"
    _writing = (
        ("written_q", "schedule_sum", "stores"),
        ("late_written_q", "late_sum", "late_stores"),
    )
