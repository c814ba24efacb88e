"""The textbook: words of the standard for a block, read from the models in `standard/`."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

from hashloom.implementation.cache import Cache
from hashloom.verification.equivalence.machine import Machine
from hashloom.verification.equivalence.netlist import Netlist, read_netlist
from hashloom.verification.equivalence.values import Expression, Value, concat, samples_of, word

SAMPLES = 3  # blocks of random words by which words are recognised
_NEXT = {"a_next": "a", "e_next": "e", "S1": "Sigma1", "C": "Ch", "S0": "Sigma0", "J": "Maj"}
_SIGNAL = re.compile(r"^(?:round|schedule)\[(\d+)\]\.(?:later\.)?(\w+)$")
_LETTERS = ("W", "s1", "s0", "K", "Sigma1", "Ch", "T1", "Sigma0", "Maj", "T2", "a", "e")


class Label(NamedTuple):
    """Name of a word of the standard: letter and round, or H and N (old and new hash value) and
    the number of the word; `block` tells the blocks of a message apart.  a and e are the working
    variables after the round."""

    letter: str
    number: int
    block: str = ""

    def __str__(self) -> str:
        name = {"H": "H", "N": "new H"}.get(self.letter, self.letter)
        return f"{name}[{self.number}]{self.block}"


@dataclass(frozen=True)
class Block:
    """The words of one block.

    Attributes:
        words: by label.
        defined: what each word is, in other words of the block, as the standard writes it; words
            of the message and, where they may be anything, of the old hash value have none.
    """

    words: dict[Label, Expression]
    defined: dict[Label, Value]


@dataclass(frozen=True)
class Textbook:
    """The standard's model for one hash.

    Attributes:
        netlist: of the model of a block.
        initial: words of the initial hash value.
        word_bits: bits of a word.
    """

    netlist: Netlist
    initial: tuple[int, ...]
    word_bits: int

    @cached_property
    def _labelled(self) -> dict[int, tuple[str, int]]:
        """Letter and round by number of the net."""
        found: dict[int, tuple[str, int]] = {}
        for number, names in self.netlist.names.items():
            for name in names:
                match = _SIGNAL.match(name)
                letter = match and _NEXT.get(match[2], match[2])
                if match and letter in _LETTERS and match[2] not in ("a", "e"):
                    found[number] = (letter, int(match[1]))
        for name, number in self.netlist.outputs.items():
            found[number] = ("N", int(name[1:]))
        return found

    def block(self, tag: str, old: Sequence[tuple[Expression, Value | None]], seed: int) -> Block:
        """Words of a block that is called `tag`.

        `old`: the old hash value, each word with what it is (None: anything); samples of the
        message follow from `seed`.
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
        for t in range(16):
            label = Label("W", t, tag)
            words[label] = word(label, bits, tuple(draw.getrandbits(bits) for _ in range(SAMPLES)))
            message.append(words[label])

        def name(number: int, value: Value) -> Value:
            if number not in self._labelled:
                return value
            letter, index = self._labelled[number]
            label = Label(letter, index, "" if letter == "K" else tag)
            if label in words:
                return words[label]
            defined[label] = value
            words[label] = word(label, bits, samples_of(value, SAMPLES) or ())
            return words[label]

        inputs: dict[str, Value] = {f"H{k}": found for k, (found, _) in enumerate(old)}
        inputs["M"] = concat((bits, each) for each in message)
        Machine(self.netlist, bits, name).evaluate({}, inputs)
        return Block(words, defined)

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
            for k in range(8)
        ]

    def initial_value(self, tag: str) -> list[tuple[Expression, Value | None]]:
        """The initial hash value."""
        return [
            (word(Label("H", k, tag), self.word_bits, (number,) * SAMPLES), number)
            for k, number in enumerate(self.initial)
        ]


def has_model(hash_name: str) -> bool:
    """Whether the standard's model of a hash is written down."""
    return (_folder() / f"{hash_name}_initial.sv").is_file()


def textbook_of(hash_name: str, word_bits: int, cache: Cache) -> Textbook:
    """The model of a hash, such as "sha512_224"."""
    model = "sha256_block" if word_bits == 32 else "sha512_block"
    netlist = read_netlist(_standard(model), model, cache)
    start = f"{hash_name}_initial"
    initial = read_netlist(_standard(start), start, cache)
    values = Machine(initial).evaluate({}, {})
    numbers = tuple(values[initial.outputs[f"H{k}"]] for k in range(8))
    return Textbook(netlist, numbers, word_bits)


def _standard(module: str) -> dict[str, str]:
    return {f"{module}.sv": (_folder() / f"{module}.sv").read_text("utf-8")}


def _folder() -> Traversable:
    return resources.files("hashloom.verification.equivalence") / "standard"
