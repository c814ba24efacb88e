"""Re-association: in which order a sum's operands are added, and which sum takes them.

The papers' "spatial pre-computation" and "resource re-ordering" (michail2012 section 6) are
choices of association; retiming then places the registers.
"""

from __future__ import annotations

from dataclasses import replace

from hashloom.dataflow.graph import Edge, Graph, Node, Op


def in_written_order(graph: Graph) -> Graph:
    """Every sum becomes a chain of two-operand sums in the order the standard writes it."""
    return chained(graph, {name: node.operands for name, node in unchained_sums(graph).items()})


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
    return next(iter(loads_over(graph, node)), node.name)


def unchained_sums(graph: Graph) -> dict[str, Node]:
    """Sums with more than two operands."""
    return {
        name: node
        for name, node in graph.nodes.items()
        if node.op is Op.SUM and len(node.operands) > 2
    }


def loads_over(graph: Graph, node: Node) -> list[str]:
    """Selects that load over the node's output."""
    return [r.name for e, r in graph.consumers[node.name] if r.op is Op.SELECT and not e.delay]


def chained(graph: Graph, orders: dict[str, tuple[Edge, ...]]) -> Graph:
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
