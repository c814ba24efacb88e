"""Constant expressions have the values they have in SystemVerilog."""

from __future__ import annotations

import pytest

from hashloom.rtl.typed.errors import NetlistError
from hashloom.rtl.typed.formula import Formula

NUMBERS = {"WORD": 32, "PAD_WORDS": 2, "CONTEXTS": 3}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("WORD-1", 31),
        ("PAD_WORDS*WORD/8-1", 7),
        ("(PAD_WORDS == 1 ? 1 : 2)*WORD-1", 63),
        ("CONTEXTS > 4 ? 1 : CONTEXTS >= 3 ? 2 : 3", 2),
        ("10-3-2", 5),
        ("2**CONTEXTS", 8),
        ("1 << CONTEXTS + 1", 16),
        ("!(CONTEXTS == 3) || PAD_WORDS != 2 && 1 < 0", 0),
        ("WORD % 5 + 1 <= 3", 1),
    ],
)
def test_values(text: str, value: int) -> None:
    assert Formula(text).value(NUMBERS) == value


@pytest.mark.parametrize("text", ["", "1 +", "(1", "1 2", "a ? b", "WORD'd1", "* 2", "1 : 2"])
def test_what_is_no_formula(text: str) -> None:
    with pytest.raises(NetlistError):
        Formula(text)


def test_a_parameter_that_is_not_there() -> None:
    with pytest.raises(NetlistError, match=r"no parameter ROWS.*there are WORD"):
        Formula("ROWS-1").value(NUMBERS)
