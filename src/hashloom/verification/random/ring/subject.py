"""Cores that read memory by themselves as subjects of random traffic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom.cores import Core
from hashloom.errors import CheckError
from hashloom.verification.random.bus.machine import compile_machine, follow_lines
from hashloom.verification.random.requests import Shape, shape_of
from hashloom.verification.random.ring.coverage import PREFIX, all_bins, own_bins
from hashloom.verification.random.ring.judge import Judge
from hashloom.verification.random.ring.traffic import rings_of
from hashloom.verification.random.subject import Ran


@dataclass(frozen=True)
class Ringed:
    """A compiled core with a ring of descriptors."""

    executable: Path
    core: Core
    shape: Shape

    @property
    def bins(self) -> Mapping[str, str]:
        """All bins of cores that read memory."""
        return all_bins()

    def own_bins(self) -> dict[str, str]:
        """All bins, with why this core cannot hit one."""
        return own_bins(self.shape)

    def run(self, seed: int, run: int, packets: int) -> Ran:
        """Run number `run` of so many packets, or more."""
        rings = rings_of(self.core, self.shape, seed, packets, run)
        hits = set(rings.bins)
        try:
            told = follow_lines(self.executable, rings.lines, rings.seed)
        except CheckError as error:
            return Ran(0, 0, (str(error),), frozenset())
        judge = Judge(self.shape, rings, told, hits.add)
        found = tuple(judge.differences())
        clocks = max((each.clock for each in told.events), default=0)
        known = frozenset(f"{PREFIX}{hit}" for hit in hits) & frozenset(all_bins())
        return Ran(judge.packets, clocks, found, known)

    def smallest(self, seed: int, run: int, packets: int, text: str, seconds: float) -> Any:
        """The run as JSON holds it: the fewest packets that show a difference, if time permits."""
        del text, seconds
        fewer = packets
        while fewer > 1 and self.run(seed, run, fewer // 2).differences:
            fewer //= 2
        return {"seed": seed, "run": run, "packets": fewer}

    def differences_of(self, document: Any) -> list[str]:
        """What the core does differently in a run that was kept."""
        seed, run, packets = (document[name] for name in ("seed", "run", "packets"))
        return list(self.run(seed, run, packets).differences)


def ring_subject(
    core: Core, sources: Mapping[str, str] | None = None, *, properties: bool = True
) -> Ringed:
    """A core that reads memory, or changed sources of it, compiled."""
    return Ringed(compile_machine(core, sources, properties=properties), core, shape_of(core))
