"""What a requirement can be met with: measured cores, and those of the space, estimated.

A core that was measured on the very target counts as measured.  One that was measured on another
device of the family keeps its counts of cells, and its clock times what the estimator says the
other device makes of it.  All others are estimated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hashloom.hashes import Hash
from hashloom.loading import named
from hashloom.measurements.dataset import OF_TODAY
from hashloom.measurements.estimation.clocks import BLOCKS, Clocks, clocks_of
from hashloom.measurements.estimation.estimator import Model, estimate, model_if_known
from hashloom.measurements.estimation.features import Outline
from hashloom.measurements.estimation.space import as_built, known_engine, space
from hashloom.measurements.share import device_share
from hashloom.request.architecture import Architecture
from hashloom.request.interface import Interface
from hashloom.request.level import level_named
from hashloom.request.point import Point, is_annealed, placed_command, point_of
from hashloom.targets import Resources, Target, get_target

MEASURED, SCALED, ESTIMATED = "measured", "scaled", "estimated"


@dataclass(frozen=True)
class Candidate:
    """One core with its figures.

    Attributes:
        point: what to ask for.
        basis: "measured" on the target, "scaled" from another device of the family, "estimated".
        measured_on: the target of the measurement, empty when there is none.
        seeds: placements the measured clock is the median of, 0 when there is none.
        older: whether it was measured with RTL that is not the one written now.
        annealed: whether its placements were annealed.
        resources: cells.
        clock_mhz: median clock.
        block_bits: bits of a block.
        contexts: messages in flight.
        clocks: clocks a block, and of latency.
    """

    point: Point
    basis: str
    measured_on: str
    seeds: int
    resources: Resources
    clock_mhz: float
    block_bits: int
    contexts: int
    clocks: Clocks
    older: bool = False
    annealed: bool = False

    @property
    def command(self) -> str:
        """The line that builds it, as it was measured."""
        return placed_command(self.point, self.annealed)

    @property
    def single_mbps(self) -> float:
        """Throughput in Mbit/s of one long message alone."""
        return self.clock_mhz * self.block_bits / self.clocks.per_block

    @property
    def aggregate_mbps(self) -> float:
        """Throughput in Mbit/s with every context busy."""
        return self.clock_mhz * self.block_bits / self.clocks.per_block_aggregate

    def mbps(self, messages: int, copies: int = 1) -> float:
        """Throughput in Mbit/s of so many messages at a time, contexts without one idle, over all
        copies of the core.

        A context may have several messages under way, one in each engine and one that is padded.
        """
        return min(messages * self.single_mbps, copies * self.aggregate_mbps)

    @property
    def device_share(self) -> float:
        """The largest part it takes of the target's cells of a kind, 1 for all of them."""
        return device_share(self.resources, self.point.target)

    @property
    def latency_ns(self) -> float | None:
        """From the last beat of a lone message of one block to its digest; None if unknown."""
        if self.clocks.latency is None:
            return None
        return 1000 * self.clocks.latency / self.clock_mhz


def candidates(
    hash_: Hash,
    interface: Interface,
    target: Target,
    documents: Sequence[Mapping[str, Any]] = (),
    blocks: int = BLOCKS,
) -> list[Candidate]:
    """Every core there is for a hash, an interface and a target.

    `interface` has a width of None: every core has the streams that keep up with it; `blocks` are
    those of an HMAC core's messages.  What was measured with annealed placements is there besides.
    Of a family that the estimator does not know they are the cores that were measured on the
    target, and folded ones on others of the family.
    """
    model = model_if_known(target)
    fitting = [d for d in documents if fits(d, hash_, interface, target)]
    known = {
        (built(d, hash_, target), is_annealed(d)): d for d in sorted(fitting, key=_worth(target))
    }
    if model is None:
        nearby = (_without_estimate(d, target, blocks) for d in known.values())
        return [c for c in nearby if c is not None]
    asked = _Asked(target, model, blocks)
    found = []
    for requested, outline in space(hash_, interface, target):
        point = Point(_name(hash_, interface), requested, interface, target.name)
        document = known.pop((as_built(outline.architecture, outline.engine), False), None)
        found.append(_candidate(point, outline, asked, document))
    found += [c for d in known.values() if (c := _other(d, hash_, asked)) is not None]
    return found


@dataclass(frozen=True)
class _Asked:
    """What all candidates are asked for: a device, what estimates for it, blocks of a message."""

    target: Target
    model: Model
    blocks: int


def _candidate(
    point: Point, outline: Outline, asked: _Asked, document: Mapping[str, Any] | None
) -> Candidate:
    """A core of the space, measured where it was."""
    if document is not None and document["target"] == asked.target.name:
        return measured_candidate(document, asked.blocks)
    candidate = estimated_candidate(point, outline, asked.target, asked.model, asked.blocks)
    return candidate if document is None else _scaled(candidate, outline, asked, document)


def estimated_candidate(
    point: Point, outline: Outline, target: Target, model: Model, blocks: int = BLOCKS
) -> Candidate:
    """A core with the figures the estimator gives it."""
    said = estimate(outline, target, model)
    return Candidate(
        point=point,
        basis=ESTIMATED,
        measured_on="",
        seeds=0,
        resources=said.resources,
        clock_mhz=said.clock_mhz,
        block_bits=outline.hash.block_bits,
        contexts=outline.architecture.contexts,
        clocks=clocks_of(outline, blocks),
    )


def _scaled(
    candidate: Candidate, outline: Outline, asked: _Asked, document: Mapping[str, Any]
) -> Candidate:
    """An estimated core with what was measured on another device of the family."""
    there = get_target(document["target"])
    supplied = outline.interface.keyed
    engine = known_engine(outline.hash, outline.architecture, there, supplied=supplied)
    if engine is None:
        return candidate
    clocks, counted = candidate.clocks, counted_clocks(document, asked.blocks)
    there_outline = replace(outline, engine=engine)
    faster = candidate.clock_mhz / estimate(there_outline, there, asked.model).clock_mhz
    return replace(
        candidate,
        basis=SCALED,
        measured_on=there.name,
        seeds=len(document["fmax_mhz"]["seeds"]),
        resources=Resources(**document["resources"]),
        clock_mhz=document["fmax_mhz"]["median"] * faster,
        clocks=replace(clocks, latency=clocks.latency or counted.latency),
        older=_is_older(document),
        annealed=is_annealed(document),
    )


def _without_estimate(document: Mapping[str, Any], target: Target, blocks: int) -> Candidate | None:
    """A core measured on the target, or folded and measured on another one of its family."""
    if document["target"] == target.name:
        return measured_candidate(document, blocks)
    point = replace(point_of(document), target=target.name)
    return _folded(point, document, blocks) if point.architecture.fold else None


def _other(document: Mapping[str, Any], hash_: Hash, asked: _Asked) -> Candidate | None:
    """A measured core beyond the space; one from another device only if its engine is known, or
    if it is folded and has none."""
    target = asked.target
    found = _without_estimate(document, target, asked.blocks)
    if found is not None:
        return found
    point = replace(point_of(document), target=target.name)
    architecture = _architecture(document, hash_)
    supplied = point.interface.keyed
    engine = known_engine(hash_, architecture, target, supplied=supplied)
    if engine is None:
        return None
    outline = Outline(hash_, architecture, point.interface, engine)
    return _candidate(point, outline, asked, document)


def _folded(point: Point, document: Mapping[str, Any], blocks: int) -> Candidate:
    """A folded core measured on another device, its clock times what the delay models say."""
    core_of = named("hashloom.cores:core_of")  # seldom needed, and long to load
    here, there = core_of(point), core_of(point_of(document))
    faster = here.path.clock_mhz / there.path.clock_mhz
    measured = measured_candidate(document, blocks)
    return replace(measured, point=point, basis=SCALED, clock_mhz=measured.clock_mhz * faster)


def measured_candidate(document: Mapping[str, Any], blocks: int = BLOCKS) -> Candidate:
    """The core of a result document, with the figures it holds."""
    return Candidate(
        point=point_of(document),
        basis=MEASURED,
        measured_on=document["target"],
        seeds=len(document["fmax_mhz"]["seeds"]),
        resources=Resources(**document["resources"]),
        clock_mhz=document["fmax_mhz"]["median"],
        block_bits=document["block_bits"],
        contexts=document["messages_in_flight"],
        clocks=counted_clocks(document, blocks),
        older=_is_older(document),
        annealed=is_annealed(document),
    )


def counted_clocks(document: Mapping[str, Any], blocks: int = BLOCKS) -> Clocks:
    """The clocks a result document holds, for an HMAC core those of messages of so many blocks.

    Messages of 1 and of 24 blocks are counted; every further block takes as long as any other.
    """
    latency = document["latency_cycles"]
    if not level_named(document["level"]).keyed:
        alone, busy = document["cycles_per_block"], document["cycles_per_block_aggregate"]
        return Clocks(alone, busy, latency)
    case = document["cycles_by_case"]["cached_key"]
    few, many = case["1_block"], case[f"{BLOCKS}_blocks"]
    alone, busy = (
        (few[of] + (many[of] - few[of]) * (blocks - 1) / (BLOCKS - 1)) / blocks
        for of in ("single_message", "aggregate")
    )
    return Clocks(alone, busy, latency)


def fits(document: Mapping[str, Any], hash_: Hash, interface: Interface, target: Target) -> bool:
    """Whether a document is about this hash with these streams, on a device of the family.

    A pool may hold more keys than are asked for: no estimate says what it takes with fewer.
    """
    if document["algorithms"] != [hash_.name] or document["level"] != interface.level:
        return False
    if get_target(document["target"]).family != target.family:
        return False
    point = point_of(document)
    there = replace(point.interface, level=interface.level)
    if point.architecture.pool and there.slots > interface.slots:
        there = replace(there, slots=interface.slots)
    return there == interface


def _architecture(document: Mapping[str, Any], hash_: Hash) -> Architecture:
    """What was built, resolved; an engine has no block buffer, wherever it was asked to be."""
    resolved = Architecture(**document["architecture"]).resolved(hash_)
    engine = not level_named(document["level"]).streamed
    return replace(resolved, buffer=Architecture().buffer) if engine else resolved


def built(document: Mapping[str, Any], hash_: Hash, target: Target) -> Architecture:
    """What was built, by which two documents are of the same hardware."""
    architecture = _architecture(document, hash_)
    supplied = level_named(document["level"]).keyed
    return as_built(architecture, known_engine(hash_, architecture, target, supplied=supplied))


def _is_older(document: Mapping[str, Any]) -> bool:
    """Whether a document out of `dataset.known` is not about the RTL that is written now."""
    return not document.get(OF_TODAY, True)


def _worth(target: Target) -> Any:
    """Sorts last what is kept: what is of the RTL written now, then what was measured on the
    target itself."""

    def key(document: Mapping[str, Any]) -> tuple[bool, bool, int]:
        here = document["target"] == target.name
        return not _is_older(document), here, len(document["fmax_mhz"]["seeds"])

    return key


def _name(hash_: Hash, interface: Interface) -> str:
    return level_named(interface.level).of(hash_.name)
