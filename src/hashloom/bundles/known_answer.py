"""A test bench with known answers in SystemVerilog, which needs a simulator and nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from hashloom.bundles.templating import template
from hashloom.cores.buses.registers import registers_of
from hashloom.cores.core import Core
from hashloom.request.bus import BUS_BITS
from hashloom.request.level import MESSAGE
from hashloom.verification.simulation.blocks import key_block, padded
from hashloom.verification.vectors.reference import reference, reference_tag

_CLOCKS = 20_000  # in which a packet of a few blocks is answered by the slowest core
_TEXTS = {  # examples of FIPS 180-4, and nothing
    "nothing": b"",
    "abc": b"abc",
    "448 bits": b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "896 bits": b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    b"hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
}
_KEY, _TEXT = b"Jefe", b"what do ya want for nothing?"  # RFC 4231 section 4.3
_OPERATIONS = {"MAC": 1, "KEY": 4}  # docs/hmac.md; HASH is 0
_TAG_BYTES, _HASH_KEYED = 4, 19  # lowest bits of a command's fields


@dataclass(frozen=True)
class Packet:
    """What is sent and what has to come back, in bytes; `command` is that of the packet."""

    title: str
    command: int
    data: bytes
    answer: bytes


def packets_of(core: Core) -> tuple[Packet, ...]:
    """Messages of every hash of the core, and with keys a tag of each; answers of a reference."""
    shift = _HASH_KEYED if core.keyed else 0
    packets = []
    for number, each in enumerate(core.hashes):
        digest, choice = reference(each.name), number << shift
        packets += [
            Packet(f"{each.title} of {title}", choice, text, digest(text))
            for title, text in _TEXTS.items()
        ]
        if core.keyed:
            tag = reference_tag(each.name, _KEY, _TEXT)
            mac = _OPERATIONS["MAC"] | len(tag) << _TAG_BYTES
            packets += [
                Packet(f"key of HMAC-{each.title}", choice | _OPERATIONS["KEY"], _KEY, b""),
                Packet(f"HMAC-{each.title}", mac, _TEXT, tag),
            ]
    return tuple(packets)


def known_answer_bench(core: Core) -> tuple[str, str]:
    """The bench's module and its text; an engine's is that of the message core around it."""
    if core.interface.kind.whole:
        return _bench_of_blocks(core)
    if core.interface.ringed:
        return _bench_of_ring(core)
    whole = core if core.streamed or core.interface.registered else core.as_level(MESSAGE.name)
    ports = {port.name: port for port in whole.ports}
    packets = packets_of(whole)
    lanes = ports["s_axis_tkeep"].width if "s_axis_tkeep" in ports else 4
    longest = max(max(len(each.data), len(each.answer)) for each in packets)
    values: dict[str, Any] = {
        "top": whole.top,
        "ports": whole.ports,
        "names": set(ports),
        "packets": packets,
        "lanes": lanes,
        "room": (longest // lanes + 2) * lanes,
        "patience": _CLOCKS + (whole.settle_clocks if whole.keyed else 0),
        "keyed": whole.keyed,
        "bus": whole.interface.bus if whole.interface.registered else None,
        "context": whole.contexts - 1,
        "command_bits": BUS_BITS if whole.interface.registered else 0,
    }
    if "s_axis_tuser" in ports:
        values["command_bits"] = ports["s_axis_tuser"].width
    if whole.interface.registered:
        registers = {each.name: each for each in registers_of(whole).registers}
        fields = {each.name.upper(): each for each in registers["STATUS"].fields}
        values["at"] = {name: each.offset for name, each in registers.items()}
        values["bit"] = {name: each.low for name, each in fields.items()}
        values["words_width"] = fields["WORDS"].width
        if len(whole.hashes) > 1 and not whole.keyed:
            low = {each.name.upper(): each.low for each in registers["OPERATION"].fields}["HASH"]
            values["packets"] = _chosen_from(packets, low)
    text = template("known_answer.sv.j2", **values)
    return f"{whole.top}_known_answer", _with_unread(text, whole)


def _with_unread(text: str, core: Core) -> str:
    """A bench with the outputs that it never looks at in signals whose names say so."""
    for port in core.ports:
        once = len(re.findall(rf"\b{port.name}\b", text)) == 3  # declared, and port and signal
        if port.direction == "output" and once:
            text = re.sub(rf"(?<!\.)\b{port.name}\b", f"unused_{port.name}", text)
    return text


def _chosen_from(packets: tuple[Packet, ...], low: int) -> tuple[Packet, ...]:
    """Packets of a message core whose commands have the number of the hash from bit `low` on."""
    return tuple(replace(each, command=each.command << low) for each in packets)


def _bench_of_ring(core: Core) -> tuple[str, str]:
    """That of a core that reads memory by itself: there is a memory, and a ring in it."""
    packets = packets_of(core)
    values = {
        "top": core.top,
        "ports": core.ports,
        "packets": packets if core.keyed else _chosen_from(packets, _HASH_KEYED),
        "lanes": (core.interface.width or BUS_BITS) // 8,
        "room": max(max(len(each.data), len(each.answer)) for each in packets),
        "patience": _CLOCKS + (core.settle_clocks if core.keyed else 0),
        "bus": core.interface.bus,
        "dma": core.interface.dma,
        "at": {each.name: each.offset for each in registers_of(core).registers},
        "command_bits": BUS_BITS,
    }
    text = template("known_answer_ring.sv.j2", **values)
    return f"{core.top}_known_answer", _with_unread(text, core)


def _bench_of_blocks(core: Core) -> tuple[str, str]:
    """That of a core that takes padded blocks whole."""
    digest = reference(core.hash.name)
    messages: list[dict[str, Any]] = []
    for title, text in _TEXTS.items():
        answer = reference_tag(core.hash.name, _KEY, text) if core.tags else digest(text)
        first = core.tags and not messages
        messages.append(
            {
                "title": f"{core.hash.title} of {title}",
                "key": _number(key_block(core, _KEY)) if first else "",
                "blocks": [_number(block) for block in padded(core, text)],
                "answer": _number(answer),
            }
        )
    values = {
        "top": core.top,
        "ports": core.ports,
        "patience": _CLOCKS,
        "keyed": core.tags,
        "block_bits": core.hash.block_bits,
        "digest_bits": 8 * core.hash.digest_bytes,
        "messages": messages,
    }
    return f"{core.top}_known_answer", template("known_answer_block.sv.j2", **values)


def _number(data: bytes) -> str:
    """A literal with byte 0 in the low bits."""
    return f"{8 * len(data)}'h{data[::-1].hex()}"
