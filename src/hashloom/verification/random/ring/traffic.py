"""Random rings: packets of every operation in any number of descriptors, at any address, with what
can be wrong with them, in a memory that takes its time; and ends of a ring in any clock.

A run is a script of the machine, and what it is judged by: packets in segments, in the order in
which their bytes are told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from hashloom.cores import Core
from hashloom.verification.random.bus.machine import Script
from hashloom.verification.random.requests import Op, Shape
from hashloom.verification.random.requests import Packet as Wanted
from hashloom.verification.random.ring.model import (
    DATA,
    DESCRIPTOR_BYTES,
    NOWHERE,
    RESULT_BYTES,
    RESULTS,
    RING,
    STATUS_AT,
    Packet,
    Part,
    Ring,
)
from hashloom.verification.random.streams.oracle import Oracle
from hashloom.verification.random.streams.packets import Packets

MEMORIES = ((1, 1, 0), (1, 20, 200), (5, 60, 500), (30, 300, 0))
ENDS = ("stop", "reset", "fetch", "status")
_HALTS = ("fetch", "status")  # of them
SIZES = range(5)
LANES = 16  # bytes of the widest word of memory
RUNNING, STOPPED, HALTED = 1, 2, 5  # STATUS
_ERRORS = 0xFF
_PAGE = 4096
_BEGUN = 100  # clocks in which the ring has begun to fetch
_LONG = 2_000_000  # clocks that a descriptor may take, in a slow memory
# Clocks, and blocks' time, without a move, besides what erasing takes: nothing more comes
_QUIET, _QUIET_BLOCKS = 1000, 40
_WRONG = ("fault", "nowhere", "result", "command", "beyond")


@dataclass(frozen=True)
class Sent:
    """A packet, and where what became of it is told.

    Attributes:
        packet: what its descriptors say.
        told: numbers of the bytes told: of each descriptor, and of the result.
    """

    packet: Packet
    told: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Segment:
    """Packets up to an end.

    Attributes:
        sent: in their order.
        end: "" for none: all are done; of ENDS, behind which the ring begins anew; or "zeroize".
    """

    sent: tuple[Sent, ...]
    end: str


@dataclass(frozen=True)
class Check:
    """What an access should give: whether it is refused, and which words a read may give."""

    refused: bool = False
    words: tuple[int, ...] = ()


@dataclass(frozen=True)
class Rings:
    """One run."""

    lines: tuple[str, ...]
    seed: int
    segments: tuple[Segment, ...]
    checks: tuple[Check, ...]
    ring: Ring
    bins: frozenset[str]


def rings_of(core: Core, shape: Shape, seed: int, packets: int, run: int) -> Rings:
    """Run number `run`: the same for the same arguments."""
    return Sender(core, shape, Random(f"{seed}/{run}, rings"), run % 3).run(packets)


class Sender:
    """Writes the script of one run; `kind` 1 has ends of the ring, 2 has zeroisations."""

    def __init__(self, core: Core, shape: Shape, rng: Random, kind: int) -> None:
        self.shape, self.rng, self.kind = shape, rng, kind
        self.wrong = rng.choice((0.0, 0.05, 0.2))
        blocks = _QUIET_BLOCKS * shape.contexts
        self._quiet = _QUIET + blocks * shape.slot_clocks + shape.settle
        self.script = Script(core)
        self.ring = Ring(
            self.script, rng.choice(SIZES), RING + DESCRIPTOR_BYTES * rng.randrange(200)
        )
        self.bins: set[str] = {f"ring: of 2^{self.ring.size} descriptors"}
        self._packets = Packets(shape, Oracle(replace(shape, contexts=1)), 0.0, rng)
        self._segments: list[Segment] = []
        self._checks: list[Check] = []
        self._sent: list[Sent] = []
        self._open: deque[tuple[Sent, int]] = deque()  # descriptors that were not waited for
        self._gets = self._number = self._knocked = 0
        self._address = DATA

    def run(self, packets: int) -> Rings:
        """The whole script."""
        rng, script = self.rng, self.script
        memory = rng.choice(MEMORIES)
        script.add("memory {} {} {}".format(*memory))
        self.bins.add(f"memory: words behind {memory[0]} to {memory[1]} clocks")
        script.add(f"processor {rng.choice((0, 300))}")
        script.add("log")
        self._start()
        while self._number < packets:
            for _ in range(rng.randint(1, 30)):
                self._packet()
            end = ""
            if self.kind == 1:
                end = rng.choice(ENDS)
            elif self.kind == 2 and self.shape.zeroize:
                end = "zeroize"
            self._end(end)
        self._drain()
        self._close("")
        return Rings(
            *(tuple(script.lines), rng.getrandbits(30), tuple(self._segments)),
            *(tuple(self._checks), self.ring, frozenset(self.bins)),
        )

    # -- packets ---------------------------------------------------------------------------------

    def _packet(self) -> None:
        wanted = self._packets.next(0)
        self._packets.name(wanted)
        if not self.shape.keyed:
            wanted.choice = self.rng.randrange(len(self.shape.hash_names))
        packet = self._put(wanted)
        for beat in wanted.beats(self.shape.beat_bytes):
            self._packets.oracle.take(beat)
        self.ring.put(packet)
        self.ring.writable |= set(range(packet.result, packet.result + RESULT_BYTES))
        sent = Sent(packet)
        self._sent.append(sent)
        for descriptor in packet.descriptors():
            while len(self._open) >= 1 << self.ring.size:
                self._wait()
            marked = replace(descriptor, interrupt=self.rng.random() < 0.3)
            self._open.append((sent, self.ring.fill(marked)))
            if self.rng.random() < 0.4:
                self._knock()
        if self.rng.random() < 0.1:
            self._noise()

    def _put(self, wanted: Wanted) -> Packet:
        rng = self.rng
        erasing = wanted.code in (Op.ERASE, Op.ERASE_ALL)
        wrong = 0.0 if erasing else self.wrong  # how many beats it has must be known
        pieces = [wanted.payload] if erasing else list(self._pieces(wanted.payload))
        parts = []
        for index, piece in enumerate(pieces):
            part = self._part(piece)
            if rng.random() < wrong:
                part = self._broken(part, index, len(pieces))
            parts.append(part)
        self.bins.add(f"packet: of {min(len(parts), 4)} descriptors")
        self._number += 1
        unwritable = rng.random() < wrong / 2
        return Packet(
            *(tuple(parts), wanted.code, wanted.slot, wanted.tag_bytes),
            *(RESULTS + RESULT_BYTES * self._number, unwritable, wanted.choice),
        )

    def _pieces(self, payload: bytes) -> Iterator[bytes]:
        """A payload in one part or several, some of them empty."""
        rng = self.rng
        count = rng.choice((1, 1, 1, 2, 3, rng.randint(1, 6)))
        cuts = sorted(rng.randint(0, len(payload)) for _ in range(count - 1))
        for begin, end in zip([0, *cuts], [*cuts, len(payload)], strict=True):
            yield payload[begin:end]

    def _part(self, piece: bytes) -> Part:
        """At any lane, in words of its own, and now and then at the end of a page."""
        rng = self.rng
        self._address += LANES + rng.randrange(40)
        if rng.random() < 0.2:
            self._address = (self._address + _PAGE - 1) // _PAGE * _PAGE - rng.randrange(
                min(80, LANES + len(piece))
            )
        address, self._address = self._address, self._address + len(piece) + LANES
        if piece:
            self.bins.add(f"data: from lane {address % self.shape.beat_bytes}")
        return Part(address, piece)

    def _broken(self, part: Part, index: int, count: int) -> Part:
        kind = self.rng.choice(_WRONG)
        where = "only" if count == 1 else "first" if index == 0 else "later"
        if part.data or kind not in ("fault", "nowhere"):
            self.bins.add(f"wrong: {kind}, {where} descriptor")
        if kind == "fault":
            return replace(part, fault=self.rng.randrange(len(part.data)) if part.data else None)
        if kind == "nowhere":
            return replace(part, address=NOWHERE + part.address, nowhere=bool(part.data))
        return replace(part, rule=kind, bit=self.rng.randrange(54))

    # -- the ring --------------------------------------------------------------------------------

    def _start(self) -> None:
        self.ring.start()
        self._checks += [Check()] * 3
        self._knocked = 0

    def _knock(self) -> None:
        self.ring.knock()
        self._checks.append(Check())
        self._knocked = self.ring.filled

    def _wait(self) -> None:
        """For the oldest descriptor, and what became of it."""
        if self._knocked < self.ring.filled:
            self._knock()
        sent, address = self._open.popleft()
        self.ring.wait(address, _LONG)
        self._told(sent, address)

    def _told(self, sent: Sent, address: int) -> None:
        self.script.get(address, DESCRIPTOR_BYTES)
        sent.told.append(self._gets)
        self._gets += 1
        if len(sent.told) == len(sent.packet.parts):
            self.script.get(sent.packet.result, RESULT_BYTES)
            sent.told.append(self._gets)
            self._gets += 1

    def _drain(self) -> None:
        while self._open:
            self._wait()

    def _close(self, end: str) -> None:
        """The segment is over; its bytes have been told."""
        self._segments.append(Segment(tuple(self._sent), end))
        self._sent = []

    def _write(self, register: str, word: int, *, refused: bool = False) -> None:
        self.script.write(register, word)
        self._checks.append(Check(refused))

    def _read(self, register: str, *words: int) -> None:
        self.script.read(register)
        self._checks.append(Check(words=words))

    def _noise(self) -> None:
        """Writes that are refused, and reads while the ring runs."""
        rng, filled = self.rng, self._knocked
        kind = rng.choice(("RING", "TAIL too far", "TAIL back", "HEAD", "STATUS", "read-only"))
        self.bins.add(f"amid: {kind}")
        if kind == "RING":
            self._write("RING", rng.getrandbits(32), refused=True)
        elif kind == "TAIL too far":
            room = 1 << self.ring.size
            # Beyond what could be fetched by now, whatever the core has fetched
            far = (filled + room + rng.randint(1, 200)) % 0x10000
            self._write("TAIL", far, refused=True)
        elif kind == "TAIL back" and filled:
            self._write("TAIL", (filled - rng.randint(1, filled)) % 0x10000, refused=True)
        elif kind == "HEAD":
            done = filled - len(self._open)
            self._read("HEAD", *(n % 0x10000 for n in range(max(0, done), filled + 1)))
            self._read("TAIL", filled % 0x10000)
        elif kind == "STATUS":
            self._read("STATUS", RUNNING)
        elif kind == "read-only":
            self._write(rng.choice(("ID", "HEAD", "COMPLETED", "STATUS")), 1, refused=True)

    # -- ends ------------------------------------------------------------------------------------

    def _end(self, end: str) -> None:
        """A way for the segment to end; behind those of ENDS the ring begins anew."""
        rng, script = self.rng, self.script
        if not end:
            return
        if self._knocked < self.ring.filled:
            self._knock()
        if rng.random() < (0.5 if end in _HALTS else 0.2):
            self._drain()
        self.bins.add(f"end: {end}, {'some' if self._open else 'none'} under way")
        if end in _HALTS:
            self._halt(end)
        else:
            script.add(f"clocks {rng.choice((0, rng.randrange(40), rng.randrange(2000)))}")
        if end == "zeroize":
            if rng.random() < 0.5:
                self._write("ZEROIZE", 1)
            else:
                script.add(f"zeroize {rng.choice((1, 1, 2, rng.randint(1, 100)))}")
            self._drain()
            self._packets.oracle.zeroise()
            self._close(end)
            return
        if end == "reset":
            script.add(f"reset {rng.choice((1, 2, 5))}")
        else:
            self._write("CONTROL", 0)
            script.add("clocks 20")
        script.add(f"quiet {self._quiet} {_LONG}")
        self._read("STATUS", STOPPED)
        for register in ("TAIL", "HEAD", "COMPLETED"):
            self._read(register, 0)
        while self._open:
            self._told(*self._open.popleft())
        self._packets.oracle.reset()
        self._close(end)
        script.add("mend")
        self._write("ERROR", _ERRORS)
        self._start()

    def _halt(self, how: str) -> None:
        """One more descriptor, which cannot be read, or whose status cannot be written."""
        while len(self._open) >= 1 << self.ring.size:
            self._wait()
        last = Packet((self._part(self.rng.randbytes(20)),), result=RESULTS)
        self.ring.put(last)
        (descriptor,) = last.descriptors()
        address = self.ring.fill(descriptor)
        self.ring.writable |= set(range(last.result, last.result + RESULT_BYTES))
        write = how == "status"
        byte = self.rng.randrange(STATUS_AT) if not write else STATUS_AT + self.rng.randrange(4)
        self.script.add(f"fault {int(write)} {address + byte}")
        self._knock()
        self.script.add(f"clocks {_BEGUN}")
        self.script.add(f"quiet {self._quiet} {_LONG}")
        self._read("STATUS", HALTED)
