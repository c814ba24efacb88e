"""How the answers of an array leave: read from the stores of its copies, one after the other."""

from __future__ import annotations

from functools import reduce

from hashloom.cores.arrays.numbers import SLOT_BITS, ArrayNumbers
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Item, Unit, assigns
from hashloom.rtl.typed.netlist import Part
from hashloom.rtl.typed.values import ONES, Signal, Value, Wires, choose, flags, merged

_BEAT = ("valid", "ready", "last")


def collect(n: ArrayNumbers) -> Part:
    """The collector, and with several hashes what ends each answer where its digest ends."""
    p = n.shell
    entry_bits = n.place_bits + SLOT_BITS
    signals = [
        Signal("head_take", 1, "sending an answer begins"),
        Signal("sent", 1, "an entry has been sent and is free"),
        Signal("sent_entry", entry_bits, "this one"),
        Signal("advance", 1, "the stores' registers take a beat"),
        Signal("read", n.copies, "of the store of this copy"),
        Signal("read_place", p.context_bits + SLOT_BITS, "of this context and entry"),
        Signal("read_beat", n.beat_bits, "of this number"),
    ]
    groups = [signals, _cut_signals(n)] if n.several else [signals]
    parameters = {
        "COPIES": n.copies,
        "COPY_BITS": n.copy_bits,
        "PLACE_BITS": n.place_bits,
        "CONTEXT_BITS": p.context_bits,
        "TID_BITS": n.tid_bits,
        "SLOT_BITS": SLOT_BITS,
        "BEATS": n.beats,
        "BEAT_BITS": n.beat_bits,
    }
    unit = Unit(face("array_collect"), "u_collect", parameters)
    cut = Unit(face("answer_cut"), "u_cut", {"WIDTH": p.width})

    def body(w: Wires) -> list[Item]:
        copies = [w.within(f"answer{index}_") for index in range(n.copies)]
        read = reduce(merged, (x.read_data for x in copies))
        offered = w.pairs("beat_", "offered_" if n.several else "m_axis_t", _BEAT)
        wired = {
            "clk": w.clk,
            "rst": w.rst,
            **w.own(("head_valid", "head_entry", "head_tid")),
            **w.own(signal.name for signal in signals),
            **offered,
            "beat_tid": w.m_axis_tid,
        }
        error = (w.m_axis_tuser, reduce(merged, (x.read_error for x in copies)))
        if not n.several:
            rows = [(w.m_axis_tdata, read), error, (w.m_axis_tkeep, _keep(w, n))]
            return [unit.wired(wired), *assigns(rows)]
        cuts = {
            "clk": w.clk,
            "rst": w.rst,
            **offered,
            "beat": w.offered_beat,
            **w.pairs("cut_", "m_axis_t", (*_BEAT, "data", "keep")),
        }
        rows = [(w.offered_beat, read), error]
        return [unit.wired(wired), *assigns(rows), cut.wired(cuts)]

    units = [unit, cut] if n.several else [unit]
    return Part(lambda: groups, units, body, "Answers")


def _cut_signals(n: ArrayNumbers) -> list[Signal]:
    """Beats before what is behind the end of a shorter digest is dropped."""
    return [
        Signal("offered_valid", 1, f"one of {n.beats} beats of an answer is offered"),
        Signal("offered_ready", 1, "it is taken"),
        Signal("offered_last", 1, "it is the last of them"),
        Signal("offered_beat", n.kept_bits, "{it ends the digest, lanes, beat}"),
    ]


def _keep(w: Wires, n: ArrayNumbers) -> Value:
    """Lanes of an answer's beat that hold a byte: all but those the last one has left over."""
    lanes = n.shell.width // 8
    left = n.beats * lanes - n.shell.digest_bytes
    if not left:
        return ONES
    last = flags("0" * left + "1" * (lanes - left))
    return last if n.beats == 1 else choose(w.m_axis_tlast, last, flags("1" * lanes))
