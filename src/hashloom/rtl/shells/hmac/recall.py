"""The outer hash's block, which the engine reads from where it has left the inner digest.

An HMAC core of one engine hashes both: the block of the inner digest needs no buffer, and no clocks
in which it is written.
"""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.rtl.shells.common.parts import clocked, context_parameters
from hashloom.rtl.shells.common.sides import Side
from hashloom.rtl.shells.hmac.handover import hands_over
from hashloom.rtl.shells.hmac.parameters import HmacParameters, recalls, tell_after
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Unit
from hashloom.rtl.typed.netlist import Groups, Part
from hashloom.rtl.typed.values import Signal, Value, Wires, bracketed, choose, join

BUFFERED = "buffered_data"  # rows of the block buffers


def recalling_side(h: HmacParameters, side: Side) -> Side:
    """The side of the only engine, whose slots wait for inner digests, and for keys."""
    return Side(
        side.p,
        supplied=side.supplied,
        digest_words=side.digest_words,
        awaited="slot_awaits" if hands_over(h) else "recall_expected",
    )


def recall(h: HmacParameters) -> Part:
    """Outer blocks: when they are complete, and their rows among those of the buffers."""
    p = h.p
    slot_awaits = Signal("slot_awaits", p.contexts + 1, "these, and a key that is to come")

    def signals() -> Groups:
        return [
            [
                Signal("recall_expected", p.contexts, "contexts whose outer block is to come"),
                *([slot_awaits] if hands_over(h) else []),
                Signal("recall_hold", 1, "the padder must not step, for them or the writer"),
                Signal("recall_close", 1, "an outer block is complete"),
                Signal("recall_context", p.context_bits, "in this context"),
                Signal("read_data", p.columns * p.word_bits, "the row, of a block of either kind"),
            ]
        ]

    parameters = {
        "WORD": p.word_bits,
        "CHAIN_WORDS": p.chain_words,
        "STEP_BITS": p.step_bits,
        "DIGEST_BYTES": p.digest_bytes,
        "COLUMNS": p.columns,
        "ROW_BITS": p.row_bits,
        "TELL": tell_after(p),
        **context_parameters(p),
    }
    unit = Unit(face("inner_recall"), "u_recall", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            "note": w.close,
            "note_context": w.close_context,
            "note_inner": w.close_inner,
            **w.own(("slot_start", "started")),
            **w.pairs("", "recall_", ("expected", "hold", "close")),
            "close_context": w.recall_context,
            "others_next": w.hold_next,
            **w.own(f"chain_{name}" for name in ("valid", "context", "step", "a", "e")),
            **w.own(("read", "read_context", "read_row", "read_data")),
            "buffer_data": w[BUFFERED],
        }
        if not hands_over(h):
            return [unit.wired(wired)]
        awaits = join(w.load_awaited, w.recall_expected)
        return [Assign(w.slot_awaits, awaits), unit.wired(wired)]

    return Part(signals, [unit], body, "Outer blocks")


@dataclass(frozen=True)
class Closing:
    """A complete block, as the rota is told of it."""

    close: Value
    context: Value
    ends: Value
    digest: Value
    keyed: Value
    error: Value


def with_recalled(w: Wires, padded: Closing, last: Value) -> tuple[list[Item], Closing]:
    """Blocks of the padder and the writer, and outer blocks among them.

    A keyed message's last block, unless it broke the rules, leaves an inner digest, which is none
    that is sent.  What is padded may also be the rest of a long key.  `last`: the padder's block is
    the last one.
    """
    long = w.key_long & w.loader_context.equals(w.pad_context)
    kept = last & w.keyed.at(w.pad_context) & ~bracketed(long) & ~w.pad_close_error
    told = w.recall_close
    closing = Closing(
        close=padded.close | told,
        context=choose(told, w.recall_context, padded.context, between="\n      "),
        ends=told | padded.ends,
        digest=told | padded.digest & ~w.close_inner,
        keyed=told | padded.keyed,
        error=padded.error & ~told,
    )
    return [Assign(w.close_inner, kept & ~w.recall_hold)], closing


def held(h: HmacParameters, w: Wires, writer: Value) -> Value:
    """The padder is held: by the writer of K0 and by outer blocks, or by the writer alone."""
    return w.recall_hold if recalls(h) else writer
