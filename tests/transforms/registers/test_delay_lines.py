"""Delays in memory: every word that is read is there, and nothing waits longer or shorter."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashloom.cores import Architecture, core_for
from hashloom.dataflow.graph import Edge, Graph, Node, Op
from hashloom.errors import RequestError
from hashloom.transforms.registers.delay_lines import (
    BRAM_CLOCKS,
    LUTRAM_CLOCKS,
    POOL_LUTRAM_CLOCKS,
    SHORTEST,
    Line,
    delay_lines,
    register_bits,
    require_long_delays,
)

TAPS = st.sets(st.integers(0, 1200), min_size=1, max_size=8)


def line_of(taps: set[int], delays: str, width: int = 32, *, pooled: bool = False) -> Line | None:
    """The line of a word that is read at these ages."""
    word = Node("W", Op.SOURCE, (), width)
    readers = [Node(f"r{tap}", Op.SINK, (Edge("W", tap),), width) for tap in sorted(taps)]
    graph = Graph({node.name: node for node in (word, *readers)}, width, rounds=1, first=0)
    return delay_lines(graph, delays, pooled=pooled).get("W")


@given(TAPS, st.sampled_from(("lutram", "bram")), st.booleans())
def test_every_age_is_where_it_is_read(taps: set[int], delays: str, pooled: bool) -> None:
    line = line_of(taps, delays, pooled=pooled)
    gaps = [age for age in sorted(taps | {1}) if age]
    long = any(b - a >= SHORTEST for a, b in pairwise(gaps))
    assert (line is not None) == long
    if line is None:
        return
    there = {0, *line.registers, *(piece.last for piece in line.pieces)}
    assert taps <= there
    assert line.length == max(taps)
    # every word comes out of a register a clock younger, or out of a memory that has its input
    for age in line.registers:
        assert age - 1 in there
    for piece in line.pieces:
        assert piece.first in there
        assert piece.first > 0
    inside = {age for p in line.pieces for age in range(p.first + 1, p.last + 1)}
    assert not inside & set(line.registers)
    assert inside | set(line.registers) == set(range(1, line.length + 1))


@given(TAPS, st.sampled_from(("lutram", "bram")), st.booleans())
def test_a_memory_is_no_deeper_than_it_may_be(taps: set[int], delays: str, pooled: bool) -> None:
    line = line_of(taps, delays, pooled=pooled)
    shallow = POOL_LUTRAM_CLOCKS if pooled else LUTRAM_CLOCKS
    for piece in line.pieces if line else ():
        most = BRAM_CLOCKS if piece.block else LUTRAM_CLOCKS
        assert SHORTEST <= piece.clocks <= most
        # Of a pool's a register behind block RAM is a clock of the delay.
        waits = piece.clocks + (pooled and piece.block)
        assert piece.block == (delays == "bram" and waits > shallow)


def test_lines_by_hand() -> None:
    line = line_of({1, 7, 27, 57, 62}, "lutram")
    assert line is not None
    assert line.registers == (1,)
    ends = [(piece.first, piece.last) for piece in line.pieces]
    assert ends == [(1, 7), (7, 17), (17, 27), (27, 42), (42, 57), (57, 62)]
    line = line_of({3, 30}, "bram")
    assert line is not None
    assert line.registers == (1, 2, 3)
    assert [(p.first, p.last, p.block) for p in line.pieces] == [(3, 30, True)]
    line = line_of({3, 30}, "bram", pooled=True)
    assert line is not None
    assert line.registers == (1, 2, 3, 30)
    assert line_of({2, 5}, "lutram") is None
    assert line_of({30}, "registers") is None
    assert line_of({30}, "lutram", width=1) is None  # a control bit


def test_bits_that_are_saved() -> None:
    graph = core_for("sha256", Architecture(interleave=4)).compiled.graph
    lines = delay_lines(graph, "lutram")
    saved = sum(32 * (p.clocks - 1) for line in lines.values() for p in line.pieces)
    assert register_bits(graph, lines) == graph.register_bits() - saved
    assert saved > graph.register_bits() / 2
    assert register_bits(graph, {}) == graph.register_bits()


def test_what_would_change_nothing_is_refused() -> None:
    with pytest.raises(RequestError, match=r"No word waits for 4 clocks.* accepted is registers\."):
        _ = core_for("sha256", Architecture(unroll=64, delays="lutram")).compiled
    with pytest.raises(RequestError, match=r"for more than 16 .* accepted are registers and lutra"):
        _ = core_for("sha256", Architecture(delays="bram")).compiled
    require_long_delays(core_for("sha256").compiled.graph, "registers")
    require_long_delays(core_for("sha256").compiled.graph, "lutram")
