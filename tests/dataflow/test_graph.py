"""The graph: order, consumers, loops, registers and the meaning of signals."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import graph_of, rounds_of, sink, source, synchronous_graphs, word

from hashloom.dataflow.graph import Edge, Graph, Kind, Op, Signal


def accumulator(delay: int) -> Graph:
    """total = M + total, `delay` clocks ago."""
    return graph_of(
        source("M"),
        word("total", Op.SUM, "M", Edge("total", delay)),
        word("early", Op.TAP, Edge("M", 3)),
        sink("out", Edge("total", 1)),
        sink("echo", Edge("early")),
    )


def test_order_follows_what_is_read_in_the_same_clock() -> None:
    graph = rounds_of("sha256")
    place = {name: i for i, name in enumerate(graph.order)}
    assert len(place) == len(graph.nodes)
    for edge, node in graph.edges():
        assert edge.delay or place[edge.source] < place[node.name]


def test_loop_without_register_has_no_order() -> None:
    with pytest.raises(ValueError, match=r"A loop without a register passes through .*total"):
        accumulator(0).order  # noqa: B018
    assert accumulator(1).order.index("M") < accumulator(1).order.index("total")


def test_registers_are_shared_by_all_readers() -> None:
    graph = accumulator(2)
    assert graph.registers == {"M": 3, "total": 2, "early": 0, "out": 0, "echo": 0}
    assert graph.register_bits() == 5 * 32


def test_register_bits_count_widths() -> None:
    control = source("c", Kind.CONTROL)
    gate = word("g", Op.GATE, Edge("c", 5), Edge("M", 1))
    graph = graph_of(control, source("M"), gate, sink("out", Edge("g")))
    assert graph.register_bits() == 5 * 1 + 1 * 32


def test_consumers_hold_every_edge_once() -> None:
    graph = rounds_of("sha512", serial_load=True)
    pairs = {(name, id(e), n.name) for name, ps in graph.consumers.items() for e, n in ps}
    assert pairs == {(edge.source, id(edge), node.name) for edge, node in graph.edges()}
    assert set(graph.consumers) == set(graph.nodes)


def test_loops_are_the_round_and_the_schedule() -> None:
    graph = rounds_of("sha256")
    schedule, round_ = sorted(graph.loops, key=lambda loop: "W" not in loop)
    assert {"W", "W_sum", "W16", "small_sigma0_W15", "small_sigma1_W2"} <= schedule
    assert {"T1", "e_new", "a_new", "a", "h", "big_sigma1_e", "maj_abc"} <= round_
    assert not schedule & round_
    assert graph.loop_of("T1") == round_
    assert graph.loop_of("K") == graph.loop_of("H0") == frozenset()


@given(synchronous_graphs())
def test_random_graphs_have_an_order_and_their_loops_hold_registers(graph: Graph) -> None:
    assert sorted(graph.order) == sorted(graph.nodes)
    for loop in graph.loops:
        inside = [edge.delay for edge, node in graph.edges() if {edge.source, node.name} <= loop]
        assert sum(inside) > 0


def test_map_edges_and_updated_leave_the_original() -> None:
    graph = accumulator(1)
    slower = graph.map_edges(lambda edge: edge.later(1))
    assert slower.nodes["out"].operands == (Edge("total", 2),)
    assert graph.nodes["out"].operands == (Edge("total", 1),)
    wider = graph.updated(replace(graph.nodes["M"], width=64))
    assert (wider.nodes["M"].width, graph.nodes["M"].width) == (64, 32)
    assert list(wider.nodes) == list(graph.nodes)


def test_only_sources_and_sinks_have_a_port() -> None:
    graph = accumulator(1)
    assert {n.name for n in graph.sinks()} == {"out", "echo"}
    assert [n.name for n in graph.sources()] == ["M"]
    assert graph.nodes["M"].port.kind is Kind.MESSAGE
    with pytest.raises(TypeError, match="total is neither a source nor a sink"):
        _ = graph.nodes["total"].port


@given(
    first=st.integers(-8, 70),
    length=st.integers(0, 70),
    stride=st.integers(1, 16),
    lane=st.integers(0, 15),
)
def test_iterations_are_those_whose_round_is_active(
    first: int, length: int, stride: int, lane: int
) -> None:
    lane %= stride
    signal = Signal(Kind.CONTROL, (first, first + length), stride=stride, lane=lane)
    active = [i for i in range(-10, 150) if first <= signal.round_at(i) < first + length]
    assert list(range(*signal.iterations)) == active


@pytest.mark.parametrize(
    ("first", "unroll", "iteration"),
    [(0, 1, 0), (0, 5, 0), (-4, 1, -4), (-4, 2, -2), (-4, 4, -1), (-4, 5, -1), (-4, 16, -1)],
)
def test_first_iteration_holds_the_first_round(first: int, unroll: int, iteration: int) -> None:
    graph = Graph({}, 32, 80, first, unroll=unroll)
    assert graph.first_iteration == iteration
    assert unroll * iteration <= first < unroll * (iteration + 1)
    assert graph.iterations == 80 // unroll


def test_lag_of_a_graph_that_was_not_retimed_is_zero() -> None:
    graph = accumulator(1)
    assert graph.lag("total") == 0
    assert replace(graph, lags={"total": 3}).lag("total") == 3
