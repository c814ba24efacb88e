"""What stands around a core: registers on a bus, or a ring that reads memory, as they add to it.

Cells: sums of a few numbers, fitted on pairs of measured cores, one with and one without.  Clock:
that of the slower of two paths, the core's own and one of so many look-up tables.  Clocks: those of
the core, unless the words of a block take longer over the bus.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

from hashloom.hashes import Hash
from hashloom.measurements.estimation.clocks import Clocks
from hashloom.measurements.estimation.estimator import FILE, SHARPNESS
from hashloom.request.bus import BUS_BITS, access_clocks
from hashloom.request.interface import Interface
from hashloom.targets import Resources, Target

SECTION = "around"  # of the file of coefficients
FIGURES = ("lut", "ff", "lutram")
# Clocks from the last word of a message to its answer beyond those of the core: so many accesses
# more than the answer has words, and so many besides.
_FINISH, _SHOWN = 1, 6
# Accesses, beyond the latency, of a lone message of one block: its words but for those that are
# written while others are padded.  Seen in simulation.
_WRITTEN = 11
# Clocks that a lone message waits for its words and its answer for its way to memory.  Seen in
# simulation, on AXI4.
_FETCHED = 35
# More of these where an engine with words of 64 bits, which is not folded, has a stream of 32 bits.
_NARROWED = {"bus": 9, "ring": 29}
# Clocks that a folded HMAC core takes the words of a block in, beyond one each: it takes them while
# nothing else goes on.
_TAKEN = 2


@dataclass(frozen=True)
class Around:
    """The coefficients of one family.

    Attributes:
        added: by figure ("lut", "ff", "lutram") what is added, by feature.
        levels: look-up tables of the path through what is around, by "bus" and "ring".
        documents: pairs on which it was fitted.
        errors: medians of the absolute relative error of whole cores, each estimated without its
            own pair, by "lut", "ff" and "clock".
    """

    added: Mapping[str, Mapping[str, float]]
    levels: Mapping[str, float]
    documents: int
    errors: Mapping[str, float]

    def resources(self, core: Resources, features: Mapping[str, float]) -> Resources:
        """The cells of a core with what is around it; no block RAM is added."""
        cells = core.as_dict()
        for figure in FIGURES:
            more = sum(self.added[figure].get(name, 0.0) * n for name, n in features.items())
            cells[figure] = round(cells[figure] + more)
        return Resources(**cells)

    def clock_mhz(self, core_mhz: float, kind: str, target: Target) -> float:
        """The clock of a core of `core_mhz` with what is around it; `kind`: "bus" or "ring"."""
        own, other = 1000 / core_mhz, self.levels[kind] * target.delays.lut_ns
        period = (own**SHARPNESS + other**SHARPNESS) ** (1 / SHARPNESS)
        return float(1000 / period)


def kind_of(interface: Interface) -> str:
    """What is around a core: "ring" or "bus"."""
    return "ring" if interface.ringed else "bus"


def features_of(
    hash_: Hash, interface: Interface, contexts: int, *, folded: bool
) -> dict[str, float]:
    """What the cells of what is around depend on."""
    kind = kind_of(interface)
    found = {
        kind: 1.0,
        f"{kind}_{interface.dma if interface.ringed else interface.bus}": 1.0,
        f"{kind}_keyed": float(interface.keyed),
        f"{kind}_folded": float(folded),
        f"{kind}_words": (hash_.word_bits - BUS_BITS) / BUS_BITS,
        f"{kind}_several": float(contexts > 1),
    }
    return {name: value for name, value in found.items() if value}


def clocks_around(
    clocks: Clocks, hash_: Hash, interface: Interface, blocks: int, *, folded: bool
) -> Clocks:
    """The clocks of a core with what is around it, where those of its streams are `clocks`.

    Behind registers there is one message at a time, written by a driver that loses no clock; with
    a ring memory answers a word in each clock, and what a message alone waits for its descriptor
    is counted nearly.  `blocks`: of the messages of an HMAC core.
    """
    words = hash_.block_bits // BUS_BITS
    if hash_.word_bits > BUS_BITS and not folded and clocks.latency is not None:
        clocks = replace(clocks, latency=clocks.latency + _NARROWED[kind_of(interface)])
    if interface.ringed:
        alone = clocks.per_block + (_FETCHED / blocks if interface.keyed else 0)
        busy, late = clocks.per_block_aggregate, clocks.latency
        return Clocks(
            max(alone, words), max(busy, words), None if late is None else late + _FETCHED
        )
    written = words * access_clocks(interface.bus)
    if clocks.latency is None:
        block = max(clocks.per_block, float(written))
        return Clocks(block, block, None)
    answered = access_clocks(interface.bus) * (8 * hash_.digest_bytes // BUS_BITS + _FINISH)
    latency = clocks.latency + answered + _SHOWN
    if not interface.keyed:
        block = max(clocks.per_block, float(written))
        return Clocks(block, block, latency)
    first = latency + access_clocks(interface.bus) * _WRITTEN
    further = 0.0
    if blocks > 1:
        own = (blocks * clocks.per_block - clocks.latency) / (blocks - 1)
        further = own + written - words - _TAKEN if folded else max(own, float(written))
    block = (first + (blocks - 1) * further) / blocks
    return Clocks(block, block, latency)


def around_if_known(target: Target) -> Around | None:
    """The coefficients of a target's family; None for a family without any."""
    found = _families().get(target.family)
    return None if found is None else Around(**found)


def families_around() -> str:
    """The families that have coefficients, in a list to print."""
    return ", ".join(sorted(_families()))


@cache
def _families() -> dict[str, dict[str, Any]]:
    text = resources.files("hashloom.data").joinpath(FILE).read_text("utf-8")
    families: dict[str, dict[str, Any]] = json.loads(text).get(SECTION, {})
    return families
