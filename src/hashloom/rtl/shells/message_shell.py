"""The message core: the engine inside the hand-written shell of `rtl/lib`.

The shell's modules are parameterised; this module chooses among them and writes the top module.
"""

from __future__ import annotations

from importlib import resources

from hashloom.rtl.shells import parts, sides
from hashloom.rtl.shells.parts import clocked, signals, title
from hashloom.rtl.shells.shell_parameters import ShellParameters
from hashloom.rtl.shells.sides import Side
from hashloom.rtl.verilog import Port, instance


def ports(p: ShellParameters) -> list[Port]:
    """Ports of the message core; `tid` only when there are several contexts."""
    lanes, several = p.width // 8, p.contexts > 1
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
        Port("output", p.width, "m_axis_tdata", "digest, first byte in the low lane"),
        Port("output", lanes, "m_axis_tkeep", "lane holds a byte"),
        Port("output", 1, "m_axis_tvalid", "a beat is offered"),
        Port("input", 1, "m_axis_tready", "it is taken in this clock"),
        Port("output", 1, "m_axis_tlast", "the beat ends its digest"),
        Port("output", p.context_bits, "m_axis_tid", "context of the message") if several else None,
        Port("output", 1, "m_axis_tuser", "message broke the rules of tkeep or is too long"),
    ]
    return [port for port in rows if port is not None]


def message_core(p: ShellParameters) -> str:
    """Text of the top module `<name>`, which joins `<name>_engine` and the shell's modules."""
    side = Side(p, digest_words=p.digest_words)
    # The last block of a message both ends it and gives its digest.
    marks = {
        **{name: name for name in ("close", "close_context", "close_error")},
        "close_ends": "close_last",
        "close_digest": "close_last",
        "close_keyed": "1'b0",
    }
    write = {name: name for name in ("write", "write_context", "write_position", "write_data")}
    write["write_enable"] = f"{{{p.pad_words}{{1'b1}}}}"
    closed = {"closed": (p.contexts, "contexts whose buffer must not be written")}
    words = {name: name for name in parts.word_signals(p)}
    sections = [
        title("Message stream to words"),
        parts.stream_in(p),
        title("Padding"),
        signals(closed),
        parts.padding(p, words, {"closed": "closed"}),
        title("Rota"),
        sides.rota(side, marks),
        title("Block buffers"),
        sides.buffers(side, write),
        title("Engine"),
        sides.engine(side),
        title("Digests"),
        sides.digests(side),
        _stream_out(p),
    ]
    return parts.top_module(_header(p), p.name, ports(p), sections)


def message_modules(p: ShellParameters) -> tuple[str, ...]:
    """Names of the library modules the core of these parameters consists of."""
    return (
        "beat_check",
        parts.front_module(p),
        "padder",
        parts.length_module(p),
        "context_rota",
        *(("group_picker",) if p.chosen else ()),
        parts.reopener_module(p),
        "block_buffer",
        "digest_ledger",
        "digest_store",
        "digest_stream",
    )


def library_texts(modules: tuple[str, ...]) -> dict[str, str]:
    """Texts of library modules, by file name."""
    library = resources.files("hashloom.rtl") / "lib"
    names = [f"{module}.sv" for module in modules]
    return {name: (library / name).read_text(encoding="utf-8") for name in names}


def _header(p: ShellParameters) -> list[str]:
    messages = "one message" if p.contexts == 1 else f"{p.contexts} messages, one per tid,"
    return [
        f"// {p.name}: messages in, digests of {p.digest_bytes} bytes out, {messages} at a time.",
        "//",
        "// Lane 0 of a beat carries the first byte. A message ends with tlast; an empty message",
        "// is one beat with tlast and no lane kept. Bytes fill the lanes from lane 0 without a",
        "// gap; every beat before the last is full. m_axis_tuser marks the digest of a message",
        "// that breaks this, which is then meaningless; other messages are not affected.",
        f"// So does a message of 2^{p.length_bits} bits or more.",
        "",
    ]


def _stream_out(p: ShellParameters) -> list[str]:
    """Digests to beats of the output stream."""
    words = ("valid", "ready", "data", "last", "context", "error")
    beats = ("valid", "ready", "data", "keep", "last")
    wired = {
        **clocked(p),
        **{f"word_{name}": f"digest_{name}" for name in words},
        "word_keep": _digest_keep(p),
        **{f"beat_{name}": f"m_axis_t{name}" for name in beats},
        "beat_context": "digest_beat_context",
        "beat_error": "m_axis_tuser",
    }
    parameters = {
        "WIDTH": str(p.width),
        "WORD": str(p.word_bits),
        "DIGEST_WORDS": str(p.digest_words),
        "CONTEXT_BITS": str(p.context_bits),
        "FULL_RATE": f"1'b{p.full_rate:d}",
    }
    context = ["  assign m_axis_tid = digest_beat_context;", ""]
    return [
        *signals({"digest_beat_context": (p.context_bits, "context of the beat on offer")}),
        *(context if p.contexts > 1 else parts.unused("digest_beat_context")),
        *instance("digest_stream", "u_stream", wired, parameters),
        "",
    ]


def _digest_keep(p: ShellParameters) -> str:
    """Bytes of the last word of a digest that are sent, the first byte's bit on top."""
    lanes = p.word_bits // 8
    beyond = p.digest_words * lanes - p.digest_bytes
    return f"{lanes}'b{'1' * (lanes - beyond)}{'0' * beyond}"
