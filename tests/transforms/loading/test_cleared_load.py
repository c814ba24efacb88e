"""Load beside the loop: digests unchanged, no select in the compressors, and who may do without."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from support.graphs import HEAD, SHA2, assert_digests, count, rounds_of, sink

from hashloom.dataflow.evaluate import digests
from hashloom.dataflow.graph import Edge, Graph, Op
from hashloom.hashes import get_hash
from hashloom.transforms.loading.added_load import chaining_words_early, load_by_addition
from hashloom.transforms.loading.cleared_load import load_beside_loop
from hashloom.transforms.sums.association import reorder_resources
from hashloom.transforms.sums.carry_save import compress_late_operands, load_in_compressor
from hashloom.transforms.sums.prefetching import oldest_first


def compressed(name: str) -> Graph:
    """The round with load by addition and carry-save adders, a select behind each of its sums."""
    graph = reorder_resources(load_by_addition(rounds_of(name, **HEAD), get_hash(name)))
    return compress_late_operands(oldest_first(chaining_words_early(graph)))


@pytest.mark.parametrize("name", SHA2)
def test_digest_is_unchanged(name: str) -> None:
    assert_digests(load_beside_loop(compressed(name)), name)


def test_sums_of_the_loop_are_cleared_and_their_early_operands_selected() -> None:
    before = compressed("sha256")
    after = load_beside_loop(before)
    for sequence, chaining in (("e", "H4"), ("a", "H0")):
        assert before.nodes[f"{sequence}_new"].op is Op.SELECT
        assert after.nodes[f"{sequence}_new"].op is Op.GATE
        early = after.nodes[f"{sequence}_new_early"]
        assert (early.op, early.operands[1].source) == (Op.SELECT, chaining)
        for part in ("ps", "sc"):
            compressor = after.nodes[f"{sequence}_sum_{part}"]
            assert compressor.absorbed is None
            assert Edge(early.name) in compressor.operands
        assert f"{chaining}_head" not in after.nodes
    assert count(after, Op.SELECT) == count(before, Op.SELECT)


def test_nothing_is_left_for_the_compressor() -> None:
    graph = load_beside_loop(compressed("sha256"))
    assert load_in_compressor(graph) == graph


@pytest.mark.parametrize("rounds", [(-3, -1), (-4, -2)])
def test_every_cleared_round_matters(rounds: tuple[int, int]) -> None:
    """Words of the block before would be in the first sums: the second message is wrong."""
    graph = load_beside_loop(compressed("sha256"))
    zero = graph.nodes["load_zero"]
    wrong = graph.updated(replace(zero, signal=replace(zero.port, active=rounds)))
    messages = [bytes(100), bytes(range(100))]
    assert digests(wrong, get_hash("sha256"), messages) != [
        hashlib.sha256(message).digest() for message in messages
    ]


def test_a_sum_with_another_reader_keeps_its_select() -> None:
    graph = compressed("sha256")
    for name in ("e_sum", "a_sum"):
        graph = graph.updated(sink(f"echo_{name}", Edge(name)))
    assert load_beside_loop(graph) == graph


def test_loads_of_another_kind_stay() -> None:
    """At the head a word is loaded, and no zeros before it."""
    graph = compress_late_operands(oldest_first(reorder_resources(rounds_of("sha256", **HEAD))))
    assert load_beside_loop(graph) == graph
