"""Cores behind registers as subjects of random traffic."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom.cores import Core
from hashloom.cores.buses.registers import registers_of
from hashloom.errors import CheckError
from hashloom.verification.random.bus.coverage import PREFIX, all_bins, own_bins
from hashloom.verification.random.bus.machine import Access, Moment, compile_machine, follow_lines
from hashloom.verification.random.bus.nouns import WORD, DifferentError, Rig
from hashloom.verification.random.bus.oracle import Registers
from hashloom.verification.random.bus.traffic import Accesses, accesses_of
from hashloom.verification.random.fewer import fewest
from hashloom.verification.random.requests import shape_of
from hashloom.verification.random.streams.machine import quiet_bound
from hashloom.verification.random.subject import Ran

_NUMBERS = re.compile(r"[0-9a-f]*[0-9][0-9a-f]*")
_PASSES = 2


@dataclass(frozen=True)
class Bus:
    """A compiled core behind registers."""

    executable: Path
    rig: Rig

    @property
    def bins(self) -> Mapping[str, str]:
        """All bins of cores behind registers."""
        return all_bins()

    def own_bins(self) -> dict[str, str]:
        """All bins, with why this core cannot hit one."""
        return own_bins(self.rig)

    def run(self, seed: int, run: int, packets: int) -> Ran:
        """Run number `run` of so many packets, or more."""
        return self.judged(accesses_of(self.rig, seed, packets, run))

    def judged(self, accesses: Accesses) -> Ran:
        """What a script does, and the first thing that differs."""
        hits = {f"pauses: {accesses.pauses} in 1000 clocks on {self.rig.bus}"}
        registers = Registers(self.rig, accesses.pauses > 0, hits.add)
        found: tuple[str, ...] = ()
        clock = 0
        try:
            told = follow_lines(self.executable, accesses.lines, accesses.seed)
            for event in told.events:
                clock = max(clock, event.clock)
                text = self._different(registers, event)
                if text:
                    found = (text,)
                    break
            if told.failure and not found:
                found = (told.failure,)
        except CheckError as error:
            found = (str(error),)
        known = frozenset(f"{PREFIX}{hit}" for hit in hits) & frozenset(all_bins())
        return Ran(registers.packets, clock, found, known)

    def _different(self, registers: Registers, event: Access | Moment) -> str:
        """What is wrong with an event, or nothing."""
        try:
            if isinstance(event, Moment):
                registers.moment(event)
            else:
                registers.access(event)
        except DifferentError as different:
            what = event.kind if isinstance(event, Moment) else self._named(event)
            return f"clock {event.clock}: {what}: {different}"
        return ""

    def _named(self, access: Access) -> str:
        at = access.address
        for each in self.rig.map.registers:
            if each.offset <= at < each.offset + WORD * each.count:
                index = f"[{(at - each.offset) // WORD}]" if each.array else ""
                return f"a {'write' if access.write else 'read'} of {each.name}{index}"
        return f"a {'write' if access.write else 'read'} at 0x{at:x}"

    def smallest(self, seed: int, run: int, packets: int, text: str, seconds: float) -> Any:
        """The run's script as JSON holds it, as small as time permits."""
        accesses = accesses_of(self.rig, seed, packets, run)
        end = time.monotonic() + seconds

        def shows(lines: Sequence[str]) -> bool:
            if time.monotonic() > end:
                return False
            ran = self.judged(Accesses(tuple(lines), accesses.pauses, accesses.seed))
            return any(_kind(each) == _kind(text) for each in ran.differences)

        lines = accesses.lines
        for _ in range(_PASSES):
            lines = fewest(lines, shows)
        return {"lines": list(lines), "pauses": accesses.pauses, "seed": accesses.seed}

    def differences_of(self, document: Any) -> list[str]:
        """What the core does differently with a script that was kept."""
        lines, pauses, seed = (document[name] for name in ("lines", "pauses", "seed"))
        return list(self.judged(Accesses(tuple(lines), pauses, seed)).differences)


def bus_subject(
    core: Core, sources: Mapping[str, str] | None = None, *, properties: bool = True
) -> Bus:
    """A core behind registers, or changed sources of it, compiled."""
    shape = shape_of(core)
    rig = Rig(shape, core.interface.bus, registers_of(core), quiet_bound(shape))
    return Bus(compile_machine(core, sources, properties=properties), rig)


def _kind(text: str) -> str:
    """A difference without what tells one from another."""
    return _NUMBERS.sub("#", text)
