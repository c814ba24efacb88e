"""What a folded HMAC core does beside hashing blocks: FIPS 198-1 around the rounds.

All of it is words that are moved in the memory, some of them changed on the way.  How a machine
does that is its program's.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from hashloom.rtl.folded.keyed.layout import TAG_WORDS, KeyedLayout
from hashloom.rtl.folded.layout import PASS
from hashloom.rtl.folded.program import AnyProgram

_JUDGED = 20  # clocks of an answer without bytes and of what is done with the next first beat


class Move(NamedTuple):
    """A word that is written.

    Attributes:
        write: its address.
        read: of the word that it is, None for zero.
        xor: of a word that it is joined with by XOR.
        behind: of the word whose bits it has where the constant `kept` has none.
    """

    write: int
    read: int | None = None
    xor: int | None = None
    behind: int | None = None


@dataclass(frozen=True)
class KeyedWork:
    """Moves in a memory, for digests of so many words."""

    layout: KeyedLayout
    digest_words: int

    def copied(self, source: Callable[[int], int], target: Callable[[int], int]) -> Iterator[Move]:
        """A chaining value, from one place to the other."""
        for index in range(len(self.layout.hash.chaining)):
            yield Move(target(index), source(index))

    def outer_block(self) -> Iterator[Move]:
        """The block of the outer hash."""
        yield from self._digest_as_block(self.layout.mark, self.layout.outer_bits)

    def key_block(self) -> Iterator[Move]:
        """K0 of a key that has been hashed."""
        yield from self._digest_as_block(self.layout.zero, None)

    def _digest_as_block(self, behind: int, last: int | None) -> Iterator[Move]:
        """The digest; behind it in its block a first word and the one at `last`, or zeros."""
        at, words, hash_ = self.layout, self.digest_words, self.layout.hash
        cut = 8 * hash_.digest_bytes % hash_.word_bits
        for index in range(words):
            ends = cut and index == words - 1
            yield Move(index, at.old(index), behind=behind if ends else None)
        for index in range(words, PASS):
            first = index == words and not cut
            yield Move(index, behind if first else last if index == PASS - 1 else None)

    def pads(self) -> Iterator[Move]:
        """K0 xor ipad in the place of K0, and K0 xor opad aside."""
        at = self.layout
        for index in range(PASS):
            yield Move(at.aside(index), index, xor=at.opad)
            yield Move(index, index, xor=at.ipad)

    def from_aside(self) -> Iterator[Move]:
        """The block that is aside."""
        for index in range(PASS):
            yield Move(index, self.layout.aside(index))

    def tag(self) -> Iterator[Move]:
        """The expected tag, out of the block."""
        for index in range(TAG_WORDS):
            yield Move(self.layout.tag(index), index)

    def no_tag(self) -> Iterator[Move]:
        """Zeros for an expected tag."""
        yield from map(Move, map(self.layout.tag, range(TAG_WORDS)))

    def no_other_slots(self) -> Iterator[Move]:
        """Zeros in all slots but slot 0."""
        yield from map(
            Move, chain.from_iterable(map(self.layout.slot, range(1, self.layout.slots)))
        )

    def no_slot(self) -> Iterator[Move]:
        """Zeros in slot 0, and where a block is worked with."""
        yield from map(Move, chain(self.layout.slot(0), self.layout.worked))


@dataclass(frozen=True)
class AnyKeyedProgram(AnyProgram):
    """What programs of folded HMAC cores have in common."""

    @property
    def keyed(self) -> bool:
        """Whether it makes tags."""
        return True

    @property
    @abstractmethod
    def layout(self) -> KeyedLayout:
        """Addresses."""

    @property
    def work(self) -> KeyedWork:
        """What is done beside hashing."""
        return KeyedWork(self.layout, self.digest_words)

    @property
    @abstractmethod
    def parts(self) -> Mapping[str, Sequence[object]]:
        """All rows but the first, by the name of their mark.

        Where one goes on to the next, the last sums of it are done all the same: the next can be
        where the program comes from elsewhere.
        """

    @property
    def firsts(self) -> dict[str, int]:
        """The first row of each part."""
        found, row = {}, 1
        for name, rows in self.parts.items():
            found[name] = row
            row += len(rows)
        return found

    @property
    def erase_clocks(self) -> int:
        """Clocks after a reset until everything has been overwritten, at most.

        With those in which an answer to a packet that was under way leaves, and the next packet is
        judged.
        """
        return len(self.rows) - self.firsts["WIPE"] + _JUDGED
