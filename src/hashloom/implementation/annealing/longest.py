"""The slowest path of a routed design, by the delays of its cells and of its wires.

Both come from SDF files, not always of one run: a design that nextpnr reads back forgets which
half of a carry cell is which, so the cells' delays are those of the run that packed it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from hashloom.errors import ToolError
from hashloom.implementation.annealing.delays import Delays, Pin

_Ways = dict[Pin, list[tuple[Pin, int, str]]]  # from a pin: to where, ps, of what type


def longest_path(cells: Delays, wires: Delays, names: Mapping[Pin, str]) -> list[dict[str, Any]]:
    """The delays along the slowest path from register to register, as nextpnr's report has them.

    `names` is that of the net at each pin that drives one.  Raises ToolError when there is no path.
    """
    ways, begins = _ways(cells, wires)
    late, before = _arrivals(ways, begins)
    ends = [(late[pin] + ps, pin) for pin, ps in cells.setup.items() if pin in late]
    if not ends:
        raise ToolError("The delays of the routed design hold no path from register to register.")
    _, end = max(ends)
    path = [end]
    while path[-1] in before:
        path.append(before[path[-1]])
    path.reverse()
    start = next(way for way in begins if way[1] == path[0])
    delays = [_delay("clk-to-q", start[0], path[0], start[2])]
    for here, there in pairwise(path):
        ps, kind = max((ps, kind) for to, ps, kind in ways[here] if to == there)
        net = {"net": names.get(here, here[0])} if kind == "routing" else {}
        delays.append(_delay(kind, here, there, ps) | net)
    return [*delays, _delay("setup", end, end, cells.setup[end])]


def _delay(kind: str, start: Pin, end: Pin, ps: int) -> dict[str, Any]:
    ends = {
        side: {"cell": cell, "port": pin} for side, (cell, pin) in (("from", start), ("to", end))
    }
    return {"type": kind, "delay": ps / 1000} | ends


def _ways(cells: Delays, wires: Delays) -> tuple[_Ways, list[tuple[Pin, Pin, int]]]:
    """Ways through cells and along wires, and those that begin at a clock: from, to, ps."""
    ways: _Ways = defaultdict(list)
    begins = []
    for cell, through in cells.through.items():
        for into, out, ps in through:
            if (cell, into) in cells.clocks:
                begins.append(((cell, into), (cell, out), ps))
            else:
                ways[cell, into].append(((cell, out), ps, "logic"))
    for pin, driven in wires.wires.items():
        ways[pin].extend((to, ps, "routing") for to, ps in driven)
    return ways, begins


def _arrivals(
    ways: _Ways, begins: Iterable[tuple[Pin, Pin, int]]
) -> tuple[dict[Pin, int], dict[Pin, Pin]]:
    """How late each pin is, in ps, and from which pin that comes."""
    late: dict[Pin, int] = {}
    for _, pin, ps in begins:
        late[pin] = max(late.get(pin, 0), ps)
    missing = _counts(ways, late)
    ready = [pin for pin in late if not missing[pin]]
    before: dict[Pin, Pin] = {}
    for pin in ready:
        for to, ps, _ in ways.get(pin, ()):
            if late.get(to, -1) < late[pin] + ps:
                late[to], before[to] = late[pin] + ps, pin
            missing[to] -= 1
            if not missing[to]:
                ready.append(to)
    return late, before


def _counts(ways: _Ways, begins: Iterable[Pin]) -> Counter[Pin]:
    """How many ways that begin at a register lead to each pin."""
    missing: Counter[Pin] = Counter()
    waiting = list(begins)
    reached = set(waiting)
    while waiting:
        for to, _, _ in ways.get(waiting.pop(), ()):
            missing[to] += 1
            if to not in reached:
                reached.add(to)
                waiting.append(to)
    return missing
