"""States of a key that are stored while the key loader is at work on the next one.

Between loader, gate and key store: where they are joined without it, each is told what the loader
says.
"""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.rtl.shells.common.parts import clocked, context_parameters
from hashloom.rtl.shells.hmac.parameters import HmacParameters, recalls
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Unit, Unused
from hashloom.rtl.typed.netlist import Groups, Part
from hashloom.rtl.typed.values import Signal, Value, Wires, join

_HANDS = ("valid", "ready")
_LOADER = ("busy", "erases", "written", "slot", "context")
_PATIENCE = 32  # clocks of a slot
_SLOT = 11  # where the slot begins in s_axis_tuser


def hands_over(h: HmacParameters) -> bool:
    """Whether the loader goes on while the states of a key are on their way to their store.

    The packets of an only context have to wait for that, restored states come by the same port, and
    the states that two engines compute are there at the same time.
    """
    return h.engines == 1 and h.p.contexts > 1 and not h.resume


@dataclass(frozen=True)
class Told:
    """What is told of the loader.

    Attributes:
        guard: ports of the guard, whose beats go to the gate.
        loader: ports of the loader: what may be written, and that a state is stored.
        store: ports of the key store, from which context a state is to be stored.
        place: the slot in which, and whether it is the second state of its key.
    """

    guard: dict[str, Value]
    loader: dict[str, Value]
    store: dict[str, Value]
    place: Value


def told(h: HmacParameters, w: Wires) -> Told:
    """What each is told, by the loader or by what has taken over from it."""
    if not hands_over(h):
        return Told(
            w.pairs("packet_", "packet_", _HANDS),
            {"may": w.load_may, "stored": w.stored},
            {"storing": w.storing, "spared": w.spared, "store_context": w.loader_context},
            join(w.loader_slot, w.store_second),
        )
    return Told(
        w.pairs("packet_", "offered_", _HANDS),
        {"may": w.load_now, "stored": join(w.stored.bit(1), w.load_stored)},
        {"storing": w.keep, "spared": w.keep_spared, "store_context": w.keep_context},
        join(w.keep_slot, w.keep_second),
    )


def handover(h: HmacParameters) -> list[Part]:
    """What takes over from the loader, where there is such a thing."""
    if not hands_over(h):
        return []
    p = h.p
    bits = p.context_bits

    def signals() -> Groups:
        return [
            [
                Signal("load_now", 1, "what the loader writes over is needed no more"),
                Signal("load_stored", 1, "its state is stored, or will be without it"),
                Signal("load_awaited", 1, "the next slot waits for a block of a key"),
                Signal("offered_valid", 1, "the guard offers a beat"),
                Signal("offered_ready", 1, "it is taken"),
                Signal("shut", 1, "but the packet has to wait for all keys"),
                Signal("keep", 1, "the chaining words that come are a key's state"),
                Signal("keep_context", bits, "from this context"),
                Signal("keep_slot", h.slot_bits, "for this slot"),
                Signal("keep_second", 1, "behind opad"),
                Signal("keep_spared", 1, "but the slot's key is to stay"),
            ]
        ]

    patience = _PATIENCE if recalls(h) else 0
    parameters = {"SLOT_BITS": h.slot_bits, **context_parameters(p), "PATIENCE": patience}
    unit = Unit(face("key_handover"), "u_handover", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            **w.own(f"loader_{name}" for name in _LOADER),
            "loader_storing": w.storing,
            "loader_second": w.store_second,
            "loader_spared": w.spared,
            "loader_stored": w.load_stored,
            "loader_may": w.load_may,
            "may": w.load_now,
            "taken": w.own_close & ~w.own_digest & ~w.play_pad.equals(0),
            "gathered": w.mark & ~w.mark_ends & ~w.loader_erases,
            "slot_ready": w.slot_ready,
            "awaited": w.load_awaited,
            "chain_context": w.chain_context,
            "store": w.keep,
            **w.pairs("store_", "keep_", ("context", "slot", "second", "spared")),
            "stored": w.stored.bit(0),
            "operation": w.s_axis_tuser.slice(3, 0),
            "slot": w.s_axis_tuser.slice(_SLOT + h.slot_bits - 1, _SLOT),
            "context_id": w.packet_context,
            **w.own(("shut", "packet_valid", "packet_ready")),
            "on_hand_operation": w.came_operation,
            "on_hand_slot": w.begin_slot,
            "on_hand_context": w.admitted_context,
        }
        unused = [] if recalls(h) else [Unused(w.load_awaited, "no slot waits for a key")]
        return [
            Assign(w.packet_valid, w.offered_valid & ~w.shut),
            Assign(w.offered_ready, w.packet_ready & ~w.shut),
            unit.wired(wired),
            *unused,
        ]

    return [Part(signals, [unit], body)]
