"""Delays of operators, the critical path of a graph, in nanoseconds and in the papers' terms."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from hashloom.dataflow.graph import Graph, Kind, Node, Op
from hashloom.targets.model import DelayModel

# The papers' names: adder, carry-save level, non-linear function, multiplexer; and the K table.
_TERMS = {
    Op.SUM: "add",
    Op.DIFFERENCE: "add",
    Op.PARITY: "csa",
    Op.CARRY: "csa",
    Op.SIGMA: "nlf",
    Op.CH: "nlf",
    Op.MAJ: "nlf",
    Op.SELECT: "mux",
}
_TERM_ORDER = ("table", "csa", "add", "nlf", "mux")
_TABLE_LEVELS = 1.3  # logic levels of a table of 64 or 80 constants, wide multiplexers in one


def node_delay(node: Node, delays: DelayModel) -> float:
    """Delay of one operator in ns, routing to its readers included, registers excluded."""
    if node.op in (Op.SUM, Op.DIFFERENCE):
        adders = max(len(node.operands) - 1, 1) if node.absorbed is None else 1
        return adders * (delays.carry_base_ns + delays.carry_per_bit_ns * node.width)
    if node.op in (Op.PARITY, Op.CARRY, Op.SIGMA, Op.CH, Op.MAJ, Op.SELECT):
        return delays.lut_ns
    if node.signal is not None and node.signal.kind is Kind.CONSTANT:
        return _TABLE_LEVELS * delays.lut_ns
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
    arrival: dict[str, float] = {}
    before: dict[str, str | None] = {}
    for name in graph.order:
        node = graph.nodes[name]
        inputs = [edge.source for edge in node.operands if edge.delay == 0]
        latest = max(inputs, key=lambda source: arrival[source], default=None)
        before[name] = latest
        arrival[name] = node_delay(node, delays) + (arrival[latest] if latest else 0.0)
    last: str | None = max(graph.order, key=lambda name: arrival[name])
    period = arrival[last] + delays.register_ns if last else delays.register_ns
    names: list[str] = []
    while last is not None:
        names.append(last)
        last = before[last]
    names.reverse()
    return Path(tuple(names), period, path_terms([graph.nodes[name] for name in names]))


def path_terms(nodes: list[Node]) -> str:
    """A path in the papers' terms, for example "2*add + nlf + mux"."""
    counts: Counter[str] = Counter()
    for node in nodes:
        table = node.signal is not None and node.signal.kind is Kind.CONSTANT
        term = "table" if table else _TERMS.get(node.op)
        if term is not None:
            adders = len(node.operands) - 1 if node.op is Op.SUM and node.absorbed is None else 1
            counts[term] += adders
    parts = [
        term if counts[term] == 1 else f"{counts[term]}*{term}"
        for term in _TERM_ORDER
        if counts[term]
    ]
    return " + ".join(parts) or "wire"
