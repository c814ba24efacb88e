"""From words to digests with one engine, or with an inner and an outer one."""

from __future__ import annotations

from dataclasses import replace

from hashloom.rtl.shells import parts
from hashloom.rtl.shells.hmac_blocks import (
    WRITES,
    engine_sections,
    joined,
    key_states,
    no_digest,
    padder,
    settled,
    writer,
)
from hashloom.rtl.shells.hmac_parameters import CHAIN_WORDS, HmacParameters
from hashloom.rtl.shells.parts import clocked, context_parameters, signals, title
from hashloom.rtl.shells.sides import Side
from hashloom.rtl.verilog import instance


def one_engine(h: HmacParameters) -> list[str]:
    """From words to digests with one engine."""
    p = h.p
    side = Side(p, supplied=True, digest_words=CHAIN_WORDS)
    digest = {
        "digest_valid": "inner_valid",
        "digest_ready": "inner_ready",
        "digest_data": "route_data",
        "digest_context": "route_context",
        "digest_slot": "route_slot",
    }
    inner = {
        "inner_valid": (1, "a word of an inner digest is offered"),
        "inner_ready": (1, "it is taken"),
        "route_slot": (h.slot_bits, "the slot of its key"),
        "abandoned": (p.contexts, "contexts whose keyed message broke the rules"),
    }
    states = key_states(
        h,
        side,
        {
            "note": "close",
            "note_context": "close_context",
            "note_state": "hold ? {own_slot, 1'b1} : {latest_slot, 1'b0}",
            "store_state": "{loader_slot, play_pad[1]}",
            "stored": "stored[0]",
        },
        opad=True,
    )
    return [
        *title("Padding, and blocks without padding"),
        *signals(inner),
        *joined(h, side),
        *padder(h, side),
        *writer(h, side, digest, ("play", "play_step", "play_pad")),
        *parts.unused("oldest", "digests come in the order of their messages"),
        *parts.unused("inner_keyed", "the answer's record says so"),
        "  assign play_granted = granted;",
        "  assign stored[1] = 1'b0;",
        "",
        *settled(h, digests=True),
        *engine_sections(side, states, side.wires(WRITES)),
    ]


def two_engines(h: HmacParameters) -> list[str]:
    """From words to digests with an inner and an outer engine."""
    inner = Side(h.p, "inner_", supplied=True, digest_words=CHAIN_WORDS)
    outer = Side(replace(h.p, pad_words=1), "outer_", supplied=True, digest_words=CHAIN_WORDS)
    inner_states = key_states(
        h,
        inner,
        {
            "note": "inner_close",
            "note_context": "inner_close_context",
            "note_state": "latest_slot",
            "store_state": "loader_slot",
            "stored": "stored[0]",
        },
        opad=False,
    )
    return [
        *title("Padding, and blocks of K0"),
        *signals({"inner_own_ready": (1, "a digest is taken")}),
        *joined(h, inner),
        *padder(h, inner),
        *writer(h, inner, no_digest(h), ("play", "play_step", "play_pad")),
        *parts.unused("inner_own_ready", "no digest comes"),
        *parts.unused("inner_own_settled", "no digest comes"),
        *parts.unused("inner_own_slot", "no digest comes"),
        *settled(h, digests=False),
        *engine_sections(inner, inner_states, inner.wires(WRITES)),
        *title("Inner digests to blocks of the outer hash"),
        *_inner_route(h),
        *_outer(h, outer),
        *title("Digests of both"),
        *_merge(h),
    ]


def _inner_route(h: HmacParameters) -> list[str]:
    p = h.p
    words = ("valid", "ready", "data", "last", "context", "error")
    rows = {
        "inner_valid": (1, "a word of a keyed message's inner digest is offered"),
        "inner_ready": (1, "it is taken"),
        "plain_valid": (1, "a word of another digest is offered"),
        "plain_ready": (1, "it is taken"),
        "keyed_slot": (h.slot_bits, "the slot of the key"),
    }
    wired = {
        **clocked(p),
        **{f"word_{name}": f"inner_digest_{name}" for name in words},
        "clear": h.clear,
        "record_turn": "inner_turn",
        "record_keyed": "inner_keyed",
        "record_slot": "inner_slot",
        "oldest": "oldest",
        "key_long": "key_long",
        "key_context": "loader_context",
        "key_valid": "digest_of_key",
        **{name: name for name in list(rows)[:4]},
        "inner_slot": "keyed_slot",
        **{name: f"inner_{name}" for name in ("data", "last", "error")},
        "context_id": "inner_route_context",
    }
    parameters = {"WORD": str(p.word_bits), "SLOT_BITS": str(h.slot_bits)}
    parameters |= {**context_parameters(p), "FULL_RATE": f"1'b{p.full_rate:d}"}
    return [
        *signals(rows),
        "  assign inner_context = inner_digest_context;",
        "",
        *instance("inner_route", "u_inner_route", wired, parameters),
        "",
    ]


def _outer(h: HmacParameters, side: Side) -> list[str]:
    """Writer and engine of the outer hash."""
    p = h.p
    digest = {
        "digest_valid": "inner_valid",
        "digest_ready": "inner_ready",
        "digest_data": "inner_data",
        "digest_context": "inner_route_context",
        "digest_slot": "keyed_slot",
    }
    states = key_states(
        h,
        side,
        {
            "note": "outer_close",
            "note_context": "outer_close_context",
            "note_state": "outer_own_slot",
            "store_state": "loader_slot",
            "stored": "stored[1]",
        },
        opad=False,
    )
    rows = {
        "closed": (p.contexts, "contexts whose buffer must not be written"),
        "close": (1, "a block is complete"),
        "close_context": (p.context_bits, "in this context"),
        "close_ends": (1, "the next block begins a message"),
        "close_digest": (1, "its state is a digest"),
        "close_keyed": (1, "it begins with the state of a key"),
        "close_error": (1, "the message broke the rules"),
    }
    names = ("close", "context", "ends", "digest", "keyed")
    assigns = [
        f"  assign outer_close{'' if name == 'close' else '_' + name} = outer_own_{name};"
        for name in names
    ]
    writes = {
        "write": "outer_own_write",
        "write_context": "outer_own_write_context",
        "write_position": "outer_own_position",
        "write_enable": "1'b1",
        "write_data": "outer_own_data",
    }
    play = ("play && play_pad[0]", "play_step && play_pad[0]", "2'd2")
    return [
        *side.signals(rows),
        *assigns,
        "  assign outer_close_error = 1'b0;",
        "",
        *writer(h, side, digest, play),
        *parts.unused("outer_hold", "the padder does not write here"),
        *parts.unused("outer_own_settled", "the context has gone on"),
        "  assign play_granted = inner_granted && (outer_granted || !play_pad[0]);",
        "",
        *engine_sections(side, states, writes),
    ]


def _merge(h: HmacParameters) -> list[str]:
    p = h.p
    rows = {
        "digest_valid": (1, "a word of an answer's digest is offered"),
        "digest_ready": (1, "it is taken"),
        "digest_data": (p.word_bits, "the word"),
        "digest_last": (1, "it is the last of its digest"),
        "digest_error": (1, "the message broke the rules"),
        "digest_context": (p.context_bits, "context of the message"),
        "route_key": (1, "keys have gone to the loader before"),
        "route_inner": (1, "inner digests have gone before"),
        "route_data": (p.word_bits, "a word of an answer's digest"),
        "route_last": (1, "it is the last one"),
        "route_error": (1, "the message broke the rules"),
        "route_context": (p.context_bits, "its context"),
        "route_slot": (h.slot_bits, "its key"),
        "abandoned": (p.contexts, "messages that broke the rules"),
    }
    words = ("valid", "ready", "data", "last", "error", "context")
    second = {name: f"inner_{name}" for name in words}
    second |= {"valid": "plain_valid", "ready": "plain_ready", "context": "inner_route_context"}
    wired = {
        **clocked(p),
        **{f"first_{name}": f"outer_digest_{name}" for name in words},
        **{f"second_{name}": signal for name, signal in second.items()},
        **{f"word_{name}": f"digest_{name}" for name in words},
    }
    routed = [name for name in rows if name.startswith("route_")]
    lines = [line for name in [*routed, "abandoned"] for line in parts.unused(name, "see above")]
    parameters = {"WORD": str(p.word_bits), "CONTEXT_BITS": str(p.context_bits)}
    return [
        *signals(rows),
        *lines,
        *instance("digest_merge", "u_merge", wired, parameters),
        "",
    ]
