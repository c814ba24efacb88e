"""The HMAC core around an engine that is a pool: the shell of a pool, with keys.

FIPS 198-1.  A packet is rows as wide as a block, and every row is a block of the engine, also those
that only ask for something.  Keys' states lie in block RAM; a message begins from the inner one of
its slot, and its outer block comes as a block of padding alone does.
"""

from __future__ import annotations

from hashloom.rtl.engine.shape import EngineShape
from hashloom.rtl.engine.shape import ports as engine_ports
from hashloom.rtl.shells import parts
from hashloom.rtl.shells.hmac_parameters import (
    COMMAND_BITS,
    STATUS_BITS,
    HmacParameters,
    slot_parameters,
)
from hashloom.rtl.shells.hmac_shell import hmac_ports, length_header, stream_header
from hashloom.rtl.shells.parts import clocked, context_parameters
from hashloom.rtl.shells.pool_shell import (
    BLOCK,
    CHAIN,
    DIGEST,
    DIGEST_PLACE_BITS,
    NOTE,
    SLOT,
    admission_signals,
    padding_signals,
    pool_unit,
    queue_bits,
)
from hashloom.rtl.shells.shell_parameters import ShellParameters
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Unit, Unused, assigns
from hashloom.rtl.typed.module import without_parameters
from hashloom.rtl.typed.netlist import Groups, Part, Top
from hashloom.rtl.typed.values import Signal, Wires
from hashloom.rtl.verilog import Port

KIND_BITS = 3  # what a row is besides its packet's command, see pool_gate
KEYER_LAG = 1  # clocks that a row takes through block_keyer
STATE_LAG = 4  # clocks from the place of a state to the state
WIPES = (1 << DIGEST_PLACE_BITS) + 32  # rows that write over every answer, and every context
_TOLD = ("context", "ends", "spills", "error")
_FATE = ("what", "verify", "status", "bytes", "place")


def pool_hmac_ports(h: HmacParameters) -> list[Port]:
    """Ports of an HMAC core, but zeroize: a reset erases everything as fast."""
    return [port for port in hmac_ports(h) if port.name != "zeroize"]


def pool_hmac_top(h: HmacParameters, shape: EngineShape, title: str) -> Top:
    """The top module `<name>`, which joins `<name>_engine` and the shell's modules."""
    p = h.p
    header = [
        f"// {p.name}: HMAC (FIPS 198-1) over {title} with {h.slots} key slots,",
        f"// {p.contexts} messages, one per tid, at a time, a block in every clock in which the",
        "// engine takes one.",
        "//",
        *stream_header(zeroized=False),
        length_header(h),
        "// A reset erases every key; no packet is taken until that is done.",
        "",
    ]
    joined = [
        _rows(h),
        _gate(h),
        _admission(p),
        _judge(h),
        _padding(p, shape),
        _states(h, shape),
        _engine(p, shape),
        _ledger(p, shape),
        _answers(h),
    ]
    return Top(p.name, header, pool_hmac_ports(h), joined)


def settle_clocks(contexts: int, slots: int, slot_clocks: int) -> int:
    """Clocks after a reset until everything has been erased, at most.

    States are written over one a clock; then rows go through all contexts in turn, each of which
    is free again when its block has left.
    """
    rounds = -(-WIPES // contexts)
    return 2 * slots + rounds * (slot_clocks + 40) + 4 * WIPES + 2 * contexts + slot_clocks + 200


def _rows(h: HmacParameters) -> Part:
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


def _gate(h: HmacParameters) -> Part:
    """What holds packets that change keys."""
    p = h.p

    def signals() -> Groups:
        return [
            [
                *(
                    Signal(s.name.replace("word_", "row_"), s.width, s.comment)
                    for s in parts.word_signals(p)
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


def _admission(p: ShellParameters) -> Part:
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


def _judge(h: HmacParameters) -> Part:
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
            "queue_valid": w.row_valid & w.row_ready,
            "queue_command": w.row_command,
            **w.pairs("block_", "block_", ("valid", "pad", "context", "last", "error", "keep")),
            **w.own(("owes", "tag_write", "mark", "mark_slot", "mark_known")),
            **w.own(("scan", "scan_context", "scan_open", "scan_keyed", "scan_slot")),
            **w.own(("begins_first", "begins_keyed", "begins_place")),
            **w.own(("note", "note_ends", "note_spills", "note_error", "brink")),
            **w.own(("row_outer", "row_keyed", "told")),
            **w.pairs("told_", "told_", _TOLD),
            **w.pairs("fate_", "fate_", _FATE),
        }
        return [unit.wired(wired), Unused(w.note_context, "it is told_context a clock later")]

    return Part(signals, [unit], body, "What becomes of each block")


def _padding(p: ShellParameters, shape: EngineShape) -> Part:
    row = 16 * p.word_bits

    def signals() -> Groups:
        (own,) = padding_signals(p)
        return [
            [
                *own,
                Signal("message_row", row, "the padded block of the message alone"),
                Signal("message_first", 1, "it is the first of its message"),
                Signal("brink", 1, "its length with the key's block is too long"),
            ]
        ]

    pad = pool_unit(p, "block_padder", "u_pad", LENGTH_BITS=p.length_bits, LATE=0)
    given = {
        "WORD": p.word_bits,
        "LENGTH_BITS": p.length_bits,
        "DIGEST_BYTES": p.digest_bytes,
        **context_parameters(p),
        "LATE": shape.read_lag - KEYER_LAG,
    }
    keyer = Unit(face("block_keyer"), "u_keyer", given)

    def body(w: Wires) -> list[Item]:
        padded = {
            **clocked(p, w),
            "ready": w.padder_ready,
            **w.pairs("block_", "block_", BLOCK),
            **w.pairs("slot_", "slot_", SLOT),
            "slot_first": w.message_first,
            "note": w.note,
            **w.pairs("note_", "note_", NOTE),
            "row": w.message_row,
        }
        keyed = {
            "clk": w.clk,
            "inner_write": w.digest_valid,
            "inner_context": w.digest_context,
            "inner_data": w.digest_data,
            "ahead_context": w.slot_context,
            "row_data": w.message_row,
            **w.own(("row_outer", "row_keyed", "brink", "row")),
        }
        return [
            pad.wired(padded),
            keyer.wired(keyed),
            Assign(w.slot_first, w.message_first | w.begins_first),
        ]

    return Part(signals, [pad, keyer], body, "Padding")


def _states(h: HmacParameters, shape: EngineShape) -> Part:
    p = h.p

    def signals() -> Groups:
        return [[Signal("state", 8 * p.word_bits, "that a keyed block begins from, H0 on top")]]

    given = {
        "WORD": p.word_bits,
        "SLOT_BITS": h.slot_bits,
        "LATE": shape.state_lag - STATE_LAG,
    }
    unit = Unit(face("state_memory"), "u_states", given)

    def body(w: Wires) -> list[Item]:
        wired = {
            "clk": w.clk,
            "write": w.key_write,
            "write_place": w.key_place,
            "write_data": w.digest_data,
            **w.own(("erase", "erase_place")),
            "read_place": w.begins_place,
            "state": w.state,
        }
        return [unit.wired(wired)]

    return Part(signals, [unit], body, "Keys")


def _engine(p: ShellParameters, shape: EngineShape) -> Part:
    half = 4 * p.word_bits

    def signals() -> Groups:
        return [
            [
                Signal("slot_ready", 1, "a block may begin three clocks later"),
                Signal("read", 1, "the engine wants a row, which comes by itself"),
                Signal("read_context", p.context_bits, "of this context"),
                Signal("state_context", p.context_bits, "its state comes by itself too"),
                Signal("chain_valid", 1, "new chaining words leave"),
                Signal("chain_context", p.context_bits, "of this context"),
                Signal("chain_a", half, "H0 on top, down to H3"),
                Signal("chain_e", half, "H4 on top, down to H7"),
            ]
        ]

    unit = Unit(without_parameters(f"{p.name}_engine", engine_ports(shape)), "u_engine")

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            "slot_ready": w.slot_ready,
            **w.pairs("slot_", "slot_", SLOT),
            "slot_keyed": w.begins_keyed,
            "word_read": w.read,
            "word_context": w.read_context,
            "word_data": w.row,
            "state_context": w.state_context,
            "state_a": w.state.slice(8 * p.word_bits - 1, half),
            "state_e": w.state.slice(half - 1, 0),
            **w.pairs("chain_", "chain_", CHAIN),
        }
        unread = "rows and states come so many clocks behind the start of their block"
        return [
            unit.wired(wired),
            Unused(w.read, unread),
            Unused(w.read_context),
            Unused(w.state_context),
        ]

    return Part(signals, [], body, "Engine")


def _ledger(p: ShellParameters, shape: EngineShape) -> Part:
    """What becomes of a block when its chaining words leave."""

    def signals() -> Groups:
        return [
            [
                Signal("free", 1, "a context has no block in the engine"),
                Signal("free_context", p.context_bits, "this one"),
                Signal("pad_valid", 1, "a block of padding or an outer one waits"),
                Signal("pad_context", p.context_bits, "of this context"),
                Signal("digest_valid", 1, "a chaining value comes that is wanted"),
                Signal("digest_context", p.context_bits, "of this context"),
                Signal("digest_error", 1, "its message broke the rules"),
                Signal("digest_data", 8 * p.word_bits, "H0 on top"),
            ]
        ]

    unit = pool_unit(p, "block_ledger", "u_ledger", QUEUE_BITS=queue_bits(p, shape))

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            "note": w.told,
            **w.pairs("note_", "told_", _TOLD),
            **w.pairs("chain_", "chain_", CHAIN),
            **w.own(("free", "free_context")),
            **w.pairs("pad_", "pad_", ("valid", "ready", "context")),
            **w.pairs("digest_", "digest_", DIGEST),
        }
        return [unit.wired(wired)]

    return Part(signals, [unit], body, "Account of blocks")


def _answers(h: HmacParameters) -> Part:
    """Answers, and the stream in which they leave."""
    p = h.p

    def signals() -> Groups:
        return [
            [
                Signal("long_valid", 1, "it is the digest of a long key"),
                Signal("key_write", 1, "it is a key's state"),
                Signal("key_place", h.slot_bits + 1, "that of {slot, outer}"),
                Signal("room", 1, "a few more answers have room"),
                Signal("answered", 1, "one has been taken or dropped"),
                Signal("beat_out_context", p.context_bits, "context of the beat on offer"),
            ]
        ]

    given = {
        "WORD": p.word_bits,
        "WIDTH": p.width,
        "DIGEST_BYTES": p.digest_bytes,
        "SLOT_BITS": h.slot_bits,
        **context_parameters(p),
        "PLACE_BITS": DIGEST_PLACE_BITS,
    }
    unit = Unit(face("pool_answers"), "u_answers", given)

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            "tag_write": w.tag_write,
            "tag_context": w.block_context,
            "tag_data": w.block_data,
            "fate_write": w.told,
            "fate_context": w.told_context,
            **w.pairs("fate_", "fate_", _FATE),
            "chain_context": w.chain_context,
            **w.pairs("digest_", "digest_", DIGEST),
            **w.own(("long_valid", "key_write", "key_place")),
            **w.own(("owes", "room", "wiping", "answered")),
            **w.pairs("beat_", "m_axis_t", ("valid", "ready", "data", "keep", "last")),
            "beat_context": w.beat_out_context,
            "beat_status": w.m_axis_tuser,
        }
        return [Assign(w.m_axis_tid, w.beat_out_context), unit.wired(wired)]

    return Part(signals, [unit], body, "Answers")
