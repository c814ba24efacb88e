"""OrangeCrab revision 0.2 with an ECP5 of either size."""

from __future__ import annotations

from hashloom.boards.model import LED, OSCILLATOR, RXD, TXD, Board, BoardPin

_PINS = {
    OSCILLATOR: BoardPin("A9"),
    RXD: BoardPin("N17", pull="up"),
    TXD: BoardPin("M18"),
    LED: BoardPin("M3"),  # green
}


def _board(size: str) -> Board:
    return Board(
        name=f"orangecrab-{size}",
        title=f"OrangeCrab r0.2 {size.upper()}",
        target=f"ecp5-{size}-8",
        part=(f"--{size[:-1]}k", "--package", "CSFBGA285", "--speed", "8"),
        packed=(),
        oscillator_mhz=48.0,
        clock_mhz=96.0,
        pins=_PINS,
        led_low=True,
        button_low=False,
        serial="pins 0 (in) and 1 (out) of the Feather header, for a USB-UART adapter of 3.3 V",
        source="litex-boards, litex_boards/platforms/gsd_orangecrab.py",
    )


BOARDS = tuple(_board(size) for size in ("25f", "85f"))
