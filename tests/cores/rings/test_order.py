"""HMAC cores of several messages in flight that read memory: what they answer is what a core of one
message would, whatever overtakes what, and they are as fast as the core itself."""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from _pytest.mark.structures import ParameterSet

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.random.bus.machine import Script, Told, follow
from hashloom.verification.random.requests import Op
from hashloom.verification.random.ring.model import (
    DATA,
    DESCRIPTOR_BYTES,
    RESULT_BYTES,
    RESULTS,
    Packet,
    Part,
    Ring,
    Written,
)
from hashloom.verification.random.ring.subject import Ringed, ring_subject
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import Command, Operation

A = Architecture
TWO = A(interleave=2)
TAG_BYTES = 32
LIMIT = 100_000  # clocks for a descriptor
BROKEN = b"in a descriptor that breaks the rules"


@cache
def ringed(architecture: Architecture = TWO, width: int = 32) -> Ringed:
    """A core that is compiled once."""
    return ring_subject(core_for("hmac-sha256", architecture, Interface(dma="axi4", width=width)))


def _long(*values: object) -> ParameterSet:
    return pytest.param(*values, marks=pytest.mark.long)


@pytest.mark.parametrize(
    ("name", "architecture", "interface", "runs"),
    [
        ("hmac-sha256", A(interleave=2), Interface(dma="axi4"), 6),
        _long("hmac-sha512", A(stages=2, groups=3), Interface(dma="wishbone", width=32), 30),
        _long("hmac-md5", A(interleave=2, groups=2), Interface(dma="axi4", width=128, slots=1), 30),
        _long("hmac-sha384+sha512", A(interleave=2, engines=2), Interface(dma="axi4"), 30),
        _long("hmac-sha256", A(unroll=4, stages=4, interleave=2), Interface(dma="wishbone"), 30),
    ],
)
def test_rings_at_random(
    name: str, architecture: Architecture, interface: Interface, runs: int
) -> None:
    subject = ring_subject(core_for(name, architecture, interface))
    found = [subject.run(seed, number, 60).differences for seed, number in _runs(runs)]
    assert found == [()] * runs


def _runs(count: int) -> list[tuple[int, int]]:
    """Runs of all kinds: to their end, with ends in the middle, with zeroisations."""
    return [divmod(number, 3) for number in range(count)]


class Rig:
    """A ring of a core into which packets are put, all at once, in fast memory."""

    def __init__(self, subject: Ringed, packets: Sequence[Packet], before: int = 0) -> None:
        self.subject, self.script = subject, Script(subject.core)
        self.script.add("memory 1 1 0")
        self.ring = Ring(self.script, size=(len(packets) - 1).bit_length())
        self.ring.start()
        places = []
        for packet in packets:
            self.ring.put(packet)
            places += [self.ring.fill(descriptor) for descriptor in packet.descriptors()]
            if len(places) == before:
                self._through(places)
        self._through(places)
        for packet, place in zip(packets, places, strict=True):
            self.script.get(place, DESCRIPTOR_BYTES)
            self.script.get(packet.result, RESULT_BYTES)

    def _through(self, places: Sequence[int]) -> None:
        """Until all these are done, and the clock."""
        self.ring.knock()
        for place in places:
            self.ring.wait(place, LIMIT)
        self.script.add("clock")

    def told(self) -> Told:
        return follow(self.subject.executable, self.script)

    def answers(self) -> list[tuple[int, bytes]]:
        """Of each packet the result, and the bytes; none where some are never done."""
        told, found = self.told(), list[tuple[int, bytes]]()
        if told.failure or told.late:
            return []
        given = told.bytes
        for descriptor, answer in zip(given[::2], given[1::2], strict=True):
            written = Written(int.from_bytes(descriptor[16:20], "little"))
            assert written.done
            found.append((written.result, answer[: written.bytes]))
        return found


def packet(operation: int, data: bytes, slot: int, number: int) -> Packet:
    """A packet of one descriptor, its data and its result at places of that number."""
    part = Part(DATA + 0x1000 * number, data, rule="result" if data == BROKEN else "")
    return Packet((part,), operation, slot, TAG_BYTES, RESULTS + RESULT_BYTES * number)


Due = list[tuple[int, bytes]]  # results and answers


def changes_of_keys() -> tuple[list[Packet], Due]:
    """Keys of one slot are changed and erased between messages, long ones and short ones."""
    rng = Random(1)
    packets: list[Packet] = []
    due: Due = []
    key = b""

    def add(operation: int, data: bytes, result: int, answer: bytes) -> None:
        packets.append(packet(operation, data, 0, len(packets)))
        due.append((result, answer))

    for turn in range(20):
        for _ in range(rng.randrange(3)):
            message = rng.randbytes(rng.choice((0, 20, 64, 300, 1000)))
            tag = hmac.digest(key, message, "sha256") if key else b""
            add(Op.MAC, message, 0 if key else 3, tag)
        key = rng.randbytes(rng.choice((1, 20, 64, 100, 200))) if turn % 4 else b""
        if key:
            add(Op.KEY, key, 0, b"")
        else:
            add(rng.choice((Op.ERASE, Op.ERASE_ALL)), b"", 0, b"")
    return packets, due


def tags_and_what_comes_between() -> tuple[list[Packet], Due]:
    """An expected tag serves one message that reaches the core, and the next has none."""
    key, message = b"Jefe", b"what do ya want for nothing?"
    tag = hmac.digest(key, message, "sha256")
    sent = [
        (Op.KEY, key, 0, 0, b""),
        (Op.TAG, tag, 0, 0, b""),
        (Op.MAC, message, 0, 0, tag),
        (Op.KEY, key, 1, 0, b""),
        (Op.MAC, message, 1, 0, tag),
        (Op.VERIFY, message, 0, 0, b""),
        (Op.VERIFY, message, 0, 5, b""),
        (Op.TAG, bytes(32), 0, 0, b""),
        (Op.TAG, tag, 0, 0, b""),
        (Op.VERIFY, BROKEN, 0, 0, b""),
        (Op.VERIFY, message, 1, 0, b""),
        (Op.MAC, message, 0, 0, tag),
        (Op.VERIFY, message, 0, 5, b""),
    ]
    packets = [packet(op, data, slot, n) for n, (op, data, slot, *_) in enumerate(sent)]
    return packets, [(result, answer) for *_, result, answer in sent]


@pytest.mark.parametrize("case", [changes_of_keys, tags_and_what_comes_between])
def test_packets_have_the_order_of_the_ring(case: Callable[[], tuple[list[Packet], Due]]) -> None:
    """All are filled at once."""
    packets, due = case()
    assert Rig(ringed(), packets).answers() == due


def clocks_of(subject: Ringed, lengths: Sequence[int]) -> float:
    """Clocks of each of the second half of many tags."""

    def total(messages: Sequence[int]) -> int:
        keys = [packet(Op.KEY, b"key", slot, slot) for slot in range(4)]
        tags = [packet(Op.MAC, bytes(length), n % 4, n) for n, length in enumerate(messages, 4)]
        told = Rig(subject, [*keys, *tags], before=len(keys)).told()
        assert (told.failure, told.late) == ("", 0)
        return told.clocks[1] - told.clocks[0]

    return _of_half(total, lengths)


def own_clocks(of: Core, lengths: Sequence[int]) -> float:
    """The same of the core with streams, whose contexts take turns by blocks."""
    executable = compile_driver(of, of.sources())
    setting = Setting(turn=of.hash.block_bits // (of.interface.width or 32))

    def total(messages: Sequence[int]) -> int:
        key, mac = Command(Operation.KEY, 0), Command(Operation.MAC, 0, TAG_BYTES)
        jobs = [Job(b"key", command=key, whole=True)]
        for n, length in enumerate(messages):
            job = Job(bytes(length), n % of.contexts, command=mac)
            jobs.append(job if n else replace(job, start="answered"))
        return run(executable, jobs, setting).clocks

    return _of_half(total, lengths)


def _of_half(total: Callable[[Sequence[int]], int], lengths: Sequence[int]) -> float:
    half = len(lengths) // 2
    return (total(lengths) - total(lengths[:half])) / (len(lengths) - half)


# Of docs/dma.md: clocks of a tag in a core with a ring, and in the core alone.
FOUR = A(interleave=4)
TWO_ENGINES = A(interleave=2, engines=2)
EIGHT = A(unroll=4, stages=4, interleave=2, engines=2)
RATES = [
    (TWO, 32, 64, 207.0, 207.0),
    (TWO, 32, 1024, 1242.0, 1242.0),
    (TWO_ENGINES, 32, 64, 138.0, 138.0),
    (TWO_ENGINES, 32, 1024, 1173.0, 1173.0),
    (FOUR, 64, 64, 204.0, 204.0),
    (FOUR, 64, 1024, 1224.0, 1224.0),
    (EIGHT, 64, 256, 40.0, 40.0),
    (EIGHT, 64, 1024, 147.5, 147.5),
]


@pytest.mark.parametrize(
    ("architecture", "width", "length", "clocks", "own"),
    [each if each[0] == TWO else _long(*each) for each in RATES],
)
def test_the_rate(
    architecture: Architecture, width: int, length: int, clocks: float, own: float
) -> None:
    """Clocks of a tag with a memory that gives a word a clock, as docs/dma.md states."""
    of = ringed(architecture, width)
    assert round(clocks_of(of, [length] * 24 * of.core.contexts), 2) == clocks
    assert own >= 0.95 * clocks


@pytest.mark.long
@pytest.mark.parametrize(("architecture", "width", "length", "clocks", "own"), RATES)
def test_the_rate_of_the_core_alone(
    architecture: Architecture, width: int, length: int, clocks: float, own: float
) -> None:
    """When its stream never waits."""
    del clocks
    of = core_for("hmac-sha256", architecture, Interface(width=width))
    assert own_clocks(of, [length] * 24 * of.contexts) == own


@pytest.mark.long
@pytest.mark.parametrize(
    ("architecture", "least", "most", "share"),
    [
        (TWO, 1024, 2048, 0.96),
        (TWO_ENGINES, 1024, 2048, 0.95),
        (TWO, 64, 1500, 0.92),
        (TWO_ENGINES, 64, 1500, 0.90),
    ],
)
def test_the_rate_of_lengths_at_random(
    architecture: Architecture, least: int, most: int, share: float
) -> None:
    lengths = [Random(number).randrange(least, most + 1) for number in range(48)]
    alone = core_for("hmac-sha256", architecture, Interface(width=32))
    assert round(own_clocks(alone, lengths) / clocks_of(ringed(architecture), lengths), 2) == share


@pytest.mark.parametrize(
    ("module", "text", "fault"),
    [
        ("packet_order", "(changes || alone_q || ", "("),
        _long("packet_order", "alone_q <= changes;", "alone_q <= 1'b0;"),
        _long("packet_order", "if (offer_operation == TAG) held_q <= 1'b1;", ""),
        _long("packet_order", "&& !(offer_last && offer_bad);", ";"),
        _long("answer_ledger", "{answer_context, get[1:0]};", "{sent_context, get[1:0]};"),
        _long("answer_ledger", "{sent_context, put[1:0]};", "{answer_context, put[1:0]};"),
        _long("", ".record_first (record_command[19])", ".record_first (record_first)"),
        _long("", ".s_axis_tid (beat_context)", ".s_axis_tid (1'b0)"),
    ],
)
def test_a_fault_is_found(module: str, text: str, fault: str) -> None:
    """Of a module, or of the whole; without the properties beside it."""
    of = ringed().core
    sources = of.sources()
    name = f"{of.prefix}_{module}.sv" if module else f"{of.prefix}.sv"
    wanted = re.compile(r"\s+".join(map(re.escape, text.split())))
    assert len(wanted.findall(sources[name])) == 1
    sources[name] = wanted.sub(fault, sources[name])
    subject = ring_subject(of, sources, properties=False)
    cases = (case() for case in (changes_of_keys, tags_and_what_comes_between))
    assert any(Rig(subject, packets).answers() != due for packets, due in cases) or any(
        subject.run(seed, number, 60).differences for seed, number in _runs(18)
    )


def test_requests() -> None:
    of = ringed().core
    assert of.name == "hmac_sha256_c2_dma_axi4_axi4_lite"
    assert of.request.options[1:3] == ("--interleave", "2")
    (module,) = (name for name in of.sources() if "packet_order" in name)
    alone = core_for("hmac-sha256", A(), Interface(dma="axi4"))
    assert module.replace("_c2", "") not in alone.sources()
