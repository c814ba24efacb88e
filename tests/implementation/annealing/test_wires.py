"""What wires are expected to take, and how it is summed up from wires that were routed."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import pytest

from hashloom.implementation.annealing.wires import wire_delays

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"


@pytest.fixture
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs in benchmarks/ can be imported."""
    monkeypatch.setattr(sys, "path", [str(BENCHMARKS), *sys.path])


def test_six_tiles_are_sooner_reached_than_four() -> None:
    delays = wire_delays("8")

    def straight(across: int, along: int) -> int:
        return delays.table[across * delays.side + along]

    assert len(delays.table) == delays.side**2
    assert min(delays.table) == straight(0, 0)
    assert straight(6, 1) < straight(4, 1)
    assert straight(1, 6) < straight(1, 4)


def test_slower_grades_have_slower_wires() -> None:
    tables = [wire_delays(speed).table for speed in "876"]
    for fast, slow in pairwise(tables):
        assert all(a < b for a, b in zip(fast, slow, strict=True))


@pytest.mark.usefixtures("benchmarks")
def test_what_wires_took_is_summed_up() -> None:
    from wires import ENOUGH, SIDE, Wire, summed_up

    def ps(across: int, along: int) -> int:
        edge = min(across, SIDE - 1) + min(along, SIDE - 1)
        return 400 + 10 * edge + 50 * (across + along - edge)

    ways = [(a, b) for a in range(2 * SIDE) for b in range(2 * SIDE)]
    found = [Wire(a, b, "A", True, ps(a, b)) for a, b in ways for _ in range(ENOUGH)]
    found += [Wire(a, b, "CE", False, ps(a, b) - 70) for a, b in ways]
    summary = summed_up(found)
    assert summary["beyond"] == 50
    assert summary["offsets"] == {"A": 0, "CE": -70}
    assert summary["table"] == [[ps(a, b) for b in range(SIDE)] for a in range(SIDE)]


@pytest.mark.usefixtures("benchmarks")
def test_where_wires_are_few_those_nearby_count() -> None:
    from wires import ENOUGH, near

    by_way = {(3, 4): [900] * (ENOUGH - 1), (4, 4): [1000] * ENOUGH, (9, 9): [5000] * ENOUGH * 9}
    assert near(by_way, 4, 4) == 1000
    assert near(by_way, 3, 4) == 1000
    assert near(by_way, 9, 9) == 5000
