"""The HMAC core: one engine, or an inner and an outer one, inside the shell of `rtl/lib`.

FIPS 198-1, with the states behind K0 xor ipad and K0 xor opad kept for every key.  One engine works
through all blocks of a message in turn (Juliato and Gebotys 2009); with two the outer one takes
the digest's block while the inner one goes on (Michail et al. 2012, section 8).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from hashloom.rtl import parts, resumption
from hashloom.rtl.parts import CLOCKED, Side, context_parameters, signals, title, word_parameters
from hashloom.rtl.shell_parameters import (
    BLOCK_WORDS,
    WRITE_LATENCY,
    ShellParameters,
    full_delay,
)
from hashloom.rtl.verilog import Port, instance, module_head

COMMAND_BITS = 19  # {slot, tag_bytes, operation}
STATUS_BITS = 3
_CLEAR = "rst || (loader_erases && loader_busy)"
_CHAIN_WORDS = 8  # the store sends whole chaining values; what leaves is cut later


@dataclass(frozen=True)
class HmacParameters:
    """What the shell of an HMAC core has to know besides the numbers of its message core.

    Attributes:
        p: numbers of the core, as of a message core.
        engines: 1, or 2 (inner and outer).
        slots: keys that are kept, 1 to 256.
        key_memory: what the key store is built of, "distributed" or "block" RAM.
        resume: whether plain hashes can be saved and restored at a block boundary.
    """

    p: ShellParameters
    engines: int
    slots: int
    key_memory: str
    resume: bool = False

    @property
    def slot_bits(self) -> int:
        """Width of a slot's number inside the core."""
        return max(1, (self.slots - 1).bit_length())


def close_at(p: ShellParameters) -> int:
    """Word of a digest's block with which it counts as complete.

    The words behind it are written a word a clock, in time for a slot that starts at once.
    """
    late = (
        word + WRITE_LATENCY - full_delay(p) - p.read_lag - read for word, read in enumerate(p.read)
    )
    return min(BLOCK_WORDS - 1, max(_CHAIN_WORDS - 1, *late))


def hmac_ports(h: HmacParameters) -> list[Port]:
    """Ports of the HMAC core; `tid` only when there are several contexts."""
    p = h.p
    lanes, several = p.width // 8, p.contexts > 1
    source = f"context of the packet, 0 to {p.contexts - 1}; beats of others are dropped"
    command = "{slot, bytes of the tag, operation} of the packet"
    rows = [
        Port("input", 1, "clk", "clock"),
        Port("input", 1, "rst", "synchronous reset: messages are forgotten, keys erased"),
        Port("input", p.width, "s_axis_tdata", "packet, first byte in the low lane"),
        Port("input", lanes, "s_axis_tkeep", "lane holds a byte; from lane 0, all before tlast"),
        Port("input", 1, "s_axis_tvalid", "a beat is offered"),
        Port("output", 1, "s_axis_tready", "it is taken in this clock"),
        Port("input", 1, "s_axis_tlast", "the beat ends its packet"),
        Port("input", COMMAND_BITS, "s_axis_tuser", command),
        Port("input", p.context_bits, "s_axis_tid", source) if several else None,
        Port("output", p.width, "m_axis_tdata", "answer, first byte in the low lane"),
        Port("output", lanes, "m_axis_tkeep", "lane holds a byte"),
        Port("output", 1, "m_axis_tvalid", "a beat is offered"),
        Port("input", 1, "m_axis_tready", "it is taken in this clock"),
        Port("output", 1, "m_axis_tlast", "the beat ends its answer"),
        Port("output", STATUS_BITS, "m_axis_tuser", "0: as asked; otherwise why there is no byte"),
        Port("output", p.context_bits, "m_axis_tid", "context of the packet") if several else None,
    ]
    return [port for port in rows if port is not None]


def hmac_core(h: HmacParameters) -> str:
    """Text of the top module `<name>`."""
    body = _one_engine(h) if h.engines == 1 else _two_engines(h)
    sections = [
        _header(h),
        ["`default_nettype none", ""],
        module_head(h.p.name, hmac_ports(h)),
        [""],
        title("Packets to words"),
        parts.stream_in(h.p, COMMAND_BITS),
        title("Admission of packets, and the account of answers"),
        _gate(h),
        title("Keys"),
        _loader(h),
        body,
        title("Answers"),
        _answers(h),
        ["endmodule", "", "`default_nettype wire", ""],
    ]
    return "\n".join(line for section in sections for line in section)


def hmac_modules(h: HmacParameters) -> tuple[str, ...]:
    """Names of the library modules the core of these parameters consists of."""
    p = h.p
    sides = [p, *([replace(p, pad_words=1)] if h.engines == 2 else [])]
    names = [
        "beat_check",
        parts.front_module(p),
        "packet_gate",
        "key_loader",
        "padder",
        parts.length_module(p),
        "block_writer",
        "context_rota",
        *(("group_picker",) if p.chosen else ()),
        *{parts.reopener_module(side): None for side in sides},
        "block_buffer",
        "key_store",
        "word_memory",
        "digest_ledger",
        "digest_store",
        "digest_route",
        "tag_store",
        "digest_stream",
    ]
    names += ["inner_route", "digest_merge"] if h.engines == 2 else []
    return (*names, *(resumption.MODULES if h.resume else ()))


def _header(h: HmacParameters) -> list[str]:
    p = h.p
    messages = "one message" if p.contexts == 1 else f"{p.contexts} messages, one per tid,"
    engines = "one engine" if h.engines == 1 else "an inner and an outer engine"
    return [
        f"// {p.name}: HMAC (FIPS 198-1) with {h.slots} key slots and {engines}, {messages} at a",
        f"// time; digests of {p.digest_bytes} bytes.",
        "//",
        "// Every packet carries its operation in s_axis_tuser[3:0], the bytes of the tag wanted",
        "// in [10:4] and the key slot in [18:11]: 0 hash, 1 MAC, 2 verify, 3 expected tag of the",
        "// next verify, 4 key, 5 erase the slot, 6 erase all slots. Each is answered by one",
        "// packet, in order for each tid, the expected tag excepted. m_axis_tuser: 0 as asked",
        "// (verify: accepted), 1 the packet broke the rules of tkeep, 2 rejected, 3 no such key,",
        "// 4 tags have 4 bytes to those of a digest, 5 no expected tag of that length,",
        "// 6 not possible (now). Lane 0 of a beat carries the first byte.",
        *(resumption.HEADER if h.resume else []),
        f"// A message of 2^{p.length_bits} bits or more gets a wrong answer.",
        "",
    ]


def _slots(h: HmacParameters) -> dict[str, str]:
    return {"SLOTS": str(h.slots), "SLOT_BITS": str(h.slot_bits)}


def _row(p: ShellParameters) -> dict[str, tuple[int, str]]:
    bits = p.pad_words * p.word_bits
    return {
        "row_data": (bits, "words of an admitted packet"),
        "row_keep": (bits // 8, "with row_last: bytes of the packet"),
        "row_last": (1, "they end it"),
        "row_error": (1, "it broke the rules"),
        "row_context": (p.context_bits, "its context"),
    }


def _gate(h: HmacParameters) -> list[str]:
    p, slot = h.p, h.slot_bits
    n, bits = p.contexts, p.context_bits
    rows = {
        **_row(p),
        "message_valid": (1, "they are of a message"),
        "message_ready": (1, "the padder takes them"),
        "message_last": (1, "they end the message"),
        "message_error": (1, "it is malformed"),
        **resumption.GATE,
        "resumed": (n, "contexts whose message goes on from a restored state"),
        "key_valid": (1, "they are of a key"),
        "key_ready": (1, "the loader takes them"),
        "key_long": (1, "the key's rest is hashed"),
        "tag_valid": (1, "they are of an expected tag"),
        "tag_row": (3, "this part of it"),
        "begin_load": (1, "the loader is to begin"),
        "begin_erase": (1, "to erase"),
        "begin_every": (1, "every slot"),
        "begin_slot": (slot, "or this one"),
        "loader_busy": (1, "the loader is at work"),
        "loader_erases": (1, "erasing"),
        "loader_slot": (slot, "on this slot"),
        "loader_context": (bits, "in this context"),
        "mark": (1, "loader_slot changes:"),
        "mark_known": (1, "it holds a key, or none"),
        "count_offset": (1, "K0's block comes before"),
        "keyed": (n, "contexts whose message is keyed"),
        "settled": (n, "contexts that may begin a packet"),
        "latest_slot": (slot, "slot of the message padded"),
        "record_context": (bits, "context that is answered"),
        "record_keyed": (1, "with a tag or a verdict"),
        "record_verify": (1, "with a verdict"),
        "record_status": (3, "what was wrong"),
        "record_bytes": (7, "bytes of the answer"),
        "record_turn": (1, "which of its two records"),
        "answered": (1, "the answer is complete"),
        "answered_context": (bits, "of this context"),
        "turn": (n, "record of the next message"),
        "oldest": (n, "record of the next answer"),
        "inner_context": (bits, "context of an inner digest"),
        "inner_turn": (1, "its record"),
        "inner_keyed": (1, "its message is keyed"),
        "inner_slot": (slot, "with the key in this slot"),
    }
    wired = {**CLOCKED, **{name: name for name in [*parts.word_signals(p), "word_command"]}}
    wired |= {name: name for name in rows}
    wired |= {"mark_slot": "loader_slot", "slot": "latest_slot", "slot_context": "pad_context"}
    wired |= {
        "long_begins": "play && play_pad == 2'd0",
        "count_context": "pad_context",
        "count_close": "pad_close",
    }
    del wired["latest_slot"]
    parameters = {**word_parameters(p), "DIGEST_BYTES": str(p.digest_bytes), **_slots(h)}
    parameters |= {**context_parameters(p), "AT_ONCE": f"1'b{p.full_rate:d}"}
    parameters["RESUME"] = f"1'b{h.resume:d}"
    pads = {
        "pad_close": (1, "the padder completes a block"),
        "pad_context": (bits, "of this context"),
    }
    return [
        *signals({**rows, **pads}),
        *instance("packet_gate", "u_gate", wired, parameters),
        "",
        *([] if h.resume else resumption.absent()),
    ]


def _loader(h: HmacParameters) -> list[str]:
    p = h.p
    rows = {
        "play": (1, "a block of K0 is to be written"),
        "play_pad": (2, "0: as it is, 1: with ipad, 2: with opad"),
        "play_granted": (1, "it may be"),
        "play_step": (1, "a word is written"),
        "play_position": (4, "this one"),
        "play_word": (p.word_bits, "a clock later: the word"),
        "storing": (1, "the block's state is to be stored"),
        "stored": (2, "it is, in inner and outer engine"),
        "digest_of_key": (1, "a word of a long key's digest comes"),
        "load_answer": (1, "the loader owes an answer"),
        "load_error": (1, "the key broke the rules"),
        "load_answered": (1, "the answer is given"),
    }
    route = "inner" if h.engines == 2 else "route"
    context = "inner_route_context" if h.engines == 2 else "route_context"
    wired = {
        **CLOCKED,
        **{name: name for name in ("begin_load", "begin_erase", "begin_every", "begin_slot")},
        "begin_context": "row_context",
        "busy": "loader_busy",
        "erases": "loader_erases",
        "slot": "loader_slot",
        "context_id": "loader_context",
        **{name: name for name in ("mark", "mark_known", "key_valid", "key_ready", "key_long")},
        **{f"key_{name}": f"row_{name}" for name in ("data", "keep", "last", "error")},
        "digest_valid": "digest_of_key",
        **{f"digest_{name}": f"{route}_{name}" for name in ("data", "last", "error")},
        **{name: name for name in list(rows)[:8]},
        "answer": "load_answer",
        "answer_error": "load_error",
        "answered": "load_answered",
    }
    parameters = {**word_parameters(p), "DIGEST_BYTES": str(p.digest_bytes), **_slots(h)}
    parameters |= {**context_parameters(p), "TOGETHER": f"1'b{h.engines == 2:d}"}
    routed = {
        f"{route}_data": (p.word_bits, "a word of a digest"),
        f"{route}_last": (1, "it is the last one"),
        f"{route}_error": (1, "the message broke the rules"),
        context: (p.context_bits, "its context"),
    }
    return [
        *signals({**rows, **routed}),
        *instance("key_loader", "u_loader", wired, parameters),
        "",
    ]


def _padder(h: HmacParameters, side: Side) -> list[str]:
    p = h.p
    words = {f"word_{name}": f"row_{name}" for name in ("data", "keep", "context")}
    words |= {f"word_{n}": f"message_{n}" for n in ("valid", "ready", "last", "error")}
    words |= {f"word_{n}": f"message_{n}" for n in ("open", "close", "cut")}
    own = {name: f"pad_{name}" for name in ("close", "close_last", "close_cut", "close_error")}
    own |= {name: f"pad_{name}" for name in ("write", "write_position", "write_data")}
    own |= {"close_context": "pad_context", "write_context": "pad_write_context"}
    own |= {"hold": f"{side.prefix}hold", "closed": f"{side.prefix}closed"}
    own |= {"count_offset": "count_offset"}
    declared = ("pad_close", "pad_context", "count", "pad_close_cut")
    cut = signals(
        {
            "pad_close_cut": (1, "the message is cut behind the block"),
            "count": (min(p.pad_words, 2) * p.word_bits, "the length, or a word of it"),
        }
    )
    if not h.resume:
        lines = parts.padding(p, words, own, declared)
        return [*cut, *lines, *parts.unused("pad_close_cut", "no message is cut")]
    own["hold"] += " || porter_hold"
    lines = parts.padding(p, words, own, declared, resumption.VISITS)
    return [*cut, *resumption.porter(p), *lines]


def _writer(
    h: HmacParameters, side: Side, digest: Mapping[str, str], play: tuple[str, str, str]
) -> list[str]:
    """Writer of a side; `digest` wires its ports digest_*, `play` play, play_step and play_pad."""
    p = h.p
    rows = {
        "hold": (1, "the padder must not step"),
        "granted": (1, "a block of K0 may be written"),
        "own_settled": (1, "the block of a digest is complete"),
        "own_close": (1, "a block without padding is complete"),
        "own_context": (p.context_bits, "in this context"),
        "own_ends": (1, "the next block begins a message"),
        "own_digest": (1, "its state is a digest"),
        "own_keyed": (1, "it begins with the state of a key"),
        "own_slot": (h.slot_bits, "in this slot"),
        "own_write": (1, "a word of it goes to the block buffer"),
        "own_write_context": (p.context_bits, "of this context"),
        "own_position": (4, "to this position"),
        "own_data": (p.word_bits, "the word"),
    }
    own = {
        "settled": "own_settled",
        "close": "own_close",
        "close_context": "own_context",
        "close_ends": "own_ends",
        "close_digest": "own_digest",
        "close_keyed": "own_keyed",
        "close_slot": "own_slot",
        "write": "own_write",
        "write_context": "own_write_context",
        "write_position": "own_position",
        "write_data": "own_data",
        "hold": "hold",
        "play_granted": "granted",
    }
    wired = {
        **CLOCKED,
        **side.wires(["closed"]),
        "play": play[0],
        "play_context": "loader_context",
        "play_step": play[1],
        "play_pad": play[2],
        "play_position": "play_position",
        "play_word": "play_word",
        **digest,
        **{port: side.prefix + name for port, name in own.items()},
    }
    parameters = {
        "WORD": str(p.word_bits),
        "DIGEST_BYTES": str(p.digest_bytes),
        "SLOT_BITS": str(h.slot_bits),
        "CLOSE_AT": str(close_at(p)),
        "DEDICATED": f"1'b{side.prefix == 'outer_':d}",
        **context_parameters(p),
    }
    return [
        *side.signals(rows),
        *instance("block_writer", side.unit("writer"), wired, parameters),
        "",
    ]


def _joined(h: HmacParameters, side: Side) -> list[str]:
    """Padder and writer on the rota's close ports and the buffers' write port."""
    p, x = h.p, side.prefix
    words, bits = p.pad_words, p.context_bits
    rows = {
        "closed": (p.contexts, "contexts whose buffer must not be written"),
        "close": (1, "a block is complete"),
        "close_context": (bits, "in this context"),
        "close_ends": (1, "the next block begins a message"),
        "close_digest": (1, "its state is a digest"),
        "close_keyed": (1, "it begins with the state of a key"),
        "close_error": (1, "the message broke the rules"),
        "write": (1, "words go to the block buffer"),
        "write_context": (bits, "of this context"),
        "write_position": (4, "the first of them to this position"),
        "write_enable": (words, "these of them"),
        "write_data": (words * p.word_bits, "the words"),
    }
    place = (words - 1).bit_length()
    position, enable, data = f"{x}own_position", "1'b1", f"{x}own_data"
    if words > 1:
        position = "4'd0" if words == BLOCK_WORDS else f"{{{x}own_position[3:{place}], {place}'d0}}"
        enable = f"{words}'d1 << {x}own_position[{place - 1}:0]"
        data = f"{{{words}{{{x}own_data}}}}"
    ends, keyed = "pad_close_last", _of(p, "keyed", "pad_context")
    if h.resume:
        ends = f"{ends} || pad_close_cut"
        keyed = f"{keyed} || {_of(p, 'resumed', 'pad_context')}"
    values = {
        "close": f"pad_close || {x}own_close",
        "close_context": f"{x}hold ? {x}own_context : pad_context",
        "close_ends": f"{x}hold ? {x}own_ends : {ends}",
        "close_digest": f"{x}hold ? {x}own_digest : {ends}",
        "close_keyed": f"{x}hold ? {x}own_keyed : {keyed}",
        "close_error": f"!{x}hold && pad_close_error",
        "write": f"pad_write || {x}own_write",
        "write_context": f"{x}own_write ? {x}own_write_context : pad_write_context",
        "write_position": f"{x}own_write ? {position} : pad_write_position",
        "write_enable": f"{x}own_write ? {enable} : '1" if words > 1 else "1'b1",
        "write_data": f"{x}own_write ? {data} : pad_write_data",
    }
    width = max(map(len, values)) + len(x)
    return [
        *side.signals(rows),
        *[f"  assign {x + name:<{width}} = {value};" for name, value in values.items()],
        "",
    ]


def _states(h: HmacParameters, side: Side, values: Mapping[str, str], opad: bool) -> list[str]:
    """Key store of a side; with `opad` it keeps both states of a key."""
    p, resume = h.p, h.resume and side.prefix != "outer_"
    states = (h.slots << opad) + p.contexts * resume
    bits = (states - 1).bit_length() if resume else h.slot_bits + opad
    states = max(states, 2 ** (bits - 1) + 1)  # the number of an only slot has a bit
    chain = ["chain_valid", "chain_context", "chain_step", "chain_a", "chain_e"]
    asked = ["state_context", "state_step", "state_a", "state_e"]
    if resume:
        restored = f"{bits}'d{h.slots << opad}"
        if p.contexts > 1:
            restored = f"{restored} + {bits}'(pad_context)"
        resumed = f"!{side.prefix}hold && {_of(p, 'resumed', 'pad_context')}"
        values = {
            **values,
            "note_state": f"{resumed} ? {restored}\n          : {bits}'({values['note_state']})",
            "store_state": f"{bits}'({values['store_state']})",
        }
    wired = {
        **CLOCKED,
        **side.wires([*asked, *chain, "started"]),
        "storing": "storing",
        "store_context": "loader_context",
        **(resumption.STATES if resume else resumption.NO_STATES),
        **values,
    }
    parameters = {
        "WORD": str(p.word_bits),
        "CHAIN_WORDS": str(p.chain_words),
        "STEP_BITS": str(p.step_bits),
        "STATE_BITS": str(bits),
        "STATES": str(states),
        **context_parameters(p),
        "RESUME": f"1'b{resume:d}",
        "BLOCK_MEMORY": f"1'b{h.key_memory == 'block':d}",
    }
    return [*instance("key_store", side.unit("keys"), wired, parameters), ""]


_CLOSES = ("context", "ends", "digest", "keyed", "error")
_WRITES = ("write", "write_context", "write_position", "write_enable", "write_data")


def _engine_sections(side: Side, states: list[str], writes: Mapping[str, str]) -> list[str]:
    """Rota, buffers, engine, key store and digest store of a side."""
    marks = side.wires(["close", *(f"close_{name}" for name in _CLOSES)])
    name = f" of the {side.prefix[:-1]} hash" if side.prefix else ""
    return [
        *title(f"Rota{name}"),
        *parts.rota(side, marks),
        *title(f"Block buffers{name}"),
        *parts.buffers(side, writes),
        *title(f"Engine{name} and states of keys"),
        *parts.engine(side),
        *states,
        *title(f"Digests{name}"),
        *parts.digests(side),
    ]


def _one_engine(h: HmacParameters) -> list[str]:
    """From words to digests with one engine."""
    p = h.p
    side = Side(p, supplied=True, digest_words=_CHAIN_WORDS)
    digest = {
        "digest_valid": "inner_valid",
        "digest_ready": "inner_ready",
        "digest_data": "route_data",
        "digest_context": "route_context",
        "digest_slot": "route_slot",
    }
    inner = {
        "inner_valid": (1, "a word of an inner digest is offered"),
        "inner_ready": (1, "it is taken"),
        "route_slot": (h.slot_bits, "the slot of its key"),
        "abandoned": (p.contexts, "contexts whose keyed message broke the rules"),
    }
    states = _states(
        h,
        side,
        {
            "note": "close",
            "note_context": "close_context",
            "note_state": "hold ? {own_slot, 1'b1} : {latest_slot, 1'b0}",
            "store_state": "{loader_slot, play_pad[1]}",
            "stored": "stored[0]",
        },
        opad=True,
    )
    return [
        *title("Padding, and blocks without padding"),
        *signals(inner),
        *_joined(h, side),
        *_padder(h, side),
        *_writer(h, side, digest, ("play", "play_step", "play_pad")),
        *parts.unused("oldest", "digests come in the order of their messages"),
        *parts.unused("inner_keyed", "the answer's record says so"),
        "  assign play_granted = granted;",
        "  assign stored[1] = 1'b0;",
        "",
        *_settled(h, digests=True),
        *_engine_sections(side, states, side.wires(_WRITES)),
    ]


def _of(p: ShellParameters, vector: str, context: str) -> str:
    """A context's bit of a vector, which is a single bit when there is one context."""
    return f"{vector}[{context}]" if p.contexts > 1 else vector


def _settled(h: HmacParameters, digests: bool) -> list[str]:
    """Contexts that may begin a packet: their message is in the buffers to its last block.

    With `digests` that is the block of the inner digest, when the message is keyed.
    """
    p = h.p
    index = f"{p.context_bits}'(index)"

    def of(signal: str) -> str:
        return f" && {signal} == {index}" if p.contexts > 1 else ""

    keyed, abandoned = (_of(p, name, "index") for name in ("keyed", "abandoned"))
    saved = [_of(p, "saved", "index")] if h.resume else []
    plain = f"!{keyed} && " if digests else ""
    terms = [
        *saved,
        f"({plain}pad_close && pad_close_last{of('pad_context')})",
    ]
    if digests:
        terms += [
            f"(own_settled{of('own_context')})" if p.contexts > 1 else "own_settled",
            abandoned,
        ]
    joined = f"\n{'  ' * (p.contexts > 1)}      || ".join(terms)
    if p.contexts == 1:
        return [*f"  assign settled = {joined};".split("\n"), ""]
    return [
        f"  for (genvar index = 0; index < {p.contexts}; index++) begin : g_settled",
        *f"    assign settled[index] = {joined};".split("\n"),
        "  end",
        "",
    ]


def _answers(h: HmacParameters) -> list[str]:
    """Digests to answers."""
    p = h.p
    two = h.engines == 2
    source = "whole" if h.resume else "digest"
    rows = {
        "tag_word": (3, "word of an expected tag that is wanted"),
        "expected": (p.word_bits, "the word"),
        "answer_valid": (1, "a word of an answer is offered"),
        "answer_ready": (1, "it is taken"),
        "answer_data": (p.word_bits, "the word"),
        "answer_keep": (p.word_bits // 8, "its bytes that are of the answer"),
        "answer_last": (1, "it is the last one"),
        "answer_status": (STATUS_BITS, "0, or why there are no bytes"),
        "answer_context": (p.context_bits, "context of the packet"),
        "answer_beat_context": (p.context_bits, "context of the beat on offer"),
    }
    words = ["valid", "ready", "data", "last", "context", "error"]
    wired = {
        **CLOCKED,
        **{f"word_{name}": f"{source}_{name}" for name in words},
        **{f"record_{name}": f"record_{name}" for name in ("keyed", "verify", "status", "bytes")},
        "record_slot": "inner_slot",
        "record_context": "record_context",
        "tag_word": "tag_word",
        "expected": "expected",
        "answered": "answered",
        "answered_context": "answered_context",
        "abandoned": "abandoned",
        "key_long": "1'b0" if two else "key_long",
        "key_context": "loader_context",
        "key_valid": "route_key" if two else "digest_of_key",
        "inner_valid": "route_inner" if two else "inner_valid",
        "inner_ready": "1'b0" if two else "inner_ready",
        "inner_slot": "route_slot",
        **{name: f"route_{name}" for name in ("data", "last", "error")},
        "context_id": "route_context",
        **{name: name for name in ("load_answer", "load_error", "load_answered")},
        "clear": _CLEAR,
        **{name: name for name in list(rows)[2:9]},
    }
    parameters = {"WORD": str(p.word_bits), "SLOT_BITS": str(h.slot_bits)}
    parameters |= {**context_parameters(p), "ANSWERS_ONLY": f"1'b{two:d}"}
    parameters["FULL_RATE"] = f"1'b{p.full_rate:d}"
    parameters["RESUME"] = f"1'b{h.resume:d}"
    return [
        *signals(rows),
        *(resumption.tail(p, two) if h.resume else []),
        *([] if two else ["  assign inner_context = record_context;"]),
        *([] if two else ["  assign inner_turn = record_turn;"]),
        "",
        *instance("digest_route", "u_route", wired, parameters),
        "",
        *_tags(h),
        *_stream_out(h),
    ]


def _tags(h: HmacParameters) -> list[str]:
    p, _source = h.p, "whole" if h.resume else "digest"
    wired = {
        "clk": "clk",
        "write": "tag_valid",
        "write_context": "row_context",
        "write_turn": _of(p, "turn", "row_context"),
        "write_row": "tag_row",
        "write_data": "row_data",
        "clear": "play_step && loader_erases",
        "clear_context": "loader_context",
        "clear_word": "play_position",
        "read_context": "record_context",
        "read_turn": "record_turn",
        "read_word": "tag_word",
        "read_data": "expected",
    }
    parameters = word_parameters(p) | context_parameters(p)
    return [*instance("tag_store", "u_tags", wired, parameters), ""]


def _stream_out(h: HmacParameters) -> list[str]:
    p = h.p
    words = ("valid", "ready", "data", "keep", "last", "context")
    beats = ("valid", "ready", "data", "keep", "last")
    wired = {
        **CLOCKED,
        **{f"word_{name}": f"answer_{name}" for name in words},
        "word_error": "answer_status",
        **{f"beat_{name}": f"m_axis_t{name}" for name in beats},
        "beat_context": "answer_beat_context",
        "beat_error": "m_axis_tuser",
    }
    parameters = {
        "WIDTH": str(p.width),
        "WORD": str(p.word_bits),
        "DIGEST_WORDS": str(resumption.STATE_WORDS if h.resume else p.digest_words),
        "STATUS_BITS": str(STATUS_BITS),
        "CONTEXT_BITS": str(p.context_bits),
        "FULL_RATE": f"1'b{p.full_rate:d}",
    }
    context = ["  assign m_axis_tid = answer_beat_context;", ""]
    return [
        *(context if p.contexts > 1 else parts.unused("answer_beat_context")),
        *instance("digest_stream", "u_stream", wired, parameters),
        "",
    ]


def _two_engines(h: HmacParameters) -> list[str]:
    """From words to digests with an inner and an outer engine."""
    inner = Side(h.p, "inner_", supplied=True, digest_words=_CHAIN_WORDS)
    outer = Side(replace(h.p, pad_words=1), "outer_", supplied=True, digest_words=_CHAIN_WORDS)
    inner_states = _states(
        h,
        inner,
        {
            "note": "inner_close",
            "note_context": "inner_close_context",
            "note_state": "latest_slot",
            "store_state": "loader_slot",
            "stored": "stored[0]",
        },
        opad=False,
    )
    return [
        *title("Padding, and blocks of K0"),
        *signals({"inner_own_ready": (1, "a digest is taken")}),
        *_joined(h, inner),
        *_padder(h, inner),
        *_writer(h, inner, _NO_DIGEST, ("play", "play_step", "play_pad")),
        *parts.unused("inner_own_ready", "no digest comes"),
        *parts.unused("inner_own_settled", "no digest comes"),
        *parts.unused("inner_own_slot", "no digest comes"),
        *_settled(h, digests=False),
        *_engine_sections(inner, inner_states, inner.wires(_WRITES)),
        *title("Inner digests to blocks of the outer hash"),
        *_inner_route(h),
        *_outer(h, outer),
        *title("Digests of both"),
        *_merge(h),
    ]


_NO_DIGEST = {
    "digest_valid": "1'b0",
    "digest_ready": "inner_own_ready",
    "digest_data": "'0",
    "digest_context": "'0",
    "digest_slot": "'0",
}


def _inner_route(h: HmacParameters) -> list[str]:
    p = h.p
    words = ("valid", "ready", "data", "last", "context", "error")
    rows = {
        "inner_valid": (1, "a word of a keyed message's inner digest is offered"),
        "inner_ready": (1, "it is taken"),
        "plain_valid": (1, "a word of another digest is offered"),
        "plain_ready": (1, "it is taken"),
        "keyed_slot": (h.slot_bits, "the slot of the key"),
    }
    wired = {
        **CLOCKED,
        **{f"word_{name}": f"inner_digest_{name}" for name in words},
        "clear": _CLEAR,
        "record_turn": "inner_turn",
        "record_keyed": "inner_keyed",
        "record_slot": "inner_slot",
        "oldest": "oldest",
        "key_long": "key_long",
        "key_context": "loader_context",
        "key_valid": "digest_of_key",
        **{name: name for name in list(rows)[:4]},
        "inner_slot": "keyed_slot",
        **{name: f"inner_{name}" for name in ("data", "last", "error")},
        "context_id": "inner_route_context",
    }
    parameters = {"WORD": str(p.word_bits), "SLOT_BITS": str(h.slot_bits)}
    parameters |= {**context_parameters(p), "FULL_RATE": f"1'b{p.full_rate:d}"}
    return [
        *signals(rows),
        "  assign inner_context = inner_digest_context;",
        "",
        *instance("inner_route", "u_inner_route", wired, parameters),
        "",
    ]


def _outer(h: HmacParameters, side: Side) -> list[str]:
    """Writer and engine of the outer hash."""
    p = h.p
    digest = {
        "digest_valid": "inner_valid",
        "digest_ready": "inner_ready",
        "digest_data": "inner_data",
        "digest_context": "inner_route_context",
        "digest_slot": "keyed_slot",
    }
    states = _states(
        h,
        side,
        {
            "note": "outer_close",
            "note_context": "outer_close_context",
            "note_state": "outer_own_slot",
            "store_state": "loader_slot",
            "stored": "stored[1]",
        },
        opad=False,
    )
    rows = {
        "closed": (p.contexts, "contexts whose buffer must not be written"),
        "close": (1, "a block is complete"),
        "close_context": (p.context_bits, "in this context"),
        "close_ends": (1, "the next block begins a message"),
        "close_digest": (1, "its state is a digest"),
        "close_keyed": (1, "it begins with the state of a key"),
        "close_error": (1, "the message broke the rules"),
    }
    names = ("close", "context", "ends", "digest", "keyed")
    assigns = [
        f"  assign outer_close{'' if name == 'close' else '_' + name} = outer_own_{name};"
        for name in names
    ]
    writes = {
        "write": "outer_own_write",
        "write_context": "outer_own_write_context",
        "write_position": "outer_own_position",
        "write_enable": "1'b1",
        "write_data": "outer_own_data",
    }
    play = ("play && play_pad[0]", "play_step && play_pad[0]", "2'd2")
    return [
        *side.signals(rows),
        *assigns,
        "  assign outer_close_error = 1'b0;",
        "",
        *_writer(h, side, digest, play),
        *parts.unused("outer_hold", "the padder does not write here"),
        *parts.unused("outer_own_settled", "the context has gone on"),
        "  assign play_granted = inner_granted && (outer_granted || !play_pad[0]);",
        "",
        *_engine_sections(side, states, writes),
    ]


def _merge(h: HmacParameters) -> list[str]:
    p = h.p
    rows = {
        "digest_valid": (1, "a word of an answer's digest is offered"),
        "digest_ready": (1, "it is taken"),
        "digest_data": (p.word_bits, "the word"),
        "digest_last": (1, "it is the last of its digest"),
        "digest_error": (1, "the message broke the rules"),
        "digest_context": (p.context_bits, "context of the message"),
        "route_key": (1, "keys have gone to the loader before"),
        "route_inner": (1, "inner digests have gone before"),
        "route_data": (p.word_bits, "a word of an answer's digest"),
        "route_last": (1, "it is the last one"),
        "route_error": (1, "the message broke the rules"),
        "route_context": (p.context_bits, "its context"),
        "route_slot": (h.slot_bits, "its key"),
        "abandoned": (p.contexts, "messages that broke the rules"),
    }
    words = ("valid", "ready", "data", "last", "error", "context")
    second = {name: f"inner_{name}" for name in words}
    second |= {"valid": "plain_valid", "ready": "plain_ready", "context": "inner_route_context"}
    wired = {
        **CLOCKED,
        **{f"first_{name}": f"outer_digest_{name}" for name in words},
        **{f"second_{name}": signal for name, signal in second.items()},
        **{f"word_{name}": f"digest_{name}" for name in words},
    }
    routed = [name for name in rows if name.startswith("route_")]
    lines = [line for name in [*routed, "abandoned"] for line in parts.unused(name, "see above")]
    parameters = {"WORD": str(p.word_bits), "CONTEXT_BITS": str(p.context_bits)}
    return [
        *signals(rows),
        *lines,
        *instance("digest_merge", "u_merge", wired, parameters),
        "",
    ]
