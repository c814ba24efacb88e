"""Delays of several clocks in memory instead of registers.

Retiming has said how long each word waits. Between two readers of a word nobody sees it, so that
it may as well lie in a memory of which a place is written and another one read in every clock. That
takes a look-up table for each bit where registers would take as many as there are clocks; what it
takes of block RAM pays for longer lines only. The graph stays as it is.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from hashloom.dataflow.graph import Graph
from hashloom.errors import RequestError

REGISTERS, LUTRAM, BRAM = "registers", "lutram", "bram"
SHORTEST = 4  # clocks of a delay that goes into memory
LUTRAM_CLOCKS = 16  # at most, of one memory of look-up tables
BRAM_CLOCKS = 512  # likewise, of block RAM
# In a pool, which fills a device with delays, block RAM takes what waits for longer than this, and
# another register behind it, which is one of its clocks, takes the way to where the word is read.
POOL_LUTRAM_CLOCKS = 8


@dataclass(frozen=True)
class Piece:
    """A part of a delay line that is a memory.

    Attributes:
        first, last: how many clocks old a word is when it goes in, and when it comes out.
        block: whether it is block RAM.
    """

    first: int
    last: int
    block: bool = False

    @property
    def clocks(self) -> int:
        """Clocks a word spends in it, its output register included."""
        return self.last - self.first


@dataclass(frozen=True)
class Line:
    """A delay line of which parts are memories.

    Attributes:
        width: bits of its words.
        length: clocks.
        pieces: its memories, those for younger words first.
    """

    width: int
    length: int
    pieces: tuple[Piece, ...]

    @property
    def registers(self) -> tuple[int, ...]:
        """Ages in clocks of the words that plain registers hold."""
        inside = {age for p in self.pieces for age in range(p.first + 1, p.last + 1)}
        return tuple(age for age in range(1, self.length + 1) if age not in inside)


def delay_lines(graph: Graph, delays: str, *, pooled: bool = False) -> dict[str, Line]:
    """By node of a retimed graph, the delay lines that have parts in memory.

    `delays` is "registers" (none has), "lutram", or "bram", where what is too long for a memory of
    look-up tables, or for that of a pool, goes into block RAM.
    """
    found: dict[str, Line] = {}
    for name, readers in graph.consumers.items():
        width, taps = graph.nodes[name].width, {edge.delay for edge, _ in readers}
        line = line_of(width, taps, delays, pooled=pooled)
        if width > 1 and line.pieces:
            found[name] = line
    return found


def line_of(width: int, taps: Iterable[int], delays: str, *, pooled: bool = False) -> Line:
    """The delay line of a word that is read at these ages, as in `delay_lines`."""
    taps = set(taps)
    return Line(width, max(taps, default=0), tuple(_pieces(taps, delays, pooled)))


def require_long_delays(graph: Graph, delays: str) -> None:
    """Raises RequestError when delays are to be in memory and no line of the graph gains by it."""
    if delays == REGISTERS:
        return
    pieces = [piece for line in delay_lines(graph, delays).values() for piece in line.pieces]
    if not pieces:
        raise RequestError(
            f"No word waits for {SHORTEST} clocks between two operators here, so --delays {delays} "
            f"would change nothing; accepted is {REGISTERS}."
        )
    if delays == BRAM and not any(piece.block for piece in pieces):
        raise RequestError(
            f"No word waits for more than {LUTRAM_CLOCKS} clocks between two operators here, so "
            f"--delays {BRAM} would be {LUTRAM}; accepted are {REGISTERS} and {LUTRAM}."
        )


def register_bits(graph: Graph, lines: Mapping[str, Line]) -> int:
    """Register bits of all delay lines; the output register of a memory counts."""
    saved = sum(line.width * (p.clocks - 1) for line in lines.values() for p in line.pieces)
    return graph.register_bits() - saved


def _pieces(taps: Iterable[int], delays: str, pooled: bool) -> Iterator[Piece]:
    """Memories of a line that is read at these ages; its first clock is a register."""
    if delays == REGISTERS:
        return
    ages = sorted({1, *taps} - {0})
    for before, age in itertools.pairwise(ages):
        if age - before >= SHORTEST:
            yield from _divided(before, age, delays, pooled)


def _divided(first: int, last: int, delays: str, pooled: bool) -> Iterator[Piece]:
    """A delay in as few memories as hold it, of about the same length."""
    block = delays == BRAM and last - first > deepest(pooled)
    last -= pooled and block
    clocks = last - first
    count = -(-clocks // (BRAM_CLOCKS if block else LUTRAM_CLOCKS))
    for number in range(count):
        yield Piece(first + clocks * number // count, first + clocks * (number + 1) // count, block)


def deepest(pooled: bool) -> int:
    """Clocks of the longest delay that block RAM leaves to memories of look-up tables."""
    return POOL_LUTRAM_CLOCKS if pooled else LUTRAM_CLOCKS
