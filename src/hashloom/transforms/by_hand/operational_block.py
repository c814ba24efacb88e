"""An operational block with registers moved by hand: which operators are computed how early.

michail2012 divides a block into a post-computation and the pre-computation behind it: what is
computed before the register that ends a round's clock.  Here every operator has a number of
clocks by which it is computed early; 0 is the post-computation, 1 the pre-computation, 2 what
temporal pre-computation puts another clock ahead.  Moving an operator is retiming by hand: the
loads of the working variables move along, so that the values an initialization unit would have
to compute (equations 12 to 17) come out of the block itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from hashloom.dataflow.gates import gate_levels
from hashloom.dataflow.graph import Graph, Kind, Op
from hashloom.dataflow.timing import longest_path
from hashloom.transforms.by_hand.schedule import schedule_of
from hashloom.transforms.registers.retiming import apply_lags

_STAGE = re.compile(r"_s\d+(?=_|$)")
_HEADS = ("a", "e")
LOADS = (Op.SELECT, Op.TAP)


@dataclass(frozen=True)
class Block:
    """Operators with registers where the standard has variables, and how early each is computed.

    Attributes:
        graph: unfolded, not retimed.
        early: by node name, clocks before the clock of its round.
        prefetched: sums that stay in registers before they are read.
        added_later: clocks by which chaining words that are added come out of their memory after
            those that are loaded.
    """

    graph: Graph
    early: Mapping[str, int]
    prefetched: frozenset[str] = frozenset()
    added_later: int = 0

    @cached_property
    def resettled(self) -> Block:
        """The block with every register count legal."""
        return settled(self.graph, self.early, self.prefetched, self.added_later)

    @cached_property
    def placed(self) -> Graph:
        """The graph with its registers moved."""
        return apply_lags(self.graph, {name: -clocks for name, clocks in self.early.items()})

    @cached_property
    def levels(self) -> float:
        """Gate levels on the longest path between registers."""
        return longest_path(self.placed, gate_levels)[1]

    @cached_property
    def round_sums(self) -> frozenset[str]:
        """Operators of the rounds: neither schedule nor chaining addition, neither load."""
        outside = schedule_of(self.graph) | chaining_of(self.graph)
        return frozenset(
            name
            for name, node in self.graph.nodes.items()
            if name not in outside and node.op not in (*LOADS, Op.SOURCE, Op.SINK)
        )

    def is_head(self, name: str) -> bool:
        """Whether the node is a new value of sequence a or e."""
        node = self.graph.nodes[name]
        return node.op is Op.SUM and not node.role.age and node.role.sequence in _HEADS

    @cached_property
    def heads_before(self) -> Mapping[str, frozenset[str]]:
        """By node name, the new values of a and e that it depends on within its own clock."""
        found: dict[str, frozenset[str]] = {}
        for name in self.graph.order:
            below: set[str] = set()
            for edge in self.graph.nodes[name].operands:
                if edge.delay == 0:
                    below |= found[edge.source]
                    below |= {edge.source} if self.is_head(edge.source) else set()
            found[name] = frozenset(below)
        return found

    def twins(self, name: str) -> tuple[str, ...]:
        """The node and its copies in the other pipeline stages."""
        return self._by_plain_name[plain_name(name)]

    @cached_property
    def _by_plain_name(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for name in self.graph.nodes:
            key = plain_name(name)
            found[key] = (*found.get(key, ()), name)
        return found

    def with_early(self, changed: Mapping[str, int]) -> Block:
        """The block with some operators computed so early, and whatever they need before them."""
        return replace(self, early={**self.early, **changed}).resettled

    def advanced(self, names: Iterable[str]) -> Block:
        """The block with `names` computed a clock earlier."""
        return self.with_early({name: self.early[name] + 1 for name in names})

    def delayed(self, names: Iterable[str]) -> Block | None:
        """The block with `names` computed a clock later, None when their readers cannot wait."""
        early = {**self.early, **{name: self.early[name] - 1 for name in names}}
        for name in names:
            for edge, reader in self.graph.consumers[name]:
                if early[name] < early[reader.name] - edge.delay:
                    return None
        return replace(self, early=early)


def plain_name(name: str) -> str:
    """A node's name without its stage."""
    return _STAGE.sub("", name)


def in_order(graph: Graph) -> Block:
    """The block whose registers are where the standard has its variables.

    K and W come out of registers, as michail2012 section 5 has them: constants banks and the
    shift register of the schedule.  New chaining words are added behind the registers that hold
    the last round's values, and leave through registers.
    """
    early = dict.fromkeys(graph.nodes, 0)
    for node in graph.sinks():
        (total,) = node.operands
        read = graph.nodes[total.source].operands
        added = [edge for edge in read if graph.nodes[edge.source].op is not Op.SOURCE]
        early[total.source] = 0 if all(edge.delay for edge in added) else -1
        early[node.name] = early[total.source] - int(node.port.kind is Kind.RESULT)
        for edge in read:
            if graph.nodes[edge.source].op is Op.SOURCE and early[total.source]:
                early[edge.source] = early[total.source]
    return settled(graph, early)


def chaining_of(graph: Graph) -> frozenset[str]:
    """The sums that only sinks read."""
    return frozenset(
        name
        for name, readers in graph.consumers.items()
        if readers and all(reader.op is Op.SINK for _, reader in readers)
    )


def settled(
    graph: Graph,
    early: Mapping[str, int],
    prefetched: frozenset[str] = frozenset(),
    added_later: int = 0,
) -> Block:
    """The least early computation that keeps at least `early` and every register count legal."""
    found = dict(early)
    schedule = schedule_of(graph)
    memory = [node for node in graph.sources() if node.port.kind is Kind.STATE]
    together = [dict.fromkeys(schedule, 0)]
    together.append({n.name: added_later if n.port.stage else 0 for n in memory})
    needs = _needs(graph, schedule, prefetched)
    changed = True
    while changed:
        changed = False
        for source, reader, more in needs:
            if found[source] < found[reader] + more:
                found[source] = found[reader] + more
                changed = True
        for group in together:
            most = max((found[name] + later for name, later in group.items()), default=0)
            for name, later in group.items():
                changed |= found[name] != most - later
                found[name] = most - later
    return Block(graph, found, prefetched, added_later)


def _needs(
    graph: Graph, schedule: frozenset[str], prefetched: frozenset[str]
) -> list[tuple[str, str, int]]:
    """(source, reader, clocks by which the source is at least earlier than the reader)."""
    outside = chaining_of(graph) | {node.name for node in graph.sinks()}
    registered = prefetched | {n.name for n in graph.sources() if n.port.kind is Kind.CONSTANT}
    needs = []
    for edge, node in graph.edges():
        leaves = edge.source in schedule and node.name not in schedule
        if node.name not in outside:
            kept = int(leaves or edge.source in registered)
            needs.append((edge.source, node.name, kept - edge.delay))
    return needs
