"""Paths as Michail and others (2012) count them: gate levels, and carry-save adders as one term.

Their text orders the operators by delay without a device: a non-linear function takes less than
an adder (section 5), a full adder cell three gates (section 7.5), Ch more than Sigma1 (7.4).
"""

from __future__ import annotations

from itertools import pairwise

from hashloom.dataflow.graph import Graph, Node, Op
from hashloom.dataflow.timing import longest_path, path_terms

FULL_ADDER = 3
# Levels of two-input gates: Sigma is two XORs, Ch and Maj follow equation 1 (inverter, AND, XOR;
# AND, XOR, XOR), a multiplexer is AND and OR.
_LEVELS = {
    Op.SIGMA: 2,
    Op.CH: 3,
    Op.MAJ: 3,
    Op.SELECT: 2,
    Op.GATE: 1,
    Op.PARITY: FULL_ADDER,
    Op.CARRY: FULL_ADDER,
}
_ADDERS = (Op.SUM, Op.DIFFERENCE)
_COMPRESSORS = (Op.PARITY, Op.CARRY)


def gate_levels(node: Node) -> float:
    """Gate levels of an operator; an adder is a chain of full adder cells.

    A sum that still has more than two operands counts an adder for each further one.
    """
    if node.op in _ADDERS:
        adders = max(len(node.operands) - 1, 1) if node.absorbed is None else 1
        return adders * FULL_ADDER * node.width
    if node.op is Op.XOR:
        return (len(node.operands) - 1).bit_length()
    if node.op is Op.BOOLEAN:
        controls = len(node.operands) - 3
        return max(each.depth for each in node.formulas) + _LEVELS[Op.SELECT] * controls
    return 0 if node.is_wire else _LEVELS.get(node.op, 0)


def slowest(graph: Graph) -> tuple[str, ...]:
    """Names along the path with the most gate levels."""
    return longest_path(graph, gate_levels)[0]


def paper_terms(graph: Graph, path: tuple[str, ...]) -> str:
    """A path in the terms of michail2012, for example "2*csa + add + 2*nlf + mux".

    What the paper calls a CSA is a carry-save tree and the adder behind it (section 7.5), so an
    adder that follows a carry-save level is not counted again.
    """
    nodes = [graph.nodes[name] for name in path]
    kept = nodes[:1] + [
        node
        for before, node in pairwise(nodes)
        if not (before.op in _COMPRESSORS and node.op in _ADDERS)
    ]
    return path_terms(kept)
