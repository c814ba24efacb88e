"""From digests to the answers of an HMAC core."""

from __future__ import annotations

from hashloom.rtl.shells.common.parts import clocked, context_parameters, word_parameters
from hashloom.rtl.shells.hmac import choosing as hmac_choosing
from hashloom.rtl.shells.hmac import resumption
from hashloom.rtl.shells.hmac.parameters import (
    STATUS_BITS,
    HmacParameters,
    block_memory,
    clear,
    recalls,
)
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Unit, Unused
from hashloom.rtl.typed.netlist import Groups, Part, no_signals
from hashloom.rtl.typed.values import LOW, Signal, Wires


def answers(h: HmacParameters) -> list[Part]:
    """Digests to answers."""
    p = h.p

    def signals() -> Groups:
        return [
            [
                Signal("tag_word", 3, "word of an expected tag that is wanted"),
                Signal("expected", p.word_bits, "the word"),
                Signal("answer_valid", 1, "a word of an answer is offered"),
                Signal("answer_ready", 1, "it is taken"),
                Signal("answer_data", p.word_bits, "the word"),
                Signal("answer_keep", p.word_bits // 8, "its bytes that are of the answer"),
                Signal("answer_last", 1, "it is the last one"),
                Signal("answer_status", STATUS_BITS, "0, or why there are no bytes"),
                Signal("answer_context", p.context_bits, "context of the packet"),
            ]
        ]

    def records(w: Wires) -> list[Item]:
        if h.engines == 2:
            return []
        return [
            Assign(w.inner_context, w.record_context),
            Assign(w.inner_turn, w.record_turn),
        ]

    return [
        Part(signals, [], lambda _: [], "Answers"),
        *([resumption.tail(p, h.engines == 2, _digest_data(h))] if h.resume else []),
        Part(no_signals, [], records),
        _route(h),
        _tags(h),
        _stream_out(h),
    ]


def _digest_data(h: HmacParameters) -> str:
    """The signal of the words of digests; with two engines the inner one's come as they leave."""
    return "digest_data" if h.engines == 2 else hmac_choosing.digest_data(h)


def _route(h: HmacParameters) -> Part:
    p, two = h.p, h.engines == 2
    elsewhere = two or recalls(h)  # inner digests do not come here
    parameters = {
        "WORD": p.word_bits,
        "SLOT_BITS": h.slot_bits,
        **context_parameters(p),
        "ANSWERS_ONLY": elsewhere,
        "FULL_RATE": p.full_rate,
        "RESUME": h.resume,
    }
    unit = Unit(face("digest_route"), "u_route", parameters)

    def body(w: Wires) -> list[Item]:
        source = "whole_" if h.resume else "digest_"
        words = ("valid", "ready", "data", "last", "context", "error")
        wired = {
            **clocked(p, w),
            **w.pairs("word_", source, words),
            **({} if h.resume else {"word_data": w[_digest_data(h)]}),
            **w.pairs("record_", "record_", ("keyed", "verify", "status", "bytes")),
            **({"record_bytes": w.answer_bytes} if p.choices else {}),
            "record_slot": w.inner_slot,
            "record_context": w.record_context,
            **w.own(("tag_word", "expected", "abandoned")),
            **w.own(("answering", "answering_context", "answered", "answered_context")),
            "key_long": LOW if two else w.key_long,
            "key_context": w.loader_context,
            "key_valid": w.route_key if two else w.digest_of_key,
            "inner_valid": w.route_inner if elsewhere else w.inner_valid,
            "inner_ready": LOW if elsewhere else w.inner_ready,
            "inner_next": LOW if elsewhere else w.own_next,
            "inner_slot": w.route_slot,
            **w.pairs("", "route_", ("data", "last", "error")),
            "context_id": w.route_context,
            "load_written": w.loader_written,
            **w.own(("load_answer", "load_error", "load_answered")),
            "clear": clear(h, w),
            **w.pairs(
                "answer_",
                "answer_",
                ("valid", "ready", "data", "keep", "last", "status", "context"),
            ),
        }
        idle = ("route_inner", "route_slot", "route_context", "abandoned")
        recalled = "inner digests stay at the engine"
        unused = [Unused(w[name], recalled) for name in idle] if recalls(h) else []
        return [unit.wired(wired), *unused]

    def signals() -> Groups:
        rows = [
            Signal("route_inner", 1, "inner digests have gone before"),
            Signal("route_slot", h.slot_bits, "the slot of their key"),
            Signal("abandoned", p.contexts, "messages that broke the rules"),
        ]
        return [rows] if recalls(h) else []

    return Part(signals, [unit], body)


def _tags(h: HmacParameters) -> Part:
    p = h.p
    parameters = {
        **word_parameters(p),
        **context_parameters(p),
        "BLOCK_MEMORY": block_memory(h),
    }
    unit = Unit(face("tag_store"), "u_tags", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            "clk": w.clk,
            "write": w.tag_valid,
            "write_context": w.row_context,
            "write_side": w.row_route.bit(3),
            "write_row": w.tag_row,
            "write_data": w.row_data,
            "clear": w.play_step & w.wiping,
            "clear_context": w.loader_context,
            "clear_word": w.play_position,
            "read_context": w.record_context,
            "read_side": w.record_side,
            "read_word": w.tag_word,
            "read_data": w.expected,
        }
        return [unit.wired(wired)]

    return Part(no_signals, [unit], body)


def _stream_out(h: HmacParameters) -> Part:
    p = h.p
    parameters = {
        "WIDTH": p.width,
        "WORD": p.word_bits,
        "DIGEST_WORDS": resumption.STATE_WORDS if h.resume else p.digest_words,
        "STATUS_BITS": STATUS_BITS,
        "CONTEXT_BITS": p.context_bits,
        "FULL_RATE": p.full_rate,
    }
    unit = Unit(face("digest_stream"), "u_stream", parameters)

    def body(w: Wires) -> list[Item]:
        words = ("valid", "ready", "data", "keep", "last", "context")
        wired = {
            **clocked(p, w),
            **w.pairs("word_", "answer_", words),
            "word_error": w.answer_status,
            **w.pairs("beat_", "leaving_", ("valid", "ready", "keep", "last")),
            "beat_data": w.m_axis_tdata,
            "beat_context": w.leaving_context,
            "beat_error": w.leaving_status,
        }
        return [unit.wired(wired)]

    return Part(no_signals, [unit], body)
