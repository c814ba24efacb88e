"""What a sum of a loop may be rewritten to, and when its words then have to be there.

Every rewriting is an identity of words modulo 2^width, whatever the words are:

- the operands added and compressed in any network; a sum that only sums read may be opened, so that
  its operands join those of its reader;
- the shared sum recovered: T1 = e - d (michail2012, resource re-ordering);
- a load moved into the sum: select(load, H, p + q) = gate(load, p) + select(load, H, q).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from hashloom.dataflow.delays import DelayModel
from hashloom.dataflow.graph import Edge, Graph, Node, Op
from hashloom.dataflow.timing import node_delay
from hashloom.transforms.rewriting.networks import (
    ADDER_COST,
    MOST_WORDS,
    Compressed,
    Item,
    Network,
    Sum,
    networks,
)
from hashloom.transforms.sums.association import loads_over

if TYPE_CHECKING:
    import numpy as np

# How loads are moved into sums: in any way, into carry-save adders alone, or not at all.
LOADS = ("anyhow", "into carry-save adders", "not moved")
Row = tuple[tuple[Edge, float], ...]  # words with the delay from each to the result, in ns


@dataclass(frozen=True)
class Kept:
    """The operator as it is."""

    row: Row
    cost: int = 0


@dataclass(frozen=True)
class Recovered:
    """A shared sum as what it was added to, less what was added to it."""

    row: Row
    first: Edge
    second: Edge
    cost: int = ADDER_COST


@dataclass(frozen=True)
class Added:
    """Words in a network; with `load`, the control and the word of a select that is moved in."""

    row: Row
    cost: int
    words: tuple[Edge, ...]
    network: Network
    load: tuple[Edge, Edge] | None = None


Option = Kept | Recovered | Added


@dataclass(frozen=True)
class Family:
    """Options that differ only in the network and in which word takes which place.

    Attributes:
        words: to be added, in any order.
        networks: to choose from.
        extra: words besides, with their depths.
        load: control and word of a load that is moved in.
    """

    words: tuple[Edge, ...]
    networks: tuple[Network, ...]
    extra: Row = ()
    load: tuple[Edge, Edge] | None = None
    cost: int = 0

    @cached_property
    def depths(self) -> np.ndarray:
        """Delays of all networks, one a row, in ns."""
        import numpy as np

        return np.array([network.depths for network in self.networks])

    def options(self, arrival: Mapping[Edge, float]) -> Iterator[Added]:
        """Every network with the word that comes first where the delay is greatest."""
        words = tuple(sorted(self.words, key=lambda edge: arrival[edge]))
        for network in self.networks:
            row = (*zip(words, network.depths, strict=True), *self.extra)
            yield Added(row, network.cost + self.cost, words, network, self.load)


class Choices:
    """Options of every operator of one loop of a graph."""

    def __init__(
        self, graph: Graph, loop: frozenset[str], delays: DelayModel, loads: str = LOADS[0]
    ) -> None:
        self.graph = graph
        self.loads = loads
        self.delays = delays
        self.names = [name for name in graph.nodes if name in loop]
        self.loop = loop

    @cached_property
    def single(self) -> dict[str, list[Option]]:
        """By name, options that have no network to choose."""
        return {name: list(self._single(self.graph.nodes[name])) for name in self.names}

    @cached_property
    def families(self) -> dict[str, list[Family]]:
        """By name, options with networks."""
        return {name: list(self._families(self.graph.nodes[name])) for name in self.names}

    def _single(self, node: Node) -> Iterator[Option]:
        if node.op is not Op.SUM:
            delay = node_delay(node, self.delays)
            yield Kept(tuple((edge, delay) for edge in node.operands))
        elif node.name in self.shared:
            yield from self._recovered(node)

    @cached_property
    def shared(self) -> frozenset[str]:
        """Sums that only sums read, and more than one of them: of SHA-2, T1."""
        return frozenset(
            name
            for name in self.names
            if self.graph.nodes[name].op is Op.SUM
            and len(self.graph.consumers[name]) > 1
            and all(r.op is Op.SUM and not e.delay for e, r in self.graph.consumers[name])
        )

    def _recovered(self, node: Node) -> Iterator[Recovered]:
        for _, reader in self.graph.consumers[node.name]:
            others = [edge for edge in reader.operands if edge.source != node.name]
            if len(others) != 1:
                continue
            over = loads_over(self.graph, reader)
            words = Edge(over[0] if over else reader.name), others[0]
            row = tuple((word, self._adder(node)) for word in words)
            yield Recovered(row, *words)

    def _families(self, node: Node) -> Iterator[Family]:
        if node.op is Op.SUM:
            for words in self._word_lists(node):
                yield Family(words, self._networks(len(words), node))
        elif node.op is Op.SELECT:
            yield from self._loaded(node)

    def _networks(self, words: int, node: Node) -> tuple[Network, ...]:
        return networks(words, self._adder(node), self.delays.lut_ns)

    def _adder(self, node: Node) -> float:
        return round(self.delays.carry_ns(node.width), 6)

    def _word_lists(self, node: Node) -> Iterator[tuple[Edge, ...]]:
        """The operands, and those with shared sums among them opened."""
        taken = [edge for edge in node.operands if edge.source in self.shared and not edge.delay]
        for count in range(len(taken) + 1):
            for opened in combinations(taken, count):
                words: list[Edge] = []
                for edge in node.operands:
                    inner = self.graph.nodes[edge.source].operands
                    words += inner if edge in opened else (edge,)
                if len(words) < MOST_WORDS:
                    yield tuple(words)

    def _loaded(self, node: Node) -> Iterator[Family]:
        """The load in the sum it loads over: in its last carry-save adder, or where carry cells
        absorb a select, before its last adder."""
        control, word, edge = node.operands
        inner = self.graph.nodes[edge.source]
        if inner.op is not Op.SUM or inner.name not in self.loop or self.loads == LOADS[2]:
            return
        for words in self._word_lists(inner):
            kept = self._networks(len(words), inner)
            if self.loads != LOADS[0] or "select" not in self.delays.fused:
                kept = tuple(network for network in kept if is_compressed(network.item))
            if kept:
                below = self._adder(inner) + self.delays.lut_ns
                yield Family(
                    tuple(each.later(edge.delay) for each in words),
                    kept,
                    ((control, below), (word, below)),
                    load=(control, word),
                    cost=1,
                )


def is_compressed(item: Item) -> bool:
    """Whether a network ends in a carry-save adder and an adder of its two words."""
    if not isinstance(item, Sum):
        return False
    pair = item.first, item.second
    return all(isinstance(each, Compressed) for each in pair) and (
        pair[0].words == pair[1].words  # type: ignore[union-attr]
    )
