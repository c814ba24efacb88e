"""Parts the top modules of message and HMAC cores are put together from.

Every function returns the lines of one section: its signals, then the library modules it wires.
Those around an engine are in `sides`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from hashloom.rtl.shells.shell_parameters import ShellParameters
from hashloom.rtl.verilog import Port, instance, module_head, range_of

Signals = Mapping[str, tuple[int, str]]  # name: width in bits, comment


def clocked(p: ShellParameters) -> dict[str, str]:
    """Clock and reset of a module."""
    return {"clk": "clk", "rst": p.reset}


class Title(str):
    """The line that begins a section."""

    @property
    def text(self) -> str:
        """What the section is about."""
        return self.strip(" /-")


class Declaration(str):
    """A line of declarations, which `declared_first` puts before every use."""


def title(text: str) -> list[str]:
    """Head of a section."""
    return [Title(f"  // ---- {text} ".ljust(98, "-")), ""]


def signals(rows: Signals) -> list[str]:
    """Declarations, one commented signal a line."""
    declared = [
        (f"  logic{range_of(width)} {name};", comment) for name, (width, comment) in rows.items()
    ]
    column = max(len(code) for code, _ in declared)
    lines = [f"{code:<{column}}  // {comment}" for code, comment in declared]
    return [Declaration(line) for line in [*lines, ""]]


def declared_first(sections: Iterable[Sequence[str]]) -> list[str]:
    """Lines of the sections of a top module, the declarations of all of them before the first.

    The parts of a core are joined in rings, so that no order of sections would do.
    """
    declared: list[str] = []
    bodies: list[str] = []
    section = ""
    for line in (line for lines in sections for line in lines):
        if isinstance(line, Title):
            section = line.text
        if not isinstance(line, Declaration):
            bodies.append(line)
            continue
        if section:
            declared.append(f"  // {section}")
            section = ""
        declared.append(line)
    return [*title("Signals, by the section that drives them"), *declared, *bodies]


def top_module(
    header: Sequence[str], name: str, ports: Sequence[Port], sections: Iterable[Sequence[str]]
) -> str:
    """Text of the file of a top module."""
    lines = [
        *header,
        "`default_nettype none",
        "",
        *module_head(name, ports),
        "",
        *declared_first(sections),
        "endmodule",
        "",
        "`default_nettype wire",
        "",
    ]
    return "\n".join(lines)


def zero(bits: int) -> str:
    """What an input of so many bits is tied to."""
    return f"{bits}'d0"


def unused(name: str, why: str = "there is one context") -> list[str]:
    """Name what a core has no use for, so that no checker takes it for forgotten."""
    return [
        f"  logic unused_{name};  // {why}",
        f"  assign unused_{name} = &{{1'b0, {name}}};",
        "",
    ]


def context_parameters(p: ShellParameters) -> dict[str, str]:
    """Parameters of every module that knows contexts."""
    return {"CONTEXTS": str(p.contexts), "CONTEXT_BITS": str(p.context_bits)}


def word_parameters(p: ShellParameters) -> dict[str, str]:
    """Parameters of every module that handles rows of message words."""
    return {"WORD": str(p.word_bits), "PAD_WORDS": str(p.pad_words)}


def front_module(p: ShellParameters) -> str:
    """The module that makes rows of words of beats."""
    row = p.pad_words * p.word_bits
    if p.width == row:
        return "beat_pass"
    return "beat_gather" if p.width < row else "beat_split"


def length_module(p: ShellParameters) -> str:
    """The module that counts the length of messages."""
    if p.pad_words > 1:
        return "length_pair"
    return "length_ring" if p.contexts == 1 else "length_memory"


def reopener_module(p: ShellParameters) -> str:
    """The module that opens buffers behind the engine."""
    return "reopen_after_start" if p.outruns else "reopen_after_row"


def word_signals(p: ShellParameters) -> dict[str, tuple[int, str]]:
    """A row of message words, as front ends give it."""
    row = p.pad_words * p.word_bits
    what = "word" if p.pad_words == 1 else f"row of {p.pad_words} words"
    return {
        "word_valid": (1, f"a {what} of a message is offered"),
        "word_ready": (1, "it is taken"),
        "word_data": (row, "first byte of each word most significant"),
        "word_keep": (row // 8, "bytes of the last one that are of the message"),
        "word_last": (1, "it is the last of its message"),
        "word_error": (1, "the message broke the rules"),
        "word_context": (p.context_bits, "context of the message"),
    }


def stream_in(p: ShellParameters) -> list[str]:
    """Beats of a message core's input stream to rows of words."""
    beat = {
        "beat_valid": (1, "a beat of a context that exists is offered"),
        "beat_ready": (1, "it is taken"),
        "beat_context": (p.context_bits, "context of its message"),
    }
    words = word_signals(p)
    command = {"word_command": (1, "what is to be done with the packet")}
    wired = {
        "beat_valid": "beat_valid",
        "beat_ready": "beat_ready",
        **{f"beat_{name}": f"s_axis_t{name}" for name in ("data", "keep", "last")},
        "beat_context": "beat_context",
        "beat_command": "1'b0",
        **{name: name for name in [*words, *command]},
    }
    exists = exists_of(p)
    valid = f"s_axis_tvalid && {exists}" if exists else "s_axis_tvalid"
    context = "s_axis_tid" if p.contexts > 1 else "1'b0"
    return [
        *signals({**beat, **words, **command}),
        f"  assign beat_valid    = {valid};",
        f"  assign beat_context  = {context};",
        "  assign s_axis_tready = beat_ready;",
        "",
        *front(p, wired),
        *unused("word_command", "there is one thing to do"),
    ]


def exists_of(p: ShellParameters) -> str:
    """The condition that the context of a beat exists, or nothing where every number does."""
    if p.contexts & (p.contexts - 1) == 0:
        return ""
    return f"s_axis_tid < {p.context_bits}'d{p.contexts}"


def front(p: ShellParameters, wired: Mapping[str, str], command_bits: int = 0) -> list[str]:
    """The module that makes rows of beats; with a command beside them nothing of a row stays."""
    module = front_module(p)
    parameters = {**word_parameters(p), "CONTEXT_BITS": str(p.context_bits)}
    parameters["COMMAND_BITS"] = str(max(1, command_bits))
    if module != "beat_pass":
        parameters = {"WIDTH": str(p.width), **parameters}
        wired = {**clocked(p), **wired}
    if module == "beat_gather":
        parameters["CONTEXTS"] = str(p.contexts)
        parameters["ERASE"] = f"1'b{command_bits > 0:d}"
    return [*instance(module, "u_front", wired, parameters), ""]


NO_VISITS = {
    "visit": "count_visit",
    "visit_context": "count_context",
    "low": "count_low",
    "add": "count_add",
    "clear": "count_clear",
    "load": "1'b0",
}
_NEVER_CUT = {"word_open": "1'b0", "word_close": "1'b0", "word_cut": "1'b0"}


def padding(
    p: ShellParameters,
    words: Mapping[str, str],
    own: Mapping[str, str],
    declared: Container[str] = (),
    visits: Mapping[str, str] = NO_VISITS,
) -> list[str]:
    """Padder and length counter.

    `words` wires the ports word_*; `own` names the signals of ports that are not wired to a signal
    of their own name, and of `hold`, `closed` and `count_offset`. Signals in `declared` are
    declared elsewhere. What may be visited by others is wired by `visits` to the length counter.
    """
    row, count = ("row", "the length") if p.pad_words > 1 else ("word", "a word of the length")
    rows = {
        "close": (1, "a block is complete"),
        "close_context": (p.context_bits, "its context"),
        "close_last": (1, "it is the last of its message"),
        "close_cut": (1, "its message is cut behind it"),
        "close_error": (1, "and the message is flawed"),
        "count_visit": (1, "the length counter is at work"),
        "count_context": (p.context_bits, "for this context"),
        "count_low": (1, "on its low word"),
        "count_add": (1, "a block of message is complete"),
        "count_clear": (1, "the length is being appended"),
        "count": (min(p.pad_words, 2) * p.word_bits, count),
        "count_over": (1, "which is more than can be counted"),
        "count_brink": (1, "or will be with this block"),
        "write": (1, f"a {row} goes to the block buffer"),
        "write_context": (p.context_bits, "of this context"),
        "write_position": (4, "to this position"),
        "write_data": (p.pad_words * p.word_bits, f"the {row}"),
    }
    names = {name: own.get(name, name) for name in rows}
    hold = {"hold": own.get("hold", "1'b0")}
    nothing = {"value": zero(p.word_bits)}
    wired = {**clocked(p), **hold, **_NEVER_CUT, **words, "closed": own["closed"], **names}
    parameters = {
        **word_parameters(p),
        "LENGTH_BITS": str(p.length_bits),
        **context_parameters(p),
    }
    return [
        *signals({names[n]: row for n, row in rows.items() if names[n] not in declared}),
        *instance("padder", "u_pad", wired, parameters),
        "",
        *([] if "word_cut" in words else unused(names["close_cut"], "no message is cut")),
        *_length(p, {**NO_VISITS, **nothing, **visits, "offset": own.get("count_offset", "1'b0")}),
        "",
    ]


def _length(p: ShellParameters, ports: Mapping[str, str]) -> list[str]:
    module = length_module(p)
    parameters = {"WORD": str(p.word_bits), "LENGTH_BITS": str(p.length_bits)}
    names = ("visit", "add", "clear", "offset", "load", "value")
    wired = {"clk": "clk", **{name: ports[name] for name in names}}
    wired |= {"count": "count", "over": "count_over", "brink": "count_brink"}
    lines = []
    if module == "length_pair":
        wired["load_low"] = ports["low"]
    else:
        wired["low"] = ports["low"]
    if module != "length_memory":
        wired["rst"] = p.reset
    if module == "length_ring":
        lines += unused("count_context")
    else:
        parameters |= context_parameters(p)
        wired["visit_context"] = ports["visit_context"]
    return [*lines, *instance(module, "u_length", wired, parameters)]
