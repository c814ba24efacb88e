"""Block buffers between padder and engine, one for each context, or two that take turns."""

from __future__ import annotations

from collections.abc import Callable

from hashloom.rtl.shells.common import little
from hashloom.rtl.shells.common.parameters import BLOCK_WORDS, ShellParameters
from hashloom.rtl.shells.common.parts import (
    Connections,
    Wiring,
    context_parameters,
    word_parameters,
)
from hashloom.rtl.shells.common.sides import Side
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Item, Unit
from hashloom.rtl.typed.netlist import Groups, Part
from hashloom.rtl.typed.values import Signal, Value, Wires


def _buffer_parameters(p: ShellParameters) -> dict[str, int]:
    own = {"COLUMNS": p.columns, "ROW_BITS": p.row_bits}
    block = {"BLOCK_MEMORY": p.buffer_memory == "block"}
    if p.order:
        rows = {"STAGES": p.readers} if p.readers > 1 else {}
        rows["LANES"] = p.columns
        return {**word_parameters(p), **rows, **context_parameters(p), "LAG": p.read_lag, **block}
    return {**word_parameters(p), **own, **context_parameters(p), **block}


def buffer_numbers(p: ShellParameters) -> dict[str, int]:
    """Parameters and constants of the block buffers, or of those of a lane."""
    given = _buffer_parameters(p)
    module = face(_module(p))
    while module.held:
        (inner,) = module.held
        given = dict(inner.given(module.numbers(given)))
        module = face(inner.module)
    return module.numbers(given)


def _module(p: ShellParameters) -> str:
    """The module of the block buffers."""
    if not p.order:
        return "block_buffer"
    return "turn_buffer" if p.readers == 1 else "stage_buffers"


def buffers(
    side: Side, write: Wiring, length: Callable[[Wires], Value], data: str = "read_data"
) -> Part:
    """Block buffers.

    `write` connects the write port; `length` says of what comes two clocks later that it is of a
    block with a length; `data` is the signal of the rows that are read.
    """
    p = side.p

    def signals() -> Groups:
        what = "words" if p.order else "row"
        bits = p.readers * p.columns * p.word_bits
        rows = [Signal(data, bits, f"the {what}, two clocks after read")]
        groups = [rows, *([little.signals(p)] if p.little else [])]
        return [side.named(group) for group in groups]

    unit = Unit(face(_module(p)), side.unit("buffers"), _buffer_parameters(p))
    turn = little.row_turn(p, side.unit("turn")) if p.little else None

    def body(w: Wires) -> list[Item]:
        x = w.within(side.prefix)
        reads = {**x.own(("read", "read_context", "read_row")), "read_data": x[data]}
        words = write(w)
        wired, turned = dict(words), list[Item]()
        if turn:
            turned.append(turn.wired(little.connections(w, x, words, length(w))))
            wired |= x.pairs("write_", "turned_", little.TURNED)
        if p.order:
            wired |= {"rst": w[p.reset], **x.own(("started", "reopen"))}
            wired["write_ends"] = _last_words(p, words)
        return [*turned, unit.wired({"clk": w.clk, **wired, **reads})]

    units = [*([turn] if turn else []), unit]
    return Part(signals, units, body, f"Block buffers{side.of}")


def _last_words(p: ShellParameters, words: Connections) -> Value:
    """The condition that the words that are written are the last ones of their block."""
    here, enable = words["write_position"].equals(BLOCK_WORDS - p.pad_words), words["write_enable"]
    return here & enable.bit(p.pad_words - 1) if enable.target and p.pad_words > 1 else here
