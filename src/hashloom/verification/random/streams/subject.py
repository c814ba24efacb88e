"""Cores with streams as subjects of random traffic."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom.errors import CheckError
from hashloom.verification.random.streams.coverage import Coverage, all_bins, own_bins
from hashloom.verification.random.streams.judge import Judge
from hashloom.verification.random.streams.machine import Machine
from hashloom.verification.random.streams.saved import traffic_document, traffic_from
from hashloom.verification.random.streams.shrink import differences_of, kind_of, smallest
from hashloom.verification.random.streams.traffic import traffic_of
from hashloom.verification.random.subject import Ran

_CLOCK = re.compile(r"^clock \d+: ")


@dataclass(frozen=True)
class Streams:
    """A machine, its traffic and its judge."""

    machine: Machine

    @property
    def executable(self) -> Path:
        """The compiled model."""
        return self.machine.executable

    @property
    def bins(self) -> Mapping[str, str]:
        """All bins of HMAC and message cores."""
        return all_bins()

    def own_bins(self) -> dict[str, str]:
        """Bins of the core's level, with why this core cannot hit one."""
        return own_bins(self.machine.shape)

    def run(self, seed: int, run: int, packets: int) -> Ran:
        """Run number `run` of so many packets, or more."""
        shape = self.machine.shape
        traffic = traffic_of(shape, seed, packets, run)
        coverage = Coverage(shape)
        coverage.play(traffic)
        judge = Judge(shape, traffic, coverage)
        clocks = 0
        try:
            events = self.machine.play(traffic)
            clocks = events[-1].clock if events else 0
            found = tuple(f"clock {each.clock}: {each.text}" for each in judge.judge(events))
        except CheckError as error:
            found = (str(error),)
        return Ran(judge.packets, clocks, found, frozenset(coverage.hits))

    def smallest(
        self, seed: int, run: int, packets: int, text: str, seconds: float = math.inf
    ) -> Any:
        """The run's traffic as JSON holds it, as small as time permits."""
        traffic = traffic_of(self.machine.shape, seed, packets, run)
        kind = kind_of(_CLOCK.sub("", text))
        return traffic_document(smallest(self.machine, traffic, kind, seconds=seconds))

    def differences_of(self, document: Any) -> list[str]:
        """What the core does differently with traffic that was kept."""
        return differences_of(self.machine, traffic_from(document))
