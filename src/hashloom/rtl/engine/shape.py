"""Numbers and ports of an engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hashloom.rtl.verilog import Port
from hashloom.transforms.registers.storage import SLOT_NOTICE, STATE_LATENCY

_WANTED = "a row of message words is wanted"
_KEYED = "which starts from a supplied state"


@dataclass(frozen=True)
class EngineShape:
    """Numbers that ports and shell need.

    Attributes:
        word_bits: bits of a word.
        sequences: by sequence of the chaining value, its chaining words, the newest first.
        contexts, interleave, groups, stages, unroll: of the architecture.
        rows: rows of message words of a block.
        columns: words of a row.
        readers: stages that read words of the block, each a row for a context of its own.
        picked: whether each word of a row has a number of its own, which says where in the block
            it is.
        chain_words: chaining words of each sequence that leave together (V).
        chain_steps: clocks in which they leave, an iteration apart.
        read_lag: clocks from slot_start to the read of the first row of context 0.
        result_clocks: clocks from a slot's first one to the last new chaining word of context 0.
        apart: slots from one of a group to its next, at least.
        rests: whether a group may follow itself after a rest.
        supplied: whether messages may start from states that come from outside.
        skipped: clocks that a block takes less when it joins the one before of its message.
        joins_at: clocks from the start of a slot that joins none to that of one that joins it, 0
            where none can.
        pooled: whether a block of any context begins by itself, instead of slots of a group's.
        always: of a pool, whether one may begin in every clock.
        state_lag: of a pool, clocks from slot_start to the words of a supplied state.
    """

    word_bits: int
    sequences: Mapping[str, tuple[int, ...]]
    contexts: int
    interleave: int
    groups: int
    stages: int
    unroll: int
    rows: int
    columns: int
    chain_words: int
    chain_steps: int
    read_lag: int
    result_clocks: int = 0
    apart: int = 1
    rests: bool = False
    supplied: bool = False
    picked: bool = False
    readers: int = 1
    skipped: int = 0
    joins_at: int = 0
    pooled: bool = False
    always: bool = False
    state_lag: int = 0

    @property
    def step_bits(self) -> int:
        """Bits of the number of a chain step, 0 where there is but one; the last is all ones."""
        return (self.chain_steps - 1).bit_length()

    @property
    def last_step(self) -> int:
        """Number of the last chain step."""
        return (1 << self.step_bits) - 1

    @property
    def first_step(self) -> int:
        """Number of the first chain step."""
        return self.last_step + 1 - self.chain_steps

    def words_of(self, sequence: str) -> int:
        """Chaining words of a sequence that leave together, at the last places of a step."""
        return min(self.chain_words, len(self.sequences[sequence]))

    def places_of(self, sequence: str) -> range:
        """Places of a chain step at which a sequence has words."""
        return range(self.chain_words - self.words_of(sequence), self.chain_words)

    def bits_at(self, name: str, sequence: str, place: int) -> str:
        """The word of a step at a place, of what is called `name` and carries those of a step."""
        if self.words_of(sequence) == 1:
            return name
        low = (place - self.places_of(sequence)[0]) * self.word_bits
        return f"{name}[{low + self.word_bits - 1}:{low}]"

    def age_at(self, step: int, place: int) -> int:
        """Age of the chaining words that leave in a step at a place, 0 the oldest of a step."""
        return self.chain_words * (self.last_step + 1 - step) - place

    def word_at(self, sequence: str, step: int, place: int) -> int | None:
        """The chaining word of a sequence that leaves in a step at a place, None for none."""
        words, age = self.sequences[sequence], self.age_at(step, place)
        return words[age - 1] if age <= len(words) else None

    def words_at(self, sequence: str, step: int) -> list[int | None]:
        """The chaining words of a sequence that leave in a step, those in the low bits first."""
        return [self.word_at(sequence, step, place) for place in self.places_of(sequence)]

    def words_in(self, row: int) -> list[int]:
        """Numbers in the block of the words of a row, the first one's first; `row` is what a
        stage asks for.  Numbers beyond the block stand for words that nobody reads."""
        bits = bits_for(self.rows)
        if self.picked:
            return [row >> bits * lane & (1 << bits) - 1 for lane in range(self.columns)]
        return [row * self.columns + lane for lane in range(self.columns)]

    def asked_by(self, reader: int, out: Mapping[str, int]) -> tuple[int | None, int] | None:
        """The context and the row that a stage asks for by the numbers on the ports, if it does;
        of an only context there is no number."""
        if not out["word_read"] >> reader & 1:
            return None
        row_bits = self.columns * bits_for(self.rows) if self.picked else bits_for(self.rows)
        row = out.get("word_row", 0) >> reader * row_bits & (1 << row_bits) - 1
        if "word_context" not in out:
            return None, row
        return out["word_context"] >> reader * self.context_bits & self._last_context, row

    def place_of(self, index: int) -> tuple[str, int, int]:
        """Sequence, step and place of a chaining word."""
        for name, words in self.sequences.items():
            if index in words:
                before = self.chain_words * (self.last_step + 1) - 1 - words.index(index)
                return name, before // self.chain_words, before % self.chain_words
        raise ValueError(f"There is no chaining word {index}.")

    @property
    def _last_context(self) -> int:
        """All ones in the number of a context."""
        return (1 << self.context_bits) - 1

    @property
    def context_bits(self) -> int:
        """Width of a context number."""
        return bits_for(self.contexts)

    @property
    def group_bits(self) -> int:
        """Width of a group number."""
        return bits_for(self.groups)

    @property
    def chosen(self) -> bool:
        """Whether a slot's group is chosen from outside, rather than every group in turn."""
        return self.groups > self.stages


def bits_for(count: int) -> int:
    """Bits that number `count` things; at least one."""
    return max(1, (count - 1).bit_length())


def ports(shape: EngineShape) -> list[Port]:
    """Ports of the engine; those that would carry nothing are left out."""
    return [
        Port("input", 1, "clk", "clock"),
        Port("input", 1, "rst", "synchronous reset"),
        *_slot_ports(shape),
        *_word_ports(shape),
        *(_state_ports(shape) if shape.supplied else []),
        Port("output", 1, "chain_valid", "new chaining words leave"),
        *_numbers(shape, "chain", "of this context", "which of them"),
        *(
            Port("output", shape.words_of(name) * shape.word_bits, f"chain_{name}", _down(words))
            for name, words in shape.sequences.items()
        ),
    ]


def _down(words: tuple[int, ...]) -> str:
    """In which order words of a sequence come: "H3 first, down to H0"."""
    named = [f"H{index}" for index in reversed(words)]
    if list(words) != sorted(words) or len(words) < 3:
        return ", then ".join(named)
    return f"{named[0]} first, down to {named[-1]}"


def _slot_ports(shape: EngineShape) -> list[Port]:
    if shape.pooled:
        return [
            Port("output", 1, "slot_ready", f"a block may begin {SLOT_NOTICE} clocks later"),
            Port("input", 1, "slot_start", "a block begins, as slot_ready has allowed"),
            Port("input", shape.context_bits, "slot_context", "its context, free from chain_valid"),
            Port("input", 1, "slot_first", "it is the first of its message"),
            *([Port("input", 1, "slot_keyed", _KEYED)] if shape.supplied else []),
        ]
    width = shape.interleave
    ports = [
        Port("output", 1, "slot_ready", "a slot may begin in this clock"),
        Port("input", 1, "slot_start", "a slot begins, only while slot_ready is high"),
        Port("input", width, "slot_live", "context has a block in this slot"),
        Port("input", width, "slot_first", "it is the first of its message"),
    ]
    if shape.supplied:
        ports.append(Port("input", width, "slot_keyed", _KEYED))
    if shape.chosen:
        ports.append(Port("input", shape.group_bits, "slot_group", "group of contexts it serves"))
    elif shape.groups > 1:
        ports.append(Port("output", shape.group_bits, "slot_group", "group of the next slot"))
    if shape.rests:
        comment = "with slot_ready: it may serve the group of the slot before"
        ports.append(Port("output", 1, "slot_again", comment))
    return ports


def _word_ports(shape: EngineShape) -> list[Port]:
    each, several = shape.readers, shape.readers > 1
    comment = "stages that want a row of message words" if several else _WANTED
    ports = [Port("output", each, "word_read", comment)]
    if shape.contexts > 1:
        comment = f"of {'these contexts' if several else 'this context'}"
        ports.append(Port("output", each * shape.context_bits, "word_context", comment))
    if shape.picked:
        comment = "numbers of its words in the block, the first one's in the low bits"
        width = each * shape.columns * bits_for(shape.rows)
        ports.append(Port("output", width, "word_row", comment))
    elif shape.rows > 1:
        ports.append(Port("output", bits_for(shape.rows), "word_row", "number of the row"))
    row = each * shape.columns * shape.word_bits
    comment = "the rows" if several else "the row"
    return [*ports, Port("input", row, "word_data", f"{comment}, two clocks later")]


def _state_ports(shape: EngineShape) -> list[Port]:
    """Requests of supplied states, and their words."""
    ports = _numbers(shape, "state", "a state may be wanted for this context", "words of it")
    later = f"{STATE_LATENCY} clocks later"
    return [
        *ports,
        *(
            Port("input", shape.words_of(name) * shape.word_bits, f"state_{name}", comment)
            for name, words in shape.sequences.items()
            if (comment := f"{_down(words)}, {later}")
        ),
    ]


def _numbers(shape: EngineShape, prefix: str, context: str, step: str) -> list[Port]:
    """Context and chain step of chaining words, where there are several."""
    ports = []
    if shape.contexts > 1:
        ports.append(Port("output", shape.context_bits, f"{prefix}_context", context))
    if shape.step_bits:
        ports.append(Port("output", shape.step_bits, f"{prefix}_step", step))
    return ports
