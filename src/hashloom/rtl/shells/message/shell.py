"""The message core: the engine inside the hand-written shell of `rtl/lib`.

The shell's modules are parameterised; this module chooses among them and writes the top module.
"""

from __future__ import annotations

from dataclasses import replace

from hashloom.rtl.shells.common import parts, sides
from hashloom.rtl.shells.common.parameters import ShellParameters
from hashloom.rtl.shells.common.parts import Connections, Padding, clocked
from hashloom.rtl.shells.common.sides import Side
from hashloom.rtl.shells.message import buffering, choosing
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Unit, Unused
from hashloom.rtl.typed.netlist import Groups, Part, Top
from hashloom.rtl.typed.values import HIGH, LOW, Signal, Value, Wires, flags, repeat
from hashloom.rtl.verilog import Port


def ports(p: ShellParameters) -> list[Port]:
    """Ports of the message core; `tid` only when there are several contexts."""
    lanes, several = p.width // 8, p.contexts > 1
    chosen = f"hash of the message, with its first beat: {choosing.numbers(p)}"
    source = f"context of the message, 0 to {p.contexts - 1}; beats of others are dropped"
    rows = [
        Port("input", 1, "clk", "clock"),
        Port("input", 1, "rst", "synchronous reset: all messages are forgotten"),
        Port("input", p.width, "s_axis_tdata", "message, first byte in the low lane"),
        Port("input", lanes, "s_axis_tkeep", "lane holds a byte; from lane 0, all before tlast"),
        Port("input", 1, "s_axis_tvalid", "a beat is offered"),
        Port("output", 1, "s_axis_tready", "it is taken in this clock"),
        Port("input", 1, "s_axis_tlast", "the beat ends its message"),
        Port("input", p.context_bits, "s_axis_tid", source) if several else None,
        Port("input", p.choice_bits, "s_axis_tuser", chosen) if p.choices else None,
        Port("output", p.width, "m_axis_tdata", "digest, first byte in the low lane"),
        Port("output", lanes, "m_axis_tkeep", "lane holds a byte"),
        Port("output", 1, "m_axis_tvalid", "a beat is offered"),
        Port("input", 1, "m_axis_tready", "it is taken in this clock"),
        Port("output", 1, "m_axis_tlast", "the beat ends its digest"),
        Port("output", p.context_bits, "m_axis_tid", "context of the message") if several else None,
        Port("output", 1, "m_axis_tuser", "message broke the rules of tkeep or is too long"),
    ]
    return [port for port in rows if port is not None]


def message_top(p: ShellParameters) -> Top:
    """The top module `<name>`, which joins `<name>_engine` and the shell's modules."""
    side = Side(p, digest_words=p.digest_words)
    if p.choices:
        side = replace(side, supplied=True, starts=choosing.STARTS)
    joined = [
        *([choosing.reader(p)] if p.choices else []),
        parts.stream_in(p),
        _padding(p),
        sides.rota(side, _marks),
        buffering.buffers(side, lambda w: _writes(p, w), lambda w: w.count_clear),
        sides.engine(side),
        sides.digests(side),
        *([choosing.ledger(p), choosing.cut(p)] if p.choices else []),
        stream_out(p),
    ]
    return Top(p.name, _header(p), ports(p), joined)


def _padding(p: ShellParameters) -> Part:
    def signals() -> Groups:
        return [
            [Signal("closed", p.contexts, "contexts whose buffer must not be written")],
            parts.padder_signals(p),
        ]

    def body(w: Wires) -> list[Item]:
        words = w.pairs("word_", "word_", parts.WORD_PORTS)
        missing = choosing.missing(p, w.word_command) if p.choices else None
        if missing:
            words["word_error"] = w.word_error | missing
        return parts.padding(
            p, w, Padding(words, w.close_context, w.closed, parts.own_visits(p, w))
        )

    return Part(signals, parts.padding_units(p), body, "Padding")


def _marks(w: Wires) -> Connections:
    """The last block of a message both ends it and gives its digest."""
    return {
        **w.own(("close", "close_context", "close_error")),
        "close_ends": w.close_last,
        "close_digest": w.close_last,
        "close_keyed": LOW,
    }


def _writes(p: ShellParameters, w: Wires) -> Connections:
    """All words of a row are written."""
    wired = w.own(("write", "write_context", "write_position", "write_data"))
    return {**wired, "write_enable": repeat(p.pad_words, HIGH)}


def _header(p: ShellParameters) -> list[str]:
    digests = f"digests of {choosing.digests_of(p)}"
    messages = "one message" if p.contexts == 1 else f"{p.contexts} messages, one per tid,"
    return [
        f"// {p.name}: messages in, {digests} out, {messages} at a time.",
        *stream_rules(p),
        *_choice(p),
        "",
    ]


def stream_rules(p: ShellParameters) -> list[str]:
    """What the header says of both streams."""
    return [
        "//",
        "// Lane 0 of a beat carries the first byte. A message ends with tlast; an empty message",
        "// is one beat with tlast and no lane kept. Bytes fill the lanes from lane 0 without a",
        "// gap; every beat before the last is full. m_axis_tuser marks the digest of a message",
        "// that breaks this, which is then meaningless; other messages are not affected.",
        f"// So does a message of 2^{p.length_bits} bits or more.",
    ]


def _choice(p: ShellParameters) -> list[str]:
    """What the header says of a choice of hashes."""
    if not p.choices:
        return []
    broken = [
        f"// m_axis_tuser marks the digest of a message with number {number}, too."
        for number in p.no_choices
    ]
    return [
        "//",
        "// s_axis_tuser is the number of a message's hash, read with its first beat:",
        f"// {choosing.numbers(p)}.",
        *broken,
    ]


def stream_out(p: ShellParameters) -> Part:
    """Digests to beats of the output stream."""

    def signals() -> Groups:
        return [[Signal("digest_beat_context", p.context_bits, "context of the beat on offer")]]

    parameters = {
        "WIDTH": p.width,
        "WORD": p.word_bits,
        "DIGEST_WORDS": p.digest_words,
        "CONTEXT_BITS": p.context_bits,
        "FULL_RATE": p.full_rate,
    }
    unit = Unit(face("digest_stream"), "u_stream", parameters)

    def body(w: Wires) -> list[Item]:
        words = ("valid", "ready", "data", "last", "context", "error")
        wired = {
            **clocked(p, w),
            **w.pairs("word_", "cut_" if p.choices else "digest_", words),
            "word_keep": w.cut_keep if p.choices else _digest_keep(p),
            **w.pairs("beat_", "m_axis_t", ("valid", "ready", "data", "keep", "last")),
            "beat_context": w.digest_beat_context,
            "beat_error": w.m_axis_tuser,
        }
        return [
            Assign(w.m_axis_tid, w.digest_beat_context)
            if p.contexts > 1
            else Unused(w.digest_beat_context),
            unit.wired(wired),
        ]

    return Part(signals, [unit], body)


def _digest_keep(p: ShellParameters) -> Value:
    """Bytes of the last word of a digest that are sent, the first byte's bit on top."""
    lanes = p.word_bits // 8
    beyond = p.digest_words * lanes - p.digest_bytes
    return flags("1" * (lanes - beyond) + "0" * beyond)
