"""Registers beside those of a core, which a proof adds to say what the core's must hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hashloom.verification.answers.gates import Gates
from hashloom.verification.answers.taint import Followed

Bits = list[int]


class Notes:
    """Notes beside the control of a core, statements about one context, and lemmas.

    Attributes:
        f: the core's signals.
        aig: its control with the notes.
        shown: what is proved for its own sake: sentences, and the literals that break them.
        helping: what is proved with it, likewise.
        assumed: literals that are false in every clock.
        alike: literals that are false because what is proved of the context is of every other, too.
        other_places: literals that are false because lemmas on the place that is looked at, of a
            memory, are of every other, too.
        reset: true in a clock of a reset.
        context: the context that is looked at, a number that nobody knows.
        besides: what is assumed of this core besides what is of every one, in sentences.
    """

    def __init__(self, gates: Gates, *, reset: str = "core_rst") -> None:
        """Of hollowed text that is `gates`; a signal is called `reset`."""
        self.f = Followed(gates, (), (), ())
        self.aig = self.f.aig
        self.shown: dict[str, int] = {}
        self.helping: dict[str, int] = {}
        self.assumed: list[int] = []
        self.alike: list[int] = []
        self.other_places: list[int] = []
        self.besides: tuple[str, ...] = ()
        self.reset = self.f.value(reset)

    def look_at(self, contexts: int) -> None:
        """Chooses the context, one of so many, about which statements are."""
        self.contexts = contexts
        self.context = self.constant((contexts - 1).bit_length()) or [0]
        if contexts > 1:
            there = self.aig.any_of(self.is_it(index) for index in range(contexts))
            self.assumed.append(there ^ 1)

    @property
    def statements(self) -> dict[str, int]:
        """All that is proved: sentences, and the literals that break them."""
        return {**self.shown, **self.helping}

    # ---- statements ---------------------------------------------------------------------------

    def must(self, sentence: str, when: int, *what: int) -> None:
        """A lemma: when something holds, all of some others do; a sentence may have several."""
        broken = self.aig.both(when, self.aig.all_of(what) ^ 1)
        self.helping[sentence] = self.aig.either(self.helping.get(sentence, 0), broken)

    def show(self, sentence: str, when: int, *what: int) -> None:
        """The same of what is proved for its own sake."""
        broken = self.aig.both(when, self.aig.all_of(what) ^ 1)
        self.shown[sentence] = self.aig.either(self.shown.get(sentence, 0), broken)

    def same(self, a: int, b: int) -> int:
        return self.aig.differ(a, b) ^ 1

    def equal(self, some: Iterable[int], others: Iterable[int]) -> int:
        return self.differ(some, others) ^ 1

    # ---- registers and numbers ----------------------------------------------------------------

    def registers(self, count: int) -> Bits:
        return [self.aig.register() for _ in range(count)]

    def constant(self, count: int) -> Bits:
        """Bits of which nothing is known but that they stay."""
        found = self.registers(count)
        self.aig.following.update({register: register for register in found})
        return found

    def keep(self, register: int, *cases: tuple[int, int]) -> None:
        """The first case that holds says what it is next; a reset makes it 0."""
        value = register
        for when, what in reversed(cases):
            value = self.aig.choose(when, what, value)
        self.aig.following[register] = self.aig.both(value, self.reset ^ 1)

    def keep_all(self, registers: Bits, *cases: tuple[int, Bits]) -> None:
        for at, register in enumerate(registers):
            self.keep(register, *((when, what[at]) for when, what in cases))

    def choose(self, when: int, some: Bits, others: Bits) -> Bits:
        return [self.aig.choose(when, a, b) for a, b in zip(some, others, strict=True)]

    def differ(self, some: Iterable[int], others: Iterable[int]) -> int:
        return self.aig.any_of(self.aig.differ(a, b) for a, b in zip(some, others, strict=True))

    def pick(self, which: Bits, of: Sequence[Bits]) -> Bits:
        """One of several, by its number."""
        found = [0] * len(of[0])
        for index, bits in enumerate(of):
            here = 1 if len(of) == 1 else self.aig.equals(which, index)
            found = [
                self.aig.either(a, self.aig.both(here, b)) for a, b in zip(found, bits, strict=True)
            ]
        return found

    def is_it(self, index: int) -> int:
        return self.aig.equals(self.context, index)

    def of(self, by_context: Bits) -> int:
        """The context's bit of several."""
        return self.aig.any_of(
            self.aig.both(bit, self.is_it(index)) for index, bit in enumerate(by_context)
        )

    def own(self, name: str) -> int:
        """Whether a signal names the context."""
        return self.aig.equals_bits(self.f.values(name), self.context)

    def exists(self, name: str) -> int:
        named = self.f.values(name)
        return self.aig.any_of(self.aig.equals(named, index) for index in range(self.contexts))

    def plus(self, bits: Bits, number: Bits) -> Bits:
        """The sum, of as many bits."""
        aig, carry, found = self.aig, 0, []
        for a, b in zip(bits, [*number, *[0] * len(bits)], strict=False):
            found.append(aig.differ(aig.differ(a, b), carry))
            carry = aig.either(aig.both(a, b), aig.both(carry, aig.either(a, b)))
        return found

    def minus(self, some: Bits, others: Bits) -> Bits:
        return self.plus(self.plus(some, [bit ^ 1 for bit in others]), [1])

    def less(self, some: Bits, others: Bits) -> int:
        """Whether bits are less than as many others."""
        found = 0
        for a, b in zip(some, others, strict=True):
            found = self.aig.choose(self.aig.differ(a, b), b, found)
        return found

    def more(self, bits: Bits, number: int) -> int:
        """Whether bits are more than a number."""
        found = 0
        for at, bit in enumerate(bits):
            both = self.aig.both if number >> at & 1 else self.aig.either
            found = both(found, bit)
        return found
