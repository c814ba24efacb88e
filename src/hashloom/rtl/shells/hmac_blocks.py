"""What makes blocks of an HMAC core and has them hashed: padder, writer, key store, engine."""

from __future__ import annotations

from collections.abc import Mapping

from hashloom.rtl.shells import parts, resumption, sides
from hashloom.rtl.shells.hmac_parameters import HmacParameters, bit_of, block_memory, close_at
from hashloom.rtl.shells.parts import clocked, context_parameters, signals, title, zero
from hashloom.rtl.shells.shell_parameters import BLOCK_WORDS
from hashloom.rtl.shells.sides import Side
from hashloom.rtl.verilog import instance

_CLOSES = ("context", "ends", "digest", "keyed", "error")
WRITES = ("write", "write_context", "write_position", "write_enable", "write_data")


def no_digest(h: HmacParameters) -> dict[str, str]:
    """Ports digest_* of a writer to which no digest comes."""
    return {
        "digest_valid": "1'b0",
        "digest_ready": "inner_own_ready",
        "digest_data": zero(h.p.word_bits),
        "digest_context": zero(h.p.context_bits),
        "digest_slot": zero(h.slot_bits),
    }


def padder(h: HmacParameters, side: Side) -> list[str]:
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


def writer(
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
        **clocked(p),
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


def joined(h: HmacParameters, side: Side) -> list[str]:
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
        "close_error": (1, "the message is flawed"),
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
    ends, keyed = "pad_close_last", bit_of(p, "keyed", "pad_context")
    if h.resume:
        ends = f"{ends} || pad_close_cut"
        keyed = f"{keyed} || {bit_of(p, 'resumed', 'pad_context')}"
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
        "write_data": f"pad_write_data | {data}",
    }
    width = max(map(len, values)) + len(x)
    return [
        *side.signals(rows),
        *[f"  assign {x + name:<{width}} = {value};" for name, value in values.items()],
        "",
    ]


def key_states(h: HmacParameters, side: Side, values: Mapping[str, str], opad: bool) -> list[str]:
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
        resumed = f"!{side.prefix}hold && {bit_of(p, 'resumed', 'pad_context')}"
        values = {
            **values,
            "note_state": f"{resumed} ? {restored}\n          : {bits}'({values['note_state']})",
            "store_state": f"{bits}'({values['store_state']})",
        }
    wired = {
        **clocked(p),
        **side.wires([*asked, *chain, "started"]),
        "storing": "storing",
        "spared": "spared",
        "store_context": "loader_context",
        **(resumption.STATES if resume else resumption.no_states(p)),
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
        "BLOCK_MEMORY": block_memory(h),
    }
    return [*instance("key_store", side.unit("keys"), wired, parameters), ""]


def engine_sections(side: Side, states: list[str], writes: Mapping[str, str]) -> list[str]:
    """Rota, buffers, engine, key store and digest store of a side."""
    marks = side.wires(["close", *(f"close_{name}" for name in _CLOSES)])
    name = f" of the {side.prefix[:-1]} hash" if side.prefix else ""
    return [
        *title(f"Rota{name}"),
        *sides.rota(side, marks),
        *title(f"Block buffers{name}"),
        *sides.buffers(side, writes),
        *title(f"Engine{name} and states of keys"),
        *sides.engine(side),
        *states,
        *title(f"Digests{name}"),
        *sides.digests(side),
    ]


def settled(h: HmacParameters, digests: bool) -> list[str]:
    """Contexts that may begin a packet: their message is in the buffers to its last block.

    With `digests` that is the block of the inner digest, when the message is keyed.
    """
    p = h.p
    index = f"{p.context_bits}'(index)"

    def of(signal: str) -> str:
        return f" && {signal} == {index}" if p.contexts > 1 else ""

    keyed, abandoned = (bit_of(p, name, "index") for name in ("keyed", "abandoned"))
    saved = [bit_of(p, "saved", "index")] if h.resume else []
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
