"""Published designs beside hashloom's versions of them: everything that is measured for a report.

Nothing is measured twice: simulations, syntheses and placements are kept by content, so that a
report that was broken off goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hashloom.cores.architecture import Architecture
from hashloom.cores.interface import Interface
from hashloom.errors import HashloomError
from hashloom.literature.claims import claims
from hashloom.literature.designs import DESIGNS, Design

if TYPE_CHECKING:
    from hashloom.cores import Core
    from hashloom.implementation.area import Area
    from hashloom.reports.result import Result
    from hashloom.verification.activity import Activity
    from hashloom.verification.checks import Report
    from hashloom.verification.hmac_timing import HmacTiming
    from hashloom.verification.simulator import Timing

Progress = Callable[[str], None]

PLACED_ON = "ecp5-85f-8"
# Families by the beginning of the papers' names of devices, and what stands in for them.
_FAMILIES = {
    "Virtex-E": "virtex-e",
    "Virtex E": "virtex-e",
    "Virtex-II": "virtex-ii",
    "Virtex II Pro": "virtex-ii-pro",
    "Virtex II": "virtex-ii",
    "Virtex-4": "virtex-4",
    "Virtex 4": "virtex-4",
    "Virtex-5": "virtex-5",
    "Virtex 5": "virtex-5",
    "Virtex 6": "virtex-6",
    "Virtex": "virtex",
    "Stratix III": "cyclone-v",
    "Arria II": "cyclone-v",
}
STAND_INS = ("Stratix III", "Arria II")


@dataclass(frozen=True)
class Purpose:
    """What a design is for, and the core hashloom would give for it.

    Attributes:
        text: the purpose in a few words.
        architecture, interface: of hashloom's own core.
    """

    text: str
    architecture: Architecture
    interface: Interface


@dataclass(frozen=True)
class Evidence:
    """What is known of one design.

    Attributes:
        design: the design.
        result: hashloom's version placed; None when it could not be.
        areas: hashloom's version by synthesis, by name of the family.
        own: hashloom's own core for the purpose, placed; None when it could not be.
        purpose: what that is.
        activities: switching activity of hashloom's version by case, of all but HMAC cores the
            plain hash alone; empty when it was not asked for, or could not be had.
        failures: why something is missing, a sentence each.
    """

    design: Design
    result: Result | None
    areas: dict[str, Area]
    own: Result | None
    purpose: Purpose
    activities: Mapping[str, Activity]
    failures: tuple[str, ...]


def family_of(device: str) -> str | None:
    """The target that gives an area for a device of a paper, None when there is none."""
    fitting = [start for start in _FAMILIES if device.startswith(start)]
    return _FAMILIES[max(fitting, key=len)] if fitting else None


def purpose_of(design: Design) -> Purpose:
    """What hashloom would build in place of a design, for the same level and messages."""
    if design.keyed and design.architecture.stages > 1:
        return Purpose(
            "tags of several messages at once, highest throughput",
            Architecture(stages=4, interleave=4, groups=8, engines=2),
            design.interface,
        )
    if design.architecture.stages > 1:
        return Purpose(
            "several messages at once, highest throughput",
            Architecture(stages=4, interleave=4),
            design.interface,
        )
    return Purpose("one message at a time", Architecture(), design.interface)


def gather(
    designs: Sequence[Design], seeds: int, jobs: int, tell: Progress, *, activity: bool = True
) -> list[Evidence]:
    """Measures what is not known yet; what fails is kept with its reason.

    `activity`: also the switching activity, from simulation of the netlists.
    """
    from hashloom.cores import core_for

    found = []
    for design in designs:
        tell(f"{design.name}: simulation, synthesis, place and route.")
        failures: list[str] = []
        core = core_for(design.name, target=PLACED_ON)
        result = _attempt(core, seeds, jobs, tell, failures)
        purpose = purpose_of(design)
        best = core_for(design.hash_name, purpose.architecture, purpose.interface, PLACED_ON)
        own = _attempt(best, seeds, jobs, tell, failures)
        areas = _areas(design, tell, failures)
        switching = _activities(core, tell, failures) if activity else {}
        found.append(Evidence(design, result, areas, own, purpose, switching, tuple(failures)))
    return found


def _attempt(
    core: Core, seeds: int, jobs: int, tell: Progress, failures: list[str]
) -> Result | None:
    """The result of a core, or its failure added to `failures`."""
    from hashloom.reports.hmac_result import result_of
    from hashloom.verification.verilator import find_verilator

    try:
        clocks, report = _simulated(core)
        report.require()
        done = core.implement(range(1, seeds + 1), progress=tell, jobs=jobs)
    except HashloomError as error:
        failures.append(f"{core.name} on {core.target.name}: {error}")
        return None
    return result_of(core, clocks, report, done, find_verilator().version)


def _simulated(core: Core) -> tuple[Timing | HmacTiming, Report]:
    """Clocks and vectors of a core."""
    from hashloom.implementation.cache import Cache
    from hashloom.verification.remembered import simulated, simulated_hmac

    if core.level == "hmac":
        return simulated_hmac(core, core.architecture.engines, "quick", Cache())
    return simulated(core, "quick", Cache())


def _activities(core: Core, tell: Progress, failures: list[str]) -> dict[str, Activity]:
    """Switching activity of a core by case, or why there is none."""
    from hashloom.implementation.cache import Cache
    from hashloom.verification.activity import switching_activity
    from hashloom.verification.hmac_timing import CASES, PLAIN_HASH

    tell(f"Counting the changes of nets of {core.name}.")
    cases = CASES if core.level == "hmac" else (PLAIN_HASH,)
    try:
        return {case: switching_activity(core, core.target, Cache(), case) for case in cases}
    except HashloomError as error:
        failures.append(f"Switching activity of {core.name}: {error}")
        return {}


def _areas(design: Design, tell: Progress, failures: list[str]) -> dict[str, Area]:
    """Areas on every family of the design's published figures.

    Where the paper prints none, on those of the designs that it compares with this one.
    """
    from hashloom.cores import core_for

    compared = [DESIGNS[claim.design] for claim in claims() if claim.baseline == design.name]
    families = {
        name
        for each in ([design] if design.figures else compared)
        for figure in each.figures
        if (name := family_of(figure.device))
    }
    found = {}
    for name in sorted(families):
        try:
            found[name] = core_for(design.name, target=name).area(progress=tell)
        except HashloomError as error:
            failures.append(f"{design.name} on {name}: {error}")
    return found
