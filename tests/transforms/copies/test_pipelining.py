"""Pipelining into S stages: each does its share of the rounds and loads from the one before."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.graphs import ALL_HASHES, MESSAGES, PAIR, assert_digests, count, rounds_of

from hashloom.dataflow.graph import Graph, Kind, Op
from hashloom.errors import RequestError
from hashloom.hashes import get_hash
from hashloom.request.rounds import accepted_stages, stages_of
from hashloom.transforms.copies.interleaving import interleave
from hashloom.transforms.copies.pipelining import pipeline
from hashloom.transforms.copies.unfolding import unfold
from hashloom.transforms.simplification import simplify


def parallel(name: str) -> Graph:
    """The round pipelining takes."""
    return rounds_of(name, serial_chain=False)


@pytest.mark.parametrize("name", ALL_HASHES)
def test_digest_is_unchanged(name: str) -> None:
    for stages in stages_of(get_hash(name)):
        assert_digests(pipeline(parallel(name), stages), name)


@given(MESSAGES, st.sampled_from([2, 4]), st.sampled_from([1, 2, 4]), st.integers(1, 3))
@settings(max_examples=10)
def test_with_unfolding_and_interleaving(message: bytes, s: int, u: int, c: int) -> None:
    graph = interleave(unfold(pipeline(parallel("sha256"), s), u), c)
    assert_digests(graph, "sha256", [message, b"abc"])


@pytest.mark.parametrize("name", PAIR)
def test_stages_share_the_rounds(name: str) -> None:
    rounds = get_hash(name).rounds
    graph = pipeline(parallel(name), 4)
    assert (graph.stages, graph.rounds) == (4, rounds // 4)
    for op in (Op.CH, Op.MAJ, Op.SIGMA):
        assert count(graph, op) == 4 * count(parallel(name), op)
    firsts = {node.port.stage: node.port.first_round for node in graph.sources()}
    assert firsts == {stage: stage * rounds // 4 for stage in range(4)}


def test_only_the_last_stage_delivers_and_only_the_first_takes_the_message() -> None:
    graph = simplify(pipeline(parallel("sha256"), 4))
    assert {node.port.stage for node in graph.sinks()} == {3}
    assert len(list(graph.sinks())) == 8
    taking = [n.port.stage for n in graph.sources() if n.port.kind is Kind.MESSAGE]
    assert taking == [0]
    added = {n.port.stage for n in graph.sources() if n.port.kind is Kind.STATE}
    assert added == {0, 3}  # loaded in the first, added in the last


def test_a_later_stage_loads_variables_and_schedule_of_the_one_before() -> None:
    graph = pipeline(parallel("sha256"), 2)
    loads = [n for n in graph.nodes.values() if n.op is Op.SELECT and n.name.endswith("_s1")]
    assert len(loads) == 8 + 16
    for node in loads:
        control, before, own = node.operands
        assert control.source == "load_s1"
        assert before.source.endswith("_s0")
        assert own.source.endswith("_s1")
        assert before.delay == own.delay == 1


def test_one_stage_is_the_graph_itself() -> None:
    graph = parallel("sha256")
    assert pipeline(graph, 1) == graph


def test_accepted_stages_leave_a_block_of_words_to_each() -> None:
    assert accepted_stages(64) == [1, 2, 4]
    assert accepted_stages(80) == [1, 2, 4, 5]


@pytest.mark.parametrize(
    ("name", "stages", "accepted"),
    [("sha256", 3, "1, 2, 4"), ("sha256", 8, "1, 2, 4"), ("sha512", 0, "1, 2, 4, 5")],
)
def test_refusal_names_the_accepted(name: str, stages: int, accepted: str) -> None:
    rounds = get_hash(name).rounds
    with pytest.raises(RequestError) as refused:
        pipeline(parallel(name), stages)
    assert str(refused.value) == (
        f"{rounds} rounds cannot be pipelined into {stages} stages; accepted are {accepted}."
    )
