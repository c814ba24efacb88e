"""Which values of a netlist are words of the standard, where one block is followed at a time."""

from __future__ import annotations

from dataclasses import dataclass, field

from hashloom.verification.equivalence.contexts.blocks import Modes, Words
from hashloom.verification.equivalence.netlists.netlist import Netlist
from hashloom.verification.equivalence.netlists.values import Value, samples_of
from hashloom.verification.equivalence.words.claims import Claim, Place
from hashloom.verification.equivalence.words.textbook import SAMPLES, Label


@dataclass
class Recogniser:
    """Puts the word of the standard for a value that is it in a few blocks of random numbers.

    Attributes:
        claims: that such a value always is the word, which is to be proved.
        mode: how the block began that is followed; None while none is.
        clock: since its start.
    """

    netlist: Netlist
    words: Words
    claims: dict[tuple[Value, Modes, Label], Claim[Modes]] = field(default_factory=dict)
    mode: Modes | None = None
    clock: int = 0

    def __call__(self, number: int, value: Value) -> Value:
        """The word of the standard that the value of a net is, else the value."""
        samples = samples_of(value, SAMPLES) if self.mode else None
        known = self.words.table(self.mode).get(samples) if self.mode and samples else None
        if known is None or self.mode is None or known is value:
            return value
        label: Label = known.args[0]
        key = (value, self.mode, label)
        if key not in self.claims:
            net = (self.netlist.names.get(number) or ("",))[0]
            definition = self.words.definition(label, self.mode)
            self.claims[key] = Claim(value, label, definition, self.mode, Place(self.clock, net))
        return known
