"""What the tools read of a board's pins: LPF for ECP5, PCF for iCE40, CST for Gowin."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hashloom.boards.model import Board, BoardPin

_PULLS = {"": "NONE", "up": "UP", "down": "DOWN"}


def _lpf(port: str, pin: BoardPin) -> Iterator[str]:
    """Lattice Diamond's preferences, as nextpnr-ecp5 reads them."""
    yield f'LOCATE COMP "{port}" SITE "{pin.place}";'
    yield f'IOBUF PORT "{port}" IO_TYPE={pin.standard} PULLMODE={_PULLS[pin.pull]};'


def _pcf(port: str, pin: BoardPin) -> Iterator[str]:
    """iCEcube's; the voltage is that of the pin's bank."""
    pull = "-pullup yes " if pin.pull == "up" else ""
    yield f"set_io {pull}{port} {pin.place}"


def _cst(port: str, pin: BoardPin) -> Iterator[str]:
    """Gowin's."""
    yield f'IO_LOC "{port}" {pin.place};'
    yield f'IO_PORT "{port}" IO_TYPE={pin.standard} PULL_MODE={_PULLS[pin.pull]};'


_WRITERS: dict[str, tuple[str, str, Callable[[str, BoardPin], Iterator[str]]]] = {
    "ecp5": ("lpf", "#", _lpf),
    "ice40": ("pcf", "#", _pcf),
    "gowin": ("cst", "//", _cst),
}


def constraints(board: Board, family: str) -> tuple[str, str]:
    """The ending of a family's file of constraints, and the file for a board."""
    ending, mark, written = _WRITERS[family]
    lines = [f"{mark} Pins of {board.title}; source: {board.source}"]
    lines += [line for port, pin in board.pins.items() for line in written(port, pin)]
    return ending, "\n".join(lines) + "\n"
