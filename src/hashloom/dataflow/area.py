"""Look-up tables of a datapath, estimated by counting its operators."""

from __future__ import annotations

from hashloom.dataflow.graph import Graph, Kind, Node, Op

_LUTS_PER_BIT = {
    Op.SUM: 1,
    Op.DIFFERENCE: 1,
    Op.PARITY: 1,
    Op.CARRY: 1,
    Op.XOR: 1,
    Op.SIGMA: 1,
    Op.BOOLEAN: 1,
    Op.CH: 1,
    Op.MAJ: 1,
    Op.SELECT: 1,
}
_LUT_INPUTS = 4
_TABLE_ROWS = 16  # of a table that one look-up table of four inputs holds


def estimated_luts(graph: Graph, *, tables: bool = True) -> int:
    """Look-up tables of four inputs that the operators need, a bit of a word each.

    A sum takes one a bit for each adder, a table of K one for each sixteen rows unless `tables`
    says that K is elsewhere.  Memories, control and the shell of a message core are not in it.
    """
    return sum(_luts(graph, node, tables) for node in graph.nodes.values())


def _luts(graph: Graph, node: Node, tables: bool) -> int:
    if node.signal is not None and node.signal.kind is Kind.CONSTANT:
        return node.width * -(-graph.iterations // _TABLE_ROWS) if tables else 0
    if node.is_wire:
        return 0
    inputs = len(node.operands)
    if node.op in (Op.BOOLEAN, Op.XOR) and inputs > _LUT_INPUTS:
        return node.width << inputs - _LUT_INPUTS if node.op is Op.BOOLEAN else 2 * node.width
    adders = len(node.operands) - 1 if node.op is Op.SUM and node.absorbed is None else 1
    return node.width * _LUTS_PER_BIT.get(node.op, 0) * max(adders, 1)
