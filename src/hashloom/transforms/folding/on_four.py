"""Folding on four adders: when each term of each round is added, found by list scheduling.

Source: Parhi, VLSI Digital Signal Processing Systems (1999), chapter 6; list scheduling with
resources as in De Micheli, Synthesis and Optimization of Digital Circuits (1994), section 5.4.

Of a hash whose rounds share a sum, as T1 of SHA-2, each adder accumulates a term a clock: one the
word of the schedule, one the terms of the shared sum that are known early (those of a constant, of
the message and of an oldest word), one its other terms and those of the sequence that only adds
words to it, one those of the other sequence.  The words of a sequence are registers that shift when
a new one is loaded; the oldest is read a place before the last one, since the newest word is not
there yet.  Constants and words of the message come from one memory, a word a clock.

Times are clocks of the program; `at` of a term is the clock in which its register takes it, its
sum is made a clock later.  Every term takes the first clock in which its word is there and adder
and memory are free.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.hashes.expressions import Boolean, Expression, Read, Sigma, Sum, reads_of

SCHEDULE, EARLY, LATE, OTHER = "schedule", "early", "late", "other"
ADDERS = (SCHEDULE, EARLY, LATE, OTHER)
READ = 3  # clocks from a word's address to the word
WRITTEN = 1  # clocks from a sum that is written to the first in which its address is read
_FAR = 64  # clocks after which a term that finds no clock is given up


@dataclass(frozen=True)
class Roles:
    """What each adder sums up of a round.

    Attributes:
        early: the word of the shared sum that is oldest, by sequence and age.
        late: labels of the functions that the shared sum adds of newer words.
        added: the word that is added to the shared sum for the sequence `first`.
        first, second: the sequences, the one of `added` first.
        other: labels of the functions that the second sequence adds to the shared sum.
        words: the schedule's words, by age, with the label of a function or "".
    """

    early: Read
    late: tuple[str, ...]
    added: Read
    first: str
    second: str
    other: tuple[str, ...]
    words: tuple[tuple[int, str], ...]

    @property
    def place(self) -> int:
        """Where the oldest word of a sequence is read; the newest is in place 1."""
        return self.early.age - 1


def roles_of(hash_: Hash, adders: int = len(ADDERS)) -> Roles:
    """Raises RequestError for a hash whose rounds are not sums as those of SHA-2, which says on how
    many adders they cannot be folded."""
    refused = RequestError(
        f"Rounds of {hash_.title} have not been folded on {adders} adders yet; accepted for "
        "--fold with it is 0."
    )
    schedule = hash_.schedule
    if not hash_.shared_sums or schedule is None or len(hash_.round) != len(ADDERS) - 1:
        raise refused
    shared, first, second = hash_.round
    plain = [each for each in _terms(shared.value) if isinstance(each, Read)]
    old = [each for each in plain if each.sequence in hash_.sequences]
    added = [each for each in _terms(first.value) if each != Read(shared.sequence)]
    other = [each for each in _terms(second.value) if each != Read(shared.sequence)]
    late = [each for each in _terms(shared.value) if not isinstance(each, Read)]
    if len(old) != 1 or len(added) != 1 or not isinstance(added[0], Read):
        raise refused
    if old[0].age != added[0].age or {each.sequence for each in plain} != {
        old[0].sequence,
        "K",
        "W",
    }:
        raise refused
    words = tuple((reads_of(each)[0].age, _label(each)) for each in _terms(schedule.value))
    return Roles(
        old[0],
        tuple(map(_label, late)),
        added[0],
        first.sequence,
        second.sequence,
        tuple(map(_label, other)),
        words,
    )


def _terms(value: Expression) -> tuple[Expression, ...]:
    return value.terms if isinstance(value, Sum) else (value,)


def _label(term: Expression) -> str:
    return term.label if isinstance(term, Sigma | Boolean) else ""


class Act(NamedTuple):
    """What an adder, the memory or a row of registers does in a clock.

    Attributes:
        at: the clock.
        unit: an adder, "memory" or a sequence whose registers shift.
        what: of an adder the term ("word" for that read from memory, "held" for the word read
            before it, "early" and "shared" for the sum of another adder, "old" for an oldest word,
            "carry", or a function's label), or "ends" when the sum has left it; "read", "write" or
            "load" of the others.
        number: the address that is read or written.
        flags: of what is written: when, and what else goes with it.
    """

    at: int
    unit: str
    what: str
    number: int = 0
    flags: tuple[str, ...] = ()


@dataclass
class Times:
    """Acts so far, and what is taken by them.

    Attributes:
        acts: all of them, in no order.
        free: of each adder the first clock in which a term of the next sum is taken.
    """

    acts: list[Act] = field(default_factory=list)
    free: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ADDERS, 1))

    def __post_init__(self) -> None:
        self._taken: set[tuple[str, int]] = set()
        self._readable: dict[int, int] = {}
        self._visible: dict[tuple[str, int], int] = {}  # the first clock with a word as newest
        self._used: dict[str, int] = {}  # the last clock in which registers are read
        self._last = dict.fromkeys(ADDERS, 0)  # clock of an adder's last term

    def term(
        self,
        adder: str,
        what: str,
        earliest: int = 0,
        address: int | None = None,
        also: tuple[str, str] | None = None,
    ) -> int:
        """The clock in which an adder takes a term, and `also` another one the word read."""
        at = max(earliest, self.free[adder], self.free[also[0]] if also else 0)
        if address is not None:
            at = max(at, self._readable.get(address, 0) + READ, READ)
        units = [adder, *([also[0]] if also else []), *(["read"] if address is not None else [])]
        at = self._first(at, lambda c: all((unit, c) not in self._taken for unit in units))
        self._taken |= {(unit, at) for unit in units}
        self.acts.append(Act(at, adder, what))
        self._last[adder] = max(self._last[adder], at)
        if also:
            self.acts.append(Act(at, *also))
            self._last[also[0]] = max(self._last[also[0]], at)
        if address is not None:
            self.acts.append(Act(at - READ, "memory", "read", address))
        return at

    def last(self, adder: str) -> int:
        """The clock of an adder's last term."""
        return self._last[adder]

    def ends(self, adder: str, earliest: int = 0) -> int:
        """The clock in which an adder's sum is whole and leaves it."""
        at = max(earliest, self._last[adder] + 1, self.free[adder])
        self.acts.append(Act(at, adder, "ends"))
        self.free[adder] = at
        return at

    def written(
        self, adder: str, address: int, flags: tuple[str, ...] = (), earliest: int = 0
    ) -> int:
        """The clock in which an adder's sum is whole and written."""
        at = max(earliest, self._last[adder] + 1, self.free[adder] + 1)
        at = self._first(at, lambda c: ("write", c) not in self._taken)
        self._taken.add(("write", at))
        self.acts.append(Act(at, adder, "write", address, flags))
        self.free[adder] = at
        self._readable[address] = at + WRITTEN
        return at

    def load(self, adder: str, sequence: str, index: int) -> int:
        """The clock in which an adder's sum becomes the newest word of a sequence, not before all
        that reads the words as they are."""
        at = max(self._last[adder] + 1, self.free[adder], self._used.get(sequence, 0))
        self.acts.append(Act(at, sequence, "load"))
        self.free[adder] = at
        self._visible[sequence, index] = at + 1
        return at

    def visible(self, sequence: str, index: int, place: int = 1) -> int:
        """The first clock in which a word is in a place of the registers."""
        return self._visible[sequence, index + place - 1]

    def use(self, sequence: str, index: int, place: int, at: int) -> None:
        """Registers are read; the word is still there."""
        assert (sequence, index + place) not in self._visible, "a word is not there any more"
        assert at >= self.visible(sequence, index, place), "a word is not there yet"
        self._used[sequence] = max(self._used.get(sequence, 0), at)

    def is_free(self, adder: str, at: int) -> bool:
        """Whether an adder can take a term in a clock."""
        return at >= self.free[adder] and (adder, at) not in self._taken

    def can_read(self, address: int, at: int) -> bool:
        """Whether a word can be there in a clock."""
        first = max(self._readable.get(address, 0) + READ, READ)
        return at >= first and ("read", at) not in self._taken

    @staticmethod
    def _first(at: int, fits: Callable[[int], bool]) -> int:
        return next(clock for clock in range(at, at + _FAR) if fits(clock))


@dataclass
class Rounds:
    """Schedules the rounds of a block into `times`.

    Attributes:
        constant, word: addresses of a round's constant and of a word of the message.
        old: address of the word that a block begins with, by sequence and index -1, -2, ...
    """

    hash: Hash
    times: Times
    constant: Callable[[int], int]
    word: Callable[[int], int]
    old: Callable[[str, int], int]

    def __post_init__(self) -> None:
        self.roles = roles_of(self.hash)
        self._taken_early = 0  # when the late adder took the last early sum
        self._early = 0  # when that is there
        self._begun = 0  # when the word held was read

    def load(self) -> None:
        """The words that a block begins with; the newest one of either sequence is left."""
        roles, times = self.roles, self.times
        for sequence in (roles.second, roles.first):
            for index in range(-roles.early.age, 0):
                self._early_sum(self.old(sequence, index))
                at = self._take_early()
                if sequence == roles.second:
                    at = times.term(OTHER, "shared", at + 2)
                    times.ends(LATE, at)
                if index < -1:
                    times.load(OTHER if sequence == roles.second else LATE, sequence, index)
        self._prepare(0)
        times.load(LATE, roles.first, -1)

    def round(self, number: int) -> None:
        """A round, up to the loads of its words: of the second sequence that of the round before
        is loaded, its own is left to the next."""
        roles, times = self.roles, self.times
        self._take_early()
        for label in roles.late:
            at = times.term(LATE, label, times.visible(roles.first, number - 1))
            self._used(roles.first, number - 1, at)
        shared = times.last(LATE) + 2
        place = roles.place
        added = times.visible(roles.second, number - roles.added.age, place)
        while True:  # the shared sum is taken while it is there, the register's word likewise
            added = max(added, shared - 1)
            loaded = max(times.last(OTHER) + 1, times.free[OTHER], added)
            if max(shared, loaded) <= added + 1 and times.is_free(LATE, added):
                break
            added += 1
        times.term(LATE, "old", added)
        times.use(roles.second, number - roles.added.age, place, added)
        times.load(OTHER, roles.second, number - 1)
        times.term(OTHER, "shared", shared)
        assert shared <= times.last(OTHER) <= added + 1, "the shared sum is not there any more"
        for label in roles.other:
            at = times.term(OTHER, label, times.visible(roles.second, number - 1))
            self._used(roles.second, number - 1, at)
        if number + 1 < self.hash.rounds:
            self._prepare(number + 1)
        else:
            self._chain_early(number + 1)
        times.load(LATE, roles.first, number)

    def chain(self, number: int) -> None:
        """Behind the rounds: the new chaining words of the oldest word of either sequence."""
        roles, times, age = self.roles, self.times, self.roles.early.age
        index = number - age - self.hash.rounds
        self._take_early()
        times.written(LATE, self.old(roles.first, index))
        self._early_sum(self.old(roles.second, index))
        self._take_early()
        at = times.term(LATE, "old", times.visible(roles.second, number - age, roles.place))
        times.use(roles.second, number - age, roles.place, at)
        times.written(LATE, self.old(roles.second, index))
        times.load(OTHER, roles.second, number - 1)
        if number + 1 < self.hash.rounds + age:
            self._chain_early(number + 1)
            times.load(LATE, roles.first, number)

    # ---- parts ----------------------------------------------------------------------------

    def _used(self, sequence: str, newest: int, at: int) -> None:
        for place in (1, 2, 3):
            self.times.use(sequence, newest + 1 - place, place, at)

    def _take_early(self) -> int:
        """The late adder takes the early one's sum."""
        self._taken_early = self.times.term(LATE, EARLY, self._early)
        return self._taken_early

    def _early_sum(self, *addresses: int) -> None:
        for address in addresses:
            self.times.term(EARLY, "word", 0, address)
        self._early_ends()

    def _early_ends(self) -> None:
        self._early = self.times.ends(EARLY, self._taken_early) + 1

    def _old(self, number: int) -> None:
        """The early adder takes the oldest word of a round."""
        sequence, index = self.roles.early.sequence, number - self.roles.early.age
        place = self.roles.place
        at = self.times.term(EARLY, "old", self.times.visible(sequence, index, place))
        self.times.use(sequence, index, place, at)

    def _chain_early(self, number: int) -> None:
        index = number - self.roles.early.age - self.hash.rounds
        self.times.term(EARLY, "word", 0, self.old(self.roles.first, index))
        self._old(number)
        self._early_ends()

    def _prepare(self, number: int) -> None:
        """The early sum of a round; and of the word of the schedule that begins with the word of
        the round before, which is held until the next one is read for this adder."""
        times, before = self.times, number - 1
        scheduled = 0 <= before < self.hash.rounds - self.hash.block_words
        constant, word = self.constant(number), self.word(number)
        held, first, second = self._clocks(number, scheduled, constant, word)
        if scheduled:
            times.term(SCHEDULE, "held", held)
        times.term(EARLY, "word", first, constant)
        label = self._of_age(self.hash.block_words - 1)
        times.term(EARLY, "word", second, word, (SCHEDULE, label) if scheduled else None)
        self._begun = second
        if scheduled:
            rest = [(age, label) for age, label in self.roles.words if age < 15]
            for age, label in sorted(rest, reverse=True):
                address = self.word(before + self.hash.block_words - age)
                times.term(SCHEDULE, label or "word", second + 1, address)
            times.written(SCHEDULE, self.word(before + self.hash.block_words))
        self._old(number)
        self._early_ends()

    def _clocks(
        self, number: int, scheduled: bool, constant: int, word: int
    ) -> tuple[int, int, int]:
        """Clocks of the word held, the constant and the word of a round, the earliest."""
        times = self.times
        begin = max(times.free[EARLY], self._begun + 1)
        for first in range(begin, begin + _FAR):
            if not (times.is_free(EARLY, first) and times.can_read(constant, first)):
                continue
            for second in range(first + 1, first + 4):
                if not (times.is_free(EARLY, second) and times.can_read(word, second)):
                    continue
                if not scheduled:
                    return 0, first, second
                held = first
                if times.is_free(SCHEDULE, held) and times.is_free(SCHEDULE, second):
                    return held, first, second
        raise AssertionError("a round finds no clock")

    def _of_age(self, age: int) -> str:
        return next(label for each, label in self.roles.words if each == age)
