"""1BitSquared iCEBreaker with an iCE40 UP5K."""

from __future__ import annotations

from hashloom.boards.model import BUTTON, LED, OSCILLATOR, RXD, TXD, Board, BoardPin

BOARD = Board(
    name="icebreaker",
    title="iCEBreaker",
    target="ice40-up5k",
    part=("--up5k", "--package", "sg48"),
    packed=(),
    oscillator_mhz=12.0,
    clock_mhz=24.0,
    pins={
        OSCILLATOR: BoardPin("35"),  # which the PLL has for itself
        RXD: BoardPin("6", pull="up"),
        TXD: BoardPin("9"),
        LED: BoardPin("37"),  # green
        BUTTON: BoardPin("10", pull="up"),
    },
    led_low=True,
    button_low=True,
    serial="the second channel of the FT2232H behind the USB connector",
    source="litex-boards, litex_boards/platforms/1bitsquared_icebreaker.py",
)
