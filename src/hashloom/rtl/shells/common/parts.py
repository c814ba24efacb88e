"""Parts the top modules of message and HMAC cores are put together from.

Those around an engine are in `sides`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hashloom.rtl.shells.common.parameters import ShellParameters
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Unit, Unused, assigns
from hashloom.rtl.typed.netlist import Groups, Part
from hashloom.rtl.typed.values import LOW, Signal, Value, Wires, number

Connections = Mapping[str, Value]  # of ports, by their names
Wiring = Callable[[Wires], Connections]  # connections, given the signals of the top module

WORD_PORTS = ("valid", "ready", "data", "keep", "last", "error", "context")  # word_*, of a row
_WRITES = ("write", "write_context", "write_position", "write_data")


def clocked(p: ShellParameters, w: Wires) -> dict[str, Value]:
    """Clock and reset of a module."""
    return {"clk": w.clk, "rst": w[p.reset]}


def context_parameters(p: ShellParameters) -> dict[str, int]:
    """Parameters of every module that knows contexts."""
    return {"CONTEXTS": p.contexts, "CONTEXT_BITS": p.context_bits}


def word_parameters(p: ShellParameters) -> dict[str, int]:
    """Parameters of every module that handles rows of message words."""
    return {"WORD": p.word_bits, "PAD_WORDS": p.pad_words}


def front_module(p: ShellParameters) -> str:
    """The module that makes rows of words of beats."""
    row = p.pad_words * p.word_bits
    if p.width == row:
        return "row_pass" if p.pool else "beat_pass"
    return "beat_gather" if p.width < row else "beat_split"


def length_module(p: ShellParameters) -> str:
    """The module that counts the length of messages."""
    if p.pad_words > 1:
        return "length_pair"
    return "length_ring" if p.contexts == 1 else "length_memory"


def reopener_module(p: ShellParameters) -> str:
    """The module that opens buffers behind the engine."""
    return "reopen_after_start" if p.outruns else "reopen_after_row"


def word_signals(p: ShellParameters) -> list[Signal]:
    """A row of message words, as front ends give it."""
    row = p.pad_words * p.word_bits
    what = "word" if p.pad_words == 1 else f"row of {p.pad_words} words"
    return [
        Signal("word_valid", 1, f"a {what} of a message is offered"),
        Signal("word_ready", 1, "it is taken"),
        Signal("word_data", row, "first byte of each word most significant"),
        Signal("word_keep", row // 8, "bytes of the last one that are of the message"),
        Signal("word_last", 1, "it is the last of its message"),
        Signal(
            "word_error",
            1,
            "the row of the clock before broke the rules"
            if p.pool
            else "the message broke the rules",
        ),
        Signal("word_context", p.context_bits, "context of the message"),
    ]


def digest_signals(
    p: ShellParameters,
    prefix: str,
    what: str,
    data: str = "the word",
    last: str = "it is the last of its digest",
) -> list[Signal]:
    """Words of digests that are handed on, and what goes with them."""
    return [
        Signal(f"{prefix}valid", 1, f"a word of {what} is offered"),
        Signal(f"{prefix}ready", 1, "it is taken"),
        Signal(f"{prefix}data", p.word_bits, data),
        Signal(f"{prefix}last", 1, last),
        Signal(f"{prefix}error", 1, "the message broke the rules"),
        Signal(f"{prefix}context", p.context_bits, "context of the message"),
    ]


def stream_in(p: ShellParameters) -> Part:
    """Beats of a message core's input stream to rows of words."""

    def signals() -> Groups:
        return [
            [
                Signal("beat_valid", 1, "a beat of a context that exists is offered"),
                Signal("beat_ready", 1, "it is taken"),
                Signal("beat_context", p.context_bits, "context of its message"),
                *word_signals(p),
                _command_signal(p),
            ]
        ]

    unit = front(p, p.choice_bits if p.choices else 0)

    def body(w: Wires) -> list[Item]:
        exists = exists_of(p, w)
        valid = w.s_axis_tvalid & exists if exists else w.s_axis_tvalid
        context = w.s_axis_tid if p.contexts > 1 else LOW
        wired = {
            **w.own(("beat_valid", "beat_ready")),
            **w.pairs("beat_", "s_axis_t", ("data", "keep", "last")),
            "beat_context": w.beat_context,
            "beat_command": w.beat_choice if p.choices else LOW,
            **w.pairs("word_", "word_", WORD_PORTS),
            "word_command": w.word_command,
        }
        return [
            *assigns(
                [
                    (w.beat_valid, valid),
                    (w.beat_context, context),
                    (w.s_axis_tready, w.beat_ready),
                ]
            ),
            unit.wired(front_connections(p, w, wired)),
            *([] if p.choices else [Unused(w.word_command, "there is one thing to do")]),
        ]

    return Part(signals, [unit], body, "Message stream to words")


def _command_signal(p: ShellParameters) -> Signal:
    """What goes with each row of words."""
    if p.choices:
        return Signal("word_command", p.choice_bits, "number of its message's hash")
    return Signal("word_command", 1, "what is to be done with the packet")


def exists_of(p: ShellParameters, w: Wires) -> Value | None:
    """The condition that the context of a beat exists, or nothing where every number does."""
    if p.contexts & (p.contexts - 1) == 0:
        return None
    return w.s_axis_tid.below(p.contexts)


@lru_cache(maxsize=4096)
def front(p: ShellParameters, command_bits: int = 0, *, erase: bool = False) -> Unit:
    """The module that makes rows of beats, of which nothing stays where they are erased."""
    module = front_module(p)
    parameters = {**word_parameters(p), "CONTEXT_BITS": p.context_bits}
    parameters["COMMAND_BITS"] = max(1, command_bits)
    if p.sole and module == "beat_pass" and p.pad_words == 1:
        del parameters["PAD_WORDS"]
        return Unit(face("beat_plain"), "u_front", parameters)
    if module not in ("beat_pass", "row_pass"):
        parameters = {"WIDTH": p.width, **parameters}
    if module == "beat_gather":
        parameters["CONTEXTS"] = p.contexts
        parameters["ERASE"] = erase
    return Unit(face(module), "u_front", parameters)


def front_connections(p: ShellParameters, w: Wires, wired: Connections) -> Connections:
    """What the front module is connected to, `wired` and the clock where it has one."""
    module = front_module(p)
    if module == "row_pass":
        return {"clk": w.clk, **wired}
    return wired if module == "beat_pass" else {**clocked(p, w), **wired}


@dataclass(frozen=True)
class Visits:
    """What the length counter is asked for: ports of its own names, and the context."""

    visit: Value
    context: Value
    low: Value
    clear: Value
    load: Value
    value: Value


def own_visits(p: ShellParameters, w: Wires) -> Visits:
    """The padder's, where nobody else visits the length counter."""
    nothing = number(0, p.word_bits)
    return Visits(w.count_visit, w.count_context, w.count_low, w.count_clear, LOW, nothing)


def count_signal(p: ShellParameters, comment: str) -> Signal:
    """What the length counter shows."""
    return Signal("count", min(p.pad_words, 2) * p.word_bits, comment)


def padder_signals(
    p: ShellParameters, prefix: str = "", elsewhere: Sequence[str] = ()
) -> list[Signal]:
    """What padder and length counter drive.

    What goes to buffers and rota has a `prefix`. Those `elsewhere` are declared there.
    """
    row, count = ("row", "the length") if p.pad_words > 1 else ("word", "a word of the length")
    rows = [
        Signal("close", 1, "a block is complete"),
        Signal("close_context", p.context_bits, "its context"),
        Signal("close_last", 1, "it is the last of its message"),
        Signal("close_cut", 1, "its message is cut behind it"),
        Signal("close_error", 1, "and the message is flawed"),
        Signal("count_visit", 1, "the length counter is at work"),
        Signal("count_context", p.context_bits, "for this context"),
        Signal("count_low", 1, "on its low word"),
        Signal("count_add", 1, "a block of message is complete"),
        Signal("count_clear", 1, "the length is being appended"),
        count_signal(p, count),
        Signal("count_over", 1, "which is more than can be counted"),
        Signal("count_brink", 1, "or will be with this block"),
        Signal("write", 1, f"a {row} goes to the block buffer"),
        Signal("write_context", p.context_bits, "of this context"),
        Signal("write_position", 4, "to this position"),
        Signal("write_data", p.pad_words * p.word_bits, f"the {row}"),
    ]
    named = [s if s.name.startswith("count") else s.prefixed(prefix) for s in rows]
    return [signal for signal in named if signal.name not in elsewhere]


@dataclass(frozen=True)
class Padding:
    """What padder and length counter are connected to.

    Attributes:
        words: ports word_* of the padder; a message is not cut where those for it are left out.
        context: of the block that is complete.
        closed: contexts whose buffer must not be written.
        visits: of the length counter.
        prefix: of the signals to buffers and rota.
        hold: whether the padder must not step.
        offset: whether a block that the padder did not make comes before the message.
    """

    words: Connections
    context: Value
    closed: Value
    visits: Visits
    prefix: str = ""
    hold: Value = LOW
    offset: Value = LOW


@lru_cache(maxsize=4096)
def padding_units(p: ShellParameters) -> tuple[Unit, Unit]:
    """Padder and length counter."""
    words = {**word_parameters(p), "LENGTH_BITS": p.length_bits, **context_parameters(p)}
    length = {"WORD": p.word_bits, "LENGTH_BITS": p.length_bits}
    if length_module(p) != "length_ring":
        length |= context_parameters(p)
    return (
        Unit(face("padder"), "u_pad", words),
        Unit(face(length_module(p)), "u_length", length),
    )


def padding(p: ShellParameters, w: Wires, of: Padding) -> list[Item]:
    """Padder and length counter."""
    never_cut = {"word_open": LOW, "word_close": LOW, "word_cut": LOW}
    wired = {
        **clocked(p, w),
        "hold": of.hold,
        **never_cut,
        **of.words,
        "closed": of.closed,
        **w.pairs("", of.prefix, ("close",)),
        "close_context": of.context,
        **w.pairs("", of.prefix, ("close_last", "close_cut", "close_error")),
        **w.own(("count_visit", "count_context", "count_low", "count_add", "count_clear")),
        **w.own(("count", "count_over", "count_brink")),
        **w.pairs("", of.prefix, _WRITES),
    }
    pad, length = padding_units(p)
    cut = w[f"{of.prefix}close_cut"]
    return [
        pad.wired(wired),
        *([] if "word_cut" in of.words else [Unused(cut, "no message is cut")]),
        *_length(p, length, w, of),
    ]


def _length(p: ShellParameters, unit: Unit, w: Wires, of: Padding) -> list[Item]:
    module, visits = length_module(p), of.visits
    wired = {
        "clk": w.clk,
        "visit": visits.visit,
        "add": w.count_add,
        "clear": visits.clear,
        "offset": of.offset,
        "load": visits.load,
        "value": visits.value,
        "count": w.count,
        "over": w.count_over,
        "brink": w.count_brink,
        "load_low" if module == "length_pair" else "low": visits.low,
    }
    items: list[Item] = []
    if module != "length_memory":
        wired["rst"] = w[p.reset]
    if module == "length_ring":
        items.append(Unused(w.count_context))
    else:
        wired["visit_context"] = visits.context
    return [*items, unit.wired(wired)]


def tied(targets: Sequence[Value], value: Value) -> list[Item]:
    """Signals that do not change."""
    return [Assign(target, value) for target in targets]
