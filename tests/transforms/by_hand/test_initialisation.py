"""Blocks that begin in the clock in which they come (michail2012 section 7.9)."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, core_for
from hashloom.dataflow.graph import Graph, Kind, Op
from hashloom.transforms.by_hand.initialisation import BlockGraph, begin_at_once


def made(hash_name: str, unroll: int, stages: int) -> BlockGraph:
    architecture = Architecture(unroll=unroll, stages=stages, method="recursive")
    core = core_for(hash_name, architecture)
    return begin_at_once(core.compiled.graph, core.hash)


def terms(graph: Graph, name: str) -> set[str]:
    """What a sum adds, behind its carry-save adders."""
    node = graph.nodes[name]
    if node.op not in (Op.SUM, Op.PARITY, Op.CARRY):
        return {name}
    return set().union(
        *({f"{e.source}_q"} if e.delay else terms(graph, e.source) for e in node.operands)
    )


def test_initial_values_are_the_papers() -> None:
    """Equations 12 to 17, for rounds 0 to 3; X and H go into the sums of round 0 at once."""
    graph = made("sha256", 2, 4).graph
    functions = {"big_sigma1_e_s0_0_of_0", "ch_efg_s0_0_of_0"}
    assert terms(graph, "T1_s0_0_of_0") == {"H7_s0_0", "K_0", "M_0"} | functions  # H
    assert terms(graph, "e_new_s0_0_of_0") == {"H7_s0_0", "K_0", "M_0", "H3_s0_0"} | functions  # X
    assert terms(graph, "h_K_W_s0_1_of_0") == {"H6_s0_0", "K_1", "M_1"}  # P4
    assert terms(graph, "K_W_s0_0_of_1") == {"K_2", "M_2"}  # of X* and H*, which add f and b
    assert terms(graph, "K_W_s0_1_of_1") == {"K_3", "M_3"}  # of P4*, which adds e


@pytest.mark.parametrize(
    ("hash_name", "unroll", "stages"), [("sha256", 1, 4), ("sha256", 2, 4), ("sha512", 2, 5)]
)
def test_what_a_block_graph_reads(hash_name: str, unroll: int, stages: int) -> None:
    """No word is fetched, and each stage begins as many clocks behind the one before."""
    block = made(hash_name, unroll, stages)
    graph, names = block.graph, block.names
    assert Kind.MESSAGE not in {node.port.kind for node in graph.sources()}
    begun = {each.number for each in names.values() if each.what == "begun"}
    iterations = 16 // unroll
    assert begun == {0} | {iterations * s - n for s in range(1, stages) for n in (0, 1, 3)}
    words = {each.number for each in names.values() if each.what == "block"}
    assert words == set(range(3 * unroll))
    turning = {(each.number, each.lane) for each in names.values() if each.what == "turning"}
    assert turning == {(row, lane) for row in range(iterations) for lane in range(unroll)}
    sums = [node for node in graph.nodes.values() if node.op is Op.SINK]
    assert all(not edge.delay for node in sums for edge in node.operands)


def test_the_longest_path_is_not_all_of_the_initial_values() -> None:
    """The unit's sums stand beside those of round 0 and not before them: two adders, as without."""
    core = core_for("sha256", Architecture(unroll=2, stages=4, method="recursive"))
    graph = begin_at_once(core.compiled.graph, core.hash).graph
    assert graph.nodes["e_new_s0_0"].op is Op.SELECT
    assert "chosen" not in " ".join(terms(graph, "e_new_s0_0_round"))
