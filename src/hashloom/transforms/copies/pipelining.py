"""Pipelining into S stages: S copies of the round, each doing 1/S of the rounds of a block.

The four-stage pipeline of michail2012 (figure 3) is `pipeline(graph, 4)`.
"""

from __future__ import annotations

from dataclasses import replace

from hashloom.dataflow.graph import Edge, Graph, Kind, Node, Op
from hashloom.errors import RequestError
from hashloom.request.rounds import accepted_stages


def pipeline(graph: Graph, stages: int) -> Graph:
    """`stages` copies of a one-round graph with parallel load and parallel chaining.

    At the start of its slot a stage loads the working variables and the sixteen schedule words
    of the stage before it, through selects that take the place of the first stage's loads.  Where
    every round reads a word of the block, each stage reads those of its own rounds.
    Raises RequestError when `stages` does not divide the rounds, or leaves fewer rounds to a
    stage than a block has words.
    """
    if stages not in accepted_stages(graph.rounds):
        accepted = ", ".join(map(str, accepted_stages(graph.rounds)))
        raise RequestError(
            f"{graph.rounds} rounds cannot be pipelined into {stages} stages; "
            f"accepted are {accepted}."
        )
    if stages == 1:
        return graph
    nodes = [
        node
        for stage in range(stages)
        for node in (_stage_node(graph, n, stage, stages) for n in graph.nodes.values())
        if node is not None
    ]
    return replace(graph.with_nodes(nodes), rounds=graph.rounds // stages, stages=stages)


def _name(name: str, stage: int) -> str:
    return f"{name}_s{stage}"


def _stage_node(graph: Graph, node: Node, stage: int, stages: int) -> Node | None:
    """The copy of `node` in `stage`, or None where only the last stage has one."""
    if _belongs_to_chaining(graph, node) and stage < stages - 1:
        return None
    first_round = stage * graph.rounds // stages
    operands = tuple(Edge(_name(edge.source, stage), edge.delay) for edge in node.operands)
    op = node.op
    if stage and op in (Op.SELECT, Op.TAP) and node.role.sequence:
        op, operands = _later_stage(graph, node, operands, stage)
    signal = node.signal
    if signal is not None:
        if op is Op.SINK:
            first, beyond = signal.active
            signal = replace(signal, active=(first - first_round, beyond - first_round))
        signal = replace(signal, stage=stage, first_round=first_round)
        if signal.kind is Kind.MESSAGE and signal.active == (0, graph.rounds):
            rounds = graph.rounds // stages  # words of the block in every one of them
            words = signal.words[first_round : first_round + rounds]
            signal = replace(signal, active=(0, rounds), words=words)
    name, role = _name(node.name, stage), replace(node.role, stage=stage)
    return replace(node, name=name, op=op, operands=operands, signal=signal, role=role)


def _belongs_to_chaining(graph: Graph, node: Node) -> bool:
    """Whether the node is a sink or the addition before it."""
    if node.op is Op.SINK:
        return True
    readers = graph.consumers[node.name]
    return bool(readers) and all(reader.op is Op.SINK for _, reader in readers)


def _later_stage(
    graph: Graph, node: Node, own: tuple[Edge, ...], stage: int
) -> tuple[Op, tuple[Edge, ...]]:
    """The word of a sequence in a stage that loads from the stage before it.

    A message with a schedule enters the first stage only, so later stages always compute W.
    """
    if not node.role.age:
        return Op.TAP, (own[-1],)
    delayed = node.operands[-1]
    before = Edge(_name(delayed.source, stage - 1), delayed.delay)
    return Op.SELECT, (Edge(_name("load", stage)), before, own[-1])
