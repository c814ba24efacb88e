"""What the searches through machines of folded cores have in common: words and claims."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from hashloom.rtl.folded.layout import Layout
from hashloom.verification.equivalence.contexts.control import WrongError
from hashloom.verification.equivalence.contexts.one_memory import OneMemory
from hashloom.verification.equivalence.folded.words import TOO_LONG, FoldedWords, Kind
from hashloom.verification.equivalence.netlists.machine import Held, substituted
from hashloom.verification.equivalence.netlists.netlist import Netlist
from hashloom.verification.equivalence.netlists.values import (
    UNKNOWN,
    Expression,
    Value,
    concat,
    samples_of,
)
from hashloom.verification.equivalence.solving.queries import labels_in
from hashloom.verification.equivalence.words.claims import Claim, Place
from hashloom.verification.equivalence.words.textbook import SAMPLES, Label

_DRAWS = 16  # numbers for each word, where a value may be one of those in it
_OVER = "over_q"  # the register that says that a message is too long


@dataclass
class Following:
    """A machine that is followed, and what of it is taken for words of the standard.

    Attributes:
        digest_words: words of a digest.
        claims: values recognised as words, which are to be proved to be them.
        found: where each word of a block was met first.
    """

    netlist: Netlist
    layout: Layout
    words: FoldedWords
    digest_words: int
    claims: dict[tuple[Value, Kind, Label], Claim[Kind]] = field(default_factory=dict)
    found: dict[tuple[Kind, Label], Place] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.machine = OneMemory(self.netlist, self.words.bits, self._recognise)
        self.kind: Kind | None = None  # of the block whose words have their names
        self.clock = 0
        self.memory, self.over = self.machine.memory, self.netlist.named(_OVER)
        self._alike: dict[Value, bool] = {}
        self.contents: tuple[Value, ...] = self.machine.unknown()[self.memory]

    def _recognise(self, number: int, value: Value) -> Value:
        """The word of the newest block that a value is, else the value."""
        samples = samples_of(value, SAMPLES)
        known = self.words.table(self.kind).get(samples) if samples and self.kind else None
        if known is None or self.kind is None or not self._may_be(value, known):
            return value
        net = self.netlist.nets[number]
        place = Place(self.clock, (self.netlist.names.get(number) or ("",))[0])
        if net.op not in ("state", "input") and place.net:
            self.found.setdefault((self.kind, known.args[0]), place)
        if known is not value:
            self.claim(value, known.args[0], self.kind, place)
        return known

    def _may_be(self, value: Value, known: Expression) -> bool:
        """Whether a value with a word in it is that word for other numbers, too.

        A bit joined with a word changes it seldom: too few samples tell them apart.
        """
        if value is known or known.args[0] not in labels_in(value):
            return True
        if value not in self._alike:
            bits = self.words.bits
            self._alike[value] = all(
                substituted(value, partial(_number, draw, bits)) == _number(draw, bits, known)
                for draw in range(_DRAWS)
            )
        return self._alike[value]

    def claim(self, value: Value, label: Label, kind: Kind, place: Place) -> None:
        """A claim that a value is a word of a block."""
        key = (value, kind, label)
        if key not in self.claims:
            definition = self.words.definition(label, kind)
            self.claims[key] = Claim(value, label, definition, kind, place)

    def as_word(self, value: Value, said: str) -> Value:
        """A bit as a word of which all others are zero.  Raises WrongError for an unknown one."""
        if value is UNKNOWN:
            raise WrongError(f"whether a message is {said} is not known")
        return concat([(self.words.bits - 1, 0), (1, value)])

    def require_length(self, kind: Kind, held: Mapping[int, Held]) -> None:
        """Raises WrongError unless the length is right behind a block that is not the last."""
        rows = (held[self.memory][row] for row in self.layout.length)
        if any(a != b for a, b in zip(rows, self.words.length_after(kind), strict=True)):
            raise WrongError("the length behind a block is wrong")
        found = self.as_word(held[self.over], "too long")
        self.claim(found, TOO_LONG, kind, Place(self.clock, _OVER))

    def require_constants(self, memory: tuple[Value, ...]) -> None:
        """Raises WrongError unless constants are as they were."""
        constants = slice(self.layout.constants, None)
        if memory[constants] != self.contents[constants]:
            raise WrongError("a constant is overwritten")


def _number(draw: int, bits: int, found: Expression) -> int:
    """A number for a word."""
    return random.Random(f"{found.args[0]} {draw}").getrandbits(bits)
