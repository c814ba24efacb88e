"""Re-association: in which order a sum's operands are added, and what is added early.

The papers' "data pre-fetching", "spatial pre-computation" and "resource re-ordering"
(michail2012 section 6) are choices of association; retiming then places the registers.
"""

from __future__ import annotations

import heapq
from collections.abc import Set
from dataclasses import replace

from hashloom.dataflow.graph import Edge, Graph, Node, Op

INFINITE = 1_000_000  # age of an operand that no sum of its own loop feeds


def in_written_order(graph: Graph) -> Graph:
    """Every sum becomes a chain of two-operand sums in the order the standard writes it."""
    return _chain_all(graph, {name: node.operands for name, node in _sums(graph).items()})


def oldest_first(graph: Graph) -> Graph:
    """Every sum becomes a chain that adds the operand known longest first, the latest last.

    K + W comes first, then h: what michail2012 calls data pre-fetching.
    """
    return _chain_all(graph, {n: _by_age(graph, s) for n, s in _sums(graph).items()})


def reorder_resources(graph: Graph) -> Graph:
    """e no longer waits for T1: d joins h + K + W early, and T1 = e - d comes a round later.

    e = ((K + W + h) + d) + Ch + Sigma1 (michail2012 equation 5, spatial pre-computation and
    resource re-ordering); T1 is recovered from e by one subtraction, so that a may lag e.
    """
    changed = []
    for node in graph.nodes.values():
        if node.op is not Op.SUM or "T1" not in [edge.source for edge in node.operands]:
            continue
        others = tuple(edge for edge in node.operands if edge.source != "T1")
        if len(others) == 1:
            t1 = graph.nodes["T1"]
            changed.append(replace(node, operands=t1.operands + others))
            recovered = (Edge(_loaded(graph, node)), *others)
            changed.append(replace(t1, op=Op.DIFFERENCE, operands=recovered))
    return graph.updated(*changed)


def _loaded(graph: Graph, node: Node) -> str:
    """The select that loads over the sum, or the sum: they differ only before round 0."""
    return next(iter(_behind(graph, node)), node.name)


def _sums(graph: Graph) -> dict[str, Node]:
    """Sums with more than two operands."""
    return {
        name: node
        for name, node in graph.nodes.items()
        if node.op is Op.SUM and len(node.operands) > 2
    }


def ages(graph: Graph, loop: Set[str]) -> dict[str, int]:
    """By node name, the fewest registers between a new value of `loop` and the node's output.

    `loop` is a strongly connected part of the graph: the round's or the schedule's.  INFINITE
    for what the loop does not feed.  An operand of great age is known early.
    """
    best = dict.fromkeys(graph.nodes, INFINITE)
    queue = [(0, name) for name in loop if _is_new_value(graph, graph.nodes[name])]
    best.update({name: 0 for _, name in queue})
    while queue:
        age, name = heapq.heappop(queue)
        if age > best[name]:
            continue
        for edge, reader in graph.consumers[name]:
            if age + edge.delay < best[reader.name] and reader.name in loop:
                best[reader.name] = age + edge.delay
                heapq.heappush(queue, (age + edge.delay, reader.name))
    return best


def _is_new_value(graph: Graph, node: Node) -> bool:
    """Whether the node is the latest word of a sequence: a sum, or the load behind it."""
    if node.op is Op.SELECT and node.operands[2].delay == 0:
        node = graph.nodes[node.operands[2].source]
    return node.op is Op.SUM and any(
        edge.delay
        for name in (node.name, *_behind(graph, node))
        for edge, _ in graph.consumers[name]
    )


def _behind(graph: Graph, node: Node) -> list[str]:
    """Selects that load over the node's output."""
    return [r.name for e, r in graph.consumers[node.name] if r.op is Op.SELECT and not e.delay]


def _by_age(graph: Graph, node: Node) -> tuple[Edge, ...]:
    """Operands sorted, oldest first; at equal age functions go before sums, a sigma after Ch."""
    known = ages(graph, graph.loop_of(node.name))

    def key(edge: Edge) -> tuple[int, int]:
        rank = {Op.SUM: 2, Op.DIFFERENCE: 2, Op.SIGMA: 1}.get(graph.nodes[edge.source].op, 0)
        age = known[edge.source] + edge.delay
        return -min(age, INFINITE), rank

    return tuple(sorted(node.operands, key=key))


def _chain_all(graph: Graph, orders: dict[str, tuple[Edge, ...]]) -> Graph:
    """Sums rewritten as chains in the given operand orders; common beginnings are shared."""
    nodes: list[Node] = []
    partial: dict[tuple[Edge, ...], str] = {}
    for node in graph.nodes.values():
        if node.name not in orders:
            nodes.append(node)
            continue
        operands = orders[node.name]
        for count in range(2, len(operands)):
            taken = operands[:count]
            if taken not in partial:
                partial[taken] = "_".join(edge.source for edge in taken)
                left = Edge(partial[taken[:-1]]) if count > 2 else taken[0]
                meaning = " + ".join(graph.nodes[edge.source].meaning for edge in taken)
                nodes.append(Node(partial[taken], Op.SUM, (left, taken[-1]), node.width, meaning))
        beginning = Edge(partial[operands[:-1]])
        nodes.append(replace(node, operands=(beginning, operands[-1])))
    return graph.with_nodes(nodes)
