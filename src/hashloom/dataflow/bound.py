"""The iteration bound: what no placement of registers can beat, with the delays of a model.

A core that is placed and routed may be faster than the model, and so pass its bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashloom.dataflow.delays import DelayModel
from hashloom.dataflow.graph import Graph
from hashloom.dataflow.timing import node_delay

if TYPE_CHECKING:
    import numpy as np


def iteration_bound(graph: Graph, delays: DelayModel) -> float:
    """Largest ratio of delay (ns) to registers over all loops, in ns a clock.

    Register overhead is not in it: a loop with r registers needs at least
    delay / r + register_ns a clock.  For SHA-2 the bound is one of Sigma, Ch and Maj, one
    carry-save level and one adder a round (Lee, Chan and Verbauwhede 2007).
    Found by bisection: a ratio is too small exactly when weighting every edge with
    ratio * registers - delay leaves a negative loop.
    """
    import numpy as np

    names = list(graph.nodes)
    index = {name: i for i, name in enumerate(names)}
    edges = [
        (index[edge.source], index[node.name], edge.delay, node_delay(node, delays))
        for edge, node in graph.edges()
    ]
    tails, heads, registers, delay = (np.array(column) for column in zip(*edges, strict=True))
    low, high = 0.0, float(sum(node_delay(node, delays) for node in graph.nodes.values()))
    while high - low > 1e-6:
        ratio = (low + high) / 2
        if _has_negative_loop(len(names), tails, heads, ratio * registers - delay):
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
