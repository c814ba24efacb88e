"""The message core around a folded round: streams, padding and the machine."""

from __future__ import annotations

from hashloom.rtl.folded.machine_writer import byte_bits
from hashloom.rtl.folded.machine_writer import ports as machine_ports
from hashloom.rtl.folded.program import AnyProgram
from hashloom.rtl.shells.common import parts
from hashloom.rtl.shells.common.parameters import ShellParameters
from hashloom.rtl.shells.message.shell import ports, stream_out, stream_rules
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Item, Unit, Unused, assigns
from hashloom.rtl.typed.module import without_parameters
from hashloom.rtl.typed.netlist import Groups, Part, Top
from hashloom.rtl.typed.values import LOW, Signal, Wires

_BLOCK = ("valid", "taken", "first", "last", "whole", "error", "bytes")  # block_*
_WORD = ("valid", "ready", "data", "keep", "last", "error")  # word_*


def folded_top(p: ShellParameters, program: AnyProgram) -> Top:
    """The top module `<name>`, which joins `<name>_engine` and the shell's modules."""
    joined = [parts.stream_in(p), _filler(p, program), _machine(p, program), stream_out(p)]
    return Top(p.name, _header(p, program), ports(p), joined)


def _header(p: ShellParameters, program: AnyProgram) -> list[str]:
    return [
        f"// {p.name}: messages in, {program.hash.title} digests out, one message at a time, in",
        f"// few look-up tables: every round is folded on {program.adders_named}.",
        *stream_rules(p),
        "",
    ]


def _filler(p: ShellParameters, program: AnyProgram) -> Part:
    """Padding, into the machine's memory."""

    def signals() -> Groups:
        return [
            [
                Signal("block_valid", 1, "a block is complete"),
                Signal("block_first", 1, "it is the first of its message"),
                Signal("block_last", 1, "it is the last"),
                Signal("block_whole", 1, "all of it is message"),
                Signal("block_error", 1, "the message broke the rules"),
                Signal("block_bytes", byte_bits(program), "bytes of message where that ends"),
                Signal("fill", 1, "a word of a block is written"),
                Signal("fill_half", 1, "to this half of the memory"),
                Signal("fill_position", 4, "its position in the block"),
                Signal("fill_data", p.word_bits, "the word"),
            ]
        ]

    parameters = {"WORD": p.word_bits, "BYTE_BITS": byte_bits(program)}
    unit = Unit(face("block_filler"), "u_filler", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **parts.clocked(p, w),
            **w.pairs("word_", "word_", _WORD),
            **w.pairs("block_", "block_", _BLOCK),
            "write_ready": w.fill_ready,
            "write": w.fill,
            "write_half": w.fill_half,
            "write_position": w.fill_position,
            "write_data": w.fill_data,
        }
        return [unit.wired(wired), Unused(w.word_context, "there is one")]

    return Part(signals, [unit], body, "Padding")


def _machine(p: ShellParameters, program: AnyProgram) -> Part:
    """The engine, which needs neither a block buffer nor a store of digests."""

    def signals() -> Groups:
        return [
            [
                Signal("block_taken", 1, "work on a block begins"),
                Signal("fill_ready", 1, "a word of a block can be written"),
                *parts.digest_signals(p, "digest_", "a digest", "the word, first byte on top"),
            ]
        ]

    unit = Unit(without_parameters(f"{p.name}_engine", machine_ports(program)), "u_engine")

    def body(w: Wires) -> list[Item]:
        wired = {
            **parts.clocked(p, w),
            **w.pairs("block_", "block_", _BLOCK),
            "fill": w.fill,
            **w.pairs("fill_", "fill_", ("ready", "half", "position", "data")),
            **w.pairs("digest_", "digest_", ("valid", "ready", "data", "last", "error")),
        }
        return [unit.wired(wired), *assigns([(w.digest_context, LOW)])]

    return Part(signals, [], body, "Engine")
