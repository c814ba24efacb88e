"""The functions of words, bit by bit, and the sequences of a recurrence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashloom.hashes import HASHES, Hash, Term, get_hash
from hashloom.hashes.model import choose, majority, sigma

WORDS = st.integers(0, 2**64 - 1)


def bits(word: int, width: int = 64) -> list[int]:
    """Bits of a word, lowest first."""
    return [word >> i & 1 for i in range(width)]


@given(WORDS, WORDS, WORDS)
def test_choose_and_majority(x: int, y: int, z: int) -> None:
    triples = list(zip(bits(x), bits(y), bits(z), strict=True))
    assert bits(choose(x, y, z)) == [b if a else c for a, b, c in triples]
    assert bits(majority(x, y, z)) == [int(sum(triple) > 1) for triple in triples]


@pytest.mark.parametrize("width", [32, 64])
@given(word=WORDS, rotation=st.integers(1, 31), shift=st.integers(1, 31))
def test_sigma(width: int, word: int, rotation: int, shift: int) -> None:
    word &= 2**width - 1
    held = bits(word, width)
    rotated = held[rotation:] + held[:rotation]
    shifted = held[shift:] + [0] * shift
    expected = [a ^ b for a, b in zip(rotated, shifted, strict=True)]
    assert bits(sigma(word, width, (rotation,), (shift,)), width) == expected


def test_evaluate_knows_every_function() -> None:
    hash_ = get_hash("sha256")
    reads = (("a", 1), ("a", 2), ("a", 3))
    words = (0b1100, 0b1010, 0b0110)
    assert hash_.evaluate(Term("value", reads[:1], "b"), words) == 0b1100
    assert hash_.evaluate(Term("ch", reads, "ch"), words) == 0b1010
    assert hash_.evaluate(Term("maj", reads, "maj"), words) == 0b1110
    assert hash_.evaluate(Term("sigma", reads[:1], "s", (), (2,)), words) == 0b11


@pytest.mark.parametrize("hash_", HASHES.values(), ids=list(HASHES))
def test_recurrences_read_only_what_is_known(hash_: Hash) -> None:
    """Age 0 is a constant, a message word or a sequence defined before in the same round."""
    known = {"K", "W"}
    for recurrence in hash_.round:
        for name, age in (read for term in recurrence.terms for read in term.reads):
            assert age > 0 or name in known
            assert name != "T1" or age == 0
            assert age <= 4
        known.add(recurrence.sequence)
    reads = [read for term in hash_.schedule.terms for read in term.reads]
    assert {name for name, _ in reads} == {"W"}
    assert {age for _, age in reads} == {2, 7, 15, 16}
