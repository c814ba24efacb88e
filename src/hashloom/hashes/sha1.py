"""SHA-1 of FIPS 180-4 section 6.1, for what must stay compatible: collisions are known."""

from __future__ import annotations

from math import isqrt

from hashloom.hashes.expressions import (
    CHOOSE,
    MAJORITY,
    PARITY,
    Boolean,
    Choice,
    Formula,
    Read,
    Sum,
    Xor,
    rotated_left,
)
from hashloom.hashes.model import Hash, Recurrence

_BITS, _ROUNDS, _SPAN = 32, 80, 20  # _SPAN rounds have the same function and constant
_SOURCE = "FIPS 180-4 section 4.1.1"


def sha1_family() -> tuple[Hash, ...]:
    """SHA-1.

    With a[t] and c[t] the variables a and c after round t, b is the a of the round before, and d
    and e are earlier values of c; c is the a of two rounds before, rotated.
    """
    spans = tuple(t // _SPAN for t in range(_ROUNDS))
    chosen = Choice("f", spans, (_f("ch", CHOOSE), _parity(), _f("maj", MAJORITY), _parity()))
    turned = rotated_left(Read("a", 1), _BITS, 5, "FIPS 180-4 section 6.1.2")
    a = Sum((turned, chosen, Read("c", 3), Read("K"), Read("W")))
    c = rotated_left(Read("a", 2), _BITS, 30, "FIPS 180-4 section 6.1.2")
    words = Xor(tuple(Read("W", age) for age in (3, 8, 14, 16)))
    return (
        Hash(
            name="sha1",
            title="SHA-1",
            standard="FIPS 180-4 section 6.1",
            number=1,
            word_bits=_BITS,
            rounds=_ROUNDS,
            constants=tuple(_constants()[span] for span in spans),
            initial=(0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0),
            digest_bytes=20,
            round=(Recurrence("c", c), Recurrence("a", a)),
            chaining=(("a", 1), ("a", 2), ("c", 1), ("c", 2), ("c", 3)),
            schedule=Recurrence("W", rotated_left(words, _BITS, 1, "FIPS 180-4 section 6.1.2")),
        ),
    )


def _f(label: str, formula: Formula) -> Boolean:
    """A function of b, c and d."""
    return Boolean(label, formula, (Read("a", 2), Read("c", 1), Read("c", 2)), _SOURCE)


def _parity() -> Boolean:
    return _f("parity", PARITY)


def _constants() -> tuple[int, ...]:
    """K of each span of rounds: square roots of 2, 3, 5 and 10, times 2^30 (section 4.2.1)."""
    return tuple(isqrt(number << 60) for number in (2, 3, 5, 10))
