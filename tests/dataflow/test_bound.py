"""The iteration bound is the largest ratio of delay to registers over all loops."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from support.graphs import (
    DELAYS,
    HEAD,
    PARALLEL,
    SERIAL,
    cycle_ratio,
    elementary_loops,
    graph_of,
    rounds_of,
    sink,
    source,
    synchronous_graphs,
    word,
)

from hashloom.dataflow.bound import iteration_bound, period_bound
from hashloom.dataflow.graph import Edge, Graph, Node, Op
from hashloom.dataflow.timing import critical_path, node_delay
from hashloom.transforms.copies.interleaving import interleave
from hashloom.transforms.copies.unfolding import unfold
from hashloom.transforms.registers.retiming import retime
from hashloom.transforms.sums.association import reorder_resources
from hashloom.transforms.sums.carry_save import compress_late_operands, load_in_compressor
from hashloom.transforms.sums.prefetching import oldest_first

ADD = 1.5  # ns for 32 bits
EXACT = 2e-6  # ns: the bound is given to a millionth


def ring(*registers: int) -> Graph:
    """A loop of adders with so many registers behind each."""
    count = len(registers)
    nodes = [
        word(f"n{i}", Op.SUM, "M", Edge(f"n{(i - 1) % count}", registers[i - 1]))
        for i in range(count)
    ]
    return graph_of(source("M"), *nodes, sink("out", Edge("n0")))


@pytest.mark.parametrize(
    ("registers", "bound"), [((1,), ADD), ((2,), ADD / 2), ((0, 1), 2 * ADD), ((1, 0, 2), ADD)]
)
def test_single_loop(registers: tuple[int, ...], bound: float) -> None:
    assert len(elementary_loops(ring(*registers))) == 1
    assert iteration_bound(ring(*registers), DELAYS) == pytest.approx(bound, abs=EXACT)


def test_without_loops_the_bound_is_nothing() -> None:
    graph = graph_of(source("M"), word("x", Op.SUM, "M", Edge("M", 1)), sink("out", Edge("x")))
    assert iteration_bound(graph, DELAYS) == pytest.approx(0, abs=EXACT)


@given(synchronous_graphs(most=5))
@settings(max_examples=100)
def test_bound_of_random_graphs(graph: Graph) -> None:
    assert iteration_bound(graph, DELAYS) == pytest.approx(cycle_ratio(graph), abs=EXACT)


@given(synchronous_graphs(gates=False))
@settings(max_examples=40)
def test_no_retiming_beats_the_bound(graph: Graph) -> None:
    period = critical_path(retime(graph, DELAYS), DELAYS).period_ns - DELAYS.register_ns
    assert period >= iteration_bound(graph, DELAYS) - EXACT


# e = d + ((... + Ch(e, f, g)) + Sigma1(e)): the select of the load, Ch and three adders a round.
# With d added early and carry-save: the select, Sigma1 or Ch, a carry-save level and one adder
# (the bound of Lee, Chan and Verbauwhede 2007, plus the select).
@pytest.mark.parametrize("load", [PARALLEL, SERIAL])
def test_bound_of_the_round(load: dict[str, bool]) -> None:
    graph = rounds_of("sha256", **load)
    plain = oldest_first(graph)
    assert iteration_bound(plain, DELAYS) == pytest.approx(2 + 3 * ADD, abs=EXACT)
    compressed = compress_late_operands(oldest_first(reorder_resources(graph)))
    assert iteration_bound(compressed, DELAYS) == pytest.approx(3 + ADD, abs=EXACT)


def test_bound_of_the_round_without_select() -> None:
    """Load in the compressor takes the select out of the loop: Lee, Chan and Verbauwhede's."""
    graph = compress_late_operands(oldest_first(reorder_resources(rounds_of("sha256", **HEAD))))
    assert iteration_bound(load_in_compressor(graph), DELAYS) == pytest.approx(2 + ADD, abs=EXACT)


def test_bound_of_transformed_rounds() -> None:
    graph = oldest_first(rounds_of("sha256"))
    once = iteration_bound(graph, DELAYS)
    assert iteration_bound(interleave(graph, 4), DELAYS) == pytest.approx(once / 4, abs=EXACT)
    twice = iteration_bound(unfold(graph, 2), DELAYS)
    # Two rounds a clock; the select of the load stands in the first of them only.
    assert twice == pytest.approx(2 * once - DELAYS.lut_ns, abs=EXACT)


BASE = DELAYS.carry_base_ns  # into and out of a chain


def sigma(name: str, operand: Edge) -> Node:
    return replace(word(name, Op.SIGMA, operand), rotations=(2, 13, 22))


@pytest.mark.parametrize("registers", [(1,), (0, 1), (0, 0, 0, 1)])
def test_chains_run_side_by_side(registers: tuple[int, ...]) -> None:
    """Round a loop of adders alone low bits wait for low ones, and high bits for high ones: each
    adder is a way in and out, and the slowest is one with its chain."""
    found = period_bound(ring(*registers), DELAYS)
    assert found == pytest.approx(max(len(registers) * BASE, ADD), abs=EXACT)


def test_a_rotation_waits_for_the_highest_bits() -> None:
    """Sigma and two adders in a row: one chain, twice in and out, and the function."""
    first = word("first", Op.SUM, "M", Edge("turned"))
    second = word("second", Op.SUM, "M", Edge("first"))
    graph = graph_of(
        source("M"), sigma("turned", Edge("second", 1)), first, second, sink("out", Edge("second"))
    )
    function = node_delay(graph.nodes["turned"], DELAYS)
    assert iteration_bound(graph, DELAYS) == pytest.approx(function + 2 * ADD, abs=EXACT)
    assert period_bound(graph, DELAYS) == pytest.approx(function + ADD + BASE, abs=EXACT)


@given(synchronous_graphs(most=5))
@settings(max_examples=100)
def test_it_is_no_more_than_with_whole_chains(graph: Graph) -> None:
    slowest = max(node_delay(node, DELAYS) for node in graph.nodes.values())
    least = period_bound(graph, DELAYS)
    assert least <= max(iteration_bound(graph, DELAYS), slowest) + EXACT
    assert least >= iteration_bound(graph, replace(DELAYS, carry_per_bit_ns=0.0)) - EXACT


def test_one_adder_a_round_bounds_alike() -> None:
    graph = compress_late_operands(oldest_first(reorder_resources(rounds_of("sha256"))))
    whole = iteration_bound(graph, DELAYS)
    assert period_bound(graph, DELAYS) == pytest.approx(whole, abs=EXACT)
    assert period_bound(oldest_first(rounds_of("sha256")), DELAYS) < 2 + 3 * ADD - EXACT
