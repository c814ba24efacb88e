"""C-slow interleaving: C independent messages share one round (Leiserson and Saxe 1991)."""

from __future__ import annotations

from dataclasses import replace

from hashloom.dataflow.graph import Edge, Graph
from hashloom.errors import RequestError


def interleave(graph: Graph, contexts: int) -> Graph:
    """Every register becomes `contexts` registers; an iteration takes as many clocks.

    Raises RequestError for fewer than one context.
    """
    if contexts < 1:
        raise RequestError(f"An interleave of {contexts} is not possible; accepted is 1 or more.")
    slowed = graph.map_edges(lambda edge: Edge(edge.source, edge.delay * contexts))
    return replace(slowed, interleave=graph.interleave * contexts)
