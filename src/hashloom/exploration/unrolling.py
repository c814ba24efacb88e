"""The choice of unrolling: throughput and area against rounds a clock.

What michail2012 section 7.1 calls a comparative analysis and algredo2011 does for SHA-512.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hashloom.cores import Core, core_of
from hashloom.dataflow.area import estimated_luts
from hashloom.errors import HashloomError, RequestError
from hashloom.implementation import implementing
from hashloom.measurements.estimation.clocks import clocks_of
from hashloom.measurements.estimation.compiled import engine_of
from hashloom.measurements.estimation.estimator import Model, estimate, model_if_known
from hashloom.measurements.estimation.features import Outline
from hashloom.measurements.results.laws import efficiency, throughput_mbps
from hashloom.measurements.share import PER_DEVICE, SHARE, device_share, gbps_per_device
from hashloom.request.rounds import divisors
from hashloom.verification.simulator import measure

MOST_BY_ITSELF = 8  # rounds a clock tried when none are named
_MORE_GROUPS = 8  # tried, until no time passes between two slots


@dataclass(frozen=True)
class Point:
    """One number of rounds a clock.

    Attributes:
        unroll: rounds a clock.
        measured: counted in simulation and placed; otherwise estimated by models.
        clocks: clocks per block, every context busy.
        mhz: clock, the median over the seeds where it is measured.
        lut: look-up tables.
        mbps: throughput in Mbit/s with every context busy.
        flight: messages in flight.
        share: the part it takes of the device, 1 for all of it; None where only the operators of
            the datapath were counted.
        failure: why there is no figure, a sentence; empty where there is one.
    """

    unroll: int
    measured: bool
    clocks: float = 0.0
    mhz: float = 0.0
    lut: int = 0
    mbps: float = 0.0
    flight: int = 1
    share: float | None = None
    failure: str = ""

    @property
    def mbps_per_lut(self) -> float:
        """Throughput for each look-up table."""
        return efficiency(self.mbps, self.lut) if self.lut else 0.0

    @property
    def gbps_per_device(self) -> float | None:
        """Throughput in Gbit/s of a device that is full of it; None where its share is unknown."""
        return gbps_per_device(self.mbps, self.share) if self.share else None

    def as_dict(self) -> dict[str, Any]:
        """The point as JSON shows it."""
        head: dict[str, Any] = {"unroll": self.unroll, "measured": self.measured}
        if self.failure:
            return head | {"failure": self.failure}
        per_device = self.gbps_per_device
        shares = {SHARE: round(self.share, 5)} if self.share else {}
        shares |= {PER_DEVICE: round(per_device, 2)} if per_device else {}
        return head | {
            "messages_in_flight": self.flight,
            "cycles_per_block": self.clocks,
            "fmax_mhz": round(self.mhz, 2),
            "lut": self.lut,
            "throughput_mbps": round(self.mbps, 1),
            "mbps_per_lut": round(self.mbps_per_lut, 4),
            **shares,
        }


def factors_for(core: Core, asked: Sequence[int]) -> list[int]:
    """Numbers of rounds a clock to try: those asked for, or the divisors up to eight.

    Raises RequestError for one that does not divide the rounds of a stage.
    """
    per_stage = core.hash.rounds // core.architecture.stages
    accepted = divisors(per_stage)
    for factor in asked:
        if factor not in accepted:
            raise RequestError(
                f"{factor} rounds a clock do not divide the {per_stage} rounds of a stage of "
                f"{core.hash.title}; accepted are {', '.join(map(str, accepted))}."
            )
    return sorted(set(asked)) or [factor for factor in accepted if factor <= MOST_BY_ITSELF]


def with_unroll(core: Core, unroll: int) -> Core:
    """The same request with so many rounds a clock.

    Where it has more groups of messages than stages, so that no time passes between two slots, it
    gets the fewest groups from as many on that keep it so: shorter slots need more messages.
    Raises RequestError when it cannot be.
    """
    asked = core.request
    requested = replace(asked.architecture, unroll=unroll)

    def with_groups(groups: int) -> Core:
        return core_of(replace(asked, architecture=replace(requested, groups=groups)))

    stages, groups = requested.stages, requested.groups
    fewest = with_groups(groups)
    if groups <= stages:
        return fewest
    shortest = core.hash.rounds // (stages * unroll) * requested.interleave
    tried = (with_groups(more) for more in range(groups, groups + _MORE_GROUPS))
    return next((each for each in tried if each.compiled.slot_clocks == shortest), fewest)


def sweep(core: Core, factors: Iterable[int], point_of: Callable[[Core], Point]) -> list[Point]:
    """A point for each number of rounds a clock; what cannot be is kept with its reason."""
    points = []
    for unroll in factors:
        try:
            points.append(point_of(with_unroll(core, unroll)))
        except HashloomError as error:
            points.append(Point(unroll, measured=True, failure=str(error)))
    return points


def measured_point(
    core: Core, seeds: Sequence[int], jobs: int, tell: Callable[[str], None]
) -> Point:
    """Clocks counted in simulation, clock and area by place and route."""
    tell(f"Measuring {core.name}.")
    clocks = measure(core).cycles_per_block_aggregate
    done = implementing.implement(core, seeds, progress=tell, jobs=jobs)
    mbps = throughput_mbps(core.hash.block_bits, clocks, done.fmax_mhz)
    return Point(
        core.architecture.unroll,
        True,
        clocks,
        done.fmax_mhz,
        done.resources.lut,
        mbps,
        core.contexts,
        device_share(done.resources, core.target.name),
    )


def fitted_model(core: Core) -> Model | None:
    """What `hashloom choose` estimates with, where measured cores like this one were fitted on.

    None where nothing of the family was measured, and for registers or sums that are the standard's
    or a paper's.
    """
    a = core.architecture
    if not a.retiming or a.method != "exact" or a.association == "textbook":
        return None
    return model_if_known(core.target)


def estimated_point(core: Core) -> Point:
    """The whole core by the estimator, where it knows such cores.

    Otherwise the datapath alone: clock by the target's delay model, area by the number of
    operators.
    """
    model = fitted_model(core)
    if model is not None:
        outline = Outline(core.hash, core.architecture, core.interface, engine_of(core))
        said = estimate(outline, core.target, model)
        clocks = clocks_of(outline).per_block_aggregate
        mbps = throughput_mbps(core.hash.block_bits, clocks, said.clock_mhz)
        return Point(
            core.architecture.unroll,
            False,
            clocks,
            said.clock_mhz,
            said.resources.lut,
            mbps,
            core.contexts,
            device_share(said.resources, core.target.name),
        )
    clocks = core.slot_clocks / core.architecture.interleave
    mhz = core.path.clock_mhz
    mbps = throughput_mbps(core.hash.block_bits, clocks, mhz)
    lut = estimated_luts(core.compiled.graph, tables=core.architecture.constants == "lut")
    return Point(core.architecture.unroll, False, clocks, mhz, lut, mbps, core.contexts)


def as_good(points: Sequence[Point], error: float) -> list[Point]:
    """Points whose throughput is that of the best but for `error`, a share; the best is not in it.

    An estimate that is off by so much does not tell them apart.
    """
    known = sorted((p for p in points if not p.failure), key=lambda p: -p.mbps)
    return [p for p in known[1:] if p.mbps >= known[0].mbps * (1 - error)]


def best(points: Sequence[Point]) -> tuple[Point, Point] | None:
    """The points of the highest throughput and of the highest throughput for each LUT."""
    known = [point for point in points if not point.failure]
    if not known:
        return None
    return max(known, key=lambda p: p.mbps), max(known, key=lambda p: p.mbps_per_lut)
