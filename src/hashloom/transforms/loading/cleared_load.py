"""The load of a message's first words beside the loop of a round, whose registers are cleared.

What begins a message comes into the words of the rounds before round 0: zeros, then the newest
chaining word of a sequence.  As a select behind the sum, or in its compressor, it is in the loop
that sets the clock.  A zero costs nothing there, because it is the synchronous reset of the
register behind the adder.  And when a sequence has been zero for so long that every function of
it is zero too, then its sum is the operand that does not come out of the newest words: the
chaining word may be selected in that operand's place, which has time.

So select(load, head, CSA(x, y, z)) with an early x becomes gate(zero, CSA(select(load, H, x), y,
z)), where head is H in the last of the rounds before round 0 and 0 in those before it.  It is no
rewriting of any sum: it holds because y and z are zero of zeros, as sigma, Ch and Maj are.
"""

from __future__ import annotations

from dataclasses import replace

from hashloom.dataflow.graph import Edge, Graph, Node, Op
from hashloom.transforms.simplification import drop_unread

_ADDERS = (Op.SUM, Op.DIFFERENCE)
_ZERO_OF_ZEROS = (Op.SIGMA, Op.CH, Op.MAJ)


def load_beside_loop(graph: Graph) -> Graph:
    """The graph with load by addition whose compressors' selects move to an early operand.

    A select is moved where nothing else reads the compressed sum, one of its three operands comes
    out of an adder, and the others are zero when the sequence is.
    """
    nodes = dict(graph.nodes)
    for node in graph.nodes.values():
        for new in _moved(graph, node):
            nodes[new.name] = new
    return drop_unread(graph.with_nodes(nodes.values()))


def _moved(graph: Graph, node: Node) -> tuple[Node, ...]:
    """What takes the place of a select behind a compressed sum; nothing where it cannot move."""
    if node.op is not Op.SELECT or node.operands[2].delay:
        return ()
    load, head, edge = node.operands
    total, gate = graph.nodes[edge.source], graph.nodes[head.source]
    parts = [graph.nodes[operand.source] for operand in total.operands]
    alone = len(graph.consumers[total.name]) == 1
    if not alone or gate.op is not Op.GATE or [p.op for p in parts] != [Op.PARITY, Op.CARRY]:
        return ()
    words = parts[0].operands
    early = [e for e in words if graph.nodes[e.source].op in _ADDERS]
    late = [e for e in words if graph.nodes[e.source].op in _ZERO_OF_ZEROS]
    if len(early) != 1 or len(late) != len(words) - 1:
        return ()
    zero, newest = (each.later(head.delay) for each in gate.operands)
    chosen = Node(
        f"{node.name}_early",
        Op.SELECT,
        (load, newest, early[0]),
        node.width,
        f"early part of {node.meaning}, {newest.source} during {load.source}",
        role=node.role.place,
    )
    changed = [
        replace(part, operands=tuple(Edge(chosen.name) if e == early[0] else e for e in words))
        for part in parts
    ]
    return (chosen, *changed, replace(node, op=Op.GATE, operands=(zero, edge)))
