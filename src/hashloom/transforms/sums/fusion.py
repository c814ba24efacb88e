"""Fusion: a target's carry cells absorb a function of one adder operand.

An ECP5 carry cell computes a + f(b, c, d) at no cost when f(b, 0, 0) = 0, which Ch, Maj and a
select satisfy.  A load behind an adder is first moved in front of it.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from hashloom.dataflow.graph import Edge, Graph, Node, Op

_FUNCTIONS = {Op.CH: "ch", Op.MAJ: "maj", Op.SELECT: "select"}


def fuse(graph: Graph, functions: Set[str]) -> Graph:
    """Sums that take a `functions` operand compute it themselves.

    A function is absorbed where no other node reads it.
    """
    gone: set[str] = set()
    changed: dict[str, Node] = {}
    for node in graph.nodes.values():
        if node.op is not Op.SUM or len(node.operands) != 2 or node.absorbed is not None:
            continue
        for plain, edge in (node.operands, node.operands[::-1]):
            inner = graph.nodes[edge.source]
            alone = len(graph.consumers[inner.name]) == 1 and edge.delay == 0
            if alone and _FUNCTIONS.get(inner.op) in functions:
                changed[node.name] = replace(
                    node, operands=(plain, *inner.operands), absorbed=inner.op
                )
                gone.add(inner.name)
                break
    kept = [changed.get(name, node) for name, node in graph.nodes.items() if name not in gone]
    return graph.with_nodes(kept)


def load_before_adder(graph: Graph) -> Graph:
    """select(load, x, p + q) becomes gate(load, p) + select(load, x, q).

    While the load is on, p counts as zero and the adder passes x.  A gate right before a
    register costs nothing: it is the register's synchronous reset.  Applied where nothing else
    reads the sum, and p can have a register behind its gate: an adder that nothing else reads,
    or the end of a delay line.
    """
    nodes = dict(graph.nodes)
    for node in graph.nodes.values():
        if node.op is not Op.SELECT:
            continue
        control, word, edge = node.operands
        inner = graph.nodes[edge.source]
        if not _movable(graph, inner, edge):
            continue
        first, second = sorted(inner.operands, key=lambda e: _gate_rank(graph, e))
        gate = Node(
            f"{inner.name}_gated",
            Op.GATE,
            (control, first),
            node.width,
            f"early part of {node.meaning}, 0 during {control.source}",
            role=inner.role.place,
        )
        select = Node(
            f"{inner.name}_operand",
            Op.SELECT,
            (control, word, second),
            node.width,
            f"late part of {node.meaning}, {word.source} during {control.source}",
            role=inner.role.place,
        )
        nodes[gate.name], nodes[select.name] = gate, select
        nodes[node.name] = replace(node, op=Op.SUM, operands=(Edge(gate.name), Edge(select.name)))
        del nodes[inner.name]
    return graph.with_nodes(nodes.values())


def _movable(graph: Graph, inner: Node, edge: Edge) -> bool:
    """Whether `inner` is a two-operand adder read by this edge alone, one operand gateable."""
    if inner.op is not Op.SUM or len(inner.operands) != 2 or inner.absorbed is not None:
        return False
    alone = len(graph.consumers[inner.name]) == 1 and edge.delay == 0
    return alone and any(_gate_rank(graph, e) < _UNSUITABLE for e in inner.operands)


_UNSUITABLE = 2


def _gate_rank(graph: Graph, edge: Edge) -> int:
    """How well a gate fits on the edge: 0 a private adder, 1 the end of a delay line, 2 not."""
    private = len(graph.consumers[edge.source]) == 1
    if graph.nodes[edge.source].op is Op.SUM and private:
        return 0
    return 1 if edge.delay else _UNSUITABLE
