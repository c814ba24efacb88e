"""What makes blocks of an HMAC core and has them hashed: padder, writer, key store, engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hashloom.rtl.shells.common import parts, sides
from hashloom.rtl.shells.common.parameters import BLOCK_WORDS, ShellParameters
from hashloom.rtl.shells.common.parts import (
    Connections,
    Padding,
    Wiring,
    clocked,
    context_parameters,
)
from hashloom.rtl.shells.common.sides import Side
from hashloom.rtl.shells.hmac import resumption
from hashloom.rtl.shells.hmac.parameters import HmacParameters, close_at, recalls
from hashloom.rtl.shells.hmac.recall import Closing, held, with_recalled
from hashloom.rtl.shells.message import buffering
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import INDEX, Assign, Item, Loop, Unit, Unused, assigns, index_of
from hashloom.rtl.typed.netlist import Groups, Part
from hashloom.rtl.typed.values import (
    HIGH,
    LOW,
    ONES,
    Signal,
    Value,
    Wires,
    any_of,
    bracketed,
    choose,
    join,
    merged,
    number,
    repeat,
    shifted,
)

WRITES = ("write", "write_context", "write_position", "write_enable", "write_data")
CLOSES = (
    "close",
    "close_context",
    "close_ends",
    "close_digest",
    "close_keyed",
    "close_error",
)


def no_digest(h: HmacParameters, w: Wires) -> Connections:
    """Ports digest_* of a writer to which no digest comes."""
    return {
        "digest_valid": LOW,
        "digest_ready": w.inner_own_ready,
        "digest_data": number(0, h.p.word_bits),
        "digest_context": number(0, h.p.context_bits),
        "digest_slot": number(0, h.slot_bits),
    }


def _shared(p: ShellParameters) -> list[Signal]:
    """What the padder tells others than the rota."""
    return [
        Signal("pad_close_cut", 1, "the message is cut behind the block"),
        parts.count_signal(p, "the length, or a word of it"),
    ]


def padder(h: HmacParameters, side: Side) -> list[Part]:
    """Padder and length counter, and what saves and restores lengths."""
    p = h.p

    def body(w: Wires) -> list[Item]:
        x = w.within(side.prefix)
        words = w.pairs("word_", "row_", ("data", "keep", "context"))
        flags = ("valid", "ready", "last", "error", "open", "close", "cut")
        porters = [w.porter_hold] if h.resume else []
        joined = Padding(
            {**words, **w.pairs("word_", "message_", flags)},
            context=w.pad_context,
            closed=x.closed,
            visits=resumption.shared_visits(w) if h.resume else parts.own_visits(p, w),
            prefix="pad_",
            hold=any_of([held(h, w, x.hold), *porters], " "),
            offset=w.count_offset,
        )
        cut = [] if h.resume else [Unused(w.pad_close_cut, "no message is cut")]
        return [*parts.padding(p, w, joined), *cut]

    def own() -> Groups:
        elsewhere = ("pad_close", "pad_close_context", *(signal.name for signal in _shared(p)))
        return [parts.padder_signals(p, "pad_", elsewhere)]

    states = [resumption.porter(p), resumption.wiper(p, side.prefix)] if h.resume else []
    return [
        Part(lambda: [_shared(p)], [], lambda _: []),
        *states,
        Part(own, parts.padding_units(p), body),
    ]


@dataclass(frozen=True)
class Play:
    """Blocks of K0 that a writer is given: ports play, play_step, play_pad and play_word."""

    play: Value
    step: Value
    pad: Value
    word: Value


def all_blocks(w: Wires) -> Play:
    """Every block of K0."""
    return Play(w.play, w.play_step, w.play_pad, w.play_word)


def dedicated(side: Side) -> bool:
    """Whether a writer's buffers hold what it has written behind the digest before.

    Where each context has two of them, or digests several lengths, it writes whole blocks.
    """
    return side.prefix == "outer_" and not side.p.order and not side.p.choices


def fitted(h: HmacParameters, side: Side) -> bool:
    """Whether a writer's words are fitted to the hash of the digest that is among them."""
    return bool(h.p.choices) and (h.engines == 1 or side.prefix == "outer_")


def writer(
    h: HmacParameters, side: Side, digest: Wiring, play: Callable[[Wires], Play] = all_blocks
) -> Part:
    """Writer of a side; `digest` connects its ports digest_*."""
    p = h.p

    def signals() -> Groups:
        rows = [
            Signal("hold", 1, "the padder must not step"),
            Signal("hold_next", 1, "nor in the next clock"),
            Signal("granted", 1, "a block of K0 may be written"),
            Signal("own_next", 1, "the first word of a digest is taken in the next clock"),
            Signal("own_settled", 1, "the block of a digest is complete"),
            Signal("own_close", 1, "a block without padding is complete"),
            Signal("own_context", p.context_bits, "in this context"),
            Signal("own_ends", 1, "the next block begins a message"),
            Signal("own_digest", 1, "its state is a digest"),
            Signal("own_keyed", 1, "it begins with the state of a key"),
            Signal("own_slot", h.slot_bits, "in this slot"),
            Signal("own_write", 1, "a word of it goes to the block buffer"),
            Signal("own_write_context", p.context_bits, "of this context"),
            Signal("own_position", 4, "to this position"),
            Signal(data, p.word_bits, "the word"),
        ]
        return [side.named(rows)]

    data = "own_plain" if fitted(h, side) else "own_data"
    parameters = {
        "WORD": p.word_bits,
        "DIGEST_BYTES": p.digest_bytes,
        "SLOT_BITS": h.slot_bits,
        "CLOSE_AT": close_at(side.p, steady=side.prefix != "outer_"),
        "DEDICATED": dedicated(side),
        **context_parameters(p),
    }
    unit = Unit(face("block_writer"), side.unit("writer"), parameters)

    def body(w: Wires) -> list[Item]:
        x, played = w.within(side.prefix), play(w)
        wired = {
            **clocked(p, w),
            "closed": x.closed,
            "play": played.play,
            "play_context": w.loader_context,
            "play_step": played.step,
            "play_pad": played.pad,
            "play_position": w.play_position,
            "play_word": played.word,
            **digest(w),
            "digest_next": x.own_next,
            "settled": x.own_settled,
            "close": x.own_close,
            **x.pairs("close_", "own_", ("context", "ends", "digest", "keyed", "slot")),
            "write": x.own_write,
            "write_context": x.own_write_context,
            "write_position": x.own_position,
            "write_data": x[data],
            "hold": x.hold,
            "hold_next": x.hold_next,
            "play_granted": x.granted,
        }
        unused = [] if recalls(h) else [Unused(x.hold_next, "the writer alone holds the padder")]
        if h.engines == 2 or recalls(h):
            unused.append(Unused(x.own_next, "no digest of the route comes"))
        return [unit.wired(wired), *unused]

    return Part(signals, [unit], body)


def joined(h: HmacParameters, side: Side, title: str) -> Part:
    """Padder and writer on the rota's close ports and the buffers' write port.

    Where outer blocks are read from where their digest is, they are complete without being written.
    """
    p = h.p
    words, bits = p.pad_words, p.context_bits
    recall = recalls(h)

    def signals() -> Groups:
        rows = [
            Signal("closed", p.contexts, "contexts whose buffer must not be written"),
            Signal("close", 1, "a block is complete"),
            Signal("close_context", bits, "in this context"),
            Signal("close_ends", 1, "the next block begins a message"),
            Signal("close_digest", 1, "its state is a digest"),
            Signal("close_keyed", 1, "it begins with the state of a key"),
            Signal("close_error", 1, "the message is flawed"),
            *([Signal("close_inner", 1, "its state is an inner digest")] if recall else []),
            Signal("write", 1, "words go to the block buffer"),
            Signal("write_context", bits, "of this context"),
            Signal("write_position", 4, "the first of them to this position"),
            Signal("write_enable", words, "these of them"),
            Signal("write_data", words * p.word_bits, "the words"),
        ]
        return [side.named(rows)]

    def body(w: Wires) -> list[Item]:
        x = w.within(side.prefix)
        ends, keyed = w.pad_close_last, w.keyed.at(w.pad_context)
        if h.resume:
            ends |= w.pad_close_cut
            keyed |= w.resumed.at(w.pad_context)
        position, enable, data = _single_write(words, x)
        begins: list[Item] = []
        told = Closing(
            close=w.pad_close | x.own_close,
            context=choose(x.hold, x.own_context, w.pad_context),
            ends=choose(x.hold, x.own_ends, ends),
            digest=choose(x.hold, x.own_digest, ends),
            keyed=choose(x.hold, x.own_keyed, keyed),
            error=~x.hold & w.pad_close_error,
        )
        if recall:
            begins, told = with_recalled(w, told, w.pad_close_last)
        if p.choices:
            begins = [Assign(x.close_key, told.keyed)]
            told = replace(told, keyed=x.close_key | x.close_other)
        return [
            *begins,
            *assigns(
                [
                    (x.close, told.close),
                    (x.close_context, told.context),
                    (x.close_ends, told.ends),
                    (x.close_digest, told.digest),
                    (x.close_keyed, told.keyed),
                    (x.close_error, told.error),
                    (x.write, w.pad_write | x.own_write),
                    (
                        x.write_context,
                        choose(x.own_write, x.own_write_context, w.pad_write_context),
                    ),
                    (x.write_position, choose(x.own_write, position, w.pad_write_position)),
                    (x.write_enable, choose(x.own_write, enable, ONES) if words > 1 else HIGH),
                    (x.write_data, merged(w.pad_write_data, data)),
                ]
            ),
        ]

    return Part(signals, [], body, title)


def _single_write(words: int, x: Wires) -> tuple[Value, Value, Value]:
    """Position, enables and data with which a writer's word goes into a row of so many."""
    if words == 1:
        return x.own_position, HIGH, x.own_data
    place = (words - 1).bit_length()
    position = number(0, 4)
    if words < BLOCK_WORDS:
        position = join(x.own_position.slice(3, place), number(0, place))
    enable = shifted(number(1, words), x.own_position.slice(place - 1, 0))
    return position, enable, repeat(words, x.own_data)


def length_of(side: Side) -> Callable[[Wires], Value]:
    """Padder and writer: whether the words that come in two clocks are of a block with a length.

    The writer's blocks are those of K0, and of a digest.
    """

    def length(w: Wires) -> Value:
        return choose(w.within(side.prefix).hold, ~w.play_step, w.count_clear)

    return length


def engine_sections(
    side: Side,
    states: Part,
    writes: Wiring,
    length: Callable[[Wires], Value],
    data: str = "read_data",
) -> list[Part]:
    """Rota, buffers, engine, key store and digest store of a side; see `buffering.buffers`."""
    return [
        sides.rota(side, lambda w: w.within(side.prefix).own(CLOSES)),
        buffering.buffers(side, writes, length, data),
        sides.engine(side),
        states,
        sides.digests(side),
    ]


def settled(h: HmacParameters, w: Wires, digests: bool) -> Item:
    """Contexts that may begin a packet: their message is in the buffers to its last block.

    With `digests` that is the block of the inner digest, when the message is keyed, which may also
    be recalled.
    """
    p = h.p
    several = p.contexts > 1
    index = index_of(p.context_bits)

    def of(flag: Value, context: Value) -> Value:
        return flag & context.equals(index) if several else flag

    padded = of(w.pad_close & w.pad_close_last, w.pad_context)
    if recalls(h):
        padded = of(w.pad_close & w.pad_close_last & ~w.close_inner, w.pad_context)
    elif digests:
        padded = of(~_one(w.keyed) & w.pad_close & w.pad_close_last, w.pad_context)
    terms = [_one(w.saved)] if h.resume else []
    terms.append(bracketed(padded))
    if recalls(h):
        terms.append(bracketed(of(w.recall_close, w.recall_context)))
    elif digests:
        own = of(w.own_settled, w.own_context)
        terms += [bracketed(own) if several else own, _one(w.abandoned)]
    value = any_of(terms, "\n        " if several else "\n      ")
    return Loop("g_settled", w.settled, value) if several else Assign(w.settled, value)


def _one(vector: Value) -> Value:
    return vector.at(INDEX)
