"""Cores whose measurements are made up, for reports that need no tools."""

from __future__ import annotations

import itertools

import pytest

from hashloom.cache import Cache
from hashloom.cores import Core
from hashloom.errors import RequestError
from hashloom.implementation.area import Area
from hashloom.implementation.result import CriticalPath, Implementation, Placement
from hashloom.targets.model import Resources, Target
from hashloom.verification.activity import Activity
from hashloom.verification.checking.checks import Part, Report
from hashloom.verification.hmac_timing import (
    BLOCKS,
    CASES,
    PLAIN_HASH,
    CaseTiming,
    HmacTiming,
    block_times,
)
from hashloom.verification.simulator import Timing

CLOCK = 100.0


def fake_measurements(monkeypatch: pytest.MonkeyPatch, misfits: tuple[str, ...] = ()) -> list[str]:
    """Every core runs at 100 MHz with 1000 LUTs a round and clocks as compiled.

    The names of the cores that were placed go into the list; `misfits` do not fit.
    """
    placed: list[str] = []

    def simulated(core: Core, suite: str, cache: Cache) -> tuple[Timing, Report]:
        clocks = core.compiled.slot_clocks / core.architecture.interleave
        timing = Timing(clocks * core.contexts, clocks, clocks, 100)
        return timing, Report(core.name, suite, (Part("made up", 10, 0, 1000),))

    def implement(core: Core, seeds: range, **_: object) -> Implementation:
        if core.name in misfits:
            raise RequestError("The core does not fit.")
        placed.append(core.name)
        rounds = core.architecture.unroll * core.architecture.stages
        used = Resources(lut=1000 * rounds, ff=500, bram=0, lutram=0, dsp=0)
        path = CriticalPath("first_q", "last_q", 6.0, 4.0, ())
        return Implementation(
            target=core.target.name,
            tools={"yosys": "yosys", "nextpnr": "nextpnr"},
            placements=tuple(Placement(seed, CLOCK, used, path) for seed in seeds),
            capacity=core.target.capacity,
        )

    def area(core: Core, **_: object) -> Area:
        rounds = core.architecture.unroll * core.architecture.stages
        used = Resources(lut=900 * rounds, ff=500, bram=0, lutram=0, dsp=0)
        return Area(core.target.name, {"yosys": "yosys"}, used, "LUT", 225 * rounds)

    def simulated_hmac(
        core: Core, engines: int, suite: str, cache: Cache
    ) -> tuple[HmacTiming, Report]:
        plain, report = simulated(core, suite, cache)
        block = plain.cycles_per_block
        cases = {}
        for case, blocks in itertools.product(CASES, BLOCKS):
            times = block_times(case, blocks, engines)
            clocks = times * block + 10
            cases[case, blocks] = CaseTiming(clocks, clocks / core.contexts, times, 10.0)
        return HmacTiming(plain, 100, {1: 130, 2: 260}, cases), report

    def switching(core: Core, target: Target, cache: Cache, case: str = PLAIN_HASH) -> Activity:
        weighted = 10.0 * core.hash.word_bits * block_times(case, 1, 1)
        return Activity(core.name, target.name, case, 32, 1000.0, weighted)

    monkeypatch.setattr("hashloom.literature.side_by_side.switching_activity", switching)
    monkeypatch.setattr("hashloom.literature.side_by_side.simulated", simulated)
    monkeypatch.setattr("hashloom.literature.side_by_side.simulated_hmac", simulated_hmac)
    monkeypatch.setattr("hashloom.implementation.implementing.implement", implement)
    monkeypatch.setattr("hashloom.implementation.implementing.area", area)
    return placed
