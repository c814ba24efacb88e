"""Parts of an HMAC core with which a plain hash is saved and restored at a block boundary."""

from __future__ import annotations

from hashloom.rtl.shells.parts import (
    Signals,
    clocked,
    context_parameters,
    length_module,
    signals,
    title,
    unused,
    word_parameters,
    zero,
)
from hashloom.rtl.shells.shell_parameters import ShellParameters
from hashloom.rtl.verilog import instance

STATE_WORDS = 10  # of a saved state: eight chaining words and the length
MODULES = ("packet_place", "state_porter", "state_tail")

HEADER = [
    "// 7 saves: the message is whole blocks, at least one, and its answer the eight chaining",
    "// words and the message's length in bits in two. 8 restores such ten words: the next hash or",
    "// save of that tid goes on from there. It has no answer; behind it keys are not loaded or",
    "// used (6), and the state is dropped. Status 1: save of no whole blocks, or behind a state",
    "// that was not ten words.",
]

# What is said of rows of blocks that are saved and of states that are restored
ROUTE: Signals = {
    "message_open": (1, "the block they complete stays open"),
    "message_close": (1, "none: the block before them is complete"),
    "message_cut": (1, "the message is cut behind that block"),
    "state_valid": (1, "they are of a state to be restored"),
    "state_ready": (1, "they are taken"),
    "state_position": (4, "the number of the first of them"),
    "state_whole": (1, "they end a whole state"),
}

# Ports of the length counter that the padder shares
VISITS = {
    "visit": "count_visit || porter_visit",
    "visit_context": "porter_hold ? porter_context : count_context",
    "low": "porter_hold ? porter_low : count_low",
    "clear": "porter_hold ? porter_clear : count_clear",
    "load": "porter_load",
    "value": "porter_value",
}

STATES = {
    "restore": "state_write",
    "restore_context": "row_context",
    "restore_word": "state_word",
    "restore_data": "state_data",
}


def no_states(p: ShellParameters) -> dict[str, str]:
    """The same ports of a core that restores none."""
    return {
        "restore": "1'b0",
        "restore_context": zero(p.context_bits),
        "restore_word": "3'd0",
        "restore_data": zero(p.word_bits),
    }


def absent() -> list[str]:
    """What a core without saved states has no use for."""
    names = ("state_valid", "state_position", "state_whole")
    lines = [line for name in names for line in unused(name, "no state is restored")]
    return ["  assign state_ready = 1'b0;", "", *lines]


def porter(p: ShellParameters) -> list[str]:
    """The porter of lengths and restored states."""
    visits = {
        "porter_hold": (1, "the padder must not step"),
        "porter_visit": (1, "the length counter is visited"),
        "porter_context": (p.context_bits, "for this context"),
        "porter_low": (1, "its low word"),
        "porter_clear": (1, "and cleared"),
        "porter_load": (1, "or loaded"),
        "porter_value": (p.word_bits, "with this word"),
    }
    rows = {
        **visits,
        "saved": (p.contexts, "contexts whose cut message has been counted"),
        "length_reading": (1, "a length is being read"),
        "state_write": (1, "a word goes to the key store"),
        "state_word": (3, "this one of a state"),
        "state_data": (p.word_bits, "the word"),
        "saved_context": (p.context_bits, "context whose saved length is wanted"),
        "saved_low": (1, "the low word of it"),
        "saved_length": (p.word_bits, "the word"),
    }
    wired = {
        **clocked(p),
        "hold": "porter_hold",
        "turn": "turn",
        "cut": "pad_close_cut",
        "cut_context": "pad_context",
        "reading": "length_reading",
        "settled": "saved",
        **{name.replace("porter", "count"): name for name in list(visits)[1:]},
        "count": "count",
        **{f"row_{name}": f"state_{name}" for name in ("valid", "ready", "position", "whole")},
        "row_data": "row_data",
        "row_context": "row_context",
        "storing": "storing",
        **{name: name for name in ("state_write", "state_word", "state_data")},
        "read_context": "saved_context",
        "read_turn": "record_turn",
        "read_low": "saved_low",
        "read_data": "saved_length",
    }
    parameters = {**word_parameters(p), "LENGTH_BITS": str(p.length_bits), **context_parameters(p)}
    return [
        *title("Saved and restored states"),
        *signals(rows),
        *instance("state_porter", "u_porter", wired, parameters),
        "",
        *(unused("porter_context") if length_module(p) == "length_ring" else []),
    ]


def tail(p: ShellParameters, two: bool) -> list[str]:
    """Lengths behind saved chaining values; of `two` engines' digests no key's comes here."""
    rows = {
        "whole_valid": (1, "a word of a digest or of a saved state is offered"),
        "whole_ready": (1, "it is taken"),
        "whole_data": (p.word_bits, "the word"),
        "whole_last": (1, "it is the last one"),
        "whole_error": (1, "the message broke the rules"),
        "whole_context": (p.context_bits, "context of the message"),
    }
    words = ("valid", "ready", "data", "last", "error", "context")
    wired = {
        **clocked(p),
        **{f"word_{name}": f"digest_{name}" for name in words},
        "record_bytes": "record_bytes",
        "key_long": "1'b0" if two else "key_long",
        "key_context": "loader_context",
        "reading": "length_reading",
        "length_low": "saved_low",
        "length": "saved_length",
        **{name: name for name in rows},
    }
    parameters = {"WORD": str(p.word_bits), "CONTEXT_BITS": str(p.context_bits)}
    return [
        *signals(rows),
        "  assign saved_context = whole_context;",
        "",
        *instance("state_tail", "u_tail", wired, parameters),
        "",
    ]
