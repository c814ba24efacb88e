"""When each adder at a fixed place, the memory and the registers of words do what for a block.

Source: list scheduling with resources as in De Micheli, Synthesis and Optimization of Digital
Circuits (1994), section 5.4.

A word that is read passes all adders of its way, one a clock; where nothing is to be added to it,
it goes on as it is.  Words of rounds are read in the clocks that `Places` says.  All else takes the
first clock in which the memory has its port free and everything that it needs is there: the words
that a block begins with, the length, and the new chaining value.

The newest word of either sequence comes to its place through the adders, which add nothing to it
as long as all older ones are zero; those are then read into the second place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, product

from hashloom.hashes import Hash
from hashloom.transforms.folding.in_place import (
    BEGUN,
    EARLY,
    FIRST,
    LATE,
    OTHER,
    PAIR,
    READY,
    SCHEDULED,
    SECOND,
    TRIPLE,
    Places,
)
from hashloom.transforms.folding.on_four import READ, WRITTEN, Act

HELD = "held"  # the register with the word that was read for the schedule before
NEWEST = "newest"  # those of the newest words of the schedule
LENGTH_WORDS = 2  # the last ones of a block, that are its length in the last one of a message
_FAR = 64  # clocks after which a word that finds no clock is given up


@dataclass
class Port:
    """What the memory does, and when words that are written can be read."""

    acts: list[Act] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._reads: dict[int, int] = {}  # addresses, by the clock in which the word is there
        self._writes: set[int] = set()
        self._readable: dict[int, int] = {}

    def free(self, at: int) -> bool:
        """Whether a word can be read that is there in a clock."""
        return at >= READ and at not in self._reads

    def read(self, address: int, at: int) -> None:
        """A word is there in a clock."""
        assert self.free(at), "two words are read in a clock"
        assert at >= self._readable.get(address, 0) + READ, "a word is read too early"
        self._reads[at] = address
        self.acts.append(Act(at - READ, "memory", "read", address))

    def write(self, adder: str, address: int, at: int, flags: tuple[str, ...] = ()) -> None:
        """A sum is written in a clock."""
        assert at not in self._writes, "two words are written in a clock"
        self._writes.add(at)
        self._readable[address] = at + WRITTEN
        self.acts.append(Act(at, adder, "write", address, flags))

    def do(self, at: int, unit: str, what: str, number: int = 0) -> None:
        """Anything else."""
        self.acts.append(Act(at, unit, what, number))

    def earliest(self, address: int, fits: Callable[[int], bool], since: int = READ) -> int:
        """The first clock from `since` on in which a word can be there."""
        first = max(since, self._readable.get(address, 0) + READ)
        clocks = (at for at in range(first, first + _FAR) if self.free(at) and fits(at))
        found = next(clocks, None)
        assert found is not None, "a word finds no clock"
        return found

    def missing(self, words: Mapping[int, int]) -> int | None:
        """How many words are still to be read so that they are there, each in its clock; None where
        another word is, or where one of them cannot be."""
        there = {at: address for at, address in words.items() if at in self._reads}
        early = any(at < self._readable.get(each, 0) + READ for at, each in words.items())
        if early or any(self._reads[at] != address for at, address in there.items()):
            return None
        return len(words) - len(there)

    def can_write(self, at: int, address: int | None = None) -> bool:
        """Whether a sum can be written in a clock, to an address that is not read later."""
        read = (each - READ for each, read in self._reads.items() if read == address)
        return at not in self._writes and at >= max(read, default=at)


@dataclass(frozen=True)
class Filled:
    """A word that is read into the second place of a sequence, and when."""

    sequence: str
    index: int
    at: int


@dataclass
class PlacedRounds:
    """Schedules the rounds of a block.

    Attributes:
        places: the adders.
        word: address of a word of the message.
        old: address of the word that a block begins with, by sequence and index -1, -2, ...
        start: the clock in which round 0 takes the newest word of the first sequence.
    """

    places: Places
    word: Callable[[int], int]
    old: Callable[[str, int], int]
    port: Port = field(default_factory=Port)
    start: int = 0

    def __post_init__(self) -> None:
        self._hash: Hash = self.places.hash
        self._clock = self.places.clock
        roles = self.places.roles
        self._first, self._second, self._age = roles.first, roles.second, roles.early.age

    def passing(self, adder: str, at: int) -> int:
        """When a word that is there in a clock is added by an adder."""
        return self.places.passing(adder, at)

    def run(self, lengths: Callable[[PlacedRounds], None]) -> None:
        """All of a block; `lengths` is what is done with its length, before rounds read that."""
        starts = count(self._newest() + 1)
        self.start, fills = next((at, each) for at in starts if (each := self._filled(at)))
        for filled in fills:
            self.port.read(self.old(filled.sequence, filled.index), filled.at)
            self.port.do(filled.at, filled.sequence, "fill")
        of_message = self._hash.block_words - LENGTH_WORDS
        for number in range(of_message):
            self._round(number)
        lengths(self)
        for number in range(of_message, self._hash.rounds):
            self._round(number)
        self._chain()

    # ---- what a block begins with -----------------------------------------------------------

    def _newest(self) -> int:
        """The newest words, of the second sequence first, pass the adders as rounds before round 0
        do; the clock in which the first sequence has its own."""
        at = READ
        self.port.read(self.old(self._second, -1), at)
        loaded = self.passing(FIRST, at)
        self.port.do(loaded, self._first, "load")
        self.port.do(loaded + 1, self._first, "clear")  # it has been taken
        self._before = loaded + self._clock[OTHER]
        self.port.do(self.passing(SECOND, at), self._second, "load")
        at = self.port.earliest(
            self.old(self._first, -1), lambda at: self.passing(FIRST, at) > loaded + 1
        )
        self.port.read(self.old(self._first, -1), at)
        self.port.do(self.passing(FIRST, at), self._first, "load")
        self._passed = self.passing(LATE, at)
        return self.passing(FIRST, at)

    def _filled(self, start: int) -> list[Filled]:
        """The words that are read into the second place where round 0 begins in clock `start`;
        none where they do not find clocks."""
        taken = set(self._read_by_rounds(start))
        found: list[Filled] = []
        latest: dict[str, int] = {}
        windows = self._windows(start)
        for (sequence, index), (least, most) in sorted(windows.items(), key=lambda w: w[1][1]):
            first = max(least, latest.get(sequence, 0) + 1, READ)
            clocks = (at for at in range(first, most + 1) if self.port.free(at) and at not in taken)
            at = next(clocks, None)
            if at is None:
                return []
            taken.add(at)
            latest[sequence] = at
            found.append(Filled(sequence, index, at))
        return found

    def _windows(self, start: int) -> dict[tuple[str, int], tuple[int, int]]:
        """The first and the last clock in which each word may be read into the second place: not
        before the newest have passed, nor before an older word is read where it is."""
        age = self._age
        least = {
            (self._first, -age): self._passed,
            (self._first, 1 - age): self._passed,
            (self._second, -age): 0 if self._harmless() else self._before,
            (self._second, 1 - age): self._before,
        }
        most: dict[tuple[str, int], int] = {}
        for sequence in (self._first, self._second):
            for at, place, index in self.places.readings(sequence, age):
                there, gone = (sequence, index + place - 2), (sequence, index + place - 1)
                most[there] = min(most.get(there, start + at), start + at - 1)
                least[gone] = max(least.get(gone, 0), start + at)
            for index in range(-3, -age - 1, -1):  # each before the one that is read behind it
                later = most[sequence, index + 1] - 1
                most[sequence, index] = min(most.get((sequence, index), later), later)
        filled = product((self._first, self._second), range(-age, -1))
        return {each: (least.get(each, 0), most[each]) for each in filled}

    def _harmless(self) -> bool:
        """Whether a word in the second place is nothing to the function of three words of the
        second sequence, as long as those around it are zero."""
        three = self._hash.functions_of_three[self.places.other[0]]
        return three.formula.of((0, self._hash.mask, 0), self._hash.mask) == 0

    def _read_by_rounds(self, start: int) -> Iterator[int]:
        """Clocks in which the first rounds have words read."""
        for number in range(self._hash.block_words):
            yield start + self._clock[TRIPLE] + number * self.places.round_clocks

    # ---- rounds -----------------------------------------------------------------------------

    def begins(self, number: int) -> int:
        """The clock in which a round takes the newest word of the first sequence."""
        return self.start + number * self.places.round_clocks

    def _round(self, number: int) -> None:
        start, clock, port = self.begins(number), self._clock, self.port
        port.do(start + clock[BEGUN], BEGUN, "constant", self._hash.constants[number])
        for adder in (EARLY, READY):
            port.do(start + clock[adder], adder, "old")
        for sequence in (self._first, self._second):
            at = start + self.places.loaded(sequence)
            port.do(at, sequence, "load")
            port.do(at, sequence, "shift")
        self._scheduled(number)

    def _scheduled(self, number: int) -> None:
        """The word of the schedule of a round, and that which is held for the next."""
        (oldest, _), (second, _), (again, _), (young, _) = self.places.scheduled
        start, clock, port = self.begins(number), self._clock, self.port
        words = range(oldest, self._hash.rounds)  # that the schedule makes
        made = number in words
        port.read(self.word(number - again if made else number), start + clock[TRIPLE])
        if made or number + 1 in words:
            port.read(self.word(number - second), start + clock[PAIR])
            port.do(start + clock[PAIR], HELD, "hold")
        if made:
            port.do(start + clock[PAIR], PAIR, "adds")
            port.write(SCHEDULED, self.word(number), start + clock[SCHEDULED])
        if number + 1 in words or number + young in words:
            port.do(start + clock[SCHEDULED] + 1, NEWEST, "shift")
        if number + 1 not in words:
            port.do(start + clock[SCHEDULED] + 1, NEWEST, "clear")

    # ---- the new chaining value -------------------------------------------------------------

    def _chain(self) -> None:
        """Behind the rounds: the old words are read, and the last ones are added where the rounds
        add their oldest ones."""
        rounds, age = self._hash.rounds, self._age
        adders = ((EARLY, self._first), (READY, self._second))
        for number in range(rounds, rounds + age):
            for adder, sequence in adders:
                self._chained(number, adder, self.old(sequence, number - rounds - age))
        for adder, sequence in adders:
            ends = max(act.at for act in self.port.acts if act[1:3] == (adder, "old"))
            loads = self.begins(rounds) + self.places.loaded(sequence)
            for at in range(loads, ends, self.places.round_clocks):
                self.port.do(at, sequence, "shift")

    def _chained(self, number: int, adder: str, address: int) -> None:
        """An old chaining word is read and added to the oldest word that an adder has in a round
        behind the last one."""
        places, port = self.places, self.port
        place = places.old(adder)
        sequence = self._first if adder == EARLY else self._second
        there = places.loaded(sequence) + 1 - self._age * places.round_clocks

        def fits(at: int) -> bool:
            adds = self.passing(adder, at) - self.begins(number)
            right = adds >= there and places.place(sequence, self._age, adds) == place
            return right and port.can_write(self.passing(READY, at))

        since = self.begins(number) + there - self.passing(adder, 0)
        at = port.earliest(address, fits, since)
        port.read(address, at)
        port.do(self.passing(adder, at), adder, "old")
        port.write(READY, address, self.passing(READY, at))
