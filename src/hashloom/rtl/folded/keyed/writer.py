"""The machine of a folded HMAC core as SystemVerilog: that of a message core, told what to do."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.rtl.folded.keyed.program import KeyedProgram
from hashloom.rtl.folded.keyed.work import AnyKeyedProgram
from hashloom.rtl.folded.layout import PASS
from hashloom.rtl.folded.machine_writer import MachineWriter, byte_bits
from hashloom.rtl.folded.writer import FoldedWriter
from hashloom.rtl.verilog import Port, section

ASKED = ("wipe", "erase", "every", "is_tag", "is_key", "keyed", "verify")  # by packet_judge


def keyed_ports(program: AnyKeyedProgram) -> list[Port]:
    """Ports of the machine: what is asked for, blocks of a packet, words of blocks and digests."""
    word = program.hash.word_bits
    return [
        Port("input", 1, "clk", "clock"),
        Port("input", 1, "rst", "synchronous reset: what is at work is forgotten"),
        Port("input", 1, "clear", "no packet is at work"),
        Port("input", 1, "wipe", "everything is to be erased"),
        Port("input", 1, "erase", "a slot is to be erased"),
        Port("input", 1, "every", "all of them are"),
        Port("input", program.layout.slot_bits, "slot", "the slot of the packet"),
        Port("input", 1, "is_tag", "it is an expected tag"),
        Port("input", 1, "is_key", "it is a key"),
        Port("input", 1, "keyed", "its answer is a tag or a verdict on one"),
        Port("input", 1, "verify", "it is a verdict"),
        Port("input", 1, "block_valid", "a block is complete"),
        Port("input", 1, "block_short", "it is all of a key or of an expected tag"),
        Port("input", 1, "block_first", "it is the first of its packet"),
        Port("input", 1, "block_last", "it is the last of its message"),
        Port("input", 1, "block_whole", "all of it is message"),
        Port("input", 1, "block_error", "with the last one: the packet broke the rules"),
        Port("input", byte_bits(program), "block_bytes", "bytes of message where that ends"),
        Port("input", 1, "fill", "a word of a block is written"),
        Port("input", 4, "fill_position", "its position in the block"),
        Port("input", word, "fill_data", "the word; zero without fill"),
        Port("output", 1, "released", "the block has been hashed, the next may come"),
        Port("output", 1, "done", "what was asked for has been done"),
        Port("output", 1, "flawed", "the packet broke the rules or is too long"),
        Port("output", 1, "digest_valid", "a word of a digest is offered"),
        Port("input", 1, "digest_ready", "it is taken in this clock"),
        Port("output", word, "digest_data", "the word, xor the expected tag's for a verdict"),
    ]


@dataclass(frozen=True)
class KeyedMachineWriter(MachineWriter):
    """What machines of folded HMAC cores have in common."""

    program: AnyKeyedProgram

    @property
    def sequencer(self) -> str:
        """The library module that goes through the program."""
        return "keyed_sequencer"

    @property
    def ports(self) -> list[Port]:
        """Ports of the machine."""
        return keyed_ports(self.program)

    def _of_block(self) -> list[tuple[str, str]]:
        return []

    def _sequenced(self) -> dict[str, str]:
        own = ("clk", "rst", *ASKED, "block_valid", "block_short", "block_last", "flawed")
        return {
            **{name: name for name in own},
            "wait_here": "digest_valid",
            "goes": "goes & {2{!quiet}}",
            **{name: name for name in ("row", "pass", "released", "done")},
        }

    def _taken(self) -> list[str]:
        return []

    def _stored(self) -> list[str]:
        begins, ends = (f"({self._counts} && (", "))") if self._counts else ("", "")
        return [
            f"  assign stores = writes && !quiet && (when == 3'd0 || {begins}(when == 3'd1 && "
            "block_first)",
            "      || (when == 3'd2 && block_whole) || (when == 3'd3 && block_last)",
            f"      || (when == 3'd4 && block_first && keyed){ends});",
        ]

    _counts = ""  # whether the block at work is one of the packet, where not all are

    _begins = "clear"
    _bytes = "block_bytes"

    def _written_to(self) -> list[str]:
        bits = self.program.layout.written_bits
        return [
            f"  assign write_to = !write_q ? {bits}'(fill_position)",
            f"      : write_address_q | {bits}'({{slot & {{{self.program.layout.slot_bits}"
            f"{{write_address_q[{bits - 1}]}}}}, 4'd0}});",
        ]

    def _digest(self) -> list[str]:
        return [
            *section("Digest"),
            "  assign flawed = block_error || over_q;",
            "",
            "  // Nothing of a word stays when it has been taken.",
            "  always_ff @(posedge clk) begin",
            "    if (sends && !quiet) begin",
            f"      digest_data <= {self._sent};",
            "    end else if (digest_ready) begin",
            "      digest_data <= '0;",
            "    end",
            "    digest_valid <= (sends && !quiet) || (digest_valid && !digest_ready);",
            "    if (rst) begin",
            "      digest_valid <= 1'b0;",
            "      digest_data <= '0;",
            "    end",
            "  end",
            "",
        ]


@dataclass(frozen=True)
class KeyedWriter(KeyedMachineWriter, FoldedWriter):
    """Writes a folded HMAC core's machine from its program."""

    program: KeyedProgram

    def _told(self) -> str:
        return (
            "the initial value or a key's inner state and the length, where a message begins, goes "
            f"on or ends; {PASS} rounds with the words of the schedule that they make; the last "
            f"{PASS} rounds; the new chaining value; the digest xor the expected tag; the digest; "
            "the block of the outer hash; a key's two blocks and its two states; the expected tag, "
            "out of its block; zeros, where something is erased."
        )

    def _addressed(self) -> list[str]:
        at = self.program.layout
        top, old = at.bits - 1, at.old_offset.bit_length() - 1
        return [
            "  // Addresses are zero where pass, slot and first pass are joined with them.",
            "  assign address = read_address",
            f"      | (read_address[{top}] ? {at.bits}'({{pass, 4'd0}})  // K",
            f"      : read_address[{top - 1}] ? {at.bits}'({{slot, 4'd0}})",
            f"      : {at.bits}'({{from_old && pass == '0, {old}'d0}}));",
        ]
