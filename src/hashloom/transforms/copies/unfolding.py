"""Unfolding by U: U rounds a clock (Parhi; "unfolding" in suhaili2019, "partial loop
unrolling" in michail2012 and algredo2011)."""

from __future__ import annotations

from dataclasses import replace

from hashloom.dataflow.graph import Edge, Graph, Node
from hashloom.errors import RequestError
from hashloom.request.rounds import divisors
from hashloom.transforms.simplification import simplify


def unfold(graph: Graph, factor: int) -> Graph:
    """`factor` copies of every node; copy j of an iteration computes round factor * i + j.

    A value read d rounds ago comes from copy (j - d) mod factor, ceil((d - j) / factor)
    iterations ago.  Raises RequestError when `factor` does not divide the rounds of a stage.
    """
    if factor < 1 or graph.rounds % factor:
        accepted = ", ".join(str(u) for u in divisors(graph.rounds))
        raise RequestError(
            f"An unroll factor of {factor} does not divide {graph.rounds} rounds; "
            f"accepted are {accepted}."
        )
    if factor == 1:
        return simplify(graph)

    def copy(node: Node, lane: int) -> Node:
        def moved(edge: Edge) -> Edge:
            return Edge(
                f"{edge.source}_{(lane - edge.delay) % factor}",
                -((lane - edge.delay) // factor),
            )

        signal = node.signal and replace(node.signal, stride=factor, lane=lane)
        operands = tuple(moved(edge) for edge in node.operands)
        name, role = f"{node.name}_{lane}", replace(node.role, lane=lane)
        return replace(node, name=name, operands=operands, signal=signal, role=role)

    nodes = [copy(node, lane) for node in graph.nodes.values() for lane in range(factor)]
    return simplify(replace(graph.with_nodes(nodes), unroll=factor))
