"""Key stores of an HMAC core: states of keys, and restored ones, from which blocks begin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hashloom.rtl.shells.common.parts import clocked, context_parameters
from hashloom.rtl.shells.common.sides import Side
from hashloom.rtl.shells.hmac import resumption
from hashloom.rtl.shells.hmac.handover import told
from hashloom.rtl.shells.hmac.parameters import HmacParameters, block_memory
from hashloom.rtl.shells.hmac.recall import held
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Item, Unit
from hashloom.rtl.typed.netlist import Part, no_signals
from hashloom.rtl.typed.values import Value, Wires, cast, choose, number, plus


@dataclass(frozen=True)
class States:
    """What a key store is asked for.

    Attributes:
        note: a block is complete.
        context: in this context.
        state: it begins with this state, where it is keyed.
        store: the state that is to be stored has this number.
        stored: it has been.
    """

    note: Value
    context: Value
    state: Value
    store: Value
    stored: Value


def key_states(h: HmacParameters, side: Side, asked: Callable[[Wires], States], opad: bool) -> Part:
    """Key store of a side; with `opad` it keeps both states of a key."""
    p, resume = h.p, h.resume and side.prefix != "outer_"
    states = (h.slots << opad) + p.contexts * resume
    bits = (states - 1).bit_length() if resume else h.slot_bits + opad
    states = max(states, 2 ** (bits - 1) + 1)  # the number of an only slot has a bit
    parameters = {
        "WORD": p.word_bits,
        "CHAIN_WORDS": p.chain_words,
        "STEP_BITS": p.step_bits,
        "STATE_BITS": bits,
        "STATES": states,
        **context_parameters(p),
        "RESUME": resume,
        "BLOCK_MEMORY": block_memory(h),
    }
    unit = Unit(face("key_store"), side.unit("keys"), parameters)

    def body(w: Wires) -> list[Item]:
        x, of = w.within(side.prefix), asked(w)
        note, store = of.state, of.store
        if resume:
            restored = number(h.slots << opad, bits)
            if p.contexts > 1:
                restored = plus(restored, cast(bits, w.pad_context))
            resumed = ~held(h, w, x.hold) & w.resumed.at(w.pad_context)
            note = choose(resumed, restored, cast(bits, note), between="\n          ")
            store = cast(bits, store)
        read = "kept_" if p.choices else "state_"
        store_ports = told(h, w).store
        if resume:
            store_ports["storing"] = w.storing & x.chain_valid
        wired = {
            **clocked(p, w),
            **x.pairs("state_", "state_", ("context", "step")),
            **x.pairs("state_", read, ("a", "e")),
            **x.pairs("chain_", "chain_", ("valid", "context", "step", "a", "e")),
            "started": x.started,
            **store_ports,
            **(resumption.restored_states(w) if resume else resumption.no_states(p)),
            "note": of.note,
            "note_context": of.context,
            "note_state": note,
            "store_state": store,
            "stored": of.stored,
        }
        return [unit.wired(wired)]

    return Part(no_signals, [unit], body)
