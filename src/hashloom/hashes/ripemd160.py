"""RIPEMD-160 of Dobbertin, Bosselaers and Preneel 1996 (ISO/IEC 10118-3, dedicated hash 1)."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from hashloom.hashes.expressions import (
    CHOOSE,
    PARITY,
    Boolean,
    Choice,
    Expression,
    Formula,
    Read,
    Sum,
    X,
    Y,
    Z,
    rotated_left,
)
from hashloom.hashes.model import Hash, Recurrence, Series

_BITS, _ROUNDS, _SPAN = 32, 80, 16  # _SPAN rounds have the same function and constant
_SOURCE = "Dobbertin, Bosselaers and Preneel 1996, appendix A"
_LEAST_TURN = 5  # of all that a line rotates by
# f of each span of the first line; the second line takes them from the last to the first.
_FUNCTIONS = (PARITY, CHOOSE, (X | ~Y) ^ Z, (X & Z) | (Y & ~Z), X ^ (Y | ~Z))
# The words of the block in the next span are those of this one in this order; the first spans of
# the two lines have 0, 1, 2, ... and 5, 14, 7, ...
_RHO = (7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8)
# By what word i of the block is rotated, in each span of a line.
_TURNS = (
    (11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8),
    (12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7),
    (13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9),
    (14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6),
    (15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5),
)


@dataclass(frozen=True)
class _Line:
    """One of the two lines of rounds: its names, and what each span of rounds has.

    Attributes:
        b, d: sequences; b[t] and d[t] are the variables B and D after round t, and C, E and A are
            what B and D were before: C the B of a round before, E and A the D of one and of two.
        k, w: names of its constants and of its words of the block.
        label: of what its rounds choose.
        functions, constants: of each span.
        first: words of the block of the first span.
    """

    b: str
    d: str
    k: str
    w: str
    label: str
    functions: tuple[Formula, ...]
    constants: tuple[int, ...]
    first: tuple[int, ...]

    @property
    def words(self) -> tuple[int, ...]:
        """The word of the block of each round."""
        spans = [self.first]
        while len(spans) * _SPAN < _ROUNDS:
            spans.append(tuple(_RHO[word] for word in spans[-1]))
        return tuple(word for span in spans for word in span)

    def round(self) -> tuple[Recurrence, ...]:
        """D, then B, which is E plus what is rotated."""
        d = rotated_left(Read(self.b, 2), _BITS, 10, _SOURCE)
        inner = Sum((Read(self.d, 3), self._function(), Read(self.w), Read(self.k)))
        rotated = self._rotated(Read(f"T{self.label}"))
        return (
            Recurrence(self.d, d),
            Recurrence(f"T{self.label}", inner),
            Recurrence(self.b, Sum((rotated, Read(self.d, 2)))),
        )

    def _function(self) -> Choice:
        """The function of B, C and D."""
        words = (Read(self.b, 1), Read(self.b, 2), Read(self.d, 1))
        alternatives = (
            Boolean(f"f{1 + _FUNCTIONS.index(f)}", f, words, _SOURCE) for f in self.functions
        )
        return Choice(f"f{self.label}", tuple(_spans()), tuple(alternatives))

    def _rotated(self, word: Expression) -> Expression:
        """A word rotated by what the round says: by the least of all amounts, and by 1, 2, 4 and 8
        bits more as the number of the rest has them."""
        turns = [_TURNS[span][word] for span, word in zip(_spans(), self.words, strict=True)]
        found: Expression = rotated_left(word, _BITS, _LEAST_TURN, _SOURCE)
        for bit in range((max(turns) - _LEAST_TURN).bit_length()):
            codes = tuple(turn - _LEAST_TURN >> bit & 1 for turn in turns)
            further = rotated_left(found, _BITS, 1 << bit, _SOURCE)
            found = Choice(f"turn{1 << bit}{self.label}", codes, (found, further))
        return found


def ripemd160_family() -> tuple[Hash, ...]:
    """RIPEMD-160."""
    first = _Line(
        b="b",
        d="d",
        k="K",
        w="W",
        label="",
        functions=_FUNCTIONS,
        constants=(0, *_roots(2)),
        first=tuple(range(_SPAN)),
    )
    second = _Line(
        b="bb",
        d="dd",
        k="KK",
        w="WW",
        label="_2",
        functions=_FUNCTIONS[::-1],
        constants=(*_roots(3), 0),
        first=tuple((9 * i + 5) % _SPAN for i in range(_SPAN)),
    )
    return (
        Hash(
            name="ripemd160",
            title="RIPEMD-160",
            standard="Dobbertin, Bosselaers and Preneel 1996",
            number=10,
            word_bits=_BITS,
            rounds=_ROUNDS,
            constants=tuple(first.constants[span] for span in _spans()),
            initial=(0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0),
            digest_bytes=20,
            round=(*first.round(), *second.round()),
            chaining=(("d", 3), ("b", 1), ("b", 2), ("d", 1), ("d", 2)),
            message_order=first.words,
            further_constants=(Series("KK", tuple(second.constants[span] for span in _spans())),),
            further_words=(Series("WW", second.words),),
            copies=(("bb", "b"), ("dd", "d")),
            combine=(
                Sum((Read("H1"), Read("b", 2), Read("dd", 1))),
                Sum((Read("H2"), Read("d", 1), Read("dd", 2))),
                Sum((Read("H3"), Read("d", 2), Read("dd", 3))),
                Sum((Read("H4"), Read("d", 3), Read("bb", 1))),
                Sum((Read("H0"), Read("b", 1), Read("bb", 2))),
            ),
            byte_order="little",
        ),
    )


def _spans() -> list[int]:
    """The span of each round."""
    return [t // _SPAN for t in range(_ROUNDS)]


def _roots(degree: int) -> tuple[int, ...]:
    """Roots of 2, 3, 5 and 7, times 2^30."""
    return tuple(floor(prime ** (1 / degree) * (1 << 30)) for prime in (2, 3, 5, 7))
