"""Expressions: what they read, how wide they are, and the brackets they need."""

from __future__ import annotations

import pytest

from hashloom.rtl.typed.errors import NetlistError
from hashloom.rtl.typed.values import Signal, Value, any_of, choose, first_of, join, wire

A, B, C = (wire(Signal(name, 8, name)) for name in "abc")
S = wire(Signal("s", 2, "selects"))


def cases(*numbers: int) -> list[tuple[Value, Value]]:
    return [(S.equals(number), value) for number, value in zip(numbers, (A, B), strict=False)]


def test_the_first_case_that_holds_is_written_first_and_needs_no_brackets() -> None:
    found = first_of(cases(0, 1), C, "\n  ")
    assert found.text.split("\n  ") == ["s == 2'd0 ? a", ": s == 2'd1 ? b", ": c"]
    assert found.width == 8
    assert {bits.name for bits in found.reads} == {"a", "b", "c", "s"}


def test_a_choice_of_cases_is_bracketed_where_it_stands_in_another_expression() -> None:
    inner = first_of(cases(0), C, " ")
    assert choose(S.bit(0), inner, C).text == "s[0] ? (s == 2'd0 ? a : c) : c"
    assert first_of([], C, " ") == C


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(NetlistError, match="has 8 bits and s has 2"):
        first_of(cases(0), S, " ")
    with pytest.raises(NetlistError, match="no condition"):
        first_of([(A, B)], C, " ")
    with pytest.raises(NetlistError, match="no condition"):
        any_of([A], " ")
    assert join(A, S).width == 10
