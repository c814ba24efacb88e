"""The functions of words, bit by bit, and the sequences of a recurrence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashloom.errors import RequestError
from hashloom.hashes import HASHES, Hash
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
    X,
    Xor,
    Y,
    Z,
    choose,
    majority,
    reads_of,
    sigma,
)
from hashloom.hashes.model import evaluate

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


FORMULAS = [CHOOSE, MAJORITY, PARITY, (X & Z) | (Y & ~Z), Y ^ (X | ~Z), ~(X ^ Y) & Z]


@pytest.mark.parametrize("formula", FORMULAS, ids=[each.text() for each in FORMULAS])
@given(x=WORDS, y=WORDS, z=WORDS)
def test_a_formula_is_what_its_text_says(formula: Formula, x: int, y: int, z: int) -> None:
    mask = 2**64 - 1
    assert formula.of((x, y, z), mask) == eval(formula.text(), {"x": x, "y": y, "z": z}) & mask


def test_depth_of_a_formula() -> None:
    assert [each.depth for each in (X, ~X, X & Y, CHOOSE, PARITY)] == [0, 1, 1, 3, 2]


def test_every_expression() -> None:
    values = {("a", 4): 0b1100, ("a", 3): 0b1010, ("a", 2): 0b0110, ("K", 5): 0b1111}
    words = (Read("a", 1), Read("a", 2), Read("a", 3))

    def value(expression: Expression) -> int:
        return evaluate(expression, values, 5, 4)

    assert [value(word) for word in (*words, Read("K"))] == [0b1100, 0b1010, 0b0110, 0b1111]
    assert value(Sum(words)) == (12 + 10 + 6) % 16
    assert value(Xor(words)) == 0
    assert value(Sigma("s", words[0], (), (2,))) == 0b11
    assert value(Sigma("r", words[1], (1,))) == 0b0101
    assert value(Sigma("p", words[1], (0, 1))) == 0b1111
    assert value(Boolean("ch", CHOOSE, words)) == 0b1010
    assert value(Boolean("maj", MAJORITY, words)) == 0b1110
    assert value(Choice("c", (0, 0, 0, 0, 0, 1), (words[0], words[1]))) == 0b1010


@pytest.mark.parametrize("hash_", HASHES.values(), ids=list(HASHES))
def test_recurrences_read_only_what_is_known(hash_: Hash) -> None:
    """Age 0 is a constant, a message word or a sequence defined before in the same round."""
    known = {*hash_.constants_of, *(hash_.orders or ("W",))}
    for recurrence in hash_.round:
        for read in reads_of(recurrence.value):
            assert read.age > 0 or read.sequence in known
            most = len(hash_.loaded.get(read.sequence, ()))
            assert -hash_.ahead * (read.sequence == "W") <= read.age <= most
        known.add(recurrence.sequence)
    given = [*hash_.constants_of.values(), *hash_.orders.values()]
    assert {len(numbers) for numbers in given} == {hash_.rounds}
    if hash_.schedule is None:
        return
    reads = reads_of(hash_.schedule.value)
    assert {read.sequence for read in reads} == {"W"}
    assert all(0 < read.age <= hash_.block_words for read in reads)


@pytest.mark.parametrize("hash_", HASHES.values(), ids=list(HASHES))
def test_every_chaining_word_is_a_value_of_a_sequence(hash_: Hash) -> None:
    assert len(hash_.initial) == len(hash_.chaining)
    words = [word for each in hash_.sequences.values() for word in each]
    assert sorted(words) == list(range(len(hash_.chaining)))
    assert hash_.depth == max(age for _, age in hash_.chaining)


def test_sums_that_others_share() -> None:
    assert {hash_.name for hash_ in HASHES.values() if hash_.shared_sums == {"T1"}} == {
        name for name in HASHES if name.startswith(("sha2", "sha3", "sha5"))
    }
    assert all(hash_.shared_sums <= {"T1"} for hash_ in HASHES.values())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"block_words": 8}, "blocks of 8 words; accepted are 16."),
        ({"block_words": 32}, "blocks of 32 words; accepted are 16."),
        ({"word_bits": 16}, "words of 16 bits; accepted are 32 and 64."),
        ({"rounds": 15}, "15 rounds; accepted are 16 and more."),
        ({"chaining": ()}, "0 chaining words; accepted are 1 to 8."),
        (
            {"chaining": tuple(("b", age) for age in range(1, 10))},
            "9 chaining words; accepted are 1 to 8.",
        ),
        ({"number": 15}, "the number 15; accepted are 1 to 14, or 0 for none."),
    ],
)
def test_what_no_core_is_built_of_is_refused_where_it_is_described(
    change: dict[str, Any], said: str
) -> None:
    with pytest.raises(RequestError) as refused:
        replace(HASHES["md5"], **change)
    assert str(refused.value) == f"MD5 is described with {said}"
