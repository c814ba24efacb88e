"""Ranking, margins and misses, on candidates whose figures are easy to see through."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hashloom.cores import Architecture, Interface
from hashloom.exploration.candidates import ESTIMATED, Candidate
from hashloom.exploration.choosing import (
    OBJECTIVES,
    Requirement,
    cell_clocks_per_bit,
    copies_taken,
    fitting_copies,
    margins,
    nearest_miss,
    needed_copies,
    ranked,
)
from hashloom.measurements.estimation.clocks import Clocks
from hashloom.request.point import Point
from hashloom.targets import Resources

DEVICE = Resources(lut=5000, ff=5000, bram=4, lutram=100, dsp=0)


def candidate(
    lut: int, contexts: int = 1, mhz: float = 100.0, ff: int = 1000, bram: int = 0
) -> Candidate:
    """A core of 64 clocks a block of 512 bits: 8 bits a clock for each message, up to 8 in all."""
    return Candidate(
        point=Point("sha256", Architecture(interleave=contexts), Interface()),
        basis=ESTIMATED,
        measured_on="",
        seeds=0,
        resources=Resources(lut=lut, ff=ff, bram=bram, lutram=0, dsp=0),
        clock_mhz=mhz,
        block_bits=512,
        contexts=contexts,
        clocks=Clocks(64.0 * contexts, 64.0, 100 * contexts),
    )


SMALL, SHARED, FAST = candidate(1000), candidate(1200, 4, 200.0), candidate(3000, 1, 250.0)
ALL = [FAST, SMALL, SHARED]


def wanted(**fields: object) -> Requirement:
    return replace(Requirement(1, 0.0, None, None, DEVICE), **fields)


def test_contexts_without_a_message_do_not_count() -> None:
    assert SHARED.mbps(1) == pytest.approx(400)
    assert SHARED.mbps(3) == pytest.approx(1200)
    assert SHARED.mbps(4) == SHARED.mbps(9) == pytest.approx(1600)
    assert SMALL.mbps(4) == pytest.approx(800)
    two_under_way = replace(SMALL, clocks=Clocks(64.0, 40.0, 100))
    assert two_under_way.mbps(1) == pytest.approx(800)
    assert two_under_way.mbps(2) == pytest.approx(1280)


@pytest.mark.parametrize(
    ("objective", "messages", "order"),
    [
        ("area", 1, [SMALL, SHARED, FAST]),
        ("throughput", 1, [FAST, SMALL, SHARED]),
        ("throughput", 4, [FAST, SHARED, SMALL]),
        ("density", 4, [SHARED, SMALL, FAST]),
        ("device", 4, [SHARED, SMALL, FAST]),
        ("latency", 1, [FAST, SMALL, SHARED]),
        ("energy", 4, [SMALL, SHARED, FAST]),
    ],
)
def test_the_best_first(objective: str, messages: int, order: list[Candidate]) -> None:
    assert objective in OBJECTIVES
    assert ranked(ALL, wanted(objective=objective, messages=messages)) == order


def test_of_one_core_the_usual_placement_comes_first() -> None:
    annealed = replace(SMALL, clock_mhz=110.0, annealed=True)
    for both in ([annealed, SMALL], [SMALL, annealed]):
        assert ranked(both, wanted(objective="area")) == [SMALL, annealed]
        assert ranked(both, wanted(objective="throughput")) == [annealed, SMALL]


def test_margins() -> None:
    found = margins(SHARED, wanted(mbps=800.0, messages=4, max_lut=1500, max_latency_ns=4000.0))
    assert found.rate == pytest.approx(1.0)
    assert found.lut == 300
    assert found.latency == pytest.approx(0.5)
    assert found.met
    assert margins(SMALL, wanted()).rate is None
    assert margins(SMALL, wanted()).lut == 4000


def test_what_the_device_lacks_counts() -> None:
    assert not margins(candidate(1000, ff=6000), wanted()).met
    assert not margins(candidate(1000, bram=5), wanted()).met
    assert not margins(candidate(5001), wanted(max_lut=9000)).met


def test_copies_reach_a_throughput_together() -> None:
    # They hash 800, 1600 and 2000 Mbit/s, and there are 5000 look-up tables.
    asked = wanted(objective="device", mbps=3000.0, messages=8)
    assert [needed_copies(c, asked) for c in (SMALL, SHARED, FAST)] == [4, 2, 2]
    assert [fitting_copies(c, asked) for c in (SMALL, SHARED, FAST)] == [5, 4, 1]
    assert ranked(ALL, asked) == [SHARED, SMALL]
    assert margins(SHARED, asked).rate == pytest.approx(3200 / 3000 - 1)
    assert margins(SHARED, asked).lut == 5000 - 2 * 1200
    assert fitting_copies(SHARED, replace(asked, max_lut=2500)) == 2
    assert fitting_copies(candidate(10, bram=3), asked) == 1


def test_copies_need_messages() -> None:
    asked = wanted(objective="device", mbps=3000.0, messages=7)
    assert ranked(ALL, asked) == [SMALL]
    miss = nearest_miss([SHARED], asked)
    assert miss.missed == {"throughput": pytest.approx(1 - 7 * 400 / 3000)}
    assert miss.accepted == {"throughput": pytest.approx(2800), "messages": 8}


def test_what_a_miss_says_would_do_does() -> None:
    asked = wanted(objective="device", mbps=3000.0, messages=8, max_lut=2000)
    miss = nearest_miss(ALL, asked)
    assert miss.accepted == {"throughput": pytest.approx(1600), "look-up tables": 2400}
    assert ranked(ALL, replace(asked, max_lut=2400)) == [SHARED]
    assert ranked(ALL, replace(asked, mbps=1600.0)) == [SHARED, SMALL]


def test_more_than_the_device_holds_is_missed() -> None:
    assert ranked(ALL, wanted(objective="device", mbps=6400.0, messages=100)) == [SHARED]
    miss = nearest_miss(ALL, wanted(objective="device", mbps=7000.0, messages=100))
    assert miss.accepted == {"throughput": pytest.approx(6400)}
    assert miss.nearest == SHARED  # of which as many copies as fit miss one bound alone
    assert miss.missed == {"throughput": pytest.approx(1 - 6400 / 7000)}
    asked = wanted(objective="device", mbps=7000.0, messages=100, max_lut=1300)
    assert copies_taken(SHARED, asked) == 1
    miss = nearest_miss([SHARED], asked)
    assert miss.missed == {"throughput": pytest.approx(1 - 1600 / 7000)}


def test_an_unknown_latency_meets_no_bound() -> None:
    unknown = replace(SMALL, clocks=Clocks(64.0, 64.0, None))
    assert unknown.latency_ns is None
    assert margins(unknown, wanted()).met
    assert not margins(unknown, wanted(max_latency_ns=1e9)).met
    assert ranked([unknown, FAST], wanted(objective="latency")) == [FAST, unknown]


def test_energy_stands_for_cells_and_clocks() -> None:
    assert cell_clocks_per_bit(SMALL, 1) == pytest.approx(2000 * 64 / 512)
    assert cell_clocks_per_bit(SHARED, 1) == pytest.approx(2200 * 256 / 512)


def test_the_nearest_miss_and_what_binds() -> None:
    miss = nearest_miss(ALL, wanted(mbps=4000.0, messages=4))
    assert miss.nearest == FAST
    assert miss.missed == {"throughput": pytest.approx(0.5)}
    assert miss.accepted == {"throughput": pytest.approx(2000)}
    miss = nearest_miss(ALL, wanted(mbps=1500.0, messages=4, max_lut=1100))
    assert miss.nearest == SHARED
    assert miss.missed == {"look-up tables": pytest.approx(100 / 1100)}
    assert miss.accepted == {
        "throughput": pytest.approx(800),
        "look-up tables": 1200,
    }
    miss = nearest_miss(ALL, wanted(mbps=1500.0, messages=1, max_lut=1200))
    assert miss.accepted["messages"] == 4
    miss = nearest_miss(ALL, wanted(max_latency_ns=100.0))
    assert miss.accepted == {"latency": pytest.approx(400)}


def test_no_fewer_messages_than_those_that_a_miss_names_would_do() -> None:
    asked = wanted(mbps=1100.0, messages=1)
    assert nearest_miss([SHARED], asked).accepted["messages"] == 3  # of its four, 400 Mbit/s each
    assert ranked([SHARED], replace(asked, messages=3)) == [SHARED]
    assert ranked([SHARED], replace(asked, messages=2)) == []


def test_several_bounds_at_once() -> None:
    miss = nearest_miss(ALL, wanted(mbps=1e6, max_lut=10))
    assert set(miss.missed) == {"throughput", "look-up tables"}
    assert miss.accepted == {}
