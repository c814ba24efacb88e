"""The program of an HMAC core that is folded on adders at fixed places: FIPS 198-1 around the
rounds.

Two sums are written, that of the schedule and the one that is ready.  Where both are in one clock
they are joined by XOR: so x xor c is a word that has passed all adders before the second and one
that is read so much later that it has passed those before the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from hashloom.rtl.folded.clocked.keyed import (
    BEGINS_FIELD,
    GOES_FIELD,
    ClockedKeyedLayout,
    ClockedKeyedProgram,
)
from hashloom.rtl.folded.instruction import Field
from hashloom.rtl.folded.keyed.layout import MAX_SLOTS
from hashloom.rtl.folded.keyed.work import Move
from hashloom.rtl.folded.placed.program import PlacedLayout, PlacedProgram
from hashloom.transforms.folding.in_place import BEGUN, READY, SCHEDULED
from hashloom.transforms.folding.on_four import READ, Act
from hashloom.transforms.folding.placed_rounds import PlacedRounds, Port

_FAR = 128  # clocks in which a word that is joined with another one finds its own
CUTS = "cuts"  # the field with which a word is cut to what the digest has of it


@dataclass(frozen=True)
class PlacedKeyedLayout(ClockedKeyedLayout, PlacedLayout):
    """Further constants stand where zero does; the initial value is where a bit is joined with the
    addresses of an old chaining value, as without keys."""

    _extra = ("zero", "ipad", "opad", "mark", "outer bits")

    @property
    def bits(self) -> int:
        """Of an address."""
        return 1 + (self.slot(MAX_SLOTS - 1).stop - 1).bit_length()

    def named(self, name: str) -> int:
        """A constant of `extra`."""
        return self.constants + self._extra.index(name)


@dataclass(frozen=True)
class PlacedKeyedProgram(ClockedKeyedProgram, PlacedProgram):
    """The rows of an HMAC core on adders at fixed places."""

    @property
    def layout(self) -> PlacedKeyedLayout:
        """Addresses."""
        return PlacedKeyedLayout(self.hash, self.slots)

    @property
    def cut_bits(self) -> int:
        """Bits of the last word of a digest that do not belong to it."""
        return self.digest_words * self.hash.word_bits - 8 * self.hash.digest_bytes

    # ---- what is done ---------------------------------------------------------------------

    def _begun(self, rounds: PlacedRounds) -> None:
        """With a key, a block is there before the message."""
        low, _ = self.layout.length
        at = self._passed(rounds, self.layout.zero, low, ("keyed",))
        rounds.port.do(at, BEGUN, "constant", self.hash.block_bits)

    def _moved(self, moves: Iterable[Move]) -> Iterator[Act]:
        """Words that are written, each as early as it can be."""
        port, since = Port(), READ
        for move in moves:
            with_ = move.xor if move.behind is None else move.behind
            if with_ is None:
                since = self._alone(port, move, since)
            else:
                self._joined(port, move, with_)
        yield from port.acts

    def _alone(self, port: Port, move: Move, since: int) -> int:
        """A word that is written as it is; the clock in which it is there."""
        read, passing = self._read(move), self.places.passing
        at = port.earliest(
            read, lambda at: port.can_write(passing(SCHEDULED, at), move.write), since
        )
        port.read(read, at)
        port.write(SCHEDULED, move.write, passing(SCHEDULED, at))
        return at

    def _joined(self, port: Port, move: Move, with_: int) -> None:
        """A word that is joined with another one.

        Which of them passes more adders does not matter, unless one is cut; so a word that is there
        for a move before may serve once more.
        """
        read, passing = self._read(move), self.places.passing
        orders = [(read, with_)] if move.behind is not None else [(read, with_), (with_, read)]
        later = passing(READY, 0) - passing(SCHEDULED, 0)
        found = []
        for at, (first, second) in product(range(READ, READ + _FAR), orders):
            words = {at: first, at + later: second}
            missing = port.missing(words)
            if missing is not None and port.can_write(passing(READY, at), move.write):
                found.append((missing, at, words))
        assert found, "two words find no clock"
        _, at, words = min(found, key=lambda each: each[:2])
        for there, address in words.items():
            if port.free(there):
                port.read(address, there)
        flags = () if move.behind is None else (CUTS,)
        port.write(READY, move.write, passing(READY, at), flags)
        port.do(passing(READY, at), SCHEDULED, "write", move.write)

    def _read(self, move: Move) -> int:
        """The address of the word that a move begins with."""
        return self.layout.zero if move.read is None else move.read

    # ---- instructions ---------------------------------------------------------------------

    _begins = BEGINS_FIELD
    # What goes through the adders is zero where nothing is at work, and so is what is kept of it.
    _idle: ClassVar[tuple[str, ...]] = (
        *PlacedProgram._idle,
        "holds",
        "newest_shifts",
        "counts",
    )

    @property
    def _control(self) -> Sequence[Field]:
        cuts = Field(CUTS, 1, "the digest ends within the word that is ready")
        return (*([cuts] if self.cut_bits else []), GOES_FIELD)
