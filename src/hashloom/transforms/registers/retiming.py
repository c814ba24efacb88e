"""Exact retiming: minimum period first, then minimum register bits at that period.

Leiserson and Saxe, "Retiming synchronous circuitry" (1991): each node v gets a lag r(v), an
edge u -> v then holds w + r(v) - r(u) registers.  The minimum period is found by bisection
over the path delays; the fewest register bits, delay lines shared by all readers, come out of
a linear program whose matrix is totally unimodular, so that its optimum is whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hashloom.dataflow.delays import DelayModel
from hashloom.dataflow.graph import Edge, Graph, Kind, Node, Op
from hashloom.dataflow.timing import node_delay

if TYPE_CHECKING:
    import numpy as np

_FAR = 1 << 50
_LATENCY_WEIGHT = 0.01  # bits a clock of latency is worth: a tie-break only


@dataclass(frozen=True)
class Bound:
    """lag(`earlier`) <= lag(`later`) + `clocks`: an order in time that no edge expresses.

    Chaining memories give rise to it: a word must be written before it is read again.
    """

    earlier: str
    later: str
    clocks: int


def together(names: Sequence[str]) -> list[Bound]:
    """Bounds that give all of `names` the same lag."""
    pairs = [(names[0], name) for name in names[1:]]
    return [Bound(u, v, 0) for pair in pairs for u, v in (pair, pair[::-1])]


def retime(
    graph: Graph,
    delays: DelayModel,
    bounds: Sequence[Bound] = (),
    slack: float = 1.0,
    enough_ns: float = 0.0,
    further_ns: Mapping[str, float] | None = None,
) -> Graph:
    """The same graph with registers moved so that the longest path is shortest.

    A gate keeps a register behind it, whose reset it becomes, and a result one before it, so that
    what leaves comes out of registers.  `slack` is the factor by which the longest path may exceed
    its minimum to save registers; paths of `enough_ns`, registers not included, are short enough.
    Nodes of `further_ns` take so many ns longer than the delay model says.
    Raises ValueError when the bounds contradict each other.
    """
    problem = _Problem(graph, delays, bounds, further_ns or {})
    period = problem.minimum_period()
    lags = problem.fewest_registers(max(period, int(period * slack), int(1000 * enough_ns)))
    return apply_lags(graph, lags)


def apply_lags(graph: Graph, lags: dict[str, int]) -> Graph:
    """The graph with registers moved as the lags (clocks) say."""

    def moved(edge: Edge, node: Node) -> Edge:
        return Edge(edge.source, edge.delay + lags[node.name] - lags[edge.source])

    nodes = [
        replace(node, operands=tuple(moved(edge, node) for edge in node.operands))
        for node in graph.nodes.values()
    ]
    return replace(graph.with_nodes(nodes), lags=lags)


def _leaves(node: Node) -> bool:
    """Whether the node is a sink of words that leave the graph."""
    return node.op is Op.SINK and node.port.kind is Kind.RESULT


class _Problem:
    """Arrays of one retiming problem; delays are whole picoseconds."""

    def __init__(
        self,
        graph: Graph,
        delays: DelayModel,
        bounds: Sequence[Bound],
        further_ns: Mapping[str, float],
    ) -> None:
        import numpy as np

        self.graph = graph
        self.names = list(graph.nodes)
        index = {name: i for i, name in enumerate(self.names)}
        count = len(self.names)
        self.delay = np.array(
            [
                round(1000 * (node_delay(graph.nodes[name], delays) + further_ns.get(name, 0.0)))
                for name in self.names
            ]
        )
        self.edges = [
            (index[edge.source], index[node.name], edge.delay) for edge, node in graph.edges()
        ]
        # limit[u, v]: the largest r(u) - r(v) that edges and bounds allow.
        self.limit = np.full((count, count), _FAR, dtype=np.int64)
        for (u, v, registers), (edge, node) in zip(self.edges, graph.edges(), strict=True):
            kept = int(graph.nodes[edge.source].op is Op.GATE or _leaves(node))
            self.limit[u, v] = min(self.limit[u, v], registers - kept)
        for bound in bounds:
            u, v = index[bound.earlier], index[bound.later]
            self.limit[u, v] = min(self.limit[u, v], bound.clocks)
        self.registers, self.path_delay = self._paths(count)

    def _paths(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """For each pair: fewest registers on a path, and the longest delay of such a path.

        Both come out of one shortest path whose lengths count registers first and delay second;
        a third, smallest part keeps every length from zero, which a sparse matrix would drop.
        """
        import numpy as np
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import johnson

        scale = int(self.delay.sum()) + 1
        cost: dict[tuple[int, int], int] = {}
        for u, v, registers in self.edges:
            length = (registers * scale - int(self.delay[u])) * count - 1
            cost[u, v] = min(length, cost.get((u, v), length))
        rows, columns = zip(*cost, strict=True)
        matrix = csr_array((list(cost.values()), (rows, columns)), (count, count), dtype=float)
        shortest = johnson(matrix)
        reachable = np.isfinite(shortest)
        np.fill_diagonal(reachable, False)
        lengths = np.ceil(np.where(reachable, shortest, 0) / count).astype(np.int64)
        fewest = -(-lengths // scale)
        path = fewest * scale - lengths + self.delay[None, :]
        return np.where(reachable, fewest, _FAR), np.where(reachable, path, 0)

    def _limits(self, period: int) -> list[tuple[int, int, int]]:
        """(u, v, largest r(u) - r(v)) when no path longer than `period` is without register.

        Of the paths that are too long those are left out whose beginning or end is too long
        already: they follow.
        """
        import numpy as np

        too_long = self.path_delay > period
        too_long &= self.path_delay - self.delay[None, :] <= period
        too_long &= self.path_delay - self.delay[:, None] <= period
        limits = np.minimum(self.limit, np.where(too_long, self.registers - 1, _FAR))
        us, vs = np.nonzero(limits < _FAR // 2)
        return [(int(u), int(v), int(limits[u, v])) for u, v in zip(us, vs, strict=True)]

    def _feasible(self, period: int) -> bool:
        """Whether lags exist for `period`: no negative loop among the limits."""
        import numpy as np

        if period < self.delay.max():
            return False
        us, vs, limits = (np.array(column) for column in zip(*self._limits(period), strict=True))
        lags = np.zeros(len(self.names), dtype=np.int64)
        for _ in range(len(self.names) + 1):
            lower = lags.copy()
            np.minimum.at(lower, us, lags[vs] + limits)
            if (lower == lags).all():
                return True
            lags = lower
        return False

    def minimum_period(self) -> int:
        """Smallest feasible longest path, in ps."""
        import numpy as np

        choices = np.unique(np.concatenate([self.path_delay.ravel(), self.delay]))
        low, high = 0, len(choices) - 1
        if not self._feasible(int(choices[high])):
            raise ValueError("No retiming satisfies the order in which memories are used.")
        while low < high:
            middle = (low + high) // 2
            if self._feasible(int(choices[middle])):
                high = middle
            else:
                low = middle + 1
        return int(choices[low])

    def _latency(self) -> np.ndarray:
        """Coefficients of the mean lag from the message to the new chaining words."""
        import numpy as np

        nodes = [self.graph.nodes[name] for name in self.names]
        sinks = np.array([node.op is Op.SINK for node in nodes], dtype=float)
        message = np.array(
            [n.signal is not None and n.signal.kind is Kind.MESSAGE for n in nodes], dtype=float
        )
        mean: np.ndarray = sinks / max(sinks.sum(), 1) - message / max(message.sum(), 1)
        return mean

    def fewest_registers(self, period: int) -> dict[str, int]:
        """Lags (clocks) with the fewest register bits at `period` ps.

        Variables: r(v), and for each node the clock m(u) at which its delay line ends, so that
        the line is m(u) - r(u) long and m(u) >= r(v) + w for every reader.
        """
        import numpy as np
        from scipy.optimize import linprog
        from scipy.sparse import coo_array

        count = len(self.names)
        rows = self._limits(period)
        rows += [(v, count + u, -registers) for u, v, registers in self.edges]
        number = np.arange(len(rows))
        plus = [row[0] for row in rows]
        minus = [row[1] for row in rows]
        values = np.concatenate([np.ones(len(rows)), -np.ones(len(rows))])
        matrix = coo_array(
            (values, (np.concatenate([number, number]), np.array(plus + minus))),
            shape=(len(rows), 2 * count),
        )
        ends = [i for i in range(count) if not any(u == i for u, _, _ in self.edges)]
        width = np.array([self.graph.nodes[name].width for name in self.names], dtype=float)
        width[ends] = 0
        objective = np.concatenate([-width, width])
        objective[:count] += _LATENCY_WEIGHT * self._latency()
        solution = linprog(
            objective,
            A_ub=matrix.tocsr(),
            b_ub=[row[2] for row in rows],
            bounds=[(0, 0)] + [(None, None)] * (2 * count - 1),
            method="highs",
        )
        if not solution.success:
            raise ValueError(f"The register minimisation did not end: {solution.message}")
        lags = np.rint(solution.x[:count]).astype(int)
        return {name: int(lag) for name, lag in zip(self.names, lags, strict=True)}
