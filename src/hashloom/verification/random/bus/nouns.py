"""The nouns of accesses to registers: what is refused, and how a packet is done."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum, IntFlag

from hashloom.rtl.registers.layout import Register, RegisterMap
from hashloom.verification.random.requests import Shape

WORD = 4  # bytes
OPEN, BUSY, DONE, ROOM = 1, 2, 4, 8  # of STATUS
_FULL = re.compile(r"no room for (\d+) clocks")


class Error(IntFlag):
    """Bits of ERROR."""

    ORDER = 1
    NO_DIGEST = 2
    FULL = 4
    BYTES = 8
    ADDRESS = 16
    ACCESS = 32
    OPERATION = 64


NONE = Error(0)


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
        zeroised: ZEROIZE or zeroize came while it was open or not done.
        before: the outcomes that were possible before that.
    """

    user: int
    content: bytearray = field(default_factory=bytearray)
    last: int = 0
    open: bool = True
    done: Known = Known.NO
    outcomes: tuple[Outcome, ...] = ()
    since: int = 0
    zeroised: bool = False
    before: tuple[Outcome, ...] = ()

    @property
    def coming(self) -> bool:
        """Whether it may be done or not."""
        return self.done == Known.MAYBE

    @property
    def phase(self) -> str:
        """Where it is, for coverage."""
        if self.open:
            return "open"
        if self.done == Known.YES:
            return "done"
        return "zeroised" if self.zeroised else "busy"


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

    @property
    def patience(self) -> int:
        """Clocks that a write to MESSAGE waits at most, as the map says."""
        full = next(each for each in self.map.register("ERROR").fields if each.name == "full")
        found = _FULL.search(full.text)
        assert found is not None
        return int(found[1])

    def at(self, address: int) -> Register | None:
        """The register at an address; on Avalon-MM addresses are those of words."""
        if self.bus == "avalon-mm":
            address -= address % WORD
        if address % WORD:
            return None
        return next((each for each in self.map.registers if _has(each, address)), None)


class DifferentError(Exception):
    """A core and the documents disagree."""


def _has(register: Register, address: int) -> bool:
    return register.offset <= address < register.offset + WORD * register.count
