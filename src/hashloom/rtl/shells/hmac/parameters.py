"""Numbers of an HMAC core that its top module is written from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hashloom.rtl.shells.common.parameters import (
    BLOCK_WORDS,
    CHAIN_WORDS,
    WRITE_LATENCY,
    ShellParameters,
    full_delay,
    opened_after,
)
from hashloom.rtl.typed.values import Value, Wires

COMMAND_BITS = 19  # {slot, tag_bytes, operation}
ROUTE_BITS = 4  # {side of an expected tag, where a packet goes}
STATUS_BITS = 3
_TELL = 2  # clocks, at least, that can be counted


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
def close_at(p: ShellParameters, steady: bool) -> int:
    """Word of a block without padding with which it counts as complete.

    The words behind it are written a word a clock, in time for a slot that starts at once; those of
    a digest where they come `steady`, in clocks that follow each other.
    """
    ahead = WRITE_LATENCY - full_delay(p) - (p.read_lag - p.skipped)
    places = map(max, p.place, range(BLOCK_WORDS))  # of a length, or of none
    late = (place + ahead - read for place, read in zip(places, p.read, strict=True))
    return min(BLOCK_WORDS - 1, max(0 if steady else CHAIN_WORDS - 1, *late))


def recalls(h: HmacParameters) -> bool:
    """Whether the engine reads the outer hash's block from where it has left the inner digest.

    Written to its buffer the block would come too late for the next slot, and with one group of
    contexts nobody else could use that.  The words of a row have to be kept apart, a memory for
    each, which they are where as many leave the engine as it reads; and a context's buffer has to
    be open again when its outer block is complete, which with all rounds unrolled it may not be.
    """
    p = h.p
    alone = h.engines == 1 and p.stages == 1 and p.contexts == p.interleave > 1
    if not alone or p.choices or p.little or p.order:
        return False
    whole = p.chain_words == CHAIN_WORDS // 2 and p.columns in (CHAIN_WORDS, BLOCK_WORDS)
    if p.columns != p.chain_words and not whole:
        return False
    return tell_after(p) >= max(_TELL, opened_after(p) + 1)


def tell_after(p: ShellParameters) -> int:
    """Clocks from the start of an inner digest's slot to its complete outer block.

    A slot that starts then reads the block's first row when the digest's last words have come.
    """
    return p.result_clocks - p.read_lag - full_delay(p)


def slot_parameters(h: HmacParameters) -> dict[str, int]:
    """Parameters of every module that knows key slots."""
    return {"SLOTS": h.slots, "SLOT_BITS": h.slot_bits}


def block_memory(h: HmacParameters) -> bool:
    """Whether what depends on keys is kept in block RAM."""
    return h.key_memory == "block"


def clear(h: HmacParameters, w: Wires) -> Value:
    """The condition that nothing of a digest is to be left."""
    return w[h.p.reset] | (w.loader_erases & w.loader_busy)
