"""SM3 of GB/T 32905-2016 (ISO/IEC 10118-3:2018)."""

from __future__ import annotations

from hashloom.hashes.expressions import (
    CHOOSE,
    MAJORITY,
    PARITY,
    Boolean,
    Choice,
    Expression,
    Formula,
    Read,
    Sigma,
    Sum,
    Xor,
    rotated_left,
)
from hashloom.hashes.model import Hash, Recurrence

_BITS, _ROUNDS, _FIRST = 32, 64, 16  # the first rounds have a function and constant of their own
_STANDARD = "GB/T 32905-2016"
_INITIAL = (
    0x7380166F, 0x4914B2B9, 0x172442D7, 0xDA8A0600, 0xA96F30BC, 0x163138AA, 0xE38DEE4D, 0xB0FB0E4E,
)  # fmt: skip


def sm3_family() -> tuple[Hash, ...]:
    """SM3.

    The standard's A and E after round t are a[t] and e[t]; C and G are the a and e of two rounds
    before, rotated, and the others are what these four held a round earlier.  The rotation of the
    round constant is in K; W' is W[t] xor W[t + 4].
    """
    a12 = _left(Read("a", 1), 12)
    ss1 = _left(Sum((a12, Read("e", 1), Read("K"))), 7)
    ss2 = Xor((Read("SS1"), a12))
    ff = _by_range("ff", MAJORITY, (Read("a", 1), Read("a", 2), Read("c", 1)))
    gg = _by_range("gg", CHOOSE, (Read("e", 1), Read("e", 2), Read("g", 1)))
    a = Sum((ff, Read("c", 2), Read("SS2"), Xor((Read("W"), Read("W", -4)))))
    tt2 = Sum((gg, Read("g", 2), Read("SS1"), Read("W")))
    mixed = _permutation("p1", Xor((Read("W", 16), Read("W", 9), _left(Read("W", 3), 15))), 15, 23)
    schedule = Xor((mixed, _left(Read("W", 13), 7), Read("W", 6)))
    return (
        Hash(
            name="sm3",
            title="SM3",
            standard=_STANDARD,
            number=8,
            word_bits=_BITS,
            rounds=_ROUNDS,
            constants=tuple(_constant(t) for t in range(_ROUNDS)),
            initial=_INITIAL,
            digest_bytes=32,
            round=(
                Recurrence("SS1", ss1),
                Recurrence("SS2", ss2),
                Recurrence("TT2", tt2),
                Recurrence("c", _left(Read("a", 2), 9)),
                Recurrence("g", _left(Read("e", 2), 19)),
                Recurrence("a", a),
                Recurrence("e", _permutation("p0", Read("TT2"), 9, 17)),
            ),
            chaining=tuple((name, age) for name in "aceg" for age in (1, 2)),
            schedule=Recurrence("W", schedule),
            ahead=4,
            combine="xor",
        ),
    )


def _left(word: Expression, amount: int) -> Sigma:
    return rotated_left(word, _BITS, amount, f"{_STANDARD} section 2")


def _permutation(label: str, word: Expression, first: int, second: int) -> Sigma:
    """A word, XOR the word rotated left by `first` and by `second` (section 4.4)."""
    return Sigma(label, word, (0, _BITS - first, _BITS - second), (), f"{_STANDARD} section 4.4")


def _by_range(label: str, later: Formula, words: tuple[Read, Read, Read]) -> Choice:
    """Parity in the first rounds, another function in the later ones (section 4.3)."""
    source = f"{_STANDARD} section 4.3"
    name = "ch" if later == CHOOSE else "maj"
    alternatives = (
        Boolean("parity", PARITY, words, source),
        Boolean(name, later, words, source),
    )
    return Choice(label, tuple(int(t >= _FIRST) for t in range(_ROUNDS)), alternatives)


def _constant(t: int) -> int:
    """T of round `t`, rotated left by t bits (sections 4.2 and 5.3.3)."""
    word, turn = 0x79CC4519 if t < _FIRST else 0x7A879D8A, t % _BITS
    return (word << turn | word >> (_BITS - turn)) & ((1 << _BITS) - 1)
