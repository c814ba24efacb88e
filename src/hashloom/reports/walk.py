"""The recursive method of michail2012 on a core's rounds, step by step, and what exact retiming
makes of the same operators.  All times are of the target's delay model: estimated.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from hashloom.dataflow.bound import iteration_bound
from hashloom.dataflow.delays import DelayModel
from hashloom.dataflow.gates import paper_terms, slowest
from hashloom.dataflow.graph import Edge, Graph, Node, Op
from hashloom.dataflow.labels import in_letters
from hashloom.dataflow.timing import critical_path
from hashloom.hashes import Hash
from hashloom.literature.equations import Equation, equations_of
from hashloom.transforms.by_hand.operational_block import LOADS, Block, plain_name
from hashloom.transforms.by_hand.recursion import PREFETCH, Application, walk
from hashloom.transforms.by_hand.schedule import schedule_of
from hashloom.transforms.registers.retiming import retime

_SHOWN = (Op.SUM, Op.SIGMA, Op.CH, Op.MAJ)


@dataclass(frozen=True)
class WalkStep:
    """One application of a technique, ready to be shown.

    Attributes:
        application: technique and block.
        path: the path with the most gate levels, by node names.
        terms: that path in the paper's terms.
        ns: the longest path under the target's delay model, registers included.
        register_words: words in registers inside the block of the first stage.
        register_bits: register bits of everything, schedule and chaining addition included.
        change: what it changed, in the standard's letters.
        equation: what the paper prints at this place, if it does.
    """

    application: Application
    path: tuple[str, ...]
    terms: str
    ns: float
    register_words: int
    register_bits: int
    change: str
    equation: Equation | None

    def as_dict(self) -> dict[str, Any]:
        """The step as JSON shows it."""
        shown: dict[str, Any] = {
            "technique": self.application.technique,
            "applied_again_after": self.application.after,
            "changed": self.application.changed,
            "critical_path": self.terms,
            "critical_path_ns": round(self.ns, 3),
            "block_register_words": self.register_words,
            "register_bits": self.register_bits,
            "change": self.change,
        }
        if self.equation is not None:
            shown["equation"] = self.equation.number
            shown["path_in_the_paper"] = self.equation.path
            shown["equation_reached"] = self.equation.path == self.terms
        return shown


@dataclass(frozen=True)
class Comparison:
    """Clock periods in ns, registers included, of the same operators.

    Attributes:
        by_hand_ns: registers as the method leaves them.
        retimed_ns: registers where exact retiming puts them.
        bound_ns: the iteration bound: with these delays no placement of registers is faster.
        by_hand_bits, retimed_bits: register bits.
    """

    by_hand_ns: float
    retimed_ns: float
    bound_ns: float
    by_hand_bits: int
    retimed_bits: int

    @property
    def gain_percent(self) -> float:
        """How much higher a clock exact retiming allows, in percent."""
        return 100 * (self.by_hand_ns / self.retimed_ns - 1)

    def as_dict(self) -> dict[str, Any]:
        """The comparison as JSON shows it."""
        return {
            "by_hand_ns": round(self.by_hand_ns, 3),
            "exact_retiming_ns": round(self.retimed_ns, 3),
            "exact_retiming_gain_percent": round(self.gain_percent, 1),
            "iteration_bound_ns": round(self.bound_ns, 3),
            "by_hand_register_bits": self.by_hand_bits,
            "exact_retiming_register_bits": self.retimed_bits,
        }


def walk_steps(hash_: Hash, unroll: int, stages: int, delays: DelayModel) -> list[WalkStep]:
    """Every application of a technique to blocks of `unroll` rounds in `stages` stages."""
    applications = walk(hash_, unroll, stages)
    printed = equations_of(applications, unroll)
    steps = []
    before: Block | None = None
    for position, application in enumerate(applications):
        placed = application.block.placed
        path = slowest(placed)
        steps.append(
            WalkStep(
                application=application,
                path=path,
                terms=paper_terms(placed, path),
                ns=critical_path(placed, delays).period_ns,
                register_words=_register_words(application.block),
                register_bits=placed.register_bits(),
                change=_change(before, application),
                equation=printed.get(position),
            )
        )
        before = application.block
    return steps


def compare(block: Block, delays: DelayModel) -> Comparison:
    """Exact retiming of the block's operators beside what the method made of them."""
    retimed = retime(block.graph, delays)
    return Comparison(
        by_hand_ns=critical_path(block.placed, delays).period_ns,
        retimed_ns=critical_path(retimed, delays).period_ns,
        bound_ns=iteration_bound(block.graph, delays) + delays.register_ns,
        by_hand_bits=block.placed.register_bits(),
        retimed_bits=retimed.register_bits(),
    )


def _of_first_stage(graph: Graph, name: str) -> bool:
    """Whether the node is in the first stage; with one stage there are no stages in names."""
    return plain_name(name) == name or "_s0" in name


def _inside(block: Block) -> list[str]:
    """Operators and loads of the first stage's rounds."""
    graph, schedule = block.graph, schedule_of(block.graph)
    return [
        name
        for name, node in graph.nodes.items()
        if (name in block.round_sums or (node.op in LOADS and name not in schedule))
        and _of_first_stage(graph, name)
    ]


def _register_words(block: Block) -> int:
    lengths = block.placed.registers
    return sum(lengths[name] for name in _inside(block))


def block_graph(block: Block) -> Graph:
    """The first stage's operational block for a drawing, its nodes by their plain names.

    K and W come from outside.
    """
    placed = block.placed
    inside = [name for name in placed.nodes if name in set(_inside(block))]
    read = dict.fromkeys(edge.source for name in inside for edge in placed.nodes[name].operands)
    outside = [
        node if node.op is Op.SOURCE else replace(node, op=Op.TAP, operands=())
        for node in (placed.nodes[name] for name in read if name not in inside)
    ]

    def plain(node: Node) -> Node:
        operands = tuple(Edge(plain_name(edge.source), edge.delay) for edge in node.operands)
        return replace(node, name=plain_name(node.name), operands=operands)

    nodes = [plain(node) for node in (*outside, *(placed.nodes[name] for name in inside))]
    return replace(placed.with_nodes(nodes), stages=1, lags={})


def _change(before: Block | None, application: Application) -> str:
    """What a technique changed, in words."""
    block = application.block
    if not application.changed:
        return "nothing"
    if before is None:
        return "registers hold the working variables"
    if before.graph.unroll != block.graph.unroll:
        return f"{block.graph.unroll} rounds a clock"
    parts = []
    compressed = _compressed(before, block)
    if compressed:
        parts.append(f"carry-save adders form {_listed(block, compressed)}")
    if application.technique == PREFETCH:
        return f"added a clock before: {_listed(block, block.prefetched - before.prefetched)}"
    for clocks, place in ((1, "before the register"), (2, "two clocks early")):
        names = _outermost(block, _moved_to(before, block, clocks))
        if names and not compressed:
            parts.append(f"{place}: {_listed(block, names)}")
    back = [
        name
        for name in _shown(block)
        if before.early.get(name, 0) > block.early[name] and block.early[name] == 0
    ]
    if back:
        parts.append(f"back behind the register: {_listed(block, back)}")
    return "; ".join(parts) or "registers only"


def _shown(block: Block) -> list[str]:
    """Operators of the first stage that are worth a word."""
    return [
        name
        for name in block.graph.order
        if name in block.round_sums
        and block.graph.nodes[name].op in _SHOWN
        and _of_first_stage(block.graph, name)
    ]


def _moved_to(before: Block, block: Block, clocks: int) -> list[str]:
    """Operators now computed `clocks` early that were not."""
    return [
        name
        for name in _shown(block)
        if block.early[name] == clocks and before.early.get(name, 0) < clocks
    ]


def _outermost(block: Block, names: list[str]) -> list[str]:
    """Of `names`, those whose value is kept or leaves them: the others are parts of these."""
    graph = block.placed
    return [
        name
        for name in names
        if any(edge.delay or reader.name not in names for edge, reader in graph.consumers[name])
    ]


def _compressed(before: Block, block: Block) -> list[str]:
    """Sums that have a carry-save tree now."""
    return [
        name
        for name in _shown(block)
        if f"{name}_ps" in block.graph.nodes and f"{name}_ps" not in before.graph.nodes
    ]


def _listed(block: Block, names: Iterable[str]) -> str:
    """Operators in the standard's letters, in the order data flows."""
    stages, chosen = replace(block.graph, stages=1), set(names)
    labels = [in_letters(stages, block.graph.nodes[n]) for n in block.graph.order if n in chosen]
    return ", ".join(dict.fromkeys(labels))
