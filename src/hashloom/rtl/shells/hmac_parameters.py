"""Numbers of an HMAC core that its top module is written from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hashloom.rtl.shells.shell_parameters import (
    BLOCK_WORDS,
    CHAIN_WORDS,
    WRITE_LATENCY,
    ShellParameters,
    full_delay,
)
from hashloom.rtl.typed.values import Value, Wires

COMMAND_BITS = 19  # {slot, tag_bytes, operation}
ROUTE_BITS = 4  # {side of an expected tag, where a packet goes}
STATUS_BITS = 3


@dataclass(frozen=True)
class HmacParameters:
    """What the shell of an HMAC core has to know besides the numbers of its message core.

    Attributes:
        p: numbers of the core, as of a message core.
        engines: 1, or 2 (inner and outer).
        slots: keys that are kept, 1 to 256.
        key_memory: what the key store is built of, "distributed" or "block" RAM.
        resume: whether plain hashes can be saved and restored at a block boundary.
        private: whether a slot belongs to the context that loaded it.
    """

    p: ShellParameters
    engines: int
    slots: int
    key_memory: str
    resume: bool = False
    private: bool = False

    @property
    def command_bits(self) -> int:
        """Width of s_axis_tuser: the number of a hash is on top where there are several."""
        return COMMAND_BITS + (self.p.choice_bits if self.p.choices else 0)

    @property
    def slot_bits(self) -> int:
        """Width of a slot's number inside the core."""
        return max(1, (self.slots - 1).bit_length())


@lru_cache(maxsize=4096)
def close_at(p: ShellParameters) -> int:
    """Word of a digest's block with which it counts as complete.

    The words behind it are written a word a clock, in time for a slot that starts at once.
    """
    ahead = WRITE_LATENCY - full_delay(p) - (p.read_lag - p.skipped)
    late = (place + ahead - read for place, read in zip(p.place, p.read, strict=True))
    return min(BLOCK_WORDS - 1, max(CHAIN_WORDS - 1, *late))


def slot_parameters(h: HmacParameters) -> dict[str, int]:
    """Parameters of every module that knows key slots."""
    return {"SLOTS": h.slots, "SLOT_BITS": h.slot_bits}


def block_memory(h: HmacParameters) -> bool:
    """Whether what depends on keys is kept in block RAM."""
    return h.key_memory == "block"


def clear(h: HmacParameters, w: Wires) -> Value:
    """The condition that nothing of a digest is to be left."""
    return w[h.p.reset] | (w.loader_erases & w.loader_busy)
