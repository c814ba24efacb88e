"""What decides on packets and loads keys: the sections before the padder of an HMAC core."""

from __future__ import annotations

from collections.abc import Mapping

from hashloom.rtl.shells import parts, resumption
from hashloom.rtl.shells.hmac_parameters import (
    ROUTE_BITS,
    STATUS_BITS,
    HmacParameters,
    block_memory,
    slot_parameters,
)
from hashloom.rtl.shells.parts import clocked, context_parameters, signals, word_parameters
from hashloom.rtl.verilog import instance


def _same(names: Mapping[str, object]) -> dict[str, str]:
    """Ports wired to signals of their own name."""
    return {name: name for name in names}


def guard(h: HmacParameters) -> list[str]:
    """What stands at both streams, so that zeroize leaves no packet without its answer."""
    p = h.p
    lanes, bits = p.width // 8, p.context_bits
    several, exists = p.contexts > 1, parts.exists_of(p)
    rows = {
        p.reset: (1, "resets everything but what is owed"),
        "packet_valid": (1, "a beat is offered to the gate"),
        "packet_ready": (1, "it is taken"),
        "packet_last": (1, "it ends its packet"),
        "packet_context": (bits, "its context"),
        "packet_doomed": (1, "its packet was under way when zeroize came"),
        "came": (1, "a beat of the stream has come to the gate"),
        "came_operation": (4, "operation of its packet"),
        "dead": (p.contexts, "contexts with the rest of such a packet to come"),
        "wiping": (1, "everything is being erased"),
        "leaving_valid": (1, "a beat of an answer is offered"),
        "leaving_ready": (1, "it is taken"),
        "leaving_keep": (lanes, "lanes that hold a byte"),
        "leaving_last": (1, "it ends its answer"),
        "leaving_context": (bits, "its context"),
        "leaving_status": (STATUS_BITS, "status of the answer"),
        "beat_context": (bits, "context of the beat that leaves the core"),
    }
    wired = {
        "clk": "clk",
        "rst": "rst",
        "zeroize": "zeroize",
        "wiping": "wiping",
        "offer_valid": "s_axis_tvalid",
        "offer_exists": exists or "1'b1",
        "offer_ready": "s_axis_tready",
        "offer_last": "s_axis_tlast",
        "offer_context": "s_axis_tid" if several else "1'b0",
        **{f"packet_{name}": f"packet_{name}" for name in ("valid", "ready", "last")},
        **{name: name for name in ("packet_context", "packet_doomed")},
        "came": "came",
        "came_last": "admitted_last",
        "came_context": "admitted_context",
        "came_operation": "came_operation",
        "dead": "dead",
        **{f"answer_{name.split('_')[1]}": name for name in rows if name.startswith("leaving_")},
        **{f"beat_{name}": f"m_axis_t{name}" for name in ("valid", "ready", "keep", "last")},
        "beat_context": "beat_context",
        "beat_status": "m_axis_tuser",
    }
    parameters = {"LANES": str(lanes), **context_parameters(p), "RESUME": f"1'b{h.resume:d}"}
    context = ["  assign m_axis_tid = beat_context;", ""]
    return [
        *signals(rows),
        f"  assign {p.reset} = rst || zeroize;",
        *(context if several else ["", *parts.unused("beat_context")]),
        *instance("zeroize_guard", "u_guard", wired, parameters),
        "",
    ]


def gate(h: HmacParameters) -> list[str]:
    """Admission, and the account of answers."""
    p, slot = h.p, h.slot_bits
    n, bits = p.contexts, p.context_bits
    rows = {
        **_admitted(h),
        "landed": (1, "an expected tag or a state has come to its end"),
        "landed_context": (bits, "of this context"),
        "landed_state": (1, "it is a state"),
        "landed_whole": (1, "of ten words"),
        "landed_bytes": (7, "bytes of the tag"),
        "resumed": (n, "contexts whose message goes on from a restored state"),
        "begin_load": (1, "the loader is to begin"),
        "begin_erase": (1, "to erase"),
        "begin_every": (1, "every slot"),
        "begin_slot": (slot, "or this one"),
        "loader_busy": (1, "the loader is at work"),
        "loader_erases": (1, "erasing"),
        "loader_slot": (slot, "on this slot"),
        "loader_context": (bits, "in this context"),
        "loader_owner": (bits, "for this context"),
        "spared": (1, "but the slot's key is to stay"),
        "mark": (1, "loader_slot changes:"),
        "mark_known": (1, "it holds a key, or none"),
        "mark_ends": (1, "from then on"),
        "count_offset": (1, "K0's block comes before"),
        "keyed": (n, "contexts whose message is keyed"),
        "settled": (n, "contexts that may begin a packet"),
        "latest_slot": (slot, "slot of the message padded"),
        "record_context": (bits, "context that is answered"),
        "record_keyed": (1, "with a tag or a verdict"),
        "record_verify": (1, "with a verdict"),
        "record_side": (1, "on this of two expected tags"),
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
    wired = {
        **clocked(p),
        **{name: name for name in ("packet_valid", "packet_ready")},
        "packet_data": "s_axis_tdata",
        "packet_keep": "s_axis_tkeep",
        **{name: name for name in ("packet_last", "packet_context", "packet_doomed")},
        "packet_command": "s_axis_tuser",
        **{name: name for name in ("came", "came_operation", "dead")},
        "wiping": "wiping",
        **{name.replace("admitted", "beat"): name for name in _admitted(h)},
        **{name: name for name in rows if not name.startswith("admitted")},
        "slot": "latest_slot",
        "slot_context": "pad_context",
        "long_begins": "play && play_pad == 2'd0",
        "count_context": "pad_context",
        "count_close": "pad_close",
    }
    del wired["latest_slot"]
    parameters = {
        "WIDTH": str(p.width),
        "WORD": str(p.word_bits),
        "DIGEST_BYTES": str(p.digest_bytes),
        **slot_parameters(h),
        **context_parameters(p),
        "AT_ONCE": f"1'b{p.full_rate:d}",
        "RESUME": f"1'b{h.resume:d}",
        "PRIVATE": f"1'b{h.private:d}",
    }
    pads = {
        "play": (1, "a block of K0 is to be written"),
        "play_pad": (2, "0: as it is, 1: with ipad, 2: with opad"),
        "pad_close": (1, "the padder completes a block"),
        "pad_context": (bits, "of this context"),
    }
    return [
        *signals({**rows, **pads}),
        *instance("packet_gate", "u_gate", wired, parameters),
        "",
        *([] if h.resume else parts.unused("resumed", "no state is restored")),
        *([] if h.resume else parts.unused("turn", "no state is saved")),
        *([] if h.resume or h.engines == 1 else parts.unused("record_turn", "no state is saved")),
    ]


def _admitted(h: HmacParameters) -> dict[str, tuple[int, str]]:
    p = h.p
    return {
        "admitted_valid": (1, "a beat of an admitted packet is offered"),
        "admitted_ready": (1, "it is taken"),
        "admitted_data": (p.width, "the beat"),
        "admitted_keep": (p.width // 8, "lanes that hold a byte"),
        "admitted_last": (1, "it ends its packet"),
        "admitted_context": (p.context_bits, "its context"),
        "admitted_route": (ROUTE_BITS, "{side of an expected tag, where it goes}"),
    }


def routing(h: HmacParameters) -> list[str]:
    """Beats of admitted packets to rows of words, and rows to where they belong."""
    p = h.p
    bits = p.pad_words * p.word_bits
    rows = {
        "row_valid": (1, "words of a packet are offered"),
        "row_ready": (1, "they are taken"),
        "row_data": (bits, "the words, first byte of each most significant"),
        "row_keep": (bits // 8, "with row_last: bytes of the packet"),
        "row_last": (1, "they end it"),
        "row_error": (1, "it broke the rules"),
        "row_context": (p.context_bits, "its context"),
        "row_route": (ROUTE_BITS, "{side of an expected tag, where they go}"),
    }
    ways = {
        "message_valid": (1, "they are of a message"),
        "message_ready": (1, "the padder takes them"),
        "message_last": (1, "they end the message"),
        "message_error": (1, "it is malformed"),
        **resumption.ROUTE,
        "key_valid": (1, "they are of a key"),
        "key_ready": (1, "the loader takes them"),
        "key_long": (1, "the key's rest is hashed"),
        "tag_valid": (1, "they are of an expected tag"),
        "tag_row": (3, "this part of it"),
    }
    front = {name.replace("admitted", "beat"): name for name in _admitted(h)}
    front |= {name.replace("row", "word"): name for name in rows}
    front["beat_command"] = front.pop("beat_route")
    front["word_command"] = front.pop("word_route")
    wired = {
        **clocked(p),
        **{name: name for name in rows if name not in ("row_data", "row_route")},
        "row_route": "row_route[2:0]",
        **_same(ways),
        **{f"landed{name}": f"landed{name}" for name in ("", "_context", "_state", "_whole")},
        "landed_bytes": "landed_bytes",
    }
    parameters = {**word_parameters(p), **context_parameters(p), "RESUME": f"1'b{h.resume:d}"}
    return [
        *signals({**rows, **ways}),
        *parts.front(p, front, ROUTE_BITS),
        *instance("packet_route", "u_rows", wired, parameters),
        "",
        *([] if h.resume else resumption.absent()),
    ]


def loader(h: HmacParameters) -> list[str]:
    """The key loader."""
    p = h.p
    rows = {
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
        **clocked(p),
        **{name: name for name in ("begin_load", "begin_erase", "begin_every", "begin_slot")},
        "begin_context": "admitted_context",
        "busy": "loader_busy",
        "erases": "loader_erases",
        "slot": "loader_slot",
        "context_id": "loader_context",
        "owner": "loader_owner",
        "wiping": "wiping",
        **{name: name for name in ("mark", "mark_known", "mark_ends")},
        **{name: name for name in ("key_valid", "key_ready", "key_long")},
        **{f"key_{name}": f"row_{name}" for name in ("data", "keep", "last", "error")},
        "digest_valid": "digest_of_key",
        **{f"digest_{name}": f"{route}_{name}" for name in ("data", "last", "error")},
        "play": "play",
        "play_pad": "play_pad",
        **{name: name for name in list(rows)[:6]},
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
