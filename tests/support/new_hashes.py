"""Two hashes that hashloom does not have, each as a file of `hashes/` would have it.

SHA-0 is FIPS 180 of 1993, which its revision of 1995 says the difference to; RIPEMD-128 is of
Dobbertin, Bosselaers and Preneel 1996.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from hashloom.hashes import HASHES, Hash, get_hash
from hashloom.hashes.expressions import (
    CHOOSE,
    PARITY,
    Boolean,
    Choice,
    Formula,
    Read,
    Sum,
    X,
    Xor,
    Y,
    Z,
    rotated_left,
)
from hashloom.hashes.model import Recurrence, Series

_SPAN = 16  # rounds of RIPEMD-128 that have the same function and constant
_FUNCTIONS = (PARITY, CHOOSE, (X | ~Y) ^ Z, (X & Z) | (Y & ~Z))
_RHO = (7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8)
_TURNS = (
    (11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8),
    (12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7),
    (13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9),
    (14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6),
)
_SOURCE = "Dobbertin, Bosselaers and Preneel 1996, appendix B"


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has hashloom know both, as a line in `hashes/__init__.py` would."""
    for each in (sha0(), ripemd128()):
        monkeypatch.setitem(HASHES, each.name, each)


def sha0() -> Hash:
    """SHA-1 without the rotation of the schedule's words, which came later."""
    words = Xor(tuple(Read("W", age) for age in (3, 8, 14, 16)))
    return replace(
        get_hash("sha1"),
        name="sha0",
        title="SHA-0",
        standard="FIPS 180 section 7",
        number=11,
        schedule=Recurrence("W", words),
    )


def ripemd128() -> Hash:
    """Two lines of four words; each b[t] is made of the four before it."""
    first = tuple(range(_SPAN))
    second = tuple((9 * i + 5) % _SPAN for i in range(_SPAN))
    left, right = _words(first), _words(second)
    roots = (0, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC)
    others = (0x50A28BE6, 0x5C4DD124, 0x6D703EF3, 0)
    return Hash(
        name="ripemd128",
        title="RIPEMD-128",
        standard="Dobbertin, Bosselaers and Preneel 1996",
        number=12,
        word_bits=32,
        rounds=4 * _SPAN,
        constants=tuple(roots[span] for span in _spans()),
        initial=(0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476),
        digest_bytes=16,
        round=(
            *_line("b", "", "W", "K", left, _FUNCTIONS),
            *_line("bb", "_2", "WW", "KK", right, _FUNCTIONS[::-1]),
        ),
        chaining=(("b", 4), ("b", 1), ("b", 2), ("b", 3)),
        message_order=left,
        further_constants=(Series("KK", tuple(others[span] for span in _spans())),),
        further_words=(Series("WW", right),),
        copies=(("bb", "b"),),
        combine=(
            Sum((Read("H1"), Read("b", 2), Read("bb", 3))),
            Sum((Read("H2"), Read("b", 3), Read("bb", 4))),
            Sum((Read("H3"), Read("b", 4), Read("bb", 1))),
            Sum((Read("H0"), Read("b", 1), Read("bb", 2))),
        ),
        byte_order="little",
    )


def _line(
    b: str, label: str, w: str, k: str, order: tuple[int, ...], functions: tuple[Formula, ...]
) -> tuple[Recurrence, Recurrence]:
    words = (Read(b, 1), Read(b, 2), Read(b, 3))
    alternatives = (
        Boolean(f"f{1 + _FUNCTIONS.index(each)}", each, words, _SOURCE) for each in functions
    )
    chosen = Choice(f"f{label}", _spans(), tuple(alternatives))
    turns = [_TURNS[span][word] for span, word in zip(_spans(), order, strict=True)]
    amounts = sorted(set(turns))
    rotated = Choice(
        f"turned{label}",
        tuple(map(amounts.index, turns)),
        tuple(rotated_left(Read(f"T{label}"), 32, amount, _SOURCE) for amount in amounts),
    )
    return (
        Recurrence(f"T{label}", Sum((Read(b, 4), chosen, Read(w), Read(k)))),
        Recurrence(b, rotated),
    )


def _words(first: tuple[int, ...]) -> tuple[int, ...]:
    """The word of the block of each round."""
    spans = [first]
    while len(spans) < len(_TURNS):
        spans.append(tuple(_RHO[word] for word in spans[-1]))
    return tuple(word for span in spans for word in span)


def _spans() -> tuple[int, ...]:
    return tuple(t // _SPAN for t in range(4 * _SPAN))
