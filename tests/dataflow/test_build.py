"""The round of the standard as a graph, with either load and either chaining addition."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from support.graphs import (
    ALL_HASHES,
    HEAD,
    MESSAGES,
    SERIAL,
    assert_digests,
    count,
    rounds_of,
)

from hashloom.dataflow.graph import Kind, Op

# Loading serially goes with narrow memories, loading at the head with registers: the chaining
# addition then is serial.
SHAPES = [
    {"serial_chain": False},
    {"serial_chain": True},
    {"serial_chain": True, **HEAD},
    {"serial_chain": True, **SERIAL},
]


@pytest.mark.parametrize(("name", "shape"), list(product(ALL_HASHES, SHAPES)))
def test_digest_equals_hashlib(name: str, shape: dict[str, bool]) -> None:
    assert_digests(rounds_of(name, **shape), name)


@pytest.mark.parametrize("shape", SHAPES)
@given(message=MESSAGES)
@settings(max_examples=20)
def test_digest_of_any_message(shape: dict[str, bool], message: bytes) -> None:
    assert_digests(rounds_of("sha256", **shape), "sha256", [message])


def test_parallel_load_selects_every_working_variable() -> None:
    graph = rounds_of("sha256", serial_load=False, serial_chain=False)
    assert graph.first == 0
    assert count(graph, Op.SELECT) == 8 + 1  # and the schedule's
    state = [node.port.index for node in graph.sources() if node.port.kind is Kind.STATE]
    assert sorted(state) == list(range(8))
    assert sorted(node.port.index for node in graph.sinks()) == list(range(8))


def test_serial_load_selects_the_two_sequences() -> None:
    graph = rounds_of("sha256", serial_load=True)
    assert graph.first == -4
    assert count(graph, Op.SELECT) == 2 + 1
    assert [n.port.half for n in graph.sources() if n.port.kind is Kind.CHAIN] == ["a", "e"]
    assert [node.port.half for node in graph.sinks()] == ["a", "e"]
    assert {node.port.active for node in graph.sinks()} == {(60, 64)}


def test_load_at_the_head_selects_the_newest_a_round_earlier() -> None:
    graph = rounds_of("sha256", head_load=True)
    assert graph.first == -1
    early = {
        node.name
        for node in graph.nodes.values()
        if node.op is Op.SELECT and node.operands[0].source == "load_head"
    }
    assert early == {"a_new", "e_new"}
    when = {n.port.index: n.port.active[0] for n in graph.sources() if n.port.kind is Kind.STATE}
    assert when == {0: -1, 4: -1, 1: 0, 2: 0, 3: 0, 5: 0, 6: 0, 7: 0}
    kept = {n.port.index: n.port.active for n in graph.sinks() if n.port.kind is Kind.STATE}
    newest = [(63 - age, 64 - age) for age in range(4)]
    assert [kept[i] for i in range(8)] == newest * 2


@pytest.mark.parametrize("name", ALL_HASHES)
def test_sums_hold_all_operands_of_the_standard(name: str) -> None:
    graph = rounds_of(name)
    operands = {n: len(graph.nodes[n].operands) for n in ("T1", "e_new", "a_new", "W_sum")}
    assert operands == {"T1": 5, "e_new": 2, "a_new": 3, "W_sum": 4}
    assert count(graph, Op.SIGMA) == 4
    assert count(graph, Op.CH) == count(graph, Op.MAJ) == 1


def test_working_variables_and_schedule_are_delays() -> None:
    graph = rounds_of("sha256", serial_load=True)
    for letter, before in zip("bcdfgh", "abcefg", strict=True):
        (edge,) = graph.nodes[letter].operands
        assert (edge.source, edge.delay) == (before, 1)
    assert graph.nodes["W16"].operands[0].source == "W15"
