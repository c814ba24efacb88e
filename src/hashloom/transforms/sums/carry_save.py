"""Carry-save compression: three operands to two in one logic level, then one adder
("input compression with CSAs", michail2012 equation 7)."""

from __future__ import annotations

from dataclasses import replace

from hashloom.dataflow.graph import Edge, Graph, Node, Op
from hashloom.transforms.sums.prefetching import ages


def compress_late_operands(graph: Graph) -> Graph:
    """(x + y) + z becomes CSA(x, y, z) and one adder where y and z both are late.

    Late means computed from a sum of the round before, or in this round: there two adders
    would stand in a loop of one round.  The first adder must have no other reader.
    """
    nodes: dict[str, Node] = dict(graph.nodes)
    for node in graph.nodes.values():
        if node.op is not Op.SUM or len(node.operands) != 2:
            continue
        known = ages(graph, graph.loop_of(node.name))
        for first, late in (node.operands, node.operands[::-1]):
            inner = graph.nodes[first.source]
            if not _compressible(graph, inner, first) or known[late.source] + late.delay > 1:
                continue
            if nodes.get(inner.name) is not inner:  # has been compressed itself
                continue
            if all(known[e.source] + e.delay > 1 for e in inner.operands):
                continue
            del nodes[inner.name]
            words = (*inner.operands, late)
            nodes.update(compressed(node, words))
            break
    return graph.with_nodes(nodes.values())


def load_in_compressor(graph: Graph) -> Graph:
    """select(load, x, sum + carry) becomes gate(load, sum) + select(load, x, carry).

    Both fit into the logic level of the carry-save adder, so that the load costs no level of
    its own.  Applied where nothing else reads the sum.
    """
    nodes = dict(graph.nodes)
    for node in graph.nodes.values():
        if node.op is not Op.SELECT or node.operands[2].delay:
            continue
        control, word, edge = node.operands
        total = graph.nodes[edge.source]
        parts = [graph.nodes[operand.source] for operand in total.operands]
        alone = len(graph.consumers[total.name]) == 1
        if not alone or [part.op for part in parts] != [Op.PARITY, Op.CARRY]:
            continue
        parity, carry = parts
        nodes[parity.name] = replace(parity, operands=(control, *parity.operands), absorbed=Op.GATE)
        nodes[carry.name] = replace(
            carry, operands=(control, word, *carry.operands), absorbed=Op.SELECT
        )
        nodes[node.name] = replace(node, op=Op.SUM, operands=total.operands)
        del nodes[total.name]
    return graph.with_nodes(nodes.values())


def _compressible(graph: Graph, inner: Node, edge: Edge) -> bool:
    """Whether `inner` is a two-operand adder read by this edge alone."""
    two = inner.op is Op.SUM and len(inner.operands) == 2
    return two and edge.delay == 0 and len(graph.consumers[inner.name]) == 1


def compressed(node: Node, words: tuple[Edge, ...]) -> dict[str, Node]:
    """The carry-save adder and the adder behind it, in place of `node`."""
    base = Node("", Op.PARITY, words, node.width, role=node.role.place)
    parity = replace(base, name=f"{node.name}_ps", meaning=f"{node.meaning}, sum word")
    carry = replace(
        base,
        name=f"{node.name}_sc",
        op=Op.CARRY,
        meaning=f"{node.meaning}, carry word",
    )
    total = replace(node, operands=(Edge(parity.name), Edge(carry.name)))
    return {n.name: n for n in (parity, carry, total)}
