"""The program of a folded core: what is read, added and written, row by row."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Literal

from hashloom.hashes import Hash
from hashloom.hashes.expressions import Read
from hashloom.rtl.folded.layout import PASS, Layout
from hashloom.transforms.folding.on_one import WORD, Folded, Step, fold

When = Literal["always", "first", "whole", "last", "keyed"]
Goes = Literal["", "loop", "branch", "rounds"]
WHENS: tuple[When, ...] = ("always", "first", "whole", "last", "keyed")
GOES: tuple[Goes, ...] = ("", "loop", "branch", "rounds")
ROW = 2  # clocks from a row's number to its instruction
# Rows from the one that reads a word: to its function of three words, with the word read last but
# one as the middle one; to its term; to the sum.
BOOLEAN, TERM, SUM = 3, 4, 5
_ADDERS = {1: "one adder", 4: "four adders", 11: "eleven adders"}
WRITTEN = 7  # rows from one whose sum is written to the first that can read it
SENT = 8  # rows from one word of a digest to the next: it may have to wait in between


@dataclass(frozen=True)
class Row:
    """What becomes of a word that is read; the machine does the parts of it one after the other.

    Attributes:
        read: its address, None for nothing.
        before: in the first pass its address is that of the old chaining value.
        term: what is added, as in transforms.folding, or "carry" for that of the last sum written.
        write: where the sum is written to, None for nowhere.
        when: blocks for which it is: all, the first of a message, those that are all message, the
            last, the first of a message with a key.
        keeps: the sum goes on without this term; otherwise the next one begins behind a write.
        over: a carry out of this sum, whose last term is small, is too long a message.
        bytes: the bits of message in a block that is not all message are joined with the sum.
        sends: the sum is a word of the digest.
        begins: whatever the sum is, the next one begins.
        goes: with a key the row behind it is another one: that of the loop while there are passes,
            one that follows from what has been asked for, or the first of the rounds.
    """

    read: int | None = None
    before: bool = False
    term: str = ""
    write: int | None = None
    when: When = "always"
    keeps: bool = False
    over: bool = False
    bytes: bool = False
    sends: bool = False
    begins: bool = False
    goes: Goes = ""

    @property
    def clears(self) -> bool:
        """Whether the next sum begins behind it."""
        ends = self.write is not None or self.sends
        return self.begins or (ends and not self.keeps)


NOTHING = Row()
CARRY = "carry"


@dataclass(frozen=True)
class AnyProgram(ABC):
    """What programs of folded cores have in common: a hash, and a length of `length_bits` bits, one
    or two words."""

    hash: Hash
    length_bits: int

    @property
    def keyed(self) -> bool:
        """Whether it makes tags, see rtl.folded.keyed."""
        return False

    @property
    def adders(self) -> int:
        """On which a round is folded."""
        return 1

    @property
    def adders_named(self) -> str:
        """How many these are, in words."""
        return _ADDERS[self.adders]

    @property
    def layout(self) -> Layout:
        """Addresses."""
        return Layout(self.hash)

    @property
    @abstractmethod
    def rows(self) -> Sequence[object]:
        """What is done, row by row."""

    @property
    @abstractmethod
    def marks(self) -> dict[str, int]:
        """Rows that the sequencer knows, by its parameters."""

    @property
    @abstractmethod
    def round_rows(self) -> int:
        """Rows of a round, which takes as many clocks."""

    @property
    @abstractmethod
    def slot_clocks(self) -> int:
        """Clocks of a block that is not the last of its message."""

    @property
    def two_words(self) -> bool:
        """Whether the length has two words."""
        return self.length_bits > self.hash.word_bits

    @property
    def digest_words(self) -> int:
        """Words of a digest, of which the last may be cut."""
        return -(-8 * self.hash.digest_bytes // self.hash.word_bits)

    @property
    def word_clocks(self) -> int:
        """Clocks from one word of a digest to the next, where each is taken at once: its rows, and
        one in which it is offered and the program stands still."""
        return SENT + 1


@dataclass(frozen=True)
class Program(AnyProgram):
    """The rows for a hash on one adder.

    Rows of the loop are run for every pass but the last.
    """

    @cached_property
    def _folded(self) -> Folded:
        return fold(self.hash)

    @property
    def round_rows(self) -> int:
        """Rows of a round, which takes as many clocks."""
        return len(self._folded.round)

    @property
    def schedule_rows(self) -> int:
        """Rows of a word of the schedule."""
        return len(self._folded.schedule)

    @cached_property
    def sections(self) -> tuple[tuple[Row, ...], ...]:
        """Rows before the loop, of the loop, behind it, and those that send a digest."""
        folded = self._folded
        loop = (s for n in range(PASS) for s in self._round(n, folded.round, folded.schedule))
        last = (s for n in range(PASS) for s in self._round(n, folded.round, ()))
        behind = chain(last, self._chaining())
        return tuple(
            tuple(in_time(rows)) for rows in (self._before(), loop, behind, self._output())
        )

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """All of them; the first, read while no block is at work, and the last do nothing."""
        return (Row(begins=True), *(row for rows in self.sections for row in rows), NOTHING)

    @property
    def marks(self) -> dict[str, int]:
        """Rows that the sequencer knows, by its parameters."""
        before, loop, behind, _ = map(len, self.sections)
        first = 1 + before
        return {
            "LOOP": first,
            "LOOP_END": first + loop - 1,
            "OUTPUT": first + loop + behind,
            "END": len(self.rows) - 1,
        }

    @property
    def slot_clocks(self) -> int:
        """Clocks of a block that is not the last of its message.

        Its rows, the first row of all, that of the output, where it is seen to end, and a clock in
        which the next one is taken.
        """
        before, loop, behind, _ = map(len, self.sections)
        return before + loop * (self.layout.passes - 1) + behind + 3

    def _before(self) -> Iterator[Row]:
        """The initial value and the length, where they are to be set, added to and appended."""
        yield from self._initial()
        yield from self._lengths()

    def _initial(self) -> Iterator[Row]:
        at = self.layout
        for word in at.length:
            yield Row(write=word, when="first")
        for index in range(len(self.hash.chaining)):
            yield Row(at.initial(index), term=WORD, write=at.old(index), when="first")

    def _lengths(self) -> Iterator[Row]:
        at = self.layout
        low, high = at.length
        two = self.two_words
        yield Row(low, term=WORD)
        yield Row(at.block_bits, term=WORD, write=low, when="whole", over=not two)
        if two:
            yield Row(high, term=WORD)
            yield Row(term=CARRY, write=high, when="whole", over=True)
        yield Row(high, term=WORD, write=PASS - 2, when="last")
        yield Row(low, term=WORD, write=PASS - 1, when="last", bytes=True)

    def _round(self, number: int, *steps: Sequence[Step]) -> Iterator[Row]:
        """Round `number` of a pass, and the word of the schedule of 16 rounds later."""
        at = self.layout
        for step in (each for some in steps for each in some):
            write = at.word(Read(step.result), number) if step.result else None
            before = at.before(step.read, number)
            read = at.word(step.read, number)
            yield Row(read, before, step.term, write, keeps=step.keeps)

    def _chaining(self) -> Iterator[Row]:
        """The new chaining value: the old one and what the rounds have made."""
        at = self.layout
        for index in range(len(self.hash.chaining)):
            yield Row(at.old(index), term=WORD)
            yield Row(at.last(index), term=WORD, write=at.old(index))

    def _output(self) -> Iterator[Row]:
        """The digest, word by word; it waits where the stream does not go on."""
        for index in range(self.digest_words):
            yield from (NOTHING,) * (SENT - 1 if index else 0)
            yield Row(self.layout.old(index), term=WORD, sends=True)


def in_time(rows: Iterable[Row], behind: int = SUM) -> Iterator[Row]:
    """With nothing in between where a word is read too early, and so often `behind` the last."""
    latest: deque[Row] = deque(maxlen=WRITTEN - 1)
    for row in rows:
        while row.read is not None and any(row.read == each.write for each in latest):
            latest.append(NOTHING)
            yield NOTHING
        latest.append(row)
        yield row
    yield from (NOTHING,) * behind
