"""The iteration bound: what no placement of registers can beat, with the delays of a model.

There are two: one that counts as retiming does, each operator for itself, and one that lets the
carries of adders behind each other run side by side, as they do on a device.  A core that is placed
and routed may be faster than the model, and so pass its bound.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import product
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

    Found by bisection: a ratio is too small exactly when weighting every arc with
    ratio * registers - delay leaves a negative loop.
    """
    import numpy as np

    index: dict[Hashable, int] = {}
    rows = [
        (index.setdefault(tail, len(index)), index.setdefault(head, len(index)), registers, delay)
        for tail, head, registers, delay in arcs
    ]
    tails, heads, registers, delay = (np.array(column) for column in zip(*rows, strict=True))
    low, high = 0.0, float(most)
    while high - low > 1e-6:
        ratio = (low + high) / 2
        if _has_negative_loop(len(index), tails, heads, ratio * registers - delay):
            low = ratio
        else:
            high = ratio
    return low


def _has_negative_loop(
    count: int, tails: np.ndarray, heads: np.ndarray, weights: np.ndarray
) -> bool:
    """Bellman-Ford from every node at once."""
    import numpy as np

    distance = np.zeros(count)
    for _ in range(count):
        nearer = distance.copy()
        np.minimum.at(nearer, heads, distance[tails] + weights)
        if np.allclose(nearer, distance, rtol=0, atol=1e-9):
            return False
        distance = nearer
    return True
