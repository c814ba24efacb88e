"""Reads the delays of cells and of wires from the SDF file that nextpnr writes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

Pin = tuple[str, str]  # of a cell, by both their names


@dataclass(frozen=True)
class Delays:
    """Delays of a placed design in ps, the slowest of the three that SDF gives.

    Attributes:
        through: of each cell, from one of its pins to another.
        setup: of a pin, before the edge of the clock.
        clocks: pins that a set-up time refers to.
        wires: from a pin that drives a net to each pin that it drives.
    """

    through: dict[str, list[tuple[str, str, int]]] = field(default_factory=dict)
    setup: dict[Pin, int] = field(default_factory=dict)
    clocks: frozenset[Pin] = frozenset()
    wires: dict[Pin, list[tuple[Pin, int]]] = field(default_factory=dict)


def read_delays(lines: Iterable[str]) -> Delays:
    """The delays of an SDF file of nextpnr, each entry of which has a line."""
    through: dict[str, list[tuple[str, str, int]]] = defaultdict(list)
    wires: dict[Pin, list[tuple[Pin, int]]] = defaultdict(list)
    setup: dict[Pin, int] = {}
    clocks: set[Pin] = set()
    cell = ""
    for line in lines:
        words = line.split()
        match words[:1]:
            case ["(INSTANCE"]:
                cell = _plain(words[1].rstrip(")"))
            case ["(IOPATH"]:
                through[cell].append((words[1], words[2], _slowest(words[3])))
            case ["(SETUPHOLD"]:
                setup[cell, words[2].rstrip(")")] = _slowest(words[5])
                clocks.add((cell, words[4].rstrip(")")))
            case ["(INTERCONNECT"]:
                wires[_pin(words[1])].append((_pin(words[2]), _slowest(words[3])))
    return Delays(dict(through), setup, frozenset(clocks), dict(wires))


def _plain(name: str) -> str:
    return name.replace("\\", "")


def _pin(name: str) -> Pin:
    cell, _, pin = _plain(name).rpartition("/")
    return cell, pin


def _slowest(triple: str) -> int:
    """The last of (min:typ:max)."""
    return int(triple.rstrip(")").rpartition(":")[2])
