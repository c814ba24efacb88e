"""What registers answer: docs/registers.md, the map of the core, and nothing else.

`Registers` takes accesses and moments in their order and says what is wrong with each.  Packets are
those of the oracle of streams.  What the documents leave open in time, such as the clock in which a
packet is done, is open here until an access shows it.
"""

from __future__ import annotations

from collections.abc import Callable

from hashloom.rtl.registers.layout import Register
from hashloom.verification.random.bus.counters import Counters
from hashloom.verification.random.bus.flags import INTR_DONE, INTR_ERROR, Flags
from hashloom.verification.random.bus.machine import WHOLE, Access, Moment
from hashloom.verification.random.bus.nouns import (
    BUSY,
    DONE,
    NONE,
    OPEN,
    ROOM,
    WORD,
    DifferentError,
    Error,
    Known,
    Outcome,
    Packet,
    Rig,
)
from hashloom.verification.random.bus.operations import (
    not_there,
    operation_in,
    operation_name,
    outcome,
)
from hashloom.verification.random.bus.waiting import Waiting
from hashloom.verification.random.requests import Status
from hashloom.verification.random.streams.oracle import Oracle

_QUIET = 3  # clocks behind an access after which irq is what it says


class Registers:
    """The registers of one core; `tell` is given what happens, as coverage.py names it.

    Attributes:
        packet: the one that was begun last, None behind a reset.
        packets: that were done, in all.
    """

    def __init__(self, rig: Rig, paused: bool, tell: Callable[[str], None]) -> None:
        self.rig, self.shape, self._tell = rig, rig.shape, tell
        self.packets = 0
        self._waiting = Waiting(rig, paused, tell)
        self._reset()

    def _reset(self) -> None:
        self.oracle = Oracle(self.shape)
        self.packet: Packet | None = None
        self._operation = 0
        self._flags = Flags(self._tell)
        self._counters = Counters(self.shape.block_bytes)
        self._before = -_QUIET
        self._erased = self._waiting.up  # clock in which erasing began last, or was asked for
        self._waiting.overwritten, self._waiting.room = self._waiting.up, None

    @property
    def phase(self) -> str:
        """Where the packet is, for coverage."""
        return self.packet.phase if self.packet else "no packet"

    @property
    def _coming(self) -> bool:
        """Whether the packet may be done or not."""
        return self.packet is not None and self.packet.coming

    # -- moments ---------------------------------------------------------------------------------

    def moment(self, moment: Moment) -> None:
        """An input changed, or the interrupt was waited for.  Raises DifferentError."""
        if moment.kind == "up":
            self._waiting.up = moment.clock
            self._reset()
        elif moment.kind == "reset":
            self._tell(f"disturbed: reset, {self.phase}")
            self._reset()
        elif moment.kind == "zeroize":
            self._waiting.high = (moment.clock, None)
            self._tell(f"disturbed: zeroize, {self.phase}")
            self._zeroise(moment.clock)
        elif moment.kind == "low" and self._waiting.high is not None:
            self._waiting.high = (self._waiting.high[0], moment.clock)
            self._zeroise(moment.clock)
        elif moment.kind == "irq":
            self._shows(self._flags.see_irq(True, self._coming))
        elif moment.kind == "shown":
            self._shown(moment)

    def _shown(self, moment: Moment) -> None:
        """Amid an access that waits a core with keys shows no word that is not there."""
        register = self.rig.at(moment.address)
        if register is None or register.name != "DIGEST" or not self.shape.keyed:
            return
        index = (moment.address - register.offset) // WORD
        packet = self.packet
        outcomes = () if packet is None or packet.open else packet.outcomes
        there = any(each.has(index, moment.word) for each in outcomes)
        if not (there or self._counters.may_be(moment.word, packet)):  # counted in between
            raise DifferentError(f"a read of DIGEST that waits shows {moment.word:08x}")

    def _zeroise(self, clock: int) -> None:
        self.oracle.zeroise()
        self._erased = self._waiting.overwritten = clock
        self._waiting.room = None
        packet = self.packet
        if packet is None:
            return
        zeroised = Outcome(Status.ZEROISED)
        if any(each.data for each in packet.outcomes):  # and not when zeroize falls again
            packet.before = packet.outcomes
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
            self._shows(self._flags.see_irq(access.irq, self._coming))
        self._before = access.clock
        register = self.rig.at(access.address)
        self._waiting.judge(access, register)
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
            self._waiting.room = None

    def _judged(self, access: Access, must: Error, may: Error = NONE) -> bool:
        """Whether an access was done; `must` is why it is refused, `may` why it may be."""
        what = "write" if access.write else "read"
        register = self.rig.at(access.address)
        name = register.name if register else "no register"
        if access.refused:
            if not must | may:
                raise DifferentError("it is refused")
            self._flags.refused(must | may)
            if (must | may).bit_count() == 1:
                self._tell(f"refused: {what} of {name}, {(must | may).name}".lower())
            return False
        if must:
            raise DifferentError(f"it is not refused, for {must!r}")
        self._tell(f"done: {what} of {name}, {self.phase}")
        return True

    # -- writes ----------------------------------------------------------------------------------

    def _write(self, access: Access, register: Register) -> None:
        mask = sum(0xFF << 8 * lane for lane in range(WORD) if access.strobe >> lane & 1)
        data = access.data & mask
        if register.name in ("OPERATION", "MESSAGE", "FINISH"):
            amid, near = self._waiting.amid_zeroize(access)
            order = Error.ORDER if amid else NONE
            may = Error.ORDER if near else NONE
            handler = {
                "OPERATION": self._begin,
                "MESSAGE": self._append,
                "FINISH": self._finish,
            }[register.name]
            packet = self.packet
            just = packet is not None and packet.zeroised and self._waiting.at_its_rise(access)
            if register.name == "MESSAGE":
                self._counters.stalled(*self._waiting.stall(access))
            if just and register.name != "OPERATION":  # done or not, the packet is over
                self._judged(access, NONE, Error(sum(Error)))
            else:
                handler(access, order, may)
            return
        self._judged(access, must=NONE)
        if register.name == "ERROR":
            self._flags.clear_errors(data)
        elif register.name == "INTR_STATUS":
            self._flags.clear(data, self._coming)
        elif register.name == "INTR_ENABLE":
            self._flags.enable = (self._flags.enable & ~mask | data) & (INTR_DONE | INTR_ERROR)
        elif register.name == "INTR_TEST":
            self._flags.set(data)
        elif register.name == "ZEROIZE" and data & 1:
            self._tell(f"disturbed: ZEROIZE, {self.phase}")
            self._zeroise(access.clock)

    def _begin(self, access: Access, must: Error, may: Error) -> None:
        packet = self.packet
        if access.strobe != WHOLE:
            must |= Error.BYTES
        if packet is not None and packet.open:
            must |= Error.ORDER
        if self._coming:
            may |= Error.ORDER
        fields = operation_in(self.rig, access.data)
        if not self.shape.keyed and not_there(self.shape, fields):
            must |= Error.OPERATION
        if not self._judged(access, must, may):
            return
        if self._coming:
            self._is_done()
        self._counters.over(packet)
        self._operation = fields
        self.packet = Packet(fields)
        self._waiting.overwritten = access.clock
        if self._waiting.amid_zeroize(access)[1] and self._waiting.zeroizing:
            self._zeroise(access.clock)

    def _append(self, access: Access, must: Error, may: Error) -> None:
        packet = self.packet
        is_open = packet is not None and packet.open
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
        if not self._judged(access, must, may) or packet is None:
            return
        self._tell(f"byte enables: {access.strobe:04b}")
        packet.content += access.data.to_bytes(WORD, "little")[begin : begin + count]
        packet.last = begin + count
        self._waiting.room = None

    def _may_be_full(self, access: Access) -> bool:
        waited = access.clock - access.begin >= self.rig.patience
        return waited and self.shape.keyed and access.begin <= self._erased + self.rig.bound

    def _finish(self, access: Access, must: Error, may: Error) -> None:
        packet = self.packet
        is_open = packet is not None and packet.open
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
        self._end(packet, access.clock, (outcome(self.oracle, packet),))
        if self._waiting.amid_zeroize(access)[1] and self._waiting.zeroizing:
            packet.outcomes = (Outcome(Status.ZEROISED),)
            packet.zeroised = True

    # -- reads -----------------------------------------------------------------------------------

    def _read(self, access: Access, register: Register, index: int) -> None:
        if register.name == "DIGEST":
            self._digest(access, index)
            return
        self._judged(access, must=NONE)
        if register.name == "STATUS":
            self._status(access)
        elif register.name == "ERROR":
            self._flags.see_errors(access.word)
        elif register.name == "INTR_STATUS":
            self._shows(self._flags.see_pending(access.word, self._coming))
        elif register.name == "BLOCKS":
            self._counters.see_blocks(access.word, self.packet)
        elif register.name == "MESSAGES":
            self._shows(self._counters.see_messages(access.word, self._coming))
        elif register.name == "STALLS":
            self._counters.see_stalls(access.word)
        else:
            self._kept(access, register)

    def _kept(self, access: Access, register: Register) -> None:
        """What was written, or is always the same."""
        always = sum((each.reset or 0) << each.low for each in register.fields)
        written = {"OPERATION": self._operation, "INTR_ENABLE": self._flags.enable}
        expected = written.get(register.name, always)
        if access.word != expected:
            raise DifferentError(f"{access.word:08x} where {expected:08x} is due")

    def _status(self, access: Access) -> None:
        if self._waiting.at_its_rise(access):
            return  # it may be of the clock before
        word, packet = access.word, self.packet
        result, words = word >> 4 & 7, word >> 8 & 31
        is_open = packet is not None and packet.open
        if bool(word & OPEN) != is_open:
            raise DifferentError(f"STATUS.open is {word & OPEN}")
        if word & ROOM and not is_open:
            raise DifferentError("STATUS.room is 1 without an open packet")
        self._waiting.room = access.clock if word & ROOM else None
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
            self._tell(f"answer: {operation_name(self.shape, packet)}, result {result}")
        elif packet.done == Known.YES:
            raise DifferentError("STATUS.done is 0")
        elif access.clock - packet.since > self.rig.bound:
            raise DifferentError(
                f"the packet is not done after {access.clock - packet.since} clocks"
            )
        elif words > max(each.words for each in packet.outcomes):
            raise DifferentError(f"STATUS.words is {words}")
        if bool(word & BUSY) == bool(word & DONE):
            raise DifferentError(f"STATUS.busy is {word >> 1 & 1}, and done {word >> 2 & 1}")

    def _is_done(self) -> None:
        """It is seen that the packet is done."""
        packet = self.packet
        if packet is not None and packet.done == Known.MAYBE:
            packet.done = Known.YES
            self.packets += 1
            self._counters.messages += 1
            self._flags.done()

    def _shows(self, done: bool) -> None:
        """Something shows that the packet is done, or nothing does."""
        if done:
            self._is_done()

    def _digest(self, access: Access, index: int) -> None:
        packet = self.packet
        words = [] if packet is None or packet.open else [o.words for o in packet.outcomes]
        may = must = NONE
        if self._waiting.at_its_rise(access) and packet is not None:
            before = any(each.has(index, access.word) for each in packet.before)
            if self._judged(access, NONE, Error.NO_DIGEST) and not before:
                raise DifferentError(f"DIGEST has {access.word:08x} as zeroize rises")
            return
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
