"""Published designs beside hashloom's versions of them: everything that is measured for a report.

Nothing is measured twice: simulations, syntheses and placements are kept by content, so that a
report that was broken off goes on where it stopped.  Of a report that is there, some designs may be
renewed and the others kept as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from typing import Generic, TypeVar

from hashloom.cache import Cache
from hashloom.cores import Core, core_for
from hashloom.errors import HashloomError
from hashloom.implementation import implementing
from hashloom.implementation.area import Area
from hashloom.literature.claims import claims
from hashloom.literature.designs import DESIGNS, PublishedDesign
from hashloom.literature.earlier import Earlier
from hashloom.measurements.results.hmac_result import result_of
from hashloom.measurements.results.result import Result
from hashloom.request.architecture import Architecture
from hashloom.request.designs import ENGINE, HMAC
from hashloom.request.interface import Interface
from hashloom.verification.activity import Activity, switching_activity
from hashloom.verification.checking.checks import Report
from hashloom.verification.hmac_timing import CASES, PLAIN_HASH, HmacTiming
from hashloom.verification.remembered import simulated, simulated_hmac
from hashloom.verification.simulation.blocks import block_clocks
from hashloom.verification.simulation.verilator import find_verilator
from hashloom.verification.simulator import Timing

Progress = Callable[[str], None]
Found = TypeVar("Found")

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
        key_clocks: from the clock that takes a key to that of the first message, counted in
            simulation, where blocks come whole; None for others.
    """

    design: PublishedDesign
    result: Result | None
    areas: dict[str, Area]
    own: Result | None
    purpose: Purpose
    activities: Mapping[str, Activity]
    failures: tuple[str, ...]
    key_clocks: int | None = None


def family_of(device: str) -> str | None:
    """The target that gives an area for a device of a paper, None when there is none."""
    fitting = [start for start in _FAMILIES if device.startswith(start)]
    return _FAMILIES[max(fitting, key=len)] if fitting else None


def purpose_of(design: PublishedDesign) -> Purpose:
    """What hashloom would build in place of a design: for the same level and messages, same K."""
    whole = design.interface.kind.whole
    if design.tags and design.architecture.stages > 1:
        return Purpose(
            "tags of several messages at once, most for each look-up table",
            Architecture(
                unroll=2,
                interleave=3,
                groups=2,
                constants="bram",
                chaining="bram",
                buffer="bram",
                keys="bram",
            ),
            HMAC if whole else design.interface,
        )
    if design.architecture.stages > 1:
        return Purpose(
            "several messages at once, highest throughput",
            Architecture(stages=4, interleave=4),
            ENGINE if whole else design.interface,
        )
    constants = design.architecture.constants
    return Purpose("one message at a time", Architecture(constants=constants), design.interface)


def gather(
    designs: Sequence[PublishedDesign],
    seeds: int,
    jobs: int,
    tell: Progress,
    *,
    activity: bool = True,
    earlier: Earlier | None = None,
    renewed: Collection[str] = (),
) -> list[Evidence]:
    """Measures what is not known yet, `jobs` things at a time; what fails is kept with its reason.

    `activity`: also the switching activity, from simulation of the netlists.  With an `earlier`
    report only the designs named in `renewed` are measured; the others are as they are there.
    """
    with ThreadPoolExecutor(jobs) as pool:
        tasks = _Tasks(pool, seeds, tell)
        try:
            measured = [each for each in designs if earlier is None or each.name in renewed]
            started = {each.name: _Started.of(each, tasks, activity) for each in measured}
            return [
                started[each.name].evidence() if each in measured else _kept(each, tasks, earlier)
                for each in designs
            ]
        except BaseException:
            tasks.stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@dataclass(frozen=True)
class _Tried(Generic[Found]):
    """What a measurement gave, or a sentence on why it gave nothing."""

    found: Found | None
    failure: str = ""


@dataclass(frozen=True)
class _Tasks:
    """Measurements under way; a core that several designs are compared with is measured once."""

    pool: ThreadPoolExecutor
    seeds: int
    tell: Progress
    stop: Event = field(default_factory=Event)  # ends the placements that run
    placed: dict[tuple[str, str], Future[_Tried[Result]]] = field(default_factory=dict)

    def result(self, core: Core, most_seeds: int | None = None) -> Future[_Tried[Result]]:
        """The core simulated and placed, with `most_seeds` at most."""
        key = (core.name, core.level)
        if key not in self.placed:
            what = f"{core.name} on {core.target.name}"
            seeds = range(1, min(self.seeds, most_seeds or self.seeds) + 1)
            self.placed[key] = self._start(what, lambda: _result(core, seeds, self))
        return self.placed[key]

    def area(self, core: Core) -> Future[_Tried[Area]]:
        """The core's area on a family that is synthesis only."""
        what = f"{core.name} on {core.target.name}"
        return self._start(what, lambda: implementing.area(core, progress=self.named(core)))

    def activities(self, core: Core) -> Future[_Tried[dict[str, Activity]]]:
        """The core's switching activity by case."""
        what = f"Switching activity of {core.name}"
        return self._start(what, lambda: _activities(core, self.named(core)))

    def named(self, core: Core) -> Progress:
        """Tells with the core's name before it."""
        return lambda text: self.tell(f"{core.name}: {text}")

    def _start(self, what: str, work: Callable[[], Found]) -> Future[_Tried[Found]]:
        def tried() -> _Tried[Found]:
            try:
                return _Tried(work())
            except HashloomError as error:
                return _Tried(None, f"{what}: {error}")

        return self.pool.submit(tried)


@dataclass(frozen=True)
class _Started:
    """What is being measured of one design."""

    design: PublishedDesign
    purpose: Purpose
    result: Future[_Tried[Result]]
    own: Future[_Tried[Result]]
    areas: Mapping[str, Future[_Tried[Area]]]
    activities: Future[_Tried[dict[str, Activity]]] | None

    @staticmethod
    def of(design: PublishedDesign, tasks: _Tasks, activity: bool) -> _Started:
        """Everything that is asked of a design, put into work."""
        core, own = _Started.cores(design)
        return _Started(
            design=design,
            purpose=purpose_of(design),
            result=tasks.result(core, design.most_seeds),
            own=tasks.result(own),
            areas={
                name: tasks.area(core_for(design.name, target=name)) for name in _families(design)
            },
            activities=tasks.activities(core) if activity else None,
        )

    @staticmethod
    def cores(design: PublishedDesign) -> tuple[Core, Core]:
        """hashloom's version of a design, and its own core for the purpose."""
        purpose = purpose_of(design)
        own = core_for(design.hash_name, purpose.architecture, purpose.interface, PLACED_ON)
        return core_for(design.name, target=PLACED_ON), own

    def evidence(self) -> Evidence:
        """What came of it, when all is done."""
        result, own = self.result.result(), self.own.result()
        areas = {name: area.result() for name, area in self.areas.items()}
        counted: _Tried[dict[str, Activity]] = _Tried(None)
        if self.activities is not None:
            counted = self.activities.result()
        failures = [result.failure, own.failure]
        failures += [*(area.failure for area in areas.values()), counted.failure]
        return Evidence(
            design=self.design,
            result=result.found,
            areas={name: area.found for name, area in areas.items() if area.found is not None},
            own=own.found,
            purpose=self.purpose,
            activities=counted.found or {},
            failures=tuple(failure for failure in failures if failure),
            key_clocks=_key_clocks(self.design),
        )


def _kept(design: PublishedDesign, tasks: _Tasks, earlier: Earlier | None) -> Evidence:
    """A design as it is in an earlier report; hashloom's own core as it was measured now, where
    another design asked for it."""
    assert earlier is not None
    core, own = _Started.cores(design)
    fresh = tasks.placed.get((own.name, own.level))
    found = {
        core.name: earlier.result(core),
        own.name: fresh.result().found if fresh else earlier.result(own),
    }
    areas = {name: earlier.area(design, name) for name in _families(design)}
    return Evidence(
        design=design,
        result=found[core.name],
        areas={name: area for name, area in areas.items() if area is not None},
        own=found[own.name],
        purpose=purpose_of(design),
        activities=earlier.activities(design),
        failures=tuple(
            f"{name} has not been measured for this report." for name in found if not found[name]
        ),
        key_clocks=_key_clocks(design),
    )


def _key_clocks(design: PublishedDesign) -> int | None:
    """Clocks from a key to the first message, counted where blocks come whole."""
    core = core_for(design.name, target=PLACED_ON)
    return block_clocks(core).key if core.interface.kind.whole and core.tags else None


def _result(core: Core, seeds: Sequence[int], tasks: _Tasks) -> Result:
    """A core simulated and placed, one placement at a time."""
    tell = tasks.named(core)
    tell("Simulation, synthesis, place and route.")
    clocks, report = _simulated(core)
    report.require()
    done = implementing.implement(core, seeds, progress=tell, jobs=1, stop=tasks.stop)
    return result_of(core, clocks, report, done, find_verilator().version)


def _simulated(core: Core) -> tuple[Timing | HmacTiming, Report]:
    """Clocks and vectors of a core."""
    if core.keyed:
        return simulated_hmac(core, core.architecture.engines, "quick", Cache())
    return simulated(core, "quick", Cache())


def _activities(core: Core, tell: Progress) -> dict[str, Activity]:
    """Switching activity of a core by case."""
    tell("Counting the changes of nets.")
    cases = CASES if core.keyed else (PLAIN_HASH,)
    return {case: switching_activity(core, core.target, Cache(), case) for case in cases}


def _families(design: PublishedDesign) -> list[str]:
    """The families of the design's published figures that an area can be had for.

    Where the paper prints none, those of the designs that it compares with this one.
    """
    compared = [DESIGNS[claim.design] for claim in claims() if claim.baseline == design.name]
    found = {
        name
        for each in ([design] if design.figures else compared)
        for figure in each.figures
        if (name := family_of(figure.device))
    }
    return sorted(found)
