"""The machine of a folded core as SystemVerilog: its program, its memory and its adder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from textwrap import wrap

from hashloom.rtl.folded.instruction import Encoding
from hashloom.rtl.folded.layout import PASS
from hashloom.rtl.folded.program import Program
from hashloom.rtl.verilog import (
    COLUMNS,
    Port,
    case_table,
    commented,
    functions,
    instance,
    literal,
    module_file,
    module_head,
    range_of,
    section,
)

# Attributes for Vivado, Quartus, and LSE or Synplify; the last for Yosys as well.
_ROM = '(* rom_style = "block", syn_romstyle = "EBR" *)'
_RAM = '(* ram_style = "block", syn_ramstyle = "block_ram", no_rw_check *)'
ADDER = "add_or"


def ports(program: Program) -> list[Port]:
    """Ports of the machine: complete blocks, words of blocks, and digests."""
    word = program.hash.word_bits
    return [
        Port("input", 1, "clk", "clock"),
        Port("input", 1, "rst", "synchronous reset: all messages are forgotten"),
        Port("input", 1, "block_valid", "a block is complete"),
        Port("output", 1, "block_taken", "work on it begins"),
        Port("input", 1, "block_first", "it is the first of its message"),
        Port("input", 1, "block_last", "it is the last"),
        Port("input", 1, "block_whole", "all of it is message"),
        Port("input", 1, "block_error", "with block_last: the message broke the rules"),
        Port("input", byte_bits(program), "block_bytes", "bytes of message where that ends"),
        Port("input", 1, "fill", "a word of a block is written"),
        Port("output", 1, "fill_ready", "it can be in this clock"),
        Port("input", 1, "fill_half", "to this half; with block_taken: the block is there"),
        Port("input", 4, "fill_position", "its position in the block"),
        Port("input", word, "fill_data", "the word; zero without fill"),
        Port("output", 1, "digest_valid", "a word of a digest is offered"),
        Port("input", 1, "digest_ready", "it is taken in this clock"),
        Port("output", word, "digest_data", "the word, first byte on top"),
        Port("output", 1, "digest_last", "it is the last of its digest"),
        Port("output", 1, "digest_error", "its message broke the rules or is too long"),
    ]


def byte_bits(program: Program) -> int:
    """Width of the number of a byte in a block."""
    return (program.hash.block_bytes - 1).bit_length()


@dataclass(frozen=True)
class FoldedWriter:
    """Writes a folded core's machine from its program."""

    program: Program

    @property
    def sequencer(self) -> str:
        """The library module that goes through the program."""
        return "fold_sequencer"

    @property
    def ports(self) -> list[Port]:
        """Ports of the machine."""
        return ports(self.program)

    @cached_property
    def encoding(self) -> Encoding:
        """Its instructions."""
        return Encoding(self.program)

    def modules_used(self) -> set[str]:
        """Library modules in it."""
        return {ADDER, self.sequencer}

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

    @property
    def _word(self) -> str:
        return f"logic{range_of(self.program.hash.word_bits)}"

    @property
    def _address(self) -> str:
        return f"logic{range_of(self.program.layout.bits)}"

    def _header(self, prefix: str) -> list[str]:
        hash_, clocks = self.program.hash, self.program.slot_clocks
        paragraphs = (
            f"{prefix}_engine: {hash_.title} ({hash_.standard}), each round on one adder.",
            f"A block takes {clocks} clocks. An instruction reads a word from the memory, which "
            "two clocks later is in x, then in y, then in z. Functions of three words take all of "
            "them, other terms z. A term is added to a sum a clock later, and sums are written "
            "back.",
            f"The program: {self._told()} A row of it acts for six clocks, so that an instruction "
            "belongs to several rows.",
        )
        return "\n//\n".join(
            "\n".join(f"// {line}" for line in wrap(each, COLUMNS - 3)) for each in paragraphs
        ).split("\n")

    def _told(self) -> str:
        """What the header says of the program, in order."""
        return (
            "the initial value and the length, where a message begins, goes on or "
            f"ends; {PASS} rounds with the words of the schedule that they make; the last {PASS} "
            "rounds; the new chaining value; the digest."
        )

    def _of_block(self) -> list[tuple[str, str]]:
        """Signals that say what is known of the block at work."""
        bytes_ = range_of(byte_bits(self.program))
        return [
            ("logic last_q;", "the block at work is the last of its message"),
            ("logic first_q, whole_q, error_q;", "what else is known of it"),
            (f"logic{bytes_} bytes_q;", "bytes of message in the last block"),
            ("logic half_q;", "the half of the memory where it is"),
        ]

    def _signals(self) -> list[str]:
        program, bits = self.program, self.encoding.bits
        written = range_of(program.layout.written_bits)
        rows = [
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
        return [
            *section("Signals"),
            *commented(rows),
            "",
            *commented(
                [(f"logic{range_of(f.bits)} {f.name};", f.comment) for f in self.encoding.fields]
            ),
            "",
            "  assign {",
            *(
                f"    {field.name}{'' if field is self.encoding.fields[-1] else ','}"
                for field in self.encoding.fields
            ),
            "  } = instruction_q;",
            "",
        ]

    @property
    def _row_bits(self) -> int:
        return (len(self.program.rows) - 1).bit_length()

    def _program(self) -> list[str]:
        bits, marks = self.encoding.bits, self.program.marks
        numbers: dict[str, int] = {
            "ROW_BITS": self._row_bits,
            **marks,
            "PASSES": self.program.layout.passes,
            "PASS_BITS": self.program.layout.pass_bits,
        }
        words = self.encoding.words
        table = case_table("row", self._row_bits, "fetched_q <=", words, bits, "block")
        return [
            *section("Program"),
            *instance(
                self.sequencer,
                "u_sequencer",
                self._sequenced(),
                {k: str(v) for k, v in numbers.items()},
            ),
            "",
            f"  {_ROM}",
            *commented([(f"logic{range_of(bits)} fetched_q;", "the instruction a clock before")]),
            "",
            "  always_ff @(posedge clk) begin",
            *table,
            "    instruction_q <= fetched_q;",
            "  end",
            "",
            "  assign quiet = rst || (|reset_q);",
            "",
            "  always_ff @(posedge clk) begin",
            "    reset_q <= {reset_q[1:0], rst};",
            *self._taken(),
            "  end",
            "",
        ]

    def _sequenced(self) -> dict[str, str]:
        """What the sequencer is connected to."""
        return {
            **{name: name for name in ("clk", "rst", "block_valid", "block_taken", "block_last")},
            "wait_here": "digest_valid",
            "row": "row",
            "pass": "pass",
            "last": "last_q",
        }

    def _taken(self) -> list[str]:
        """What is kept of a block when work on it begins."""
        return [
            "    if (block_taken) begin",
            "      first_q <= block_first;",
            "      whole_q <= block_whole;",
            "      error_q <= block_error;",
            "      bytes_q <= block_bytes;",
            "      half_q <= fill_half;",
            "    end",
        ]

    def _memory(self) -> list[str]:
        at = self.program.layout
        written = f"{{{at.bits - at.written_bits}'d0, write_to}}"
        bits = self.program.hash.word_bits
        words = at.contents()
        return [
            *section("Memory"),
            f"  {_RAM}",
            *commented(
                [(f"{self._word} store[{1 << at.bits}];", "words, and constants in the upper half")]
            ),
            *commented(
                [(f"{self._word} word_q;", "the word read a clock ago")],
            ),
            *commented([(f"{self._address} address;", "of the word that is read")]),
            "",
            "  initial begin",
            *(f"    store[{a}] = {literal(words[a], bits)};" for a in sorted(words)),
            "  end",
            "",
            *self._addressed(),
            "",
            "  // What always_ff writes must not begin with contents.",
            "  always @(posedge clk) begin",
            f"    if (write_q || fill) store[{written}] <= write_data;",
            "  end",
            "",
            "  always_ff @(posedge clk) begin",
            "    word_q <= store[address];",
            "    x_q <= word_q;",
            "    y_q <= x_q;",
            "    z_q <= y_q;",
            "  end",
            "",
        ]

    def _addressed(self) -> list[str]:
        """The address of the word that is read."""
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
            "    if (writes) carry_q <= carry;",
            "    checks_q <= stores && over;",
            "    if (checks_q && carry_q) over_q <= 1'b1;",
            f"    if ({self._begins}) over_q <= 1'b0;",
            "  end",
            "",
        ]

    _begins = "block_taken && block_first"  # a message does

    def _stored(self) -> list[str]:
        """When a sum is written."""
        return [
            "  assign stores = writes && !quiet && (when == 2'd0 || (when == 2'd1 && first_q)",
            "      || (when == 2'd2 && whole_q) || (when == 2'd3 && last_q));",
        ]

    def _writes(self) -> list[str]:
        bits = self.program.hash.word_bits
        return [
            *section("What is written"),
            *self._written_to(),
            "",
            "  assign write_data = written_q | fill_data",
            f"      | ({bits}'({{{self._bytes}, 3'd0}}) & {{{bits}{{joins_q}}}});",
            "",
            "  always_ff @(posedge clk) begin",
            "    written_q <= sum;",
            "    if (!stores) written_q <= '0;",
            "    write_q <= stores;",
            "    if (rst) write_q <= 1'b0;",
            "    write_address_q <= write_address;",
            "    joins_q <= joins && stores;",
            "  end",
            "",
        ]

    _bytes = "bytes_q"  # of message in the last block

    def _written_to(self) -> list[str]:
        """The address that is written to."""
        top = self.program.layout.written_bits - 1
        return [
            "  assign fill_ready = !write_q;",
            "",
            "  assign write_to = !write_q ? {1'd0, fill_half, fill_position}",
            f"      : write_address_q[{top}:4] != '0 ? write_address_q",
            "      : write_address_q | {1'd0, half_q, 4'd0};  // the block",
        ]

    def _digest(self) -> list[str]:
        return [
            *section("Digest"),
            "  always_ff @(posedge clk) begin",
            "    if (sends && !quiet) begin",
            "      digest_data <= sum;",
            "      digest_last <= ends;",
            "      digest_error <= error_q || over_q;",
            "    end",
            "    digest_valid <= (sends && !quiet) || (digest_valid && !digest_ready);",
            "    if (rst) digest_valid <= 1'b0;",
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
