"""Folding on adders at fixed places: a round is a row of adders, each with a term of its own.

Source: Parhi, VLSI Digital Signal Processing Systems (1999), chapter 6: a folding set of one
operation an adder.  An adder that has one term needs no select before it, and a function of two or
three words is in many families part of the adder; so several adders take less than one that many
terms come to.

Of a hash whose rounds share a sum, as T1 of SHA-2, the adders stand behind each other: the terms of
the schedule, of that sum with the word that makes the first sequence of it, and, with that word
subtracted again, of the second sequence.  A sum is there for one clock, in which the next adder
takes it; so a round's clocks follow from the recurrences alone: as many as the longest way takes
from a word to the next one that it is needed for, by round between them (`Places.round_clocks`).
The words of a sequence are registers that shift; in which of them an old word is read follows from
the clocks.

Clocks of an adder are counted from the one in which the first sequence takes its newest word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.transforms.folding.on_four import READ, WRITTEN, Roles, roles_of

# Adders in the order in which a round's words go through them.
PAIR, TRIPLE, SCHEDULED = "pair", "triple", "scheduled"  # of the schedule
BEGUN, EARLY, READY, LATE, FIRST = "begun", "early", "ready", "late", "first"
SHARED, OTHER, SECOND = "shared", "other", "second"
IN_PLACE = (PAIR, TRIPLE, SCHEDULED, BEGUN, EARLY, READY, LATE, FIRST, SHARED, OTHER, SECOND)
_NAMED = [False, True, False, True]  # which of the schedule's words have a function
_FUNCTIONS = 2, 2  # that the sequences add
_READS = 2  # words that a word of the schedule reads from the memory, a clock each
_NEWEST = 1  # place of the newest word


@dataclass(frozen=True)
class Adder:
    """An adder: its name, what it adds up, and the clock of a round in which it does."""

    name: str
    adds: str
    clock: int


@dataclass(frozen=True)
class Places:
    """The adders of a hash's rounds.

    Raises RequestError for a hash whose rounds are not sums as those of SHA-2.
    """

    hash: Hash

    def __post_init__(self) -> None:
        ages = [age for age, _ in self.scheduled]
        named = [bool(label) for _, label in self.scheduled]
        oldest = [self.hash.block_words, self.hash.block_words - 1]
        functions = len(self.roles.late), len(self.roles.other)
        if ages[:2] != oldest or named != _NAMED or functions != _FUNCTIONS:
            raise RequestError(
                f"Rounds of {self.hash.title} have not been folded on {len(IN_PLACE)} adders yet; "
                "accepted for --fold with it is 0."
            )

    @cached_property
    def roles(self) -> Roles:
        """What each sum is made of."""
        return roles_of(self.hash, len(IN_PLACE))

    @cached_property
    def scheduled(self) -> tuple[tuple[int, str], ...]:
        """The schedule's words by age, the oldest first, with the label of a function or ""."""
        return tuple(sorted(self.roles.words, reverse=True))

    @cached_property
    def late(self) -> tuple[str, str]:
        """The functions that the first sequence adds: that of most words first."""
        return self._ordered(self.roles.late)

    @cached_property
    def other(self) -> tuple[str, str]:
        """Those that the second one adds."""
        return self._ordered(self.roles.other)

    def _ordered(self, labels: tuple[str, ...]) -> tuple[str, str]:
        three = self.hash.functions_of_three
        first, second = sorted(labels, key=lambda label: label not in three)
        return first, second

    @cached_property
    def clock(self) -> dict[str, int]:
        """When each adder adds: a clock behind the one before it."""
        newest = IN_PLACE.index(FIRST)
        return {name: index - newest for index, name in enumerate(IN_PLACE)}

    def passing(self, adder: str, at: int) -> int:
        """When a word that is there in a clock is added by an adder."""
        return at + self.clock[adder] - self.clock[TRIPLE]

    def loaded(self, sequence: str) -> int:
        """When a sequence takes the newest word of a round."""
        return self.clock[FIRST if sequence == self.roles.first else SECOND]

    @cached_property
    def round_clocks(self) -> int:
        """Clocks from a round to the next, as few as the recurrences allow."""
        roles, clock = self.roles, self.clock
        ways = [
            (clock[name], self.loaded(sequence) + 1, age)
            for name, sequence, age in (
                (LATE, roles.first, _NEWEST),
                (FIRST, roles.first, _NEWEST),
                (OTHER, roles.second, _NEWEST),
                (SECOND, roles.second, _NEWEST),
                (EARLY, roles.early.sequence, roles.early.age),
                (READY, roles.added.sequence, roles.added.age),
                (SHARED, roles.added.sequence, roles.added.age),
            )
        ]
        _, _, (again, _), (young, _) = self.scheduled
        ways += [
            (clock[TRIPLE], clock[SCHEDULED] + WRITTEN + READ, again),
            (clock[SCHEDULED], clock[SCHEDULED] + 1 + young, young),
        ]
        return max(_READS, *(-(-(there - taken) // age) for taken, there, age in ways))

    def place(self, sequence: str, age: int, clock: int) -> int:
        """The register, 1 for the newest, in which a word of a sequence stands in a clock."""
        loads = range(self.loaded(sequence) - age * self.round_clocks, clock, self.round_clocks)
        assert loads, "a word is not there yet"
        return len(loads)

    def old(self, name: str) -> int:
        """The register in which an adder finds an oldest word."""
        word = self.roles.early if name == EARLY else self.roles.added
        return self.place(word.sequence, word.age, self.clock[name])

    @cached_property
    def registers(self) -> int:
        """Words of a sequence that are kept."""
        places = [self.old(name) for name in (EARLY, READY, SHARED)]
        return max(*places, *(len(each.words) for each in self.hash.functions_of_three.values()))

    @cached_property
    def adders(self) -> tuple[Adder, ...]:
        """All of them, as they follow each other, with what they add in round t."""
        roles = self.roles
        words = [f"W[t-{age}]" for age, _ in self.scheduled]
        words = [
            f"{label}({word})" if label else word
            for word, (_, label) in zip(words, self.scheduled, strict=True)
        ]
        early = f"{roles.early.sequence}[t-{roles.early.age}]"
        added = f"{roles.added.sequence}[t-{roles.added.age}]"
        adds = {
            PAIR: f"{words[0]} + {words[1]}",
            TRIPLE: f"{PAIR} + {words[2]}",
            SCHEDULED: f"W[t] = {TRIPLE} + {words[3]}",
            BEGUN: "W[t] + K[t]",
            EARLY: f"{BEGUN} + {early}",
            READY: f"{EARLY} + {added}",
            LATE: f"{READY} + {self.late[0]}",
            FIRST: f"{roles.first}[t] = {LATE} + {self.late[1]}",
            SHARED: f"{roles.first}[t] - {added}",
            OTHER: f"{SHARED} + {self.other[0]}",
            SECOND: f"{roles.second}[t] = {OTHER} + {self.other[1]}",
        }
        return tuple(Adder(name, adds[name], self.clock[name]) for name in IN_PLACE)

    def readings(self, sequence: str, rounds: int) -> Iterator[tuple[int, int, int]]:
        """What adders read of words that are there before round 0 and are not the newest: clock,
        place, and the word as -2, -3, ..."""
        roles, clock = self.roles, self.clock
        for number in range(rounds):
            start = number * self.round_clocks
            for name in (LATE, OTHER):
                if (sequence == roles.first) == (name == LATE):
                    for age in range(2, self.registers + 1):
                        yield clock[name] + start, age, number - age
            for name in (EARLY, READY, SHARED):
                word = roles.early if name == EARLY else roles.added
                if word.sequence == sequence:
                    yield clock[name] + start, self.old(name), number - word.age
