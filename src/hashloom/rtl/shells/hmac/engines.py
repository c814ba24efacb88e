"""From words to digests with one engine, or with an inner and an outer one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hashloom.rtl.shells.common.parameters import CHAIN_WORDS, WRITE_LATENCY
from hashloom.rtl.shells.common.parts import (
    Connections,
    clocked,
    context_parameters,
    digest_signals,
)
from hashloom.rtl.shells.common.sides import Side
from hashloom.rtl.shells.hmac import choosing as hmac_choosing
from hashloom.rtl.shells.hmac.blocks import (
    CLOSES,
    WRITES,
    Play,
    dedicated,
    engine_sections,
    joined,
    length_of,
    no_digest,
    padder,
    settled,
    writer,
)
from hashloom.rtl.shells.hmac.handover import told
from hashloom.rtl.shells.hmac.parameters import HmacParameters, clear, recalls
from hashloom.rtl.shells.hmac.recall import BUFFERED, recall, recalling_side
from hashloom.rtl.shells.hmac.states import States, key_states
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Register, Unit, Unused
from hashloom.rtl.typed.netlist import Groups, Part, no_signals
from hashloom.rtl.typed.values import (
    HIGH,
    LOW,
    Signal,
    Value,
    Wires,
    bracketed,
    choose,
    join,
    number,
)

_WORDS = ("valid", "ready", "data", "last", "context", "error")


def one_engine(h: HmacParameters) -> list[Part]:
    """From words to digests with one engine."""
    side = Side(h.p, supplied=True, digest_words=CHAIN_WORDS)
    if recalls(h):
        return _recalling(h, recalling_side(h, side))

    def signals() -> Groups:
        return [
            [
                Signal("inner_valid", 1, "a word of an inner digest is offered"),
                Signal("inner_ready", 1, "it is taken"),
                Signal("route_slot", h.slot_bits, "the slot of its key"),
                Signal("abandoned", h.p.contexts, "contexts whose keyed message broke the rules"),
            ],
            *padding.signals(),
        ]

    def digest(w: Wires) -> Connections:
        inner = w.pairs("digest_", "inner_", ("valid", "ready"))
        return {**inner, **w.pairs("digest_", "route_", ("data", "context", "slot"))}

    def slot(w: Wires) -> Value:
        return choose(w.hold, w.own_slot, w.latest_slot)

    padding = joined(h, side, "Padding, and blocks without padding")
    return [
        replace(padding, signals=signals),
        *padder(h, side),
        writer(h, side, digest),
        *([hmac_choosing.fit(h, side)] if h.p.choices else []),
        Part(no_signals, [], _of_one_engine),
        Part(no_signals, [], lambda w: [settled(h, w, digests=True)]),
        *_only_engine(h, side, slot, lambda w: w.hold),
        *_choices(h, side),
    ]


def _recalling(h: HmacParameters, side: Side) -> list[Part]:
    """From words to digests with one engine that reads outer blocks from where it has left their
    digest."""
    padding = joined(h, side, "Padding, and blocks of K0")

    def signals() -> Groups:
        return [[Signal("inner_own_ready", 1, "a digest is taken")], *padding.signals()]

    def rest(w: Wires) -> list[Item]:
        none = ("inner_own_ready", "own_settled", "own_slot")
        return [*(Unused(w[name], "no digest comes") for name in none), *_of_one_engine(w)]

    return [
        replace(padding, signals=signals),
        *padder(h, side),
        writer(h, side, lambda w: no_digest(h, w)),
        Part(no_signals, [], rest),
        Part(no_signals, [], lambda w: [settled(h, w, digests=True)]),
        *_only_engine(h, side, lambda w: w.latest_slot, lambda w: w.recall_close, BUFFERED),
        recall(h),
    ]


def _of_one_engine(w: Wires) -> list[Item]:
    return [
        Unused(w.oldest, "digests come in the order of their messages"),
        Unused(w.inner_keyed, "the answer's record says so"),
        Assign(w.play_granted, w.granted),
        Assign(w.stored.bit(1), LOW),
    ]


def _only_engine(
    h: HmacParameters,
    side: Side,
    slot: Callable[[Wires], Value],
    outer: Callable[[Wires], Value],
    data: str = "read_data",
) -> list[Part]:
    """The engine of a core that has no other.

    A complete block that is keyed begins with a state of the key in `slot`, behind opad where it is
    `outer`; `data` is the signal of the rows in its buffers.
    """

    def asked(w: Wires) -> States:
        state, store = join(slot(w), outer(w)), told(h, w).place
        return States(w.close, w.close_context, state, store, w.stored.bit(0))

    states = key_states(h, side, asked, opad=True)
    return engine_sections(side, states, lambda w: w.own(WRITES), length_of(side), data)


def _choices(h: HmacParameters, side: Side) -> list[Part]:
    """What blocks and digests of the side with the padder have, where there are several hashes."""
    if not h.p.choices:
        return []
    return [hmac_choosing.ledger(h, side), hmac_choosing.mask(h, side)]


def two_engines(h: HmacParameters) -> list[Part]:
    """From words to digests with an inner and an outer engine."""
    side = Side(h.p, "inner_", supplied=True, digest_words=CHAIN_WORDS)

    def signals() -> Groups:
        return [[Signal("inner_own_ready", 1, "a digest is taken")], *padding.signals()]

    def asked(w: Wires) -> States:
        return States(
            w.inner_close, w.inner_close_context, w.latest_slot, w.loader_slot, w.stored.bit(0)
        )

    def rest(w: Wires) -> list[Item]:
        return [
            Unused(w.inner_own_ready, "no digest comes"),
            Unused(w.inner_own_settled, "no digest comes"),
            Unused(w.inner_own_slot, "no digest comes"),
            Unused(w.store_second, "both are stored at once"),
            settled(h, w, digests=False),
        ]

    padding = joined(h, side, "Padding, and blocks of K0")
    states = key_states(h, side, asked, opad=False)
    return [
        replace(padding, signals=signals),
        *padder(h, side),
        writer(h, side, lambda w: no_digest(h, w)),
        Part(no_signals, [], rest),
        *engine_sections(
            side, states, lambda w: w.within(side.prefix).own(WRITES), length_of(side)
        ),
        *_choices(h, side),
        _inner_route(h),
        *_outer(h),
        _merge(h),
    ]


def _inner_route(h: HmacParameters) -> Part:
    p = h.p

    def signals() -> Groups:
        return [
            [
                Signal("inner_valid", 1, "a word of a keyed message's inner digest is offered"),
                Signal("inner_ready", 1, "it is taken"),
                Signal("plain_valid", 1, "a word of another digest is offered"),
                Signal("plain_ready", 1, "it is taken"),
                Signal("keyed_slot", h.slot_bits, "the slot of the key"),
            ]
        ]

    parameters = {
        "WORD": p.word_bits,
        "SLOT_BITS": h.slot_bits,
        **context_parameters(p),
        "FULL_RATE": p.full_rate,
    }
    unit = Unit(face("inner_route"), "u_inner_route", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            **w.pairs("word_", "inner_digest_", _WORDS),
            **({"word_data": w[hmac_choosing.digest_data(h)]} if p.choices else {}),
            "clear": clear(h, w),
            "record_turn": w.inner_turn,
            "record_keyed": w.inner_keyed,
            "record_slot": w.inner_slot,
            "oldest": w.oldest,
            "key_long": w.key_long,
            "key_context": w.loader_context,
            "key_valid": w.digest_of_key,
            **w.own(("inner_valid", "inner_ready", "plain_valid", "plain_ready")),
            "inner_slot": w.keyed_slot,
            **w.pairs("", "inner_", ("data", "last", "error")),
            "context_id": w.inner_route_context,
        }
        return [Assign(w.inner_context, w.inner_digest_context), unit.wired(wired)]

    return Part(signals, [unit], body, "Inner digests to blocks of the outer hash")


def _outer(h: HmacParameters) -> list[Part]:
    """Writer and engine of the outer hash."""
    p = h.p
    side = Side(replace(p, pad_words=1), "outer_", supplied=True, digest_words=CHAIN_WORDS)
    shared = not dedicated(side)  # words of K0 may be for the inner engine alone

    def signals() -> Groups:
        rows = [
            Signal("closed", p.contexts, "contexts whose buffer must not be written"),
            Signal("close", 1, "a block is complete"),
            Signal("close_context", p.context_bits, "in this context"),
            Signal("close_ends", 1, "the next block begins a message"),
            Signal("close_digest", 1, "its state is a digest"),
            Signal("close_keyed", 1, "it begins with the state of a key"),
            Signal("close_error", 1, "the message broke the rules"),
        ]
        if shared:
            rows.append(Signal("played_q", WRITE_LATENCY, "1 and 2 clocks before: a word of K0"))
        return [side.named(rows)]

    def closes(w: Wires) -> list[Item]:
        own, names = w.within("outer_own_"), ("close", "context", "ends", "digest", "keyed")
        targets = w.within("outer_").own(CLOSES)
        values = [own[name] for name in names]
        key: list[Item] = []
        if p.choices:
            key = [Assign(w.outer_close_key, own.keyed)]
            values[-1] = w.outer_close_key | w.outer_close_other
        pairs = zip(targets.values(), values, strict=False)
        return [
            *key,
            *(Assign(target, value) for target, value in pairs),
            Assign(w.outer_close_error, LOW),
        ]

    def digest(w: Wires) -> Connections:
        inner = w.pairs("digest_", "inner_", ("valid", "ready", "data"))
        return {**inner, "digest_context": w.inner_route_context, "digest_slot": w.keyed_slot}

    def play(w: Wires) -> Play:
        inner_block = w.play_pad.bit(0)
        word, step = w.play_word, w.play_step & inner_block
        if shared:
            own = w.outer_played_q.bit(WRITE_LATENCY - 1)
            word = choose(own, word, number(0, p.word_bits))
        return Play(w.play & inner_block, step, number(2, 2), word)

    def rest(w: Wires) -> list[Item]:
        granted = w.inner_granted & (w.outer_granted | ~w.play_pad.bit(0))
        return [
            Unused(w.outer_hold, "the padder does not write here"),
            Unused(w.outer_own_settled, "the context has gone on"),
            Assign(w.play_granted, granted),
            *([Register(w.clk, w.outer_played_q, played(w))] if shared else []),
        ]

    def played(w: Wires) -> Value:
        return join(w.outer_played_q.slice(WRITE_LATENCY - 2, 0), bracketed(play(w).step))

    def asked(w: Wires) -> States:
        context, slot = w.outer_close_context, w.outer_own_slot
        return States(w.outer_close, context, slot, w.loader_slot, w.stored.bit(1))

    def writes(w: Wires) -> Connections:
        own = w.within("outer_own_")
        return {
            "write": own.write,
            "write_context": own.write_context,
            "write_position": own.position,
            "write_enable": HIGH,
            "write_data": own.data,
        }

    return [
        Part(signals, [], closes),
        writer(h, side, digest, play),
        *([hmac_choosing.fit(h, side)] if p.choices else []),
        Part(no_signals, [], rest),
        *engine_sections(
            side, key_states(h, side, asked, opad=False), writes, lambda w: ~play(w).step
        ),
        *([hmac_choosing.ledger(h, side)] if p.choices else []),
    ]


def _routed(h: HmacParameters) -> list[Signal]:
    """What the answers' route does not say where digests have been merged."""
    p = h.p
    return [
        Signal("route_key", 1, "keys have gone to the loader before"),
        Signal("route_inner", 1, "inner digests have gone before"),
        Signal("route_data", p.word_bits, "a word of an answer's digest"),
        Signal("route_last", 1, "it is the last one"),
        Signal("route_error", 1, "the message broke the rules"),
        Signal("route_context", p.context_bits, "its context"),
        Signal("route_slot", h.slot_bits, "its key"),
        Signal("abandoned", p.contexts, "messages that broke the rules"),
    ]


def _merge(h: HmacParameters) -> Part:
    p = h.p
    parameters = {"WORD": p.word_bits, "CONTEXT_BITS": p.context_bits}
    unit = Unit(face("digest_merge"), "u_merge", parameters)

    def body(w: Wires) -> list[Item]:
        second = {
            "second_valid": w.plain_valid,
            "second_ready": w.plain_ready,
            "second_data": w.inner_data,
            "second_last": w.inner_last,
            "second_error": w.inner_error,
            "second_context": w.inner_route_context,
        }
        words = ("valid", "ready", "data", "last", "error", "context")
        wired = {
            **clocked(p, w),
            **w.pairs("first_", "outer_digest_", words),
            **second,
            **w.pairs("word_", "digest_", words),
        }
        return [
            *(Unused(w[signal.name], "see above") for signal in _routed(h)),
            unit.wired(wired),
        ]

    def signals() -> Groups:
        return [[*digest_signals(p, "digest_", "an answer's digest"), *_routed(h)]]

    return Part(signals, [unit], body, "Digests of both")
