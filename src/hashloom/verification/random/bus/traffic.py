"""Random accesses to a core behind registers: packets of every operation, and whatever else a bus
can do at any time.

A run is a script of the machine. It waits for what is done and goes on in any case; what an access
does is left to the oracle, which sees the answer.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from random import Random

from hashloom.rtl.registers.layout import Register
from hashloom.verification.random.bus.machine import WHOLE
from hashloom.verification.random.bus.nouns import DONE, OPEN, ROOM, WORD, Rig
from hashloom.verification.random.requests import KEYED_USER_BITS, Packet, user_of
from hashloom.verification.random.streams.oracle import Oracle
from hashloom.verification.random.streams.packets import SLOW_SETTLE, USUAL_SLOTS, Packets

SPACE = 0x1000  # bytes of addresses
PAUSES = (0, 0, 0, 200, 500, 900)  # of the master, in 1000 clocks
_GAP = 48  # clocks between looks at STATUS, when it takes long
_STROBES = range(16)
_LONG = 0.04  # probability of a message at the limit of the length counter


@dataclass(frozen=True)
class Mood:
    """What one run is like.

    Attributes:
        packets: to be sent in the run.
        noise: probability of an access that is no part of a packet, before each that is.
        disturbed: probability of a packet amid which there is a zeroisation, or a reset.
        resets: whether it is one.
        pauses: of the master, in 1000 clocks.
        seed: of the machine.
    """

    packets: int
    noise: float
    disturbed: float
    resets: bool
    pauses: int
    seed: int


@dataclass(frozen=True)
class Accesses:
    """One run: lines for the machine, and its seed."""

    lines: tuple[str, ...]
    pauses: int
    seed: int


def accesses_of(rig: Rig, seed: int, packets: int, run: int) -> Accesses:
    """The script of run number `run`: the same for the same arguments."""
    shape = rig.shape
    rng = Random(f"{seed}/{run}, registers")
    few = 0.2 if shape.settle > SLOW_SETTLE else 1.0
    disturbed = rng.choice((0.05, 0.2)) * few if run % 3 else 0.0
    resets = run % 3 == 1
    mood = Mood(
        packets=packets + int(2 * disturbed * packets),
        noise=rng.choice((0.02, 0.1, 0.3)),
        disturbed=disturbed if resets or shape.zeroize else 0.0,
        resets=resets,
        pauses=rng.choice(PAUSES),
        seed=rng.getrandbits(30),
    )
    return Sender(rig, mood, rng).run()


class Sender:
    """Writes the script of one run."""

    def __init__(self, rig: Rig, mood: Mood, rng: Random) -> None:
        self.shape, self.map, self.bound = rig.shape, rig.map, rig.bound
        self.mood, self.rng = mood, rng
        self.oracle = Oracle(rig.shape)
        self._packets = Packets(rig.shape, self.oracle, 0.0, rng, _LONG)
        self._lines: list[str] = []

    def run(self) -> Accesses:
        """The whole script."""
        self._add(f"processor {self.mood.pauses}")
        self._keys()
        for _ in range(self.mood.packets):
            self._packet()
        self._end()
        return Accesses(tuple(self._lines), self.mood.pauses, self.mood.seed)

    def _keys(self) -> None:
        if self.rng.random() < 0.8:
            self._write("INTR_ENABLE", self.rng.choice((1, 1, 2, 3)))
        if self.shape.keyed:
            keys = [self._packets.key(0) for _ in range(USUAL_SLOTS)]
            self._packets.plans[0] = deque(keys)

    # -- a packet --------------------------------------------------------------------------------

    def _packet(self) -> None:
        rng = self.rng
        packet = self._packets.next(0)
        self._packets.name(packet)
        if not self.shape.keyed:
            numbers = 1 << self.shape.choice_bits if rng.random() < 0.1 else None
            packet.choice = rng.randrange(numbers or len(self.shape.hash_names))
        disturbed = rng.random() < self.mood.disturbed
        writes = list(self._writes(packet.payload))
        at = rng.randrange(-2, len(writes) + 4) if disturbed else None
        if at == -2:
            self._disturb()
        self._begin(packet)
        if at == -1:
            self._disturb()
        for index, (word, strobe, lane) in enumerate(writes):
            if index == at:
                self._disturb()
            self._noise(lane or (WORD if index else 0))
            if rng.random() < self.mood.noise:
                self._read("STATUS")  # whether there is room
            self._write("MESSAGE", word, strobe)
        lane = writes[-1][1].bit_length() if writes else 0
        self._noise(lane)
        if disturbed and at == len(writes):
            self._disturb()
        self._finish(packet, lane)
        if disturbed and at is not None and at > len(writes):
            self._disturb()
        for beat in packet.beats(WORD):
            self.oracle.take(beat)
        self._wait()
        self._answer()
        if disturbed:
            self._recover()

    def _begin(self, packet: Packet) -> None:
        user = user_of(packet.code, packet.tag_bytes, packet.slot, packet.choice)
        if not self.shape.keyed:
            other = self.rng.random() < 0.03
            user = packet.choice << KEYED_USER_BITS | (self.rng.randrange(16) if other else 0)
        if self.rng.random() < 0.1:  # bits without a field
            user |= self.rng.getrandbits(32) & ~self._fields("OPERATION")
        if self.rng.random() < self.mood.noise / 4:
            self._write("OPERATION", user, self.rng.randrange(15))
        self._write("OPERATION", user)

    def _fields(self, name: str) -> int:
        return sum(each.mask for each in self.map.register(name).fields)

    def _writes(self, payload: bytes) -> list[tuple[int, int, int]]:
        """Word, byte enables and first lane of writes to MESSAGE; the last may be whole."""
        rng, found, at = self.rng, [], 0
        parts = rng.choice((0.0, 0.0, 0.1, 0.5))
        while at < len(payload):
            lane = at % WORD
            count = min(WORD - lane, len(payload) - at)
            if rng.random() < parts:
                count = rng.randint(1, count)
            word = rng.getrandbits(32)
            for index in range(count):
                shift = 8 * (lane + index)
                word = word & ~(0xFF << shift) | payload[at + index] << shift
            strobe = (1 << count) - 1 << lane
            if at + count == len(payload) and rng.random() < 0.5:  # FINISH says how many count
                end = rng.choice((WORD, rng.randint(lane + count, WORD)))
                strobe = (1 << end) - (1 << lane)
            found.append((word, strobe, lane))
            at += count
        return found

    def _finish(self, packet: Packet, lane: int) -> None:
        rng, size = self.rng, len(packet.payload)
        count = (size - 1) % WORD + 1 if size else 0
        if rng.random() < self.mood.noise:
            wrong = [n for n in range(8) if (n > lane or n == 0) and not (n == 0 == lane)]
            self._write("FINISH", rng.choice(wrong))
        if rng.random() < self.mood.noise / 2:
            self._write("FINISH", count, rng.randrange(15))
        filler = rng.getrandbits(29) << 3 if rng.random() < 0.1 else 0
        self._write("FINISH", count | filler)

    def _wait(self) -> None:
        """Until the packet is done, more or less."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.3:
            self._noise(None)
        if kind < 0.1:  # too early, mostly
            self._write("OPERATION", rng.getrandbits(32) & self._fields("OPERATION"))
        if rng.random() < 0.2:
            for _ in range(rng.randint(1, 12)):
                self._read("DIGEST", rng.randrange(self.map.register("DIGEST").count))
        if rng.random() < 0.2:
            self._add(f"irq {rng.choice((100, 1000))}")
        if rng.random() < 0.15:
            self._add(f"clocks {rng.randrange(400)}")
        self._poll(DONE, rng.randint(1, 30), rng.choice((0, 0, 1, 5)))
        if rng.random() < 0.9:
            self._poll(DONE, self.bound // _GAP + 2, _GAP)

    def _answer(self) -> None:
        rng = self.rng
        count = self.map.register("DIGEST").count
        kind = rng.random()
        if kind < 0.6:
            for index in range(count):
                self._read("DIGEST", index)
        elif kind < 0.9:
            for _ in range(rng.randint(1, 4)):
                self._read("DIGEST", rng.randrange(count))
        if rng.random() < 0.4:
            self._write("INTR_STATUS", rng.choice((1, 1, 2, 3)))
        if rng.random() < 0.3:
            for name in ("ERROR", "BLOCKS", "MESSAGES", "STALLS"):
                self._read(name)
            self._write("ERROR", rng.choice((0xFF, 0xFF, rng.getrandbits(7))))

    def _recover(self) -> None:
        """A packet that is open is ended: one of both is right."""
        self._read("STATUS")
        self._add(f"skip 2 {OPEN} {OPEN}")
        self._write("FINISH", 1)
        self._write("FINISH", 0)
        self._poll(DONE, self.bound // _GAP + 2, _GAP)

    # -- what disturbs ---------------------------------------------------------------------------

    def _disturb(self) -> None:
        rng, shape = self.rng, self.shape
        later = rng.choice((0, 0, rng.randrange(8), rng.randrange(80), rng.randrange(400)))
        if self.mood.resets and not (shape.zeroize and rng.random() < 0.3):
            hold = rng.choice((1, 1, 2, rng.randint(1, 40)))
            self._add(f"after {later} reset {hold}")
            self.oracle.reset()
            if rng.random() < 0.5:
                self._add(f"clocks {later + hold}")
                self._write("INTR_ENABLE", rng.randrange(4))
        else:
            if rng.random() < 0.5:
                self._write("ZEROIZE", 1 | rng.getrandbits(32))
            else:
                hold = rng.choice((1, 1, 2, rng.randint(1, 100)))
                self._add(f"after {later} zeroize {hold}")
            self.oracle.zeroise()
        if rng.random() < 0.3:
            self._disturb()
        if rng.random() < 0.5:
            self._add(f"clocks {rng.choice((1, 10, shape.settle, 2 * shape.settle))}")
        if rng.random() < 0.5:
            self._poll(ROOM, shape.settle // _GAP + 4, _GAP)

    def _noise(self, lane: int | None) -> None:
        """Now and then an access that is no part of a packet; of one that is open `lane` bytes
        of the last word are written."""
        while self.rng.random() < self.mood.noise:
            self._any(lane)

    def _any(self, lane: int | None) -> None:
        rng = self.rng
        kind, word = rng.random(), rng.getrandbits(32)
        register = rng.choice(self.map.registers)
        index = rng.randrange(register.count)
        effective = ("OPERATION", "MESSAGE", "FINISH", "ZEROIZE")
        if kind < 0.45:
            self._read(register.name, index)
        elif kind < 0.6 and register.name not in effective:
            self._write(register.name, word, rng.choice((WHOLE, rng.choice(_STROBES))), index)
        elif kind < 0.7:
            name = rng.choice(("INTR_ENABLE", "INTR_TEST", "INTR_STATUS", "ERROR"))
            self._write(
                name, word & rng.choice((3, 127)), rng.choice((WHOLE, rng.choice(_STROBES)))
            )
        elif kind < 0.78:
            self._elsewhere(word)
        elif kind < 0.84 and lane is not None:
            first = lane % WORD
            right = {((1 << n) - 1) << first for n in range(1, WORD - first + 1)}
            self._write("MESSAGE", word, rng.choice([s for s in _STROBES if s not in right]))
        elif kind < 0.9 and lane is not None:
            wrong = [n for n in range(8) if (n > lane or n == 0) and not (n == 0 == lane)]
            self._write("FINISH", rng.choice(wrong))
        elif kind < 0.95 and lane is not None:
            self._write("OPERATION", word & self._fields("OPERATION"), rng.choice((WHOLE, 7)))
        elif kind < 0.98 and self.shape.zeroize:
            self._write("ZEROIZE", *rng.choice(((word & ~1, WHOLE), (word, 14), (word, 0))))
        elif lane is None:
            self._write(rng.choice(("MESSAGE", "FINISH")), word & 7, rng.choice((WHOLE, 3)))

    def _elsewhere(self, word: int) -> None:
        """An address without a register, or within one."""
        rng = self.rng
        known = {r.offset + WORD * i for r in self.map.registers for i in range(r.count)}
        address = WORD * rng.randrange(SPACE // WORD)
        near = max(known) + WORD * rng.randint(1, 4)
        address = rng.choice((address, near, rng.choice(sorted(known)) + rng.randint(1, 3)))
        if address in known:
            address += 1
        if rng.random() < 0.5:
            self._add(f"read {address}")
        else:
            self._add(f"write {address} {word} {rng.choice((WHOLE, rng.choice(_STROBES)))}")

    # -- lines -----------------------------------------------------------------------------------

    def _end(self) -> None:
        """Everything comes to its end, and is looked at."""
        self._recover()
        self._poll(DONE, 3, self.bound // 2)
        for name in ("STATUS", "ERROR", "INTR_STATUS", "BLOCKS", "MESSAGES", "STALLS"):
            self._read(name)

    def _add(self, line: str) -> None:
        self._lines.append(line)

    def _write(self, name: str, word: int, strobe: int = WHOLE, index: int = 0) -> None:
        self._add(f"write {self._at(self.map.register(name), index)} {word} {strobe}")

    def _read(self, name: str, index: int = 0) -> None:
        self._add(f"read {self._at(self.map.register(name), index)}")

    def _poll(self, bit: int, limit: int, gap: int) -> None:
        address = self.map.register("STATUS").offset
        self._add(f"poll {address} {bit} {bit} {limit} {gap}")

    @staticmethod
    def _at(register: Register, index: int) -> int:
        return register.offset + WORD * index
