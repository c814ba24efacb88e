"""What a register peripheral has besides where its core saves and restores states.

A state has ten words of the hash.  Where those have 64 bits they are twenty of a bus, four more
than the memory of answers has places for: the last four stand in registers of their own.
"""

from __future__ import annotations

from hashloom.rtl.registers.layout import BITS
from hashloom.rtl.typed import netlist
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Item, Unit, Unused, assigns
from hashloom.rtl.typed.values import Signal, Value, Wires, choose, number

MEMORY_WORDS = 16  # of an answer, in the memory of answers
_BEHIND = 5  # bit of a word's place that is set where it is not in that memory
_TAG, _RESTORE = 3, 8  # operations whose packets have no answer


def without_answer(operation: Value) -> Value:
    """The operation as the window is told it: RESTORE, which has no answer either, as TAG."""
    tag = number(_TAG, operation.bits)
    return choose(operation.equals(_RESTORE), tag, operation)


def beside_rest(w: Wires) -> dict[str, Value]:
    """Ports of the memory of answers that are another's where some words are not in it."""
    return {
        "words": w.file_words,
        "answer_valid": w.answer_valid & ~w.rest_full,
        "answer_ready": w.file_ready,
        "answered": w.file_answered,
        "read_place": w.file_place.slice(_BEHIND - 1, 0),
        "found_place": w.file_found.slice(_BEHIND - 1, 0),
        "read_data": w.memory_data,
        "missing": w.memory_missing,
    }


def rest() -> netlist.Part:
    """The words of an answer that are not in the memory of answers, and what joins the two."""
    signals = [
        Signal("file_words", 5, "words of the answer in the memory"),
        Signal("file_ready", 1, "the memory takes the beat"),
        Signal("file_answered", 1, "it takes the last one"),
        Signal("memory_missing", 1, "the word that is read there is missing"),
        Signal("memory_data", BITS, "the word"),
        Signal("rest_full", 1, "beats are taken behind the memory"),
        Signal("rest_answered", 1, "the last one is"),
        Signal("rest_missing", 1, "the word that is read there is missing"),
        Signal("rest_data", BITS, "the word"),
    ]
    unit = Unit(face("answer_rest"), "u_rest", {"PLACES": 4})

    def body(w: Wires) -> list[Item]:
        behind = w.file_place.bit(_BEHIND)
        wired = {
            **w.own(("clk", "rst")),
            "zeroize": w.zeroized,
            **w.own(("begins", "file_words", "answer_valid", "answer_data")),
            "answer_bytes": w.answer_keep.bit(0),
            "answer_last": w.answer_last,
            **w.pairs("", "rest_", ("full", "answered", "missing")),
            "words": w.status_words,
            "read_place": w.file_place.slice(1, 0),
            "read_data": w.rest_data,
        }
        return [
            unit.wired(wired),
            Unused(w.file_found.bit(_BEHIND), "the memory looks at its own words alone"),
            *assigns(
                [
                    (w.answer_ready, w.file_ready | w.rest_full),
                    (w.answered, w.file_answered | w.rest_answered),
                    (w.file_data, choose(behind, w.rest_data, w.memory_data)),
                    (w.file_missing, choose(behind, w.rest_missing, w.memory_missing)),
                ]
            ),
        ]

    return netlist.Part(lambda: [signals], [unit], body, "Answers behind the memory")
