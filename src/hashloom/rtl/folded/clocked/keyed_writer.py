"""The machine of a folded HMAC core whose program has a row for each clock, told what to do."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.rtl.folded.clocked.keyed import ClockedKeyedProgram
from hashloom.rtl.folded.clocked.writer import ClockedWriter
from hashloom.rtl.folded.keyed.writer import KeyedMachineWriter


@dataclass(frozen=True)
class ClockedKeyedWriter(KeyedMachineWriter, ClockedWriter):
    """Writes the machine from its program."""

    program: ClockedKeyedProgram

    _besides = (
        "The program: a block; the digest xor the expected tag; the digest; the block of the outer "
        "hash; a key's two blocks and its two states; the expected tag, out of its block; zeros, "
        "where something is erased.",
    )

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
            f"    else if ({self._goes_on}) from_q <= 2'd0;",
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
