"""How the user talks to a core: the noun `Interface`."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.rtl.shell_parameters import MINIMUM_LENGTH_BITS, WIDTHS

LEVELS = ("engine", "message")


@dataclass(frozen=True)
class Interface:
    """Level and width of a core's ports.

    Attributes:
        level: "engine" (blocks in, chaining values out) or "message" (AXI4-Stream messages in,
            digests out, padding in hardware).
        width: bits of a beat on both streams, 8 to 512; None is as many as the core pads in a
            clock: the hash's word, or several where its blocks take less than 16 clocks.
        length_bits: width of the message length counter in bits; a message must be shorter
            than 2^length_bits bits.
    """

    level: str = "message"
    width: int | None = None
    length_bits: int = 64

    def check(self, hash_: Hash) -> None:
        """Raises RequestError, one sentence, when `hash_` cannot have this interface."""
        if self.level not in LEVELS:
            raise RequestError(
                f"There is no level {self.level!r}; accepted are {' and '.join(LEVELS)}."
            )
        if self.width is not None and self.width not in WIDTHS:
            raise RequestError(
                f"A stream of {self.width} bits does not divide the {hash_.block_bits}-bit block "
                f"of {hash_.title} into whole beats; accepted are {', '.join(map(str, WIDTHS))}."
            )
        if not MINIMUM_LENGTH_BITS <= self.length_bits <= 2 * hash_.word_bits:
            raise RequestError(
                f"A length counter of {self.length_bits} bits cannot be built for {hash_.title}; "
                f"accepted is {MINIMUM_LENGTH_BITS} to {2 * hash_.word_bits}."
            )
