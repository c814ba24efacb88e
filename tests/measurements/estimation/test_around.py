"""What is around a core: its clocks against counted ones, its cells and its clock by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.documents import with_annealer

from hashloom.cores import Interface
from hashloom.exploration.candidates import counted_clocks
from hashloom.hashes import get_hash
from hashloom.measurements.dataset import shipped
from hashloom.measurements.estimation.around import (
    Around,
    around_if_known,
    clocks_around,
    features_of,
)
from hashloom.measurements.estimation.clocks import BLOCKS, Clocks
from hashloom.measurements.estimation.fitting_around import Pair, pairs_of
from hashloom.request.bus import BUSES, NONE, access_clocks
from hashloom.request.point import is_annealed, point_of
from hashloom.targets import Resources, get_target

DOCUMENTS = {point_of(document): document for document in shipped() if not is_annealed(document)}
PAIRS = pairs_of(list(DOCUMENTS.values()))
SHA256 = get_hash("sha256")
PLAIN = Clocks(66.0, 66.0, 100)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.point.command)
@pytest.mark.parametrize("blocks", [1, BLOCKS])
def test_clocks_of_measured_cores(pair: Pair, blocks: int) -> None:
    point = pair.point
    bare = replace(point, interface=replace(point.interface, bus=NONE, dma=NONE))
    whole = DOCUMENTS[point]
    counted, inside = (counted_clocks(d, blocks) for d in (whole, DOCUMENTS[bare]))
    hash_, folded = get_hash(whole["algorithms"][0]), point.architecture.fold > 0
    said = clocks_around(inside, hash_, point.interface, blocks, folded=folded)
    near = 0.02 if pair.kind == "bus" else 0.03
    assert said.per_block == pytest.approx(counted.per_block, rel=near)
    assert said.per_block_aggregate == pytest.approx(counted.per_block_aggregate, rel=near)
    assert said.latency == pytest.approx(counted.latency, rel=near)


def test_annealed_placements_make_no_pair() -> None:
    point = PAIRS[0].point
    bare = replace(point, interface=replace(point.interface, bus=NONE, dma=NONE))
    whole, inside = DOCUMENTS[point], DOCUMENTS[bare]
    assert pairs_of([whole, inside, with_annealer(whole), with_annealer(inside)]) == PAIRS[:1]
    for pair in ([whole, with_annealer(inside)], [with_annealer(whole), inside]):
        assert pairs_of(pair) == []


def test_measured_cores_are_of_every_bus() -> None:
    interfaces = {pair.point.interface for pair in PAIRS}
    assert {i.bus for i in interfaces if not i.ringed} == set(BUSES)
    assert {i.dma for i in interfaces if i.ringed} == {"axi4", "wishbone"}


def test_words_take_longer_than_the_block() -> None:
    """Sixteen words of five clocks are 80; with more than five clocks a word the core decides."""
    assert access_clocks("axi4-lite") == 5
    slow = Interface(bus="axi4-lite")
    for own, block in ((66.0, 80.0), (100.0, 100.0)):
        clocks = Clocks(own, own, 100)
        found = clocks_around(clocks, SHA256, slow, BLOCKS, folded=False)
        assert (found.per_block, found.per_block_aggregate) == (block, block)


def test_one_message_at_a_time_behind_registers() -> None:
    """An HMAC core that overlaps messages on its streams does not behind registers."""
    interface = Interface(level="hmac", bus="apb4")
    found = clocks_around(Clocks(202.0, 132.0, 201), SHA256, interface, 1, folded=False)
    assert found.per_block == found.per_block_aggregate > 202


def test_an_unknown_latency_stays_unknown() -> None:
    for interface in (Interface(bus="apb4"), Interface(bus="axi4-lite", dma="axi4")):
        unknown = replace(PLAIN, latency=None)
        assert clocks_around(unknown, SHA256, interface, 1, folded=False).latency is None


def test_cells_are_added() -> None:
    added = {"lut": {"bus": 100.0, "bus_keyed": 20.4}, "ff": {"bus": 7.0}, "lutram": {}}
    around = Around(added, {"bus": 1.0}, 2, {})
    inside = Resources(lut=1000, ff=2000, bram=3, lutram=4, dsp=0)
    keyed = features_of(SHA256, Interface(level="hmac", bus="apb4"), 1, folded=False)
    expected = Resources(lut=1120, ff=2007, bram=3, lutram=4, dsp=0)
    assert around.resources(inside, keyed) == expected


def test_the_slower_path_is_the_clock() -> None:
    target = get_target("ecp5-85f-8")
    around = Around({}, {"bus": 20.0}, 2, {})
    alone = 1000 / (20.0 * target.delays.lut_ns)
    assert around.clock_mhz(alone / 4, "bus", target) == pytest.approx(alone / 4, rel=1e-4)
    assert around.clock_mhz(alone * 4, "bus", target) == pytest.approx(alone, rel=1e-4)
    assert around.clock_mhz(alone, "bus", target) == pytest.approx(alone / 2 ** (1 / 8))


def test_families() -> None:
    assert around_if_known(get_target("ecp5-25f-6")) is not None
    assert around_if_known(get_target("ice40-up5k")) is None
