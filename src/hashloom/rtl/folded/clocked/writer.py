"""What machines have in common whose programs have a row for each clock."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.rtl.folded.clocked.program import ClockedProgram
from hashloom.rtl.folded.machine_writer import MachineWriter


@dataclass(frozen=True)
class ClockedWriter(MachineWriter):
    """Writes a machine from its program."""

    program: ClockedProgram

    @property
    def instructions(self) -> ClockedProgram:
        """What the program is made of."""
        return self.program

    _goes_on = "joins && !writes"  # the message does, with another old chaining value

    @property
    def _passes(self) -> int:
        return 2  # of rows that are not run twice

    def _taken(self) -> list[str]:
        return [
            "    // The old chaining value is the new one.",
            f"    if ({self._goes_on} && !quiet) first_q <= 1'b0;",
            *super()._taken(),
        ]

    def _behind(self) -> list[str]:
        return ["    x_q <= word_q;"]

    def _addressed(self) -> list[str]:
        at = self.program.layout
        top, step = at.bits - 1, at.old_offset.bit_length() - 1
        old = at.old(0) >> step
        initial = at.initial(0) >> (at.bits - 2)
        return [
            "  // The half of the block is joined with its addresses; those of the old chaining",
            "  // value become those of the initial value where a message begins.",
            "  always_ff @(posedge clk) begin",
            "    address <= read_address;",
            f"    if (read_address[{top}:4] == '0) address[4] <= half_q;",
            f"    if (first_q && read_address[{top}:{step}] == {top + 1 - step}'d{old}) begin",
            f"      address[{top}:{top - 1}] <= 2'd{initial};",
            "    end",
            "  end",
        ]
