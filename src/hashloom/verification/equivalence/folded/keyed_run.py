"""A run of a folded HMAC core's machine with numbers, through a piece of work that goes wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hashloom.verification.equivalence.contexts.counterexample import (
    block_lines,
    drawn,
    missed_lines,
)
from hashloom.verification.equivalence.netlists.machine import Held, Machine
from hashloom.verification.equivalence.netlists.netlist import Netlist
from hashloom.verification.equivalence.netlists.values import Expression, Value
from hashloom.verification.equivalence.words.claims import Place, hexadecimal
from hashloom.verification.equivalence.words.textbook import Block, Textbook

_LONGEST = 300  # clocks that a piece of work may take at most for each bit of a word


class Wanted(NamedTuple):
    """What a piece of work is to do.

    Attributes:
        title: how it is called.
        goes_on: it ends with `released`, other work with `done`.
        sent: words that are to leave.
        left: words that are to be in the memory behind it, by their rows.
    """

    title: str
    goes_on: bool
    sent: Sequence[Value]
    left: Mapping[int, Value]


@dataclass
class KeyedRun:
    """One piece of work from a state in which it begins; words are the first of their samples.

    Attributes:
        memory: number of the memory's net.
        begins: the state, in which what is not known is drawn at random.
    """

    netlist: Netlist
    textbook: Textbook
    memory: int
    begins: Mapping[int, Held]

    def __post_init__(self) -> None:
        self._random = random.Random(0)
        self._machine = Machine(self.netlist)
        self._seen: dict[int, Place] = {}
        self._values: list[dict[int, Held]] = []

    def lines(
        self, wanted: Wanted, ports: Mapping[str, Value], blocks: Mapping[str, Block]
    ) -> tuple[str, ...]:
        """Lines for what goes wrong, and for the first of the blocks with a word that the machine
        does not come to; none when nothing does."""
        wrong = self._wrong(wanted, self._run(wanted, ports))
        return (f"{wanted.title}: {wrong}.", *self._told(blocks)) if wrong else ()

    def _run(self, wanted: Wanted, ports: Mapping[str, Value]) -> tuple[list[int], Held]:
        """Words that leave, and the memory at the end; None where it never comes."""
        nets, out, sent = self.netlist.nets, self.netlist.outputs, []
        held = {n: self._numbers(value, nets[n].width) for n, value in self.begins.items()}
        end = "released" if wanted.goes_on else "done"
        for clock in range(_LONGEST * self.textbook.word_bits):
            inputs = {
                name: self._number(ports[name], nets[number].width)
                if name in ports
                else self._random.getrandbits(nets[number].width)
                for name, number in self.netlist.inputs.items()
            }
            values = self._machine.evaluate(held, inputs)
            self._note(clock, values)
            held = self._machine.next_state(values)
            if values[out["digest_valid"]]:
                sent.append(values[out["digest_data"]])
            if values[out[end]]:
                return sent, held[self.memory]
        return sent, None

    def _note(self, clock: int, values: dict[int, Held]) -> None:
        """Remembers where words were met first."""
        for number, names in self.netlist.names.items():
            net = self.netlist.nets[number]
            if net.width == self.textbook.word_bits and not net.rows:
                self._seen.setdefault(values[number], Place(clock, names[0]))
        self._values.append(values)

    def _wrong(self, wanted: Wanted, run: tuple[list[int], Held]) -> str:
        """What is wrong at the end, or nothing."""
        (sent, memory), bits = run, self.textbook.word_bits
        if memory is None:
            return "it does not end"
        right = [self._number(each, bits) for each in wanted.sent]
        if len(sent) != len(right):
            return f"{len(sent)} words leave and should be {len(right)}"
        pairs = [(f"word {n} of the answer", found, right[n]) for n, found in enumerate(sent)]
        pairs += [
            (f"row {row} of the memory", memory[row], self._number(each, bits))
            for row, each in wanted.left.items()
        ]
        for what, found, should in pairs:
            if found != should:
                numbers = hexadecimal(found, bits), hexadecimal(should, bits)
                return f"{what} is {numbers[0]} and should be {numbers[1]}"
        return ""

    def _told(self, blocks: Mapping[str, Block]) -> Iterator[str]:
        """Lines for the first block of which a word is missed."""
        book = self.textbook
        for title, block in blocks.items():
            lines = list(missed_lines(block, book, self._seen, self._values, self.netlist.named))
            if len(lines) > len(list(block_lines(block, book))):
                yield f"{title}:"
                yield from lines
                return

    def _numbers(self, value: Held, width: int) -> Held:
        if isinstance(value, tuple):
            return tuple(self._number(each, width) for each in value)
        return self._number(value, width)

    def _number(self, value: Value, width: int) -> int:
        if isinstance(value, Expression) and value.samples is not None:
            return value.samples[0]
        number: int = drawn(value, width, self._random)
        return number
