"""The HMAC core around an engine that is a pool: the shell of a pool, with keys.

FIPS 198-1.  A packet is rows as wide as a block, and every row is a block of the engine, also those
that only ask for something.  Keys' states lie in block RAM; a message begins from the inner one of
its slot, and its outer block comes as a block of padding alone does.
"""

from __future__ import annotations

from hashloom.rtl.engine.shape import EngineShape
from hashloom.rtl.engine.shape import ports as engine_ports
from hashloom.rtl.shells.common.parameters import BLOCK_WORDS, ShellParameters
from hashloom.rtl.shells.common.parts import clocked, context_parameters
from hashloom.rtl.shells.hmac.parameters import HmacParameters
from hashloom.rtl.shells.hmac.shell import hmac_ports, length_header, stream_header
from hashloom.rtl.shells.pools.hmac_admission import FATE, WIPES, admission, gate, judge, rows
from hashloom.rtl.shells.pools.shell import (
    BLOCK,
    CHAIN,
    DIGEST,
    DIGEST_PLACE_BITS,
    NOTE,
    SLOT,
    ledger,
    padding_signals,
    pool_unit,
)
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Unit, Unused
from hashloom.rtl.typed.module import without_parameters
from hashloom.rtl.typed.netlist import Groups, Part, Top
from hashloom.rtl.typed.values import Signal, Wires
from hashloom.rtl.verilog import Port

KEYER_LAG = 1  # clocks that a row takes through block_keyer
STATE_LAG = 4  # clocks from the place of a state to the state


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
        rows(h),
        gate(h),
        admission(p),
        judge(h),
        _padding(p, shape),
        _states(h, shape),
        _engine(p, shape),
        ledger(
            p,
            shape,
            "told",
            waiting="a block of padding or an outer one waits",
            comes="a chaining value comes that is wanted",
        ),
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


def _padding(p: ShellParameters, shape: EngineShape) -> Part:
    row = BLOCK_WORDS * p.word_bits

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
            **w.pairs("fate_", "fate_", FATE),
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
