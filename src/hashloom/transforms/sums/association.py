"""Re-association: in which order a sum's operands are added, and which sum takes them.

The papers' "spatial pre-computation" and "resource re-ordering" (michail2012 section 6) are
choices of association; retiming then places the registers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from typing import TypeAlias, Union, cast

from hashloom.dataflow.graph import Edge, Graph, Node, Op

Tree: TypeAlias = Union[Edge, tuple["Tree", "Tree"]]  # noqa: UP007 - a string cannot be or-ed


def in_written_order(graph: Graph) -> Graph:
    """Every sum becomes a chain of two-operand sums in the order the standard writes it."""
    return chained(graph, {name: node.operands for name, node in unchained_sums(graph).items()})


def reorder_resources(graph: Graph) -> Graph:
    """Sums of one word and a sum that several share no longer wait for that sum.

    Of SHA-2 it is T1: d joins h + K + W early, and
    T1 = e - d comes a round later.  e = ((K + W + h) + d) + Ch + Sigma1 (michail2012 equation 5,
    spatial pre-computation and resource re-ordering); T1 is recovered from e by one subtraction,
    so that a may lag e.
    """
    changed = []
    shared = _shared_sums(graph)
    for node in graph.nodes.values():
        taken = [edge for edge in node.operands if edge.source in shared]
        if node.op is not Op.SUM or len(taken) != 1:
            continue
        others = tuple(edge for edge in node.operands if edge not in taken)
        if len(others) == 1:
            t1 = graph.nodes[taken[0].source]
            changed.append(replace(node, operands=t1.operands + others))
            recovered = (Edge(_loaded(graph, node)), *others)
            changed.append(replace(t1, op=Op.DIFFERENCE, operands=recovered))
    return graph.updated(*changed)


def _shared_sums(graph: Graph) -> frozenset[str]:
    """Sums that are a sequence's value, and that several sums read as they are."""

    def readers(name: str) -> int:
        pairs = graph.consumers[name]
        return sum(reader.op is Op.SUM and not edge.delay for edge, reader in pairs)

    named = (node for node in graph.nodes.values() if node.role.sequence and node.op is Op.SUM)
    return frozenset(node.name for node in named if readers(node.name) > 1)


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


def chained(graph: Graph, orders: Mapping[str, tuple[Edge, ...]]) -> Graph:
    """Sums rewritten as chains in the given operand orders; common beginnings are shared."""
    return arranged(graph, {name: _chain(operands) for name, operands in orders.items()})


def arranged(graph: Graph, trees: Mapping[str, Tree]) -> Graph:
    """Sums rewritten as trees of two-operand sums; equal branches are shared."""
    nodes: list[Node] = []
    known: set[str] = set()

    def edge_of(tree: Tree, width: int) -> Edge:
        """Reads `tree`, whose sums are added to `nodes` where they are new."""
        if isinstance(tree, Edge):
            return tree
        operands = (edge_of(tree[0], width), edge_of(tree[1], width))
        taken = leaves(tree)
        name = "_".join(edge.source for edge in taken)
        if name not in known:
            known.add(name)
            meaning = " + ".join(graph.nodes[edge.source].meaning for edge in taken)
            nodes.append(Node(name, Op.SUM, operands, width, meaning))
        return Edge(name)

    for node in graph.nodes.values():
        tree = trees.get(node.name)
        if tree is None or isinstance(tree, Edge):
            nodes.append(node)
            continue
        operands = (edge_of(tree[0], node.width), edge_of(tree[1], node.width))
        nodes.append(replace(node, operands=operands))
    return graph.with_nodes(nodes)


def leaves(tree: Tree) -> tuple[Edge, ...]:
    """Operands of a tree, from left to right."""
    return (tree,) if isinstance(tree, Edge) else leaves(tree[0]) + leaves(tree[1])


def _chain(operands: tuple[Edge, ...]) -> Tree:
    """((first + second) + third) + ..."""
    return reduce(lambda taken, edge: (taken, edge), operands[1:], cast(Tree, operands[0]))
