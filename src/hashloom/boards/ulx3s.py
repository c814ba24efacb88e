"""Radiona ULX3S with an ECP5 of any size."""

from __future__ import annotations

from hashloom.boards.model import BUTTON, LED, OSCILLATOR, RXD, TXD, Board, BoardPin

_PINS = {
    OSCILLATOR: BoardPin("G2"),
    RXD: BoardPin("M1", pull="up"),
    TXD: BoardPin("L4"),
    LED: BoardPin("B2"),
    BUTTON: BoardPin("R1", pull="down"),  # FIRE 1
}


def _board(size: str) -> Board:
    return Board(
        name=f"ulx3s-{size}",
        title=f"ULX3S {size.upper()}",
        target=f"ecp5-{size}-6",
        part=(f"--{size[:-1]}k", "--package", "CABGA381", "--speed", "6"),
        packed=(),
        oscillator_mhz=25.0,
        clock_mhz=75.0,
        pins=_PINS,
        led_low=False,
        button_low=False,
        serial="the FT231X behind the USB connector US1",
        source="litex-boards, litex_boards/platforms/radiona_ulx3s.py",
    )


BOARDS = tuple(_board(size) for size in ("12f", "25f", "45f", "85f"))
