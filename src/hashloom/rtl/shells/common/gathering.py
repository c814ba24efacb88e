"""Chaining words that an engine gives in steps of its own, gathered so that all leave together.

The store of digests takes H0 to H3 and H4 to H7 side by side.  The steps of a context follow each
other an iteration apart, so that words of an earlier step wait a fixed number of clocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hashloom.rtl.engine.shape import EngineShape
from hashloom.rtl.shells.common.parameters import CHAIN_WORDS, GATHERED_WORDS
from hashloom.rtl.typed.items import Assign, Item, Register
from hashloom.rtl.typed.values import Signal, Value, Wires, join, number


@dataclass(frozen=True)
class _Line:
    """Words of a sequence at a place of a step, of which the earlier ones are kept."""

    sequence: str
    place: int
    length: int  # clocks for which a word is kept

    def signal(self, shape: EngineShape) -> Signal:
        """Its registers, the latest word at the bottom."""
        place = "" if shape.words_of(self.sequence) == 1 else f"_{self.place}"
        comment = "a clock before" if self.length == 1 else f"1 to {self.length} clocks before"
        name = f"made_{self.sequence}{place}_q"
        return Signal(name, self.length * shape.word_bits, comment)


def signals(shape: EngineShape) -> list[list[Signal]]:
    """What comes from the engine, and what of it is kept."""
    made = [
        Signal("made_valid", 1, "chaining words come, those of a step"),
        *([Signal("made_step", shape.step_bits, "which step")] if shape.step_bits else []),
        *(
            Signal(
                f"made_{name}", shape.words_of(name) * shape.word_bits, f"words of sequence {name}"
            )
            for name in shape.sequences
        ),
    ]
    kept = [line.signal(shape) for line in _lines(shape)]
    return [made, kept] if kept else [made]


def connections(w: Wires, shape: EngineShape) -> dict[str, Value]:
    """The engine's ports of chaining words."""
    names = ["valid", *(["step"] if shape.step_bits else []), *shape.sequences]
    return w.pairs("chain_", "made_", names)


def items(w: Wires, clock: Value, shape: EngineShape) -> list[Item]:
    """Words of the steps before the last one are kept; with the last one all are side by side."""
    last = w.made_valid
    if shape.step_bits:
        last = last & w.made_step.equals(shape.last_step)
    words = [_word(w, shape, index) for index in range(CHAIN_WORDS)]
    return [
        *(_kept(w, clock, shape, line) for line in _lines(shape)),
        Assign(w.chain_valid, last),
        Assign(w.chain_a, join(*words[:GATHERED_WORDS])),
        Assign(w.chain_e, join(*words[GATHERED_WORDS:])),
    ]


def _kept(w: Wires, clock: Value, shape: EngineShape, line: _Line) -> Register:
    """The registers of a line, which move on in every clock."""
    bits, q = shape.word_bits, w[line.signal(shape).name]
    made = _made(w, shape, line.sequence, line.place)
    earlier = [] if line.length == 1 else [q.slice((line.length - 1) * bits - 1, 0)]
    return Register(clock, q, join(*earlier, made) if earlier else made)


def _made(w: Wires, shape: EngineShape, sequence: str, place: int) -> Value:
    """The word of a sequence at a place of the step that comes."""
    made, bits = w[f"made_{sequence}"], shape.word_bits
    if shape.words_of(sequence) == 1:
        return made
    low = (place - shape.places_of(sequence)[0]) * bits
    return made.slice(low + bits - 1, low)


def _lines(shape: EngineShape) -> Iterator[_Line]:
    for name, words in shape.sequences.items():
        for place in shape.places_of(name):
            length = max(_delay(shape, i) for i in words if shape.place_of(i)[2] == place)
            if length:
                yield _Line(name, place, length)


def _delay(shape: EngineShape, index: int) -> int:
    """Clocks that a chaining word waits for the last ones."""
    return (shape.last_step - shape.place_of(index)[1]) * shape.interleave


def _word(w: Wires, shape: EngineShape, index: int) -> Value:
    """H[index] in the clock of the last step."""
    bits = shape.word_bits
    if not any(index in words for words in shape.sequences.values()):
        return number(0, bits)
    sequence, _, place = shape.place_of(index)
    delay = _delay(shape, index)
    if not delay:
        return _made(w, shape, sequence, place)
    (line,) = (x for x in _lines(shape) if (x.sequence, x.place) == (sequence, place))
    q = w[line.signal(shape).name]
    return q if line.length == 1 else q.slice(delay * bits - 1, (delay - 1) * bits)
