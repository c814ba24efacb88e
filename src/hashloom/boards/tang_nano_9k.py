"""Sipeed Tang Nano 9K with a Gowin GW1NR-9C."""

from __future__ import annotations

from hashloom.boards.model import BUTTON, LED, OSCILLATOR, RXD, TXD, Board, BoardPin

BOARD = Board(
    name="tang-nano-9k",
    title="Tang Nano 9K",
    target="gw1n-9",
    part=("--device", "GW1NR-LV9QN88PC6/I5", "--vopt", "family=GW1N-9C"),
    packed=("-d", "GW1N-9C"),
    oscillator_mhz=27.0,
    clock_mhz=36.0,
    pins={
        OSCILLATOR: BoardPin("52"),
        RXD: BoardPin("18", pull="up"),
        TXD: BoardPin("17"),
        LED: BoardPin("10", standard="LVCMOS18"),
        BUTTON: BoardPin("4", standard="LVCMOS18", pull="up"),  # S1
    },
    led_low=True,
    button_low=True,
    serial="the BL702 behind the USB connector",
    source="litex-boards, litex_boards/platforms/sipeed_tang_nano_9k.py",
)
