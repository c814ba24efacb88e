"""What decides on packets and loads keys: the sections before the padder of an HMAC core."""

from __future__ import annotations

from hashloom.rtl import parts, resumption
from hashloom.rtl.hmac_parameters import HmacParameters, block_memory, slot_parameters
from hashloom.rtl.parts import CLOCKED, context_parameters, signals, word_parameters
from hashloom.rtl.shell_parameters import ShellParameters
from hashloom.rtl.verilog import instance


def _row(p: ShellParameters) -> dict[str, tuple[int, str]]:
    bits = p.pad_words * p.word_bits
    return {
        "row_data": (bits, "words of an admitted packet"),
        "row_keep": (bits // 8, "with row_last: bytes of the packet"),
        "row_last": (1, "they end it"),
        "row_error": (1, "it broke the rules"),
        "row_context": (p.context_bits, "its context"),
    }


def gate(h: HmacParameters) -> list[str]:
    p, slot = h.p, h.slot_bits
    n, bits = p.contexts, p.context_bits
    rows = {
        **_row(p),
        "message_valid": (1, "they are of a message"),
        "message_ready": (1, "the padder takes them"),
        "message_last": (1, "they end the message"),
        "message_error": (1, "it is malformed"),
        **resumption.GATE,
        "resumed": (n, "contexts whose message goes on from a restored state"),
        "key_valid": (1, "they are of a key"),
        "key_ready": (1, "the loader takes them"),
        "key_long": (1, "the key's rest is hashed"),
        "tag_valid": (1, "they are of an expected tag"),
        "tag_row": (3, "this part of it"),
        "begin_load": (1, "the loader is to begin"),
        "begin_erase": (1, "to erase"),
        "begin_every": (1, "every slot"),
        "begin_slot": (slot, "or this one"),
        "loader_busy": (1, "the loader is at work"),
        "loader_erases": (1, "erasing"),
        "loader_slot": (slot, "on this slot"),
        "loader_context": (bits, "in this context"),
        "mark": (1, "loader_slot changes:"),
        "mark_known": (1, "it holds a key, or none"),
        "count_offset": (1, "K0's block comes before"),
        "keyed": (n, "contexts whose message is keyed"),
        "settled": (n, "contexts that may begin a packet"),
        "latest_slot": (slot, "slot of the message padded"),
        "record_context": (bits, "context that is answered"),
        "record_keyed": (1, "with a tag or a verdict"),
        "record_verify": (1, "with a verdict"),
        "record_status": (3, "what was wrong"),
        "record_bytes": (7, "bytes of the answer"),
        "record_turn": (1, "which of its two records"),
        "answered": (1, "the answer is complete"),
        "answered_context": (bits, "of this context"),
        "turn": (n, "record of the next message"),
        "oldest": (n, "record of the next answer"),
        "inner_context": (bits, "context of an inner digest"),
        "inner_turn": (1, "its record"),
        "inner_keyed": (1, "its message is keyed"),
        "inner_slot": (slot, "with the key in this slot"),
    }
    wired = {**CLOCKED, **{name: name for name in [*parts.word_signals(p), "word_command"]}}
    wired |= {name: name for name in rows}
    wired |= {"mark_slot": "loader_slot", "slot": "latest_slot", "slot_context": "pad_context"}
    wired |= {
        "long_begins": "play && play_pad == 2'd0",
        "count_context": "pad_context",
        "count_close": "pad_close",
    }
    del wired["latest_slot"]
    parameters = {**word_parameters(p), "DIGEST_BYTES": str(p.digest_bytes), **slot_parameters(h)}
    parameters |= {**context_parameters(p), "AT_ONCE": f"1'b{p.full_rate:d}"}
    parameters["RESUME"] = f"1'b{h.resume:d}"
    pads = {
        "pad_close": (1, "the padder completes a block"),
        "pad_context": (bits, "of this context"),
    }
    return [
        *signals({**rows, **pads}),
        *instance("packet_gate", "u_gate", wired, parameters),
        "",
        *([] if h.resume else resumption.absent()),
    ]


def loader(h: HmacParameters) -> list[str]:
    p = h.p
    rows = {
        "play": (1, "a block of K0 is to be written"),
        "play_pad": (2, "0: as it is, 1: with ipad, 2: with opad"),
        "play_granted": (1, "it may be"),
        "play_step": (1, "a word is written"),
        "play_position": (4, "this one"),
        "play_word": (p.word_bits, "two clocks later: the word, zero without one"),
        "storing": (1, "the block's state is to be stored"),
        "stored": (2, "it is, in inner and outer engine"),
        "digest_of_key": (1, "a word of a long key's digest comes"),
        "load_answer": (1, "the loader owes an answer"),
        "load_error": (1, "the key broke the rules"),
        "load_answered": (1, "the answer is given"),
    }
    route = "inner" if h.engines == 2 else "route"
    context = "inner_route_context" if h.engines == 2 else "route_context"
    wired = {
        **CLOCKED,
        **{name: name for name in ("begin_load", "begin_erase", "begin_every", "begin_slot")},
        "begin_context": "row_context",
        "busy": "loader_busy",
        "erases": "loader_erases",
        "slot": "loader_slot",
        "context_id": "loader_context",
        **{name: name for name in ("mark", "mark_known", "key_valid", "key_ready", "key_long")},
        **{f"key_{name}": f"row_{name}" for name in ("data", "keep", "last", "error")},
        "digest_valid": "digest_of_key",
        **{f"digest_{name}": f"{route}_{name}" for name in ("data", "last", "error")},
        **{name: name for name in list(rows)[:8]},
        "answer": "load_answer",
        "answer_error": "load_error",
        "answered": "load_answered",
    }
    parameters = {**word_parameters(p), "DIGEST_BYTES": str(p.digest_bytes), **slot_parameters(h)}
    parameters |= {**context_parameters(p), "TOGETHER": f"1'b{h.engines == 2:d}"}
    parameters["BLOCK_MEMORY"] = block_memory(h)
    routed = {
        f"{route}_data": (p.word_bits, "a word of a digest"),
        f"{route}_last": (1, "it is the last one"),
        f"{route}_error": (1, "the message broke the rules"),
        context: (p.context_bits, "its context"),
    }
    return [
        *signals({**rows, **routed}),
        *instance("key_loader", "u_loader", wired, parameters),
        "",
    ]
