"""Blocks that begin in the clock in which they come: michail2012 section 7.9.

What a stage's pre-computation reads of the clocks before round 0 is formed from the block and the
chaining value in that clock itself, as the paper's initialization unit does (equations 12 to 17),
and selected in front of the first stage.  The words of the block turn in one register a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from hashloom.dataflow.graph import Edge, Graph, Kind, Node, Op, Role, Signal
from hashloom.hashes import Hash
from hashloom.transforms.by_hand.schedule import schedule_of
from hashloom.transforms.simplification import drop_unread

START = "start"  # source: a block begins in this clock
NEVER = "never"  # source: it would have begun before it came
_WIDE = Signal(Kind.MEMORY, (0, 1))  # of what the engine's own registers and ports hold


@dataclass(frozen=True)
class BlockGraph:
    """A graph whose blocks begin at once.

    Attributes:
        graph: lags are clocks behind the one in which a stage's slot begins.
        names: by name of a source, what it is: its text is the writer's.
    """

    graph: Graph
    names: Mapping[str, Supplied]


@dataclass(frozen=True)
class Supplied:
    """What a source of a block graph reads.

    Attributes:
        what: "begun", "block", "turning", "constant", "state" or "added".
        number: clocks since the block began; word of the block; row behind the first one; the
            constant; chaining word.
        lane: word of a row that turns.
    """

    what: str
    number: int
    lane: int = 0


def begin_at_once(graph: Graph, hash_: Hash) -> BlockGraph:
    """The graph of an engine compiled by hand, whose blocks begin in the clock in which they come.

    The first stage's rounds have to be those that read the words of the block.
    """
    return _Change(graph, hash_).made()


@dataclass
class _Change:
    """The nodes of the new graph, as they are made."""

    graph: Graph
    hash: Hash
    nodes: dict[str, Node] = field(default_factory=dict)
    names: dict[str, Supplied] = field(default_factory=dict)
    lags: dict[str, int] = field(default_factory=dict)

    @property
    def start(self) -> int:
        """Lag of the pre-computation, which is done in the clock in which a block begins."""
        loads = (
            self.graph.lag(node.name)
            for node in self.graph.nodes.values()
            if node.op is Op.SELECT and _stage(node) == 0 and self._state(node) is not None
        )
        return max(loads)

    def made(self) -> BlockGraph:
        start, schedule = self.start, schedule_of(self.graph)
        for node in self.graph.nodes.values():
            if node.name in schedule and not _stage(node):
                continue  # the first stage's rounds read the words of the block alone
            if node.name in self._at_once:
                self._form_at_once(node)
            elif node.op is not Op.SOURCE:
                operands = tuple(self._read(edge, node) for edge in node.operands)
                self.nodes[node.name] = replace(node, operands=operands)
            elif node.port.kind is Kind.CONSTANT:
                self.nodes[node.name] = node
            self.lags.setdefault(node.name, self.graph.lag(node.name) - start)
        made = replace(self.graph.with_nodes(self.nodes.values()), lags=self.lags)
        made = drop_unread(made.map_edges(self._without_idle_loads))
        return BlockGraph(made, {n: s for n, s in self.names.items() if n in made.nodes})

    @cached_property
    def _at_once(self) -> Mapping[str, list[Edge]]:
        """Sums of the pre-computation that block and chaining value give alone, and of what.

        They are formed beside those of the rounds, so that the longest path does not begin with
        the initial values that they take.
        """
        found = {}
        for name, node in self.graph.nodes.items():
            if node.op is Op.SUM and not _stage(node) and self.graph.lag(name) == self.start:
                terms = self._terms(name, 0)
                if terms is not None and self._reads_early(node):
                    found[name] = terms
        return found

    @cached_property
    def _of_rounds(self) -> frozenset[str]:
        """Nodes that nothing reads but those sums: what they give as a block begins is not used."""
        found = set(self._at_once)
        for name in reversed(self.graph.order):
            readers = self.graph.consumers[name]
            if readers and all(not e.delay and reader.name in found for e, reader in readers):
                found.add(name)
        return frozenset(found)

    def _reads_early(self, node: Node) -> bool:
        """Whether it takes what was formed in a clock before, itself or in a carry-save adder."""
        for edge in node.operands:
            at = self.start - edge.delay - self.graph.lag(edge.source)
            source = self.graph.nodes[edge.source]
            if edge.delay and at >= 0:
                return True
            if source.op in (Op.PARITY, Op.CARRY) and self._reads_early(source):
                return True
        return False

    def _form_at_once(self, node: Node) -> None:
        """A sum of the rounds, or that of the block that begins."""
        rounds = f"{node.name}_round"
        operands = tuple(self._read(edge, node) for edge in node.operands)
        self.nodes[rounds] = replace(node, name=rounds, operands=operands)
        self.lags[rounds] = 0
        first = self._sum(node, self._at_once[node.name], 0)
        choice = (self._begun(0), first, Edge(rounds))
        self.nodes[node.name] = replace(node, op=Op.SELECT, operands=choice)

    def _terms(self, name: str, at: int) -> list[Edge] | None:
        """What a sum of the first stage adds at an iteration, of block and chaining value alone;
        None where it takes more."""
        node = self.graph.nodes[name]
        if node.op is Op.SOURCE:
            return [self._initial(name, at)]
        if node.op is Op.SELECT:
            control = self.graph.nodes[node.operands[0].source].port
            taken = [node.operands[1 if control.is_one(at) else 2]]
        elif node.op is Op.SUM:
            taken = list(node.operands)
            inner = self.graph.nodes[taken[0].source]
            if inner.op is Op.PARITY:  # and the other one is its carry word
                node, taken = inner, list(inner.operands)
        else:
            inputs = [self._terms_of(edge, node, at) for edge in node.operands]
            alone = all(terms is not None and len(terms) == 1 for terms in inputs)
            return [self._initial(name, at)] if alone else None
        found = [self._terms_of(edge, node, at) for edge in taken]
        if any(terms is None for terms in found):
            return None
        return [term for terms in found for term in terms or ()]

    def _terms_of(self, edge: Edge, reader: Node, at: int) -> list[Edge] | None:
        lag = self.graph.lag
        before = at - edge.delay + lag(reader.name) - lag(edge.source)
        return self._terms(edge.source, before) if before >= 0 else None

    def _sum(self, node: Node, terms: list[Edge], at: int) -> Edge:
        """Words added by carry-save adders and one adder behind them, functions last."""
        level = 0
        words = sorted(terms, key=lambda edge: self.nodes[edge.source].op is not Op.SOURCE)
        while len(words) > 2:
            level, left = level + 1, []
            for place in range(0, len(words), 3):
                three = tuple(words[place : place + 3])
                left += self._saved(node, three, at, f"{level}_{place // 3}")
            words = left
        made = f"{node.name}_of_{at}"
        meaning = f"{node.meaning}, of the block that begins"
        self.nodes[made] = Node(
            made, Op.SUM, tuple(words), node.width, meaning, role=node.role.place
        )
        self.lags[made] = 0
        return Edge(made)

    def _saved(self, node: Node, three: tuple[Edge, ...], at: int, place: str) -> list[Edge]:
        """The two words of a carry-save adder, or what there is where there are not three."""
        if len(three) < 3:
            return list(three)
        found = []
        for op, text, what in ((Op.PARITY, "ps", "sum"), (Op.CARRY, "sc", "carry")):
            name = f"{node.name}_of_{at}_{place}_{text}"
            meaning = f"{what} word for {node.name} of the block that begins"
            self.nodes[name] = Node(name, op, three, node.width, meaning, role=node.role.place)
            self.lags[name] = 0
            found.append(Edge(name))
        return found

    def _without_idle_loads(self, edge: Edge) -> Edge:
        """Past the selects of the first stage that would load before a block has begun."""
        node = self.nodes.get(edge.source)
        if node is None or node.op is not Op.SELECT or node.operands[0].source != NEVER:
            return edge
        return self._without_idle_loads(node.operands[2].later(edge.delay))

    def _state(self, node: Node) -> Node | None:
        """The chaining word that a select loads, None for others."""
        source = self.graph.nodes[node.operands[1].source]
        is_state = source.op is Op.SOURCE and source.port.kind is Kind.STATE
        return source if is_state else None

    def _read(self, edge: Edge, reader: Node) -> Edge:
        """What a node of the new graph reads for an operand."""
        source = self.graph.nodes[edge.source]
        if source.op is Op.SOURCE and source.port.kind is not Kind.CONSTANT:
            return self._source(edge, source)
        if source.role.sequence == "W" and _stage(source) == 0:
            return self._word(edge, reader)
        if reader.op is Op.SINK:
            return Edge(edge.source)
        if any(self.graph.nodes[e.source].op is Op.SOURCE for e in reader.operands) and (
            self._adds_chaining(reader)
        ):
            return Edge(edge.source, edge.delay - 1)
        return self._early(edge, reader)

    def _adds_chaining(self, node: Node) -> bool:
        readers = self.graph.consumers[node.name]
        return all(reader.op is Op.SINK for _, reader in readers) and bool(readers)

    def _source(self, edge: Edge, source: Node) -> Edge:
        """A control bit as clocks since the block began, a chaining word where it is then."""
        signal = source.port
        if signal.kind is Kind.CONTROL:
            clocks = self.graph.iterations * signal.stage
            clocks += self.graph.lag(source.name) + edge.delay - self.start
            return self._begun(clocks)
        if signal.kind is Kind.STATE:
            what = "added" if signal.stage else "state"
            return self._supplied(source.name, Supplied(what, signal.index), source)
        raise ValueError(f"Nothing is known of {source.name} when a block begins.")

    def _begun(self, clocks: int) -> Edge:
        """A bit: a block began so many clocks ago."""
        name = START if clocks == 0 else f"{START}_{clocks}" if clocks > 0 else NEVER
        meaning = "a block begins"
        return self._supplied(name, Supplied("begun", clocks), width=1, meaning=meaning)

    def _word(self, edge: Edge, reader: Node) -> Edge:
        """A word of the first stage's schedule, from where it turns.

        A row is so many clocks from the front as its rounds are behind those that begin.
        """
        lane = self.graph.nodes[edge.source].role.lane
        rows = self.graph.iterations
        at = self.start - edge.delay - self.graph.lag(edge.source)  # iteration, as a block begins
        place = (at + 1) % rows
        name = f"W_turn_{place}_{lane}"
        meaning = f"word {lane} of the row {place} behind the front"
        turning = self._supplied(
            name, Supplied("turning", place, lane), width=self.hash.word_bits, meaning=meaning
        )
        if _stage(reader):
            return turning
        return self._chosen(edge.source, at, self._initial(edge.source, at), turning)

    def _early(self, edge: Edge, reader: Node) -> Edge:
        """What the first stage reads of the clocks before: in the first one, formed at once."""
        source = self.graph.nodes[edge.source]
        at = self.start - edge.delay - self.graph.lag(edge.source)
        if _stage(source) or _stage(reader) or not edge.delay or at < 0:
            return edge
        if reader.name in self._of_rounds:
            return edge
        if edge.delay > 1:
            raise ValueError(f"{source.name} is kept for {edge.delay} clocks.")
        if source.op is Op.SOURCE:  # K, whose row waits for the block instead
            self.lags[source.name] = self.graph.lag(source.name) - self.start + edge.delay
            return Edge(edge.source)
        return self._chosen(edge.source, at, self._initial(edge.source, at), edge)

    def _chosen(self, name: str, at: int, first: Edge, later: Edge) -> Edge:
        """`first` in the clock in which a block begins, else `later`."""
        chosen = f"{name}_{at}_chosen"
        if chosen not in self.nodes:
            source = self.nodes.get(name) or self.graph.nodes[name]
            operands = (self._begun(0), first, later)
            meaning = f"{source.meaning}, or that of the block that begins"
            self.nodes[chosen] = Node(
                chosen, Op.SELECT, operands, source.width, meaning, role=Role(lane=source.role.lane)
            )
            self.lags[chosen] = 0
        return Edge(chosen)

    def _initial(self, name: str, at: int) -> Edge:
        """What a node of the first stage gives at an iteration, out of block and chaining value."""
        node = self.graph.nodes[name]
        bits = self.hash.word_bits
        if node.op is Op.SOURCE:
            signal = node.port
            if signal.kind is Kind.MESSAGE:
                word = signal.message_word(at)
                assert word is not None
                return self._supplied(
                    f"M_{word}", Supplied("block", word), width=bits, meaning=f"M[{word}]"
                )
            if signal.kind is Kind.CONSTANT:
                t = signal.first_round + signal.round_at(at)
                return self._supplied(
                    f"K_{t}",
                    Supplied("constant", self.hash.constants[t]),
                    width=bits,
                    meaning=f"K[{t}]",
                )
            return self._source(Edge(name), node)
        if node.op is Op.SELECT:
            control = self.graph.nodes[node.operands[0].source].port
            return self._initial_of(node.operands[1 if control.is_one(at) else 2], node, at)
        made = f"{name}_of_{at}"
        terms = self._terms(name, at) if node.op is Op.SUM else None
        if terms is not None and made not in self.nodes:
            return self._sum(node, terms, at)
        if made not in self.nodes:
            operands = tuple(self._initial_of(edge, node, at) for edge in node.operands)
            self.nodes[made] = replace(
                node,
                name=made,
                operands=operands,
                meaning=f"{node.meaning}, of the block that begins",
            )
            self.lags[made] = 0
        return Edge(made)

    def _initial_of(self, edge: Edge, reader: Node, at: int) -> Edge:
        """The same of an operand, which belongs to the same iteration or to one before."""
        lag = self.graph.lag
        return self._initial(edge.source, at - edge.delay + lag(reader.name) - lag(edge.source))

    def _supplied(
        self,
        name: str,
        what: Supplied,
        node: Node | None = None,
        *,
        width: int = 0,
        meaning: str = "",
    ) -> Edge:
        if node is None:
            node = Node(name, Op.SOURCE, (), width, meaning)
        self.nodes[name] = replace(node, signal=_WIDE)
        self.names[name] = what
        self.lags.setdefault(name, 0)
        return Edge(name)


def _stage(node: Node) -> int:
    """The pipeline stage of a node."""
    return node.signal.stage if node.signal is not None else node.role.stage
