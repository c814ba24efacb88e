"""The message core around an engine that is a pool: a block a clock all the way.

Rows of the stream are as wide as a block.  They wait in a queue until their context is free, are
padded on their way into the engine, and digests leave whole.
"""

from __future__ import annotations

from functools import lru_cache

from hashloom.rtl.engine.shape import EngineShape
from hashloom.rtl.engine.shape import ports as engine_ports
from hashloom.rtl.shells.common import parts
from hashloom.rtl.shells.common.parameters import BLOCK_WORDS, ShellParameters
from hashloom.rtl.shells.common.parts import clocked, context_parameters
from hashloom.rtl.shells.message.shell import ports, stream_rules
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Unit, Unused
from hashloom.rtl.typed.module import without_parameters
from hashloom.rtl.typed.netlist import Groups, Part, Top
from hashloom.rtl.typed.values import Signal, Wires
from hashloom.transforms.registers.storage import SLOT_NOTICE

BLOCK = ("valid", "pad", "context", "last", "error", "data", "keep")  # block_*
SLOT = ("start", "context", "first")  # slot_*
NOTE = ("context", "ends", "spills", "error")  # note_*
DIGEST = ("valid", "context", "error", "data")  # digest_*
CHAIN = ("valid", "context", "a", "e")  # chain_*
MINIMUM_QUEUE_BITS = 4
DIGEST_PLACE_BITS = 9  # of the digests that wait: as many as a block RAM has places


def pool_top(p: ShellParameters, shape: EngineShape, title: str) -> Top:
    """The top module `<name>`, which joins `<name>_engine` and the shell's modules."""
    joined = [
        parts.stream_in(p),
        _admission(p),
        _padding(p),
        _engine(p, shape),
        ledger(p, shape),
        _digests(p),
    ]
    header = [
        f"// {p.name}: messages in, {title} digests out, {p.contexts} messages, one per tid, at a",
        "// time, a block in every clock in which the engine takes one.",
        *stream_rules(p),
        "",
    ]
    return Top(p.name, header, ports(p), joined)


def admission_signals(p: ShellParameters) -> Groups:
    """The block that begins."""
    return [
        [
            Signal("block_valid", 1, "a block has begun"),
            Signal("block_pad", 1, "of padding alone"),
            Signal("block_context", p.context_bits, "of this context"),
            Signal("block_last", 1, "the row ends its message"),
            Signal("block_error", 1, "the message broke the rules"),
            Signal("block_data", BLOCK_WORDS * p.word_bits, "the row"),
            Signal("block_keep", 2 * p.word_bits, "its bytes that are of the message"),
            Signal("pad_ready", 1, "a block of padding begins if it waits"),
        ]
    ]


def _admission(p: ShellParameters) -> Part:
    """What lets blocks begin."""

    unit = pool_unit(p, "block_admission", "u_admission")

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            **w.pairs("word_", "word_", parts.WORD_PORTS),
            "word_valid": w.word_valid & w.word_ready,
            "slot_ready": w.slot_ready,
            "room": w.room & w.padder_ready,
            **w.pairs("pad_", "pad_", ("valid", "ready", "context")),
            **w.own(("free", "free_context")),
            **w.pairs("block_", "block_", BLOCK),
        }
        return [unit.wired(wired)]

    return Part(lambda: admission_signals(p), [unit], body, "Blocks that begin")


def padding_signals(p: ShellParameters) -> Groups:
    """The padded block, and what is told of it."""
    return [
        [
            Signal("padder_ready", 1, "blocks may come"),
            Signal("slot_start", 1, "the block's slot starts"),
            Signal("slot_context", p.context_bits, "for this context"),
            Signal("slot_first", 1, "it is the first of its message"),
            Signal("note", 1, "of this block it is noted"),
            Signal("note_context", p.context_bits, "of this context"),
            Signal("note_ends", 1, "that its chaining value is a digest"),
            Signal("note_spills", 1, "that a block of padding follows it"),
            Signal("note_error", 1, "and the message broke the rules"),
            Signal("row", BLOCK_WORDS * p.word_bits, "the padded block"),
        ]
    ]


def _padding(p: ShellParameters) -> Part:
    more = {"LENGTH_BITS": p.length_bits, "LATE": p.read_lag}
    unit = pool_unit(p, "block_padder", "u_pad", **more)

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            "ready": w.padder_ready,
            **w.pairs("block_", "block_", BLOCK),
            **w.pairs("slot_", "slot_", SLOT),
            "note": w.note,
            **w.pairs("note_", "note_", NOTE),
            "row": w.row,
        }
        return [unit.wired(wired)]

    return Part(lambda: padding_signals(p), [unit], body, "Padding")


def _engine(p: ShellParameters, shape: EngineShape) -> Part:
    half = 4 * p.word_bits

    def signals() -> Groups:
        return [
            [
                Signal("slot_ready", 1, f"a block may begin {SLOT_NOTICE} clocks later"),
                Signal("read", 1, "the engine wants a row, which comes by itself"),
                Signal("read_context", p.context_bits, "of this context"),
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
            "word_read": w.read,
            "word_context": w.read_context,
            "word_data": w.row,
            **w.pairs("chain_", "chain_", CHAIN),
        }
        unread = "rows come so many clocks behind the start of their block"
        return [unit.wired(wired), Unused(w.read, unread), Unused(w.read_context)]

    return Part(signals, [], body, "Engine")


def ledger(
    p: ShellParameters,
    shape: EngineShape,
    note: str = "note",
    waiting: str = "a block of padding waits",
    comes: str = "a digest comes",
) -> Part:
    """What becomes of a block when its chaining words leave.

    `note` is what the signals that tell of a block as it begins are called, and how they begin;
    `waiting` and `comes` say of pad_valid and digest_valid what they are.
    """

    def signals() -> Groups:
        return [
            [
                Signal("free", 1, "a context has no block in the engine"),
                Signal("free_context", p.context_bits, "this one"),
                Signal("pad_valid", 1, waiting),
                Signal("pad_context", p.context_bits, "of this context"),
                Signal("digest_valid", 1, comes),
                Signal("digest_context", p.context_bits, "of this context"),
                Signal("digest_error", 1, "its message broke the rules"),
                Signal("digest_data", 8 * p.word_bits, "H0 on top"),
            ]
        ]

    unit = pool_unit(p, "block_ledger", "u_ledger", QUEUE_BITS=queue_bits(p, shape))

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            "note": w[note],
            **w.pairs("note_", f"{note}_", NOTE),
            **w.pairs("chain_", "chain_", CHAIN),
            **w.own(("free", "free_context")),
            **w.pairs("pad_", "pad_", ("valid", "ready", "context")),
            **w.pairs("digest_", "digest_", DIGEST),
        }
        return [unit.wired(wired)]

    return Part(signals, [unit], body, "Account of blocks")


def queue_bits(p: ShellParameters, shape: EngineShape) -> int:
    """Bits of a place for contexts whose padding waits: where a block begins in every clock, none
    waits for long."""
    return MINIMUM_QUEUE_BITS if shape.always else max(MINIMUM_QUEUE_BITS, p.context_bits)


def _digests(p: ShellParameters) -> Part:
    """Digests, and the stream in which they leave."""

    def signals() -> Groups:
        return [
            [
                Signal("room", 1, "a few more digests have room"),
                Signal("beat_out_context", p.context_bits, "context of the beat on offer"),
            ]
        ]

    parameters = {
        "WORD": p.word_bits,
        "WIDTH": p.width,
        "DIGEST_BYTES": p.digest_bytes,
        "CONTEXT_BITS": p.context_bits,
        "PLACE_BITS": DIGEST_PLACE_BITS,
    }
    unit = Unit(face("digest_queue"), "u_digests", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            "ends": w.block_valid & w.block_last & ~w.block_pad,
            "room": w.room,
            **w.pairs("digest_", "digest_", DIGEST),
            **w.pairs("beat_", "m_axis_t", ("valid", "ready", "data", "keep", "last")),
            "beat_context": w.beat_out_context,
            "beat_error": w.m_axis_tuser,
        }
        return [Assign(w.m_axis_tid, w.beat_out_context), unit.wired(wired)]

    return Part(signals, [unit], body, "Digests")


@lru_cache(maxsize=256)
def pool_unit(p: ShellParameters, module: str, name: str, **more: int) -> Unit:
    """A module that knows words and contexts."""
    return Unit(face(module), name, {"WORD": p.word_bits, **more, **context_parameters(p)})
