"""The program of a core that is folded on four adders: what each unit does, clock by clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from hashloom.hashes.expressions import Read
from hashloom.rtl.folded.clocked.program import GOES_ON, ClockedProgram, flagged
from hashloom.rtl.folded.instruction import Field
from hashloom.rtl.folded.layout import PASS, Layout
from hashloom.rtl.folded.program import CARRY, SENT
from hashloom.transforms.folding.on_four import (
    ADDERS,
    EARLY,
    LATE,
    OTHER,
    READ,
    SCHEDULE,
    Act,
    Roles,
    Rounds,
    Times,
    roles_of,
)

_INITIAL = 0xC0  # joined with the address of an old chaining word: that of the initial value


@dataclass(frozen=True)
class FourLayout(Layout):
    """Addresses as those of one adder; the initial value is read in place of an old chaining value
    where two bits are joined with the address of that."""

    def initial(self, index: int) -> int:
        """Chaining word `index` of the initial value."""
        return self.old(index) | _INITIAL

    @property
    def block_bits(self) -> int:
        """The number of bits of a block."""
        return self.constants + self.hash.rounds


@dataclass(frozen=True)
class FourProgram(ClockedProgram):
    """The rows for a hash on four adders."""

    @property
    def adders(self) -> int:
        """On which a round is folded."""
        return len(ADDERS)

    @property
    def layout(self) -> FourLayout:
        """Addresses."""
        return FourLayout(self.hash)

    @cached_property
    def roles(self) -> Roles:
        """What each adder sums up."""
        return roles_of(self.hash)

    @cached_property
    def functions(self) -> dict[str, tuple[str, ...]]:
        """Labels of the functions of each adder: the second one is chosen by a bit."""
        named = tuple(label for _, label in sorted(self.roles.words, reverse=True) if label)
        return {SCHEDULE: named, EARLY: (), LATE: self.roles.late, OTHER: self.roles.other}

    @cached_property
    def _block(self) -> Times:
        at, times = self.layout, Times()
        chaining = {each: index for index, each in enumerate(self.hash.chaining)}
        rounds = Rounds(
            self.hash,
            times,
            lambda number: at.word(Read("K"), number),
            lambda number: at.word(Read("W"), number),
            lambda sequence, index: at.old(chaining[sequence, -index]),
        )
        rounds.load()
        self._lengths(times)
        for number in range(self.hash.rounds):
            rounds.round(number)
        for number in range(rounds.roles.early.age):
            rounds.chain(self.hash.rounds + number)
        return times

    @property
    def _of_block(self) -> Iterable[Act]:
        return self._block.acts

    @property
    def _loads(self) -> list[int]:
        """Clocks in which the first sequence has a new word."""
        return [act.at for act in self.acts if act.unit == self.roles.first]

    @property
    def round_terms(self) -> tuple[tuple[int, str, str], ...]:
        """What is added in a round, with a word of the schedule: clock, adder and term."""
        begins, ends = self._loads[PASS : PASS + 2]
        acts = (act for act in self.acts if begins <= act.at < ends and act.unit in ADDERS)
        return tuple(
            (act.at - begins, act.unit, act.what)
            for act in acts
            if act.what not in ("ends", "write")
        )

    @property
    def round_rows(self) -> int:
        """Clocks of a round, as most of them take."""
        loads = self._loads
        apart = sorted(later - at for at, later in pairwise(loads))
        return apart[len(apart) // 2]

    def _lengths(self, times: Times) -> None:
        """The length is set to zero, appended and added to."""
        low, high = self.layout.length
        for word in (low, high):
            times.written(SCHEDULE, word, ("first",))
        self._begun(times)
        times.term(SCHEDULE, "word", 0, high)
        times.written(SCHEDULE, PASS - 2, ("last",))
        times.term(SCHEDULE, "word", 0, low)
        times.written(SCHEDULE, PASS - 1, ("last", "joins"))
        over = () if self.two_words else ("over",)
        times.term(SCHEDULE, "word", 0, low)
        times.term(SCHEDULE, "word", times.last(SCHEDULE) + 1, self.layout.block_bits)
        at = times.written(SCHEDULE, low, ("whole", *over))
        if self.two_words:
            times.term(SCHEDULE, "word", 0, high)
            times.term(SCHEDULE, CARRY, max(at, times.last(SCHEDULE)) + 1)
            times.written(SCHEDULE, high, ("whole", "over"))

    def _begun(self, times: Times) -> None:
        """What else the length begins with."""

    def _sent(self, first: int) -> Iterator[Act]:
        """The digest from a row on; the program waits behind a word where the stream does."""
        for index in range(self.digest_words):
            at = first + SENT * index
            yield Act(at, "memory", "read", self.layout.old(index))
            yield Act(at + READ, SCHEDULE, "word")
            flags = ("over",) if index == self.digest_words - 1 else ()
            yield Act(at + READ + 1, SCHEDULE, "sends", 0, flags)

    # ---- instructions ---------------------------------------------------------------------

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Fields of an instruction, the first in its highest bits."""
        return (
            Field("read_address", self.layout.bits, "a word is read"),
            Field("schedule_function", 1, "a function of the word is added to the schedule's sum"),
            Field("schedule_second", 1, "the second one; without a function, the carry"),
            Field("schedule_word", 1, "the word is added to it"),
            Field("schedule_held", 1, "the word held is"),
            Field("early_word", 1, "the word is added to the early sum, and held"),
            Field("early_old", 1, "an oldest word is added to it"),
            Field("early_ends", 1, "it is whole"),
            Field("late_function", 1, "a function is added to the late sum"),
            Field("late_second", 1, "the second one, or the word is an oldest one"),
            Field("late_word", 1, "the early sum or a word is added to it"),
            Field("late_loads", 1, "it is the newest word of its sequence"),
            Field("late_writes", 1, "it is written"),
            Field("other_function", 1, "a function is added to the other sum"),
            Field("other_second", 1, "the second one"),
            Field("other_shared", 1, "the late sum is added to it"),
            Field("other_loads", 1, "it is the newest word of its sequence"),
            Field("writes", 1, "the schedule's sum is written"),
            Field("write_address", self.layout.written_bits, "here"),
            self._when,
            Field("over", 1, "with writes: a carry is too long a message; with sends: the last"),
            Field(
                "joins",
                1,
                f"bits of message are joined with it; without one, {self._ends}",
            ),
            Field("sends", 1, "the schedule's sum is a word of the digest"),
            *self._control,
        )

    _when = Field("when", 2, "in every block, the first, one that is all message, the last")
    _ends = "first_q ends"
    _control: ClassVar[tuple[Field, ...]] = ()
    # All sums begin where no block is at work.
    _idle: ClassVar[tuple[str, ...]] = ("early_ends", "late_loads", "other_loads", "over")

    def _of(self, act: Act) -> Iterator[tuple[str, int]]:
        """The fields of an act of a unit, with their values."""
        if act.what == "read":
            yield "read_address", act.number
        elif act.what == GOES_ON:
            yield "joins", 1
        elif act.what == "load":
            yield ("late_loads" if act.unit == self.roles.first else "other_loads"), 1
        elif act.what in ("write", "sends"):
            yield from self._leaves(act)
        elif act.what == "ends":
            yield ("early_ends" if act.unit == EARLY else "late_loads"), 1
        elif act.what in self.functions[act.unit]:
            yield f"{act.unit}_function", 1
            yield f"{act.unit}_second", self.functions[act.unit].index(act.what)
        elif act.what == CARRY:
            yield "schedule_second", 1
        elif act.unit == LATE:
            yield "late_word", 1
            yield "late_second", int(act.what == "old")
        else:
            yield f"{act.unit}_{act.what}", 1

    def _leaves(self, act: Act) -> Iterator[tuple[str, int]]:
        """The fields of a sum that is written or sent."""
        own = "late_writes" if act.unit == LATE else "writes"
        yield ("sends" if act.what == "sends" else own), 1
        yield "write_address", act.number
        yield from flagged(act)
