"""Engines whose registers are placed by a published hand method instead of by exact retiming.

The result does not depend on the target: nothing in it is chosen by a device's delays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hashloom.dataflow.graph import Graph
from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.request.architecture import Architecture
from hashloom.transforms.by_hand.operational_block import Block, settled
from hashloom.transforms.by_hand.recursion import Application, operational_block, walk
from hashloom.transforms.by_hand.schedule import schedule_first, schedule_of, words_ahead
from hashloom.transforms.by_hand.techniques import precompute_words
from hashloom.transforms.methodology import CONSTANT_LATENCY, Compiled, Step, orders_for
from hashloom.transforms.registers.ordering import (
    Order,
    counted_from_slot,
    memory_bounds,
    reads_collide,
    supply_in_order,
    two_under_way,
)
from hashloom.transforms.sums.arrangement import balanced, with_h_k_w

_MOST_EXTRA = 8  # iterations tried between a block's last round and the next block's first load


def compile_by_hand(hash_: Hash, architecture: Architecture, *, supplied: bool = False) -> Compiled:
    """The engine's graph for a resolved architecture whose method is not "exact".

    "conventional" keeps registers where michail2012 figures 2 and 3 have them, "prefetched" also
    forms h + K + W a clock early (khadra2013 section 4.3), "recursive" applies the five
    techniques of michail2012.  `supplied` is that of `compile_engine`.  Of the orders of memory
    accesses that the registers permit, the first is taken.
    """
    steps = hand_steps(hash_, architecture)
    for order in _orders(architecture, supplied):
        placed = replace(steps[-1].block, added_later=int(order.beyond)).resettled.placed
        if _in_order(placed, order):
            latency = CONSTANT_LATENCY[architecture.constants]
            counted = counted_from_slot(placed, order, latency)
            if not two_under_way(counted, order):
                continue
            shown = (Step(step.name, step.block.placed) for step in steps)
            return Compiled(counted, tuple(shown), order, hash_.depth)
    raise RequestError(
        f"The {architecture.method} method leaves no order in which {hash_.title}'s chaining "
        "memory could be used; --method exact would be accepted."
    )


def _orders(architecture: Architecture, supplied: bool) -> Iterator[Order]:
    """Orders to try: those of exact retiming, then more iterations between blocks."""
    order: Order | None = None
    for orders in orders_for(architecture, supplied):
        for order in orders:
            yield order
    if order is not None:
        yield from (replace(order, extra=n) for n in range(order.extra + 1, _MOST_EXTRA))


def _in_order(placed: Graph, order: Order) -> bool:
    """Whether memories can be used in this order with the registers as they are."""
    if reads_collide(placed, order) or not supply_in_order(placed, order):
        return False
    bounds = memory_bounds(placed, order)
    return all(placed.lag(b.earlier) <= placed.lag(b.later) + b.clocks for b in bounds)


@dataclass(frozen=True)
class HandStep:
    """A technique that changed something, and the block after it."""

    name: str
    block: Block


def hand_steps(hash_: Hash, architecture: Architecture) -> list[HandStep]:
    """The block after each technique that changed something."""
    unroll, stages = architecture.unroll, architecture.stages
    if architecture.method == "recursive":
        return named(walk(hash_, unroll, stages))
    base = operational_block(hash_, unroll, stages, balanced)
    steps = [HandStep("registers as in the standard", base)]
    if architecture.schedule == "first":
        steps.append(HandStep("schedule first", _with_schedule_first(base, hash_)))
    if architecture.method == "prefetched":
        early = precompute_words(operational_block(hash_, unroll, stages, with_h_k_w))
        steps.append(HandStep("h + K + W a clock early", early))
    return steps


def _with_schedule_first(block: Block, hash_: Hash) -> Block:
    """The block with all of W computed before round 0."""
    graph = schedule_first(block.graph, hash_)
    early = words_ahead(graph, hash_)
    return settled(graph, {**block.early, **dict.fromkeys(schedule_of(graph), early)})


def named(applications: list[Application]) -> list[HandStep]:
    """Applications that changed something, the repeated ones numbered."""
    counts: dict[str, int] = {}
    found = []
    for application in applications:
        if application.changed:
            technique = application.technique
            counts[technique] = counts.get(technique, 0) + 1
            again = f", {counts[technique]}" if counts[technique] > 1 else ""
            found.append(HandStep(technique + again, application.block))
    return found
