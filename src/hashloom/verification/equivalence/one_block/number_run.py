"""An engine run with numbers, for a block that does not come out right."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from hashloom.rtl.engine.shape import EngineShape
from hashloom.verification.equivalence.contexts.counterexample import drawn, missed_lines, number_of
from hashloom.verification.equivalence.netlists.machine import Held, Machine
from hashloom.verification.equivalence.netlists.netlist import Netlist
from hashloom.verification.equivalence.netlists.values import Value
from hashloom.verification.equivalence.words.claims import Place
from hashloom.verification.equivalence.words.textbook import Block, Label, Textbook


class NumberRun:
    """An engine with a random past, clock by clock.

    Attributes:
        seen: where each number was met first as a word, since the newest block began.
        values: what was on every net in the clocks since then.
    """

    def __init__(self, netlist: Netlist, shape: EngineShape, textbook: Textbook, seed: int) -> None:
        self.netlist, self.shape, self.textbook = netlist, shape, textbook
        self.random = random.Random(seed)
        self.machine = Machine(netlist)
        self.seen: dict[int, Place] = {}
        self.values: list[dict[int, Held]] = []
        self._held = {
            number: drawn(value, netlist.nets[number].width, self.random)
            for number, value in self.machine.unknown().items()
        }
        self._words = [
            (number, names[0])
            for number, names in netlist.names.items()
            if netlist.nets[number].width == textbook.word_bits
        ]

    def begin(self) -> None:
        """Forgets what was before a block."""
        self.seen.clear()
        self.values.clear()

    def clock(self, given: Mapping[str, Value]) -> dict[int, Held]:
        """A clock, with random numbers on all inputs that are not given."""
        nets = self.netlist.nets
        given = {"rst": 0, "slot_start": 0, **given}
        inputs: dict[str, Value] = {
            name: given[name] if name in given else self.random.getrandbits(nets[number].width)
            for name, number in self.netlist.inputs.items()
        }
        values = self.machine.evaluate(self._held, inputs)
        for number, name in self._words:
            self.seen.setdefault(values[number], Place(len(self.values), name))
        self.values.append(values)
        self._held = self.machine.next_state(values)
        return values

    def right(self, block: Block) -> bool:
        """Whether the new chaining words of the last clock are those of a block."""
        out, bits = self.netlist.outputs, self.shape.word_bits
        values = self.values[-1]
        if not values[out["chain_valid"]]:
            return False
        for name in self.shape.sequences:
            indices: Sequence[int | None] = self.shape.words_at(name, 0)
            for lane, index in enumerate(indices):
                found = values[out[f"chain_{name}"]] >> lane * bits
                wanted = 0 if index is None else number_of(block, Label("N", index))
                if index is not None and found & (1 << bits) - 1 != wanted:
                    return False
        return True

    def state_of(self, block: Block) -> dict[str, Value]:
        """The old hash value of a block on the ports of a supplied state."""
        return {
            f"state_{name}": sum(
                number_of(block, Label("H", index)) << lane * self.shape.word_bits
                for lane, index in enumerate(self.shape.words_at(name, 0))
                if index is not None
            )
            for name in self.shape.sequences
        }

    def row_of(self, block: Block) -> int:
        """Its first row of message words."""
        bits, labels = self.shape.word_bits, self.textbook.message
        numbers = [number_of(block, labels[k]) for k in self.shape.words_in(0)]
        return sum(number << lane * bits for lane, number in enumerate(numbers))

    def any_state(self) -> Sequence[int]:
        """A hash value at random."""
        bits = self.textbook.word_bits
        return [self.random.getrandbits(bits) for _ in self.textbook.initial]

    def lines(self, began: str, block: Block) -> tuple[str, ...]:
        """What is said of a block that is not right."""
        told = missed_lines(block, self.textbook, self.seen, self.values, self.netlist.named)
        return (f"A block that {began} leaves wrong chaining words:", *told)
