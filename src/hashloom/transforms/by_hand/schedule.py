"""When the message schedule is computed: beside the rounds that read it, or before the first.

khadra2013 section 3 computes all of W first, into a store of one word a round.
"""

from __future__ import annotations

from dataclasses import replace

from hashloom.dataflow.graph import Edge, Graph, Kind, Node, Op
from hashloom.hashes import Hash


def schedule_of(graph: Graph) -> frozenset[str]:
    """Nodes that lead to W, control bits excepted."""
    found: set[str] = set()
    waiting = [name for name, node in graph.nodes.items() if _is_word(node)]
    while waiting:
        name = waiting.pop()
        signal = graph.nodes[name].signal
        if name in found or (signal is not None and signal.kind is Kind.CONTROL):
            continue
        found.add(name)
        waiting += [edge.source for edge in graph.nodes[name].operands]
    return frozenset(found)


def _is_word(node: Node) -> bool:
    """Whether the node is a word of the schedule and not a sum with one."""
    return node.role.sequence == "W" and not node.role.age


def schedule_first(graph: Graph, hash_: Hash) -> Graph:
    """The schedule so many rounds ahead that W is complete when round 0 begins.

    An unfolded graph of one stage, whose block then begins with the rounds that are computed and
    not just read: W[16] to the last, 48 or 64 rounds before round 0.  The edges from W to the
    rounds hold as many registers more; the words of the block itself, read before these rounds,
    come into the store while the block before is finished (`words_ahead`).
    """
    ahead = graph.rounds - hash_.block_words
    schedule = schedule_of(graph)

    def moved(node: Node) -> Node:
        inside = node.name in schedule or _steers(graph, node, schedule)
        if inside and node.op is Op.SOURCE:
            return replace(node, signal=replace(node.port, lane=node.port.lane + ahead))
        if inside:
            return node
        return replace(node, operands=tuple(map(later, node.operands)))

    def later(edge: Edge) -> Edge:
        return edge.later(ahead // graph.unroll) if edge.source in schedule else edge

    changed = graph.with_nodes(moved(node) for node in graph.nodes.values())
    return replace(changed, first=-ahead)


def words_ahead(graph: Graph, hash_: Hash) -> int:
    """Clocks by which the schedule is early on top of its rounds: the words of a block."""
    return hash_.block_words // graph.unroll


def _steers(graph: Graph, node: Node, schedule: frozenset[str]) -> bool:
    """Whether the node is a control bit that only the schedule reads."""
    readers = graph.consumers[node.name]
    control = node.signal is not None and node.signal.kind is Kind.CONTROL
    return control and all(reader.name in schedule for _, reader in readers)
