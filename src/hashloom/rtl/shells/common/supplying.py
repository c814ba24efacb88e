"""States of keys, given to an engine in steps of its own: the mirror image of `gathering`.

The key store reads H0 to H3 and H4 to H7 of a state side by side.  Of these the words are taken
that the engine has asked for STATE_LATENCY clocks before.
"""

from __future__ import annotations

from hashloom.rtl.engine.shape import EngineShape
from hashloom.rtl.shells.common.parameters import GATHERED_WORDS
from hashloom.rtl.typed.items import Assign, Item, Register, Unused
from hashloom.rtl.typed.values import Signal, Value, Wires, choose, join
from hashloom.transforms.registers.storage import STATE_LATENCY


def signals(shape: EngineShape) -> list[list[Signal]]:
    """What the engine asks for and is given, and the steps it has asked for."""
    bits = shape.step_bits
    step = [Signal("asked_step", bits, "words of a state are wanted, those of this step")]
    given = [
        *(step if bits else []),
        *(
            Signal(
                f"given_{name}",
                shape.words_of(name) * shape.word_bits,
                f"three clocks later: of sequence {name}",
            )
            for name in shape.sequences
        ),
    ]
    asked = Signal("asked_step_q", STATE_LATENCY * bits, f"1 to {STATE_LATENCY} clocks before")
    return [given, [asked]] if bits else [given]


def connections(w: Wires, shape: EngineShape) -> dict[str, Value]:
    """The engine's ports of supplied states, without the context."""
    step = {"state_step": w.asked_step} if shape.step_bits else {}
    return {**step, **w.pairs("state_", "given_", shape.sequences)}


def items(w: Wires, clock: Value, shape: EngineShape) -> list[Item]:
    """The words of the step that was asked for, of what the key store has read."""
    bits, found = shape.step_bits, list[Item]()
    if bits:
        earlier = w.asked_step_q.slice((STATE_LATENCY - 1) * bits - 1, 0)
        found.append(Register(clock, w.asked_step_q, join(earlier, w.asked_step)))
    for name in shape.sequences:
        words = [_word(w, shape, name, place) for place in reversed(shape.places_of(name))]
        found.append(Assign(w[f"given_{name}"], join(*words) if len(words) > 1 else words[0]))
    present = {index for of in shape.sequences.values() for index in of}
    for half, first in (("state_a", 0), ("state_e", GATHERED_WORDS)):
        if not present.issuperset(range(first, first + GATHERED_WORDS)):
            found.append(Unused(w[half], "the chaining value has fewer words"))
    return found


def _word(w: Wires, shape: EngineShape, sequence: str, place: int) -> Value:
    """The word of a sequence at a place of the step that was asked for.

    In a step in which the sequence has none there, it is any.
    """
    words = {s: shape.word_at(sequence, s, place) for s in range(shape.last_step + 1)}
    *others, (_, last) = ((step, index) for step, index in words.items() if index is not None)
    value, bits = _stored(w, shape, last), shape.step_bits
    for step, index in others:
        asked = w.asked_step_q.slice(STATE_LATENCY * bits - 1, (STATE_LATENCY - 1) * bits)
        value = choose(asked.equals(step), _stored(w, shape, index), value, between="\n      ")
    return value


def _stored(w: Wires, shape: EngineShape, index: int) -> Value:
    """H[index] as the key store reads it: in each half the last word is at the bottom."""
    half, place = divmod(index, GATHERED_WORDS)
    low = (GATHERED_WORDS - 1 - place) * shape.word_bits
    return (w.state_e if half else w.state_a).slice(low + shape.word_bits - 1, low)
