"""The program of a core that is folded on adders at fixed places: each unit, clock by clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from hashloom.hashes.expressions import Read
from hashloom.rtl.folded.clocked.program import GOES_ON, ClockedProgram, flagged
from hashloom.rtl.folded.instruction import Field
from hashloom.rtl.folded.layout import PASS, WRITTEN_BITS, Layout
from hashloom.rtl.folded.program import CARRY, SENT
from hashloom.transforms.folding.in_place import (
    BEGUN,
    EARLY,
    IN_PLACE,
    PAIR,
    READY,
    SCHEDULED,
    Places,
)
from hashloom.transforms.folding.on_four import READ, Act
from hashloom.transforms.folding.placed_rounds import HELD, PlacedRounds

_COUNTED, _CARRIED = 1, 1  # clocks from a sum to its carry, and from a carry to the sum it enters
DIGEST = "digest"  # the register of a digest's word


@dataclass(frozen=True)
class PlacedLayout(Layout):
    """Addresses as those of one adder; constants of the rounds stand in the program, and the
    initial value is where a bit is joined with the addresses of an old chaining value."""

    @property
    def bits(self) -> int:
        """Of an address."""
        return WRITTEN_BITS + 1

    @property
    def zero(self) -> int:
        """A word of zeros."""
        return self.constants

    def initial(self, index: int) -> int:
        """Chaining word `index` of the initial value."""
        return self.constants | self.old(index)

    def contents(self) -> dict[int, int]:
        """The words that are there from the beginning, by address."""
        return {self.zero: 0} | {self.initial(i): each for i, each in enumerate(self.hash.initial)}


@dataclass(frozen=True)
class PlacedProgram(ClockedProgram):
    """The rows for a hash on adders at fixed places."""

    @property
    def adders(self) -> int:
        """On which a round is folded."""
        return len(IN_PLACE)

    @property
    def layout(self) -> PlacedLayout:
        """Addresses."""
        return PlacedLayout(self.hash)

    @cached_property
    def places(self) -> Places:
        """The adders."""
        return Places(self.hash)

    @property
    def round_rows(self) -> int:
        """Clocks of a round."""
        return self.places.round_clocks

    @property
    def round_terms(self) -> tuple[tuple[int, str, str], ...]:
        """What is added in a round, with its word of the schedule: clock, adder and sum."""
        adders = self.places.adders
        return tuple((each.clock - adders[0].clock, each.name, each.adds) for each in adders)

    @cached_property
    def _of_block(self) -> Iterable[Act]:
        at = self.layout
        chaining = {each: index for index, each in enumerate(self.hash.chaining)}
        rounds = PlacedRounds(
            self.places,
            lambda number: at.word(Read("W"), number),
            lambda sequence, index: at.old(chaining[sequence, -index]),
        )
        rounds.run(self._lengths)
        return tuple(rounds.port.acts)

    def _lengths(self, rounds: PlacedRounds) -> None:
        """The length is set to zero, appended and added to."""
        low, high = self.layout.length
        for word in (low, high):
            self._passed(rounds, self.layout.zero, word, ("first",))
        self._begun(rounds)
        self._passed(rounds, high, PASS - 2, ("last",))
        self._passed(rounds, low, PASS - 1, ("last", "joins"))
        over = () if self.two_words else ("over",)
        at = self._passed(rounds, low, low, ("whole", *over))
        rounds.port.do(at, BEGUN, "constant", self.hash.block_bits)
        rounds.port.do(at + _COUNTED, BEGUN, "counts")
        if self.two_words:
            behind = at + _COUNTED + _CARRIED
            at = self._passed(rounds, high, high, ("whole", "over"), behind)
            rounds.port.do(at - _CARRIED, BEGUN, CARRY)
            rounds.port.do(at + _COUNTED, BEGUN, "counts")

    def _begun(self, rounds: PlacedRounds) -> None:
        """What else the length begins with."""

    @staticmethod
    def _passed(
        rounds: PlacedRounds, read: int, write: int, flags: tuple[str, ...], behind: int = 0
    ) -> int:
        """A word that passes the adders and is written; the clock in which a constant is added to
        it, which is `behind` another one.

        Words of the block before are read before round 0 begins, and no others.
        """
        at = rounds.port.earliest(
            read,
            lambda at: (
                rounds.port.can_write(rounds.passing(READY, at))
                and rounds.passing(BEGUN, at) > behind
            ),
            rounds.start,
        )
        rounds.port.read(read, at)
        rounds.port.write(READY, write, rounds.passing(READY, at), flags)
        return rounds.passing(BEGUN, at)

    def _sent(self, first: int) -> Iterator[Act]:
        """The digest from a row on; the program waits behind a word where the stream does."""
        for index in range(self.digest_words):
            at = first + SENT * index
            yield Act(at, "memory", "read", self.layout.old(index))
            flags = ("over",) if index == self.digest_words - 1 else ()
            yield Act(at + READ, DIGEST, "sends", 0, flags)

    # ---- instructions ---------------------------------------------------------------------

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Fields of an instruction, the first in its highest bits."""
        roles = self.places.roles
        return (
            Field("read_address", self.layout.bits, "a word is read"),
            Field("constant", self.hash.word_bits, "is added to a word, K in a round"),
            Field("carries", 1, "the carry is added a clock later"),
            Field("counts", 1, "the carry is that of the sum a clock before"),
            Field("holds", 1, "the word is held for the next word of the schedule"),
            Field("pairs", 1, "the word of the schedule is a sum, not a word alone"),
            Field("newest_shifts", 1, "it is one of the newest"),
            Field("newest_clears", 1, "the next one has no function of one of these"),
            Field("early_old", 1, f"an oldest word of {roles.early.sequence} is added"),
            Field("ready_old", 1, f"an oldest word of {roles.added.sequence} is added"),
            *(
                each
                for name in (roles.first, roles.second)
                for each in (
                    Field(f"{name}_loads", 1, f"there is a newest word of {name}"),
                    Field(f"{name}_shifts", 1, "the others move on"),
                    Field(f"{name}_fills", 1, "and the second one is the word read"),
                )
            ),
            Field(f"{roles.first}_clears", 1, "it is zero"),
            self._begins,
            Field("scheduled_writes", 1, "the word of the schedule is written"),
            Field("writes", 1, "what is ready is written"),
            Field("write_address", self.layout.written_bits, "here"),
            self._when,
            Field("over", 1, "with writes: a carry is too long a message; with sends: the last"),
            Field("joins", 1, "bits of message are joined with it"),
            Field("sends", 1, "the word is one of the digest"),
            self._goes_on,
            *self._control,
        )

    _begins = Field("begins", 1, "no word of the rounds is there")
    _when = Field("when", 2, "in every block, the first, one that is all message, the last")
    _goes_on = Field("goes_on", 1, "first_q ends")

    @property
    def _control(self) -> Sequence[Field]:
        return ()

    _idle: ClassVar[tuple[str, ...]] = ("begins", "newest_clears")

    def _of(self, act: Act) -> Iterator[tuple[str, int]]:
        """The fields of an act of a unit, with their values."""
        named = {
            (HELD, "hold"): "holds",
            (PAIR, "adds"): "pairs",
            (BEGUN, CARRY): "carries",
            (BEGUN, "counts"): "counts",
            (EARLY, "old"): "early_old",
            (READY, "old"): "ready_old",
            (SCHEDULED, "write"): "scheduled_writes",
        }
        if act.what == "read":
            yield "read_address", act.number
        elif act.what == "constant":
            yield "constant", act.number
        elif (act.unit, act.what) in named:
            yield named[act.unit, act.what], 1
        elif act.what == GOES_ON:
            yield "goes_on", 1
        elif act.what == "sends":
            yield "sends", 1
        elif act.what == "write":
            yield "writes", 1
        elif act.what == "fill":
            yield f"{act.unit}_shifts", 1
            yield f"{act.unit}_fills", 1
        else:
            yield f"{act.unit}_{act.what}s", 1
        if act.what == "write":
            yield "write_address", act.number
        yield from flagged(act)
