"""Sipeed Tang Nano 20K with a Gowin GW2AR-18C."""

from __future__ import annotations

from hashloom.boards.model import BUTTON, LED, OSCILLATOR, RXD, TXD, Board, BoardPin

BOARD = Board(
    name="tang-nano-20k",
    title="Tang Nano 20K",
    target="gw2a-18",
    part=("--device", "GW2AR-LV18QN88C8/I7", "--vopt", "family=GW2A-18C"),
    packed=("-d", "GW2A-18C"),
    oscillator_mhz=27.0,
    clock_mhz=54.0,
    pins={
        OSCILLATOR: BoardPin("4"),
        RXD: BoardPin("70", pull="up"),
        TXD: BoardPin("69"),
        LED: BoardPin("15"),
        BUTTON: BoardPin("88", pull="down"),  # S1
    },
    led_low=True,
    button_low=False,
    serial="the BL616 behind the USB connector",
    source="litex-boards, litex_boards/platforms/sipeed_tang_nano_20k.py",
)
