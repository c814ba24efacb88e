"""What rings of descriptors should do, worked out with hashlib and hmac from docs/dma.md, and rings
at random with everything that can be wrong with a descriptor.

A packet is one descriptor or several. What a core with keys does with packets is that of
docs/hmac.md, with one packet at a time.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from hashloom.verification.random.bus.machine import Script, Told

DESCRIPTOR_BYTES = 32
STATUS_AT = 16  # byte of a descriptor
DONE = 1 << 31
RING, RESULTS, DATA = 0x1000, 0x80000, 0x100000
NOWHERE = 0x40000000  # where nothing is
RESULT_BYTES = 64  # between results
HASH, MAC, VERIFY, TAG, KEY, ERASE, ERASE_ALL = range(7)
STATUS_BYTES = 4


@dataclass(frozen=True)
class Descriptor:
    """A descriptor as a processor fills it; see docs/dma.md."""

    address: int
    length: int
    result: int
    command: int = 0
    last: bool = True
    interrupt: bool = False

    @property
    def bytes(self) -> bytes:
        """Its words, the status and what the core does not read all ones."""
        marks = int(self.last) << 24 | int(self.interrupt) << 25
        words = (self.address, self.length, self.command | marks, self.result)
        return b"".join(word.to_bytes(4, "little") for word in words) + b"\xff" * STATUS_AT


@dataclass(frozen=True)
class Written:
    """The status of a descriptor."""

    word: int

    @property
    def done(self) -> bool:
        """Whether it was written."""
        return bool(self.word & DONE) and self.word != 0xFFFFFFFF

    @property
    def result(self) -> int:
        """What the core says of the packet."""
        return self.word & 7

    @property
    def unread(self) -> bool:
        """Data could not be read."""
        return bool(self.word >> 8 & 1)

    @property
    def unwritten(self) -> bool:
        """The answer could not be written."""
        return bool(self.word >> 9 & 1)

    @property
    def broken(self) -> bool:
        """It breaks the rules."""
        return bool(self.word >> 10 & 1)

    @property
    def bytes(self) -> int:
        """Of the answer, that were written."""
        return self.word >> 16 & 0xFF


@dataclass(frozen=True)
class Part:
    """A descriptor and what is at its address.

    Attributes:
        address: of the data.
        data: what the descriptor names.
        fault: a byte of them that cannot be read; None for none.
        nowhere: there is no memory at the address.
        rule: what breaks the rules, "" for nothing.
    """

    address: int
    data: bytes
    fault: int | None = None
    nowhere: bool = False
    rule: str = ""


@dataclass(frozen=True)
class Packet:
    """A packet: its parts, its command, where its answer goes, and whether it can be written."""

    parts: tuple[Part, ...]
    operation: int = HASH
    slot: int = 0
    tag_bytes: int = 0
    result: int = RESULTS
    unwritable: bool = False

    @property
    def command(self) -> int:
        """As s_axis_tuser has it."""
        return self.slot << 11 | self.tag_bytes << 4 | self.operation

    @property
    def data(self) -> bytes:
        """Of all parts."""
        return b"".join(part.data for part in self.parts)

    def descriptors(self) -> Iterator[Descriptor]:
        """Of its parts; only the last one's result counts."""
        for index, part in enumerate(self.parts):
            address, length, result = part.address, len(part.data), self.result
            command = self.command
            if part.rule == "result":
                result |= 4
            elif part.rule == "command":
                command |= 1 << 28
            elif part.rule == "beyond":
                address, length = 0xFFFFFFF0, 17
            yield Descriptor(address, length, result, command, index == len(self.parts) - 1)


@dataclass(frozen=True)
class Expected:
    """Of a descriptor: its status, and the answer that is written."""

    word: int
    answer: bytes = b""


@dataclass
class Model:
    """What the core does with packets, in their order."""

    hash_name: str
    keyed: bool = False
    slots: int = 4
    keys: dict[int, bytes] = field(default_factory=dict)
    tag: bytes | None = None

    def packet(self, packet: Packet) -> Iterator[Expected]:
        """What its descriptors get."""
        unread = broken = False
        for part in packet.parts[:-1]:
            broken |= bool(part.rule)
            unread |= (part.fault is not None or part.nowhere) and not part.rule
            yield Expected(_status(0, unread, False, broken))
        last = packet.parts[-1]
        if last.rule and len(packet.parts) == 1:
            yield Expected(_status(0, False, False, True))
            return
        broken |= bool(last.rule)
        unread |= (last.fault is not None or last.nowhere) and not last.rule
        status, answer = self._answered(packet, malformed=unread or broken)
        unwritten = bool(answer) and packet.unwritable
        answer = b"" if unwritten else answer
        yield Expected(_status(status, unread, unwritten, broken, len(answer)), answer)

    def _answered(self, packet: Packet, *, malformed: bool) -> tuple[int, bytes]:
        """Status and bytes of the core's answer; of a packet without one both are nothing."""
        digest = hashlib.new(self.hash_name, packet.data).digest()
        if not self.keyed:
            return (1, b"") if malformed else (0, digest)
        held = self.keys.get(packet.slot)
        longest = len(digest)
        if packet.operation == HASH:
            return (1, b"") if malformed else (0, digest)
        if packet.operation in (MAC, VERIFY):
            tag, self.tag = (self.tag, None) if packet.operation == VERIFY else (None, self.tag)
            if held is None:
                return 3, b""
            if not 4 <= packet.tag_bytes <= longest:
                return 4, b""
            own = hmac.new(held, packet.data, self.hash_name).digest()[: packet.tag_bytes]
            if packet.operation == MAC:
                return (1, b"") if malformed else (0, own)
            if tag is None or len(tag) != packet.tag_bytes:
                return 5, b""
            return (1 if malformed else 0 if own == tag else 2), b""
        if packet.operation == TAG:
            self.tag = None if malformed else packet.data
            return 0, b""
        if packet.operation == KEY:
            if packet.slot >= self.slots:
                return 3, b""
            self.keys.pop(packet.slot, None)
            if not malformed:
                self.keys[packet.slot] = packet.data
            return int(malformed), b""
        if packet.operation == ERASE:
            if packet.slot >= self.slots:
                return 3, b""
            self.keys.pop(packet.slot, None)
            return int(malformed), b""
        if packet.operation == ERASE_ALL:
            self.keys.clear()
            return int(malformed), b""
        return 6, b""


def _status(result: int, unread: bool, unwritten: bool, broken: bool, count: int = 0) -> int:
    flags = unread << 8 | unwritten << 9 | broken << 10
    return 1 << 31 | count << 16 | flags | result


def random_packets(
    rng: Random, count: int, *, keyed: bool, wrong: float, most: int = 300
) -> list[Packet]:
    """Packets at random; `wrong` is the share of descriptors that are."""
    found, address = [], DATA
    for number in range(count):
        operation = slot = tag_bytes = 0
        if keyed:
            operation = rng.choice((0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 11))
            slot, tag_bytes = rng.choice((0, 0, 1, 4)), rng.choice((4, 5, 20, 20, 32, 33))
        parts = []
        pieces = 1 if operation in (ERASE, ERASE_ALL) else rng.choice((1, 1, 1, 2, 3))
        for _ in range(pieces):
            length = rng.choice((0, 1, 4, 31, 63, 64, 65, rng.randrange(most), rng.randrange(most)))
            if operation in (ERASE, ERASE_ALL):
                length = 0
            if operation == TAG and pieces == 1:
                length = tag_bytes
            # At any lane, in words of its own, and now and then at the end of a page
            address += rng.randrange(16, 56)
            if rng.random() < 0.2:
                address = (address + 80 | 0xFFF) - rng.randrange(80)
            part = Part(address, rng.randbytes(length))
            if rng.random() < wrong:
                part = _wrong(rng, part)
            parts.append(part)
            address += length
        result = RESULTS + RESULT_BYTES * number
        found.append(
            Packet(tuple(parts), operation, slot, tag_bytes, result, rng.random() < wrong / 2)
        )
    return found


def _wrong(rng: Random, part: Part) -> Part:
    kind = rng.choice(("fault", "nowhere", "result", "command", "beyond"))
    if kind == "fault":
        fault = rng.randrange(len(part.data)) if part.data else None
        return Part(part.address, part.data, fault)
    if kind == "nowhere":
        return Part(NOWHERE + part.address, part.data, nowhere=bool(part.data))
    return Part(part.address, part.data, rule=kind)


def verifying(model: Model, packets: Sequence[Packet], rng: Random) -> list[Packet]:
    """The same, where most tags are those that VERIFY behind them expects."""
    keys: dict[int, bytes] = {}
    found = list(packets)
    for index, packet in enumerate(packets):
        if packet.operation == KEY and not any(p.rule or p.nowhere for p in packet.parts):
            keys[packet.slot] = packet.data
        if packet.operation == TAG and index + 1 < len(packets) and len(packet.parts) == 1:
            after, (part,) = packets[index + 1], packet.parts
            if after.operation == VERIFY and after.slot in keys and rng.random() < 0.8:
                own = hmac.new(keys[after.slot], after.data, model.hash_name).digest()
                tag = own[: after.tag_bytes]
                parts = (Part(part.address, tag, None, part.nowhere, part.rule),)
                found[index] = Packet(parts, TAG, packet.slot, packet.tag_bytes, packet.result)
    return found


@dataclass
class Ring:
    """A ring of `2 ** size` descriptors that a processor fills again and again."""

    script: Script
    size: int = 3
    base: int = RING
    filled: int = 0
    fetched: set[int] = field(default_factory=set)
    named: set[int] = field(default_factory=set)  # bytes that may be read
    writable: set[int] = field(default_factory=set)

    def start(self) -> None:
        """Registers of a ring that is stopped."""
        self.filled = 0
        self.script.write("RING", self.base | self.size)
        self.script.write("INTR_ENABLE", 3)
        self.script.write("CONTROL", 1)

    def put(self, packet: Packet) -> None:
        """What a packet's descriptors name; twice is once."""
        script = self.script
        for part in packet.parts:
            if not part.nowhere:
                script.put(part.address, part.data)
            if part.fault is not None:
                script.add(f"fault 0 {part.address + part.fault}")
            if not part.rule:
                self.named |= set(range(part.address, part.address + len(part.data)))
        script.put(packet.result, b"\xee" * RESULT_BYTES)
        if packet.unwritable:
            script.add(f"fault 1 {packet.result}")

    def fill(self, descriptor: Descriptor) -> int:
        """One more; the address it has."""
        address = self.base + DESCRIPTOR_BYTES * (self.filled % (1 << self.size))
        self.script.put(address, descriptor.bytes)
        self.named |= set(range(address, address + STATUS_AT))
        self.writable |= set(range(address + STATUS_AT, address + STATUS_AT + STATUS_BYTES))
        self.filled += 1
        return address

    def knock(self) -> None:
        """TAIL is written."""
        self.script.write("TAIL", self.filled % 0x10000)

    def wait(self, address: int, limit: int = 30000) -> None:
        """Until the descriptor there is done."""
        # Before it is done its status has all bits set, also those that no status has.
        self.script.add(f"until {address + STATUS_AT} {0xFF000000} {0x80000000} {limit}")


def run_packets(ring: Ring, packets: Sequence[Packet], model: Model, rng: Random) -> list[Expected]:
    """Lines for packets, as many at a time as the ring holds; what they should get."""
    expected: list[Expected] = []
    batch: list[tuple[Packet, int]] = []

    def ends() -> None:
        ring.knock()
        for _, address in batch:
            ring.wait(address)
        for packet, address in batch:
            ring.script.get(address, DESCRIPTOR_BYTES)
            ring.script.get(packet.result, RESULT_BYTES)
        batch.clear()

    for packet in packets:
        ring.put(packet)
        answers = list(model.packet(packet))
        expected += answers
        ring.writable |= set(range(packet.result, packet.result + len(answers[-1].answer)))
        if packet.unwritable and answers[-1].word >> 9 & 1:
            ring.writable |= set(range(packet.result, packet.result + RESULT_BYTES))
        for descriptor in packet.descriptors():
            if len(batch) == 1 << ring.size:
                ends()
            batch.append((packet, ring.fill(descriptor)))
            if rng.random() < 0.3:
                ring.knock()
    ends()
    return expected


def difference(told: Told, expected: Sequence[Expected], ring: Ring, lanes: int) -> str:
    """The first thing that is not as it should be, or nothing."""
    if told.failure or told.late:
        return told.failure or f"{told.late} waits were too long"
    results: dict[int, bytes] = {}
    for index, each in enumerate(expected):
        descriptor, result = told.bytes[2 * index : 2 * index + 2]
        word = int.from_bytes(descriptor[STATUS_AT : STATUS_AT + STATUS_BYTES], "little")
        if word != each.word:
            return f"the status of descriptor {index} is {word:08x} and not {each.word:08x}"
        if each.answer:
            results[index] = result
            if result != each.answer + b"\xee" * (RESULT_BYTES - len(each.answer)):
                return f"the answer to descriptor {index} is {result.hex()}"
    return outside(told, ring, lanes)


def outside(told: Told, ring: Ring, lanes: int) -> str:
    """The first byte that was written, or word that was read, outside what descriptors name."""
    for address in sorted(told.written - ring.writable):
        return f"a byte was written at {address:x}, which nothing names"
    for address, count in told.read:
        for word in range(address, address + count, lanes):
            if not any(word + lane in ring.named for lane in range(lanes)):
                return f"a word was read at {word:x}, of which nothing is named"
    return ""
