"""Where words lie in the memory of a folded HMAC core."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.rtl.folded.layout import PASS, Layout

MAX_SLOTS = 4  # of two states each, in the half of the memory that is written to
TAG_WORDS = 8  # that an expected tag may have
_TAG, _SLOTS, _SLOT = 56, 64, 16  # expected tag; states of slot 0; words of a slot
_IPAD, _OPAD = 0x36, 0x5C  # FIPS 198-1, section 3


@dataclass(frozen=True)
class KeyedLayout(Layout):
    """Addresses in words, of a core that keeps the states of `slots` keys.

    One block of 16 words comes first, which the stream fills; then as many words for what the
    program keeps aside: K0 xor opad, or the complement of a digest.  State, old chaining value and
    length lie where they do without a key; behind them come the expected tag and, for each slot,
    the inner and the outer state.
    """

    slots: int = 1

    @property
    def extra(self) -> dict[str, int]:
        """Constants behind the number of bits of a block, by the names they have below."""
        bits = self.hash.word_bits
        ones = (1 << bits) - 1
        ipad, opad = (int.from_bytes(bytes([pad]) * (bits // 8), "big") for pad in (_IPAD, _OPAD))
        cut = 8 * self.hash.digest_bytes % bits
        return {
            "ipad": ipad,
            "not ipad": ones ^ ipad,
            "opad": opad,
            "not opad": ones ^ opad,
            "zero": 0,
            "ones": ones,
            "mark": 1 << (bits - 1 - cut),
            "outer bits": self.hash.block_bits + 8 * self.hash.digest_bytes,
            "kept": ones ^ (ones >> cut),
        }

    @property
    def bits(self) -> int:
        """Of an address."""
        constants = self.hash.rounds + len(self.hash.initial) + 1 + len(self.extra)
        return 1 + (constants - 1).bit_length()

    @property
    def written_bits(self) -> int:
        """Of an address that is written to."""
        return self.bits - 1

    @property
    def slot_bits(self) -> int:
        """Of a slot's number."""
        return max(1, (self.slots - 1).bit_length())

    def aside(self, index: int) -> int:
        """A word that the program keeps aside."""
        return PASS + index

    def tag(self, index: int) -> int:
        """A word of the expected tag."""
        return _TAG + index

    def inner(self, index: int) -> int:
        """Chaining word `index` behind K0 xor ipad, of slot 0."""
        return _SLOTS + index

    def outer(self, index: int) -> int:
        """Chaining word `index` behind K0 xor opad, of slot 0."""
        return self.inner(index) + _SLOT // 2

    def slot(self, number: int) -> range:
        """All words of a slot."""
        return range(_SLOTS + _SLOT * number, _SLOTS + _SLOT * (number + 1))

    @property
    def worked(self) -> range:
        """All words that are neither a key's nor those of an expected tag."""
        return range(self.length[1] + 1)

    @property
    def ipad(self) -> int:
        """A word of ipad."""
        return self.named("ipad")

    @property
    def opad(self) -> int:
        """A word of opad."""
        return self.named("opad")

    @property
    def zero(self) -> int:
        """A word of zeros."""
        return self.named("zero")

    @property
    def ones(self) -> int:
        """A word of ones."""
        return self.named("ones")

    @property
    def mark(self) -> int:
        """The bit behind a digest, in its word."""
        return self.named("mark")

    @property
    def outer_bits(self) -> int:
        """The bits of K0's block and of a digest."""
        return self.named("outer bits")

    @property
    def kept(self) -> int:
        """Ones where the last word of a digest that is cut belongs to it."""
        return self.named("kept")

    def contents(self) -> dict[int, int]:
        """The words that are there from the beginning, by address."""
        found = super().contents()
        return found | {self.named(name): word for name, word in self.extra.items()}

    def named(self, name: str) -> int:
        """A constant of `extra`."""
        return self.block_bits + 1 + list(self.extra).index(name)
