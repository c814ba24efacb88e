"""Simplification: what is superfluous goes, the digest stays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.graphs import (
    ALL_HASHES,
    LOADS,
    assert_digests,
    count,
    graph_of,
    rounds_of,
    sink,
    source,
    word,
)

from hashloom.dataflow.graph import Edge, Kind, Node, Op
from hashloom.transforms.copies.pipelining import pipeline
from hashloom.transforms.copies.unfolding import unfold
from hashloom.transforms.simplification import bypass, drop_unread, merge_twins, simplify
from hashloom.transforms.sums.association import in_written_order


def control(active: tuple[int, int]) -> Node:
    """A control bit that is one in the rounds `active`."""
    node = source("load", Kind.CONTROL)
    return replace(node, signal=replace(node.port, active=active))


@pytest.mark.parametrize("name", ALL_HASHES)
@pytest.mark.parametrize("load", LOADS)
def test_digest_is_unchanged(name: str, load: dict[str, bool]) -> None:
    graph = simplify(in_written_order(rounds_of(name, **load)))
    assert_digests(graph, name)
    assert count(graph, Op.TAP) == 0
    assert simplify(graph) == graph


def test_taps_pass_their_registers_on() -> None:
    graph = graph_of(
        source("M"),
        word("x", Op.TAP, Edge("M", 1)),
        word("y", Op.TAP, Edge("x", 2)),
        sink("out", Edge("y", 3)),
    )
    assert bypass(graph).nodes["out"].operands == (Edge("M", 6),)
    assert list(simplify(graph).nodes) == ["M", "out"]


@pytest.mark.parametrize(("active", "kept"), [((0, 1), True), ((3, 3), False)])
def test_a_select_that_never_loads_goes(active: tuple[int, int], kept: bool) -> None:
    graph = graph_of(
        control(active),
        source("M"),
        source("N"),
        word("x", Op.SELECT, "load", "M", Edge("N", 1)),
        sink("out", Edge("x", 1)),
    )
    simple = simplify(graph)
    assert ("x" in simple.nodes) is kept
    assert ("M" in simple.nodes) is kept
    assert simple.nodes["out"].operands == (Edge("x", 1) if kept else Edge("N", 2),)


def test_twins_and_what_then_become_twins_are_merged() -> None:
    graph = graph_of(
        source("M"),
        source("N"),
        word("x", Op.SUM, "M", "N"),
        word("y", Op.SUM, "M", "N"),
        word("p", Op.SIGMA, Edge("x", 1)),
        word("q", Op.SIGMA, Edge("y", 1)),
        word("other", Op.SIGMA, Edge("y", 2)),
        *(sink(f"out_{name}", Edge(name)) for name in ("p", "q", "other")),
    )
    merged = merge_twins(drop_unread(graph))
    assert {"x", "p", "other"} < set(merged.nodes)
    assert not {"y", "q"} & set(merged.nodes)
    assert merged.nodes["out_q"].operands == (Edge("p"),)
    assert len(list(merged.sinks())) == 3, "sinks are never merged"


def test_sources_that_mean_the_same_are_merged() -> None:
    twin = replace(source("M"), name="again")
    other = source("K", Kind.CONSTANT)
    total = word("x", Op.SUM, "M", "again", "K")
    graph = merge_twins(graph_of(source("M"), twin, other, total, sink("out", Edge("x"))))
    assert graph.nodes["x"].operands == (Edge("M"), Edge("M"), Edge("K"))


def test_what_no_active_sink_depends_on_goes() -> None:
    idle = sink("idle", Edge("y"))
    idle = replace(idle, signal=replace(idle.port, active=(5, 5)))
    graph = graph_of(
        source("M"),
        word("x", Op.TAP, Edge("M", 1)),
        word("y", Op.TAP, Edge("M", 2)),
        sink("out", Edge("x")),
        idle,
    )
    assert list(drop_unread(graph).nodes) == ["M", "x", "out"]


def test_a_stage_has_the_functions_of_its_own_rounds_alone() -> None:
    """Of SHA-1: Ch in the first of four stages, parity in the second and last, Maj in the third."""
    graph = simplify(pipeline(rounds_of("sha1", serial_chain=False), 4))
    counted = [count(graph, op) for op in (Op.CH, Op.MAJ, Op.BOOLEAN)]
    assert counted == [1, 1, 2]
    functions = [node for node in graph.nodes.values() if node.op is Op.BOOLEAN]
    assert all(len(node.operands) == 3 for node in functions)
    halves = simplify(pipeline(rounds_of("sha1", serial_chain=False), 2))
    functions = [node for node in halves.nodes.values() if node.op is Op.BOOLEAN]
    assert [len(node.operands) for node in functions] == [4, 4]


def test_a_choice_that_a_lane_does_not_have_is_gone() -> None:
    """Four rounds of MD5 at once: each has one of four rotations, not of sixteen."""
    selects = [count(unfold(rounds_of("md5"), unroll), Op.SELECT) for unroll in (1, 2, 4)]
    assert selects == [4 + 15, 4 + 2 * 7, 4 + 4 * 3]
