"""What waits, and for how long: "Buses" and "When a write waits" of docs/registers.md."""

from __future__ import annotations

from collections.abc import Callable

from hashloom.rtl.registers.layout import Register
from hashloom.verification.random.bus.machine import Access
from hashloom.verification.random.bus.nouns import DifferentError, Rig

# Clocks of an access in which nothing waits, from the first in which it is offered: "Buses".
CLOCKS = {"apb4": 3, "axi4-lite": 5, "wishbone": 3, "avalon-mm": 4}
MASK = 0xFFFFFFFF
_BEHIND_RESET = 34  # clocks that an access waits at most
_WHILE_OVERWRITTEN = 40  # that reads wait behind OPERATION and ZEROIZE, with keys
_FEW = 24  # that a read waits while words of an answer come and something is counted
_PAUSES = 80  # that a master with pauses adds to an access at most, but once in 2^40
_NEAR = 2  # clocks behind zeroize in which an access may be amid it


class Waiting:
    """How long accesses may take.

    Attributes:
        up: the clock in which the last reset ended.
        high: first clock of zeroize, and the first behind it.
        overwritten: clock since which words of an answer may be overwritten.
        room: the clock in which STATUS said that there is; None where it does not hold any more.
    """

    def __init__(self, rig: Rig, paused: bool, tell: Callable[[str], None]) -> None:
        self._rig, self._paused, self._tell = rig, paused, tell
        self._usual = CLOCKS[rig.bus]
        self.up = self.overwritten = 0
        self.high: tuple[int, int | None] | None = None
        self.room: int | None = None

    @property
    def zeroizing(self) -> bool:
        """Whether zeroize is high."""
        return self.high is not None and self.high[1] is None

    def stall(self, access: Access) -> tuple[int, int]:
        """Clocks that a write to MESSAGE has waited, least and most."""
        waited = access.clock - access.begin + 1 - self._usual
        exact = not self._paused and access.begin >= self.up + _BEHIND_RESET
        exact &= not self.near_zeroize(access)
        return (waited if exact else 0, waited)

    def judge(self, access: Access, register: Register | None) -> None:
        """No access waits that should not, and none for too long."""
        clocks = access.clock - access.begin + 1
        usual = self._usual
        if clocks < usual:
            raise DifferentError(f"it takes {clocks} clocks")
        name = register.name if register else ""
        most, pauses = usual, _PAUSES if self._paused else 0
        if access.begin < self.up + _BEHIND_RESET:
            most = max(most, usual + self.up + _BEHIND_RESET - access.begin)
        overwritten = self.overwritten + _WHILE_OVERWRITTEN
        if not access.write:
            most += _FEW
            if self._rig.shape.keyed and access.begin <= overwritten:
                most = max(most, usual + overwritten - access.begin + 1)
        if access.write and name == "MESSAGE":
            most += self._rig.patience + 1
        if self.near_zeroize(access):
            most += MASK
        if clocks > most + pauses:
            raise DifferentError(f"it takes {clocks} clocks where {most} are the most")
        if clocks > usual and not self._paused:
            self._tell(f"waited: {'a write to MESSAGE' if name == 'MESSAGE' else 'another access'}")
        if access.write and name == "MESSAGE" and not self.near_zeroize(access):
            room = self.room
            if room is not None and clocks > usual and not self._paused:
                raise DifferentError("a write to MESSAGE waits although STATUS.room was 1")

    def near_zeroize(self, access: Access) -> bool:
        """Whether zeroize was high amid an access, or about."""
        if self.high is None:
            return False
        first, last = self.high
        return access.clock >= first and (last is None or access.begin <= last + _NEAR)

    def at_its_rise(self, access: Access) -> bool:
        """Whether zeroize rose amid the access, were it one that does not wait, so that either may
        have been first."""
        return self.high is not None and 0 <= access.clock - self.high[0] < self._usual

    def amid_zeroize(self, access: Access) -> tuple[bool, bool]:
        """Whether a write must be, and may be, refused because zeroize is high."""
        if not self.near_zeroize(access) or self.high is None:
            return False, False
        first, last = self.high
        inside = access.clock >= first + self._usual and (last is None or access.clock < last)
        return inside, access.clock <= (last if last is not None else access.clock) + 2 * _NEAR
