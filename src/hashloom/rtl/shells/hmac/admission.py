"""What decides on packets and loads keys: the sections before the padder of an HMAC core."""

from __future__ import annotations

from hashloom.rtl.shells.common import parts
from hashloom.rtl.shells.common.parameters import ShellParameters
from hashloom.rtl.shells.common.parts import clocked, context_parameters, word_parameters
from hashloom.rtl.shells.hmac import resumption
from hashloom.rtl.shells.hmac.handover import told
from hashloom.rtl.shells.hmac.parameters import (
    ROUTE_BITS,
    STATUS_BITS,
    HmacParameters,
    block_memory,
    recalls,
    slot_parameters,
)
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Unit, Unused
from hashloom.rtl.typed.netlist import Groups, Part
from hashloom.rtl.typed.values import HIGH, LOW, Signal, Wires

_LANDED = ("landed", "landed_context", "landed_state", "landed_whole", "landed_bytes")
_BEGINS = ("begin_load", "begin_erase", "begin_every", "begin_slot")


def guard(h: HmacParameters) -> Part:
    """What stands at both streams, so that zeroize leaves no packet without its answer."""
    p = h.p
    lanes, bits, several = p.width // 8, p.context_bits, p.contexts > 1

    def signals() -> Groups:
        return [
            [
                Signal(p.reset, 1, "resets everything but what is owed"),
                Signal("packet_valid", 1, "a beat is offered to the gate"),
                Signal("packet_ready", 1, "it is taken"),
                Signal("packet_last", 1, "it ends its packet"),
                Signal("packet_context", bits, "its context"),
                Signal("packet_doomed", 1, "its packet was under way when zeroize came"),
                Signal("came", 1, "a beat of the stream has come to the gate"),
                Signal("came_operation", 4, "operation of its packet"),
                Signal("dead", p.contexts, "contexts with the rest of such a packet to come"),
                Signal("wiping", 1, "everything is being erased"),
                Signal("leaving_valid", 1, "a beat of an answer is offered"),
                Signal("leaving_ready", 1, "it is taken"),
                Signal("leaving_keep", lanes, "lanes that hold a byte"),
                Signal("leaving_last", 1, "it ends its answer"),
                Signal("leaving_context", bits, "its context"),
                Signal("leaving_status", STATUS_BITS, "status of the answer"),
                Signal("beat_context", bits, "context of the beat that leaves the core"),
            ]
        ]

    parameters = {"LANES": lanes, **context_parameters(p), "RESUME": h.resume}
    unit = Unit(face("zeroize_guard"), "u_guard", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            "clk": w.clk,
            "rst": w.rst,
            "zeroize": w.zeroize,
            "wiping": w.wiping,
            "offer_valid": w.s_axis_tvalid,
            "offer_exists": parts.exists_of(p, w) or HIGH,
            "offer_ready": w.s_axis_tready,
            "offer_last": w.s_axis_tlast,
            "offer_context": w.s_axis_tid if several else LOW,
            **told(h, w).guard,
            **w.pairs("packet_", "packet_", ("last", "context", "doomed")),
            "came": w.came,
            "came_last": w.admitted_last,
            "came_context": w.admitted_context,
            "came_operation": w.came_operation,
            "dead": w.dead,
            **w.pairs(
                "answer_", "leaving_", ("valid", "ready", "keep", "last", "context", "status")
            ),
            **w.pairs("beat_", "m_axis_t", ("valid", "ready", "keep", "last")),
            "beat_context": w.beat_context,
            "beat_status": w.m_axis_tuser,
        }
        return [
            Assign(w[p.reset], w.rst | w.zeroize),
            Assign(w.m_axis_tid, w.beat_context) if several else Unused(w.beat_context),
            unit.wired(wired),
        ]

    return Part(signals, [unit], body, "Both streams, and zeroize")


def _admitted(h: HmacParameters) -> list[Signal]:
    p = h.p
    return [
        Signal("admitted_valid", 1, "a beat of an admitted packet is offered"),
        Signal("admitted_ready", 1, "it is taken"),
        Signal("admitted_data", p.width, "the beat"),
        Signal("admitted_keep", p.width // 8, "lanes that hold a byte"),
        Signal("admitted_last", 1, "it ends its packet"),
        Signal("admitted_context", p.context_bits, "its context"),
        Signal("admitted_route", ROUTE_BITS, "{side of an expected tag, where it goes}"),
    ]


def _account(h: HmacParameters) -> list[Signal]:
    """What goes between the gate and others under the names of its ports."""
    n, bits, slot = h.p.contexts, h.p.context_bits, h.slot_bits
    return [
        Signal("landed", 1, "an expected tag or a state has come to its end"),
        Signal("landed_context", bits, "of this context"),
        Signal("landed_state", 1, "it is a state"),
        Signal("landed_whole", 1, "of ten words"),
        Signal("landed_bytes", 7, "bytes of the tag"),
        Signal("resumed", n, "contexts whose message goes on from a restored state"),
        Signal("begin_load", 1, "the loader is to begin"),
        Signal("begin_erase", 1, "to erase"),
        Signal("begin_every", 1, "every slot"),
        Signal("begin_slot", slot, "or this one"),
        Signal("loader_busy", 1, "the loader is at work"),
        Signal("loader_erases", 1, "erasing"),
        Signal("loader_written", 1, "or loading, with both blocks written"),
        Signal("loader_slot", slot, "on this slot"),
        Signal("loader_context", bits, "in this context"),
        Signal("loader_owner", bits, "for this context"),
        Signal("load_may", 1, "what it writes over is needed no more"),
        Signal("load_may_long", 1, "nor does an answer leave its context"),
        Signal("spared", 1, "but the slot's key is to stay"),
        Signal("mark", 1, "loader_slot changes:"),
        Signal("mark_known", 1, "it holds a key, or none"),
        Signal("mark_ends", 1, "from then on"),
        Signal("count_offset", 1, "K0's block comes before"),
        Signal("keyed", n, "contexts whose message is keyed"),
        Signal("settled", n, "contexts that may begin a packet"),
    ]


def _records(h: HmacParameters) -> list[Signal]:
    """What goes between the gate and those who answer, under the names of its ports."""
    n, bits, slot = h.p.contexts, h.p.context_bits, h.slot_bits
    return [
        Signal("record_context", bits, "context that is answered"),
        Signal("record_keyed", 1, "with a tag or a verdict"),
        Signal("record_verify", 1, "with a verdict"),
        Signal("record_side", 1, "on this of two expected tags"),
        Signal("record_status", 3, "what was wrong"),
        Signal("record_bytes", 7, "bytes of the answer"),
        Signal("record_turn", 1, "which of its two records"),
        Signal("answering", 1, "an answer has begun"),
        Signal("answering_context", bits, "to this context"),
        Signal("answered", 1, "the answer is complete"),
        Signal("answered_context", bits, "of this context"),
        Signal("turn", n, "record of the next message"),
        Signal("oldest", n, "record of the next answer"),
        Signal("inner_context", bits, "context of an inner digest"),
        Signal("inner_turn", 1, "its record"),
        Signal("inner_keyed", 1, "its message is keyed"),
        Signal("inner_slot", slot, "with the key in this slot"),
    ]


def gate(h: HmacParameters) -> Part:
    """Admission, and the account of answers."""
    p = h.p

    def signals() -> Groups:
        return [
            [
                *_admitted(h),
                *_account(h),
                Signal("latest_slot", h.slot_bits, "slot of the message padded"),
                *_records(h),
                Signal("play", 1, "a block of K0 is to be written"),
                Signal("play_pad", 2, "0: as it is, 1: with ipad, 2: with opad"),
                Signal("pad_close", 1, "the padder completes a block"),
                Signal("pad_context", p.context_bits, "of this context"),
            ]
        ]

    parameters = {
        "WIDTH": p.width,
        "WORD": p.word_bits,
        "DIGEST_BYTES": p.digest_bytes,
        **slot_parameters(h),
        **context_parameters(p),
        "AT_ONCE": p.full_rate,
        "RESUME": h.resume,
        "PRIVATE": h.private,
    }
    unit = Unit(face("packet_gate"), "u_gate", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            **w.own(("packet_valid", "packet_ready")),
            "packet_data": w.s_axis_tdata,
            "packet_keep": w.s_axis_tkeep,
            **w.own(("packet_last", "packet_context", "packet_doomed")),
            "packet_command": w.gate_command if p.choices else w.s_axis_tuser,
            **w.own(("came", "came_operation", "dead", "wiping")),
            **w.pairs(
                "beat_",
                "admitted_",
                ("valid", "ready", "data", "keep", "last", "context", "route"),
            ),
            **w.own(signal.name for signal in [*_account(h), *_records(h)]),
            "loader_error": w.load_error,
            "slot": w.latest_slot,
            "slot_context": w.close_context if recalls(h) else w.pad_context,
            "long_begins": w.play & w.play_pad.equals(0),
            "count_context": w.pad_context,
            "count_close": w.pad_close,
        }
        unused: list[Item] = []
        if not h.resume:
            unused = [
                Unused(w.resumed, "no state is restored"),
                Unused(w.turn, "no state is saved"),
            ]
            if h.engines == 2:
                unused.append(Unused(w.record_turn, "no state is saved"))
        return [unit.wired(wired), *unused]

    return Part(signals, [unit], body, "Admission of packets, and the account of answers")


def _rows(h: HmacParameters) -> list[Signal]:
    """What a row of words says."""
    p = h.p
    bits = p.pad_words * p.word_bits
    return [
        Signal("row_valid", 1, "words of a packet are offered"),
        Signal("row_ready", 1, "they are taken"),
        Signal("row_data", bits, "the words, first byte of each most significant"),
        Signal("row_keep", bits // 8, "with row_last: bytes of the packet"),
        Signal("row_last", 1, "they end it"),
        Signal("row_error", 1, "it broke the rules"),
        Signal("row_context", p.context_bits, "its context"),
        Signal("row_route", ROUTE_BITS, "{side of an expected tag, where they go}"),
    ]


def _ways() -> list[Signal]:
    """Where rows go, under the names of the ports that say so."""
    return [
        Signal("message_valid", 1, "they are of a message"),
        Signal("message_ready", 1, "the padder takes them"),
        Signal("message_last", 1, "they end the message"),
        Signal("message_error", 1, "it is malformed"),
        *resumption.ROUTE,
        Signal("key_valid", 1, "they are of a key"),
        Signal("key_ready", 1, "the loader takes them"),
        Signal("key_long", 1, "the key's rest is hashed"),
        Signal("tag_valid", 1, "they are of an expected tag"),
        Signal("tag_row", 3, "this part of it"),
    ]


def routing(h: HmacParameters) -> Part:
    """Beats of admitted packets to rows of words, and rows to where they belong."""
    p = h.p
    parameters = {**word_parameters(p), **context_parameters(p), "RESUME": h.resume}
    front = parts.front(p, ROUTE_BITS, erase=True)
    unit = Unit(face("packet_route"), "u_rows", parameters)

    def body(w: Wires) -> list[Item]:
        beats = {
            **w.pairs("beat_", "admitted_", ("valid", "ready", "data", "keep", "last", "context")),
            **w.pairs("word_", "row_", parts.WORD_PORTS),
            "beat_command": w.admitted_route,
            "word_command": w.row_route,
        }
        wired = {
            **clocked(p, w),
            **w.pairs("row_", "row_", ("valid", "ready", "keep", "last", "error", "context")),
            "row_route": w.row_route.slice(2, 0),
            **w.own(signal.name for signal in _ways()),
            **w.own(_LANDED),
        }
        return [
            front.wired(parts.front_connections(p, w, beats)),
            unit.wired(wired),
            *([] if h.resume else resumption.absent(w)),
        ]

    title = "Beats to rows of words, and where they go"
    return Part(lambda: [[*_rows(h), *_ways()]], [front, unit], body, title)


def _plays(p: ShellParameters) -> list[Signal]:
    """What plays a block of K0, under the names of the loader's ports."""
    return [
        Signal("play_granted", 1, "it may be"),
        Signal("play_step", 1, "a word is written"),
        Signal("play_position", 4, "this one"),
        Signal("play_word", p.word_bits, "two clocks later: the word, zero without one"),
        Signal("storing", 1, "the block's state is to be stored"),
        Signal("store_second", 1, "that of the block with opad"),
        Signal("stored", 2, "it is, in inner and outer engine"),
    ]


def loader(h: HmacParameters) -> Part:
    """The key loader."""
    p = h.p
    route = "inner" if h.engines == 2 else "route"

    def signals() -> Groups:
        return [
            [
                *_plays(p),
                Signal("digest_of_key", 1, "a word of a long key's digest comes"),
                Signal("load_answer", 1, "the loader owes an answer"),
                Signal("load_error", 1, "the key broke the rules"),
                Signal("load_answered", 1, "the answer is given"),
                Signal(f"{route}_data", p.word_bits, "a word of a digest"),
                Signal(f"{route}_last", 1, "it is the last one"),
                Signal(f"{route}_error", 1, "the message broke the rules"),
                Signal(
                    "inner_route_context" if h.engines == 2 else "route_context",
                    p.context_bits,
                    "its context",
                ),
            ]
        ]

    parameters = {
        **word_parameters(p),
        "DIGEST_BYTES": p.digest_bytes,
        **slot_parameters(h),
        **context_parameters(p),
        "TOGETHER": h.engines == 2,
        "BLOCK_MEMORY": block_memory(h),
    }
    unit = Unit(face("key_loader"), "u_loader", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            **w.own(_BEGINS),
            "begin_context": w.admitted_context,
            "busy": w.loader_busy,
            "erases": w.loader_erases,
            "written": w.loader_written,
            "slot": w.loader_slot,
            "context_id": w.loader_context,
            "owner": w.loader_owner,
            **w.own(("wiping", "mark", "mark_known", "mark_ends")),
            **w.own(("key_valid", "key_ready", "key_long")),
            **w.pairs("key_", "row_", ("data", "keep", "last", "error")),
            "digest_valid": w.digest_of_key,
            **w.pairs("digest_", f"{route}_", ("data", "last", "error")),
            "may": w.load_may,
            "may_long": w.load_may_long,
            **w.own(("play", "play_pad")),
            **w.own(signal.name for signal in _plays(p)),
            **told(h, w).loader,
            "answer": w.load_answer,
            "answer_error": w.load_error,
            "answered": w.load_answered,
        }
        return [unit.wired(wired)]

    return Part(signals, [unit], body, "Keys")
