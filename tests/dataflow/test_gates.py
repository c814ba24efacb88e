"""Gate levels, and paths in the terms of michail2012."""

from __future__ import annotations

import pytest
from support.graphs import graph_of, sink, source, word

from hashloom.dataflow.gates import FULL_ADDER, gate_levels, paper_terms, slowest
from hashloom.dataflow.graph import Edge, Op


def test_order_of_the_operators() -> None:
    """What the paper says of delays: functions below a full adder's carry chain, Ch above Sigma."""
    sigma, ch, adder = (gate_levels(word("n", op, "x", "y")) for op in (Op.SIGMA, Op.CH, Op.SUM))
    assert sigma < ch < adder
    assert adder == 32 * FULL_ADDER
    assert gate_levels(word("n", Op.SUM, "x", "y", "z")) == 2 * adder
    assert gate_levels(word("n", Op.PARITY, "x", "y", "z")) == FULL_ADDER == 3
    assert gate_levels(word("n", Op.TAP, "x")) == 0


@pytest.mark.parametrize(
    ("ops", "terms"),
    [
        ([Op.SUM, Op.SUM], "2*add"),
        ([Op.PARITY, Op.SUM], "csa"),
        ([Op.CARRY, Op.SUM, Op.SUM], "csa + add"),
        ([Op.SELECT, Op.PARITY, Op.SUM, Op.MAJ, Op.PARITY, Op.SUM], "2*csa + nlf + mux"),
        ([Op.SUM, Op.PARITY], "csa + add"),
    ],
)
def test_terms(ops: list[Op], terms: str) -> None:
    names = [f"n{i}" for i in range(len(ops))]
    nodes = [
        word(name, op, *["in"] * (2 if op is Op.SUM else 3))
        for name, op in zip(names, ops, strict=True)
    ]
    graph = graph_of(source("in"), *nodes)
    assert paper_terms(graph, tuple(names)) == terms


def test_slowest_path_has_most_levels() -> None:
    graph = graph_of(
        source("in"),
        word("ch", Op.CH, "in", "in", "in"),
        word("maj", Op.MAJ, "ch", "in", "in"),
        word("sum", Op.SUM, "in", "in"),
        word("late", Op.SIGMA, Edge("sum", 1)),
        sink("out", Edge("late")),
    )
    assert slowest(graph) == ("in", "sum")
