"""The numbers of a core with a ring of descriptors, which its parts share."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.cores.buses.registers import registers_of
from hashloom.cores.facts import Facts
from hashloom.request.bus import BUS_BITS
from hashloom.rtl.registers.layout import RegisterMap

JOB_BITS = 42  # of a descriptor: address of its result, place in the ring, interrupt
NUMBER_BITS = 4  # of a descriptor's number, by which those that are read are told apart
CHOICE_AT = 19  # bit of a command where the hash's number begins
_BURSTS = 2  # for which the core has room
_LEAST_ROOM = 4  # bits of a place in the room for words, at least
_RECORDS = 8  # of bursts that may wait, and more


def beat_width(core: Facts) -> int:
    """Bits of a word of memory, and of a beat of the core's stream."""
    return core.interface.width or BUS_BITS


@dataclass(frozen=True)
class RingNumbers:
    """Numbers of a core with a ring.

    Attributes:
        map: its registers.
        width: bits of a word of memory and of a beat.
        keyed: whether the core holds keys.
        choice_bits: bits of a hash's number, 0 for one hash.
        contexts: messages in flight.
        block_bytes: of the hash.
        answer_bytes: of the longest answer.
    """

    map: RegisterMap
    width: int
    keyed: bool
    choice_bits: int
    contexts: int
    block_bytes: int
    answer_bytes: int

    @staticmethod
    def of(core: Facts) -> RingNumbers:
        """Those of a core."""
        return RingNumbers(
            registers_of(core),
            beat_width(core),
            core.interface.keyed,
            (len(core.hashes) - 1).bit_length(),
            core.contexts,
            core.hash.block_bits // 8,
            max(each.digest_bytes for each in core.hashes),
        )

    @property
    def lanes(self) -> int:
        """Bytes of a word."""
        return self.width // 8

    @property
    def command_bits(self) -> int:
        """Bits of a command."""
        return CHOICE_AT + self.choice_bits

    @property
    def ordered(self) -> bool:
        """Whether packets have an order that a core of several messages in flight has to keep."""
        return self.keyed and self.contexts > 1

    @property
    def read_bits(self) -> int:
        """Bits that go with a descriptor while its data are read: a command, and two where order
        is kept."""
        return self.command_bits + 2 * self.ordered

    @property
    def under_way_bits(self) -> int:
        """Bits of a number of descriptors that are read, or wait in records of bursts."""
        return (self.contexts + _RECORDS).bit_length()

    @property
    def context_bits(self) -> int:
        """Bits of a context's number."""
        return max(1, (self.contexts - 1).bit_length())

    @property
    def room_bits(self) -> int:
        """Bits of a place in the room for words: for some bursts, and for what is asked for before
        it is known that words have left."""
        return max(_LEAST_ROOM, (_BURSTS * self.block_bytes // self.lanes - 1).bit_length())

    @property
    def answer_bits(self) -> int:
        """Bits of a place of an answer's beat."""
        return max(1, (-(-self.answer_bytes // self.lanes) - 1).bit_length())

    @property
    def of_contexts(self) -> dict[str, int]:
        """Parameters of modules that know the contexts."""
        return {"CONTEXTS": self.contexts, "CONTEXT_BITS": self.context_bits}

    @property
    def of_descriptors(self) -> dict[str, int]:
        """Parameters of modules that pass descriptors on."""
        return {**self.of_contexts, "COMMAND_BITS": self.command_bits, "JOB_BITS": JOB_BITS}
