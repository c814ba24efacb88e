"""What the shell has to know of a core, and the clock counts of the hand-over between the writer
and the reader of the block buffers that follow from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from hashloom.errors import RequestError
from hashloom.hashes import HASHES, Hash
from hashloom.request.interface import MINIMUM_LENGTH_BITS, POOL_WIDTHS, WIDTHS
from hashloom.rtl.engine.shape import EngineShape

BLOCK_WORDS = 16
PAD_WORDS = (1, 2, 4, 8, 16)
CHAIN_WORDS = 8  # of a chaining value in a shell, those that a hash does not have being zero
GATHERED_WORDS = CHAIN_WORDS // 2  # of each half, which leave together where they are gathered
WRITE_LATENCY = 2  # clocks from the padder's work on a position to the write of its words
MEMORIES = ("distributed", "block")


@dataclass(frozen=True)
class ShellParameters:
    """What the shell has to know of a core.

    Attributes:
        name: of the core and its top module; the engine is `<name>_engine`.
        word_bits: bits of a word, 32 or 64.
        unroll: rounds per clock (U); a row of the block buffer has min(U, 16) words.
        stages: blocks in the engine, of a context of a group each (S).
        interleave: contexts of a group (C).
        chain_words: chaining words of each half that leave the engine in a clock: 1, 2 or 4.
        digest_bytes: bytes of a digest.
        width: bits of both streams (D).
        length_bits: bits of the counted message length; the appended length's others are zero.
        groups: groups of contexts that take turns (G), 0 for as many as stages.
        apart: slots from one of a group to its next, at least, 0 for as many as stages.
        buffer_memory: what the block buffers are built of, "distributed" or "block" RAM.
        read_lag: clocks from the start of a slot to the read of row 0 of its context 0, 1 or more.
        result_clocks: clocks from the first one of a slot to the last chaining words of its
            context 0.
        skipped: clocks by which this read comes sooner when the slot joins the one before.
        pad_words: words the padder handles a clock (PW); divides the words of a buffer's row.
        full_rate: whether digests leave without a pause between words.
        reset: signal in the top module that resets everything.
        gathered: the engine's shape, where its chaining words do not come in halves of four and
            are gathered to leave all together.
        order: where every round reads words of the block, the words of each; every context has
            two buffers then, and every stage has its own.
        taken: how many words a round reads.
        little: whether words of the message, its length and the digest are little-endian.
        choices: hashes by number, where a message says which one it has; digest_bytes are then
            those of the longest digest.
        pool: messages in flight of an engine that is a pool, 0 for others.
        sole: whether a message begins when the digest of the one before has been sent, and its
            beats keep the rules.
        in_line: whether chaining words are then written one behind the other, into one memory.
    """

    name: str
    word_bits: int
    unroll: int
    stages: int
    interleave: int
    chain_words: int
    digest_bytes: int
    width: int
    length_bits: int = 64
    groups: int = 0
    apart: int = 0
    buffer_memory: str = "distributed"
    read_lag: int = 1
    result_clocks: int = 0
    skipped: int = 0
    pad_words: int = 1
    full_rate: bool = False
    reset: str = "rst"
    gathered: EngineShape | None = field(default=None, hash=False)
    order: tuple[int, ...] = ()
    taken: int = 1
    little: bool = False
    choices: tuple[Hash, ...] = field(default=(), hash=False)
    pool: int = 0
    sole: bool = False
    in_line: bool = False

    def __post_init__(self) -> None:
        _require("width", self.width, POOL_WIDTHS if self.pool else WIDTHS)
        _require("word_bits", self.word_bits, (32, 64))
        _require("chain_words", self.chain_words, (1, 2, 4))
        lengths = sorted({each.digest_bytes for each in HASHES.values()})
        _require("digest_bytes", self.digest_bytes, lengths)
        _require("buffer_memory", self.buffer_memory, MEMORIES)
        _require("pad_words", self.pad_words, self.fitting)
        if self.read_lag < 1:
            raise RequestError("An engine's read_lag may be 1 or more: the start comes first.")
        if not MINIMUM_LENGTH_BITS <= self.length_bits <= 2 * self.word_bits:
            raise RequestError(
                f"A length counter of {self.length_bits} bits cannot be built; length_bits may be "
                f"{MINIMUM_LENGTH_BITS} to {2 * self.word_bits}."
            )

    @cached_property
    def contexts(self) -> int:
        """Messages in flight (N)."""
        return self.pool or (self.groups or self.stages) * self.interleave

    @property
    def chosen(self) -> bool:
        """Whether the rota chooses the group of a slot, rather than the engine."""
        return self.groups > self.stages

    @property
    def rests(self) -> bool:
        """Whether a group may follow itself when the engine has rested."""
        return self.stages == 1 < self.apart

    @property
    def flush(self) -> int:
        """Slots that follow a block's without pause."""
        return 0 if self.stages == 1 else max(self.stages, self.apart - 1)

    @cached_property
    def context_bits(self) -> int:
        """Width of a context's number inside the shell."""
        return max(1, (self.contexts - 1).bit_length())

    @property
    def choice_bits(self) -> int:
        """Width of a hash's number."""
        return max(1, (len(self.choices) - 1).bit_length())

    @property
    def no_choices(self) -> range:
        """Numbers that can be said and no hash has."""
        return range(len(self.choices), 1 << self.choice_bits) if self.choices else range(0)

    @cached_property
    def columns(self) -> int:
        """Words of a row of the block buffer."""
        return self.unroll * self.taken if self.order else min(self.unroll, BLOCK_WORDS)

    @property
    def readers(self) -> int:
        """Stages that read rows of the block buffers."""
        return self.stages if self.order else 1

    @property
    def fitting(self) -> tuple[int, ...]:
        """Words that the padder may handle a clock."""
        if self.order:
            return PAD_WORDS
        return tuple(words for words in PAD_WORDS if self.columns % words == 0)

    @property
    def rows(self) -> int:
        """Rows of a block in its buffer."""
        return -(-BLOCK_WORDS // self.columns)

    @property
    def row_bits(self) -> int:
        """Width of a row's number, or of the numbers of its words, of a stage."""
        if self.order:
            return self.columns * (BLOCK_WORDS - 1).bit_length()
        return max(1, (self.rows - 1).bit_length())

    @property
    def chain_steps(self) -> int:
        """Clocks in which the chaining words of a context leave the engine."""
        return 4 // self.chain_words

    @property
    def step_bits(self) -> int:
        """Width of a step's number inside the shell."""
        return max(1, (self.chain_steps - 1).bit_length())

    @property
    def group_bits(self) -> int:
        """Width of a group's number inside the shell."""
        return max(1, ((self.groups or self.stages) - 1).bit_length())

    @property
    def digest_words(self) -> int:
        """Words of the chaining value of which a digest consists, the last perhaps in part."""
        return -(-8 * self.digest_bytes // self.word_bits)

    @property
    def pad_clocks(self) -> int:
        """Clocks in which the padder makes a block."""
        return BLOCK_WORDS // self.pad_words

    @property
    def place(self) -> tuple[int, ...]:
        """For each word: how many come before it; the low word of a length comes last."""
        swapped = (BLOCK_WORDS - 1, BLOCK_WORDS - 2) if self.little else ()
        return (*range(BLOCK_WORDS - len(swapped)), *swapped)

    @property
    def written(self) -> tuple[int, ...]:
        """For each word: clocks from the first write of its block to its own, at least."""
        return _written(self.place, self.pad_words)

    @property
    def read(self) -> tuple[int, ...]:
        """For each word: clocks from the read of its context's first row to the first read of its
        own."""
        return _read(self.order, self.columns, self.interleave)

    @property
    def outruns(self) -> bool:
        """Whether a context's rows are read at least as fast as they can be written."""
        return self.interleave * self.pad_words <= self.columns


@cache
def _written(places: tuple[int, ...], pad_words: int) -> tuple[int, ...]:
    return tuple(place // pad_words for place in places)


@cache
def _read(order: tuple[int, ...], columns: int, interleave: int) -> tuple[int, ...]:
    words = order or tuple(range(BLOCK_WORDS))
    return tuple(words.index(w) // columns * interleave for w in range(BLOCK_WORDS))


def full_delay(p: ShellParameters) -> int:
    """Clocks by which a completed block is kept from its slot so that its words arrive in time.

    The padder works on the last words of a block at some clock t, on those before them a clock
    before or earlier, and so on, and writes each WRITE_LATENCY clocks later. The block counts as
    full from t + 1 + delay on, and a read sees what was written a clock before or earlier.
    """
    return _full_delay(p.written, p.read, p.read_lag - p.skipped)


@cache
def _full_delay(written: tuple[int, ...], reads: tuple[int, ...], read_lag: int) -> int:
    last = max(written)
    late = (
        WRITE_LATENCY - (last - write) - (read_lag + read)
        for write, read in zip(written, reads, strict=True)
    )
    return max(0, *late)


@cache
def _ahead(written: tuple[int, ...], reads: tuple[int, ...]) -> int:
    """Most clocks by which the read of a word comes later behind the first than its write."""
    return max(read - write for write, read in zip(written, reads, strict=True))


def reopen_delay(p: ShellParameters) -> int:
    """Clocks from slot_start to the opening of the group's buffers, for readers that are faster
    than the writer (`outruns`).

    The padder works on the first words one clock after the opening at the earliest and writes
    them WRITE_LATENCY later; by then the last context of the group must have been asked for row 0.
    The high word of a little-endian length is written a clock before its turn.
    """
    ahead = _ahead(p.written, p.read)
    return max(0, p.interleave - 1 + p.read_lag - WRITE_LATENCY + ahead)


def reopen_row(p: ShellParameters) -> int:
    """Row whose read opens a context's buffer, for readers slower than the writer.

    After that read at clock x, the block's first words are written at x + 1 + WRITE_LATENCY at the
    earliest.
    """
    ahead = _ahead(p.written, p.read)
    for row in range(p.rows):
        if ahead - row * p.interleave <= WRITE_LATENCY:
            return row
    return p.rows - 1


def opened_after(p: ShellParameters) -> int:
    """Clocks from slot_start to the first in which a buffer of the group is open again."""
    return 1 + (reopen_delay(p) if p.outruns else p.read_lag + reopen_row(p) * p.interleave)


def pad_words_for(p: ShellParameters, slot_clocks: int) -> int:
    """Fewest words a clock (PW) with which the padder keeps up with slots of `slot_clocks`, each of
    a block of every context of a group; the most there can be where none is enough.

    It has to make a block of each context of a group in every slot, and between two slots of the
    same group there must be time for the whole way from buffers that open to buffers that are full.
    """
    for words in p.fitting:
        shell = replace(p, pad_words=words)
        clocks = shell.pad_clocks * p.interleave
        if clocks <= slot_clocks and clocks + _turnaround(shell) <= p.stages * slot_clocks:
            return words
    return p.fitting[-1]


def _turnaround(p: ShellParameters) -> int:
    """Clocks from a group's slot to its next in which the padder cannot work for the group."""
    after_row = p.read_lag + (reopen_row(p) + 1) * p.interleave - 1
    opening = reopen_delay(p) if p.outruns else after_row
    if p.order:  # the other buffer opens, see turn_buffer
        opening = p.read_lag - 1
    seen = 1 if p.contexts == 1 else 2  # a choice of contexts takes the padder one clock more
    return opening + seen + full_delay(p)


def _require(field: str, value: int | str, allowed: Sequence[int | str]) -> None:
    if value not in allowed:
        choice = ", ".join(str(item) for item in allowed)
        raise RequestError(f"A {field} of {value} cannot be built; it may be one of {choice}.")
