"""The schedule computed first: digests unchanged, W complete before round 0."""

from __future__ import annotations

import pytest
from support.graphs import SHA2, assert_digests, rounds_of

from hashloom.dataflow.graph import Kind
from hashloom.hashes import get_hash
from hashloom.transforms.by_hand.schedule import schedule_first, schedule_of, words_ahead
from hashloom.transforms.copies.unfolding import unfold


@pytest.mark.parametrize("name", SHA2)
@pytest.mark.parametrize("unroll", [1, 2, 4])
def test_digest_is_unchanged(name: str, unroll: int) -> None:
    graph = schedule_first(unfold(rounds_of(name), unroll), get_hash(name))
    assert_digests(graph, name, [b"abc", bytes(120)])


def test_what_belongs_to_the_schedule() -> None:
    graph = unfold(rounds_of("sha256"), 1)
    assert schedule_of(graph) == {"M", "W", "W_sum", "small_sigma0_W15", "small_sigma1_W2"}


@pytest.mark.parametrize(("name", "unroll"), [("sha256", 1), ("sha256", 4), ("sha512", 2)])
def test_last_word_is_there_before_the_first_round(name: str, unroll: int) -> None:
    hash_ = get_hash(name)
    graph = schedule_first(unfold(rounds_of(name), unroll), hash_)
    (message, *_) = (n for n in graph.sources() if n.port.kind is Kind.MESSAGE)
    first = message.port.iterations[0]
    assert first == graph.first_iteration == -(hash_.rounds - 16) // unroll
    last_word = first + hash_.rounds // unroll - 1
    assert last_word < words_ahead(graph, hash_)  # round 0 comes that many clocks later


def test_loads_of_the_rounds_stay() -> None:
    graph = schedule_first(unfold(rounds_of("sha256"), 1), get_hash("sha256"))
    assert graph.nodes["load"].port.iterations == (0, 1)
    assert graph.nodes["load_W"].port.iterations == (-48, -32)
    assert graph.nodes["K"].port.iterations == (0, 64)
