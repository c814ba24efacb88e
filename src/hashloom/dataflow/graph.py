"""The synchronous dataflow graph: word operators joined by edges that count registers.

Time in a graph is counted in iterations.  An unfolded graph does `unroll` rounds an iteration,
a C-slow graph takes `interleave` clocks an iteration, one for each context.  Rounds are numbered
from 0; the rounds before 0 are those in which chaining values are loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from hashloom.hashes.expressions import Formula


class Op(StrEnum):
    """Word-level operators; the operand order is that of the comment."""

    SOURCE = "source"  # no operands: a word or a control bit from outside the graph
    SINK = "sink"  # (word): a word that leaves the graph
    TAP = "tap"  # (word): a delayed value, an identity until pipelining gives it a load
    SUM = "sum"  # (word, word, ...): modulo 2^width
    DIFFERENCE = "difference"  # (word, word): first minus second, modulo 2^width
    PARITY = "parity"  # (word, word, word): sum word of a carry-save adder
    CARRY = "carry"  # (word, word, word): carry word of a carry-save adder, shifted left
    XOR = "xor"  # (word, word, ...)
    SIGMA = "sigma"  # (word): XOR of rotations and shifts
    CH = "ch"  # (word, word, word)
    MAJ = "maj"  # (word, word, word)
    BOOLEAN = "boolean"  # (control, ..., word, word, word): the formula of the controls' number
    SELECT = "select"  # (control, word if one, word if zero)
    GATE = "gate"  # (control, word): zero while the control is one, else the word


@dataclass(frozen=True)
class Edge:
    """What an operand reads: the output of `source`, `delay` registers ago."""

    source: str
    delay: int = 0

    def later(self, registers: int) -> Edge:
        """The same value `registers` registers further on."""
        return Edge(self.source, self.delay + registers)


class Kind(StrEnum):
    """What a source or sink carries."""

    CONTROL = "control"  # one bit, one during the rounds `active`, or those `chosen`
    MESSAGE = "message"  # a word of the block that round t takes
    CONSTANT = "constant"  # K[t], or another one of the round
    STATE = "state"  # chaining word `index`, the same in every round
    CHAIN = "chain"  # chaining words of a sequence one after another, the oldest first
    MEMORY = "memory"  # a word of a memory that holds all that a folded round works on
    RESULT = "result"  # new chaining words that leave, one after another or word `index`


@dataclass(frozen=True)
class Signal:
    """Meaning of a source or sink: at iteration i it belongs to round `stride` * i + `lane`.

    Attributes:
        kind: see Kind.
        active: rounds in which it matters, [first, beyond), in the stage's own count.
        sequence: whose chaining words these are, or the name of a constant.
        words: of chaining words one after another, those of ages 1, 2, and so on; of message
            words, those of the block that the active rounds take.
        index: chaining word otherwise.
        chosen: rounds, in the hash's own count, of a control bit that is not a range of rounds.
        stride, lane: set by unfolding.
        stage: pipeline stage that owns it; that stage's round 0 is round `first_round`.
        first_round: of the stage, in the hash's own count.
    """

    kind: Kind
    active: tuple[int, int]
    sequence: str = ""
    words: tuple[int, ...] = ()
    index: int = 0
    chosen: tuple[int, ...] | None = None
    stride: int = 1
    lane: int = 0
    stage: int = 0
    first_round: int = 0

    @property
    def iterations(self) -> tuple[int, int]:
        """Iterations [first, beyond) whose round is active."""
        first, beyond = (-((self.lane - t) // self.stride) for t in self.active)
        return first, max(first, beyond)

    def round_at(self, iteration: int) -> int:
        """Round, in the stage's own count, that `iteration` computes."""
        return self.stride * iteration + self.lane

    def is_one(self, iteration: int) -> bool:
        """Whether a control bit is one at `iteration`."""
        t = self.round_at(iteration)
        if self.chosen is not None:
            return t + self.first_round in self.chosen
        return self.active[0] <= t < self.active[1]

    def message_word(self, iteration: int) -> int | None:
        """Which word of the block a message source carries at `iteration`; None for none."""
        place = self.round_at(iteration) - self.active[0]
        return self.words[place] if 0 <= place < len(self.words) else None

    def chaining_word(self, iteration: int) -> int | None:
        """Which chaining word a signal of chaining words carries at `iteration`; None for none.

        Words one after another are loaded in the last rounds before round 0, and added in the
        last ones before the first that is not active.
        """
        if not self.words:
            return self.index
        t = self.round_at(iteration)
        age = (0 if t < 0 else self.active[1]) - t
        return self.words[age - 1] if 1 <= age <= len(self.words) else None


@dataclass(frozen=True)
class Role:
    """What a node is to the hash.

    Attributes:
        sequence: whose value its output is, empty where it is none's.
        age: rounds ago.
        computed: whether it is the value by the recurrence, over which another one is loaded.
        lane: round of the iteration.
        stage: of the pipeline.
    """

    sequence: str = ""
    age: int = 0
    computed: bool = False
    lane: int = 0
    stage: int = 0

    @property
    def place(self) -> Role:
        """Lane and stage alone."""
        return Role(lane=self.lane, stage=self.stage)


@dataclass(frozen=True)
class Node:
    """An operator.  `meaning` says to people what its output is, in the standard's letters.

    `formulas` are those of a Boolean function, one for each number that its controls can be, the
    last control being the lowest bit.
    """

    name: str
    op: Op
    operands: tuple[Edge, ...]
    width: int
    meaning: str = ""
    rotations: tuple[int, ...] = ()
    shifts: tuple[int, ...] = ()
    formulas: tuple[Formula, ...] = ()
    role: Role = Role()
    signal: Signal | None = None
    # Of a SUM: the function its carry cells compute of all operands but the first.  Of PARITY or
    # CARRY: the gate or select around it, whose other operands come first.
    absorbed: Op | None = None

    @property
    def is_wire(self) -> bool:
        """Whether it moves bits and computes nothing."""
        return self.op is Op.SIGMA and len(self.rotations) + len(self.shifts) == 1

    @property
    def port(self) -> Signal:
        """The signal of a source or sink."""
        if self.signal is None:
            raise TypeError(f"{self.name} is neither a source nor a sink.")
        return self.signal


@dataclass(frozen=True)
class Graph:
    """Nodes by name, with the numbers that give iterations their meaning.

    Attributes:
        nodes: every operator; the order has no meaning but is kept, so that output is stable.
        rounds: rounds one stage computes for a block.
        first: first round, 0, or negative when chaining values are loaded serially.
        unroll, interleave, stages: rounds an iteration, clocks an iteration, copies of the round.
        lags: clocks by which retiming has delayed each node's output.
        variables: what the names in meanings stand for: sequence and age, in rounds.
        gapless: whether no iteration passes that is none of a block's rounds.
    """

    nodes: Mapping[str, Node]
    word_bits: int
    rounds: int
    first: int
    unroll: int = 1
    interleave: int = 1
    stages: int = 1
    lags: Mapping[str, int] = field(default_factory=dict)
    variables: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    gapless: bool = False

    @property
    def first_iteration(self) -> int:
        """Iteration that holds the first round: 0, or negative when values are loaded serially."""
        return self.first // self.unroll

    @property
    def iterations(self) -> int:
        """Iterations of rounds a stage needs for a block."""
        return self.rounds // self.unroll

    def lag(self, name: str) -> int:
        """Clocks by which retiming has delayed the output of node `name`."""
        return self.lags.get(name, 0)

    def sources(self) -> Iterator[Node]:
        """Sources, in order."""
        return (node for node in self.nodes.values() if node.op is Op.SOURCE)

    def sinks(self) -> Iterator[Node]:
        """Sinks, in order."""
        return (node for node in self.nodes.values() if node.op is Op.SINK)

    def edges(self) -> Iterator[tuple[Edge, Node]]:
        """Every (edge, consumer)."""
        for node in self.nodes.values():
            for edge in node.operands:
                yield edge, node

    @cached_property
    def consumers(self) -> Mapping[str, tuple[tuple[Edge, Node], ...]]:
        """By node name, the (edge, consumer) pairs that read it."""
        found: dict[str, list[tuple[Edge, Node]]] = {name: [] for name in self.nodes}
        for edge, node in self.edges():
            found[edge.source].append((edge, node))
        return {name: tuple(pairs) for name, pairs in found.items()}

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Names so that every node follows what it reads in the same clock.

        Raises ValueError when a loop of the graph holds no register.
        """
        waiting = {
            name: sum(edge.delay == 0 for edge in node.operands)
            for name, node in self.nodes.items()
        }
        ready = [name for name, count in waiting.items() if count == 0]
        done: list[str] = []
        while ready:
            name = ready.pop()
            done.append(name)
            for edge, consumer in self.consumers[name]:
                if edge.delay == 0:
                    waiting[consumer.name] -= 1
                    if waiting[consumer.name] == 0:
                        ready.append(consumer.name)
        if len(done) < len(self.nodes):
            stuck = sorted(set(self.nodes) - set(done))
            raise ValueError(f"A loop without a register passes through {', '.join(stuck[:6])}.")
        return tuple(done)

    @cached_property
    def loops(self) -> tuple[frozenset[str], ...]:
        """The strongly connected parts with more than one node: the round and the schedule."""
        # Here, because they take longer to load than all else that a command line needs at first.
        import numpy as np
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import connected_components

        names = list(self.nodes)
        index = {name: i for i, name in enumerate(names)}
        pairs = [(index[edge.source], index[node.name]) for edge, node in self.edges()]
        rows, columns = zip(*pairs, strict=True)
        matrix = csr_array((np.ones(len(pairs)), (rows, columns)), shape=(len(names),) * 2)
        _, labels = connected_components(matrix, connection="strong")
        parts: dict[int, set[str]] = {}
        for name, label in zip(names, labels, strict=True):
            parts.setdefault(int(label), set()).add(name)
        return tuple(frozenset(part) for part in parts.values() if len(part) > 1)

    def loop_of(self, name: str) -> frozenset[str]:
        """The loop that node `name` is part of, empty when it is in none."""
        return next((loop for loop in self.loops if name in loop), frozenset())

    @cached_property
    def registers(self) -> Mapping[str, int]:
        """By node name, the length in registers of the delay line its consumers share."""
        return {
            name: max((edge.delay for edge, _ in pairs), default=0)
            for name, pairs in self.consumers.items()
        }

    def register_bits(self) -> int:
        """Register bits of all delay lines together."""
        return sum(self.nodes[name].width * length for name, length in self.registers.items())

    def with_nodes(self, nodes: Iterable[Node]) -> Graph:
        """The same graph with other nodes."""
        return replace(self, nodes={node.name: node for node in nodes})

    def updated(self, *changed: Node) -> Graph:
        """The same graph with some nodes replaced or added."""
        return replace(self, nodes={**self.nodes, **{node.name: node for node in changed}})

    def map_edges(self, change: Callable[[Edge], Edge]) -> Graph:
        """The same graph with every edge passed through `change`."""
        return self.with_nodes(
            replace(node, operands=tuple(change(edge) for edge in node.operands))
            for node in self.nodes.values()
        )
