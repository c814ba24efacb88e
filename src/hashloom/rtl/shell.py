"""The message core: the engine inside the hand-written shell of `rtl/lib`.

The shell's modules are parameterised; this module chooses among them and writes the top module.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

from hashloom.rtl.shell_parameters import ShellParameters, full_delay, reopen_delay, reopen_row
from hashloom.rtl.verilog import Port, instance, module_head, range_of


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
        Port("output", 1, "m_axis_tuser", "the message broke the rules of tkeep; no digest"),
    ]
    return [port for port in rows if port is not None]


def message_core(p: ShellParameters) -> str:
    """Text of the top module `<name>`, which joins `<name>_engine` and the shell's modules."""
    parts = [
        _header(p),
        ["`default_nettype none", ""],
        module_head(p.name, ports(p)),
        [""],
        _stream_in(p),
        _padding(p),
        _rota(p),
        _buffers(p),
        _engine(p),
        _digests(p),
        ["endmodule", "", "`default_nettype wire", ""],
    ]
    return "\n".join(line for part in parts for line in part)


def library_modules(p: ShellParameters) -> tuple[str, ...]:
    """Names of the library modules the core of these parameters consists of."""
    return (
        "beat_check",
        _front(p),
        "padder",
        "length_ring" if p.contexts == 1 else "length_memory",
        "context_rota",
        *(("group_picker",) if p.chosen else ()),
        _reopener(p),
        "block_buffer",
        "digest_ledger",
        "digest_store",
        "digest_stream",
    )


def library_sources(p: ShellParameters) -> dict[str, str]:
    """Texts of those modules, by file name."""
    library = resources.files("hashloom.rtl") / "lib"
    names = [f"{module}.sv" for module in library_modules(p)]
    return {name: (library / name).read_text(encoding="utf-8") for name in names}


def _front(p: ShellParameters) -> str:
    if p.width == p.word_bits:
        return "beat_pass"
    return "beat_gather" if p.width < p.word_bits else "beat_split"


def _reopener(p: ShellParameters) -> str:
    return "reopen_after_start" if p.interleave <= p.columns else "reopen_after_row"


def _header(p: ShellParameters) -> list[str]:
    messages = "one message" if p.contexts == 1 else f"{p.contexts} messages, one per tid,"
    return [
        f"// {p.name}: messages in, digests of {p.digest_bytes} bytes out, {messages} at a time.",
        "//",
        "// Lane 0 of a beat carries the first byte. A message ends with tlast; an empty message",
        "// is one beat with tlast and no lane kept. Bytes fill the lanes from lane 0 without a",
        "// gap; every beat before the last is full. m_axis_tuser marks the digest of a message",
        "// that breaks this, which is then meaningless; other messages are not affected.",
        f"// A message of 2^{p.length_bits} bits or more gets a wrong digest.",
        "",
    ]


def _title(text: str) -> list[str]:
    return [f"  // ---- {text} ".ljust(98, "-"), ""]


def _signals(rows: Mapping[str, tuple[int, str]]) -> list[str]:
    declared = [
        (f"  logic{range_of(width)} {name};", comment) for name, (width, comment) in rows.items()
    ]
    column = max(len(code) for code, _ in declared)
    return [f"{code:<{column}}  // {comment}" for code, comment in declared] + [""]


def _word_signals(p: ShellParameters, prefix: str, what: str) -> dict[str, tuple[int, str]]:
    return {
        f"{prefix}_valid": (1, f"a word of a {what} is offered"),
        f"{prefix}_ready": (1, "it is taken"),
        f"{prefix}_data": (p.word_bits, "the word, first byte most significant"),
        f"{prefix}_last": (1, f"it is the last of its {what}"),
        f"{prefix}_error": (1, "the message broke the rules"),
        f"{prefix}_context": (p.context_bits, "context of the message"),
    }


def _stream_in(p: ShellParameters) -> list[str]:
    beat = {
        "beat_valid": (1, "a beat of a context that exists is offered"),
        "beat_ready": (1, "it is taken"),
        "beat_context": (p.context_bits, "context of its message"),
    }
    keep = {"word_keep": (p.word_bits // 8, "bytes of the last word that are of the message")}
    exists = ""
    if p.contexts & (p.contexts - 1):
        exists = f" && s_axis_tid < {p.context_bits}'d{p.contexts}"
    parameters = {"WORD": str(p.word_bits), "CONTEXT_BITS": str(p.context_bits)}
    if _front(p) != "beat_pass":
        parameters = {"WIDTH": str(p.width), **parameters}
    if _front(p) == "beat_gather":
        parameters["CONTEXTS"] = str(p.contexts)
    clocked = {} if _front(p) == "beat_pass" else {"clk": "clk", "rst": "rst"}
    wired = {
        **clocked,
        "beat_valid": "beat_valid",
        "beat_ready": "beat_ready",
        "beat_data": "s_axis_tdata",
        "beat_keep": "s_axis_tkeep",
        "beat_last": "s_axis_tlast",
        "beat_context": "beat_context",
        "word_keep": "word_keep",
        **{name: name for name in _word_signals(p, "word", "message")},
    }
    return [
        *_title("Message stream to words"),
        *_signals({**beat, **_word_signals(p, "word", "message"), **keep}),
        f"  assign beat_valid    = s_axis_tvalid{exists};",
        f"  assign beat_context  = {_tied(p, 's_axis_tid')};",
        "  assign s_axis_tready = beat_ready;",
        "",
        *instance(_front(p), "u_front", wired, parameters),
        "",
    ]


def _tied(p: ShellParameters, name: str) -> str:
    """A context number from outside, or zero when there is but one context."""
    return name if p.contexts > 1 else "1'b0"


def _padding(p: ShellParameters) -> list[str]:
    signals = {
        "closed": (p.contexts, "contexts whose buffer must not be written"),
        "close": (1, "a block is complete"),
        "close_context": (p.context_bits, "its context"),
        "close_last": (1, "it is the last of its message"),
        "close_error": (1, "and the message broke the rules"),
        "count_visit": (1, "the length counter is at work"),
        "count_context": (p.context_bits, "for this context"),
        "count_low": (1, "on its low word"),
        "count_add": (1, "a block of message is complete"),
        "count_clear": (1, "the length is being appended"),
        "count": (p.word_bits, "a word of the length"),
        "write": (1, "a word goes to the block buffer"),
        "write_context": (p.context_bits, "of this context"),
        "write_position": (4, "to this position"),
        "write_data": (p.word_bits, "the word"),
    }
    words = {name: name for name in _word_signals(p, "word", "message")}
    wired = {"clk": "clk", "rst": "rst", **words, "word_keep": "word_keep"}
    parameters = {
        "WORD": str(p.word_bits),
        "LENGTH_BITS": str(p.length_bits),
        "CONTEXTS": str(p.contexts),
        "CONTEXT_BITS": str(p.context_bits),
    }
    return [
        *_title("Padding"),
        *_signals(signals),
        *instance("padder", "u_pad", wired | {name: name for name in signals}, parameters),
        "",
        *_length(p),
        "",
    ]


def _length(p: ShellParameters) -> list[str]:
    parameters = {"WORD": str(p.word_bits), "LENGTH_BITS": str(p.length_bits)}
    names = ("visit", "low", "add", "clear")
    wired = {"clk": "clk", **{name: f"count_{name}" for name in names}, "count": "count"}
    if p.contexts == 1:
        return [
            *_unused("count_context"),
            *instance("length_ring", "u_length", wired | {"rst": "rst"}, parameters),
        ]
    parameters |= {"CONTEXTS": str(p.contexts), "CONTEXT_BITS": str(p.context_bits)}
    wired["visit_context"] = "count_context"
    return instance("length_memory", "u_length", wired, parameters)


def _unused(signal: str, why: str = "there is one context") -> list[str]:
    """Name what a core has no use for, so that no checker takes it for forgotten."""
    return [
        f"  logic unused_{signal};  // {why}",
        f"  assign unused_{signal} = &{{1'b0, {signal}}};",
        "",
    ]


def _rota(p: ShellParameters) -> list[str]:
    signals = {
        "reopen": (p.contexts, "contexts whose buffer may be written again"),
        "room": (p.contexts, "contexts with room for a digest"),
        "started": (p.contexts, "contexts whose block starts"),
        "started_digest": (p.contexts, "its chaining value is a digest"),
        "started_error": (p.contexts, "and the message broke the rules"),
        "slot_ready": (1, "the engine can start a slot"),
        "slot_group": (p.group_bits, "for this group of contexts"),
        "slot_open": (1, "which may be served"),
        "waiting": (p.contexts // p.interleave, "groups with a block that could start"),
        "slot_start": (1, "a slot starts"),
        "slot_live": (p.interleave, "contexts of the group with a block in it"),
        "slot_first": (p.interleave, "of these, the first of its message"),
        "slot_keyed": (p.interleave, "and it starts from a supplied state"),
        "read": (1, "the engine wants a row"),
        "read_context": (p.context_bits, "of this context"),
        "read_row": (p.row_bits, "this row"),
    }
    rota = ["closed", "close", "close_context", "close_error", *list(signals)[:13]]
    # The last block of a message both ends it and gives its digest.
    marks = {"close_ends": "close_last", "close_digest": "close_last", "close_keyed": "1'b0"}
    parameters = {
        "GROUPS": str(p.contexts // p.interleave),
        "INTERLEAVE": str(p.interleave),
        "CONTEXT_BITS": str(p.context_bits),
        "GROUP_BITS": str(p.group_bits),
        "FULL_DELAY": str(full_delay(p)),
        "FLUSH": str(p.flush),
        "CHOSEN": f"1'b{int(p.chosen)}",
    }
    clocked = {"clk": "clk", "rst": "rst"}
    wired = clocked | {n: n for n in rota} | marks
    return [
        *_title("Rota"),
        *_signals(signals),
        *instance("context_rota", "u_rota", wired, parameters),
        "",
        *_unused("slot_keyed", "every message starts from the initial value"),
        *_choice(p, clocked),
        *_reopen(p, clocked),
        "",
    ]


def _choice(p: ShellParameters, clocked: dict[str, str]) -> list[str]:
    """What chooses the group of the next slot, when the engine does not."""
    if not p.chosen:
        every = "every group has its turn" if p.contexts > p.interleave else "there is one group"
        return ["  assign slot_open = 1'b1;", "", *_unused("waiting", every)]
    wired = clocked | {name: name for name in ("waiting", "slot_start", "slot_group", "slot_open")}
    wired |= {"slot_taken": "|slot_live", "slot_again": "slot_again" if p.rests else "1'b0"}
    parameters = {
        "GROUPS": str(p.groups),
        "GROUP_BITS": str(p.group_bits),
        "APART": str(p.apart),
        "RESTS": f"1'b{int(p.rests)}",
    }
    again = {"slot_again": (1, "the group of the slot before may follow itself")}
    return [
        *(_signals(again) if p.rests else []),
        *instance("group_picker", "u_picker", wired, parameters),
        "",
    ]


def _reopen(p: ShellParameters, clocked: dict[str, str]) -> list[str]:
    wired = clocked | {"started": "started", "reopen": "reopen"}
    if _reopener(p) == "reopen_after_start":
        parameters = {"CONTEXTS": str(p.contexts), "DELAY": str(reopen_delay(p))}
    else:
        parameters = {
            "CONTEXTS": str(p.contexts),
            "CONTEXT_BITS": str(p.context_bits),
            "ROW_BITS": str(p.row_bits),
            "ROW": str(reopen_row(p)),
        }
        wired |= {name: name for name in ("read", "read_context", "read_row")}
    return instance(_reopener(p), "u_reopener", wired, parameters)


def _buffers(p: ShellParameters) -> list[str]:
    row = p.columns * p.word_bits
    names = ["write", "write_context", "write_position", "write_data"]
    names += ["read", "read_context", "read_row", "read_data"]
    parameters = {
        "WORD": str(p.word_bits),
        "COLUMNS": str(p.columns),
        "ROW_BITS": str(p.row_bits),
        "CONTEXTS": str(p.contexts),
        "CONTEXT_BITS": str(p.context_bits),
        "BLOCK_MEMORY": "1'b1" if p.buffer_memory == "block" else "1'b0",
    }
    return [
        *_title("Block buffers"),
        *_signals({"read_data": (row, "the row, two clocks after read")}),
        *instance("block_buffer", "u_buffers", {"clk": "clk"} | {n: n for n in names}, parameters),
        "",
    ]


def _engine(p: ShellParameters) -> list[str]:
    half = p.chain_words * p.word_bits
    signals = {
        "chain_valid": (1, "chaining words come"),
        "chain_context": (p.context_bits, "of this context"),
        "chain_step": (p.step_bits, "the step"),
        "chain_a": (half, "of H3 down to H0"),
        "chain_e": (half, "of H7 down to H4"),
    }
    names = ["clk", "rst", "slot_ready", "slot_start", "slot_live", "slot_first", "slot_group"]
    wired = {name: name for name in names}
    wired |= {"word_read": "read", "word_context": "read_context", "word_row": "read_row"}
    wired |= {"word_data": "read_data", **{name: name for name in signals}}
    absent = {
        "slot_group": ("slot_group", p.contexts == p.interleave),
        "word_context": ("read_context", p.contexts == 1),
        "word_row": ("read_row", p.rows == 1),
        "chain_context": ("chain_context", p.contexts == 1),
        "chain_step": ("chain_step", p.chain_steps == 1),
    }
    if p.rests:
        wired["slot_again"] = "slot_again"
    for port, (_, missing) in absent.items():
        if missing:
            del wired[port]
    ties = [f"  assign {signal} = '0;" for signal, missing in absent.values() if missing]
    return [
        *_title("Engine"),
        *_signals(signals),
        *instance(f"{p.name}_engine", "u_engine", wired, {}),
        "",
        *ties,
        *([""] if ties else []),
    ]


def _digests(p: ShellParameters) -> list[str]:
    heads = {
        "finish": (1, "the last chaining words of a block come"),
        "chain_entry": (1, "entry the block has"),
        "head_valid": (1, "a digest waits to be sent"),
        "head_context": (p.context_bits, "of this context"),
        "head_entry": (1, "in this entry"),
        "head_error": (1, "its message broke the rules"),
        "head_take": (1, "sending it begins"),
        "sent": (1, "an entry has been sent"),
        "sent_context": (p.context_bits, "of this context"),
        "sent_entry": (1, "this one"),
    }
    digest = _word_signals(p, "digest", "digest")
    contexts = {"CONTEXTS": str(p.contexts), "CONTEXT_BITS": str(p.context_bits)}
    clocked = {"clk": "clk", "rst": "rst"}
    ledger = ["room", "started", "started_digest", "started_error", "chain_context", *heads]
    chain = ["chain_valid", "chain_context", "chain_entry", "chain_step", "chain_a", "chain_e"]
    store = {n: n for n in [*chain, *list(heads)[2:]]}
    words = {name.replace("digest", "word"): name for name in digest}
    store_parameters = {
        "WORD": str(p.word_bits),
        "CHAIN_WORDS": str(p.chain_words),
        "STEP_BITS": str(p.step_bits),
        "DIGEST_WORDS": str(p.digest_words),
        **contexts,
    }
    stream_parameters = {
        "WIDTH": str(p.width),
        "WORD": str(p.word_bits),
        "DIGEST_BYTES": str(p.digest_bytes),
        "CONTEXT_BITS": str(p.context_bits),
    }
    final = f" && chain_step == {p.step_bits}'d{p.chain_steps - 1}" if p.chain_steps > 1 else ""
    beats = ["valid", "ready", "data", "keep", "last"]
    stream = {**clocked, **words, **{f"beat_{n}": f"m_axis_t{n}" for n in beats}}
    several = p.contexts > 1
    digest_context = {"digest_beat_context": (p.context_bits, "context of the beat on offer")}
    stream |= {"beat_context": "digest_beat_context", "beat_error": "m_axis_tuser"}
    return [
        *_title("Digests"),
        *_signals({**heads, **digest, **digest_context}),
        *(["  assign m_axis_tid = digest_beat_context;"] if several else []),
        *([] if several else _unused("digest_beat_context")),
        f"  assign finish = chain_valid{final};",
        "",
        *instance("digest_ledger", "u_ledger", clocked | {n: n for n in ledger}, contexts),
        "",
        *instance("digest_store", "u_store", clocked | store | words, store_parameters),
        "",
        *instance("digest_stream", "u_stream", stream, stream_parameters),
        "",
    ]
