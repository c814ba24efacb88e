"""Relative switching activity of a real core."""

from __future__ import annotations

import pytest

from hashloom.cache import Cache
from hashloom.cores import Architecture, Interface, core_for
from hashloom.errors import RequestError
from hashloom.implementation.flow import mapped_core
from hashloom.verification.activity import Activity, switching_activity


def test_changes_of_a_block() -> None:
    """Fewer than every net in every clock, more than a tenth of it: hashing looks like noise."""
    core = core_for("sha1", Architecture(load="serial"), target="ice40-up5k")
    found = switching_activity(core, core.target, Cache())
    assert found == switching_activity(core, core.target, Cache())
    module = mapped_core(core.sources_for(core.target), core.top, core.target, cache=Cache())
    nets = {
        bit
        for cell in module["cells"].values()
        for bits in cell["connections"].values()
        for bit in bits
        if isinstance(bit, int)
    }
    assert 0.1 * len(nets) * 82 < found.changes < len(nets) * 82
    assert found.changes < found.weighted < 10 * found.changes
    assert found.messages == 32


def test_changes_behind_registers() -> None:
    """More of them than of the core with streams, but not many times as many."""
    counts = []
    for interface in (Interface(), Interface(bus="apb4")):
        core = core_for("sha1", Architecture(load="serial"), interface, "ice40-up5k")
        counts.append(switching_activity(core, core.target, Cache()).weighted)
    assert 1.0 < counts[1] / counts[0] < 5.0


def test_ratio() -> None:
    plain = Activity("a", "t", "plain_hash", 1, 10.0, 100.0)
    assert Activity("b", "t", "plain_hash", 1, 10.0, 180.0).relative_to(plain) == 1.8


def test_no_netlist_no_activity() -> None:
    core = core_for("sha256", target="virtex-5")
    with pytest.raises(RequestError, match="synthesis only"):
        switching_activity(core, core.target, Cache())
