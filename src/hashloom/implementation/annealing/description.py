"""What the annealer reads: the cells of a packed design, its nets and its delays, in numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from hashloom.implementation.annealing.delays import Delays
from hashloom.implementation.annealing.packed import (
    LOOKUP,
    MEMORY,
    REGISTER,
    WRITE_PORT,
    Packed,
    is_wired,
)
from hashloom.implementation.annealing.wires import WireDelays

_KINDS = {LOOKUP: 0, REGISTER: 1, MEMORY: 2, WRITE_PORT: 3}
_FIXED = 9
_MODES = {"LOGIC": 0, "CCU2": 1, "DPRAM": 2, "RAMW_BLOCK": 3}
_MUX = 4
_NONE = -1


@dataclass
class _Signals:
    """Numbers for the signals that control registers; 0 is none at all."""

    numbers: dict[tuple[str, int | None, str], int] = field(default_factory=dict)

    def number(self, kind: str, net: int | None, polarity: str) -> int:
        if net is None and (kind == "LSR" or polarity.strip() == "1"):
            return 0
        return self.numbers.setdefault((kind, net, polarity), len(self.numbers) + 1)


def describe(packed: Packed, delays: Delays, wires: WireDelays) -> str:
    """The design as the annealer's `read_problem` reads it."""
    numbers = {name: i for i, name in enumerate(packed.cells)}
    signals = _Signals()
    cells = [" ".join(map(str, _cell(packed, name, signals))) for name in packed.cells]
    nets, pins, lines = _nets(packed, delays, wires, numbers)
    arcs = list(_arcs(packed, delays, nets, pins))
    table = [wires.side, wires.beyond, *wires.table]
    head = [" ".join(map(str, table)), f"{len(cells)} {len(nets)} {len(arcs)}"]
    return "\n".join([*head, *cells, *lines, *arcs]) + "\n"


def timed_nets(packed: Packed, delays: Delays) -> list[int]:
    """The nets that are described, in their order: all but clocks and constants."""
    clocked = {packed.net(*pin) for pin in delays.clocks}
    return [
        net
        for net in packed.sinks
        if net not in clocked
        and net in packed.drivers
        and not packed.drivers[net][0].startswith("$PACKER_")
    ]


def _cell(packed: Packed, name: str, signals: _Signals) -> tuple[int, ...]:
    """Kind, x, y, z, group, mode, whether it uses M and is tied, signals of enable and reset."""
    place, kind = packed.places[name], packed.kind(name)
    group = packed.groups.get(name, _NONE)
    mode = uses_m = tied = enable = reset = 0
    if kind in (LOOKUP, REGISTER):
        uses_m = int(packed.net(name, "M") is not None)
    if kind == LOOKUP:
        mode = _MODES[packed.mode(name)]
        if mode == 0 and group != _NONE:
            mode = _MUX
    if kind == REGISTER:
        parameters = packed.cells[name]["parameters"]
        tied = int(packed.net(name, "DI") is not None)
        enable = signals.number("CE", packed.net(name, "CE"), parameters["CEMUX"])
        reset = signals.number("LSR", packed.net(name, "LSR"), parameters["LSRMUX"])
    which = _KINDS.get(kind, _FIXED)
    return which, place.x, place.y, place.z, group, mode, uses_m, tied, enable, reset


def _nets(
    packed: Packed, delays: Delays, wires: WireDelays, numbers: dict[str, int]
) -> tuple[dict[int, int], dict[tuple[str, str], int], list[str]]:
    """Numbers of the nets, numbers of the pins that they drive, and a line for each net."""
    launches = {
        (cell, out): ps
        for cell, through in delays.through.items()
        for into, out, ps in through
        if (cell, into) in delays.clocks
    }
    nets: dict[int, int] = {}
    pins: dict[tuple[str, str], int] = {}
    lines = []
    for net in timed_nets(packed, delays):
        sinks, driver = packed.sinks[net], packed.drivers[net]
        nets[net] = len(nets)
        words = [numbers[driver[0]], launches.get(driver, _NONE), len(sinks)]
        for cell, pin in sinks:
            pins[cell, pin] = len(pins)
            wired = is_wired(driver[1], pin)
            offset = wires.offset(pin) if wired else 0
            setup = delays.setup.get((cell, pin), _NONE)
            words += [numbers[cell], int(wired), offset, setup]
        lines.append(" ".join(map(str, words)))
    return nets, pins, lines


def _arcs(
    packed: Packed, delays: Delays, nets: dict[int, int], pins: dict[tuple[str, str], int]
) -> Iterator[str]:
    """A line for each way through a cell: the pin, the net behind the cell, and ps."""
    for cell, through in delays.through.items():
        slowest: dict[tuple[int, int], int] = defaultdict(int)
        for into, out, ps in through:
            pin = pins.get((cell, into)) if cell in packed.cells else None
            net = nets.get(packed.net(cell, out) or 0) if pin is not None else None
            if pin is not None and net is not None:
                slowest[pin, net] = max(slowest[pin, net], ps)
        yield from (f"{pin} {net} {ps}" for (pin, net), ps in slowest.items())
