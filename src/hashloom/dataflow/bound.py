"""The iteration bound: what no placement of registers can beat, with the delays of a model.

There are two: one that counts as retiming does, each operator for itself, and one that lets the
carries of adders behind each other run side by side, as they do on a device.  A core that is placed
and routed may be faster than the model, and so pass its bound.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING

from hashloom.dataflow.delays import DelayModel
from hashloom.dataflow.graph import Graph, Node, Op
from hashloom.dataflow.timing import adders_of, node_delay

if TYPE_CHECKING:
    import numpy as np


def iteration_bound(graph: Graph, delays: DelayModel) -> float:
    """Largest ratio of delay (ns) to registers over all loops, in ns a clock, as retiming counts.

    Each operator takes its whole delay from its latest operand on, an adder its whole chain.
    Register overhead is not in it: a loop with r registers needs at least
    delay / r + register_ns a clock.  For SHA-2 the bound is one of Sigma, Ch and Maj, one
    carry-save level and one adder a round (Lee, Chan and Verbauwhede 2007).
    """
    arcs = (
        (edge.source, node.name, edge.delay, node_delay(node, delays))
        for edge, node in graph.edges()
    )
    return _largest_ratio(arcs, sum(node_delay(node, delays) for node in graph.nodes.values()))


def period_bound(graph: Graph, delays: DelayModel) -> float:
    """The shortest period in ns, register overhead excluded, where carries run side by side.

    No less than the slowest operator takes, as no register lies within one.  Every word has two
    times: when its low bits are there and when its high bits are.  Adders take from low to high one
    whole chain, and from low to low or high to high the way into each chain and out of it.  What
    rotates or shifts gives both of the later of the two.  Of a loop it is no more than
    `iteration_bound`, and the same where it has no two adders in a row.
    """
    times = [_way(node, delays) + _chain(node, delays) for node in graph.nodes.values()]
    both_ends = 2 * sum(times)
    return max(_largest_ratio(_by_ends(graph, delays), both_ends), *times)


# The low and the high end of a word.
_ENDS = ("low", "high")
_Arc = tuple[Hashable, Hashable, int, float]  # tail, head, registers, delay in ns


def _by_ends(graph: Graph, delays: DelayModel) -> Iterator[_Arc]:
    """An arc for each end of an operand and each end of the result that waits for it."""
    for edge, node in graph.edges():
        way, chain = _way(node, delays), _chain(node, delays)
        for start, end in product(_ENDS, _ENDS):
            rising = (start, end) == _ENDS
            if start == end or rising * chain or node.op is Op.SIGMA:
                yield (edge.source, start), (node.name, end), edge.delay, way + rising * chain


def _chain(node: Node, delays: DelayModel) -> float:
    """Along a carry chain, from the lowest bit to the highest; nothing of what does not add."""
    return delays.carry_per_bit_ns * node.width if adders_of(node) else 0.0


def _way(node: Node, delays: DelayModel) -> float:
    """What an operator takes from a bit to the same bit: all of it but its carry chains."""
    return node_delay(node, delays) - adders_of(node) * _chain(node, delays)


def _largest_ratio(arcs: Iterable[_Arc], most: float) -> float:
    """Largest ratio of delay to registers over all loops, `most` or less.

    Given to a millionth, as bisection from `most` finds it: bounds that only rounding tells apart
    are then the same.
    """
    ratio = _ratio(_Arcs.of(arcs))
    low, high = 0.0, float(most)
    while high - low > 1e-6:
        middle = (low + high) / 2
        if middle < ratio - _EQUAL:
            low = middle
        else:
            high = middle
    return low


_EQUAL = 1e-9  # ns: less than this is rounding
_LOOKS = 8  # steps of the search for a loop after which it looks for one


@dataclass(frozen=True)
class _Arcs:
    """Arcs of a graph whose nodes are numbered, by their heads.

    Attributes:
        nodes: the numbers of nodes with an arc that ends there.
        first: of each, its first arc.
        count: of each, how many it has.
    """

    tails: np.ndarray
    registers: np.ndarray
    delay: np.ndarray
    nodes: np.ndarray
    first: np.ndarray
    count: np.ndarray

    @staticmethod
    def of(arcs: Iterable[_Arc]) -> _Arcs:
        """Numbers the nodes and puts the arcs in order."""
        import numpy as np

        index: dict[Hashable, int] = {}
        rows = [
            (index.setdefault(head, len(index)), index.setdefault(tail, len(index)), *weights)
            for tail, head, *weights in arcs
        ]
        rows.sort(key=itemgetter(0))
        heads, tails, registers, delay = (np.array(column) for column in zip(*rows, strict=True))
        nodes, first, count = np.unique(heads, return_index=True, return_counts=True)
        return _Arcs(tails, registers, delay, nodes, first, count)


def _ratio(arcs: _Arcs) -> float:
    """Largest ratio over all loops, 0 without one: that of a loop, as long as one has a larger."""
    ratio, loop = 0.0, _negative_loop(arcs, -arcs.delay)
    while loop:
        ratio = float(arcs.delay[loop].sum() / arcs.registers[loop].sum())
        loop = _negative_loop(arcs, ratio * arcs.registers - arcs.delay)
    return ratio


def _negative_loop(arcs: _Arcs, weights: np.ndarray) -> list[int]:
    """Arcs of a loop whose weights are less than nothing in all, none when there is no such loop.

    Bellman-Ford from every node at once; such a loop comes to stand in what is nearest to what.
    """
    import numpy as np

    total = int(max(arcs.nodes.max(), arcs.tails.max())) + 1
    distance, nearest = np.zeros(total), np.full(total, -1)
    for step in range(total + 1):
        reach = distance[arcs.tails] + weights
        best = np.minimum.reduceat(reach, arcs.first)
        nearer = best < distance[arcs.nodes] - _EQUAL
        if not nearer.any():
            return []
        chosen = np.flatnonzero(
            (reach == np.repeat(best, arcs.count)) & np.repeat(nearer, arcs.count)
        )
        nearest[np.repeat(arcs.nodes, arcs.count)[chosen]] = chosen
        distance[arcs.nodes[nearer]] = best[nearer]
        if step % _LOOKS == 0 or step == total:
            loop = _loop_in(nearest.tolist(), arcs.tails.tolist())
            if loop:
                return loop
    return []


def _loop_in(nearest: list[int], tails: list[int]) -> list[int]:
    """Arcs of a loop among those that are nearest to each node, where there is one."""
    seen = [-1] * len(nearest)  # the node from which it was come to
    for start in range(len(nearest)):
        node = start
        while seen[node] < 0 and nearest[node] >= 0:
            seen[node] = start
            node = tails[nearest[node]]
        if seen[node] == start and nearest[node] >= 0:
            loop = [nearest[node]]
            while tails[loop[-1]] != node:
                loop.append(nearest[tails[loop[-1]]])
            return loop
    return []
