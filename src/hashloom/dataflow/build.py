"""From a hash's recurrences to the graph of one round with its loads and chaining addition."""

from __future__ import annotations

from hashloom.dataflow.graph import Edge, Graph, Kind, Node, Op, Signal
from hashloom.hashes.model import Hash, Recurrence, Term

_LETTERS = {"a": "abcd", "e": "efgh"}


def round_graph(
    hash_: Hash,
    *,
    serial_load: bool,
    serial_chain: bool,
    head_load: bool = False,
    read_twice: bool = False,
) -> Graph:
    """One round an iteration, one message, every sum still with all its operands.

    `serial_load`: the chaining words enter sequences a and e one a round, in the four rounds
    before round 0; otherwise all eight are selected into the delay line in round 0.
    `head_load`: of these eight, the newest of each sequence are selected a round earlier, where
    the sequence begins, so that no select stands in the loop of one round.
    `serial_chain`: the chaining addition takes the last four values of a and e as they appear;
    otherwise all eight working variables are added after the last round, and with `read_twice`
    to chaining words that need not be there from when they were loaded.
    """
    builder = _Builder(hash_, serial_load, head_load)
    builder.schedule()
    builder.rounds()
    builder.loads()
    if serial_chain:
        builder.chain_serially()
    else:
        builder.chain_in_parallel(read_twice)
    first = -4 if serial_load else -1 if head_load else 0
    return Graph({n.name: n for n in builder.nodes}, hash_.word_bits, hash_.rounds, first)


class _Builder:
    """Collects the nodes of one round; each method adds one part of FIPS 180-4 section 6."""

    def __init__(self, hash_: Hash, serial_load: bool, head_load: bool) -> None:
        self.hash = hash_
        self.head_load = head_load
        self.serial_load = serial_load
        self.nodes: list[Node] = []

    @property
    def loaded_at_head(self) -> bool:
        """Whether a select stands where a and e begin."""
        return self.serial_load or self.head_load

    def add(
        self, name: str, op: Op, operands: tuple[Edge, ...], meaning: str, **more: object
    ) -> Edge:
        """Adds a word-wide node and returns an edge that reads it."""
        self.nodes.append(
            Node(name, op, operands, self.hash.word_bits, meaning, **more)  # type: ignore[arg-type]
        )
        return Edge(name)

    def source(self, name: str, kind: Kind, active: tuple[int, int], meaning: str) -> Edge:
        """Adds a source; the index or half of a chaining source is in its name."""
        half = name[-1] if kind is Kind.CHAIN else ""
        index = int(name[-1]) if kind is Kind.STATE else 0
        width = 1 if kind is Kind.CONTROL else self.hash.word_bits
        signal = Signal(kind, active, half, index)
        self.nodes.append(Node(name, Op.SOURCE, (), width, meaning, signal=signal))
        return Edge(name)

    def schedule(self) -> None:
        """W[t]: the block's words in the first sixteen rounds, then the recurrence."""
        words = self.hash.block_words
        control = self.source("load_W", Kind.CONTROL, (0, words), f"round is below {words}")
        block = self.source("M", Kind.MESSAGE, (0, words), "word t of the block")
        computed = self.recurrence(self.hash.schedule, "W_sum")
        self.add("W", Op.SELECT, (control, block, computed), "W[t]")
        previous = Edge("W")
        for age in range(1, words + 1):
            previous = self.add(f"W{age}", Op.TAP, (previous.later(1),), f"W[t-{age}]")

    def rounds(self) -> None:
        """T1, e and a of round t."""
        self.source("K", Kind.CONSTANT, (0, self.hash.rounds), "K[t]")
        for recurrence in self.hash.round:
            name = recurrence.sequence
            suffix = "" if name not in _LETTERS else "_sum" if self.loaded_at_head else "_new"
            self.recurrence(recurrence, name + suffix)

    def recurrence(self, recurrence: Recurrence, name: str) -> Edge:
        """A sum of terms."""
        operands = tuple(self.term(term) for term in recurrence.terms)
        meaning = {"W_sum": "W[t] by the recurrence"}.get(name, f"{recurrence.sequence}[t]")
        return self.add(name, Op.SUM, operands, meaning)

    def term(self, term: Term) -> Edge:
        """An operand of a sum: a word, or a function of words."""
        reads = tuple(self.read(name, age) for name, age in term.reads)
        if term.function == "value":
            return reads[0]
        arguments = ", ".join(edge.source for edge in reads)
        meaning = f"{term.label}({arguments})"
        more = {"rotations": term.rotations, "shifts": term.shifts}
        read_names = "".join(edge.source for edge in reads)
        return self.add(f"{term.label}_{read_names}", Op(term.function), reads, meaning, **more)

    def read(self, name: str, age: int) -> Edge:
        """The word a recurrence reads."""
        if name in _LETTERS:
            return Edge(_LETTERS[name][age - 1])
        return Edge(name if age == 0 else f"{name}{age}")

    def loads(self) -> None:
        """The working variables a to h, with the chaining value loaded."""
        if self.serial_load:
            control = self.source("load", Kind.CONTROL, (-4, 0), "round is below 0")
        else:
            control = self.source("load", Kind.CONTROL, (0, 1), "round is 0")
        for name, letters in _LETTERS.items():
            self.head(name, control)
            previous = Edge(f"{name}_new")
            for age, letter in enumerate(letters, start=1):
                delayed, meaning = previous.later(1), f"{name}[t-{age}]"
                if self.serial_load or (self.head_load and age == 1):
                    previous = self.add(letter, Op.TAP, (delayed,), meaning)
                else:
                    operands = (control, self.state(name, age, 0), delayed)
                    previous = self.add(letter, Op.SELECT, operands, meaning)

    def head(self, name: str, control: Edge) -> None:
        """The select where a sequence begins, if it has one."""
        if self.serial_load:
            active = (-4, self.hash.rounds)
            word = self.source(f"H_old_{name}", Kind.CHAIN, active, "H, serially")
        elif self.head_load:
            word = self.state(name, 1, -1)
            control = self.control("load_head", (-1, 0))
        else:
            return
        operands = (control, word, Edge(f"{name}_sum"))
        self.add(f"{name}_new", Op.SELECT, operands, f"{name}[t]")

    def state(self, name: str, age: int, when: int) -> Edge:
        """The chaining word loaded as the value of `age` rounds ago, in round `when`."""
        index = self.hash.chaining.index((name, age))
        meaning = f"H{index} of the block before"
        return self.source(f"H{index}", Kind.STATE, (when, when + 1), meaning)

    def chain_serially(self) -> None:
        """New chaining words, in the order in which the last four rounds deliver them."""
        active = (self.hash.rounds - 4, self.hash.rounds)
        for name in _LETTERS:
            if self.head_load:
                self.select_old_word(name)
            elif not self.serial_load:
                self.source(f"H_old_{name}", Kind.CHAIN, active, "H, serially")
            total = self.add(
                f"H_{name}_sum",
                Op.SUM,
                (Edge(f"{name}_new"), Edge(f"H_old_{name}")),
                f"{name}[t] + H, the new chaining word",
            )
            self.sink(f"out_{name}", total, Signal(Kind.RESULT, active, name))
            if self.head_load:
                self.keep_words(name, total)
            elif not self.serial_load:  # registers take the words of each half when they come
                self.sink(f"H_{name}", total, Signal(Kind.CHAIN, active, name))

    def select_old_word(self, name: str) -> None:
        """H_old: of the four words of a half, the one the last four rounds add to in turn."""
        last = self.hash.rounds
        newest = self.hash.chaining.index((name, 1))
        words = [Edge(f"H{newest + age}") for age in (3, 2, 1, 0)]
        pairs = []
        for pair, (older, newer) in enumerate((words[:2], words[2:])):
            first = last - 4 + 2 * pair
            control = self.control(f"add_H_{first}", (first, first + 1))
            operands = (control, older, newer)
            meaning = f"{older.source}, then {newer.source}"
            pairs.append(self.add(f"H_old_{name}_{pair}", Op.SELECT, operands, meaning))
        control = self.control(f"add_H_{last - 4}_{last - 3}", (last - 4, last - 2))
        self.add(f"H_old_{name}", Op.SELECT, (control, *pairs), "H, one word a round")

    def control(self, name: str, active: tuple[int, int]) -> Edge:
        """A control bit that both sequences share."""
        if name not in [node.name for node in self.nodes]:
            first, last = active[0], active[1] - 1
            when = f"{first}" if first == last else f"{first} to {last}"
            self.source(name, Kind.CONTROL, active, f"round is {when}")
        return Edge(name)

    def keep_words(self, name: str, total: Edge) -> None:
        """Each chaining register takes its new word in the round that delivers it."""
        newest = self.hash.chaining.index((name, 1))
        for age in range(4):
            when = self.hash.rounds - 1 - age
            signal = Signal(Kind.STATE, (when, when + 1), index=newest + age)
            self.sink(f"H{newest + age}_new", total, signal)

    def chain_in_parallel(self, read_twice: bool) -> None:
        """New chaining words, all eight after the last round."""
        active = (self.hash.rounds, self.hash.rounds + 1)
        again = "_again" if read_twice else ""
        for index, (name, age) in enumerate(self.hash.chaining):
            letters = _LETTERS[name]
            last = Edge(f"{name}_new" if age == 1 else letters[age - 2], 1)
            meaning = f"H{index} + {letters[age - 1]}, the new H{index}"
            old = Edge(f"H{index}{again}")
            if read_twice:
                signal = Signal(Kind.STATE, active, index=index)
                comment = f"H{index} of the block before"
                self.nodes.append(
                    Node(old.source, Op.SOURCE, (), self.hash.word_bits, comment, signal=signal)
                )
            total = self.add(f"H{index}_sum", Op.SUM, (old, last), meaning)
            self.sink(f"out_{index}", total, Signal(Kind.RESULT, active, index=index))

    def sink(self, name: str, word: Edge, signal: Signal) -> None:
        """Adds a sink."""
        node = Node(name, Op.SINK, (word,), self.hash.word_bits, "new chaining word", signal=signal)
        self.nodes.append(node)
