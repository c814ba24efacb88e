"""Words of hashes that are little-endian, between modules that have the first byte on top.

RFC 1321, sections 2 and 3.2: the first byte of a word is its least significant, and of the two
words of a length the low one comes first.
"""

from __future__ import annotations

from hashloom.rtl.shells.common.parameters import ShellParameters
from hashloom.rtl.shells.common.parts import Connections, word_parameters
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Unit
from hashloom.rtl.typed.values import Signal, Value, Wires, join

TURNED = ("position", "enable", "data")  # turned_*, what goes to the write port of a buffer


def signals(p: ShellParameters) -> list[Signal]:
    """What is written to the block buffers."""
    return [
        Signal("turned_position", 4, "where the words go, the length's low one first"),
        Signal("turned_enable", p.pad_words, "those that are written"),
        Signal("turned_data", p.pad_words * p.word_bits, "first byte of each least significant"),
    ]


def row_turn(p: ShellParameters, name: str) -> Unit:
    """The module that turns words on their way to a block buffer."""
    return Unit(face("row_turn"), name, word_parameters(p))


def connections(w: Wires, x: Wires, write: Connections, length: Value) -> Connections:
    """Its ports; `x` has the signals of its side, `write` those of the buffer's write port."""
    come = {f"come_{name}": write[f"write_{name}"] for name in TURNED}
    return {"clk": w.clk, "length": length, **come, **x.pairs("leave_", "turned_", TURNED)}


def reversed_bytes(word: Value) -> Value:
    """A word with its bytes in the other order."""
    return join(*(word.slice(low + 7, low) for low in range(0, word.bits, 8)))
