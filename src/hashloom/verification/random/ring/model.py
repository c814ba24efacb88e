"""What rings of descriptors should do, from docs/dma.md, and packets with everything that can be
wrong with a descriptor.

A packet is one descriptor or several. What packets mean is the oracle's.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace

from hashloom.verification.random.bus.machine import Script, Told
from hashloom.verification.random.requests import (
    KEYED_USER_BITS,
    Beat,
    Op,
    Shape,
    Status,
    user_of,
)
from hashloom.verification.random.streams.oracle import Oracle

DESCRIPTOR_BYTES = 32
STATUS_AT = 16  # byte of a descriptor
DONE = 1 << 31
RING, RESULTS, DATA = 0x1000, 0x80000, 0x100000
NOWHERE = 0x40000000  # where nothing is
RESULT_BYTES = 64  # between results
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
        bit: which bit of those that mean nothing.
    """

    address: int
    data: bytes
    fault: int | None = None
    nowhere: bool = False
    rule: str = ""
    bit: int = 2

    @property
    def unreadable(self) -> bool:
        """Whether the memory refuses some of its data."""
        return (self.fault is not None or self.nowhere) and not self.rule


@dataclass(frozen=True)
class Packet:
    """A packet: its parts, its command, where its answer goes, whether it can be written."""

    parts: tuple[Part, ...]
    operation: int = Op.HASH
    slot: int = 0
    tag_bytes: int = 0
    result: int = RESULTS
    unwritable: bool = False
    choice: int = 0

    @property
    def command(self) -> int:
        """As s_axis_tuser has it."""
        return user_of(self.operation, self.tag_bytes, self.slot, self.choice)

    @property
    def data(self) -> bytes:
        """Of all parts."""
        return b"".join(part.data for part in self.parts)

    @property
    def changes_keys(self) -> bool:
        """Whether it reaches the core and asks for that."""
        alone = len(self.parts) == 1 and bool(self.parts[0].rule)
        return self.operation in (Op.KEY, Op.ERASE, Op.ERASE_ALL) and not alone

    def descriptors(self) -> Iterator[Descriptor]:
        """Of its parts; only the last one's result counts."""
        for index, part in enumerate(self.parts):
            address, length, result = part.address, len(part.data), self.result
            command = self.command
            if part.rule == "result":
                result |= 1 << part.bit % 6
            elif part.rule == "command":
                command |= (1 << 21, 1 << 22, 1 << 23, *(1 << bit for bit in range(26, 32)))[
                    part.bit % 9
                ]
            elif part.rule == "beyond":
                address, length = 0xFFFFFFF0, 17
            yield Descriptor(address, length, result, command, index == len(self.parts) - 1)


@dataclass(frozen=True)
class Expected:
    """Of a descriptor: its status, and the answer that is written; `meaningless` for any bytes."""

    word: int
    answer: bytes = b""
    meaningless: bool = False


class Model:
    """What a core does with packets, in their order; what they mean is the oracle's."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.oracle = Oracle(replace(shape, contexts=1))  # packets of a message core are alike

    def packet(self, packet: Packet) -> Iterator[Expected]:
        """What its descriptors get."""
        unread = broken = False
        for part in packet.parts[:-1]:
            broken |= bool(part.rule)
            unread |= part.unreadable
            yield Expected(_status(0, unread, False, broken))
        last = packet.parts[-1]
        if last.rule and len(packet.parts) == 1:
            yield Expected(_status(0, False, False, True))
            return
        broken |= bool(last.rule)
        unread |= last.unreadable
        yield self._answered(packet, unread, broken)

    def zeroised(self, packet: Packet) -> Iterator[Expected]:
        """What they get when `zeroize` comes while the packet is under way."""
        before = deepcopy(self.oracle)
        *others, last = self.packet(packet)
        self.oracle = before
        self.oracle.zeroise()
        yield from others
        silent = not self.shape.answers(packet.operation)
        alone = last.word >> 10 & 1 and len(packet.parts) == 1
        result = 0 if silent or alone else int(Status.ZEROISED)
        yield Expected(last.word & ~0xFF0207 | result)

    def _answered(self, packet: Packet, unread: bool, broken: bool) -> Expected:
        """What the last descriptor gets of a packet that reaches the core."""
        lanes, data = self.shape.beat_bytes, packet.data
        user = packet.command if self.shape.keyed else packet.command >> KEYED_USER_BITS
        beats = max(1, -(-len(data) // lanes))
        for index in range(beats):
            piece = data[index * lanes :][:lanes]
            last = index == beats - 1
            keep = (1 << len(piece)) - 1
            if last and (unread or broken):
                keep = 2  # not from the first lane: the packet is malformed
            self.oracle.take(Beat(0, user, piece.ljust(lanes, b"\0"), keep, last))
        status, answer, meaningless = 0, b"", False
        due = self.oracle.due[0]
        if due:
            found = due.popleft()
            assert found.status is not None
            status, answer, meaningless = int(found.status), found.data, found.meaningless
        if unread or broken or (status and not self.shape.keyed):
            answer = b""  # a message core's digest would mean nothing
        unwritten = bool(answer) and packet.unwritable
        answer = b"" if unwritten else answer
        word = _status(status, unread, unwritten, broken, len(answer))
        return Expected(word, answer, meaningless)


def _status(result: int, unread: bool, unwritten: bool, broken: bool, count: int = 0) -> int:
    flags = unread << 8 | unwritten << 9 | broken << 10
    return 1 << 31 | count << 16 | flags | result


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


def outside(told: Told, ring: Ring, lanes: int) -> str:
    """The first byte that was written, or word that was read, outside what descriptors name."""
    for address in sorted(told.written - ring.writable):
        return f"a byte was written at {address:x}, which nothing names"
    for address, count in told.read:
        for word in range(address, address + count, lanes):
            if not any(word + lane in ring.named for lane in range(lanes)):
                return f"a word was read at {word:x}, of which nothing is named"
    return ""
