"""The machine of a folded core as SystemVerilog: its program, its memory and its adder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from hashloom.rtl.folded.instruction import Encoding
from hashloom.rtl.folded.layout import PASS
from hashloom.rtl.folded.machine_writer import MachineWriter
from hashloom.rtl.folded.program import Program
from hashloom.rtl.verilog import functions, instance, module_file, module_head, range_of, section


@dataclass(frozen=True)
class FoldedWriter(MachineWriter):
    """Writes a folded core's machine from its program."""

    program: Program

    @cached_property
    def encoding(self) -> Encoding:
        """Its instructions."""
        return Encoding(self.program)

    @property
    def instructions(self) -> Encoding:
        """What the program is made of."""
        return self.encoding

    def text(self, prefix: str) -> str:
        """The file `<prefix>_engine.sv`."""
        three, one = self.encoding.functions
        head = module_head(f"{prefix}_engine", self.ports)
        body = [
            *functions(self.program.hash, {*three, *one}),
            *self._signals(),
            *self._program(),
            *self._memory(),
            *self._sum(),
            *self._writes(),
            *self._digest(),
        ]
        return module_file(self._header(prefix), head, body)

    def _paragraphs(self, prefix: str) -> tuple[str, ...]:
        hash_, clocks = self.program.hash, self.program.slot_clocks
        return (
            f"{prefix}_engine: {hash_.title} ({hash_.standard}), each round on one adder.",
            f"A block takes {clocks} clocks. An instruction reads a word from the memory, which "
            "two clocks later is in x, then in y, then in z. Functions of three words take all of "
            "them, other terms z. A term is added to a sum a clock later, and sums are written "
            "back.",
            f"The program: {self._told()} A row of it acts for six clocks, so that an instruction "
            "belongs to several rows.",
        )

    def _told(self) -> str:
        """What the header says of the program, in order."""
        return (
            "the initial value and the length, where a message begins, goes on or "
            f"ends; {PASS} rounds with the words of the schedule that they make; the last {PASS} "
            "rounds; the new chaining value; the digest."
        )

    def _rows(self) -> list[tuple[str, str]]:
        program, bits = self.program, self.encoding.bits
        written = range_of(program.layout.written_bits)
        return [
            (f"logic{range_of(self._row_bits)} row;", "of the program, two clocks ahead"),
            (f"logic{range_of(program.layout.pass_bits)} pass;", "of sixteen rounds"),
            *self._of_block(),
            (f"logic{range_of(bits)} instruction_q;", "what is done in this clock"),
            ("logic [2:0] reset_q;", "a reset 1, 2 and 3 clocks ago"),
            ("logic quiet;", "instructions are from before one"),
            ("logic stores;", "the sum is written to the memory"),
            ("logic carry;", "the sum has wrapped; its last term is small"),
            ("logic carry_q, checks_q;", "so has the one written last; it must not have"),
            ("logic over_q;", "the message is too long"),
            (f"{self._word} x_q, y_q, z_q;", "the words read last"),
            (f"{self._word} three_q, one_q, plain_q;", "what is added, all but one zero"),
            (f"{self._word} total_q, sum;", "the sum and what it becomes"),
            ("logic write_q, joins_q;", "a sum is written; bits of message are joined"),
            (f"logic{written} write_address_q;", "to this address"),
            (f"{self._word} written_q;", "the sum, zero without one"),
            (f"logic{written} write_to;", "a sum's address, or the stream's"),
            (f"{self._word} write_data;", "either's word; the other is zero"),
        ]

    def _behind(self) -> list[str]:
        return ["    x_q <= word_q;", "    y_q <= x_q;", "    z_q <= y_q;"]

    def _addressed(self) -> list[str]:
        at = self.program.layout
        top, old = at.bits - 1, at.old_offset.bit_length() - 1
        return [
            "  // Addresses are zero where pass, half and first pass are joined with them.",
            "  assign address = read_address",
            f"      | (read_address[{top}] ? {at.bits}'({{pass, 4'd0}})  // K",
            f"      : read_address[{top - 1}:4] == '0 ? {at.bits}'({{half_q, 4'd0}})  // the block",
            f"      : {at.bits}'({{from_old && pass == '0, {old}'d0}}));",
        ]

    def _sum(self) -> list[str]:
        three, one = self.encoding.functions
        bits = self.program.hash.word_bits
        top = bits - 1
        return [
            *section("Sum"),
            "  always_ff @(posedge clk) begin",
            f"    three_q <= {_chosen(three)};",
            f"    if (!({' || '.join(f'is_{name}' for name in three)})) three_q <= '0;",
            f"    one_q <= {_joined(one, bits)};",
            f"    plain_q <= (z_q & {{{bits}{{is_word}}}}) | three_q",
            f"        | {bits}'(is_carry && carry_q);",
            "  end",
            "",
            *instance(
                "add_or",
                "u_add",
                {"a": "total_q", "c": "one_q", "d": "plain_q", "sum": "sum"},
                {"WIDTH": str(bits)},
            ),
            "",
            f"  assign carry = total_q[{top}] && !sum[{top}];",
            *self._stored(),
            "",
            "  always_ff @(posedge clk) begin",
            "    if (clears) total_q <= '0;",
            "    else if (!keeps) total_q <= sum;",
            *self._checked(),
            "  end",
            "",
        ]


def _chosen(names: Sequence[str]) -> str:
    """One of the functions of x, y and z."""
    *others, last = names
    chosen = (f"is_{name} ? {name}(x_q, y_q, z_q) : " for name in others)
    return f"{''.join(chosen)}{last}(x_q, y_q, z_q)"


def _joined(names: Sequence[str], bits: int) -> str:
    """What is chosen of the functions of z."""
    return "\n        | ".join(f"({name}(z_q) & {{{bits}{{is_{name}}}}})" for name in names)
