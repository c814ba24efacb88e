"""From a requirement to the core that meets it best, or to what stands in its way.

Where the device is what counts, several copies of a core may share the work: a copy has as many
contexts as the core, and messages go to whatever context is free. What would lie between the copies
is not counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from hashloom.exploration.candidates import Candidate
from hashloom.measurements.estimation.clocks import BLOCKS
from hashloom.measurements.share import gbps_per_device
from hashloom.targets import Resources

DEVICE = "device"  # the objective that looks at copies


@dataclass(frozen=True)
class Requirement:
    """What a core has to do.

    Attributes:
        messages: messages that are there at a time.
        mbps: throughput in Mbit/s over these messages together, 0 for any.
        max_lut: look-up tables, None for as many as the device has.
        max_latency_ns: latency of a message of one block, None for any.
        capacity: what the device holds.
        objective: what is best among those that do it; see OBJECTIVES.
        blocks: blocks of each message, of an HMAC core.
    """

    messages: int
    mbps: float
    max_lut: int | None
    max_latency_ns: float | None
    capacity: Resources
    objective: str = "area"
    blocks: int = BLOCKS

    @property
    def most_lut(self) -> int:
        """Look-up tables there may be."""
        return min(self.max_lut or self.capacity.lut, self.capacity.lut)


def fitting_copies(candidate: Candidate, wanted: Requirement) -> int:
    """Copies of a core for which there are cells; place and route may not fill a device so far."""
    room = replace(wanted.capacity, lut=wanted.most_lut).as_dict()
    used = candidate.resources.as_dict()
    return min(room[kind] // count for kind, count in used.items() if count)


def needed_copies(candidate: Candidate, wanted: Requirement) -> int:
    """The fewest copies that reach the throughput, where copies are looked at; otherwise one.

    Where messages are too few for any number of copies it is the number that would do with more.
    """
    if wanted.objective != DEVICE or not wanted.mbps:
        return 1
    return math.ceil(wanted.mbps / candidate.aggregate_mbps)


def copies_taken(candidate: Candidate, wanted: Requirement) -> int:
    """The copies that are needed, or as many of them as there are cells for, one at least."""
    needed = needed_copies(candidate, wanted)
    return 1 if needed == 1 else min(needed, max(1, fitting_copies(candidate, wanted)))


def cells_of_copies(candidate: Candidate, wanted: Requirement) -> Resources:
    """What these copies take."""
    return candidate.resources.times(copies_taken(candidate, wanted))


@dataclass(frozen=True)
class Margins:
    """How far a candidate is from its bounds; below zero it misses them.

    Attributes:
        rate: throughput above what is required, as a share of it; None when none is required.
        lut: look-up tables left.
        latency: time left as a share of the bound; None without one, or for an unknown latency.
        cells: whether flip-flops and block RAM fit the device.
        latency_known: whether a bound on latency could be checked.
    """

    rate: float | None
    lut: int
    latency: float | None
    cells: bool
    latency_known: bool

    @property
    def met(self) -> bool:
        """Whether nothing is missed."""
        bounds = (self.rate is None or self.rate >= 0, self.latency is None or self.latency >= 0)
        return all(bounds) and self.lut >= 0 and self.cells and self.latency_known


def margins(candidate: Candidate, wanted: Requirement) -> Margins:
    """How far a candidate is from what is required of it."""
    mbps = candidate.mbps(wanted.messages, copies_taken(candidate, wanted))
    rate = mbps / wanted.mbps - 1 if wanted.mbps else None
    cells = cells_of_copies(candidate, wanted)
    bound, latency = wanted.max_latency_ns, candidate.latency_ns
    left = None if bound is None or latency is None else 1 - latency / bound
    shortage = wanted.capacity.shortage(replace(cells, lut=0))
    return Margins(
        rate=rate,
        lut=wanted.most_lut - cells.lut,
        latency=left,
        cells=not shortage,
        latency_known=bound is None or latency is not None,
    )


def cell_clocks_per_bit(candidate: Candidate, messages: int) -> float:
    """What stands in for energy: cells times clocks for each bit of message.

    It takes every look-up table and flip-flop to switch equally often; nothing of it is measured.
    """
    cells = candidate.resources.lut + candidate.resources.ff
    return cells * candidate.clock_mhz / candidate.mbps(messages)


def merit(wanted: Requirement) -> Callable[[Candidate], tuple[float, float, bool, bool]]:
    """What candidates are ordered by, the best least; among equals the one of fewer cells, of those
    one that was not measured with older RTL, and one that is placed as usual."""

    measure = _MEASURES[wanted.objective]

    def key(candidate: Candidate) -> tuple[float, float, bool, bool]:
        cells = candidate.resources.lut + candidate.resources.ff
        return measure(candidate, wanted), cells, candidate.older, candidate.annealed

    return key


def _share(candidate: Candidate, wanted: Requirement) -> float:
    """The part of the device that the throughput takes, or a Gbit/s where none is asked for."""
    share = wanted.capacity.share(cells_of_copies(candidate, wanted))
    return share if wanted.mbps else 1 / gbps_per_device(candidate.mbps(wanted.messages), share)


# By objective, what is least of the best.
_MEASURES: dict[str, Callable[[Candidate, Requirement], float]] = {
    "area": lambda c, wanted: c.resources.lut,
    "throughput": lambda c, wanted: -c.mbps(wanted.messages),
    "density": lambda c, wanted: -c.mbps(wanted.messages) / c.resources.lut,
    DEVICE: _share,
    "latency": lambda c, wanted: c.latency_ns or math.inf,
    "energy": lambda c, wanted: cell_clocks_per_bit(c, wanted.messages),
}
OBJECTIVES = tuple(_MEASURES)


def ranked(found: Iterable[Candidate], wanted: Requirement) -> list[Candidate]:
    """The candidates that meet the requirement, the best first."""
    return sorted((c for c in found if margins(c, wanted).met), key=merit(wanted))


@dataclass(frozen=True)
class Miss:
    """Why nothing meets a requirement.

    Attributes:
        nearest: the candidate that misses by least.
        missed: by bound, by how much it misses, as a share of the bound.
        accepted: by bound, what would be met if that bound alone were changed: Mbit/s at most,
            look-up tables at least, ns at least, messages at least.  Bounds that do not help alone
            are not in it; it is empty when several are in the way at once.
    """

    nearest: Candidate
    missed: dict[str, float]
    accepted: dict[str, float]


def shortfalls(candidate: Candidate, wanted: Requirement) -> dict[str, float]:
    """By bound, by how much a candidate misses it, as a share of the bound."""
    m = margins(candidate, wanted)
    found: dict[str, float] = {}
    if m.rate is not None and m.rate < 0:
        found["throughput"] = -m.rate
    if m.lut < 0:
        found["look-up tables"] = -m.lut / wanted.most_lut
    if m.latency is not None and m.latency < 0:
        found["latency"] = -m.latency
    cells = cells_of_copies(candidate, wanted)
    for kind, (needed, there) in wanted.capacity.shortage(replace(cells, lut=0)).items():
        found[_KINDS[kind]] = needed / there - 1 if there else float(needed)
    return found


_KINDS = {"ff": "flip-flops", "bram": "block RAM", "lutram": "LUT RAM", "dsp": "multipliers"}


def nearest_miss(found: Sequence[Candidate], wanted: Requirement) -> Miss:
    """The candidate that misses by least, and the bounds that are in the way."""
    known = [c for c in found if margins(c, wanted).latency_known]
    order = merit(wanted)
    nearest = min(known or found, key=lambda c: (sum(shortfalls(c, wanted).values()), order(c)))
    return Miss(nearest, shortfalls(nearest, wanted), accepted_bounds(found, wanted))


def accepted_bounds(found: Sequence[Candidate], wanted: Requirement) -> dict[str, float]:
    """See Miss.accepted."""
    accepted: dict[str, float] = {}
    free = ranked(found, replace(wanted, mbps=0.0))
    if wanted.mbps and free:
        copies = fitting_copies if wanted.objective == DEVICE else needed_copies
        accepted["throughput"] = max(c.mbps(wanted.messages, copies(c, wanted)) for c in free)
    larger = replace(wanted, max_lut=None)
    free = ranked(found, larger)
    if wanted.max_lut and free:
        accepted["look-up tables"] = min(cells_of_copies(c, larger).lut for c in free)
    free = ranked(found, replace(wanted, max_latency_ns=None))
    if wanted.max_latency_ns and free:
        accepted["latency"] = min(c.latency_ns or math.inf for c in free)
    # All contexts that are needed are busy, or just as many as the rate takes
    useful = {needed_copies(c, wanted) * c.contexts for c in found}
    useful |= {math.ceil(wanted.mbps / c.single_mbps) for c in found}
    for messages in sorted(number for number in useful if number > wanted.messages):
        if ranked(found, replace(wanted, messages=messages)):
            accepted["messages"] = messages
            break
    return accepted
