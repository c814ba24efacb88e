"""The HMAC core around a folded round: one packet at a time, from its first beat to its answer."""

from __future__ import annotations

from hashloom.rtl.folded.keyed.work import AnyKeyedProgram
from hashloom.rtl.folded.keyed.writer import ASKED, keyed_ports
from hashloom.rtl.folded.machine_writer import byte_bits
from hashloom.rtl.shells.common import parts
from hashloom.rtl.shells.hmac.parameters import STATUS_BITS, HmacParameters
from hashloom.rtl.shells.hmac.shell import hmac_header, hmac_ports
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Item, Unit, Unused, assigns
from hashloom.rtl.typed.module import without_parameters
from hashloom.rtl.typed.netlist import Groups, Part, Top
from hashloom.rtl.typed.values import LOW, Signal, Wires, cast

_BLOCK = ("short", "first", "last", "whole", "error", "bytes")  # block_*
_WORD = ("valid", "ready", "data", "keep", "last", "error")  # word_*
_FILL = ("", "_position", "_data")


def folded_hmac_top(h: HmacParameters, program: AnyKeyedProgram) -> Top:
    """The top module `<name>`, which joins `<name>_engine` and the shell's modules."""
    joined = [
        _judge(h),
        _words(h),
        _filler(h, program),
        _machine(h, program),
        _answer(h),
        _stream_out(h),
    ]
    return Top(h.p.name, _header(h, program), hmac_ports(h), joined)


def _header(h: HmacParameters, program: AnyKeyedProgram) -> list[str]:
    _, _, *rest = hmac_header(h)
    slots = "key slot" if h.slots == 1 else "key slots"
    return [
        f"// {h.p.name}: HMAC (FIPS 198-1) with {h.slots} {slots}, one packet at a time, in few",
        f"// look-up tables: every round is folded on {program.adders_named}.",
        *rest,
    ]


def _judge(h: HmacParameters) -> Part:
    """What decides on packets."""

    def signals() -> Groups:
        return [
            [
                Signal(h.p.reset, 1, "resets everything but what is owed"),
                Signal("beat_valid", 1, "a beat goes on"),
                Signal("beat_ready", 1, "it is taken"),
                Signal("at_work", 1, "a packet that is possible is at work"),
                Signal("clear", 1, "none is"),
                Signal("is_tag", 1, "an expected tag"),
                Signal("is_key", 1, "a key"),
                Signal("keyed", 1, "the answer is a tag or a verdict on one"),
                Signal("verify", 1, "it is a verdict"),
                Signal("wipe", 1, "everything is to be erased"),
                Signal("erase", 1, "a slot is to be erased"),
                Signal("every", 1, "all of them are"),
                Signal("slot", h.slot_bits, "the slot of the packet"),
                Signal("answer_bytes", 7, "bytes of the answer"),
                Signal("speaks", 1, "it has some"),
                Signal("say_valid", 1, "an answer without any is offered"),
                Signal("say_ready", 1, "it is taken"),
                Signal("answer_status", STATUS_BITS, "status of the answer"),
                Signal("answered", 1, "the last beat of the answer has left"),
            ]
        ]

    parameters = {
        "DIGEST_BYTES": h.p.digest_bytes,
        "SLOTS": h.slots,
        "SLOT_BITS": h.slot_bits,
    }
    unit = Unit(face("packet_judge"), "u_judge", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **w.own(("clk", "rst", "zeroize")),
            "offer_valid": w.s_axis_tvalid,
            "offer_ready": w.s_axis_tready,
            "offer_last": w.s_axis_tlast,
            "offer_command": w.s_axis_tuser,
            **w.own(("beat_valid", "beat_ready", "at_work", *ASKED, "slot", "flawed", "done")),
            "packet_bytes": cast(7, w.block_bytes),
            **w.own(("differs", "answer_bytes", "speaks")),
            "answer_valid": w.say_valid,
            "answer_ready": w.say_ready,
            **w.own(("answer_status", "answered")),
        }
        return [
            *assigns(
                [
                    (w[h.p.reset], w.rst | w.zeroize),
                    (w.clear, ~w.at_work),
                    (w.answered, w.m_axis_tvalid & w.m_axis_tready & w.m_axis_tlast),
                ]
            ),
            unit.wired(wired),
        ]

    return Part(signals, [unit], body, "Packets")


def _words(h: HmacParameters) -> Part:
    """Beats to words."""
    p = h.p

    def signals() -> Groups:
        return [
            [
                *parts.word_signals(p),
                Signal("word_command", 1, "what is to be done with the packet"),
            ]
        ]

    unit = parts.front(p, erase=True)

    def body(w: Wires) -> list[Item]:
        wired = {
            **w.own(("beat_valid", "beat_ready")),
            **w.pairs("beat_", "s_axis_t", ("data", "keep", "last")),
            "beat_context": LOW,
            "beat_command": LOW,
            **w.pairs("word_", "word_", parts.WORD_PORTS),
            "word_command": w.word_command,
        }
        return [
            unit.wired(parts.front_connections(p, w, wired)),
            Unused(w.word_context, "there is one"),
            Unused(w.word_command, "it is known"),
        ]

    return Part(signals, [unit], body, "Beats to words")


def _filler(h: HmacParameters, program: AnyKeyedProgram) -> Part:
    """Padding, into the machine's memory."""
    p = h.p

    def signals() -> Groups:
        return [
            [
                Signal("block_valid", 1, "a block is complete"),
                Signal("block_short", 1, "it is all of a key or of an expected tag"),
                Signal("block_first", 1, "it is the first of its packet"),
                Signal("block_last", 1, "it is the last"),
                Signal("block_whole", 1, "all of it is message"),
                Signal("block_error", 1, "the packet broke the rules"),
                Signal("block_bytes", byte_bits(program), "bytes of message where that ends"),
                Signal("fill", 1, "a word of a block is written"),
                Signal("fill_position", 4, "its position in the block"),
                Signal("fill_data", p.word_bits, "the word"),
            ]
        ]

    parameters = {"WORD": p.word_bits, "BYTE_BITS": byte_bits(program)}
    unit = Unit(face("packet_filler"), "u_filler", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **w.own(("clk", "clear", "is_key", "is_tag", "block_valid", "released")),
            **w.pairs("word_", "word_", _WORD),
            **w.pairs("block_", "block_", _BLOCK),
            **w.pairs("write", "fill", _FILL),
        }
        return [unit.wired(wired)]

    return Part(signals, [unit], body, "Padding")


def _machine(h: HmacParameters, program: AnyKeyedProgram) -> Part:
    """The engine, which makes what comes before and behind the message, too."""
    p = h.p

    def signals() -> Groups:
        return [
            [
                Signal("released", 1, "a block has been hashed"),
                Signal("done", 1, "what was asked for has been done"),
                Signal("flawed", 1, "the packet broke the rules or is too long"),
                Signal("digest_valid", 1, "a word of a digest is offered"),
                Signal("digest_ready", 1, "it is taken"),
                Signal("digest_data", p.word_bits, "the word, first byte on top"),
            ]
        ]

    unit = Unit(without_parameters(f"{p.name}_engine", keyed_ports(program)), "u_engine")

    def body(w: Wires) -> list[Item]:
        wired = {
            **parts.clocked(p, w),
            **w.own(("clear", *ASKED, "slot", "released", "done", "flawed")),
            "block_valid": w.block_valid & w.at_work,
            **w.pairs("block_", "block_", _BLOCK),
            **w.pairs("fill", "fill", _FILL),
            **w.pairs("digest_", "digest_", ("valid", "ready", "data")),
        }
        return [unit.wired(wired)]

    return Part(signals, [], body, "Engine")


def _answer(h: HmacParameters) -> Part:
    """Digests to answers."""
    p = h.p

    def signals() -> Groups:
        return [
            [
                Signal("differs", 1, "the tag is not the expected one"),
                Signal("answer_valid", 1, "a word of an answer is offered"),
                Signal("answer_ready", 1, "it is taken"),
                Signal("answer_keep", p.word_bits // 8, "bytes of the last one that are of it"),
                Signal("answer_last", 1, "it is the last"),
            ]
        ]

    unit = Unit(face("tag_answer"), "u_answer", {"WORD": p.word_bits})

    def body(w: Wires) -> list[Item]:
        wired = {
            **w.own(("clk", "clear", "speaks", "differs", "say_valid", "say_ready")),
            "bytes": w.answer_bytes,
            **w.pairs("word_", "digest_", ("valid", "ready", "data")),
            **w.pairs("answer_", "answer_", ("valid", "ready", "keep", "last")),
        }
        return [unit.wired(wired)]

    return Part(signals, [unit], body, "Answers")


def _stream_out(h: HmacParameters) -> Part:
    p = h.p

    def signals() -> Groups:
        return [[Signal("stream_context", 1, "context of the beat on offer")]]

    parameters = {
        "WIDTH": p.width,
        "WORD": p.word_bits,
        "DIGEST_WORDS": p.digest_words,
        "STATUS_BITS": STATUS_BITS,
        "CONTEXT_BITS": p.context_bits,
        "FULL_RATE": p.full_rate,
    }
    unit = Unit(face("digest_stream"), "u_stream", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **parts.clocked(p, w),
            **w.pairs("word_", "answer_", ("valid", "ready", "keep", "last")),
            "word_data": w.digest_data,
            "word_context": LOW,
            "word_error": w.answer_status,
            **w.pairs("beat_", "m_axis_t", ("valid", "ready", "data", "keep", "last")),
            "beat_context": w.stream_context,
            "beat_error": w.m_axis_tuser,
        }
        return [unit.wired(wired), Unused(w.stream_context, "there is one")]

    return Part(signals, [unit], body)
