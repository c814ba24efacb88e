"""Chaining words added in the loop: no clock between two blocks of a message.

The chaining addition of a block and the load of the next one are one thing: the rounds of the next
block go on with the last words of this one, to each of which a chaining word has been added.  What
else begins a block, a new message or one that comes late, goes through the same adders: its words
are added to zeros, in the rounds before round 0.

The sums of all but the newest word of a sequence are made beside the loop, of which they have the
time until the next block's rounds read them.  The newest one has no time at all: its chaining word
is an operand of the last round's own sum, known long before, so that this round makes the new
chaining word itself (the word without it is read by nobody).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hashloom.dataflow.graph import Edge, Graph, Kind, Node, Op, Role, Signal
from hashloom.hashes import Hash
from hashloom.transforms.simplification import drop_unread


def load_by_addition(graph: Graph, hash_: Hash) -> Graph:
    """The round with load at the head, whose chaining words are now added in the loop.

    A round before its own words a sequence may carry the newest word of another one, if its
    oldest word is an operand of that one's sum: of SHA-2, e[63] + H4 is T1 + (a[59] + H4).
    """
    return _Change(graph, hash_).graph()


def chaining_words_early(graph: Graph) -> Graph:
    """Chaining words of the sums of the loop move to where nobody waits for them.

    Of a sum that takes a word and what was added to it, the latter becomes an operand of its own,
    which is known early, where T1 is recovered with that word: this loop is longest.  What a sum
    adds to T1 is subtracted from what T1 is recovered by.
    """
    nodes = dict(graph.nodes)
    for node in graph.nodes.values():
        if node.op is Op.SUM and len(node.operands) > 2:
            operands = [part for edge in node.operands for part in _apart(graph, edge)]
            nodes[node.name] = _moved_into_difference(nodes, replace(node, operands=(*operands,)))
    return graph.with_nodes(nodes.values())


def _apart(graph: Graph, edge: Edge) -> tuple[Edge, ...]:
    """A word of an earlier round and the chaining word that has been added to it."""
    node = graph.nodes[edge.source]
    recovering = any(reader.op is Op.DIFFERENCE for _, reader in graph.consumers[node.name])
    if node.op is not Op.TAP or edge.delay or not recovering:
        return (edge,)
    total = node.operands[0]
    found = graph.nodes[total.source]
    if found.op is not Op.SUM or not total.delay:
        return (edge,)
    return tuple(each.later(total.delay) for each in found.operands)


def _moved_into_difference(nodes: dict[str, Node], node: Node) -> Node:
    """The sum without the last round's chaining word, which the difference it takes has got."""
    late = [e for e in node.operands if e.source.endswith(_LAST)]
    taken = [nodes[e.source] for e in node.operands if nodes[e.source].op is Op.DIFFERENCE]
    if not late or not taken:
        return node
    (difference,), (word,) = taken, late
    first, second = difference.operands
    less = Node(
        f"{second.source}_less_{word.source}",
        Op.DIFFERENCE,
        (second, word),
        node.width,
        f"{nodes[second.source].meaning} - {nodes[word.source].meaning}",
    )
    nodes[less.name] = less
    nodes[difference.name] = replace(difference, operands=(first, Edge(less.name)))
    return replace(node, operands=tuple(e for e in node.operands if e is not word))


_LAST = "_last"  # behind the name of a chaining word: in the last round, 0 before


@dataclass(frozen=True)
class _Addition:
    """A chaining word that is added to the word of a round so many before the end, negative."""

    when: int
    index: int


class _Change:
    """What the change consists of, as nodes in place of those of load at the head."""

    def __init__(self, graph: Graph, hash_: Hash) -> None:
        self.before = graph
        self.hash = hash_
        self.nodes: dict[str, Node] = {}
        self.additions = {name: list(self._own(name)) for name in hash_.sequences}
        self.carried: set[str] = set()
        for name, words in hash_.sequences.items():
            receiver = self._receiver(name)
            if receiver is not None:
                self.carried.add(receiver)
                newest = hash_.sequences[receiver][0]
                self.additions[name].insert(0, _Addition(-len(words) - 1, newest))

    def _own(self, name: str) -> Iterator[_Addition]:
        """A sequence's own chaining words without the newest, the oldest first."""
        words = self.hash.sequences[name]
        for age in range(len(words), 1, -1):
            yield _Addition(-age, words[age - 1])

    def _receiver(self, name: str) -> str | None:
        """The sequence whose sum takes the oldest word of this one as it is."""
        oldest = self._letter(name, len(self.hash.sequences[name]))
        readers = [
            node.role.sequence
            for edge, node in self.before.consumers[oldest]
            if node.op is Op.SUM and not edge.delay
        ]
        return next((n for n in readers if n in self.hash.sequences and n != name), None)

    def _letter(self, name: str, age: int) -> str:
        """The working variable with the word of a sequence of `age` rounds ago."""
        nodes = self.before.nodes.values()
        return next(n.name for n in nodes if (n.role.sequence, n.role.age) == (name, age))

    # ---- the graph ------------------------------------------------------------------------

    def graph(self) -> Graph:
        """The changed graph."""
        for name in self.hash.sequences:
            self._value_of_round(name)
            self._sum(name)
            self._letters(name)
        changed = self.before.updated(*self.nodes.values())
        return drop_unread(replace(changed, first=-self.hash.depth))

    def _add(
        self, name: str, op: Op, operands: tuple[Edge, ...], meaning: str, role: Role | None = None
    ) -> Edge:
        role = role or Role()
        self.nodes[name] = Node(name, op, operands, self.hash.word_bits, meaning, role=role)
        return Edge(name)

    def _control(self, name: str, rounds: Sequence[int], meaning: str) -> Edge:
        """A control bit that is one in some rounds of all, those before round 0 among them."""
        active = (-self.hash.depth, self.hash.rounds)
        signal = Signal(Kind.CONTROL, active, chosen=tuple(rounds))
        self.nodes[name] = Node(name, Op.SOURCE, (), 1, meaning, signal=signal)
        return Edge(name)

    def _during(self, name: str, active: tuple[int, int], meaning: str) -> Edge:
        """A control bit that is one in a range of rounds."""
        signal = Signal(Kind.CONTROL, active)
        self.nodes[name] = Node(name, Op.SOURCE, (), 1, meaning, signal=signal)
        return Edge(name)

    def _word(self, index: int, when: int) -> Edge:
        """A chaining word that is read in round `when` first: before round 0, or at the end."""
        signal = Signal(Kind.STATE, (when, when + 1), self.hash.chaining[index][0], index=index)
        meaning, name = f"H{index} of the block before", f"H{index}{'_again' if when > 0 else ''}"
        self.nodes[name] = Node(name, Op.SOURCE, (), self.hash.word_bits, meaning, signal=signal)
        return Edge(name)

    def _value_of_round(self, name: str) -> None:
        """What a round makes, over which zeros and the newest chaining word are loaded."""
        depth, last = self.hash.depth, self.hash.rounds - 1
        index = self.hash.sequences[name][0]
        newest = self._word(index, -1)
        total = self.before.nodes[f"{name}_sum"]
        if name not in self.carried:
            gate = self._during("before_last", (-depth, last), f"round is below {last}")
            meaning = f"{newest.source} in the last round, 0 before"
            operands = (gate, self._word(index, last))
            late = self._add(f"{newest.source}{_LAST}", Op.GATE, operands, meaning)
            self.nodes[total.name] = replace(total, operands=(*total.operands, late))
        zero = self._during("load_zero", (-depth, -1), f"round is {-depth} to -2")
        meaning = f"{newest.source} in the round before round 0, 0 before"
        head = self._add(f"{newest.source}_head", Op.GATE, (zero, newest), meaning)
        load = self._during("load_head", (-depth, 0), "round is below 0")
        value = self.before.nodes[f"{name}_new"]
        self.nodes[value.name] = replace(value, operands=(load, head, Edge(total.name)))

    def _sum(self, name: str) -> None:
        """What a round makes and the chaining word that is added to it, 0 in most rounds."""
        additions = self.additions[name]
        due = [t for each in additions for t in self._rounds(each)]
        others = [t for t in range(-self.hash.depth, self.hash.rounds) if t not in due]
        text = ", ".join(str(t) for t in sorted(due))
        idle = self._control(f"no_H_{name}", others, f"round is none of {text}")
        words = self._in_turn(name, additions)
        said = ", ".join(f"H{each.index}" for each in additions)
        added = self._add(f"H_old_{name}", Op.GATE, (idle, words), f"{said} in turn, else 0")
        value = Edge(f"{name}_new")
        self._add(f"H_{name}_sum", Op.SUM, (value, added), f"{name}[t], in the last rounds + H")

    def _rounds(self, each: _Addition) -> list[int]:
        """Rounds in which a chaining word is added: before the end, and before round 0."""
        end = self.hash.rounds + each.when
        return [each.when, end] if each.when >= -self.hash.depth else [end]

    def _in_turn(self, name: str, additions: Sequence[_Addition]) -> Edge:
        """Chaining words one after another, a round each."""
        if len(additions) == 1:
            return self._word(additions[0].index, self._rounds(additions[0])[0])
        half = len(additions) // 2
        first, second = additions[:half], additions[half:]
        pair = (self._in_turn(name, first), self._in_turn(name, second))
        said = [f"H{each.index}" for each in first]
        rounds = [t for each in first for t in self._rounds(each)]
        text = ", ".join(str(t) for t in sorted(rounds))
        control = self._control(f"add_{'_'.join(said)}", rounds, f"round is one of {text}")
        words = "_".join(f"H{each.index}" for each in additions)
        meaning = ", then ".join(f"H{each.index}" for each in additions)
        return self._add(f"old_{words}", Op.SELECT, (control, *pair), meaning)

    def _letters(self, name: str) -> None:
        """The working variables.  In round 0 they are the sums; the oldest one always is."""
        total, count = Edge(f"H_{name}_sum"), len(self.hash.sequences[name])
        previous = Edge(f"{name}_new")
        for age in range(1, count + 1):
            letter = self.before.nodes[self._letter(name, age)]
            operands: tuple[Edge, ...] = (previous.later(1),)
            op = Op.TAP
            if age == count > 1:
                operands = (total.later(age),)
            elif age > 1:
                load = self._during("load", (0, 1), "round is 0")
                op, operands = Op.SELECT, (load, total.later(age), *operands)
            self.nodes[letter.name] = replace(letter, op=op, operands=operands)
            previous = Edge(letter.name)
