"""Trees of additions: digests unchanged, and the depths the papers' equations ask for."""

from __future__ import annotations

import pytest
from support.graphs import ALL_HASHES, LOADS, Pass, assert_digests, rounds_of

from hashloom.dataflow.graph import Graph, Op
from hashloom.transforms.sums.arrangement import balanced, reordered, with_h_k_w


@pytest.mark.parametrize("name", ALL_HASHES)
@pytest.mark.parametrize("load", LOADS)
@pytest.mark.parametrize("arrange", [balanced, reordered, with_h_k_w])
def test_digest_is_unchanged(name: str, load: dict[str, bool], arrange: Pass) -> None:
    assert_digests(arrange(rounds_of(name, **load)), name, [b"abc", bytes(120)])


def adders_behind(graph: Graph, start: str, end: str) -> int:
    """Most adders on a path from `start` to `end` within a clock."""
    most = {start: 0}
    for name in graph.order:
        node = graph.nodes[name]
        counts = [most[e.source] for e in node.operands if not e.delay and e.source in most]
        if counts and name != start:
            most[name] = max(counts) + (node.op is Op.SUM)
    return most[end]


def test_depths_of_figure_2() -> None:
    """Four adders from h to a and three to e, so that a second round ends after six."""
    graph = balanced(rounds_of("sha256"))
    assert adders_behind(graph, "h", "a_new") == 4
    assert adders_behind(graph, "h", "e_new") == 3
    assert adders_behind(graph, "ch_efg", "a_new") == 3
    assert adders_behind(graph, "maj_abc", "a_new") == 2
    assert all(len(n.operands) == 2 for n in graph.nodes.values() if n.op is Op.SUM)


def test_words_wait_together() -> None:
    graph = reordered(rounds_of("sha256"))
    assert [e.source for e in graph.nodes["h_K_W"].operands] == ["h", "K_W"]
    assert [e.source for e in graph.nodes["h_K_W_d"].operands] == ["h_K_W", "d"]
    for head in ("T1", "e_new"):
        assert adders_behind(graph, "ch_efg", head) == 2
    assert "T1" not in [e.source for e in graph.nodes["e_new"].operands]


def test_e_of_the_standard_with_h_k_w() -> None:
    graph = with_h_k_w(rounds_of("sha256"))
    assert [e.source for e in graph.nodes["e_new"].operands] == ["T1", "d"]
    assert "h_K_W" in [e.source for e in graph.nodes["T1"].operands]
