"""The recursive methodology of michail2012 (figure 4): five techniques, re-applied after changes.

Partial loop unrolling comes first and once.  After each further technique that changes the graph
those before it are applied again, until nothing changes.  Input compression replaces adders
without moving anything, so that nothing is re-applied after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hashloom.dataflow.build import round_graph
from hashloom.dataflow.graph import Graph
from hashloom.hashes import Hash
from hashloom.transforms.by_hand.operational_block import Block, in_order
from hashloom.transforms.by_hand.techniques import (
    compress_pending,
    precompute_in_space,
    precompute_in_time,
    precompute_slower_function,
    prefetch,
)
from hashloom.transforms.copies.pipelining import pipeline
from hashloom.transforms.copies.unfolding import unfold
from hashloom.transforms.sums.arrangement import balanced, reordered

BASE = "base"
UNROLLING = "partial loop unrolling"
SPACE = "spatial pre-computation and resource re-ordering"
PREFETCH = "data pre-fetching"
COMPRESSION = "input compression with carry-save adders"
TIME = "temporal pre-computation"


@dataclass(frozen=True)
class Technique:
    """A technique of the recursive part, and whether it changes the graph's dependencies."""

    name: str
    apply: Callable[[Block], Block]
    changes_graph: bool = True


@dataclass(frozen=True)
class Application:
    """One application of a technique.

    Attributes:
        technique: its name.
        after: the technique whose change made it be applied again; empty the first time.
        block: the block after it.
        changed: whether it changed anything.
    """

    technique: str
    after: str
    block: Block
    changed: bool = True


def operational_block(
    hash_: Hash, unroll: int, stages: int, arrange: Callable[[Graph], Graph]
) -> Block:
    """Blocks of `unroll` rounds in `stages` stages, registers where the standard has variables.

    Several stages add all eight chaining words after the last round, one adds them as the last
    four rounds deliver them.
    """
    graph = arrange(round_graph(hash_, serial_load=False, serial_chain=stages == 1))
    return in_order(unfold(pipeline(graph, stages), unroll))


def walk(hash_: Hash, unroll: int, stages: int) -> list[Application]:
    """Every application of a technique, in order, those that changed nothing among them."""
    found = [Application(BASE, "", operational_block(hash_, 1, stages, balanced))]
    if unroll > 1:
        unrolled = operational_block(hash_, unroll, stages, balanced)
        found.append(Application(UNROLLING, "", unrolled))
    found.append(Application(SPACE, "", _spatial(hash_, unroll, stages)))
    space = Technique(SPACE, precompute_in_space)
    found += _again([space], SPACE, found[-1].block)
    known = [space]
    for technique in (
        Technique(PREFETCH, prefetch),
        Technique(COMPRESSION, compress_pending, changes_graph=False),
        Technique(TIME, precompute_in_time),
    ):
        known.append(technique)
        before = found[-1].block
        block = technique.apply(before)
        found.append(Application(technique.name, "", block, block != before))
        if technique.name == TIME or (technique.changes_graph and block != before):
            found += _again(known, technique.name, block)
    return found


def _spatial(hash_: Hash, unroll: int, stages: int) -> Block:
    """The second technique's first application: other trees, then the pre-computation."""
    block = operational_block(hash_, unroll, stages, reordered)
    return precompute_in_space(block, inputs_only=True)


def _again(known: Sequence[Technique], after: str, block: Block) -> list[Application]:
    """Re-applies techniques until none of them changes anything.

    What pre-fetching makes possible for the functions of e is done once, as in section 7.4.
    """
    found: list[Application] = []
    first = after == PREFETCH
    while True:
        changed = False
        for technique in known:
            new = technique.apply(block)
            if first and new == block:
                new = precompute_slower_function(block)
            first = False
            found.append(Application(technique.name, after, new, new != block))
            changed |= technique.changes_graph and new != block
            block = new
        if not changed:
            return found
