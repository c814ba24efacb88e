"""Small graphs, made by hand or at random, and delays that do not change with the targets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from hashloom.dataflow.build import round_graph
from hashloom.dataflow.delays import DelayModel
from hashloom.dataflow.evaluate import digests
from hashloom.dataflow.graph import Edge, Graph, Kind, Node, Op, Signal
from hashloom.dataflow.timing import node_delay
from hashloom.hashes import HASHES, get_hash
from hashloom.verification.vectors.reference import reference

# An adder of 32 bits takes 1.5 ns, one of 64 bits 2.3 ns.
DELAYS = DelayModel(
    register_ns=0.5, lut_ns=1.0, carry_base_ns=0.7, carry_per_bit_ns=0.025, bram_ns=4.0
)
FUSING = replace(DELAYS, fused=frozenset({"ch", "maj", "select"}))

ALL_HASHES = list(HASHES)
SHA2 = [name for name, hash_ in HASHES.items() if hash_.shared_sums]
PAIR = ["sha256", "sha512"]  # one of each word width
MESSAGES = st.binary(max_size=140)
# Empty, one block, the last length of one block, two and three blocks, for either word width.
FIXED_MESSAGES = [b"", b"abc", bytes(55), bytes(range(56)), bytes(range(120)) * 2]

Pass = Callable[[Graph], Graph]


def rounds_of(
    name: str, *, serial_load: bool = False, serial_chain: bool = True, head_load: bool = False
) -> Graph:
    """The round graph of a hash."""
    hash_ = get_hash(name)
    serial_load = serial_load and hash_.combined_apart  # else words are loaded all at once
    return round_graph(
        hash_, serial_load=serial_load, serial_chain=serial_chain, head_load=head_load
    )


# Ways to load, as arguments of `rounds_of`.
PARALLEL: dict[str, bool] = {}
HEAD = {"head_load": True}
SERIAL = {"serial_load": True}
LOADS = [PARALLEL, HEAD, SERIAL]


def assert_digests(graph: Graph, name: str, messages: Sequence[bytes] = FIXED_MESSAGES) -> None:
    """The graph computes what hashlib computes."""
    expected = list(map(reference(name), messages))
    assert digests(graph, get_hash(name), list(messages)) == expected


def source(name: str, kind: Kind = Kind.MESSAGE, width: int = 32) -> Node:
    """A source that is active in the first sixteen rounds."""
    width = 1 if kind is Kind.CONTROL else width
    return Node(name, Op.SOURCE, (), width, name, signal=Signal(kind, (0, 16)))


def sink(name: str, edge: Edge, width: int = 32, kind: Kind = Kind.STATE) -> Node:
    """A sink that is active in round 0."""
    signal = Signal(kind, (0, 1), index=0)
    return Node(name, Op.SINK, (edge,), width, name, signal=signal)


def word(name: str, op: Op, *operands: Edge | str, width: int = 32) -> Node:
    """An operator; an operand given by name is read in the same clock."""
    edges = tuple(Edge(each) if isinstance(each, str) else each for each in operands)
    rotations = () if op is not Op.SIGMA else (2, 13, 22) if width >= 32 else (1,)
    return Node(name, op, edges, width, name, rotations)


def graph_of(*nodes: Node, width: int = 32) -> Graph:
    """A graph of 64 rounds."""
    return Graph({node.name: node for node in nodes}, width, 64, 0)


def count(graph: Graph, op: Op) -> int:
    """Number of operators of one kind."""
    return sum(node.op is op for node in graph.nodes.values())


def adders(graph: Graph) -> int:
    """Number of carry-propagate adders."""
    sums = [node for node in graph.nodes.values() if node.op is Op.SUM]
    many = sum(1 if node.absorbed else len(node.operands) - 1 for node in sums)
    return many + count(graph, Op.DIFFERENCE)


_ARITY = {
    Op.SUM: (2, 3),
    Op.DIFFERENCE: (2,),
    Op.PARITY: (3,),
    Op.SIGMA: (1,),
    Op.CH: (3,),
    Op.MAJ: (3,),
    Op.TAP: (1,),
}


@st.composite
def synchronous_graphs(draw: st.DrawFn, *, gates: bool = True, most: int = 4) -> Graph:
    """Graphs of a source, up to `most` operators and a sink, every loop with a register.

    Nodes read each other at random; what a node reads of itself and of later nodes is delayed.
    All hang together.
    """
    widths = st.sampled_from((1, 8, 32))
    nodes = [source("in", width=draw(widths))]
    if gates and draw(st.booleans()):
        nodes.append(source("control", Kind.CONTROL))
    total = draw(st.integers(1, most))
    names = [f"n{i}" for i in range(total)]
    for position, name in enumerate(names):
        gated = len(nodes) > 1 and nodes[1].name == "control" and draw(st.booleans())
        op = Op.GATE if gated else draw(st.sampled_from(list(_ARITY)))
        edges = [Edge("control")] if gated else []
        for _ in range(1 if gated else draw(st.sampled_from(_ARITY[op]))):
            read = draw(st.integers(-1, total - 1))
            least = 1 if read >= position else 0
            delay = draw(st.integers(least, 2))
            edges.append(Edge("in" if read < 0 else names[read], delay))
        nodes.append(word(name, op, *edges, width=draw(widths)))
    kind = draw(st.sampled_from((Kind.STATE, Kind.RESULT)))
    nodes.append(sink("out", Edge(names[-1], draw(st.integers(0, 2))), kind=kind))
    graph = graph_of(*nodes)
    assume(_hangs_together(graph))
    return graph


def _hangs_together(graph: Graph) -> bool:
    """Whether every node is joined to every other by edges in either direction."""
    reached = {next(iter(graph.nodes))}
    for _ in graph.nodes:
        for edge, node in graph.edges():
            if {edge.source, node.name} & reached:
                reached |= {edge.source, node.name}
    return len(reached) == len(graph.nodes)


def registers_kept(edge: Edge, node: Node, graph: Graph) -> int:
    """Registers that retiming must leave between an operator and its reader.

    One behind a gate, which becomes the register's reset, and one before a result.
    """
    result = node.op is Op.SINK and node.port.kind is Kind.RESULT
    return int(result or graph.nodes[edge.source].op is Op.GATE)


def slowest_path_ps(
    graph: Graph, delays: DelayModel = DELAYS, further_ns: Mapping[str, float] | None = None
) -> int:
    """The longest path between registers in whole picoseconds, register overhead excluded.

    Nodes of `further_ns` take so much longer than the delay model says.
    """
    further = further_ns or {}
    arrival: dict[str, int] = {}
    for name in graph.order:
        node = graph.nodes[name]
        before = [arrival[edge.source] for edge in node.operands if edge.delay == 0]
        own = round(1000 * (node_delay(node, delays) + further.get(name, 0.0)))
        arrival[name] = own + max(before, default=0)
    return max(arrival.values())


@dataclass(frozen=True)
class Retimings:
    """Every legal retiming of a graph with small lags: its longest path and register bits."""

    periods: np.ndarray  # ps
    bits: np.ndarray

    @property
    def period(self) -> int:
        """The shortest longest path, in ps."""
        return int(self.periods.min())

    def fewest_bits(self, period: int) -> int:
        """The fewest register bits among those no slower than `period` ps."""
        return int(self.bits[self.periods <= period].min())


def all_retimings(
    graph: Graph,
    reach: int,
    orders: Sequence[tuple[str, str, int]] = (),
    further_ns: Mapping[str, float] | None = None,
) -> Retimings | None:
    """All lags from -reach to reach (the first node's is 0), None when none is legal.

    `orders` are (earlier, later, clocks): lag(earlier) <= lag(later) + clocks.  Nodes of
    `further_ns` take so much longer than the delay model says.
    """
    names = list(graph.nodes)
    index = {name: i for i, name in enumerate(names)}
    choices = [[0], *[range(-reach, reach + 1)] * (len(names) - 1)]
    lags = np.array(list(product(*choices)), dtype=np.int64)
    for earlier, later, clocks in orders:
        lags = lags[lags[:, index[earlier]] <= lags[:, index[later]] + clocks]
    edges = [(index[e.source], index[n.name], e.delay) for e, n in graph.edges()]
    for (edge, node), (u, v, registers) in zip(graph.edges(), edges, strict=True):
        kept = registers_kept(edge, node, graph)
        lags = lags[registers + lags[:, v] - lags[:, u] >= kept]
    if not len(lags):
        return None
    further = further_ns or {}
    own = (node_delay(graph.nodes[name], DELAYS) + further.get(name, 0.0) for name in names)
    delay = np.array([round(1000 * each) for each in own])
    arrival = np.tile(delay, (len(lags), 1))
    length = np.zeros_like(lags)
    for _ in names:
        for u, v, registers in edges:
            held = registers + lags[:, v] - lags[:, u]
            length[:, u] = np.maximum(length[:, u], held)
            later_arrival = np.where(held == 0, arrival[:, u] + delay[v], 0)
            arrival[:, v] = np.maximum(arrival[:, v], later_arrival)
    widths = np.array([graph.nodes[name].width for name in names])
    return Retimings(arrival.max(axis=1), length @ widths)


def elementary_loops(graph: Graph) -> list[list[tuple[str, str, int]]]:
    """Every loop that passes no node twice, as (from, to, registers) steps, by exhaustion."""
    names = list(graph.nodes)
    steps: dict[str, list[tuple[str, int]]] = {name: [] for name in names}
    for edge, node in graph.edges():
        steps[edge.source].append((node.name, edge.delay))
    found: list[list[tuple[str, str, int]]] = []

    def walk(start: str, path: list[tuple[str, str, int]], here: str) -> None:
        for there, registers in steps[here]:
            step = (here, there, registers)
            if there == start:
                found.append([*path, step])
            elif names.index(there) > names.index(start) and all(there != to for _, to, _ in path):
                walk(start, [*path, step], there)

    for name in names:
        walk(name, [], name)
    assert all(a[1] == b[0] for loop in found for a, b in pairwise(loop))
    return found


def cycle_ratio(graph: Graph) -> float:
    """Largest delay in ns over registers among all loops, 0 without loops."""
    ratios = [
        sum(node_delay(graph.nodes[to], DELAYS) for _, to, _ in loop)
        / sum(registers for _, _, registers in loop)
        for loop in elementary_loops(graph)
    ]
    return max(ratios, default=0.0)
