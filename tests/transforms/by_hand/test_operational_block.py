"""Blocks with registers moved by hand: every move is legal, and the digest stays."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.graphs import assert_digests

from hashloom.dataflow.graph import Graph, Kind, Op
from hashloom.hashes import get_hash
from hashloom.transforms.by_hand.operational_block import chaining_of, plain_name
from hashloom.transforms.by_hand.recursion import operational_block
from hashloom.transforms.by_hand.schedule import schedule_of
from hashloom.transforms.sums.arrangement import balanced, reordered

SHA256 = get_hash("sha256")


def registers_behind(graph: Graph, name: str) -> set[int]:
    """Registers between a node and each of its readers."""
    return {edge.delay for edge, _ in graph.consumers[name]}


@pytest.mark.parametrize(("unroll", "stages"), [(1, 1), (2, 1), (2, 4)])
def test_words_and_constants_come_out_of_registers(unroll: int, stages: int) -> None:
    block = operational_block(SHA256, unroll, stages, balanced)
    graph, schedule = block.placed, schedule_of(block.graph)
    for node in graph.sources():
        if node.port.kind is Kind.CONSTANT:
            assert registers_behind(graph, node.name) == {1}
    for edge, node in graph.edges():
        if edge.source in schedule and node.name not in schedule:
            assert edge.delay >= 1


@pytest.mark.parametrize(("unroll", "stages"), [(1, 1), (2, 1), (2, 4)])
def test_chaining_words_leave_registers(unroll: int, stages: int) -> None:
    block = operational_block(SHA256, unroll, stages, balanced)
    for node in block.placed.sinks():
        if node.port.kind is Kind.RESULT:
            assert node.operands[0].delay == 1
    for name in chaining_of(block.graph):
        assert all(
            edge.delay or block.graph.nodes[edge.source].op is Op.SOURCE
            for edge in block.placed.nodes[name].operands
        )


@given(data=st.data())
@settings(max_examples=40)
def test_any_move_keeps_the_digest(data: st.DataObject) -> None:
    unroll, stages = data.draw(st.sampled_from([(1, 1), (2, 1), (4, 1), (2, 2)]))
    block = operational_block(SHA256, unroll, stages, reordered)
    names = sorted(block.round_sums)
    for _ in range(data.draw(st.integers(1, 4))):
        block = block.advanced(data.draw(st.sets(st.sampled_from(names), max_size=8)))
    assert all(edge.delay >= 0 for edge, _ in block.placed.edges())
    assert_digests(block.placed, "sha256", [b"abc"])


def test_later_is_refused_when_a_reader_cannot_wait() -> None:
    block = operational_block(SHA256, 2, 1, reordered)
    early = block.advanced(["e_new_0"])
    assert early.delayed(["K_W_0"]) is None
    back = early.delayed(["e_new_0"])
    assert back is not None
    assert back.early["e_new_0"] == 0


def test_heads_before_are_those_of_the_same_clock() -> None:
    block = operational_block(SHA256, 2, 1, reordered)
    assert block.heads_before["e_new_0"] == frozenset()
    assert block.heads_before["ch_efg_1"] == {"e_new_0"}
    assert block.heads_before["a_new_1"] == {"a_new_0", "e_new_0"}


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("e_new_s2_1", "e_new_1"),
        ("e_new_s0_1_ps", "e_new_1_ps"),
        ("big_sigma1_e_s3", "big_sigma1_e"),
        ("H0_sum_s1_0", "H0_sum_0"),
        ("small_sigma0_W15_s10_0", "small_sigma0_W15_0"),
        ("a_new_1", "a_new_1"),
    ],
)
def test_plain_names(name: str, plain: str) -> None:
    assert plain_name(name) == plain
