"""The textbook: words of the standard for a block, read from the models in `standard/`."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import NamedTuple

from hashloom.cache import Cache
from hashloom.verification.equivalence.netlists.machine import Machine
from hashloom.verification.equivalence.netlists.netlist import Netlist, read_netlist
from hashloom.verification.equivalence.netlists.values import (
    Expression,
    Value,
    concat,
    samples_of,
    word,
)
from hashloom.verification.equivalence.words.letters import Letters, letters_of

SAMPLES = 3  # blocks of random words by which words are recognised
_SIGNAL = re.compile(r"^(?:round|schedule)\[(\d+)\]\.(?:later\.)?(\w+)$")
_CONSTANTS = ("K", "KK", "T")  # letters of what the rounds of every block have


class Label(NamedTuple):
    """Name of a word of the standard: letter and round, or H and N (old and new hash value) and
    the number of the word; `block` tells the blocks of a message apart.  Working variables such as
    a and e are those after the round."""

    letter: str
    number: int
    block: str = ""

    @property
    def constant(self) -> bool:
        """Whether it is a constant of a round, the same in every block."""
        return self.letter in _CONSTANTS

    def __str__(self) -> str:
        name = {"H": "H", "N": "new H"}.get(self.letter, self.letter)
        return f"{name}[{self.number}]{self.block}"


@dataclass(frozen=True)
class Block:
    """The words of one block.

    Attributes:
        words: by label; a word with several labels is called by one of them.
        defined: what each word is, in other words of the block, as the standard writes it; words
            of the message and, where they may be anything, of the old hash value have none.
    """

    words: dict[Label, Expression]
    defined: dict[Label, Value]


@dataclass(frozen=True)
class Textbook:
    """The standard's model for one hash.

    Attributes:
        letters: of the standard.
        netlist: of the model of a block.
        initial: words of the initial hash value.
        word_bits: bits of a word.
    """

    letters: Letters
    netlist: Netlist
    initial: tuple[int, ...]
    word_bits: int

    @property
    def count(self) -> int:
        """Words of a hash value."""
        return len(self.initial)

    @cached_property
    def message(self) -> tuple[Label, ...]:
        """Labels of the words of a newest block."""
        words = self.netlist.nets[self.netlist.inputs["M"]].width // self.word_bits
        return tuple(Label(self.letters.message, number) for number in range(words))

    @cached_property
    def _labelled(self) -> dict[int, list[tuple[str, int]]]:
        """Letters and rounds by number of the net, earlier rounds first."""
        found: dict[int, list[tuple[str, int]]] = {}
        for number, names in self.netlist.names.items():
            matches = filter(None, map(_SIGNAL.match, names))
            signals = {(int(match[1]), self.letters.signals.get(match[2])) for match in matches}
            named = sorted((t, letter) for t, letter in signals if letter is not None)
            if named:
                found[number] = [(letter, t) for t, letter in named]
        for name, number in self.netlist.outputs.items():
            found[number] = [("N", int(name[1:]))]
        return found

    def block(
        self,
        tag: str,
        old: Sequence[tuple[Expression, Value | None]],
        seed: int,
        given: Mapping[int, Value] | None = None,
    ) -> Block:
        """Words of a block that is called `tag`.

        `old`: the old hash value, each word with what it is (None: anything); samples of the
        message follow from `seed`, but for words of it that are `given`, by number. One that is
        given as a word keeps that word's name.
        """
        bits = self.word_bits
        draw = random.Random(seed)
        words: dict[Label, Expression] = {}
        defined: dict[Label, Value] = {}
        for index, (found, value) in enumerate(old):
            words[Label("H", index, tag)] = found
            if value is not None:
                defined[Label("H", index, tag)] = value
        message = []
        for each in self.message:
            label = each._replace(block=tag)
            value = given.get(each.number) if given else None
            if isinstance(value, Expression) and value.op == "word":
                words[label] = value
                message.append(value)
                continue
            samples = tuple(draw.getrandbits(bits) for _ in range(SAMPLES))
            if value is not None:
                defined[label] = value
                samples = samples_of(value, SAMPLES) or ()
            words[label] = word(label, bits, samples)
            message.append(words[label])
        constants: dict[Value, Expression] = {}

        def name(number: int, value: Value) -> Value:
            labels = [self._label(*each, tag) for each in self._labelled.get(number, ())]
            if not labels:
                return value
            found = constants.get(value) if labels[0].constant else words.get(labels[0])
            if found is None and isinstance(value, Expression) and value.op == "word":
                found = value
            if found is None:
                found = word(labels[0], bits, samples_of(value, SAMPLES) or ())
                defined[labels[0]] = value
            if labels[0].constant:
                constants[value] = found
            words.update(dict.fromkeys(labels, found))
            return found

        inputs: dict[str, Value] = {f"H{k}": found for k, (found, _) in enumerate(old)}
        inputs["M"] = concat((bits, each) for each in message)
        Machine(self.netlist, bits, name).evaluate({}, inputs)
        return Block(words, defined)

    def variables(self, words: Mapping[Label, int], t: int) -> dict[str, int]:
        """Numbers of the working variables before round `t` of a block with these words."""
        given = {f"H{k}": words[Label("H", k)] for k in range(self.count)}
        block = concat((self.word_bits, words[label]) for label in self.message)
        values = Machine(self.netlist).evaluate({}, {**given, "M": block})
        names = (name for row in self.letters.variables for name in row)
        return {name: values[self.netlist.named(f"round[{t}].{name}")] for name in names}

    def _label(self, letter: str, number: int, tag: str) -> Label:
        label = Label(letter, number)
        return label if label.constant else label._replace(block=tag)

    def any_value(self, tag: str, seed: int) -> list[tuple[Expression, Value | None]]:
        """An old hash value that may be anything."""
        draw = random.Random(seed)
        bits = self.word_bits
        return [
            (
                word(
                    Label("H", k, tag), bits, tuple(draw.getrandbits(bits) for _ in range(SAMPLES))
                ),
                None,
            )
            for k in range(self.count)
        ]

    def value_of(self, numbers: Sequence[int]) -> list[tuple[Expression, Value | None]]:
        """An old hash value that is these numbers, in a run."""
        return [
            (word(Label("H", k), self.word_bits, (number,) * SAMPLES), None)
            for k, number in enumerate(numbers)
        ]

    def initial_value(self, tag: str) -> list[tuple[Expression, Value | None]]:
        """The initial hash value."""
        return [
            (word(Label("H", k, tag), self.word_bits, (number,) * SAMPLES), number)
            for k, number in enumerate(self.initial)
        ]


def textbook_of(hash_name: str, word_bits: int, cache: Cache) -> Textbook:
    """The model of a hash, such as "sha512_224", with words of `word_bits` bits.

    Raises RequestError for a hash whose standard is not written down in `standard`.
    """
    letters = letters_of(hash_name)
    netlist = read_netlist(_standard(letters.model), letters.model, cache)
    start = f"{hash_name}_initial"
    initial = read_netlist(_standard(start), start, cache)
    values = Machine(initial).evaluate({}, {})
    numbers = tuple(values[initial.outputs[f"H{k}"]] for k in range(len(initial.outputs)))
    return Textbook(letters, netlist, numbers, word_bits)


def _standard(module: str) -> dict[str, str]:
    folder = resources.files("hashloom.verification.equivalence") / "standard"
    return {f"{module}.sv": (folder / f"{module}.sv").read_text("utf-8")}
