"""Carry-save compression: digests unchanged, one adder instead of two where it is late."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from support.graphs import (
    ALL_HASHES,
    DELAYS,
    HEAD,
    LOADS,
    MESSAGES,
    PAIR,
    PARALLEL,
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

from hashloom.dataflow.bound import iteration_bound
from hashloom.dataflow.graph import Edge, Graph, Kind, Op
from hashloom.transforms.copies.unfolding import unfold
from hashloom.transforms.sums.association import reorder_resources
from hashloom.transforms.sums.carry_save import compress_late_operands, load_in_compressor
from hashloom.transforms.sums.prefetching import oldest_first


def plain(name: str, load: dict[str, bool] = PARALLEL, *, reorder: bool = True) -> Graph:
    """The round with chains of adders."""
    graph = rounds_of(name, **load)
    return oldest_first(reorder_resources(graph) if reorder else graph)


@pytest.mark.parametrize("name", ALL_HASHES)
@pytest.mark.parametrize("reorder", [False, True])
@pytest.mark.parametrize("load", LOADS)
def test_digest_is_unchanged(name: str, reorder: bool, load: dict[str, bool]) -> None:
    graph = compress_late_operands(plain(name, load, reorder=reorder))
    assert_digests(graph, name)
    assert_digests(load_in_compressor(graph), name)


@pytest.mark.parametrize("name", PAIR)
@given(message=MESSAGES)
@settings(max_examples=10)
def test_digest_of_any_message(name: str, message: bytes) -> None:
    assert_digests(compress_late_operands(plain(name)), name, [message])


@pytest.mark.parametrize("load", LOADS)
@pytest.mark.parametrize("reorder", [False, True])
def test_each_compression_saves_an_adder(load: dict[str, bool], reorder: bool) -> None:
    before = plain("sha256", load, reorder=reorder)
    after = compress_late_operands(before)
    saved = count(after, Op.PARITY)
    assert saved == count(after, Op.CARRY) > 0
    assert adders(after) == adders(before) - saved


def test_late_operands_of_e_are_compressed() -> None:
    graph = compress_late_operands(plain("sha256"))
    parity, carry = (graph.nodes[f"e_new_{part}"] for part in ("ps", "sc"))
    assert parity.operands == carry.operands
    assert {"ch_efg", "big_sigma1_e"} < {edge.source for edge in parity.operands}
    assert graph.nodes["e_new"].operands == (Edge("e_new_ps"), Edge("e_new_sc"))


def test_the_loop_gets_shorter() -> None:
    before = plain("sha256")
    after = compress_late_operands(before)
    assert iteration_bound(after, DELAYS) < iteration_bound(before, DELAYS) - 0.4


def test_a_sum_that_others_read_is_kept() -> None:
    """x + y has a second reader, and is needed as it is."""
    late = [word(f"s{i}", Op.SIGMA, Edge("total", 1)) for i in (0, 1)]
    nodes = [
        source("M"),
        *late,
        word("inner", Op.SUM, "M", "s0"),
        word("total", Op.SUM, "inner", "s1"),
        sink("out", Edge("total")),
    ]
    assert count(compress_late_operands(graph_of(*nodes)), Op.PARITY) == 1
    read = graph_of(*nodes, sink("echo", Edge("inner")))
    assert compress_late_operands(read) == read


@pytest.mark.parametrize("load", [HEAD, SERIAL])
def test_load_moves_into_the_compressor(load: dict[str, bool]) -> None:
    """No select is left between the adder of e and the register, and no operator is added."""
    before = compress_late_operands(plain("sha256", load))
    after = load_in_compressor(before)
    assert before.nodes["e_new"].op is Op.SELECT
    assert after.nodes["e_new"].op is Op.SUM
    assert "e_sum" not in after.nodes
    absorbed = {n.op: n.absorbed for n in after.nodes.values() if n.name.startswith("e_")}
    assert (absorbed[Op.PARITY], absorbed[Op.CARRY]) == (Op.GATE, Op.SELECT)
    assert count(after, Op.SELECT) < count(before, Op.SELECT)


def test_load_stays_where_the_sum_has_another_reader() -> None:
    graph = compress_late_operands(plain("sha256", HEAD))
    for name in ("e_sum", "a_sum"):
        graph = graph.updated(sink(f"echo_{name}", Edge(name)))
    assert load_in_compressor(graph) == graph


def test_a_load_that_never_happens_costs_nothing_in_the_compressor_either() -> None:
    """Five rounds an iteration: the first of the five never is one of the four that load."""
    graph = unfold(load_in_compressor(compress_late_operands(plain("sha512", SERIAL))), 5)
    controls = [node for node in graph.sources() if node.port.kind is Kind.CONTROL]
    assert all(len(range(*node.port.iterations)) for node in controls)
    assert_digests(graph, "sha512", [b"abc"])
