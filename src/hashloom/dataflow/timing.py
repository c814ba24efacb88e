"""Delays of operators, the critical path of a graph, in nanoseconds and in the papers' terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from hashloom.dataflow.delays import DelayModel
from hashloom.dataflow.graph import Graph, Kind, Node, Op

# The papers' names: adder, carry-save level, non-linear function, multiplexer; and the K table.
_TERMS = {
    Op.SUM: "add",
    Op.DIFFERENCE: "add",
    Op.PARITY: "csa",
    Op.CARRY: "csa",
    Op.XOR: "nlf",
    Op.SIGMA: "nlf",
    Op.BOOLEAN: "nlf",
    Op.CH: "nlf",
    Op.MAJ: "nlf",
    Op.SELECT: "mux",
}
_TERM_ORDER = ("table", "csa", "add", "nlf", "mux")
_TABLE_LEVELS = 1.3  # logic levels of a table of 64 or 80 constants, wide multiplexers in one


# Operators of look-up tables.
LOGIC = (Op.PARITY, Op.CARRY, Op.XOR, Op.SIGMA, Op.CH, Op.MAJ, Op.BOOLEAN, Op.SELECT)
_MOST_INPUTS = 6  # of a look-up table, or of two or four with the multiplexers behind them


def logic_levels(node: Node) -> int:
    """Levels of look-up tables of an operator of `LOGIC`, for each bit."""
    if node.is_wire:
        return 0
    return 1 if len(node.operands) <= _MOST_INPUTS else 2


def adders_of(node: Node) -> int:
    """Adders behind each other that an operator is made of; none of what does not add."""
    if node.op not in (Op.SUM, Op.DIFFERENCE):
        return 0
    return max(len(node.operands) - 1, 1) if node.absorbed is None else 1


def node_delay(node: Node, delays: DelayModel) -> float:
    """Delay of one operator in ns, routing to its readers included, registers excluded."""
    if adders := adders_of(node):
        return adders * (delays.carry_base_ns + delays.carry_per_bit_ns * node.width)
    if node.op in LOGIC:
        return logic_levels(node) * delays.lut_ns
    if node.signal is not None and node.signal.kind is Kind.CONSTANT:
        first, beyond = node.signal.iterations
        return _TABLE_LEVELS * delays.lut_ns if beyond - first > 1 else 0.0  # a number is no table
    return 0.0


@dataclass(frozen=True)
class Path:
    """A path between registers: node names in order and its delay in ns, registers included."""

    nodes: tuple[str, ...]
    period_ns: float
    terms: str

    @property
    def clock_mhz(self) -> float:
        """Clock this path allows, estimated, in MHz."""
        return 1000 / self.period_ns


def critical_path(graph: Graph, delays: DelayModel) -> Path:
    """The longest path between registers under a delay model."""
    names, total = longest_path(graph, lambda node: node_delay(node, delays))
    nodes = [graph.nodes[name] for name in names]
    return Path(names, total + delays.register_ns, path_terms(nodes))


def longest_path(graph: Graph, delay_of: Callable[[Node], float]) -> tuple[tuple[str, ...], float]:
    """Names along the longest path between registers, and its delay in the unit of `delay_of`."""
    arrival = arrivals(graph, delay_of)
    last = max(graph.order, key=lambda name: arrival[name], default=None)
    names: list[str] = []
    while last is not None:
        names.append(last)
        inputs = [edge.source for edge in graph.nodes[last].operands if edge.delay == 0]
        last = max(inputs, key=lambda source: arrival[source], default=None)
    names.reverse()
    return tuple(names), arrival[names[-1]] if names else 0.0


def arrivals(graph: Graph, delay_of: Callable[[Node], float]) -> dict[str, float]:
    """By node name, the delay from the registers before it to its output."""
    arrival: dict[str, float] = {}
    for name in graph.order:
        node = graph.nodes[name]
        inputs = (arrival[edge.source] for edge in node.operands if edge.delay == 0)
        arrival[name] = delay_of(node) + max(inputs, default=0.0)
    return arrival


def path_terms(nodes: list[Node]) -> str:
    """A path in the papers' terms, for example "2*add + nlf + mux"."""
    counts: Counter[str] = Counter()
    for node in nodes:
        table = node.signal is not None and node.signal.kind is Kind.CONSTANT
        term = "table" if table else None if node.is_wire else _TERMS.get(node.op)
        if term is not None:
            adders = len(node.operands) - 1 if node.op is Op.SUM and node.absorbed is None else 1
            counts[term] += adders
    parts = [
        term if counts[term] == 1 else f"{counts[term]}*{term}"
        for term in _TERM_ORDER
        if counts[term]
    ]
    return " + ".join(parts) or "wire"
