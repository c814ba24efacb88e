"""From a hash's recurrences to the graph of one round with its loads and chaining addition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from hashloom.dataflow.expressing import Expressions
from hashloom.dataflow.graph import Edge, Graph, Kind, Node, Op, Role, Signal
from hashloom.hashes.expressions import Read, reads_of
from hashloom.hashes.model import Hash

LETTERS = "abcdefgh"  # of the working variables, in the order of the chaining value


def round_graph(
    hash_: Hash,
    *,
    serial_load: bool,
    serial_chain: bool,
    head_load: bool = False,
    read_twice: bool = False,
    kept: bool = False,
    unroll: int = 1,
) -> Graph:
    """One round an iteration, one message, every sum still with all its operands.

    `serial_load`: the chaining words enter their sequences one a round, in the last rounds before
    round 0; otherwise all of them are selected into the delay lines in round 0.
    `head_load`: of these, the newest of each sequence are selected a round earlier, where
    the sequence begins, so that no select stands in the loop of one round.
    `serial_chain`: the chaining addition takes the last values of each sequence as they appear;
    otherwise all working variables are added after the last round, and with `read_twice`
    to chaining words that need not be there from when they were loaded, or with `kept` to
    those that were loaded, delayed by all rounds.  Words that are not combined apart leave all
    together in any case, with the last round where each has a register of its own.
    `unroll`: by what the graph is to be unfolded; a schedule is ahead by whole iterations.
    """
    builder = _Builder(hash_, serial_load, head_load, -(-hash_.ahead // unroll) * unroll)
    builder.message()
    builder.rounds()
    builder.loads()
    if serial_chain and hash_.combined_apart:
        builder.chain_serially()
    elif serial_chain:
        builder.chain_in_place(unroll)
    else:
        builder.chain_in_parallel(read_twice, kept)
    first = -hash_.depth if serial_load else -1 if head_load else 0
    nodes = {n.name: n for n in builder.nodes}
    first = min(first, -builder.ahead)
    return Graph(nodes, hash_.word_bits, hash_.rounds, first, variables=builder.variables())


class _Builder(Expressions):
    """Collects the nodes of one round; each method adds one part of the standard."""

    def __init__(self, hash_: Hash, serial_load: bool, head_load: bool, ahead: int) -> None:
        super().__init__(hash_)
        self.head_load = head_load
        self.serial_load = serial_load
        self.ahead = ahead
        self.after_rounds: dict[Read, Edge] = {}  # what new chaining words are made of

    @property
    def loaded_at_head(self) -> bool:
        """Whether a select stands where a sequence begins."""
        return self.serial_load or self.head_load

    # ---- message and round -----------------------------------------------------------------

    def message(self) -> None:
        """W[t]: the words of the block, in the first rounds or in all, then the recurrence."""
        hash_ = self.hash
        if hash_.schedule is None:
            for name, order in hash_.orders.items():
                active, meaning = (0, hash_.rounds), f"{name}[t], a word of the block"
                self.source(self.picked(name), Kind.MESSAGE, active, meaning, words=order)
            return
        words, ahead = hash_.block_words, self.ahead
        active = (-ahead, words - ahead)
        control = self.source("load_W", Kind.CONTROL, active, f"round is below {active[1]}")
        order = tuple(range(words))
        at = f"[t+{ahead}]" if ahead else "[t]"
        word = f"word t+{ahead}" if ahead else "word t"
        block = self.source("M", Kind.MESSAGE, active, f"{word} of the block", words=order)
        meaning = f"W{at} by the recurrence"
        computed = self.expression(hash_.schedule.value, "W_sum", meaning, Role("W", computed=True))
        self.add("W", Op.SELECT, (control, block, computed), f"W{at}", role=Role("W"))
        previous = Edge("W")
        for age in range(1, max(words, ahead) + 1):
            meaning = f"W{_moved(ahead - age)}"
            previous = self.add(
                f"W{age}", Op.TAP, (previous.later(1),), meaning, role=Role("W", age)
            )

    def picked(self, name: str) -> str:
        """The source of words of the block that every round reads in an order of its own."""
        return "M" * (1 + list(self.hash.orders).index(name))

    def rounds(self) -> None:
        """The recurrences of round t."""
        for constant in self.hash.constants_of:
            active = (0, self.hash.rounds)
            self.source(constant, Kind.CONSTANT, active, f"{constant}[t]", sequence=constant)
        for recurrence in self.hash.round:
            name = recurrence.sequence
            loaded = name in self.hash.loaded
            suffix = "" if not loaded else "_sum" if self.loaded_at_head else "_new"
            role = Role(name, computed=bool(suffix) and self.loaded_at_head)
            self.expression(recurrence.value, name + suffix, f"{name}[t]", role)

    def read(self, word: Read) -> Edge:
        """The word a recurrence reads."""
        name, age = word.sequence, word.age
        if word in self.after_rounds:
            return self.after_rounds[word]
        if name in self.hash.loaded:
            return Edge(self.letter(name, age))
        if name in self.hash.orders:
            return Edge(self.picked(name))
        if name == "W" and not self.in_schedule:
            age += self.ahead
        return Edge(name if age == 0 else f"{name}{age}")

    @property
    def in_schedule(self) -> bool:
        """Whether it is the schedule's own recurrence that is being built."""
        return "W" not in [node.name for node in self.nodes]

    def letter(self, name: str, age: int) -> str:
        """The working variable that holds the value of `age` rounds ago."""
        letter = LETTERS[self.hash.loaded[name][age - 1]]
        names = [
            each for each, words in self.hash.loaded.items() if words == self.hash.loaded[name]
        ]
        return letter * (1 + names.index(name))

    def variables(self) -> dict[str, tuple[str, int]]:
        """Sequence and age of each working variable and word of the schedule."""
        return {
            node.name: (role.sequence, role.age - (self.ahead if role.sequence == "W" else 0))
            for node in self.nodes
            if (role := node.role).age
        }

    # ---- loads -----------------------------------------------------------------------------

    def loads(self) -> None:
        """The working variables, with the chaining value loaded."""
        for name, words in self.hash.loaded.items():
            control = self.load_control(name)
            self.head(name, control)
            previous = Edge(f"{name}_new")
            for age in range(1, len(words) + 1):
                letter, role = self.letter(name, age), Role(name, age)
                delayed, meaning = previous.later(1), f"{name}[t-{age}]"
                if self.serial_load or (self.head_load and age == 1):
                    previous = self.add(letter, Op.TAP, (delayed,), meaning, role=role)
                else:
                    operands = (control, self.state(name, age, 0), delayed)
                    previous = self.add(letter, Op.SELECT, operands, meaning, role=role)

    def load_control(self, name: str) -> Edge:
        """When the words of a sequence are loaded."""
        if not self.serial_load:
            return self.control("load", (0, 1))
        first = -len(self.hash.loaded[name])
        own = "load" if -first == self.hash.depth else f"load_{-first}"
        when = "round is below 0" if own == "load" else f"round is {first} to -1"
        return self.control(own, (first, 0), when)

    def head(self, name: str, control: Edge) -> None:
        """The select where a sequence begins, if it has one."""
        if self.serial_load:
            word = self.old_words(name, (-len(self.hash.loaded[name]), self.hash.rounds))
        elif self.head_load:
            word = self.state(name, 1, -1)
            control = self.control("load_head", (-1, 0))
        else:
            return
        operands = (control, word, Edge(f"{name}_sum"))
        self.add(f"{name}_new", Op.SELECT, operands, f"{name}[t]", role=Role(name))

    def old_words(self, name: str, active: tuple[int, int]) -> Edge:
        """The chaining words of a sequence, one after another."""
        words = self.hash.sequences[name]
        return self.source(
            f"H_old_{name}", Kind.CHAIN, active, "H, serially", sequence=name, words=words
        )

    def state(self, name: str, age: int, when: int) -> Edge:
        """The chaining word loaded as the value of `age` rounds ago, in round `when`."""
        index = self.hash.loaded[name][age - 1]
        return self.old_word(f"H{index}", name, index, (when, when + 1))

    def old_word(self, node: str, name: str, index: int, active: tuple[int, int]) -> Edge:
        """A word of the chaining value, always there; copies of a sequence share it."""
        name = dict(self.hash.copies).get(name, name)
        meaning = f"H{index} of the block before"
        if node in [each.name for each in self.nodes]:
            return Edge(node)
        return self.source(node, Kind.STATE, active, meaning, sequence=name, index=index)

    # ---- chaining --------------------------------------------------------------------------

    def combined(self, name: str, words: tuple[Edge, Edge], meaning: str) -> Edge:
        """A new chaining word: an old one and a word of the last rounds."""
        if self.hash.combine == "xor":
            return self.add(name, Op.XOR, words, meaning.replace(" + ", " ^ "))
        return self.add(name, Op.SUM, words, meaning)

    def chain_serially(self) -> None:
        """New chaining words, in the order in which the last rounds deliver them."""
        for name, words in self.hash.sequences.items():
            active = (self.hash.rounds - len(words), self.hash.rounds)
            if self.head_load:
                self.select_old_word(name)
            elif not self.serial_load:
                self.old_words(name, active)
            pair = (Edge(f"{name}_new"), Edge(f"H_old_{name}"))
            meaning = f"{name}[t] + H, the new chaining word"
            total = self.combined(f"H_{name}_sum", pair, meaning)
            signal = Signal(Kind.RESULT, active, name, words)
            self.sink(f"out_{name}", total, signal)
            if self.head_load:
                self.keep_words(name, total)
            elif not self.serial_load:  # registers take the words of each sequence when they come
                self.sink(f"H_{name}", total, replace(signal, kind=Kind.CHAIN))

    def select_old_word(self, name: str) -> None:
        """H_old: of the words of a sequence, the one the last rounds add to in turn."""
        words = [Edge(f"H{index}") for index in reversed(self.hash.sequences[name])]
        top = f"H_old_{name}"
        if len(words) == 1:
            self.add(top, Op.TAP, (words[0],), "H, one word a round")
            return
        self.select_in_turn(words, self.hash.rounds - len(words), top, "H, one word a round")

    def select_in_turn(
        self, words: Sequence[Edge], first: int, name: str, meaning: str = ""
    ) -> Edge:
        """Words one after another, a round each, from round `first` on."""
        if len(words) == 1:
            return words[0]
        half = len(words) // 2
        parts = (words[:half], first, f"{name}_0"), (words[half:], first + half, f"{name}_1")
        pairs = [self.select_in_turn(*part) for part in parts]
        last = first + half - 1
        control = "add_H_" + (f"{first}" if half == 1 else f"{first}_{last}")
        bit = self.control(control, (first, last + 1))
        said = meaning or ", then ".join(edge.source for edge in words)
        return self.add(name, Op.SELECT, (bit, *pairs), said)

    def control(self, name: str, active: tuple[int, int], meaning: str = "") -> Edge:
        """A control bit that sequences share."""
        if name not in [node.name for node in self.nodes]:
            first, last = active[0], active[1] - 1
            when = f"{first}" if first == last else f"{first} to {last}"
            self.source(name, Kind.CONTROL, active, meaning or f"round is {when}")
        return Edge(name)

    def keep_words(self, name: str, total: Edge) -> None:
        """Each chaining register takes its new word in the round that delivers it."""
        for age, index in enumerate(self.hash.sequences[name], start=1):
            when = self.hash.rounds - age
            signal = Signal(Kind.STATE, (when, when + 1), name, index=index)
            self.sink(f"H{index}_new", total, signal)

    def chain_in_parallel(self, read_twice: bool, kept: bool) -> None:
        """New chaining words, all of them after the last round."""
        active = (self.hash.rounds, self.hash.rounds + 1)
        again = "_again" if read_twice else ""

        def old(index: int) -> Edge:
            word = Edge(f"H{index}{again}", self.hash.rounds if kept else 0)
            if read_twice:
                self.old_word(word.source, self.hash.chaining[index][0], index, active)
            return word

        for index, total in enumerate(self.totals(1, old)):
            signal = Signal(Kind.RESULT, active, self.hash.chaining[index][0], index=index)
            self.sink(f"out_{index}", total, signal)

    def chain_in_place(self, unroll: int) -> None:
        """New chaining words, all of them with the last round, each into a register.

        Old ones, the same in every round, are read as the iteration's first round reads them.
        """
        active = (self.hash.rounds - 1, self.hash.rounds)
        for index, total in enumerate(self.totals(0, lambda n: Edge(f"H{n}", unroll - 1))):
            signal = Signal(Kind.RESULT, active, self.hash.chaining[index][0], index=index)
            self.sink(f"out_{index}", total, signal)
            self.sink(f"H{index}_new", total, replace(signal, kind=Kind.STATE))

    def totals(self, rounds: int, old: Callable[[int], Edge]) -> Iterator[Edge]:
        """New chaining words so many rounds after the last one, of words that `old` gives."""
        sign = " ^ " if self.hash.combine == "xor" else " + "
        for index, value in enumerate(self.hash.new_words):
            names = []
            for word in reads_of(value):
                name, age = word.sequence, word.age
                if name in self.hash.loaded:
                    newest = f"{name}_new" if age == 1 else self.letter(name, age - 1)
                    self.after_rounds[word] = Edge(newest, rounds)
                    names.append(self.letter(name, age))
                else:
                    self.after_rounds[word] = old(int(name.removeprefix("H")))
                    names.append(name)
            meaning = f"{sign.join(names)}, the new H{index}"
            yield self.expression(value, f"H{index}_sum", meaning, Role())

    def sink(self, name: str, word: Edge, signal: Signal) -> None:
        """Adds a sink."""
        node = Node(name, Op.SINK, (word,), self.hash.word_bits, "new chaining word", signal=signal)
        self.nodes.append(node)


def _moved(rounds: int) -> str:
    """A round so many after t: "[t-2]", "[t]"."""
    return f"[t{rounds:+d}]" if rounds else "[t]"
