"""Load by addition: digests unchanged, and one block after the other without a clock between."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from support.graphs import DELAYS, HEAD, SHA2, assert_digests, rounds_of

from hashloom.dataflow.bound import iteration_bound
from hashloom.dataflow.evaluate import digests
from hashloom.dataflow.graph import Graph, Kind, Op
from hashloom.hashes import get_hash
from hashloom.transforms.loading.added_load import chaining_words_early, load_by_addition
from hashloom.transforms.sums.association import reorder_resources
from hashloom.transforms.sums.prefetching import oldest_first


def added(name: str) -> Graph:
    """The round with load by addition."""
    return load_by_addition(rounds_of(name, **HEAD), get_hash(name))


@pytest.mark.parametrize("name", SHA2)
def test_digest_is_unchanged(name: str) -> None:
    graph = added(name)
    assert_digests(graph, name)
    assert_digests(chaining_words_early(reorder_resources(graph)), name)


def test_the_last_round_makes_the_newest_chaining_words_itself() -> None:
    """Its sums are the sinks of the chaining value: what is added to them there is zero."""
    graph = added("sha256")
    idle = {n.name: n.port for n in graph.sources() if n.name.startswith("no_H_")}
    assert len(idle) == 2
    assert all(port.is_one(63) and not port.is_one(62) for port in idle.values())


@pytest.mark.parametrize("control", ["no_H_a", "no_H_e", "before_last", "load"])
def test_every_addition_matters(control: str) -> None:
    """A control bit that is never zero, or never one, gives other digests."""
    graph = added("sha256")
    node = graph.nodes[control]
    stuck = replace(node.port, active=(-4, 64), chosen=None if control != "load" else ())
    wrong = graph.updated(replace(node, signal=stuck))
    found = digests(wrong, get_hash("sha256"), [bytes(100)])
    assert found != [hashlib.sha256(bytes(100)).digest()]


def test_no_loop_is_longer() -> None:
    """Chaining words are added where they are on no critical loop."""
    head = reorder_resources(rounds_of("sha256", **HEAD))
    before = iteration_bound(oldest_first(head), DELAYS)
    graph = reorder_resources(added("sha256"))
    assert iteration_bound(oldest_first(chaining_words_early(graph)), DELAYS) <= before
    assert iteration_bound(oldest_first(graph), DELAYS) > before


def test_chaining_words_are_read_from_registers() -> None:
    graph = added("sha256")
    loaded = [node for node in graph.sources() if node.port.kind is Kind.STATE]
    assert sorted({node.port.index for node in loaded}) == list(range(8))
    assert sum(node.op is Op.SELECT for node in graph.nodes.values()) == 1 + 2 + 4 + 5
