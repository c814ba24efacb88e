"""Removes what a transformation has made superfluous; the graph computes the same."""

from __future__ import annotations

from dataclasses import replace

from hashloom.dataflow.graph import Edge, Graph, Node, Op, Role
from hashloom.hashes.expressions import CHOOSE, MAJORITY


def simplify(graph: Graph) -> Graph:
    """Without taps, selects that never load, twins and nodes nobody reads."""
    settled = without_idle_choices(without_idle_loads(graph))
    return drop_unread(merge_twins(drop_unread(bypass(settled))))


def without_idle_loads(graph: Graph) -> Graph:
    """Carry-save adders without gates and selects whose control is never one."""

    def changed(node: Node) -> Node:
        if node.op not in (Op.PARITY, Op.CARRY) or node.absorbed is None:
            return node
        if not _never(graph, node.operands[0]):
            return node
        return replace(node, operands=node.operands[-3:], absorbed=None)

    return graph.with_nodes(changed(node) for node in graph.nodes.values())


def without_idle_choices(graph: Graph) -> Graph:
    """Boolean functions without the controls that never change and those they do not depend on."""

    def changed(node: Node) -> Node:
        if node.op is not Op.BOOLEAN:
            return node
        controls, formulas = list(node.operands[:-3]), list(node.formulas)
        for place in reversed(range(len(controls))):
            step = 1 << (len(controls) - 1 - place)
            without = [formulas[i] for i in range(len(formulas)) if not i & step]
            with_ = [formulas[i] for i in range(len(formulas)) if i & step]
            constant = _constant(graph, controls[place])
            if constant is not None or without == with_:
                formulas = with_ if constant else without
                del controls[place]
        op = Op.BOOLEAN
        if not controls:
            op = {CHOOSE: Op.CH, MAJORITY: Op.MAJ}.get(formulas[0], Op.BOOLEAN)
        kept = tuple(formulas) if op is Op.BOOLEAN else ()
        return replace(node, op=op, operands=(*controls, *node.operands[-3:]), formulas=kept)

    return graph.with_nodes(changed(node) for node in graph.nodes.values())


def _constant(graph: Graph, control: Edge) -> int | None:
    """What a control bit always is, None when it changes.

    A bit that chooses by the round matters in rounds alone, and so does every bit where there is
    nothing else.
    """
    signal = graph.nodes[control.source].port
    if signal.chosen is None and not graph.gapless:
        return 0 if len(range(*signal.iterations)) == 0 else None
    values = {int(signal.is_one(i)) for i in range(graph.iterations)}
    return values.pop() if len(values) == 1 else None


def _never(graph: Graph, control: Edge) -> bool:
    """Whether a control bit is never one."""
    return _constant(graph, control) == 0


def bypass(graph: Graph) -> Graph:
    """Consumers read past taps and past selects whose control is never one."""

    def target(edge: Edge) -> Edge:
        node = graph.nodes[edge.source]
        while (through := _passed_through(graph, node)) is not None:
            edge = through.later(edge.delay)
            node = graph.nodes[edge.source]
        return edge

    return graph.map_edges(target)


def _passed_through(graph: Graph, node: Node) -> Edge | None:
    """The operand that always is the node's output, if there is one."""
    if node.op is Op.TAP:
        return node.operands[0]
    if node.op is not Op.SELECT:
        return None
    constant = _constant(graph, node.operands[0])
    return None if constant is None else node.operands[1 if constant else 2]


def drop_unread(graph: Graph) -> Graph:
    """Only what some active sink depends on."""
    live: set[str] = set()
    waiting = [node.name for node in graph.sinks() if len(range(*node.port.iterations))]
    while waiting:
        name = waiting.pop()
        if name not in live:
            live.add(name)
            waiting += [edge.source for edge in graph.nodes[name].operands]
    return graph.with_nodes(node for node in graph.nodes.values() if node.name in live)


def merge_twins(graph: Graph) -> Graph:
    """One node in place of several that do the same to the same words."""
    while True:
        first: dict[Node, str] = {}
        alias: dict[str, str] = {}
        for node in graph.nodes.values():
            if node.op is Op.SINK:
                continue
            key = replace(node, name="", meaning="", role=Role())
            alias[node.name] = first.setdefault(key, node.name)
        twins = [name for name, kept in alias.items() if name != kept]
        if not twins:
            return graph
        graph = graph.with_nodes(
            node for node in graph.nodes.values() if node.name not in twins
        ).map_edges(lambda edge, alias=alias: Edge(alias[edge.source], edge.delay))  # type: ignore[misc]
