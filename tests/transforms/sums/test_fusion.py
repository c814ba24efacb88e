"""Fusion into carry cells: digests unchanged, functions absorbed where nothing else reads them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.graphs import (
    ALL_HASHES,
    LOADS,
    MESSAGES,
    SERIAL,
    adders,
    assert_digests,
    count,
    graph_of,
    rounds_of,
    sink,
    source,
    word,
)

from hashloom.dataflow.graph import Edge, Graph, Kind, Op
from hashloom.transforms.sums.association import reorder_resources
from hashloom.transforms.sums.carry_save import compress_late_operands, load_in_compressor
from hashloom.transforms.sums.fusion import fuse, load_before_adder
from hashloom.transforms.sums.prefetching import oldest_first

FUNCTIONS = frozenset({"ch", "maj", "select"})


def plain(name: str, load: dict[str, bool] = SERIAL) -> Graph:
    """The round with chains of adders."""
    return oldest_first(reorder_resources(rounds_of(name, **load)))


def absorbed(graph: Graph) -> list[Op]:
    """Functions that adders compute."""
    return sorted(node.absorbed for node in graph.nodes.values() if node.absorbed is not None)


@pytest.mark.parametrize("name", ALL_HASHES)
@pytest.mark.parametrize("load", LOADS)
@pytest.mark.parametrize("compressed", [False, True])
def test_digest_is_unchanged(name: str, load: dict[str, bool], compressed: bool) -> None:
    graph = plain(name, load)
    if compressed:
        graph = load_in_compressor(compress_late_operands(graph))
    assert_digests(load_before_adder(graph), name)
    assert_digests(fuse(graph, FUNCTIONS), name)
    assert_digests(fuse(load_before_adder(graph), FUNCTIONS), name)


@given(MESSAGES, st.sets(st.sampled_from(sorted(FUNCTIONS))))
@settings(max_examples=15)
def test_any_set_of_functions(message: bytes, functions: set[str]) -> None:
    graph = fuse(load_before_adder(plain("sha256")), functions)
    assert_digests(graph, "sha256", [message])
    assert set(absorbed(graph)) <= functions


def test_ch_and_maj_disappear_into_adders() -> None:
    graph = fuse(plain("sha256"), FUNCTIONS)
    assert absorbed(graph) == [Op.CH, Op.MAJ]
    assert count(graph, Op.CH) == count(graph, Op.MAJ) == 0
    assert adders(graph) == adders(plain("sha256"))
    fused = next(n for n in graph.nodes.values() if n.absorbed is Op.CH)
    assert [edge.source for edge in fused.operands[1:]] == ["e", "f", "g"]


def test_load_in_front_of_the_adder_is_absorbed_too() -> None:
    graph = load_before_adder(plain("sha256"))
    gates = [node for node in graph.nodes.values() if node.op is Op.GATE]
    assert gates
    for gate in gates:
        assert gate.operands[0].source in ("load", "load_W")
        (reader,) = [node for _, node in graph.consumers[gate.name]]
        assert reader.op is Op.SUM
    before = count(plain("sha256"), Op.SELECT)
    fused = fuse(graph, FUNCTIONS)
    assert absorbed(fused).count(Op.SELECT) == len(gates)
    assert count(fused, Op.SELECT) == before - len(gates)


def test_nothing_is_absorbed_without_functions() -> None:
    assert fuse(plain("sha256"), frozenset()) == plain("sha256")


@pytest.mark.parametrize("second_reader", [False, True])
@pytest.mark.parametrize("delay", [0, 1])
def test_only_a_private_function_of_the_same_clock_is_absorbed(
    second_reader: bool, delay: int
) -> None:
    nodes = [
        source("M"),
        word("f", Op.MAJ, "M", Edge("M", 1), Edge("M", 2)),
        word("total", Op.SUM, Edge("f", delay), "M"),
        sink("out", Edge("total")),
    ]
    if second_reader:
        nodes.append(sink("echo", Edge("f")))
    expected = [] if second_reader or delay else [Op.MAJ]
    assert absorbed(fuse(graph_of(*nodes), FUNCTIONS)) == expected


def test_an_adder_absorbs_one_function() -> None:
    graph = graph_of(
        source("M"),
        word("f", Op.MAJ, "M", Edge("M", 1), Edge("M", 2)),
        word("g", Op.CH, "M", Edge("M", 3), Edge("M", 4)),
        word("total", Op.SUM, "f", "g"),
        sink("out", Edge("total")),
    )
    fused = fuse(graph, FUNCTIONS)
    assert len(absorbed(fused)) == 1
    assert count(fused, Op.MAJ) + count(fused, Op.CH) == 1


@pytest.mark.parametrize("private", [False, True])
def test_load_moves_only_over_a_private_sum(private: bool) -> None:
    nodes = [
        source("load", Kind.CONTROL),
        source("M"),
        word("p", Op.SUM, "M", Edge("M", 1)),
        word("total", Op.SUM, "p", Edge("x", 1)),
        word("x", Op.SELECT, "load", "M", "total"),
        sink("out", Edge("x")),
    ]
    if not private:
        nodes.append(sink("echo", Edge("total")))
    graph = graph_of(*nodes)
    moved = load_before_adder(graph)
    if not private:
        assert moved == graph
        return
    assert moved.nodes["x"].op is Op.SUM
    assert moved.nodes["total_gated"].operands == (Edge("load"), Edge("p"))
    assert moved.nodes["total_operand"].operands == (Edge("load"), Edge("M"), Edge("x", 1))
    assert "total" not in moved.nodes
