"""Where words lie in the memory of a folded core."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.hashes import Hash
from hashloom.hashes.expressions import Read

PASS = 16  # rounds of a pass of the loop: a block's words
_STATE, _OLD, _LENGTH = 2 * PASS, 40, 48  # behind two blocks
WRITTEN_BITS = 6  # of an address that is written to


@dataclass(frozen=True)
class Layout:
    """Addresses in words.

    Two blocks of 16 words come first, which the stream fills in turn; then, each as a ring of the
    words of a sequence, those that the rounds make and the old chaining value; behind them the
    length in two words with the low one first.  The upper half of the memory is not written to: K,
    the initial value, and what a block adds to the length.
    """

    hash: Hash

    @property
    def bits(self) -> int:
        """Of an address."""
        constants = self.hash.rounds + len(self.hash.initial) + 1
        return 1 + (constants - 1).bit_length()

    @property
    def written_bits(self) -> int:
        """Of an address that is written to."""
        return WRITTEN_BITS

    @property
    def constants(self) -> int:
        """Of K of round 0."""
        return 1 << (self.bits - 1)

    @property
    def passes(self) -> int:
        """Of sixteen rounds each."""
        return self.hash.rounds // PASS

    @property
    def pass_bits(self) -> int:
        """Of a pass's number."""
        return (self.passes - 1).bit_length()

    def word(self, read: Read, number: int) -> int:
        """A word that round `number` of a pass reads, or the one of age 0 that it makes."""
        if read.sequence == "K":
            return self.constants + number
        if read.sequence == "W":
            return (number - read.age) % PASS
        return self._ring(_STATE, read.sequence, number - read.age)

    def at(self, address: int, number: int, *, before: bool) -> int:
        """The address in pass `number` of what a row reads; of one that may come `before` it."""
        if address >= self.constants:
            return address + PASS * number
        return address + self.old_offset if before and not number else address

    def before(self, read: Read, number: int) -> bool:
        """Whether round `number` of the first pass reads the old chaining value instead."""
        return read.sequence in self.hash.sequences and read.age > number

    @property
    def old_offset(self) -> int:
        """From the words of the rounds to those of the old chaining value: one bit."""
        return _OLD - _STATE

    def last(self, index: int) -> int:
        """What the last rounds make of chaining word `index`."""
        name, age = self.hash.chaining[index]
        return self._ring(_STATE, name, -age)

    def old(self, index: int) -> int:
        """Chaining word `index` as the block before has left it."""
        return self.last(index) + self.old_offset

    def initial(self, index: int) -> int:
        """Chaining word `index` of the initial value."""
        return self.constants + self.hash.rounds + index

    @property
    def length(self) -> tuple[int, int]:
        """The low and the high word of the length of whole blocks."""
        return _LENGTH, _LENGTH + 1

    @property
    def block_bits(self) -> int:
        """The number of bits of a block."""
        return self.initial(len(self.hash.initial))

    def contents(self) -> dict[int, int]:
        """The words that are there from the beginning, by address."""
        found = {self.initial(i): word for i, word in enumerate(self.hash.initial)}
        found[self.block_bits] = self.hash.block_bits
        return found | {self.constants + t: k for t, k in enumerate(self.hash.constants)}

    def _ring(self, base: int, sequence: str, number: int) -> int:
        words = self.hash.sequences[sequence]
        return base + min(words) + number % len(words)
