"""The machine of an HMAC core folded on four adders as SystemVerilog: that of a message core, told
what to do."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.rtl.folded.four.keyed import FourKeyedProgram
from hashloom.rtl.folded.four.writer import FourWriter
from hashloom.rtl.folded.keyed.writer import KeyedMachineWriter


@dataclass(frozen=True)
class FourKeyedWriter(KeyedMachineWriter, FourWriter):
    """Writes the machine from its program."""

    program: FourKeyedProgram

    def _paragraphs(self, prefix: str) -> tuple[str, ...]:
        told = (
            "The program: a block; the digest xor the expected tag; the digest; the block of the "
            "outer hash; a key's two blocks and its two states; the expected tag, out of its "
            "block; zeros, where something is erased."
        )
        return (*super()._paragraphs(prefix), told)

    def _of_block(self) -> list[tuple[str, str]]:
        return [
            ("logic [1:0] from_q;", "the value that rounds begin with, see below"),
            ("logic counted_q;", "the block at work is one of the packet"),
        ]

    _counts = "counted_q"

    def _taken(self) -> list[str]:
        return [
            "    // 0: the old chaining value, 1: the initial one, 2 and 3: the slot's two states.",
            "    if (begins[0]) from_q <= begins;",
            "    else if (begins[1]) from_q <= {keyed, !keyed} & {2{block_first}};",
            "    else if (joins && !writes) from_q <= 2'd0;",
            "    if (begins != 2'd0) counted_q <= !begins[0];",
        ]

    def _addressed(self) -> list[str]:
        at = self.program.layout
        top, step = at.bits - 1, at.old_offset.bit_length() - 1
        old, initial, inner = (each >> step for each in (at.old(0), at.initial(0), at.inner(0)))
        bits = at.bits - step
        return [
            "  // Addresses of the old chaining value become those of what the rounds begin with.",
            "  always_ff @(posedge clk) begin",
            "    address <= read_address;",
            f"    if (read_address[{top}:{step}] == {bits}'d{old}) begin",
            f"      if (from_q == 2'd1) address[{top}:{step}] <= {bits}'d{initial};",
            "      if (from_q[1]) begin",
            f"        address[{top}:{step}] <= {bits}'d{inner} | {bits}'({{slot, from_q[0]}});",
            "      end",
            "    end",
            "  end",
        ]

    def _met(self, read: str, held: str) -> list[str]:
        return [f"({read}", f"        ^ {held})"]
