"""The words of a block of a folded core: those of the standard, and the length of its message."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

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

NEXT = "+"  # tag of words of the next block
PAST = "'"  # tag of words of the message before
TOO_LONG = Label("new too long", 0)  # whether the blocks with one are too many
ERROR = Label("error", 0)  # whether a digest comes with one
_LENGTH_AFTER = (Label("new length", 0), Label("new length", 1))
Part = Literal["whole", "between", "last", "short"]
Behind = Literal["", "outer", "key"]
PARTS: tuple[Part, ...] = ("whole", "between", "last")
_BITS_OF_BYTE = 3


class Kind(NamedTuple):
    """A block of a message.

    Attributes:
        first: it begins its message; other blocks begin with any hash value and any length.
        part: "whole" when all of it is message, "last" when it ends with the length, "between"
            when the message ends in it and the length has no room; "short" of no message, but all
            of a key.
        keyed: it begins a message that is made with a key: the block of that is behind it.
        behind: what the machine hashes next: the block of the outer hash, a key's, or nothing.
    """

    first: bool
    part: Part
    keyed: bool = False
    behind: Behind = ""


class FoldedWords:
    """Words of blocks of every kind; a length has `length_words` words, one or two.

    The length is that of the whole blocks of a message, in bits; the last one adds the bytes of
    the block in which the message ends. Words that the standard does not have are called by what
    they are: the length before a block and behind it, whether that is too long, bytes of the last
    block, and whether the message broke the stream's rules.
    """

    def __init__(self, textbook: Textbook, length_words: int) -> None:
        self.textbook = textbook
        self.bits = textbook.word_bits
        self._block_bits = len(textbook.message) * self.bits
        self._below = self._block_bits.bit_length() - 1  # bits of a length that are always zero
        self._length_words = length_words
        self.block = cache(self._block)
        self.table = cache(self._table)

    @property
    def byte_bits(self) -> int:
        """Bits of the number of a byte in a block."""
        return self._below - _BITS_OF_BYTE

    def definition(self, label: Label, kind: Kind) -> Value | None:
        """What a word is in other words; None when it may be anything."""
        return self.block(kind).defined.get(label)

    def own(self, letter: str, number: int = 0, block: str = "") -> Expression:
        """A word that the standard does not have."""
        label = Label(letter, number, block)
        draw = random.Random(str(label))
        samples = [draw.getrandbits(self.bits) for _ in range(SAMPLES)]
        if letter == "length":  # the second one is as long as can be, of the third the low word
            ones = (1 << self.bits) - 1
            samples[1:] = [ones, samples[2] if number else ones]
        return word(label, self.bits, tuple(samples))

    def past(self, label: Label) -> Expression:
        """A word of the message before, which may be any."""
        draw = random.Random(f"{label} before")
        samples = tuple(draw.getrandbits(self.bits) for _ in range(SAMPLES))
        return word(label._replace(block=PAST), self.bits, samples)

    def bit(self, letter: str) -> Value:
        """A word of one bit."""
        return cut(self.own(letter), self.bits, 0, 0)

    @property
    def bytes(self) -> Value:
        """Bytes of message in the block where that ends."""
        return cut(self.own("bytes"), self.bits, self.byte_bits - 1, 0)

    # ---- the length -----------------------------------------------------------------------

    def length(self, kind: Kind) -> tuple[Value, Value]:
        """Low and high word of the length before a block."""
        if kind.first:
            return self._block_bits if kind.keyed else 0, 0
        high = self.own("length", 1) if self._length_words == 2 else 0
        return self._shifted(cut(self.own("length"), self.bits, self.bits - 1, self._below)), high

    def too_long(self, kind: Kind) -> Value:
        """Whether the blocks before one are too many: a bit."""
        return 0 if kind.first else self.bit("too long")

    def length_after(self, kind: Kind) -> tuple[Value, Value]:
        """Low and high word of the length behind a block."""
        if kind.part != "whole":
            return self.length(kind)
        low, high = (
            value if isinstance(value, int) else self.block(kind).words[label]
            for value, label in zip(self._sum(kind)[:2], _LENGTH_AFTER, strict=True)
        )
        return low, high

    def too_long_after(self, kind: Kind) -> Value:
        """Whether the blocks with one are too many, as a word of which all bits but one are 0."""
        over = self.too_long(kind)
        if kind.part == "whole":
            over = apply("or", 1, (1, 1), (over, self._sum(kind)[2]))
        return over if isinstance(over, int) else concat([(self.bits - 1, 0), (1, over)])

    def error(self, kind: Kind) -> Value:
        """Whether the digest behind a last block comes with an error, likewise."""
        found = apply("or", 1, (1, 1), (self.bit("broken"), self.too_long(kind)))
        return concat([(self.bits - 1, 0), (1, found)])

    def _sum(self, kind: Kind) -> tuple[Value, Value, Value]:
        """Low and high word of the length with one block more, and the carry out of it."""
        low, high = self.length(kind)
        upper = self.bits - self._below
        width = upper + (self._length_words - 1) * self.bits
        parts = [(upper, cut(low, self.bits, self.bits - 1, self._below))]
        parts = [(self.bits, high), *parts] if self._length_words == 2 else parts
        total = apply("add", width + 1, (width + 1,) * 2, (concat([(1, 0), *parts]), 1))
        new_high = cut(total, width + 1, width - 1, upper) if self._length_words == 2 else 0
        carry = cut(total, width + 1, width, width)
        return self._shifted(cut(total, width + 1, upper - 1, 0)), new_high, carry

    def _shifted(self, upper: Value) -> Value:
        return concat([(self.bits - self._below, upper), (self._below, 0)])

    # ---- the block ------------------------------------------------------------------------

    def _block(self, kind: Kind) -> Block:
        block = self.textbook.block("", self._old(kind), 2, self._appended(kind))
        if kind.part == "whole":
            for label, value in zip(_LENGTH_AFTER, self._sum(kind)[:2], strict=True):
                if not isinstance(value, int):
                    samples = samples_of(value, SAMPLES) or ()
                    block.words[label] = word(label, self.bits, samples)
                    block.defined[label] = value
        block.defined[TOO_LONG] = self.too_long_after(kind)
        block.defined[ERROR] = self.error(kind)
        return block

    def _old(self, kind: Kind) -> list[tuple[Expression, Value | None]]:
        """The old hash value of a block."""
        return self.textbook.initial_value("") if kind.first else self.textbook.any_value("", 1)

    def _appended(self, kind: Kind) -> Mapping[int, Value]:
        """The words of a last block that are its length."""
        if kind.part != "last":
            return {}
        low, high = self.length(kind)
        upper = cut(low, self.bits, self.bits - 1, self._below)
        parts = [(self.bits - self._below, upper), (self.byte_bits, self.bytes), (_BITS_OF_BYTE, 0)]
        return {14: high, 15: concat(parts)}

    def _table(self, kind: Kind) -> dict[tuple[int, ...], Expression]:
        """Words by their samples; nothing is taken for one because it is zero."""
        words = reversed(self.block(kind).words.values())
        return {each.samples: each for each in words if each.samples and any(each.samples)}
