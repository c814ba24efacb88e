"""Parts of an HMAC core with which a plain hash is saved and restored at a block boundary."""

from __future__ import annotations

from hashloom.rtl.shells.common.parameters import CHAIN_WORDS, ShellParameters
from hashloom.rtl.shells.common.parts import (
    Visits,
    clocked,
    context_parameters,
    digest_signals,
    length_module,
    word_parameters,
)
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Unit, Unused
from hashloom.rtl.typed.netlist import Groups, Part
from hashloom.rtl.typed.values import LOW, Signal, Value, Wires, choose, number

STATE_WORDS = CHAIN_WORDS + 2  # of a saved state, which has the length behind it

HEADER = [
    "// 7 saves: the message is whole blocks, at least one, and its answer the eight chaining",
    "// words and the message's length in bits in two. 8 restores such ten words: the next hash or",
    "// save of that tid goes on from there. It has no answer; behind it keys are not loaded or",
    "// used (6), and the state is dropped. Status 1: save of no whole blocks, or behind a state",
    "// that was not ten words.",
]

# What is said of rows of blocks that are saved and of states that are restored
ROUTE = (
    Signal("message_open", 1, "the block they complete stays open"),
    Signal("message_close", 1, "none: the block before them is complete"),
    Signal("message_cut", 1, "the message is cut behind that block"),
    Signal("state_valid", 1, "they are of a state to be restored"),
    Signal("state_ready", 1, "they are taken"),
    Signal("state_position", 4, "the number of the first of them"),
    Signal("state_whole", 1, "they end a whole state"),
)


def shared_visits(w: Wires) -> Visits:
    """The length counter as padder and porter share it."""
    hold = w.porter_hold
    return Visits(
        visit=w.count_visit | w.porter_visit,
        context=choose(hold, w.porter_context, w.count_context),
        low=choose(hold, w.porter_low, w.count_low),
        clear=choose(hold, w.porter_clear, w.count_clear),
        load=w.porter_load,
        value=w.porter_value,
    )


def restored_states(w: Wires) -> dict[str, Value]:
    """Ports of a key store that takes restored states."""
    return w.own(("restore", "restore_context", "restore_word", "restore_data"))


def no_states(p: ShellParameters) -> dict[str, Value]:
    """The same ports of a core that restores none."""
    return {
        "restore": LOW,
        "restore_context": number(0, p.context_bits),
        "restore_word": number(0, 3),
        "restore_data": number(0, p.word_bits),
    }


def absent(w: Wires) -> list[Item]:
    """What a core without saved states has no use for."""
    states = (w.state_valid, w.state_position, w.state_whole)
    unused = [Unused(state, "no state is restored") for state in states]
    return [Assign(w.state_ready, LOW), *unused]


def porter(p: ShellParameters) -> Part:
    """The porter of lengths and restored states."""

    def signals() -> Groups:
        return [
            [
                Signal("porter_hold", 1, "the padder must not step"),
                Signal("porter_visit", 1, "the length counter is visited"),
                Signal("porter_context", p.context_bits, "for this context"),
                Signal("porter_low", 1, "its low word"),
                Signal("porter_clear", 1, "and cleared"),
                Signal("porter_load", 1, "or loaded"),
                Signal("porter_value", p.word_bits, "with this word"),
                Signal("saved", p.contexts, "contexts whose cut message has been counted"),
                Signal("length_reading", 1, "a length is being read"),
                Signal("state_write", 1, "a word goes to the key store"),
                Signal("state_word", 3, "this one of a state"),
                Signal("state_data", p.word_bits, "the word"),
                Signal("saved_context", p.context_bits, "context whose saved length is wanted"),
                Signal("saved_low", 1, "the low word of it"),
                Signal("saved_length", p.word_bits, "the word"),
            ]
        ]

    parameters = {**word_parameters(p), "LENGTH_BITS": p.length_bits, **context_parameters(p)}
    unit = Unit(face("state_porter"), "u_porter", parameters)

    def body(w: Wires) -> list[Item]:
        visits = ("visit", "context", "low", "clear", "load", "value")
        wired = {
            **clocked(p, w),
            "hold": w.porter_hold,
            "turn": w.turn,
            "cut": w.pad_close_cut,
            "cut_context": w.pad_context,
            "reading": w.length_reading,
            "settled": w.saved,
            **w.pairs("count_", "porter_", visits),
            "count": w.count,
            **w.pairs("row_", "state_", ("valid", "ready", "position", "whole")),
            "row_data": w.row_data,
            "row_context": w.row_context,
            "storing": w.storing,
            **w.own(("state_write", "state_word", "state_data")),
            "read_context": w.saved_context,
            "read_turn": w.record_turn,
            "read_low": w.saved_low,
            "read_data": w.saved_length,
        }
        lone = length_module(p) == "length_ring"
        return [
            unit.wired(wired),
            *([Unused(w.porter_context)] if lone else []),
        ]

    return Part(signals, [unit], body, "Saved and restored states")


def wiper(p: ShellParameters, prefix: str) -> Part:
    """What erases restored states; signals of the engine that goes on from them have `prefix`."""

    def signals() -> Groups:
        return [
            [
                Signal("restore", 1, "a word of a restored state goes to the key store"),
                Signal("restore_context", p.context_bits, "of this context"),
                Signal("restore_word", 3, "this one of the state"),
                Signal("restore_data", p.word_bits, "the word"),
            ]
        ]

    parameters = {"WORD": p.word_bits, **context_parameters(p)}
    unit = Unit(face("state_wiper"), "u_wiper", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            **w.own(("wiping", "state_write", "state_word", "state_data")),
            "chain_valid": w.within(prefix).chain_valid,
            "state_context": w.row_context,
            **restored_states(w),
        }
        return [unit.wired(wired)]

    return Part(signals, [unit], body)


def tail(p: ShellParameters, two: bool, data: str) -> Part:
    """Lengths behind saved chaining values; of `two` engines' digests no key's comes here.

    `data` is the signal of the words of digests.
    """

    def signals() -> Groups:
        what = "a digest or of a saved state"
        return [digest_signals(p, "whole_", what, last="it is the last one")]

    parameters = {"WORD": p.word_bits, "CONTEXT_BITS": p.context_bits}
    unit = Unit(face("state_tail"), "u_tail", parameters)

    def body(w: Wires) -> list[Item]:
        words = ("valid", "ready", "data", "last", "error", "context")
        wired = {
            **clocked(p, w),
            **w.pairs("word_", "digest_", words),
            "word_data": w[data],
            "record_bytes": w.record_bytes,
            "key_long": LOW if two else w.key_long,
            "key_context": w.loader_context,
            "reading": w.length_reading,
            "length_low": w.saved_low,
            "length": w.saved_length,
            **w.pairs("whole_", "whole_", words),
        }
        return [
            Assign(w.saved_context, w.whole_context),
            unit.wired(wired),
        ]

    return Part(signals, [unit], body)
