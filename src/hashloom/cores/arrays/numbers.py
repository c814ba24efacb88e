"""Numbers of an array: places, entries and tids, see `hashloom.cores.arrays.array`."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.cores.facts import Facts
from hashloom.rtl.shells.common.parameters import ShellParameters

SLOT_BITS = 2  # of an entry's number: a place holds the account of four messages


@dataclass(frozen=True)
class ArrayNumbers:
    """Numbers of an array.

    Attributes:
        name: of the array's module.
        copies: how many.
        shell: of a copy.
    """

    name: str
    copies: int
    shell: ShellParameters

    @staticmethod
    def of(core: Facts) -> ArrayNumbers:
        return ArrayNumbers(core.prefix, core.interface.copies, core.shell)

    @property
    def tids(self) -> int:
        """As many as places."""
        return self.copies * self.shell.contexts

    @property
    def tid_bits(self) -> int:
        return (self.tids - 1).bit_length()

    @property
    def copy_bits(self) -> int:
        return (self.copies - 1).bit_length()

    @property
    def places(self) -> int:
        """Numbers of places, those of copies that are none included."""
        return self.shell.contexts << self.copy_bits

    @property
    def place_bits(self) -> int:
        return (self.places - 1).bit_length()

    @property
    def beats(self) -> int:
        """Of an answer."""
        return -(-8 * self.shell.digest_bytes // self.shell.width)

    @property
    def beat_bits(self) -> int:
        return max(1, (self.beats - 1).bit_length())

    @property
    def several(self) -> bool:
        """Whether there are several hashes, so that answers have different lengths."""
        return bool(self.shell.choices)

    @property
    def kept_bits(self) -> int:
        """Of a beat that is stored; {it ends its answer, lanes, beat} where that differs."""
        return self.shell.width + (self.shell.width // 8 + 1 if self.several else 0)

    @property
    def of_places(self) -> dict[str, int]:
        """Parameters of what knows places."""
        return {
            "COPIES": self.copies,
            "COPY_BITS": self.copy_bits,
            "PLACES": self.places,
            "PLACE_BITS": self.place_bits,
        }

    @property
    def of_tids(self) -> dict[str, int]:
        return {"TIDS": self.tids, "TID_BITS": self.tid_bits}
