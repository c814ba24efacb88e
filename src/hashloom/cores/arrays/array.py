"""An array: copies of a message core behind one stream, with a dispatcher before and a collector
behind them.

A part around a part: the copies are the module of the inner part, which stands in the core once.
A place is a context of a copy; an array has as many tids as places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hashloom.cores.arrays.answers import collect
from hashloom.cores.arrays.numbers import SLOT_BITS, ArrayNumbers
from hashloom.cores.facts import Facts, PlainPart
from hashloom.rtl.shells.message import choosing
from hashloom.rtl.typed import netlist
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Register, Unit, Unused, assigns
from hashloom.rtl.typed.module import without_parameters
from hashloom.rtl.typed.netlist import Top
from hashloom.rtl.typed.values import (
    LOW,
    ZEROS,
    Signal,
    Value,
    Wires,
    choose,
    join,
)
from hashloom.rtl.verilog import Port


@dataclass(frozen=True)
class ArrayPart:
    """Copies of the core that `inner` brings."""

    inner: PlainPart

    def top(self, prefix: str) -> str:
        """The core's own name."""
        return prefix

    def ports(self, core: Facts) -> list[Port]:
        """Those of a copy, with the array's tids."""
        return _ports(self.inner.ports(core), ArrayNumbers.of(core))

    def tops(self, core: Facts) -> list[Top]:
        """The array, and what a copy is made of."""
        first, *others = self.inner.tops(core)
        copy = named_copy(first, core.prefix)
        return [_array_top(copy, ArrayNumbers.of(core)), copy, *others]

    def suffix(self, core: Facts) -> str:
        """That of a copy, and how many there are."""
        return f"{self.inner.suffix(core)}_copies{core.interface.copies}"


def named_copy(top: Top, prefix: str) -> Top:
    """The top module of a copy, under its name in an array."""
    name = f"{prefix}_copy"
    header = [line.replace(f"// {top.name}:", f"// {name}:") for line in top.header]
    return replace(top, name=name, header=header)


def _ports(inner: list[Port], n: ArrayNumbers) -> list[Port]:
    given = f"id of the message, 0 to {n.tids - 1}; beats of others are dropped"
    tids = {
        "s_axis_tlast": Port("input", n.tid_bits, "s_axis_tid", given),
        "m_axis_tlast": Port("output", n.tid_bits, "m_axis_tid", "id of the message"),
    }
    found = []
    for port in inner:
        if not port.name.endswith("_tid"):
            found.append(port)
        if port.name in tids:
            found.append(tids[port.name])
    return found


def _array_top(copy: Top, n: ArrayNumbers) -> Top:
    """The array's module around that of its copies."""
    ports = _ports(list(copy.ports), n)
    copies = [_copy(copy, n, index) for index in range(n.copies)]
    parts = [_dispatch(n), *copies, _ledger(n), collect(n)]
    return Top(n.name, _header(copy.name, n), ports, parts)


def _header(copy: str, n: ArrayNumbers) -> list[str]:
    contexts = n.shell.contexts
    each = "one message" if contexts == 1 else f"{contexts} messages"
    choice = [
        "// s_axis_tuser is the number of a message's hash, read with its first beat:",
        f"// {choosing.numbers(n.shell)}.",
    ]
    return [
        f"// {n.name}: {n.copies} copies of {copy} behind one stream,",
        f"// each of {each} at a time.",
        "//",
        "// A message goes to a copy that is free, whatever its tid is, which its answer carries.",
        "// Answers of one tid come in the order of its messages, those of different tids in any.",
        "// Messages of different tids may take turns beat by beat; the beats of an answer stay",
        "// together. For the lanes of a beat see the copy.",
        *(choice if n.several else []),
        "",
    ]


def _clocked(w: Wires) -> dict[str, Value]:
    return {"clk": w.clk, "rst": w.rst}


def _dispatch(n: ArrayNumbers) -> netlist.Part:
    p = n.shell
    signals = [
        Signal("beat_valid", 1, "a beat of a tid that exists is offered"),
        Signal("beat_ready", 1, "it would be taken"),
        Signal("begins", 1, "a message is given the place that is chosen"),
        Signal("begins_tid", n.tid_bits, "its tid"),
        Signal("receiving", n.places, "places whose message has not ended"),
        Signal("copy_valid", n.copies, "a beat is offered to a copy"),
        Signal("copy_data", p.width, "the beat"),
        Signal("copy_keep", p.width // 8, "lanes that hold a byte"),
        Signal("copy_last", 1, "it ends its message"),
        Signal("copy_context", p.context_bits, "context of the copy"),
        *([Signal("copy_choice_q", p.choice_bits, "its hash")] if n.several else []),
    ]
    parameters = {
        "WIDTH": p.width,
        **n.of_places,
        "CONTEXT_BITS": p.context_bits,
        **n.of_tids,
    }
    unit = Unit(face("array_dispatch"), "u_dispatch", parameters)

    def body(w: Wires) -> list[Item]:
        exists = None if n.tids & (n.tids - 1) == 0 else w.s_axis_tid.below(n.tids)
        valid, ready = w.s_axis_tvalid, w.beat_ready
        if exists is not None:
            valid, ready = valid & exists, ready | ~exists
        wired = {
            **_clocked(w),
            **w.own(("beat_valid", "beat_ready")),
            **w.pairs("beat_", "s_axis_t", ("data", "keep", "last")),
            "beat_tid": w.s_axis_tid,
            **w.own(("chosen", "chosen_place", "begins", "begins_tid", "receiving")),
            **w.pairs("copy_", "copy_", ("valid", "ready", "data", "keep", "last", "context")),
        }
        return [
            *assigns([(w.beat_valid, valid), (w.s_axis_tready, ready)]),
            unit.wired(wired),
            *([Unused(w.copy_context)] if p.contexts == 1 else []),
            *([_choice(w)] if n.several else []),
        ]

    return netlist.Part(lambda: [signals], [unit], body, "Messages to places")


def _choice(w: Wires) -> Register:
    """The number of the hash beside the beat that the dispatcher has taken."""
    takes = w.beat_valid & w.beat_ready
    return Register(w.clk, w.copy_choice_q, choose(takes, w.s_axis_tuser, w.copy_choice_q))


def _copy(copy: Top, n: ArrayNumbers, index: int) -> netlist.Part:
    """A copy and the store of its answers."""
    p, own = n.shell, f"answer{index}_"
    kept = p.contexts << SLOT_BITS
    signals = [
        Signal(f"{own}valid", 1, "the copy gives a beat of an answer"),
        Signal(f"{own}data", p.width, "the beat"),
        Signal(f"{own}keep", p.width // 8, "lanes that hold a byte"),
        Signal(f"{own}last", 1, "it ends its answer"),
        *([Signal(f"{own}context", p.context_bits, "context")] if p.contexts > 1 else []),
        Signal(f"{own}error", 1, "the message broke the rules"),
        Signal(f"{own}complete", kept, "entries that are complete now"),
        Signal(f"{own}read_data", n.kept_bits, _read(n)),
        Signal(f"{own}read_error", 1, "its message broke the rules"),
    ]
    ready = [Signal("copy_ready", n.copies, "the copy takes its beat")] if index == 0 else []
    core = Unit(without_parameters(copy.name, list(copy.ports)), f"u_copy{index}")
    parameters = {
        "WIDTH": n.kept_bits,
        "BEATS": n.beats,
        "BEAT_BITS": n.beat_bits,
        "CONTEXTS": p.contexts,
        "CONTEXT_BITS": p.context_bits,
        "SLOT_BITS": SLOT_BITS,
    }
    store = Unit(face("array_store"), f"u_store{index}", parameters)

    def body(w: Wires) -> list[Item]:
        x = w.within(own)
        several = p.contexts > 1
        streams = {
            **_clocked(w),
            **w.pairs("s_axis_t", "copy_", ("data", "keep", "last")),
            "s_axis_tvalid": w.copy_valid.bit(index),
            "s_axis_tready": w.copy_ready.bit(index),
            **({"s_axis_tid": w.copy_context, "m_axis_tid": x.context} if several else {}),
            **x.pairs("m_axis_t", "", ("valid", "data", "keep", "last")),
            "m_axis_tready": Value("1'b1", 1),
            "m_axis_tuser": x.error,
            **({"s_axis_tuser": w.copy_choice_q} if n.several else {}),
        }
        kept_beats = {
            **_clocked(w),
            **x.pairs("answer_", "", ("valid", "data", "last", "error")),
            **({"answer_data": join(x.last, x["keep"], x.data)} if n.several else {}),
            "answer_context": x.context if several else LOW,
            "complete": x.complete,
            **w.own(("advance", "read_place", "read_beat")),
            "read": w["read"].bit(index),
            **x.own(("read_data", "read_error")),
        }
        keep = [] if n.several else [Unused(x["keep"], "it follows from the beat's number")]
        return [core.wired(streams), store.wired(kept_beats), *keep]

    groups = [signals, ready] if ready else [signals]
    return netlist.Part(lambda: groups, [store], body, f"Copy {index}")


def _read(n: ArrayNumbers) -> str:
    """What is read of a store."""
    return f"{'{it ends its answer, lanes, beat}' if n.several else 'a beat'} that is sent, or zero"


def _ledger(n: ArrayNumbers) -> netlist.Part:
    entry_bits = n.place_bits + SLOT_BITS
    signals = [
        Signal("complete", n.places << SLOT_BITS, "entries whose answer is complete now"),
        Signal("chosen", 1, "a place is chosen for the next message"),
        Signal("chosen_place", n.place_bits, "this one"),
        Signal("head_valid", 1, "an answer may be sent"),
        Signal("head_entry", entry_bits, "of this entry"),
        Signal("head_tid", n.tid_bits, "its tid"),
    ]
    parameters = {**n.of_places, **n.of_tids, "SLOT_BITS": SLOT_BITS}
    unit = Unit(face("array_ledger"), "u_ledger", parameters)

    def body(w: Wires) -> list[Item]:
        names = ("chosen", "chosen_place", "begins", "begins_tid", "receiving", "complete")
        heads = ("head_valid", "head_entry", "head_tid", "head_take", "sent", "sent_entry")
        return [
            *_complete(w, n),
            unit.wired({**_clocked(w), **w.own(names), **w.own(heads)}),
        ]

    return netlist.Part(lambda: [signals], [unit], body, "Account of messages")


def _complete(w: Wires, n: ArrayNumbers) -> Iterator[Assign]:
    """Entries of copies, {context, entry}, as entries of the array, {context, copy, entry}."""
    slots = 1 << SLOT_BITS
    for place in range(n.places):
        context, copy = divmod(place, 1 << n.copy_bits)
        target = w.complete.slice((place + 1) * slots - 1, place * slots)
        if copy >= n.copies:
            yield Assign(target, ZEROS)
            continue
        own = w[f"answer{copy}_complete"]
        whole = n.shell.contexts == 1
        yield Assign(
            target, own if whole else own.slice((context + 1) * slots - 1, context * slots)
        )
