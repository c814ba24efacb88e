"""The subject of random traffic that a core is, and the lists of bins of all kinds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hashloom.cores import Core
from hashloom.verification.random.bins import version
from hashloom.verification.random.blocks import all_bins as block_bins
from hashloom.verification.random.blocks import block_subject
from hashloom.verification.random.bus.coverage import all_bins as bus_bins
from hashloom.verification.random.bus.subject import bus_subject
from hashloom.verification.random.line.subject import all_bins as line_bins
from hashloom.verification.random.requests import shape_of
from hashloom.verification.random.ring.coverage import all_bins as ring_bins
from hashloom.verification.random.ring.subject import ring_subject
from hashloom.verification.random.streams import coverage
from hashloom.verification.random.streams.machine import machine_of
from hashloom.verification.random.streams.subject import Streams
from hashloom.verification.random.subject import Subject
from hashloom.verification.vectors.reference import require_hashlib


def subject_for(core: Core, *, properties: bool = True) -> Subject:
    """A core, compiled with whatever sends it traffic.

    Raises CheckError when Verilator refuses it, RequestError for an engine, and for a hash that
    Python's hashlib does not have.
    """
    for each in core.hashes:
        require_hashlib(each.name, "Random traffic")
    if core.interface.kind.whole:
        return block_subject(core)
    shape = shape_of(core)
    if core.interface.ringed:
        return ring_subject(core, properties=properties)
    if core.interface.registered:
        return bus_subject(core, properties=properties)
    return Streams(machine_of(core.sources(), core.top, shape, properties=properties))


@cache
def lists_of_bins() -> dict[str, Mapping[str, str]]:
    """The lists of bins of all kinds, by version."""
    lists = (coverage.all_bins(), bus_bins(), ring_bins(), block_bins(), line_bins())
    return {version(bins): bins for bins in lists}
