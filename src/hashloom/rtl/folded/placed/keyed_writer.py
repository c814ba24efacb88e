"""The machine of an HMAC core folded on adders at fixed places as SystemVerilog: that of a message
core, told what to do."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.rtl.folded.clocked.keyed_writer import ClockedKeyedWriter
from hashloom.rtl.folded.placed.keyed import CUTS, PlacedKeyedProgram
from hashloom.rtl.folded.placed.writer import PlacedWriter


@dataclass(frozen=True)
class PlacedKeyedWriter(ClockedKeyedWriter, PlacedWriter):
    """Writes the machine from its program."""

    program: PlacedKeyedProgram

    _begun = "begins != 2'd0"
    _has_room = False  # the stream writes a block when nothing else is written

    def _joined(self, *sums: str) -> str:
        return f"({' ^ '.join(sums)})"

    def _cut(self) -> list[str]:
        bits = self.program.cut_bits
        return [f"    if ({CUTS}) written_q[{bits - 1}:0] <= '0;"] if bits else []
