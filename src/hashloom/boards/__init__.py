"""The boards hashloom can make a bitstream for.  A new board is one file here.

A board is plain data: its part, its oscillator, its pins and where they are stated.  The clock out
of its oscillator is worked out in `pll`, and what the tools read of its pins is written in
`constraints`.  Nothing here runs a tool.
"""

from __future__ import annotations

import difflib

from hashloom.boards import icebreaker, orangecrab, tang_nano_9k, tang_nano_20k, ulx3s
from hashloom.boards.model import Board, BoardPin
from hashloom.errors import RequestError

__all__ = ["Board", "BoardPin", "board_names", "get_board"]

_BOARDS = {
    board.name: board
    for board in (
        *ulx3s.BOARDS,
        *orangecrab.BOARDS,
        icebreaker.BOARD,
        tang_nano_9k.BOARD,
        tang_nano_20k.BOARD,
    )
}


def board_names() -> tuple[str, ...]:
    """The names `get_board` accepts."""
    return tuple(_BOARDS)


def get_board(name: str) -> Board:
    """The board called `name`.  Raises RequestError, with the names there are, for another."""
    board = _BOARDS.get(name.lower())
    if board is None:
        close = difflib.get_close_matches(name.lower(), _BOARDS, n=1)
        hint = f"; did you mean {close[0]}?" if close else "."
        raise RequestError(f"{name!r} is not a board; the boards are {', '.join(_BOARDS)}{hint}")
    return board
