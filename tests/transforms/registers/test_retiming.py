"""Retiming against exhaustive search, and the words it must not change."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.graphs import (
    DELAYS,
    FUSING,
    MESSAGES,
    PAIR,
    Retimings,
    all_retimings,
    assert_digests,
    graph_of,
    registers_kept,
    rounds_of,
    sink,
    slowest_path_ps,
    source,
    synchronous_graphs,
    word,
)

from hashloom.dataflow.evaluate import function_of
from hashloom.dataflow.graph import Edge, Graph, Op
from hashloom.transforms.copies.interleaving import interleave
from hashloom.transforms.registers.retiming import Bound, apply_lags, retime, together
from hashloom.transforms.simplification import simplify
from hashloom.transforms.sums.association import reorder_resources
from hashloom.transforms.sums.carry_save import compress_late_operands
from hashloom.transforms.sums.fusion import fuse, load_before_adder
from hashloom.transforms.sums.prefetching import oldest_first

REACH = 3  # clocks that the exhaustive search moves a node by, at most


def assert_legal(before: Graph, after: Graph, bounds: list[Bound]) -> None:
    """Edges hold what the lags say, none of them a negative number, and bounds are kept."""
    for name, node in before.nodes.items():
        pairs = zip(node.operands, after.nodes[name].operands, strict=True)
        for old, new in pairs:
            assert new.source == old.source
            assert new.delay == old.delay + after.lags[name] - after.lags[old.source]
            assert new.delay >= registers_kept(old, node, before)
    for bound in bounds:
        assert after.lags[bound.earlier] <= after.lags[bound.later] + bound.clocks


def assert_best(after: Graph, found: Retimings) -> None:
    """No retiming with small lags is faster, or as fast with fewer register bits."""
    period = slowest_path_ps(after)
    assert period <= found.period
    if period == found.period:
        assert after.register_bits() <= found.fewest_bits(period)


@st.composite
def bounded_graphs(draw: st.DrawFn) -> tuple[Graph, list[Bound]]:
    """Graphs with up to two bounds between nodes."""
    graph = draw(synchronous_graphs())
    names = st.sampled_from(list(graph.nodes))
    bound = st.builds(Bound, names, names, st.integers(-1, 3))
    return graph, draw(st.lists(bound, max_size=2))


@given(bounded_graphs())
@settings(max_examples=120)
def test_retiming_is_as_good_as_exhaustive_search(case: tuple[Graph, list[Bound]]) -> None:
    graph, bounds = case
    orders = [(bound.earlier, bound.later, bound.clocks) for bound in bounds]
    found = all_retimings(graph, REACH, orders)
    try:
        after = retime(graph, DELAYS, bounds)
    except ValueError:
        assert found is None
        return
    assert_legal(graph, after, bounds)
    assert retime(graph, DELAYS, bounds) == after
    if found is not None:
        assert_best(after, found)


@given(synchronous_graphs(gates=False), st.floats(1, 3))
@settings(max_examples=40)
def test_slack_trades_speed_for_registers(graph: Graph, slack: float) -> None:
    tight, loose = retime(graph, DELAYS), retime(graph, DELAYS, slack=slack)
    assert_legal(graph, loose, [])
    assert slowest_path_ps(loose) <= slack * slowest_path_ps(tight)
    assert loose.register_bits() <= tight.register_bits()
    found = all_retimings(graph, REACH)
    assert found is not None
    allowed = int(slack * slowest_path_ps(tight))
    if allowed >= found.period:
        assert loose.register_bits() <= found.fewest_bits(allowed)


@given(synchronous_graphs(gates=False), st.data())
@settings(max_examples=40)
def test_nodes_that_take_longer_than_the_model_says(graph: Graph, data: st.DataObject) -> None:
    """With what they take no retiming with small lags is faster."""
    slow = data.draw(st.sampled_from(list(graph.nodes)))
    further = {slow: data.draw(st.floats(0, 5))}
    after = retime(graph, DELAYS, further_ns=further)
    assert_legal(graph, after, [])
    found = all_retimings(graph, REACH, further_ns=further)
    assert found is not None
    assert slowest_path_ps(after, further_ns=further) <= found.period


Streams = dict[str, dict[int, int]]


def run(graph: Graph, supply: Callable[[str, int], int], held: Streams, clocks: range) -> Streams:
    """Outputs of all nodes; before `clocks` registers hold what `held` says they were fed."""
    streams = {name: dict(held.get(name, {})) for name in graph.nodes}
    for clock in clocks:
        for name in graph.order:
            node = graph.nodes[name]
            if node.op is Op.SOURCE:
                streams[name][clock] = supply(name, clock)
                continue
            words = [streams[edge.source][clock - edge.delay] for edge in node.operands]
            streams[name][clock] = function_of(node)(*words)
    return streams


@given(synchronous_graphs(), st.integers(0, 2**32))
@settings(max_examples=100)
def test_every_word_comes_as_many_clocks_later_as_the_lag_says(graph: Graph, seed: int) -> None:
    """From registers in the corresponding state, both graphs produce the same words."""
    try:
        after = retime(graph, DELAYS)
    except ValueError:
        return  # more gates in a loop than registers
    chance = random.Random(seed)
    drawn: dict[tuple[str, int], int] = {}

    def supply(name: str, clock: int) -> int:
        width = graph.nodes[name].width
        return drawn.setdefault((name, clock), chance.getrandbits(width))

    held = {n: {c: supply(n, c) for c in range(-5, 0)} for n in graph.nodes}
    lags, clocks = after.lags, 60
    before = run(graph, supply, held, range(clocks))
    shifted = {
        name: {clock + lags[name]: value for clock, value in stream.items()}
        for name, stream in before.items()
    }
    start = max(lags.values()) + max([edge.delay for edge, _ in after.edges()], default=0) + 5
    later = run(
        after,
        lambda name, clock: supply(name, clock - lags[name]),
        {n: {c: v for c, v in s.items() if c < start} for n, s in shifted.items()},
        range(start, clocks + min(lags.values())),
    )
    for name, stream in later.items():
        for clock, value in stream.items():
            assert shifted[name][clock] & _mask(graph, name) == value & _mask(graph, name)


def _mask(graph: Graph, name: str) -> int:
    return (1 << graph.nodes[name].width) - 1


def rich(name: str, contexts: int = 1) -> Graph:
    """A round with everything in it."""
    graph = rounds_of(name, serial_load=True)
    graph = compress_late_operands(oldest_first(reorder_resources(graph)))
    graph = simplify(fuse(load_before_adder(simplify(graph)), FUSING.fused))
    return interleave(graph, contexts)


@pytest.mark.parametrize("name", PAIR)
@pytest.mark.parametrize("contexts", [2, 3])
def test_digest_is_unchanged(name: str, contexts: int) -> None:
    graph = rich(name, contexts)
    after = retime(graph, FUSING)
    assert_digests(after, name)
    assert_legal(graph, after, [])
    assert slowest_path_ps(after, FUSING) < slowest_path_ps(graph, FUSING)


@given(MESSAGES)
@settings(max_examples=5)
def test_digest_of_any_message(message: bytes) -> None:
    assert_digests(retime(oldest_first(rounds_of("sha256")), DELAYS), "sha256", [message])


def test_retiming_again_changes_neither_period_nor_registers() -> None:
    once = retime(rich("sha256", 2), FUSING)
    again = retime(once, FUSING)
    assert slowest_path_ps(again, FUSING) == slowest_path_ps(once, FUSING)
    assert again.register_bits() == once.register_bits()


def chain_of_adders() -> Graph:
    """Two adders in a row behind two registers."""
    return graph_of(
        source("M"),
        word("x", Op.SUM, Edge("M", 2), Edge("M", 1)),
        word("y", Op.SUM, "x", Edge("M", 2)),
        sink("out", Edge("y")),
    )


def test_nodes_kept_together_have_one_lag() -> None:
    after = retime(chain_of_adders(), DELAYS, together(["M", "x", "y", "out"]))
    assert set(after.lags.values()) == {0}
    assert slowest_path_ps(after) == 3000
    assert slowest_path_ps(retime(chain_of_adders(), DELAYS)) == 1500


def test_bounds_that_contradict_each_other() -> None:
    bounds = [Bound("x", "y", -1), Bound("y", "x", 0)]
    with pytest.raises(ValueError, match="No retiming satisfies"):
        retime(chain_of_adders(), DELAYS, bounds)


def test_lags_move_registers() -> None:
    after = apply_lags(chain_of_adders(), {"M": 0, "x": -1, "y": 0, "out": 0})
    assert after.nodes["x"].operands == (Edge("M", 1), Edge("M", 0))
    assert after.nodes["y"].operands == (Edge("x", 1), Edge("M", 2))
    assert after.lag("x") == -1
