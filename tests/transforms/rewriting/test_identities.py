"""Proofs by SMT, for words of 32 and 64 bits, that no option of the search changes a word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from support.graphs import count, graph_of, sink, source, word
from support.smt import counterexamples

from hashloom.dataflow.graph import Edge, Graph, Kind, Op, Role
from hashloom.targets import get_target
from hashloom.transforms.rewriting.building import rewritten
from hashloom.transforms.rewriting.choices import (
    Added,
    Choices,
    Family,
    Option,
    Recovered,
    is_compressed,
)

ECP5 = get_target("ecp5-85f-8").delays
widths = pytest.mark.parametrize("width", [32, 64])


def options_of(graph: Graph, name: str) -> list[Option]:
    """Every option of an operator, all operators being of one loop."""
    choices = Choices(graph, frozenset(graph.nodes), ECP5)
    known = {edge: 0.0 for node in graph.nodes.values() for edge in reads(node.operands)}
    families: list[Family] = choices.families[name]
    found = [option for family in families for option in family.options(known)]
    return [*choices.single[name], *found]


def reads(operands: tuple[Edge, ...]) -> list[Edge]:
    """The operands, as they are and one or two registers on."""
    return [edge.later(more) for edge in operands for more in range(3)]


def prove_options(graph: Graph, name: str, wanted: Callable[[Option], bool]) -> list[Graph]:
    """The graph with each of the options that are wanted, proved to compute what it did."""
    found = []
    for option in options_of(graph, name):
        if wanted(option):
            after = rewritten(graph, {name: option})
            assert after != graph
            assert counterexamples(graph, after) == {}
            found.append(after)
    assert found
    return found


@widths
def test_every_network_of_four_words(width: int) -> None:
    names = ("p", "q", "r", "t")
    graph = graph_of(
        *(source(name, width=width) for name in names),
        word("total", Op.SUM, *names, width=width),
        sink("out", Edge("total"), width=width),
        width=width,
    )
    found = prove_options(graph, "total", lambda o: isinstance(o, Added))
    assert any(count(each, Op.PARITY) for each in found)


@widths
@pytest.mark.parametrize("compressed", [True, False])
def test_loads_in_sums(width: int, compressed: bool) -> None:
    names = ("p", "q", "r")
    graph = graph_of(
        *(source(name, width=width) for name in (*names, "H")),
        source("load", Kind.CONTROL),
        word("total", Op.SUM, *names, width=width),
        word("loaded", Op.SELECT, "load", "H", "total", width=width),
        sink("out", Edge("loaded"), width=width),
        width=width,
    )

    def wanted(option: Option) -> bool:
        moved = isinstance(option, Added) and option.load is not None
        return moved and is_compressed(option.network.item) == compressed  # type: ignore[union-attr]

    for after in prove_options(graph, "loaded", wanted):
        assert count(after, Op.GATE) == int(not compressed)
        assert "total" not in after.nodes


@widths
def test_a_shared_sum_opened_and_recovered(width: int) -> None:
    shared = replace(word("T1", Op.SUM, "h", "w", width=width), role=Role("T1"))
    graph = graph_of(
        *(source(name, width=width) for name in "hwdk"),
        shared,
        word("e", Op.SUM, "d", "T1", width=width),
        word("a", Op.SUM, "T1", "k", width=width),
        sink("out_e", Edge("e"), width=width),
        sink("out_a", Edge("a"), width=width),
        width=width,
    )
    opened = [
        option
        for option in options_of(graph, "e")
        if isinstance(option, Added) and Edge("T1") not in option.words
    ]
    recovered = [option for option in options_of(graph, "T1") if isinstance(option, Recovered)]
    assert opened
    assert recovered
    for option in opened:
        after = rewritten(graph, {"e": option, "T1": recovered[0]})
        assert count(after, Op.DIFFERENCE) == 1
        assert counterexamples(graph, after) == {}
