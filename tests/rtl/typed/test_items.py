"""Items that drive signals: what they drive, read and refuse."""

from __future__ import annotations

import pytest

from hashloom.rtl.typed.errors import NetlistError
from hashloom.rtl.typed.items import Assign, Item, Loop, Register
from hashloom.rtl.typed.values import Signal, Value, wire

CLOCK, WORD, OTHER = (wire(Signal(n, b, "")) for n, b in (("clk", 1), ("word_q", 8), ("other", 8)))


def names(item: Item) -> tuple[list[str], list[str]]:
    """Names of what an item drives and of what it reads."""
    return [bits.name for bits in item.drives], [bits.name for bits in item.reads]


def test_a_register_takes_its_value_in_every_clock() -> None:
    register = Register(CLOCK, WORD, OTHER)
    assert register.lines == ["  always_ff @(posedge clk) word_q <= other;", ""]
    assert names(register) == (["word_q"], ["clk", "other"])


def test_what_drives_says_so() -> None:
    assert names(Assign(WORD, OTHER)) == (["word_q"], ["other"])
    assert names(Loop("g_bits", WORD, CLOCK)) == (["word_q"], ["clk"])


@pytest.mark.parametrize("made", [Assign, lambda *pair: Register(CLOCK, *pair)])
@pytest.mark.parametrize(
    ("target", "value", "sentence"),
    [
        (WORD, CLOCK, "The signal word_q has 8 bits and cannot be assigned clk, which has 1."),
        (~CLOCK, CLOCK, "!clk is no signal and cannot be assigned to."),
    ],
)
def test_refused(made: type[Assign], target: Value, value: Value, sentence: str) -> None:
    with pytest.raises(NetlistError) as refused:
        made(target, value)
    assert str(refused.value) == sentence
