"""The machine of an HMAC core folded on four adders as SystemVerilog: that of a message core, told
what to do."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.rtl.folded.clocked.keyed_writer import ClockedKeyedWriter
from hashloom.rtl.folded.four.keyed import FourKeyedProgram
from hashloom.rtl.folded.four.writer import FourWriter


@dataclass(frozen=True)
class FourKeyedWriter(ClockedKeyedWriter, FourWriter):
    """Writes the machine from its program."""

    program: FourKeyedProgram

    def _met(self, read: str, held: str) -> list[str]:
        return [f"({read}", f"        ^ {held})"]
