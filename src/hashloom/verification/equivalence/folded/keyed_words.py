"""The words of the blocks that a folded HMAC core hashes one behind the other.

Behind the last block of a message comes that of the outer hash, FIPS 198-1 section 4; behind a key
come K0 with ipad and K0 with opad.
"""

from __future__ import annotations

from collections.abc import Sequence

from hashloom.verification.equivalence.folded.words import FoldedWords, Kind
from hashloom.verification.equivalence.netlists.values import (
    Expression,
    Value,
    apply,
    concat,
    cut,
    samples_of,
    word,
)
from hashloom.verification.equivalence.words.textbook import SAMPLES, Block, Label, Textbook

OUTER = " of the outer block"
IPAD, OPAD = " with ipad", " with opad"
_INITIAL = " at first"
_DIFFERS = "differs"  # a word of a tag xor that of the expected one
_PADS = {IPAD: 0x36, OPAD: 0x5C}


class KeyedWords(FoldedWords):
    """Words of a block of a message or key, and of those that come of it.

    Words that are any ones when the work begins: the old hash value of a block that does not begin
    a message, and of one that is made with a key; the old hash value of the outer block; the key,
    where it is not a digest; the expected tag.
    """

    def __init__(self, textbook: Textbook, length_words: int, digest_bits: int) -> None:
        super().__init__(textbook, length_words)
        self._digest_bits = digest_bits

    def key(self, index: int) -> Expression:
        """A word of a key that is no longer than a block."""
        return self.own("K0", index)

    def tag(self, index: int) -> Expression:
        """A word of the expected tag."""
        return self.own("tag", index)

    def old(self, index: int) -> Expression:
        """A word of the hash value behind the block before, or of a key's inner state."""
        return self.textbook.any_value("", 1)[index][0]

    def outer(self, index: int) -> Expression:
        """A word of the state behind K0 xor opad."""
        return self.textbook.any_value(OUTER, 3)[index][0]

    def message(self, kind: Kind, index: int) -> Value:
        """A word that the stream has written for a block: the length is left to the machine."""
        if kind.part == "short":
            return self.key(index)
        last = kind.part == "last" and index >= len(self.textbook.message) - 2
        return 0 if last else self.block(kind).words[self.textbook.message[index]]

    def sent(self, kind: Kind, index: int, *, verify: bool) -> Value:
        """A word of the answer: that of the digest or, for a verdict, where it differs from the
        expected tag's."""
        words = self.block(kind).words
        if verify:
            return words[Label(_DIFFERS, index)]
        return words[Label("N", index, OUTER if kind.behind else "")]

    def blocks(self, kind: Kind) -> dict[str, Block]:
        """The words of each block by what it is called, with names as of a block alone."""
        block = self.block(kind)
        tags = {"outer": (OUTER,), "key": (IPAD, OPAD), "": ()}[kind.behind]
        found = {}
        for tag in tags if kind.part == "short" else ("", *tags):
            words = {
                label._replace(block=""): each
                for label, each in block.words.items()
                if label.block == tag or label.constant
            }
            found[f"The block{tag}" if tag != OUTER else "The outer block"] = Block(words, {})
        return found

    def _old(self, kind: Kind) -> list[tuple[Expression, Value | None]]:
        if kind.first and not kind.keyed:
            return self._initial()
        return self.textbook.any_value("", 1)

    def _initial(self) -> list[tuple[Expression, Value | None]]:
        """The initial value, whose words have the same names in every block."""
        return self.textbook.initial_value(_INITIAL)

    def _block(self, kind: Kind) -> Block:
        """All words of the blocks, each with the name of its own."""
        found = Block({}, {}) if kind.part == "short" else super()._block(kind)
        for (initial, _), number in zip(self._initial(), self.textbook.initial, strict=True):
            found.words[initial.args[0]] = initial
            found.defined[initial.args[0]] = number
        if kind.behind == "outer":
            self._add(found, self._outer(found))
            self._add_verdict(found)
        if kind.behind == "key":
            for tag in (IPAD, OPAD):
                self._add(found, self._padded(found, kind, tag))
        return found

    @staticmethod
    def _add(found: Block, more: Block) -> None:
        found.words.update(more.words)
        found.defined.update(more.defined)

    def _add_verdict(self, found: Block) -> None:
        bits = self.bits
        for index in range(self.textbook.count):
            pair = (found.words[Label("N", index, OUTER)], self.tag(index))
            label, value = Label(_DIFFERS, index), apply("xor", bits, (bits, bits), pair)
            found.defined[label] = value
            found.words[label] = word(label, bits, samples_of(value, SAMPLES) or ())

    def _outer(self, found: Block) -> Block:
        """The block of the outer hash: the inner digest, 0x80 and the length."""
        rows = len(self.textbook.message)
        block_bits = rows * self.bits
        length, hashed = 2 * self.bits, block_bits + self._digest_bits
        zeros = block_bits - self._digest_bits - 1 - length
        given = self._rows(found, [(1, 1), (zeros, 0), (length, hashed)])
        old = self.textbook.any_value(OUTER, 3)
        return self.textbook.block(OUTER, old, 0, dict(enumerate(given)))

    def _padded(self, found: Block, kind: Kind, tag: str) -> Block:
        """K0 with a pad, FIPS 198-1 section 4 steps 4 and 7."""
        rows, bits = len(self.textbook.message), self.bits
        if kind.part == "short":
            key: Sequence[Value] = [self.key(index) for index in range(rows)]
        else:
            key = self._rows(found, [(rows * bits - self._digest_bits, 0)])
        pad = int.from_bytes(bytes([_PADS[tag]]) * (bits // 8), "big")
        given: dict[int, Value] = {
            n: apply("xor", bits, (bits, bits), (k, pad)) for n, k in enumerate(key)
        }
        return self.textbook.block(tag, self._initial(), 0, given)

    def _rows(self, found: Block, behind: list[tuple[int, Value]]) -> list[Value]:
        """The words of a block that begins with the digest of the message."""
        bits, left = self.bits, self._digest_bits
        parts: list[tuple[int, Value]] = []
        for index in range(-(-left // bits)):
            size = min(bits, left - bits * index)
            new = found.words[Label("N", index)]
            parts.append((size, cut(new, bits, bits - 1, bits - size)))
        whole, width = concat([*parts, *behind]), bits * len(self.textbook.message)
        return [cut(whole, width, top, top - bits + 1) for top in range(width - 1, 0, -bits)]

    def _table(self, kind: Kind) -> dict[tuple[int, ...], Expression]:
        """Words by their samples; what is the same number in every block of the kind, such as
        padding, is no word but that number."""
        block = self.block(kind)
        found: dict[tuple[int, ...], Expression] = {}
        for label, each in block.words.items():
            letter = label.letter == self.textbook.letters.message
            number = letter and isinstance(block.defined.get(each.args[0]), int)
            if each.samples and any(each.samples) and not number:
                found.setdefault(each.samples, each)
        return found
