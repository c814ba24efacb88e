"""Boards: pins, parts and clocks are such as their devices have, and constraints name each pin."""

from __future__ import annotations

import re

import pytest

from hashloom.boards import Board, board_names, get_board
from hashloom.boards.constraints import constraints
from hashloom.boards.model import BUTTON, LED, OSCILLATOR, RXD, TXD
from hashloom.boards.pll import clock_of
from hashloom.errors import RequestError
from hashloom.targets import get_target

BOARDS = [get_board(name) for name in board_names()]
ASKED_FOR = ("ulx3s-12f", "ulx3s-85f", "orangecrab-25f", "icebreaker", "tang-nano-9k")


def test_the_boards() -> None:
    assert {*ASKED_FOR, "tang-nano-20k"} <= set(board_names())
    assert get_board("ULX3S-85F").name == "ulx3s-85f"


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_a_board(board: Board) -> None:
    assert {OSCILLATOR, RXD, TXD, LED} <= set(board.pins) <= {OSCILLATOR, RXD, TXD, LED, BUTTON}
    places = [pin.place for pin in board.pins.values()]
    assert len(set(places)) == len(places)
    assert board.pins[RXD].pull == "up"  # a line that nothing drives is idle
    if board.has_button:
        assert board.pins[BUTTON].pull == ("up" if board.button_low else "down")
    assert float(clock_of(board, board.clock_mhz).mhz) == board.clock_mhz
    assert "litex-boards" in board.source
    ending, text = constraints(board, get_target(board.target).family)
    rows = [line for line in text.splitlines() if not line.startswith(("#", "//"))]
    for name, pin in board.pins.items():
        own = [row for row in rows if re.search(rf"\b{name}\b", row)]
        assert any(re.search(rf"\b{pin.place}\b", row) for row in own), name
        if ending != "pcf":  # where the bank has the voltage
            assert any(pin.standard in row for row in own), name


def test_another_board() -> None:
    with pytest.raises(RequestError, match=r"the boards are ulx3s-12f, .*did you mean icebreaker"):
        get_board("icebraker")
