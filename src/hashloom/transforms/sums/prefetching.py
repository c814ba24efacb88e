"""Pre-fetch: what is known early is added early ("data pre-fetching", michail2012 equation 6).

In SHA-2 that is K + W, then h + K + W; retiming then computes them a clock ahead.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Set

from hashloom.dataflow.graph import Edge, Graph, Node, Op
from hashloom.transforms.sums.association import chained, loads_over, unchained_sums

INFINITE = 1_000_000  # age of an operand that no sum of its own loop feeds


def oldest_first(graph: Graph) -> Graph:
    """Every sum becomes a chain that adds the operand known longest first, the latest last.

    K + W comes first, then h: what michail2012 calls data pre-fetching.
    """
    orders = {}
    for name, node in unchained_sums(graph).items():
        orders[name] = _by_age(graph, node, ages(graph, graph.loop_of(name)))
    return chained(graph, orders)


def own_last(graph: Graph) -> Graph:
    """Every sum becomes a chain that adds last what depends on its own sequence's latest word.

    A sequence may lag another one whose words it adds: they count as old as the word of its own
    that they come from.  Of SHA-2, with T1 recovered from e, that is (T1 + Maj) + Sigma0: two
    operators from a word of a to the next.
    """
    orders = {}
    for name, node in unchained_sums(graph).items():
        loop = graph.loop_of(name)
        own = {name, *loads_over(graph, node)} & loop
        orders[name] = _by_age(graph, node, ages(graph, loop, own))
    return chained(graph, orders)


def ages(graph: Graph, loop: Set[str], values: Set[str] | None = None) -> dict[str, int]:
    """By node name, the fewest registers between a new value of `loop` and the node's output.

    `loop` is a strongly connected part of the graph: the round's or the schedule's.  INFINITE
    for what the loop does not feed.  An operand of great age is known early.  `values`: the new
    values that count, all of the loop's where they are not given.
    """
    best = dict.fromkeys(graph.nodes, INFINITE)
    if values is None:
        values = {name for name in loop if _is_new_value(graph, graph.nodes[name])}
    queue = [(0, name) for name in sorted(values)]
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
        for name in (node.name, *loads_over(graph, node))
        for edge, _ in graph.consumers[name]
    )


def _by_age(graph: Graph, node: Node, known: Mapping[str, int]) -> tuple[Edge, ...]:
    """Operands sorted by age, oldest first; at equal age functions go before sums, a sigma after
    Ch."""

    def key(edge: Edge) -> tuple[int, int]:
        rank = {Op.SUM: 2, Op.DIFFERENCE: 2, Op.SIGMA: 1}.get(graph.nodes[edge.source].op, 0)
        age = known[edge.source] + edge.delay
        return -min(age, INFINITE), rank

    return tuple(sorted(node.operands, key=key))
