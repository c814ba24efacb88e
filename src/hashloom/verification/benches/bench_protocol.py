"""cocotb bench of a message core's protocol: run it with any simulator on the core's top module.

Parameters come from environment variables, or else from core.json beside this file:
    HASHLOOM_HASH          name of the hash, as in Python's hashlib: sha256, sha512_224, ..;
                           of a core of several in the order of their numbers: sha224+sha256
    HASHLOOM_CONTEXTS      messages in flight (1: the core has no tid ports)
    HASHLOOM_BLOCK_CLOCKS  optional: clocks per block a long lone message may take at most
The width of the streams is that of the core's ports. The oracle is hashlib.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly

_BESIDE = Path(__file__).resolve().with_name("core.json")
CORE: dict[str, Any] = json.loads(_BESIDE.read_text("utf-8")) if _BESIDE.is_file() else {}
HASH = os.environ.get("HASHLOOM_HASH") or CORE.get("hash", "sha256")
CONTEXTS = int(os.environ.get("HASHLOOM_CONTEXTS") or CORE.get("contexts", 1))
BLOCK_CLOCKS = float(os.environ.get("HASHLOOM_BLOCK_CLOCKS", "0"))
HASHES = HASH.split("+")  # by the number with which a message chooses one
BLOCK_BYTES = hashlib.new(HASHES[0]).block_size
DIGEST_BYTES = hashlib.new(HASHES[0]).digest_size
LENGTHS = {hashlib.new(name).digest_size for name in HASHES}  # of digests
PATIENCE = 20_000  # clocks without an event after which the core counts as dead
SILENCE = 600  # clocks after the last digest in which nothing may come


@dataclass(frozen=True)
class Beat:
    """A beat of the message stream; lane 0 is the lowest byte of data, bit 0 of keep."""

    data: int
    keep: int
    last: bool
    context: int = 0
    user: int = 0  # command, or number of the hash, of cores that have s_axis_tuser


@dataclass(frozen=True)
class Answer:
    """A digest; `flawed` is not zero for a meaningless one whose message broke the rules."""

    context: int
    digest: bytes
    flawed: int = 0


@dataclass
class Traffic:
    """What is sent and what must come back, context by context, in order."""

    beats: dict[int, deque[Beat]] = field(default_factory=dict)
    answers: dict[int, deque[Answer]] = field(default_factory=dict)

    def send(self, context: int, beats: Iterable[Beat], answer: Answer | None) -> None:
        """Add a message to a context's queue."""
        self.beats.setdefault(context, deque()).extend(beats)
        if answer is not None:
            self.answers.setdefault(context, deque()).append(answer)

    def message(self, context: int, message: bytes, lanes: int, tail: bool = False) -> None:
        """Add a correct message."""
        number = random.randrange(len(HASHES))
        answer = Answer(context, hashlib.new(HASHES[number], message).digest())
        first, *others = beats_of(message, lanes, context, tail)
        beats = [replace(first, user=number)]
        beats += [replace(beat, user=random.randrange(len(HASHES))) for beat in others]
        self.send(context, beats, answer)


@dataclass(frozen=True)
class Pace:
    """Probabilities that the source offers a beat and that the sink is ready, in each clock."""

    offer: float
    ready: float


FAST = Pace(1.0, 1.0)
PACES = (FAST, Pace(0.5, 1.0), Pace(1.0, 0.3), Pace(0.7, 0.7), Pace(1.0, 0.05))


def beats_of(message: bytes, lanes: int, context: int = 0, tail: bool = False) -> list[Beat]:
    """Cut a message into beats; with `tail`, an extra empty beat ends it where that is allowed."""
    parts = [message[i : i + lanes] for i in range(0, len(message), lanes)]
    if not parts or (tail and len(parts[-1]) == lanes):
        parts.append(b"")
    return [
        Beat(
            data=int.from_bytes(part + random.randbytes(lanes - len(part)), "little"),
            keep=(1 << len(part)) - 1,
            last=number == len(parts) - 1,
            context=context,
        )
        for number, part in enumerate(parts)
    ]


class Bench:
    """Drives a core clock by clock and checks every rule of its streams."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.lanes = len(dut.s_axis_tkeep)
        self.commands = hasattr(dut, "s_axis_tuser")
        self.clocks = 0
        self.offered: Beat | None = None  # an input beat that was not taken
        self.held: tuple[int, ...] | None = None  # an output beat that was not taken
        self.digest = b""  # the digest that is coming
        self.labels: tuple[int, int] | None = None  # its tid and tuser

    async def start(self) -> None:
        """Start the clock and reset the core."""
        Clock(self.dut.clk, 2, "step").start()
        await self.reset(3)

    async def reset(self, clocks: int) -> None:
        """Hold the reset for some clocks; whatever was under way is forgotten."""
        for active in [1] * clocks + [0]:
            await FallingEdge(self.dut.clk)
            self.dut.rst.value = active
            if hasattr(self.dut, "zeroize"):
                self.dut.zeroize.value = 0
            self.dut.s_axis_tvalid.value = 0
            self.dut.m_axis_tready.value = 0
        self.offered = self.held = self.labels = None
        self.digest = b""

    async def clock(self, beat: Beat | None, ready: bool) -> tuple[bool, Answer | None]:
        """One clock: returns whether the beat was taken, and a digest that became complete."""
        dut = self.dut
        await FallingEdge(dut.clk)
        dut.s_axis_tvalid.value = beat is not None
        dut.m_axis_tready.value = ready
        shown = beat or Beat(random.getrandbits(8), random.getrandbits(1), random.random() < 0.5)
        dut.s_axis_tdata.value = shown.data
        dut.s_axis_tkeep.value = shown.keep
        dut.s_axis_tlast.value = shown.last
        if CONTEXTS > 1:
            dut.s_axis_tid.value = shown.context
        if self.commands:
            dut.s_axis_tuser.value = shown.user
        await ReadOnly()
        self.clocks += 1
        taken = beat is not None and bool(dut.s_axis_tready.value)
        return taken, self._output(ready)

    def _output(self, ready: bool) -> Answer | None:
        dut = self.dut
        if not bool(dut.m_axis_tvalid.value):
            assert self.held is None, "tvalid fell before tready"
            return None
        context = int(dut.m_axis_tid.value) if CONTEXTS > 1 else 0
        signals = (dut.m_axis_tdata, dut.m_axis_tkeep, dut.m_axis_tlast, dut.m_axis_tuser)
        data, keep, last, user = (int(signal.value) for signal in signals)
        shown = (data, keep, last, user, context)
        assert self.held in (None, shown), "the output changed before it was taken"
        self.held = None if ready else shown
        return self._collect(data, keep, bool(last), (context, user)) if ready else None

    def _collect(self, data: int, keep: int, last: bool, labels: tuple[int, int]) -> Answer | None:
        assert self.labels in (None, labels), "tid or tuser changed within a digest"
        self.digest += data.to_bytes(self.lanes, "little")
        kept = keep.bit_count()
        length = len(self.digest) - self.lanes + kept
        assert keep == (1 << kept) - 1, "tkeep has a hole"
        self.labels = None if last else labels
        if not last:
            assert kept == self.lanes, "tkeep does not fit the digest"
            assert length < max(LENGTHS), "tlast is not at the end of the digest"
            return None
        assert length in LENGTHS, "tlast is not at the end of the digest"
        digest, self.digest = self.digest[:length], b""
        return Answer(labels[0], digest, bool(labels[1]))

    async def run(self, traffic: Traffic, pace: Pace, clocks: int | None = None) -> None:
        """Send the traffic and check all answers; with `clocks`, stop after so many."""
        quiet, end = 0, None if clocks is None else self.clocks + clocks
        while any(traffic.beats.values()) or any(traffic.answers.values()) or quiet < SILENCE:
            if self.clocks == end:
                return
            if self.offered is None and random.random() < pace.offer:
                self.offered = _next_beat(traffic)
            taken, answer = await self.clock(self.offered, random.random() < pace.ready)
            if taken:
                self.offered = None
            if answer is not None:
                _check(traffic, answer)
            quiet = 0 if taken or answer is not None else quiet + 1
            assert quiet < PATIENCE, "the core has stopped working"


def _next_beat(traffic: Traffic) -> Beat | None:
    waiting = [context for context, beats in traffic.beats.items() if beats]
    return traffic.beats[random.choice(waiting)].popleft() if waiting else None


def _check(traffic: Traffic, answer: Answer) -> None:
    expected = traffic.answers.get(answer.context)
    assert expected, f"context {answer.context} sends a digest nobody asked for"
    wanted = expected.popleft()
    assert answer.flawed == wanted.flawed, f"tuser is {answer.flawed}, not {wanted.flawed}"
    if not wanted.flawed:
        assert answer.digest == wanted.digest, (
            f"context {answer.context}: {answer.digest.hex()} instead of {wanted.digest.hex()}"
        )


def _random_traffic(lanes: int, lengths: Iterable[int]) -> Traffic:
    traffic = Traffic()
    for length in lengths:
        context = random.randrange(CONTEXTS)
        traffic.message(context, random.randbytes(length), lanes, tail=random.random() < 0.5)
    return traffic


def _lengths(count: int, blocks: int = 3) -> Iterator[int]:
    return (random.randrange(blocks * BLOCK_BYTES + 2) for _ in range(count))


@cocotb.test()
async def every_length(dut: Any) -> None:
    """Every length from 0 to three blocks and a byte, on random contexts, at every pace."""
    bench = Bench(dut)
    await bench.start()
    lengths = list(range(3 * BLOCK_BYTES + 2))
    random.shuffle(lengths)
    for number, pace in enumerate(PACES):
        await bench.run(_random_traffic(bench.lanes, lengths[number :: len(PACES)]), pace)


@cocotb.test()
async def short_messages_at_full_speed(dut: Any) -> None:
    """Messages around the lengths at which padding takes a further block, without a pause."""
    bench = Bench(dut)
    await bench.start()
    edge = BLOCK_BYTES - BLOCK_BYTES // 8
    lengths = [0, 1, edge - 1, edge, edge + 3, edge + 4, BLOCK_BYTES - 1, BLOCK_BYTES] * 6
    random.shuffle(lengths)
    await bench.run(_random_traffic(bench.lanes, lengths), FAST)


@cocotb.test()
async def reset_at_any_time(dut: Any) -> None:
    """After a reset in the middle of anything, no trace of earlier messages is left."""
    bench = Bench(dut)
    await bench.start()
    for number in range(8):
        pace = PACES[number % len(PACES)]
        cut = _random_traffic(bench.lanes, _lengths(8 * CONTEXTS))
        await bench.run(cut, pace, clocks=random.randrange(1, 400))
        await bench.reset(random.choice((1, 1, 2, 5)))
        await bench.run(_random_traffic(bench.lanes, _lengths(2 * CONTEXTS)), FAST)


@cocotb.test()
async def broken_rules(dut: Any) -> None:
    """Holes in tkeep and early partial beats flaw their message only; strange tids are dropped."""
    bench = Bench(dut)
    await bench.start()
    traffic = Traffic()
    strangers = range(CONTEXTS, 1 << max(1, (CONTEXTS - 1).bit_length())) if CONTEXTS > 1 else ()
    for length in _lengths(12 + 6 * CONTEXTS, blocks=2):
        context = random.randrange(CONTEXTS)
        beats = beats_of(random.randbytes(length), bench.lanes, context)
        broken = _broken(beats, bench.lanes)
        if broken is not None and random.random() < 0.5:
            traffic.send(context, broken, Answer(context, b"", flawed=True))
        else:
            traffic.message(context, random.randbytes(length), bench.lanes)
    for context in strangers:
        for length in _lengths(4):
            traffic.send(context, beats_of(random.randbytes(length), bench.lanes, context), None)
    await bench.run(traffic, Pace(0.9, 0.6))


def _broken(beats: list[Beat], lanes: int) -> list[Beat] | None:
    """Break a random beat; None when the choice leaves nothing to break."""
    full = (1 << lanes) - 1
    place = random.randrange(len(beats))
    beat = beats[place]
    if beat.last:
        keeps = [k for k in (random.getrandbits(lanes) for _ in range(50)) if k & (k + 1)]
    else:
        keeps = [k for k in (random.getrandbits(lanes), full >> 1, full - 1) if k != full]
    if not keeps:
        return None
    wrong = Beat(beat.data, random.choice(keeps), beat.last, beat.context)
    return [*beats[:place], wrong, *beats[place + 1 :]]


@cocotb.test()
async def output_held_back(dut: Any) -> None:
    """With nobody taking digests the core stops without loss, then goes on."""
    bench = Bench(dut)
    await bench.start()
    traffic = _random_traffic(bench.lanes, _lengths(8 * CONTEXTS, blocks=1))
    await bench.run(traffic, Pace(1.0, 0.0), clocks=2500)
    await bench.run(traffic, FAST)


@cocotb.test()
async def lone_long_message(dut: Any) -> None:
    """Clocks per block of a long message that is alone."""
    bench = Bench(dut)
    await bench.start()

    async def clocks_of(blocks: int) -> int:
        traffic = Traffic()
        traffic.message(0, random.randbytes(blocks * BLOCK_BYTES), bench.lanes)
        before = bench.clocks
        await bench.run(traffic, FAST)
        return bench.clocks - before

    each = (await clocks_of(30) - await clocks_of(10)) / 20
    dut._log.info("clocks per block of a lone message: %s", each)
    assert not BLOCK_CLOCKS or each <= BLOCK_CLOCKS, f"{each} clocks per block"
