"""ERROR, the interrupts and irq."""

from __future__ import annotations

from collections.abc import Callable

from hashloom.verification.random.bus.nouns import NONE, DifferentError, Error, Known

INTR_DONE, INTR_ERROR = 1, 2


class Flags:
    """Bits that stay until they are cleared, as far as they are known.

    An access that is wrong in two ways sets a bit for one of them or for both.  `coming` says of
    the packet that it may be done or not.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._bits, self._maybe, self._groups = NONE, NONE, list[Error]()
        self._interrupt = {INTR_DONE: Known.NO, INTR_ERROR: Known.NO}
        self.enable = 0

    def refused(self, why: Error) -> None:
        """An access was refused, for one of these reasons or for several."""
        self._interrupt[INTR_ERROR] = Known.YES
        if why.bit_count() == 1:
            self._bits |= why
        else:
            self._groups.append(why)

    def done(self) -> None:
        """A packet is done."""
        if self._interrupt[INTR_DONE] == Known.NO:
            self._interrupt[INTR_DONE] = Known.YES

    def set(self, data: int) -> None:
        """INTR_TEST was written."""
        for bit in self._interrupt:
            if data & bit:
                self._interrupt[bit] = Known.YES

    def clear(self, data: int, coming: bool) -> None:
        """INTR_STATUS was written."""
        for bit in self._interrupt:
            if data & bit:
                late = bit == INTR_DONE and coming
                self._interrupt[bit] = Known.MAYBE if late else Known.NO

    def clear_errors(self, data: int) -> None:
        """ERROR was written."""
        cleared = Error(data & sum(Error))
        self._bits &= ~cleared
        for group in [each for each in self._groups if each & cleared]:
            self._groups.remove(group)
            self._maybe |= group  # another bit of it may be set as well
        self._maybe &= ~cleared

    def see_errors(self, found: int) -> None:
        """ERROR was read."""
        allowed = self._bits | self._maybe
        for group in self._groups:
            allowed |= group
            if not group & found:
                raise DifferentError(f"ERROR is {found:x} without any of {group!r}")
        if found & ~allowed or self._bits & ~found:
            raise DifferentError(f"ERROR is {found:x} where {self._bits!r} is due")
        self._bits, self._maybe, self._groups = Error(found), NONE, []

    def see_pending(self, word: int, coming: bool) -> bool:
        """INTR_STATUS was read; whether that shows that the packet is done."""
        if word & ~(INTR_DONE | INTR_ERROR):
            raise DifferentError(f"INTR_STATUS is {word:08x}")
        self._see(INTR_ERROR, bool(word & INTR_ERROR), "INTR_STATUS.error", False)
        return self._see(INTR_DONE, bool(word & INTR_DONE), "INTR_STATUS.done", coming)

    def _see(self, bit: int, value: bool, name: str, coming: bool) -> bool:
        """A pending interrupt is seen, or that it is not; whether the packet must be done."""
        known = self._interrupt[bit]
        shows = value and known == Known.NO
        if shows and not coming:
            raise DifferentError(f"{name} is 1")
        if not value and known == Known.YES:
            raise DifferentError(f"{name} is 0")
        if not (coming and known == Known.MAYBE and not value):
            self._interrupt[bit] = Known.YES if value else Known.NO
        return shows

    def see_irq(self, irq: bool, coming: bool) -> bool:
        """The output irq is seen; whether that shows that the packet is done."""
        likely = {bit: known for bit, known in self._interrupt.items() if self.enable & bit}
        may = [bit for bit, known in likely.items() if known != Known.NO]
        if INTR_DONE in likely and coming and INTR_DONE not in may:
            may.append(INTR_DONE)
        if irq and not may:
            raise DifferentError("irq is high")
        if not irq and Known.YES in likely.values():
            raise DifferentError("irq is low")
        if irq and len(may) == 1:
            self._tell(f"irq: of {'done' if may == [INTR_DONE] else 'error'}")
        return irq and may == [INTR_DONE] and self._see(INTR_DONE, True, "irq", coming)
