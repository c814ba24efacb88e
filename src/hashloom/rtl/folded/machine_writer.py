"""What machines of folded cores have in common: ports, program, memory and digest as text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import chain
from textwrap import wrap
from typing import ClassVar, Protocol

from hashloom.rtl.folded.instruction import Field
from hashloom.rtl.folded.program import AnyProgram
from hashloom.rtl.verilog import (
    COLUMNS,
    Port,
    case_table,
    commented,
    instance,
    literal,
    range_of,
    section,
)

# Attributes for Vivado, Quartus, and LSE or Synplify; the last for Yosys as well.
_ROM = '(* rom_style = "block", syn_romstyle = "EBR" *)'
_RAM = '(* ram_style = "block", syn_ramstyle = "block_ram", no_rw_check *)'
ADDER = "add_or"


def ports(program: AnyProgram) -> list[Port]:
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


def byte_bits(program: AnyProgram) -> int:
    """Width of the number of a byte in a block."""
    return (program.hash.block_bytes - 1).bit_length()


class Instructions(Protocol):
    """The instructions of a program."""

    @property
    def fields(self) -> tuple[Field, ...]:
        """Fields of one, the first in its highest bits."""

    @property
    def bits(self) -> int:
        """Bits of one."""

    @property
    def words(self) -> list[int]:
        """All of them, row by row."""


@dataclass(frozen=True)
class MachineWriter(ABC):
    """Writes a machine that runs a program."""

    program: AnyProgram

    @property
    def sequencer(self) -> str:
        """The library module that goes through the program."""
        return "fold_sequencer"

    @property
    def ports(self) -> list[Port]:
        """Ports of the machine."""
        return ports(self.program)

    @property
    @abstractmethod
    def instructions(self) -> Instructions:
        """What the program is made of."""

    @property
    def _passes(self) -> int:
        """How often the loop and the rows behind it are run."""
        return self.program.layout.passes

    def modules_used(self) -> set[str]:
        """Library modules in it."""
        return {ADDER, self.sequencer}

    @abstractmethod
    def text(self, prefix: str) -> str:
        """The file `<prefix>_engine.sv`."""

    @property
    def _word(self) -> str:
        return f"logic{range_of(self.program.hash.word_bits)}"

    @property
    def _address(self) -> str:
        return f"logic{range_of(self.program.layout.bits)}"

    def _header(self, prefix: str) -> list[str]:
        return "\n//\n".join(
            "\n".join(f"// {line}" for line in wrap(each, COLUMNS - 3))
            for each in (*self._paragraphs(prefix), *self._besides)
        ).split("\n")

    _besides: ClassVar[tuple[str, ...]] = ()  # what the header says at its end

    @abstractmethod
    def _paragraphs(self, prefix: str) -> tuple[str, ...]:
        """What the header says."""

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
        fields = self.instructions.fields
        return [
            *section("Signals"),
            *commented(self._rows()),
            "",
            *commented([(f"logic{range_of(f.bits)} {f.name};", f.comment) for f in fields]),
            "",
            "  assign {",
            *(f"    {field.name}{'' if field is fields[-1] else ','}" for field in fields),
            "  } = instruction_q;",
            "",
        ]

    @abstractmethod
    def _rows(self) -> list[tuple[str, str]]:
        """The machine's signals, each with what it is."""

    @property
    def _row_bits(self) -> int:
        return (len(self.program.rows) - 1).bit_length()

    def _program(self) -> list[str]:
        bits, marks = self.instructions.bits, self.program.marks
        numbers: dict[str, int] = {
            "ROW_BITS": self._row_bits,
            **marks,
            "PASSES": self._passes,
            "PASS_BITS": (self._passes - 1).bit_length(),
        }
        words = self.instructions.words
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
            *self._behind(),
            "  end",
            "",
        ]

    @abstractmethod
    def _behind(self) -> list[str]:
        """The registers behind the word that is read."""

    @abstractmethod
    def _addressed(self) -> list[str]:
        """The address of the word that is read."""

    _begins = "block_taken && block_first"  # a message does

    def _stored(self) -> list[str]:
        """When a sum is written."""
        return [
            "  assign stores = writes && !quiet && (when == 2'd0 || (when == 2'd1 && first_q)",
            "      || (when == 2'd2 && whole_q) || (when == 2'd3 && last_q));",
        ]

    def _checked(self) -> list[str]:
        """What becomes of the carry of a sum that is written."""
        return [
            "    if (writes) carry_q <= carry;",
            "    checks_q <= stores && over;",
            "    if (checks_q && carry_q) over_q <= 1'b1;",
            f"    if ({self._begins}) over_q <= 1'b0;",
        ]

    _room = "!write_q"  # for a word of the stream
    _bytes = "bytes_q"  # of message in the last block
    # What is written: the register of a sum that is zero without one, the sum, and when it is.
    _writing: ClassVar[tuple[tuple[str, str, str], ...]] = (("written_q", "sum", "stores"),)

    def _writes(self) -> list[str]:
        """Sums, and words of the stream."""
        bits = self.program.hash.word_bits
        written = (
            (f"    {register} <= {value};", f"    if (!{stores}) {register} <= '0;")
            for register, value, stores in self._writing
        )
        return [
            *section("What is written"),
            *self._written_to(),
            "",
            f"  assign write_data = {self._joined(*(each for each, _, _ in self._writing))} "
            "| fill_data",
            f"      | ({bits}'({{{self._bytes}, 3'd0}}) & {{{bits}{{joins_q}}}});",
            "",
            "  always_ff @(posedge clk) begin",
            *chain.from_iterable(written),
            *self._cut(),
            f"    write_q <= {' || '.join(stores for _, _, stores in self._writing)};",
            "    if (rst) write_q <= 1'b0;",
            "    write_address_q <= write_address;",
            "    joins_q <= joins && stores;",
            "  end",
            "",
        ]

    def _joined(self, *sums: str) -> str:
        """What the sums give that are written, of which all but one are zero."""
        return " | ".join(sums)

    def _cut(self) -> list[str]:
        """Bits of a sum that are not written."""
        return []

    def _written_to(self) -> list[str]:
        """The address that is written to."""
        top = self.program.layout.written_bits - 1
        return [
            f"  assign fill_ready = {self._room};",
            "",
            "  assign write_to = !write_q ? {1'd0, fill_half, fill_position}",
            f"      : write_address_q[{top}:4] != '0 ? write_address_q",
            "      : write_address_q | {1'd0, half_q, 4'd0};  // the block",
        ]

    _sent, _last = "sum", "ends"  # a word of a digest; whether it is the last

    def _digest(self) -> list[str]:
        return [
            *section("Digest"),
            "  always_ff @(posedge clk) begin",
            "    if (sends && !quiet) begin",
            f"      digest_data <= {self._sent};",
            f"      digest_last <= {self._last};",
            "      digest_error <= error_q || over_q;",
            "    end",
            "    digest_valid <= (sends && !quiet) || (digest_valid && !digest_ready);",
            "    if (rst) digest_valid <= 1'b0;",
            "  end",
            "",
        ]
