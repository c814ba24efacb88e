"""What comes into an HMAC core that is a pool: rows of packets, and what becomes of each block."""

from __future__ import annotations

from hashloom.rtl.shells.common import parts
from hashloom.rtl.shells.common.parameters import ShellParameters
from hashloom.rtl.shells.common.parts import clocked, context_parameters
from hashloom.rtl.shells.hmac.parameters import (
    COMMAND_BITS,
    STATUS_BITS,
    HmacParameters,
    slot_parameters,
)
from hashloom.rtl.shells.pools.shell import BLOCK, DIGEST_PLACE_BITS, admission_signals, pool_unit
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Item, Unit, Unused, assigns
from hashloom.rtl.typed.netlist import Groups, Part
from hashloom.rtl.typed.values import Signal, Wires

KIND_BITS = 3  # what a row is besides its packet's command, see pool_gate
WIPES = (1 << DIGEST_PLACE_BITS) + 32  # rows that write over every answer, and every context
TOLD = ("context", "ends", "spills", "error")  # of a block when it is judged, and noted
FATE = ("what", "verify", "status", "bytes", "place")  # of its chaining value


def rows(h: HmacParameters) -> Part:
    """Beats of packets to rows as wide as a block."""
    p = h.p

    def signals() -> Groups:
        return [
            [
                Signal("beat_valid", 1, "a beat of a context that exists is offered"),
                Signal("beat_ready", 1, "it is taken"),
                *parts.word_signals(p),
                Signal("word_command", COMMAND_BITS, "{slot, bytes of the tag, operation}"),
            ]
        ]

    unit = parts.front(p, COMMAND_BITS)

    def body(w: Wires) -> list[Item]:
        exists = parts.exists_of(p, w)
        wired = {
            **w.own(("beat_valid", "beat_ready")),
            **w.pairs("beat_", "s_axis_t", ("data", "keep", "last")),
            "beat_context": w.s_axis_tid,
            "beat_command": w.s_axis_tuser,
            **w.pairs("word_", "word_", parts.WORD_PORTS),
            "word_command": w.word_command,
        }
        valid = w.s_axis_tvalid & exists if exists else w.s_axis_tvalid
        return [
            *assigns([(w.beat_valid, valid), (w.s_axis_tready, w.beat_ready)]),
            unit.wired(parts.front_connections(p, w, wired)),
        ]

    return Part(signals, [unit], body, "Packets to rows")


def gate(h: HmacParameters) -> Part:
    """What holds packets that change keys."""
    p = h.p

    def signals() -> Groups:
        return [
            [
                Signal("row_valid", 1, "a row goes on"),
                Signal("row_ready", 1, "rows may, in this clock and the next two"),
                *(
                    Signal(s.name.replace("word_", "row_"), s.width, s.comment)
                    for s in parts.word_signals(p)[2:]
                ),
                Signal("row_command", KIND_BITS + COMMAND_BITS, "{kind, command}, see pool_gate"),
                Signal("wiping", 1, "answers are dropped"),
                Signal("scan", 1, "no block begins, and contexts are gone through"),
                Signal("scan_context", p.context_bits, "this one"),
                Signal("mark", 1, "from now on"),
                Signal("mark_slot", h.slot_bits, "this slot"),
                Signal("mark_known", 1, "holds a key, or none"),
                Signal("erase", 1, "a state is erased"),
                Signal("erase_place", h.slot_bits + 1, "that of {slot, outer}"),
            ]
        ]

    given = {
        "WORD": p.word_bits,
        "DIGEST_BYTES": p.digest_bytes,
        **slot_parameters(h),
        **context_parameters(p),
        "WIPES": WIPES,
    }
    unit = Unit(face("pool_gate"), "u_gate", given)

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            **w.pairs("word_", "word_", (*parts.WORD_PORTS, "command")),
            **w.pairs("row_", "row_", (*parts.WORD_PORTS, "command")),
            "freed": w.free,
            "long_valid": w.long_valid,
            "long_error": w.digest_error,
            "long_data": w.digest_data,
            **w.own(("owes", "answered", "wiping", "scan", "scan_context")),
            **w.own(("scan_open", "scan_keyed", "scan_slot")),
            **w.own(("mark", "mark_slot", "mark_known", "erase", "erase_place")),
        }
        return [unit.wired(wired)]

    return Part(signals, [unit], body, "Packets that change keys")


def admission(p: ShellParameters) -> Part:
    """What begins blocks as the engine takes them."""
    unit = pool_unit(p, "block_admission", "u_admission")

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            **w.pairs("word_", "row_", parts.WORD_PORTS),
            "slot_ready": w.slot_ready,
            "room": w.room & w.padder_ready,
            **w.pairs("pad_", "pad_", ("valid", "ready", "context")),
            **w.own(("free", "free_context")),
            **w.pairs("block_", "block_", BLOCK),
        }
        return [unit.wired(wired)]

    return Part(lambda: admission_signals(p), [unit], body, "Blocks that begin")


def judge(h: HmacParameters) -> Part:
    """What becomes of each block."""
    p = h.p

    def signals() -> Groups:
        return [
            [
                Signal("owes", 1, "an answer is owed from now on"),
                Signal("tag_write", 1, "the row is an expected tag"),
                Signal("scan_open", 1, "the context's packet is unfinished"),
                Signal("scan_keyed", 1, "and needs a key"),
                Signal("scan_slot", h.slot_bits, "that in this slot"),
                Signal("begins_first", 1, "the block is the first whatever was before"),
                Signal("begins_keyed", 1, "as a first one it begins from a key's state"),
                Signal("begins_place", h.slot_bits + 1, "that of {slot, outer}"),
                Signal("row_outer", 1, "the row is the outer block"),
                Signal("row_keyed", 1, "its length counts the block of a key"),
                Signal("told", 1, "of this block it is noted"),
                Signal("told_context", p.context_bits, "of this context"),
                Signal("told_ends", 1, "that its chaining value is wanted"),
                Signal("told_spills", 1, "that one of padding or an outer one follows"),
                Signal("told_error", 1, "that the message is flawed"),
                Signal("fate_what", 3, "what the chaining value is"),
                Signal("fate_verify", 1, "of an answer: a verdict"),
                Signal("fate_status", STATUS_BITS, "what was wrong"),
                Signal("fate_bytes", 7, "bytes of the digest or tag"),
                Signal("fate_place", h.slot_bits + 1, "of a key's state"),
            ]
        ]

    given = {
        "WORD": p.word_bits,
        "DIGEST_BYTES": p.digest_bytes,
        **slot_parameters(h),
        **context_parameters(p),
    }
    unit = Unit(face("pool_judge"), "u_judge", given)

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            "queue_valid": w.row_valid,
            "queue_command": w.row_command,
            **w.pairs("block_", "block_", ("valid", "pad", "context", "last", "error", "keep")),
            **w.own(("owes", "tag_write", "mark", "mark_slot", "mark_known")),
            **w.own(("scan", "scan_context", "scan_open", "scan_keyed", "scan_slot")),
            **w.own(("begins_first", "begins_keyed", "begins_place")),
            **w.own(("note", "note_ends", "note_spills", "note_error", "brink")),
            **w.own(("row_outer", "row_keyed", "told")),
            **w.pairs("told_", "told_", TOLD),
            **w.pairs("fate_", "fate_", FATE),
        }
        return [unit.wired(wired), Unused(w.note_context, "it is told_context a clock later")]

    return Part(signals, [unit], body, "What becomes of each block")
