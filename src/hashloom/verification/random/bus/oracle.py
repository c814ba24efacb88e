"""What registers answer: docs/registers.md, the map of the core, and nothing else.

`Registers` takes accesses and moments in their order and says what is wrong with each.  Packets are
those of the oracle of streams.  What the documents leave open in time, such as the clock in which a
packet is done, is open here until an access shows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, IntFlag

from hashloom.rtl.registers.layout import Register, RegisterMap
from hashloom.verification.random.bus.machine import WHOLE, Access, Moment
from hashloom.verification.random.coverage import name_of
from hashloom.verification.random.oracle import Oracle
from hashloom.verification.random.requests import KEYED_USER_BITS, Beat, Op, Shape, Status

WORD = 4  # bytes
MASK = 0xFFFFFFFF
# Clocks of an access in which nothing waits, from the first in which it is offered: "Buses".
CLOCKS = {"apb4": 3, "axi4-lite": 5, "wishbone": 3, "avalon-mm": 4}
_BEHIND_RESET = 34  # clocks that an access waits at most
_WHILE_OVERWRITTEN = 40  # that reads wait behind OPERATION and ZEROIZE, with keys
_FEW = 8  # that a read waits while something is counted
_PAUSES = 80  # that a master with pauses adds to an access at most, but once in 2^40
_NEAR = 2  # clocks around an edge of zeroize in which an access may be before or behind it
_QUIET = 3  # clocks behind an access after which irq is what it says
_FULL = re.compile(r"no room for (\d+) clocks")
OPEN, BUSY, DONE, ROOM = 1, 2, 4, 8  # of STATUS
INTR_DONE, INTR_ERROR = 1, 2


class Error(IntFlag):
    """Bits of ERROR."""

    ORDER = 1
    NO_DIGEST = 2
    FULL = 4
    BYTES = 8
    ADDRESS = 16
    ACCESS = 32
    OPERATION = 64


_NONE = Error(0)


class Known(Enum):
    """Whether something has happened."""

    NO = "no"
    MAYBE = "maybe"
    YES = "yes"


@dataclass(frozen=True)
class Outcome:
    """How a packet may be done: result, and the bytes of DIGEST; `meaningless` for any bytes."""

    result: int
    data: bytes = b""
    meaningless: bool = False

    @property
    def words(self) -> int:
        """Of DIGEST."""
        return -(-len(self.data) // WORD)

    def word(self, index: int) -> int:
        """One of them."""
        return int.from_bytes(self.data[index * WORD :][:WORD], "little")

    def has(self, index: int, word: int) -> bool:
        """Whether DIGEST has this word at this place."""
        return index < self.words and (self.meaningless or self.word(index) == word)


@dataclass
class Packet:
    """The packet that was begun last.

    Attributes:
        user: what OPERATION was given.
        content: the bytes so far.
        last: bytes of the word that was written last, 0 where there was none.
        open: it has no FINISH yet.
        done: whether it is done.
        outcomes: those that are possible.
        since: clock from which it is waited for.
        seen: the outcome is known, and no further one possible.
        zeroised: ZEROIZE or zeroize came while it was open or not done.
    """

    user: int
    content: bytearray = field(default_factory=bytearray)
    last: int = 0
    open: bool = True
    done: Known = Known.NO
    outcomes: tuple[Outcome, ...] = ()
    since: int = 0
    zeroised: bool = False


@dataclass(frozen=True)
class Rig:
    """What is known of a core behind registers.

    Attributes:
        shape: what its packets depend on.
        bus: as `--bus` has it.
        map: of its registers.
        bound: clocks in which a packet is done behind FINISH, at most.
    """

    shape: Shape
    bus: str
    map: RegisterMap
    bound: int


class DifferentError(Exception):
    """A core and the documents disagree."""


class Registers:
    """The registers of one core; `tell` is given what happens, as coverage.py names it.

    Attributes:
        packet: the one that was begun last, None behind a reset.
        packets: that were done, in all.
    """

    def __init__(self, rig: Rig, paused: bool, tell: Callable[[str], None]) -> None:
        self.shape, self.bus, self.map, self.bound = rig.shape, rig.bus, rig.map, rig.bound
        self.paused, self._tell = paused, tell
        map_ = rig.map
        full = next(f for f in map_.register("ERROR").fields if f.name == "full")
        found = _FULL.search(full.text)
        assert found is not None
        self.patience = int(found[1])
        self.packets = 0
        self._up = 0
        self._high: tuple[int, int | None] | None = None  # zeroize, its first and last clock
        self._room: int | None = None  # STATUS said in this clock that there is
        self._reset()

    def _reset(self) -> None:
        self.oracle = Oracle(self.shape)
        self.packet: Packet | None = None
        self._operation = self._enable = 0
        self._errors, self._maybe, self._groups = _NONE, _NONE, list[Error]()
        self._interrupt = {INTR_DONE: Known.NO, INTR_ERROR: Known.NO}
        self._blocks = (0, 0)  # of packets before, least and most
        self._messages = 0
        self._stalls = (0, 0)
        self._before = -_QUIET
        self._erased = self._up  # clock in which erasing began last, or was asked for
        self._overwritten = self._up

    @property
    def phase(self) -> str:
        """Where the packet is, for coverage."""
        packet = self.packet
        if packet is None:
            return "no packet"
        if packet.open:
            return "open"
        if packet.done == Known.YES:
            return "done"
        return "zeroised" if packet.zeroised else "busy"

    # -- moments ---------------------------------------------------------------------------------

    def moment(self, moment: Moment) -> None:
        """An input changed, or the interrupt was waited for.  Raises DifferentError."""
        if moment.kind == "up":
            self._up = moment.clock
            self._reset()
        elif moment.kind == "reset":
            self._tell(f"disturbed: reset, {self.phase}")
            self._reset()
        elif moment.kind == "zeroize":
            self._high = (moment.clock, None)
            self._tell(f"disturbed: zeroize, {self.phase}")
            self._zeroise(moment.clock)
        elif moment.kind == "low" and self._high is not None:
            self._high = (self._high[0], moment.clock)
            self._zeroise(moment.clock)
        elif moment.kind == "irq":
            self._see_irq(True)
        elif moment.kind == "shown":
            self._shown(moment)

    def _shown(self, moment: Moment) -> None:
        """Amid an access that waits a core with keys shows no word that is not there."""
        register = self._at(moment.address)
        if register is None or register.name != "DIGEST" or not self.shape.keyed:
            return
        index = (moment.address - register.offset) // WORD
        packet = self.packet
        outcomes = () if packet is None or packet.open else packet.outcomes
        if not any(each.has(index, moment.word) for each in outcomes) and not self._counts(moment):
            raise DifferentError(f"a read of DIGEST that waits shows {moment.word:08x}")

    def _zeroise(self, clock: int) -> None:
        self.oracle.zeroise()
        self._erased = self._overwritten = clock
        self._room = None
        packet = self.packet
        if packet is None:
            return
        zeroised = Outcome(Status.ZEROISED)
        if packet.open:
            self._end(packet, clock, (zeroised,))
        elif packet.done != Known.YES:
            packet.since = clock
            if not packet.zeroised:  # it may have been done before, and its digest is erased
                before = tuple(Outcome(each.result) for each in packet.outcomes)
                packet.outcomes = (*before, zeroised)
        else:
            packet.outcomes = tuple(Outcome(each.result) for each in packet.outcomes)
        packet.zeroised = True

    def _end(self, packet: Packet, clock: int, outcomes: tuple[Outcome, ...]) -> None:
        packet.open, packet.done, packet.since = False, Known.MAYBE, clock
        packet.outcomes = outcomes

    # -- accesses --------------------------------------------------------------------------------

    def access(self, access: Access) -> None:
        """An access came to its end.  Raises DifferentError."""
        if access.begin - self._before >= _QUIET:
            self._see_irq(access.irq)
        self._before = access.clock
        register = self._at(access.address)
        self._time(access, register)
        if access.refused and access.word and not access.write:
            raise DifferentError(f"a read that is refused gives {access.word:08x}")
        if register is None:
            self._judged(access, must=Error.ADDRESS)
        elif not (register.writable if access.write else register.readable):
            self._judged(access, must=Error.ACCESS)
        elif access.write:
            self._write(access, register)
        else:
            self._read(access, register, (access.address - register.offset) // WORD)
        if register is None or register.name not in ("STATUS", "MESSAGE"):
            self._room = None

    def _at(self, address: int) -> Register | None:
        """The register at an address; on Avalon-MM addresses are those of words."""
        if self.bus == "avalon-mm":
            address -= address % WORD
        if address % WORD:
            return None
        return next((each for each in self.map.registers if _has(each, address)), None)

    def _judged(self, access: Access, must: Error, may: Error = _NONE) -> bool:
        """Whether an access was done; `must` is why it is refused, `may` why it may be."""
        what = "write" if access.write else "read"
        register = self._at(access.address)
        name = register.name if register else "no register"
        if access.refused:
            if not must | may:
                raise DifferentError("it is refused")
            self._interrupt[INTR_ERROR] = Known.YES
            if (must | may).bit_count() == 1:
                self._errors |= must | may
                self._tell(f"refused: {what} of {name}, {(must | may).name}".lower())
            else:
                self._groups.append(must | may)
            return False
        if must:
            raise DifferentError(f"it is not refused, for {must!r}")
        self._tell(f"done: {what} of {name}, {self.phase}")
        return True

    def _time(self, access: Access, register: Register | None) -> None:
        """No access waits that should not, and none for too long."""
        clocks = access.clock - access.begin + 1
        usual = CLOCKS[self.bus]
        if clocks < usual:
            raise DifferentError(f"it takes {clocks} clocks")
        name = register.name if register else ""
        most, pauses = usual, _PAUSES if self.paused else 0
        if access.begin < self._up + _BEHIND_RESET:
            most = max(most, usual + self._up + _BEHIND_RESET - access.begin)
        overwritten = self._overwritten + _WHILE_OVERWRITTEN
        if not access.write:
            most += _FEW
            if self.shape.keyed and access.begin <= overwritten:
                most = max(most, usual + overwritten - access.begin + 1)
        if access.write and name == "MESSAGE":
            most += self.patience + 1
        if self._near_zeroize(access):
            most += MASK
        if clocks > most + pauses:
            raise DifferentError(f"it takes {clocks} clocks where {most} are the most")
        if clocks > usual and not self.paused:
            self._tell(f"waited: {'a write to MESSAGE' if name == 'MESSAGE' else 'another access'}")
        if access.write and name == "MESSAGE" and not self._near_zeroize(access):
            room = self._room
            if room is not None and clocks > usual and not self.paused:
                raise DifferentError("a write to MESSAGE waits although STATUS.room was 1")

    def _near_zeroize(self, access: Access) -> bool:
        if self._high is None:
            return False
        first, last = self._high
        return access.clock >= first and (last is None or access.begin <= last + _NEAR)

    def _at_its_rise(self, access: Access) -> bool:
        """Whether zeroize rose as the access ended, so that either may have been first."""
        return self._high is not None and 0 <= access.clock - self._high[0] <= _NEAR

    def _amid_zeroize(self, access: Access) -> tuple[bool, bool]:
        """Whether a write must be, and may be, refused because zeroize is high."""
        if not self._near_zeroize(access) or self._high is None:
            return False, False
        first, last = self._high
        inside = access.clock > first + _NEAR and (last is None or access.clock < last)
        return inside, access.clock <= (last if last is not None else access.clock) + 2 * _NEAR

    # -- writes ----------------------------------------------------------------------------------

    def _write(self, access: Access, register: Register) -> None:
        mask = sum(0xFF << 8 * lane for lane in range(WORD) if access.strobe >> lane & 1)
        data = access.data & mask
        if register.name in ("OPERATION", "MESSAGE", "FINISH"):
            amid, near = self._amid_zeroize(access)
            order = Error.ORDER if amid else _NONE
            may = Error.ORDER if near else _NONE
            handler = {
                "OPERATION": self._begin,
                "MESSAGE": self._append,
                "FINISH": self._finish,
            }[register.name]
            handler(access, order, may)
            return
        self._judged(access, must=_NONE)
        if register.name == "ERROR":
            cleared = Error(data & sum(Error))
            self._errors &= ~cleared
            for group in [each for each in self._groups if each & cleared]:
                self._groups.remove(group)
                self._maybe |= group  # another bit of it may be set as well
            self._maybe &= ~cleared
        elif register.name == "INTR_STATUS":
            self._clear(data)
        elif register.name == "INTR_ENABLE":
            self._enable = (self._enable & ~mask | data) & (INTR_DONE | INTR_ERROR)
        elif register.name == "INTR_TEST":
            for bit in (INTR_DONE, INTR_ERROR):
                if data & bit:
                    self._interrupt[bit] = Known.YES
        elif register.name == "ZEROIZE" and data & 1:
            self._tell(f"disturbed: ZEROIZE, {self.phase}")
            self._zeroise(access.clock)

    def _clear(self, data: int) -> None:
        for bit in (INTR_DONE, INTR_ERROR):
            if data & bit:
                late = bit == INTR_DONE and self._coming
                self._interrupt[bit] = Known.MAYBE if late else Known.NO

    @property
    def _coming(self) -> bool:
        """Whether the packet may be done or not."""
        return self.packet is not None and self.packet.done == Known.MAYBE

    def _begin(self, access: Access, must: Error, may: Error) -> None:
        packet = self.packet
        if access.strobe != WHOLE:
            must |= Error.BYTES
        if packet is not None and packet.open:
            must |= Error.ORDER
        if self._coming:
            may |= Error.ORDER
        fields = self._fields(access.data)
        if not self.shape.keyed and self._not_there(fields):
            must |= Error.OPERATION
        if not self._judged(access, must, may):
            return
        if self._coming:
            self._is_done()
        self._count()
        self._operation = fields
        self.packet = Packet(fields)
        self._overwritten = access.clock
        if self._amid_zeroize(access)[1] and self._high is not None and self._high[1] is None:
            self._zeroise(access.clock)

    def _fields(self, data: int) -> int:
        mask = sum(each.mask for each in self.map.register("OPERATION").fields)
        return data & mask

    def _not_there(self, fields: int) -> bool:
        """An operation or hash that a core without keys does not have."""
        hash_ = fields >> KEYED_USER_BITS
        return fields & 15 != Op.HASH or hash_ >= len(self.shape.hash_names)

    def _append(self, access: Access, must: Error, may: Error) -> None:
        packet = self.packet
        is_open = packet is not None and packet.open
        if not is_open and packet is not None and packet.zeroised and self._at_its_rise(access):
            may |= must | Error(sum(Error))
            self._judged(access, _NONE, may)  # if it was done, it was for a packet that is over
            return
        if not is_open:
            must |= Error.ORDER
        begin = packet.last % WORD if packet is not None and is_open else 0
        strobe = access.strobe >> begin
        count = strobe.bit_length()
        in_order = strobe and strobe << begin == access.strobe and strobe & (strobe + 1) == 0
        if not in_order and is_open:
            must |= Error.BYTES
        elif not in_order:
            may |= Error.BYTES
        if self._may_be_full(access):
            may |= Error.FULL
        self._count_stalls(access)
        if not self._judged(access, must, may) or packet is None:
            return
        self._tell(f"byte enables: {access.strobe:04b}")
        packet.content += access.data.to_bytes(WORD, "little")[begin : begin + count]
        packet.last = begin + count
        self._room = None

    def _may_be_full(self, access: Access) -> bool:
        waited = access.clock - access.begin >= self.patience
        return waited and self.shape.keyed and access.begin <= self._erased + self.bound

    def _count_stalls(self, access: Access) -> None:
        least, most = self._stalls
        waited = access.clock - access.begin + 1 - CLOCKS[self.bus]
        exact = not self.paused and access.begin >= self._up + _BEHIND_RESET
        exact &= not self._near_zeroize(access)
        self._stalls = (least + (waited if exact else 0), most + waited)

    def _finish(self, access: Access, must: Error, may: Error) -> None:
        packet = self.packet
        is_open = packet is not None and packet.open
        if not is_open and packet is not None and packet.zeroised and self._at_its_rise(access):
            may |= must | Error(sum(Error))
            self._judged(access, _NONE, may)  # if it was done, it was for a packet that is over
            return
        if not is_open:
            must |= Error.ORDER
        count = access.data & 7
        last = packet.last if packet is not None else 0
        right = count == 0 if last == 0 else 1 <= count <= last
        if access.strobe != WHOLE or not right:
            if is_open:
                must |= Error.BYTES
            else:
                may |= Error.BYTES
        if not self._judged(access, must, may) or packet is None:
            return
        self._tell(f"FINISH: {count} of {last}")
        if count < last:
            del packet.content[count - last :]
        self._end(packet, access.clock, (self._outcome(packet),))
        if self._amid_zeroize(access)[1] and self._high is not None and self._high[1] is None:
            packet.outcomes = (Outcome(Status.ZEROISED),)
            packet.zeroised = True

    def _outcome(self, packet: Packet) -> Outcome:
        user = packet.user if self.shape.keyed else packet.user >> KEYED_USER_BITS
        content = bytes(packet.content)
        pieces = [content[i : i + WORD] for i in range(0, len(content), WORD)] or [b""]
        taken = None
        for index, piece in enumerate(pieces):
            keep = (1 << len(piece)) - 1
            last = index == len(pieces) - 1
            taken = self.oracle.take(Beat(0, user, piece.ljust(WORD, b"\0"), keep, last))
        due = self.oracle.due[0]
        assert taken is not None
        if taken.answer is None:
            return Outcome(Status.DONE)
        answer = due.popleft()
        assert answer.status is not None
        return Outcome(answer.status, answer.data, answer.meaningless)

    # -- reads -----------------------------------------------------------------------------------

    def _read(self, access: Access, register: Register, index: int) -> None:
        if register.name == "DIGEST":
            self._digest(access, index)
            return
        self._judged(access, must=_NONE)
        readers = {
            "STATUS": self._status,
            "ERROR": self._error,
            "INTR_STATUS": self._pending,
            "BLOCKS": self._block_counter,
            "MESSAGES": self._message_counter,
            "STALLS": self._stall_counter,
        }
        if register.name in readers:
            readers[register.name](access)
            return
        expected = sum((f.reset or 0) << f.low for f in register.fields)
        expected = {"OPERATION": self._operation, "INTR_ENABLE": self._enable}.get(
            register.name, expected
        )
        if access.word != expected:
            raise DifferentError(f"{access.word:08x} where {expected:08x} is due")

    def _status(self, access: Access) -> None:
        word, packet = access.word, self.packet
        result, words = word >> 4 & 7, word >> 8 & 31
        is_open = packet is not None and packet.open
        if bool(word & OPEN) != is_open:
            raise DifferentError(f"STATUS.open is {word & OPEN}")
        if word & ROOM and not is_open:
            raise DifferentError("STATUS.room is 1 without an open packet")
        self._room = access.clock if word & ROOM else None
        if packet is None or is_open:
            if word & ~ROOM & ~OPEN & ~0x70:
                raise DifferentError(f"STATUS is {word:08x} before the packet has ended")
            return
        if word & DONE:
            if packet.done == Known.NO:
                raise DifferentError("STATUS.done is 1")
            self._is_done()
            fits = [o for o in packet.outcomes if (o.result, o.words) == (result, words)]
            if not fits:
                due = " or ".join(f"{each.result} and {each.words}" for each in packet.outcomes)
                raise DifferentError(f"result {result} and {words} words where {due} are due")
            packet.outcomes = tuple(fits)
            self._tell(f"answer: {self._operation_name(packet)}, result {result}")
        elif packet.done == Known.YES:
            raise DifferentError("STATUS.done is 0")
        elif access.clock - packet.since > self.bound:
            raise DifferentError(
                f"the packet is not done after {access.clock - packet.since} clocks"
            )
        elif words > max(each.words for each in packet.outcomes):
            raise DifferentError(f"STATUS.words is {words}")
        if bool(word & BUSY) == bool(word & DONE):
            raise DifferentError(f"STATUS.busy is {word >> 1 & 1}, and done {word >> 2 & 1}")

    def _operation_name(self, packet: Packet) -> str:
        level = "HMAC" if self.shape.keyed else "message"
        return f"{level} core, {name_of(self.shape, packet.user & 15)}"

    def _is_done(self) -> None:
        """It is seen that the packet is done."""
        packet = self.packet
        if packet is not None and packet.done == Known.MAYBE:
            packet.done = Known.YES
            self.packets += 1
            self._messages += 1
            if self._interrupt[INTR_DONE] == Known.NO:
                self._interrupt[INTR_DONE] = Known.YES

    def _digest(self, access: Access, index: int) -> None:
        packet = self.packet
        words = [] if packet is None or packet.open else [o.words for o in packet.outcomes]
        may = must = _NONE
        if all(index >= each for each in words):
            must = Error.NO_DIGEST
        elif self._coming or any(index >= each for each in words):
            may = Error.NO_DIGEST
        if not self._judged(access, must, may) or packet is None:
            return
        fits = [each for each in packet.outcomes if each.has(index, access.word)]
        if not fits:
            due = " or ".join(f"{o.word(index):08x}" for o in packet.outcomes if index < o.words)
            raise DifferentError(f"DIGEST has {access.word:08x} where {due} is due")
        if packet.done == Known.YES:
            packet.outcomes = tuple(fits)

    def _error(self, access: Access) -> None:
        found = access.word
        allowed = self._errors | self._maybe
        for group in self._groups:
            allowed |= group
            if not group & found:
                raise DifferentError(f"ERROR is {found:x} without any of {group!r}")
        if found & ~allowed or self._errors & ~found:
            raise DifferentError(f"ERROR is {found:x} where {self._errors!r} is due")
        self._errors, self._maybe, self._groups = Error(found), _NONE, []

    def _pending(self, access: Access) -> None:
        if access.word & ~(INTR_DONE | INTR_ERROR):
            raise DifferentError(f"INTR_STATUS is {access.word:08x}")
        for bit, name in ((INTR_DONE, "done"), (INTR_ERROR, "error")):
            self._see(bit, bool(access.word & bit), f"INTR_STATUS.{name}")

    def _see(self, bit: int, value: bool, name: str) -> None:
        """A pending interrupt is seen, or that it is not."""
        known = self._interrupt[bit]
        coming = bit == INTR_DONE and self._coming
        if value and known == Known.NO:
            if not coming:
                raise DifferentError(f"{name} is 1")
            self._is_done()
        if not value and known == Known.YES:
            raise DifferentError(f"{name} is 0")
        if not (coming and known == Known.MAYBE and not value):
            self._interrupt[bit] = Known.YES if value else Known.NO

    def _see_irq(self, irq: bool) -> None:
        likely = {bit: known for bit, known in self._interrupt.items() if self._enable & bit}
        may = [bit for bit, known in likely.items() if known != Known.NO]
        if INTR_DONE in likely and self._coming and INTR_DONE not in may:
            may.append(INTR_DONE)
        if irq and not may:
            raise DifferentError("irq is high")
        if not irq and Known.YES in likely.values():
            raise DifferentError("irq is low")
        if irq and may == [INTR_DONE]:
            self._see(INTR_DONE, True, "irq")
        if irq and len(may) == 1:
            self._tell(f"irq: of {'done' if may == [INTR_DONE] else 'error'}")

    # -- counters --------------------------------------------------------------------------------

    def _count(self) -> None:
        """The packet before is over: its blocks are counted."""
        least, most = self._blocks
        own = self._own_blocks()
        self._blocks = (least + own[0], most + own[1])

    def _own_blocks(self) -> tuple[int, int]:
        """Blocks of the last packet, least and most."""
        packet = self.packet
        if packet is None:
            return 0, 0
        size = self.shape.block_bytes
        whole = len(packet.content) // size
        padded = (len(packet.content) + size // 8) // size + 1
        if packet.open:
            return (max(0, len(packet.content) - 2 * WORD) // size, whole)
        if packet.zeroised:
            return (max(0, len(packet.content) - 2 * WORD) // size, padded)
        return (padded, padded) if packet.done == Known.YES else (whole, padded)

    def _counts(self, moment: Moment) -> bool:
        """Whether a word that is shown is that of a counter, which is looked at in between."""
        own = self._own_blocks()
        blocks = self._blocks[0] + own[0] <= moment.word <= self._blocks[1] + own[1]
        messages = moment.word in (self._messages, self._messages + 1)
        return blocks or messages or self._stalls[0] <= moment.word <= self._stalls[1]

    def _block_counter(self, access: Access) -> None:
        own = self._own_blocks()
        least, most = self._blocks[0] + own[0], self._blocks[1] + own[1]
        if not least <= access.word <= most:
            raise DifferentError(f"BLOCKS is {access.word} where {least} to {most} are due")

    def _message_counter(self, access: Access) -> None:
        if access.word == self._messages + 1 and self._coming:
            self._is_done()
        if access.word != self._messages:
            raise DifferentError(f"MESSAGES is {access.word} where {self._messages} are due")

    def _stall_counter(self, access: Access) -> None:
        least, most = self._stalls
        if not least <= access.word <= most:
            raise DifferentError(f"STALLS is {access.word} where {least} to {most} are due")
        self._stalls = (access.word, access.word)


def _has(register: Register, address: int) -> bool:
    return register.offset <= address < register.offset + WORD * register.count
