"""cocotb bench of an HMAC core's streams: run it with any simulator on the core's top module.

Parameters come from environment variables, or else from core.json beside this file:
    HASHLOOM_HASH      name of the hash, as in Python's hashlib: sha256, sha512_224, ..; of several
                       hashes with "+" between them
    HASHLOOM_CONTEXTS  messages in flight (1: the core has no tid ports)
    HASHLOOM_SLOTS     key slots
    HASHLOOM_RESUME    1 where states are saved and restored, else 0
The width of the streams is that of the core's ports. The oracles are hmac and hashlib.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import random
from dataclasses import replace
from typing import Any, NamedTuple

import cocotb

from hashloom.verification.benches.bench_protocol import (
    BLOCK_BYTES,
    CONTEXTS,
    CORE,
    FAST,
    HASHES,
    PACES,
    Answer,
    Bench,
    Pace,
    Traffic,
    beats_of,
)

SLOTS = int(os.environ.get("HASHLOOM_SLOTS") or CORE.get("slots", 4))
RESUME = bool(int(os.environ.get("HASHLOOM_RESUME") or CORE.get("resume", 0)))
STATE_BYTES = 10 * BLOCK_BYTES // 16  # which no digest has
HASHING, MAC, VERIFY, TAG, KEY, ERASE, ERASE_ALL, SAVE, RESTORE = range(9)
OK, MALFORMED, REJECTED, NO_KEY, TAG_BYTES, NO_TAG, NOT_POSSIBLE = range(7)
KEY_LENGTHS = (0, 1, 20, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 3 * BLOCK_BYTES)


class Key(NamedTuple):
    """A key and the number of its hash."""

    data: bytes
    number: int

    @property
    def hash(self) -> str:
        """Name of its hash."""
        return HASHES[self.number]

    @property
    def digest_bytes(self) -> int:
        """Bytes of its longest tag."""
        return hashlib.new(self.hash).digest_size

    def tag(self, message: bytes) -> bytes:
        """The whole tag of a message."""
        return hmac.new(self.data, message, self.hash).digest()


class HmacBench(Bench):
    """A bench whose answers have any length; `flawed` of an answer is its status.

    Of a saved state an answer has the last two words alone, which are known before; the latest
    whole state of each context is in `states`.
    """

    def __init__(self, dut: Any) -> None:
        super().__init__(dut)
        self.states: dict[int, bytes] = {}

    def _collect(self, data: int, keep: int, last: bool, labels: tuple[int, int]) -> Answer | None:
        assert self.labels in (None, labels), "tid or tuser changed within an answer"
        count = keep.bit_length()
        assert keep == (1 << count) - 1, "tkeep has a gap"
        assert last or count == self.lanes, "a beat before the last is not full"
        assert count or (last and not self.digest), "a beat without bytes is no answer"
        self.digest += (data & ((1 << 8 * count) - 1)).to_bytes(count, "little")
        self.labels = None if last else labels
        if not last:
            return None
        digest, self.digest = self.digest, b""
        if len(digest) == STATE_BYTES:
            self.states[labels[0]] = digest
            digest = digest[-(STATE_BYTES // 5) :]
        return Answer(labels[0], digest, labels[1])


class Packets(Traffic):
    """Packets with commands, and the answers they must get."""

    lanes = 1

    def packet(
        self,
        context: int,
        command: tuple[int, int, int],
        payload: bytes,
        digest: bytes = b"",
        status: int = OK,
        number: int | None = None,
    ) -> None:
        """Add a packet; `command` is operation, slot and tag_bytes, `number` that of a hash."""
        operation, slot, tag_bytes = command
        noise = random.randrange(len(HASHES))
        user = (noise if number is None else number) << 19
        user |= slot << 11 | tag_bytes << 4 | operation
        tail = random.random() < 0.3
        beats = [replace(b, user=user) for b in beats_of(payload, self.lanes, context, tail)]
        answered = operation not in (TAG, RESTORE)
        answer = Answer(context, digest, status) if answered else None
        self.send(context, beats, answer)

    def hashed(self, context: int, message: bytes) -> None:
        """Add a message without a key; slot and tag length are noise."""
        noise = (HASHING, random.randrange(256), random.randrange(128))
        number = random.randrange(len(HASHES))
        digest = hashlib.new(HASHES[number], message).digest()
        self.packet(context, noise, message, digest, number=number)

    def mac(self, context: int, slot: int, key: Key) -> None:
        """Add a message for a tag."""
        message, tag_bytes = _message(), random.randrange(4, key.digest_bytes + 1)
        self.packet(context, (MAC, slot, tag_bytes), message, key.tag(message)[:tag_bytes])

    def saved(self, context: int, part: bytes, number: int, end: int) -> None:
        """Add blocks of a message of a hash that are saved, up to so many bytes of it."""
        bits = (8 * end).to_bytes(STATE_BYTES // 5, "big")
        self.packet(context, (SAVE, random.randrange(256), 0), part, bits, number=number)

    def verify(self, context: int, slot: int, key: Key) -> None:
        """Add a message for verification, its tag right or wrong in one bit."""
        message, tag_bytes = _message(), random.randrange(4, key.digest_bytes + 1)
        tag = bytearray(key.tag(message)[:tag_bytes])
        wrong = random.random() < 0.5
        if wrong:
            tag[random.randrange(tag_bytes)] ^= 1 << random.randrange(8)
        self.packet(context, (TAG, 0, 0), bytes(tag))
        status = REJECTED if wrong else OK
        self.packet(context, (VERIFY, slot, tag_bytes), message, status=status)


def _message() -> bytes:
    return random.randbytes(random.randrange(3 * BLOCK_BYTES))


def _packets(bench: Bench) -> Packets:
    packets = Packets()
    packets.lanes = bench.lanes
    return packets


async def _keys(bench: Bench, pace: Pace = FAST) -> list[Key]:
    """Load a key into every slot (of many, the first and the last), one behind the other."""
    several = len(HASHES)
    lengths = [random.choice(KEY_LENGTHS) for _ in range(SLOTS)]
    keys = [Key(random.randbytes(length), random.randrange(several)) for length in lengths]
    packets, context = _packets(bench), random.randrange(CONTEXTS)
    for slot in _used_slots():
        packets.packet(context, (KEY, slot, 0), keys[slot].data, number=keys[slot].number)
    await bench.run(packets, pace)
    return keys


def _used_slots() -> list[int]:
    return sorted({*range(min(4, SLOTS)), SLOTS - 1})


def _slot() -> int:
    return random.choice(_used_slots())


@cocotb.test()
async def tags_and_digests(dut: Any) -> None:
    """Tags, verifications and plain digests with all keys at every pace."""
    bench = HmacBench(dut)
    await bench.start()
    for pace in PACES:
        keys = await _keys(bench, pace)
        packets = _packets(bench)
        for _ in range(8 + 4 * CONTEXTS):
            context, slot = random.randrange(CONTEXTS), _slot()
            packets.mac(context, slot, keys[slot])
            packets.verify(context, slot, keys[slot])
            packets.hashed(context, _message())
        await bench.run(packets, pace)


@cocotb.test()
async def errors(dut: Any) -> None:
    """Whatever is asked wrongly gets its status, and the next packet is right."""
    bench = HmacBench(dut)
    await bench.start()
    keys = await _keys(bench)
    packets = _packets(bench)
    wrong = [
        ((MAC, 0, 3), TAG_BYTES),
        ((MAC, 0, keys[0].digest_bytes + 1), TAG_BYTES),
        ((VERIFY, 0, 16), NO_TAG),
        ((RESTORE + 1, 0, 16), NOT_POSSIBLE),
        ((15, 0, 16), NOT_POSSIBLE),
        *([((MAC, SLOTS, 16), NO_KEY)] if SLOTS < 256 else []),
    ]
    for command, status in wrong * 2:
        context, slot = random.randrange(CONTEXTS), _slot()
        packets.packet(context, command, _message(), status=status)
        packets.mac(context, slot, keys[slot])
    for length in (0, 15, 17):
        context = random.randrange(CONTEXTS)
        packets.packet(context, (TAG, 0, 0), bytes(16))
        packets.packet(context, (VERIFY, 0, 16), _message(), status=REJECTED)
        packets.packet(context, (VERIFY, 0, 16), _message(), status=NO_TAG)
        packets.packet(context, (TAG, 0, 0), bytes(length))
        packets.packet(context, (VERIFY, 0, 16), _message(), status=NO_TAG)
        packets.hashed(context, _message())
    await bench.run(packets, Pace(0.9, 0.6))


@cocotb.test()
async def erased_and_reset(dut: Any) -> None:
    """Erased slots have no key, a reset erases all, and keys can be loaded again."""
    bench = HmacBench(dut)
    await bench.start()
    for number in range(4):
        keys = await _keys(bench)
        packets = _packets(bench)
        packets.packet(0, (ERASE, 0, 0) if number % 2 else (ERASE_ALL, 0, 0), b"")
        packets.packet(0, (MAC, 0, 16), _message(), status=NO_KEY)
        if SLOTS > 1 and number % 2:
            packets.mac(0, SLOTS - 1, keys[SLOTS - 1])
        await bench.run(packets, PACES[number])
    for pace in PACES:
        keys = await _keys(bench)
        packets = _packets(bench)
        for context in range(CONTEXTS):
            for slot in (_slot(), _slot()):
                packets.mac(context, slot, keys[slot])
        await bench.run(packets, pace, clocks=random.randrange(1, 400))
        await bench.reset(random.choice((1, 1, 2, 5)))
        packets = _packets(bench)
        packets.packet(0, (MAC, _slot(), 16), _message(), status=NO_KEY)
        packets.hashed(0, _message())
        await bench.run(packets, FAST)


@cocotb.test(skip=not RESUME)
async def states(dut: Any) -> None:
    """Messages that are saved behind a block or two and gone on with, other packets in between."""
    bench = HmacBench(dut)
    await bench.start()
    keys = await _keys(bench)
    restore = (RESTORE, 0, 0)
    for pace in PACES:
        parts = {context: [b""] for context in range(CONTEXTS)}
        numbers = [random.randrange(len(HASHES)) for _ in parts]
        for _ in range(3):
            packets = _packets(bench)
            for context, sent in parts.items():
                if sent[-1]:
                    packets.packet(context, restore, bench.states[context])
                sent.append(random.randbytes(random.randint(1, 2) * BLOCK_BYTES))
                packets.saved(context, sent[-1], numbers[context], len(b"".join(sent)))
                packets.hashed(context, _message())
                slot = _slot()
                packets.mac(context, slot, keys[slot])
            await bench.run(packets, pace)
        packets = _packets(bench)
        for context, sent in parts.items():
            packets.packet(context, restore, bench.states[context])
            packets.packet(context, (MAC, 0, 16), _message(), status=NOT_POSSIBLE)
            packets.packet(context, restore, bench.states[context])
            rest, number = _message(), numbers[context]
            digest = hashlib.new(HASHES[number], b"".join(sent) + rest).digest()
            packets.packet(context, (HASHING, 0, 0), rest, digest, number=number)
            packets.packet(context, (SAVE, 0, 0), bytes(BLOCK_BYTES - 1), status=MALFORMED)
            packets.hashed(context, _message())
        await bench.run(packets, pace)


@cocotb.test()
async def answers_held_back(dut: Any) -> None:
    """With nobody taking answers the core stops without loss, then goes on."""
    bench = HmacBench(dut)
    await bench.start()
    keys = await _keys(bench)
    packets = _packets(bench)
    for _ in range(8 * CONTEXTS):
        slot = _slot()
        packets.mac(random.randrange(CONTEXTS), slot, keys[slot])
    await bench.run(packets, Pace(1.0, 0.0), clocks=2500)
    await bench.run(packets, FAST)
