"""The noun `Board`: a device on a board, with the clock and the pins that are used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

OSCILLATOR, RXD, TXD, LED, BUTTON = "clk_osc", "rxd", "txd", "led", "button"


@dataclass(frozen=True)
class BoardPin:
    """A pin of the device.

    Attributes:
        place: as the maker of the device names it.
        standard: electrical standard, which sets its voltage.
        pull: "up" or "down" where a resistor of the device is to pull it.
    """

    place: str
    standard: str = "LVCMOS33"
    pull: str = ""


@dataclass(frozen=True)
class Board:
    """A board.

    Attributes:
        name: as on the command line.
        title: as its maker calls it.
        target: the device, as hashloom.targets calls it.
        part: the options by which the placer knows the very part.
        packed: what the program that packs the bitstream has to know of it.
        oscillator_mhz: frequency at the pin `clk_osc`.
        clock_mhz: what the core is clocked with, where nothing else is asked for.
        pins: by name of the design's port: clk_osc, rxd, txd, led, and button where there is one.
        led_low, button_low: it is on, or pressed, at a low level.
        serial: what leads from the pins rxd and txd to a host.
        source: where pins and part are stated.
    """

    name: str
    title: str
    target: str
    part: tuple[str, ...]
    packed: tuple[str, ...]
    oscillator_mhz: float
    clock_mhz: float
    pins: Mapping[str, BoardPin]
    led_low: bool
    button_low: bool
    serial: str
    source: str

    @property
    def has_button(self) -> bool:
        """Whether a button resets the design."""
        return BUTTON in self.pins
