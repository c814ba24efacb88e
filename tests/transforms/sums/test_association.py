"""Orders of addition: digests unchanged, and what is added early or late."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from support.graphs import (
    ALL_HASHES,
    DELAYS,
    LOADS,
    MESSAGES,
    PAIR,
    Pass,
    adders,
    assert_digests,
    count,
    graph_of,
    rounds_of,
    sink,
    source,
    word,
)

from hashloom.dataflow.graph import Edge, Graph, Op
from hashloom.transforms.registers.retiming import retime
from hashloom.transforms.sums.association import in_written_order, reorder_resources
from hashloom.transforms.sums.prefetching import INFINITE, ages, oldest_first


def reordered(graph: Graph) -> Graph:
    """Both of the early associations."""
    return oldest_first(reorder_resources(graph))


PASSES: list[Pass] = [in_written_order, oldest_first, reorder_resources, reordered]


@pytest.mark.parametrize("name", ALL_HASHES)
@pytest.mark.parametrize("change", PASSES)
def test_digest_is_unchanged(name: str, change: Pass) -> None:
    for load in LOADS:
        assert_digests(change(rounds_of(name, **load)), name)


@pytest.mark.parametrize("name", PAIR)
@given(message=MESSAGES)
@settings(max_examples=10)
def test_digest_of_any_message(name: str, message: bytes) -> None:
    assert_digests(reordered(rounds_of(name, serial_load=True)), name, [message])


@pytest.mark.parametrize("change", [in_written_order, oldest_first])
def test_chains_take_two_operands_and_add_no_adder(change: Pass) -> None:
    graph = rounds_of("sha256")
    chained = change(graph)
    assert {len(n.operands) for n in chained.nodes.values() if n.op is Op.SUM} == {2}
    assert adders(chained) == adders(graph)


def chain(graph: Graph, name: str) -> list[str]:
    """Operands of a chain of sums, first added first."""
    first, last = graph.nodes[name].operands
    inner = graph.nodes[first.source]
    start = chain(graph, inner.name) if inner.op is Op.SUM else [first.source]
    return [*start, last.source]


def test_written_order_is_the_standards() -> None:
    graph = in_written_order(rounds_of("sha256"))
    assert chain(graph, "T1") == ["h", "big_sigma1_e", "ch_efg", "K", "W"]
    assert chain(graph, "W_sum") == ["small_sigma1_W2", "W7", "small_sigma0_W15", "W16"]


def test_prefetch_adds_k_and_w_then_h() -> None:
    graph = oldest_first(rounds_of("sha256"))
    assert chain(graph, "T1") == ["K", "W", "h", "ch_efg", "big_sigma1_e"]
    assert chain(graph, "W_sum")[-2:] == ["W7", "small_sigma1_W2"]
    assert graph.nodes["a_new"].operands[1].source == "T1"


def test_prefetched_sum_is_ready_a_clock_early() -> None:
    """Retiming puts a register behind h + K + W."""
    graph = retime(oldest_first(rounds_of("sha256", serial_load=True)), DELAYS)
    (reader,) = [edge for edge, _ in graph.consumers["K_W_h"]]
    assert reader.delay >= 1


def test_reordering_recovers_t1_by_subtraction() -> None:
    graph = reorder_resources(rounds_of("sha256"))
    t1, e = graph.nodes["T1"], graph.nodes["e_new"]
    assert t1.op is Op.DIFFERENCE
    assert t1.operands == (Edge("e_new"), Edge("d"))
    assert Edge("d") in e.operands
    assert "T1" not in {edge.source for edge in e.operands}
    assert len(e.operands) == 6
    assert count(graph, Op.DIFFERENCE) == 1
    assert graph.order


def test_reordering_adds_d_before_what_is_late() -> None:
    graph = reordered(rounds_of("sha256"))
    assert chain(graph, "e_new") == ["K", "W", "h", "d", "ch_efg", "big_sigma1_e"]


def test_reordering_leaves_a_graph_without_t1_alone() -> None:
    graph = graph_of(source("M"), word("x", Op.SUM, "M", Edge("M", 1)), sink("out", Edge("x")))
    assert reorder_resources(graph) == graph


def test_ages_count_registers_from_the_new_value() -> None:
    graph = oldest_first(rounds_of("sha256", serial_load=True))
    known = ages(graph, graph.loop_of("T1"))
    letters = dict(zip("abcdefgh", (1, 2, 3, 4) * 2, strict=True))
    assert {letter: known[letter] for letter in letters} == letters
    assert known["e_new"] == known["a_new"] == 0
    assert known["ch_efg"] == known["big_sigma1_e"] == 1
    assert known["K"] == known["W"] == known["W7"] == INFINITE


def test_common_beginnings_are_shared() -> None:
    x, y, z = (Edge("M", delay) for delay in (0, 1, 2))
    graph = graph_of(
        source("M"),
        source("N"),
        word("p", Op.SUM, "M", "N", y),
        word("q", Op.SUM, "M", "N", z),
        sink("out_p", Edge("p")),
        sink("out_q", Edge("q")),
    )
    chained = in_written_order(graph)
    assert x == Edge("M")
    assert chained.nodes["p"].operands == (Edge("M_N"), y)
    assert chained.nodes["q"].operands == (Edge("M_N"), z)
    assert count(chained, Op.SUM) == 3
