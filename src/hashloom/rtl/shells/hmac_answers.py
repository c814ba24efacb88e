"""From digests to the answers of an HMAC core."""

from __future__ import annotations

from hashloom.rtl.shells import resumption
from hashloom.rtl.shells.hmac_parameters import STATUS_BITS, HmacParameters, block_memory
from hashloom.rtl.shells.parts import clocked, context_parameters, signals, word_parameters
from hashloom.rtl.verilog import instance


def answers(h: HmacParameters) -> list[str]:
    """Digests to answers."""
    p = h.p
    two = h.engines == 2
    source = "whole" if h.resume else "digest"
    rows = {
        "tag_word": (3, "word of an expected tag that is wanted"),
        "expected": (p.word_bits, "the word"),
        "answer_valid": (1, "a word of an answer is offered"),
        "answer_ready": (1, "it is taken"),
        "answer_data": (p.word_bits, "the word"),
        "answer_keep": (p.word_bits // 8, "its bytes that are of the answer"),
        "answer_last": (1, "it is the last one"),
        "answer_status": (STATUS_BITS, "0, or why there are no bytes"),
        "answer_context": (p.context_bits, "context of the packet"),
    }
    words = ["valid", "ready", "data", "last", "context", "error"]
    wired = {
        **clocked(p),
        **{f"word_{name}": f"{source}_{name}" for name in words},
        **{f"record_{name}": f"record_{name}" for name in ("keyed", "verify", "status", "bytes")},
        "record_slot": "inner_slot",
        "record_context": "record_context",
        "tag_word": "tag_word",
        "expected": "expected",
        "answered": "answered",
        "answered_context": "answered_context",
        "abandoned": "abandoned",
        "key_long": "1'b0" if two else "key_long",
        "key_context": "loader_context",
        "key_valid": "route_key" if two else "digest_of_key",
        "inner_valid": "route_inner" if two else "inner_valid",
        "inner_ready": "1'b0" if two else "inner_ready",
        "inner_slot": "route_slot",
        **{name: f"route_{name}" for name in ("data", "last", "error")},
        "context_id": "route_context",
        **{name: name for name in ("load_answer", "load_error", "load_answered")},
        "clear": h.clear,
        **{name: name for name in list(rows)[2:9]},
    }
    parameters = {"WORD": str(p.word_bits), "SLOT_BITS": str(h.slot_bits)}
    parameters |= {**context_parameters(p), "ANSWERS_ONLY": f"1'b{two:d}"}
    parameters["FULL_RATE"] = f"1'b{p.full_rate:d}"
    parameters["RESUME"] = f"1'b{h.resume:d}"
    return [
        *signals(rows),
        *(resumption.tail(p, two) if h.resume else []),
        *([] if two else ["  assign inner_context = record_context;"]),
        *([] if two else ["  assign inner_turn = record_turn;"]),
        "",
        *instance("digest_route", "u_route", wired, parameters),
        "",
        *_tags(h),
        *_stream_out(h),
    ]


def _tags(h: HmacParameters) -> list[str]:
    p = h.p
    wired = {
        "clk": "clk",
        "write": "tag_valid",
        "write_context": "row_context",
        "write_side": "row_route[3]",
        "write_row": "tag_row",
        "write_data": "row_data",
        "clear": "play_step && wiping",
        "clear_context": "loader_context",
        "clear_word": "play_position",
        "read_context": "record_context",
        "read_side": "record_side",
        "read_word": "tag_word",
        "read_data": "expected",
    }
    parameters = word_parameters(p) | context_parameters(p)
    parameters["BLOCK_MEMORY"] = block_memory(h)
    return [*instance("tag_store", "u_tags", wired, parameters), ""]


def _stream_out(h: HmacParameters) -> list[str]:
    p = h.p
    words = ("valid", "ready", "data", "keep", "last", "context")
    beats = ("valid", "ready", "data", "keep", "last")
    wired = {
        **clocked(p),
        **{f"word_{name}": f"answer_{name}" for name in words},
        "word_error": "answer_status",
        **{f"beat_{name}": f"leaving_{name}" for name in beats if name != "data"},
        "beat_data": "m_axis_tdata",
        "beat_context": "leaving_context",
        "beat_error": "leaving_status",
    }
    parameters = {
        "WIDTH": str(p.width),
        "WORD": str(p.word_bits),
        "DIGEST_WORDS": str(resumption.STATE_WORDS if h.resume else p.digest_words),
        "STATUS_BITS": str(STATUS_BITS),
        "CONTEXT_BITS": str(p.context_bits),
        "FULL_RATE": f"1'b{p.full_rate:d}",
    }
    return [
        *instance("digest_stream", "u_stream", wired, parameters),
        "",
    ]
