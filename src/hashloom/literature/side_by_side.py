"""Published designs beside hashloom's versions of them: everything that is measured for a report.

Nothing is measured twice: simulations, syntheses and placements are kept by content, so that a
report that was broken off goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hashloom.cores.architecture import Architecture
from hashloom.cores.interface import Interface
from hashloom.errors import HashloomError
from hashloom.literature.claims import Claim, Quantity, claims
from hashloom.literature.designs import DESIGNS, Design

if TYPE_CHECKING:
    from hashloom.cores import Core
    from hashloom.implementation.area import Area
    from hashloom.reports.result import Result
    from hashloom.verification.activity import Activity

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
        activity: switching activity of hashloom's version; None when it was not asked for, or
            could not be had.
        failures: why something is missing, a sentence each.
    """

    design: Design
    result: Result | None
    areas: dict[str, Area]
    own: Result | None
    purpose: Purpose
    activity: Activity | None
    failures: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """A paper's ratio beside hashloom's.

    Attributes:
        claim: the paper's.
        ratio: of the placed cores; None when one of them is missing.
        by_synthesis: ratios of area by name of the family.
        outcome: "reproduced", "same direction", "not reproduced" or "not measured".
        reason: what the measurements show of a difference; empty where there is none.
    """

    claim: Claim
    ratio: float | None
    by_synthesis: dict[str, float]
    outcome: str
    reason: str


def family_of(device: str) -> str | None:
    """The target that gives an area for a device of a paper, None when there is none."""
    fitting = [start for start in _FAMILIES if device.startswith(start)]
    return _FAMILIES[max(fitting, key=len)] if fitting else None


def purpose_of(design: Design) -> Purpose:
    """What hashloom would build in place of a design, for the same level and messages."""
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
        switching = _activity(core, tell, failures) if activity else None
        found.append(Evidence(design, result, areas, own, purpose, switching, tuple(failures)))
    return found


def _attempt(
    core: Core, seeds: int, jobs: int, tell: Progress, failures: list[str]
) -> Result | None:
    """The result of a core, or its failure added to `failures`."""
    from hashloom.implementation.cache import Cache
    from hashloom.reports.result import Result
    from hashloom.verification.remembered import simulated
    from hashloom.verification.verilator import find_verilator

    try:
        timing, report = simulated(core, "quick", Cache())
        report.require()
        done = core.implement(range(1, seeds + 1), progress=tell, jobs=jobs)
    except HashloomError as error:
        failures.append(f"{core.name} on {core.target.name}: {error}")
        return None
    return Result.of(core, timing, report, done, find_verilator().version)


def _activity(core: Core, tell: Progress, failures: list[str]) -> Activity | None:
    """Switching activity of a core, or why there is none."""
    from hashloom.implementation.cache import Cache
    from hashloom.verification.activity import switching_activity

    tell(f"Counting the changes of nets of {core.name}.")
    try:
        return switching_activity(core, core.target, Cache())
    except HashloomError as error:
        failures.append(f"Switching activity of {core.name}: {error}")
        return None


def _areas(design: Design, tell: Progress, failures: list[str]) -> dict[str, Area]:
    """Areas on every family of the design's published figures."""
    from hashloom.cores import core_for

    families = {name for figure in design.figures if (name := family_of(figure.device))}
    families |= {
        name
        for claim in claims()
        if claim.baseline == design.name
        for figure in DESIGNS[claim.design].figures
        if (name := family_of(figure.device))
    }
    found = {}
    for name in sorted(families):
        try:
            found[name] = core_for(design.name, target=name).area(progress=tell)
        except HashloomError as error:
            failures.append(f"{design.name} on {name}: {error}")
    return found


# ---- ratios ------------------------------------------------------------------------------------

_CLOSE = 0.15  # a ratio this near to the paper's counts as reproduced


def verdicts(evidence: Sequence[Evidence]) -> list[Verdict]:
    """The papers' ratios whose designs are both among the evidence."""
    known = {each.design.name: each for each in evidence}
    return [
        _verdict(claim, known[claim.design], known[claim.baseline])
        for claim in claims()
        if claim.design in known and claim.baseline in known
    ]


def _verdict(claim: Claim, new: Evidence, old: Evidence) -> Verdict:
    values = [_value(each, claim.quantity) for each in (new, old)]
    ratio = values[0] / values[1] if values[0] and values[1] else None
    by_synthesis = {}
    if claim.quantity is Quantity.AREA:
        by_synthesis = {
            name: area.resources.lut / old.areas[name].resources.lut
            for name, area in new.areas.items()
            if name in old.areas
        }
    outcome = _outcome(claim.ratio, ratio)
    reason = "" if outcome == "reproduced" else _reason(claim, new, old)
    return Verdict(claim, ratio, by_synthesis, outcome, reason)


def _value(each: Evidence, quantity: Quantity) -> float | None:
    """What a ratio is formed of, None when it was not measured."""
    if quantity is Quantity.ENERGY:
        return None if each.activity is None else each.activity.weighted
    return None if each.result is None else value_of(each.result, quantity)


def value_of(result: Result, quantity: Quantity) -> float:
    """What a ratio is formed of: Mbit/s with every context busy, LUTs, MHz, clocks."""
    if quantity is Quantity.THROUGHPUT:
        return result.aggregate_mbps
    if quantity is Quantity.AREA:
        return float(result.implemented["resources"]["lut"])
    if quantity is Quantity.CLOCK:
        return result.fmax_mhz
    return result.timing.cycles_per_block_aggregate


def _outcome(paper: float, ours: float | None) -> str:
    if ours is None:
        return "not measured"
    if abs(ours / paper - 1) <= _CLOSE:
        return "reproduced"
    return "same direction" if (ours > 1) == (paper > 1) else "not reproduced"


def _reason(claim: Claim, new: Evidence, old: Evidence) -> str:
    """What the measurements show of a ratio that differs."""
    if new.result is None or old.result is None:
        return " ".join((*new.failures, *old.failures))
    if claim.quantity is Quantity.ENERGY:
        if new.activity is None or old.activity is None:
            return "Switching activity was not counted."
        return (
            "Relative switching activity, which is no energy: changes of nets for a block, "
            f"weighted by fan-out, are {new.activity.weighted:.0f} and {old.activity.weighted:.0f}."
        )
    if claim.quantity is Quantity.THROUGHPUT:
        clocks, clock = (
            value_of(new.result, q) / value_of(old.result, q)
            for q in (Quantity.CLOCKS, Quantity.CLOCK)
        )
        printed = claim.ratio * new.design.paper_clocks / old.design.paper_clocks
        return (
            f"Clocks per block: ours times {clocks:.2f}. Frequency: the paper's times "
            f"{printed:.2f}, ours times {clock:.2f}; {_slowest(new.result)}"
        )
    if claim.quantity is Quantity.AREA:
        return (
            f"Look-up tables of four inputs on {PLACED_ON}: {_luts(new.result)} and "
            f"{_luts(old.result)}; registers {_ffs(new.result)} and {_ffs(old.result)}."
        )
    if claim.quantity is Quantity.CLOCK:
        return f"{_slowest(new.result)} Before: {_slowest(old.result)}"
    return new.design.why[0].upper() + new.design.why[1:] + "."


def _slowest(result: Result) -> str:
    path = result.implemented["critical_path"]
    return (
        f"{result.core} is limited by {path['total_ns']:.2f} ns from {path['from']} to "
        f"{path['to']}, {path['logic_ns']:.2f} ns of it in logic."
    )


def _luts(result: Result) -> int:
    return int(result.implemented["resources"]["lut"])


def _ffs(result: Result) -> int:
    return int(result.implemented["resources"]["ff"])
