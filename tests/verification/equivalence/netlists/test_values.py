"""Operators on values that are known, expressions, or unknown."""

from __future__ import annotations

from hashloom.verification.equivalence.netlists.values import (
    UNKNOWN,
    Expression,
    apply,
    choice,
    concat,
    cut,
    numbers_of,
    word,
)

A = word("a", 8, (1, 2, 3))
B = word("b", 8, (250, 251, 252))


def test_samples_go_with_expressions() -> None:
    total = apply("add", 8, (8, 8), (A, B))
    assert isinstance(total, Expression)
    assert total.samples == (251, 253, 255)
    assert apply("add", 8, (8, 8), (A, B)) is total


def test_what_is_known_decides() -> None:
    assert apply("add", 8, (8, 8), (A, 0)) is A
    assert apply("and", 8, (8, 8), (UNKNOWN, 0)) == 0
    assert apply("or", 1, (1, 1), (1, UNKNOWN)) == 1
    assert apply("ite", 8, (1, 8, 8), (0, A, B)) is B
    assert apply("ite", 8, (1, 8, 8), (UNKNOWN, A, A)) is A
    assert apply("ite", 8, (1, 8, 8), (UNKNOWN, A, B)) is UNKNOWN
    assert apply("add", 8, (8, 8), (UNKNOWN, A)) is UNKNOWN


def test_parts_are_kept_apart() -> None:
    both = concat([(8, A), (4, UNKNOWN), (2, 1)])
    assert cut(both, 14, 13, 6) is A
    assert cut(both, 14, 1, 0) == 1
    assert cut(both, 14, 5, 2) is UNKNOWN
    shifted = concat([(7, cut(A, 8, 6, 0)), (1, cut(A, 8, 7, 7))])
    again = concat([(1, cut(shifted, 8, 0, 0)), (7, cut(shifted, 8, 7, 1))])
    assert again is A


def test_a_choice_is_another_one_wherever_it_is_read() -> None:
    one_or_two = choice(2, (1, 2))
    assert apply("eq", 1, (2, 2), (one_or_two, 3)) == 0
    assert apply("eq", 1, (2, 2), (one_or_two, one_or_two)) is UNKNOWN
    both = apply("and", 2, (2, 2), (one_or_two, one_or_two))
    assert numbers_of(both) == (0, 1, 2)
