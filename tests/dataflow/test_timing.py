"""Delays and critical paths, against values derived by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.graphs import DELAYS, Pass, graph_of, rounds_of, sink, source, word

from hashloom.dataflow.graph import Edge, Graph, Kind, Op
from hashloom.dataflow.timing import critical_path, node_delay, path_terms
from hashloom.transforms.sums.association import in_written_order, reorder_resources
from hashloom.transforms.sums.carry_save import compress_late_operands
from hashloom.transforms.sums.prefetching import oldest_first

ADD = 0.7 + 32 * 0.025  # ns; a level of look-up tables takes 1 ns, a register 0.5 ns


@pytest.mark.parametrize(
    ("op", "operands", "ns"),
    [
        (Op.SUM, 2, ADD),
        (Op.SUM, 5, 4 * ADD),
        (Op.DIFFERENCE, 2, ADD),
        (Op.PARITY, 3, 1.0),
        (Op.CARRY, 3, 1.0),
        (Op.SIGMA, 1, 1.0),
        (Op.CH, 3, 1.0),
        (Op.MAJ, 3, 1.0),
        (Op.SELECT, 3, 1.0),
        (Op.GATE, 2, 0.0),
        (Op.TAP, 1, 0.0),
        (Op.SINK, 1, 0.0),
    ],
)
def test_delay_of_an_operator(op: Op, operands: int, ns: float) -> None:
    assert node_delay(word("n", op, *["x"] * operands), DELAYS) == pytest.approx(ns)


def test_absorbed_function_costs_nothing() -> None:
    fused = replace(word("n", Op.SUM, *"xyzw"), absorbed=Op.CH)
    assert node_delay(fused, DELAYS) == pytest.approx(ADD)


def test_sources_other_than_tables_are_ready_at_once() -> None:
    assert node_delay(source("M"), DELAYS) == 0
    table = node_delay(source("K", Kind.CONSTANT), DELAYS)
    assert DELAYS.lut_ns < table < 3 * DELAYS.lut_ns


def test_path_of_a_small_graph() -> None:
    graph = graph_of(
        source("M"),
        word("s", Op.SIGMA, Edge("M", 1)),
        word("x", Op.SUM, "s", "M"),
        word("y", Op.SUM, Edge("x", 1), "M"),
        sink("out", Edge("y")),
    )
    path = critical_path(graph, DELAYS)
    assert path.nodes == ("s", "x")
    assert path.period_ns == pytest.approx(1 + ADD + 0.5)
    assert path.clock_mhz == pytest.approx(1000 / 3.0)
    assert path.terms == "add + nlf"


# Adders of the longest path of a round whose chaining addition takes a[t]:
#   as written    W = ((sigma1 + W7) + sigma0) + W16, T1 = (((h + Sigma1) + Ch) + K) + W and
#                 a = (T1 + Sigma0) + Maj: from sigma1 3 + 1 + 2, from Sigma1 4 + 2, chaining 1.
#   oldest first  W = ((W16 + sigma0) + W7) + sigma1, T1 = (((K + W) + h) + Ch) + Sigma1 and
#                 a = (Maj + Sigma0) + T1: from sigma0 3 + 4 + 1, chaining 1.
@pytest.mark.parametrize(("order", "adders"), [(in_written_order, 7), (oldest_first, 9)])
def test_plain_round(order: Pass, adders: int) -> None:
    path = critical_path(order(rounds_of("sha256")), DELAYS)
    assert path.terms == f"{adders}*add + nlf + mux"
    assert path.period_ns == pytest.approx(2 + adders * ADD + 0.5)


def test_plain_round_that_chains_in_parallel() -> None:
    graph = in_written_order(rounds_of("sha256", serial_chain=False))
    path = critical_path(graph, DELAYS)
    assert path.terms == "6*add + nlf + mux"  # the chaining addition stands behind a register
    assert path.period_ns == pytest.approx(2 + 6 * ADD + 0.5)


def test_adders_of_64_bits_are_slower() -> None:
    narrow = critical_path(in_written_order(rounds_of("sha256")), DELAYS).period_ns
    wide = critical_path(in_written_order(rounds_of("sha512")), DELAYS).period_ns
    assert wide - narrow == pytest.approx(7 * 32 * 0.025)


def test_many_operands_cost_as_many_adders_as_a_chain() -> None:
    """A sum that was not yet split counts as a chain with every operand at its beginning."""
    path = critical_path(rounds_of("sha256"), DELAYS)
    assert path.terms == "10*add + nlf + mux"  # 3 of W, 4 of T1, 2 of a, 1 of chaining


def test_carry_save_shows_in_the_terms() -> None:
    graph = compress_late_operands(oldest_first(reorder_resources(rounds_of("sha256"))))
    assert "csa" in critical_path(graph, DELAYS).terms


@pytest.mark.parametrize(
    ("ops", "terms"),
    [
        ([], "wire"),
        ([Op.TAP, Op.GATE], "wire"),
        ([Op.SELECT], "mux"),
        ([Op.CH, Op.SUM, Op.SUM, Op.SELECT], "2*add + nlf + mux"),
        ([Op.DIFFERENCE, Op.PARITY, Op.CARRY, Op.SIGMA, Op.MAJ], "2*csa + add + 2*nlf"),
    ],
)
def test_path_terms(ops: list[Op], terms: str) -> None:
    assert path_terms([word("n", op, "x", "y") for op in ops]) == terms


def test_table_of_constants_shows_in_the_terms() -> None:
    nodes = [source("K", Kind.CONSTANT), word("x", Op.SUM, "K", "W")]
    assert path_terms(nodes) == "table + add"
    assert path_terms([source("M"), nodes[1]]) == "add"


def test_path_without_operators_is_the_register_alone() -> None:
    graph: Graph = graph_of(source("M"), sink("out", Edge("M")))
    assert critical_path(graph, DELAYS).period_ns == DELAYS.register_ns
