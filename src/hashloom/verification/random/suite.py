"""The suite `random`: random traffic over one core for as long as there is time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hashloom.cores import Core
from hashloom.verification.checking.checks import Part
from hashloom.verification.checking.suites import Report
from hashloom.verification.random.campaign import RUNS, Outcome, run_core
from hashloom.verification.random.subject import Subject
from hashloom.verification.random.subjects import subject_for

Progress = Callable[[str, int, int], None]
_PART = "random traffic"


@dataclass(frozen=True)
class Found:
    """What the suite found, and what its traffic did."""

    report: Report
    subject: Subject
    hits: frozenset[str]

    def coverage(self) -> dict[str, Any]:
        """Bins hit, missed, and those that this core cannot hit, with why."""
        bins = self.subject.own_bins()
        return {
            "hit": sorted(self.hits),
            "missed": [bin_ for bin_, why in bins.items() if not why and bin_ not in self.hits],
            "excused": {bin_: why for bin_, why in bins.items() if why and bin_ not in self.hits},
        }


def verify_random(core: Core, seed: int, minutes: float, progress: Progress) -> Found:
    """Six runs, and more until so many minutes are over.

    A vector is a packet. Raises RequestError for an engine.
    """
    subject = subject_for(core)
    begin = time.monotonic()

    def more(runs: int) -> bool:
        spent = (time.monotonic() - begin) / 60
        whole = RUNS if spent >= minutes else max(RUNS, int((runs + 1) * minutes / spent) + 1)
        progress(_PART, runs, max(runs, whole))
        return runs < RUNS or spent < minutes

    outcome = run_core(subject, seed, more)
    report = Report(core.name, "random", (_part(seed, outcome),))
    return Found(report, subject, frozenset(outcome.hits))


def traffic_part(core: Core, seed: int, runs: int, progress: Progress) -> Part:
    """So many runs, as the part of a suite. Raises RequestError for an engine."""

    def more(done: int) -> bool:
        progress(_PART, done, runs)
        return done < runs

    return _part(seed, run_core(subject_for(core), seed, more))


def _part(seed: int, outcome: Outcome) -> Part:
    failures = tuple(f"Seed {seed}, run {f.run}, {f.text}" for f in outcome.failures)
    return Part(_PART, outcome.packets, len(failures), outcome.clocks, failures)
