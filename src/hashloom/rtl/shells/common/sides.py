"""Parts around an engine, of the top modules of message and HMAC cores.

They take a `Side`, because an HMAC core may have two engines; the prefix of a side stands before
the names of its signals and instances.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hashloom.rtl.engine.shape import EngineShape
from hashloom.rtl.engine.shape import ports as engine_ports
from hashloom.rtl.shells.common import gathering, little, supplying
from hashloom.rtl.shells.common.parameters import (
    CHAIN_WORDS,
    ShellParameters,
    full_delay,
    reopen_delay,
    reopen_row,
)
from hashloom.rtl.shells.common.parts import (
    Connections,
    Wiring,
    clocked,
    context_parameters,
    digest_signals,
    reopener_module,
    tied,
)
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Unit, Unused
from hashloom.rtl.typed.module import Module, without_parameters
from hashloom.rtl.typed.netlist import Groups, Part
from hashloom.rtl.typed.values import HIGH, LOW, ZEROS, Signal, Wires, any_bit

_HALVES = {"a": (0, 1, 2, 3), "e": (4, 5, 6, 7)}  # sequences of chaining words


@dataclass(frozen=True)
class Side:
    """An engine with the buffers before it and the digest store behind it.

    Attributes:
        p: numbers of the core.
        prefix: of the side's signals, "" where there is one engine.
        supplied: whether messages may begin with a supplied state.
        digest_words: words of a chaining value that the digest store sends.
        starts: signal that says which contexts' messages begin with a supplied state.
        awaited: signal that says which contexts the only group's next slot waits for, if any.
    """

    p: ShellParameters
    prefix: str = ""
    supplied: bool = False
    digest_words: int = CHAIN_WORDS
    starts: str = "slot_keyed"
    awaited: str = ""

    @property
    def of(self) -> str:
        """What titles of sections say of the side."""
        return f" of the {self.prefix[:-1]} hash" if self.prefix else ""

    def named(self, signals: Sequence[Signal]) -> list[Signal]:
        """Signals with the side's prefix."""
        return [signal.prefixed(self.prefix) for signal in signals]

    def unit(self, name: str) -> str:
        """Name of an instance."""
        return f"u_{self.prefix}{name}"


def _slots(p: ShellParameters) -> list[Signal]:
    """What the rota says and is told, under the names of its ports."""
    return [
        Signal("reopen", p.contexts, "contexts whose buffer may be written again"),
        Signal("room", p.contexts, "contexts with room for a digest"),
        Signal("started", p.contexts, "contexts whose block starts"),
        Signal("started_digest", p.contexts, "its chaining value is a digest"),
        Signal("started_error", p.contexts, "and the message broke the rules"),
        Signal("slot_ready", 1, "the engine can start a slot"),
        Signal("slot_group", p.group_bits, "for this group of contexts"),
        Signal("slot_open", 1, "which may be served"),
        Signal("waiting", p.contexts // p.interleave, "groups with a block that could start"),
        Signal("slot_start", 1, "a slot starts"),
        Signal("slot_live", p.interleave, "contexts of the group with a block in it"),
        Signal("slot_first", p.interleave, "of these, the first of its message"),
        Signal("slot_keyed", p.interleave, "and it starts from a supplied state"),
    ]


def _reads(p: ShellParameters) -> list[Signal]:
    return [
        Signal("read", p.readers, "the engine wants a row"),
        Signal("read_context", p.readers * p.context_bits, "of this context"),
        Signal("read_row", p.readers * p.row_bits, "this row"),
    ]


def rota(side: Side, marks: Wiring) -> Part:
    """Rota and opener of the buffers. `marks` connects the ports close_* of the rota."""
    p = side.p
    unit, picker, reopener = _rota(side), _picker(side), _reopener(side)

    def body(w: Wires) -> list[Item]:
        x = w.within(side.prefix)
        own = x.own(["closed", *(signal.name for signal in _slots(p))])
        by_hash = "the hash says which initial value a message starts from"
        same = "every message starts from the initial value"
        keyed = Unused(x.slot_keyed, by_hash if side.supplied else same)
        return [
            unit.wired({**clocked(p, w), **own, **marks(w)}),
            *([] if side.supplied and side.starts == "slot_keyed" else [keyed]),
            *_choice(side, picker, w),
            *([reopener.wired(_reopening(side, w))] if reopener else []),
        ]

    def signals() -> Groups:
        again = [Signal("slot_again", 1, "the group of the slot before may follow itself")]
        groups = [[*_slots(p), *_reads(p)], *([again] if p.chosen and p.rests else [])]
        return [side.named(group) for group in groups]

    units = [each for each in (unit, picker, reopener) if each]
    return Part(signals, units, body, f"Rota{side.of}")


@lru_cache(maxsize=4096)
def _rota(side: Side) -> Unit:
    p = side.p
    parameters = {
        "GROUPS": p.contexts // p.interleave,
        "INTERLEAVE": p.interleave,
        "CONTEXT_BITS": p.context_bits,
        "GROUP_BITS": p.group_bits,
        "FULL_DELAY": full_delay(p),
        "FLUSH": p.flush,
        "CHOSEN": p.chosen or bool(side.awaited),
    }
    return Unit(face("context_rota"), side.unit("rota"), parameters)


@lru_cache(maxsize=4096)
def _picker(side: Side) -> Unit | None:
    """What chooses the group of the next slot, when the engine does not."""
    p = side.p
    if not p.chosen:
        return None
    parameters = {
        "GROUPS": p.groups,
        "GROUP_BITS": p.group_bits,
        "APART": p.apart,
        "RESTS": p.rests,
    }
    return Unit(face("group_picker"), side.unit("picker"), parameters)


def _choice(side: Side, picker: Unit | None, w: Wires) -> list[Item]:
    p, x = side.p, w.within(side.prefix)
    if picker is None:
        every = "every group has its turn" if p.contexts > p.interleave else "there is one group"
        ready = w[side.awaited].equals(0) if side.awaited else HIGH
        return [Assign(x.slot_open, ready), Unused(x.waiting, every)]
    wired = {
        **clocked(p, w),
        **x.own(("waiting", "slot_start", "slot_group", "slot_open")),
        "slot_taken": any_bit(x.slot_live),
        "slot_again": x.slot_again if p.rests else LOW,
    }
    return [picker.wired(wired)]


@lru_cache(maxsize=4096)
def _reopener(side: Side) -> Unit | None:
    """What opens buffers behind the engine, where there is not another for the next block."""
    p = side.p
    if p.order:
        return None
    if p.outruns:
        parameters = {"CONTEXTS": p.contexts, "DELAY": reopen_delay(p)}
    else:
        parameters = {**context_parameters(p), "ROW_BITS": p.row_bits, "ROW": reopen_row(p)}
    return Unit(face(reopener_module(p)), side.unit("reopener"), parameters)


def _reopening(side: Side, w: Wires) -> Connections:
    p, x = side.p, w.within(side.prefix)
    reads = () if p.outruns else ("read", "read_context", "read_row")
    return {**clocked(p, w), **x.own(("started", "reopen", *reads))}


def engine_face(p: ShellParameters, supplied: bool) -> Module:
    """The engine that a shell of these numbers stands around."""
    shape = p.gathered or EngineShape(
        word_bits=p.word_bits,
        sequences=_HALVES,
        contexts=p.contexts,
        interleave=p.interleave,
        groups=p.groups or p.stages,
        stages=p.stages,
        unroll=p.unroll,
        rows=p.rows,
        columns=p.columns,
        chain_words=p.chain_words,
        chain_steps=p.chain_steps,
        read_lag=p.read_lag,
        skipped=p.skipped,
        apart=p.apart,
        rests=p.rests,
        supplied=supplied,
    )
    return without_parameters(f"{p.name}_engine", engine_ports(shape))


def _chains(side: Side) -> list[Signal]:
    """Chaining words and states of keys, under the names of the engine's ports."""
    p = side.p
    half = p.chain_words * p.word_bits
    chains = [
        Signal("chain_valid", 1, "chaining words come"),
        Signal("chain_context", p.context_bits, "of this context"),
        Signal("chain_step", p.step_bits, "the step"),
        Signal("chain_a", half, "of H3 down to H0"),
        Signal("chain_e", half, "of H7 down to H4"),
    ]
    states = [
        Signal("state_context", p.context_bits, "context whose first state is wanted"),
        Signal("state_step", p.step_bits, "the step"),
        Signal("state_a", half, "three clocks later: of H3 down to H0"),
        Signal("state_e", half, "of H7 down to H4"),
    ]
    return [*chains, *(states if side.supplied else [])]


def engine(side: Side) -> Part:
    """The engine."""
    p = side.p

    def signals() -> Groups:
        own = gathering.signals(p.gathered) if p.gathered else []
        own += supplying.signals(p.gathered) if p.gathered and side.supplied else []
        return [side.named(group) for group in (_chains(side), *own)]

    def body(w: Wires) -> list[Item]:
        x = w.within(side.prefix)
        unit = Unit(engine_face(p, side.supplied), side.unit("engine"))
        has = {port.name for port in unit.module.ports}
        slot = ("slot_ready", "slot_start", "slot_live", "slot_first", "slot_group")
        wired = {
            **clocked(p, w),
            **x.own(slot),
            "slot_keyed": x[side.starts],
            **x.own(signal.name for signal in _chains(side)),
            "word_read": x.read,
            **x.pairs("word_", "read_", ("context", "row", "data")),
        }
        if p.rests:
            wired["slot_again"] = x.slot_again
        supplied = ["state_context", "state_step"] if side.supplied else []
        chain = ["slot_group", "word_context", "word_row", "chain_context", "chain_step"]
        connections = {port: value for port, value in wired.items() if port in has}
        idle = [wired[port] for port in [*chain, *supplied] if port not in has]
        steps: list[Item] = []
        if p.gathered:
            idle += [wired[port] for port in ("chain_step", "state_step") if port in connections]
            connections |= gathering.connections(x, p.gathered)
            steps += gathering.items(x, w.clk, p.gathered)
        if p.gathered and side.supplied:
            connections |= supplying.connections(x, p.gathered)
            steps += supplying.items(x, w.clk, p.gathered)
        return [unit.wired(connections), *tied(idle, ZEROS), *steps]

    supplied = " and states of keys" if side.starts == "slot_keyed" else " and initial values"
    return Part(signals, [], body, f"Engine{side.of}{supplied if side.supplied else ''}")


def _store_parameters(side: Side) -> dict[str, int]:
    return {
        "WORD": side.p.word_bits,
        "CHAIN_WORDS": side.p.chain_words,
        "STEP_BITS": side.p.step_bits,
        "DIGEST_WORDS": side.digest_words,
        **context_parameters(side.p),
    }


def digest_numbers(p: ShellParameters) -> dict[str, int]:
    """Parameters and constants of the digest store."""
    return face("digest_store").numbers(_store_parameters(Side(p)))


def _finishes() -> list[Signal]:
    """What says that a digest is complete."""
    return [
        Signal("finish", 1, "the last chaining words of a block come"),
        Signal("chain_entry", 1, "entry the block has"),
    ]


def _heads(p: ShellParameters) -> list[Signal]:
    """What goes between ledger and store, under the names of their ports."""
    return [
        Signal("head_valid", 1, "a digest waits to be sent"),
        Signal("head_context", p.context_bits, "of this context"),
        Signal("head_entry", 1, "in this entry"),
        Signal("head_error", 1, "its message broke the rules"),
        Signal("head_take", 1, "sending it begins"),
        Signal("sent", 1, "an entry has been sent"),
        Signal("sent_context", p.context_bits, "of this context"),
        Signal("sent_entry", 1, "this one"),
    ]


def digests(side: Side) -> Part:
    """Ledger and store of digests; their words leave as digest_*."""
    p = side.p

    def signals() -> Groups:
        words = digest_signals(p, "digest_", "a digest", "the word, first byte most significant")
        stored = [Signal("stored_data", p.word_bits, "the word as it is stored")]
        turned = stored if p.little else []
        return [side.named([*_finishes(), *_heads(p), *words, *turned])]

    ledger = Unit(face("digest_ledger"), side.unit("ledger"), context_parameters(p))
    if p.sole and not p.choices:  # whose numbers go by the entries of blocks
        ledger = Unit(face("digest_sole"), side.unit("ledger"), {"CONTEXT_BITS": p.context_bits})
    store = Unit(face("digest_store"), side.unit("store"), _store_parameters(side))
    if p.in_line:
        numbers = {"WORD": p.word_bits, "DIGEST_WORDS": side.digest_words}
        store = Unit(face("digest_line"), side.unit("store"), numbers)

    def body(w: Wires) -> list[Item]:
        x = w.within(side.prefix)
        head = x.own(signal.name for signal in _heads(p))
        account = {
            **clocked(p, w),
            **x.own(("room", "started", "started_digest", "started_error", "chain_context")),
            **x.own(signal.name for signal in _finishes()),
            **head,
        }
        chain = ("valid", "context", "entry", "step", "a", "e")
        words_out = {
            **clocked(p, w),
            **x.pairs("chain_", "chain_", chain),
            **head,
            **x.pairs("word_", "digest_", ("valid", "ready", "data", "last", "error", "context")),
        }
        turned = []
        if p.little:
            words_out["word_data"] = x.stored_data
            turned = [Assign(x.digest_data, little.reversed_bytes(x.stored_data))]
        final = x.chain_valid
        if p.chain_steps > 1:
            final &= x.chain_step.equals(p.chain_steps - 1)
        joints = [Assign(x.finish, final), *turned]
        return [*joints, ledger.wired(account), store.wired(words_out)]

    return Part(signals, [ledger, store], body, f"Digests{side.of}")
