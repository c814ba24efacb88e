"""MD5 of RFC 1321, for what must stay compatible: collisions are known."""

from __future__ import annotations

from math import floor, sin

from hashloom.hashes.expressions import (
    CHOOSE,
    PARITY,
    Boolean,
    Choice,
    Formula,
    Read,
    Sum,
    X,
    Y,
    Z,
    rotated_left,
)
from hashloom.hashes.model import Hash, Recurrence

_BITS, _ROUNDS = 32, 64
_SOURCE = "RFC 1321 section 3.4"
# Of each span of 16 rounds: rotations in turn, and first word and step through the block.
_TURNS = ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21))
_WORDS = ((0, 1), (1, 5), (5, 3), (0, 7))


def md5_family() -> tuple[Hash, ...]:
    """MD5.

    With b[t] the variable that round t makes, the four variables are its last four values: the
    RFC's a is the oldest, b the newest, then c and d.
    """
    spans = tuple(t // 16 for t in range(_ROUNDS))
    functions = (
        _function("f", CHOOSE),
        _function("g", (X & Z) | (Y & ~Z)),
        _function("h", PARITY),
        _function("i", Y ^ (X | ~Z)),
    )
    total = Sum((Read("b", 4), Choice("f", spans, functions), Read("W"), Read("K")))
    turns = tuple(4 * span + t % 4 for t, span in enumerate(spans))
    rotated = tuple(
        rotated_left(Read("T"), _BITS, amount, _SOURCE) for row in _TURNS for amount in row
    )
    return (
        Hash(
            name="md5",
            title="MD5",
            standard="RFC 1321",
            number=9,
            word_bits=_BITS,
            rounds=_ROUNDS,
            constants=tuple(floor(abs(sin(t + 1)) * (1 << 32)) for t in range(_ROUNDS)),
            initial=(0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476),
            digest_bytes=16,
            round=(
                Recurrence("T", total),
                Recurrence("b", Sum((Read("b", 1), Choice("rotated", turns, rotated)))),
            ),
            chaining=(("b", 4), ("b", 1), ("b", 2), ("b", 3)),
            message_order=tuple(
                (_WORDS[span][0] + _WORDS[span][1] * (t % 16)) % 16 for t, span in enumerate(spans)
            ),
            byte_order="little",
        ),
    )


def _function(label: str, formula: Formula) -> Boolean:
    """A function of the RFC's b, c and d."""
    words = (Read("b", 1), Read("b", 2), Read("b", 3))
    return Boolean(label, formula, words, _SOURCE)
