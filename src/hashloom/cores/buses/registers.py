"""What the registers of a core are: their SystemRDL description and the map made of it."""

from __future__ import annotations

from typing import Protocol

from hashloom.hashes import Hash
from hashloom.request.interface import Interface
from hashloom.rtl.registers.compiling import register_map
from hashloom.rtl.registers.description import Contents, description
from hashloom.rtl.registers.layout import BITS, RegisterMap
from hashloom.rtl.registers.ring import RingContents, ring_description

_SLACK = 32  # clocks that a block takes besides those of its slot, at most


class Registered(Protocol):
    """What registers are made from."""

    @property
    def name(self) -> str:
        """Of the core."""

    @property
    def hashes(self) -> tuple[Hash, ...]:
        """What it computes, by number."""

    @property
    def interface(self) -> Interface:
        """Keys, slots, and whether states are saved."""

    @property
    def slot_clocks(self) -> int:
        """Clocks from one block to the next."""

    @property
    def contexts(self) -> int:
        """Messages in flight."""


def contents(core: Registered) -> Contents:
    """What the registers of a core are made from."""
    interface = core.interface
    return Contents(
        core.name,
        core.hashes,
        interface.keyed,
        interface.slots if interface.keyed else 0,
        (1 << wait_bits(core)) - 1,
        interface.resume,
    )


def description_of(core: Registered) -> str:
    """The SystemRDL description of a core's registers."""
    of, interface = contents(core), core.interface
    if interface.ringed:
        return ring_description(RingContents(of, core.contexts, interface.width or BITS))
    return description(of)


def registers_of(core: Registered) -> RegisterMap:
    """The registers of a core.  Raises MissingError without the SystemRDL compiler."""
    return register_map(description_of(core))


def wait_bits(core: Registered) -> int:
    """Bits of the clocks that a write waits: as long as a block takes, and more."""
    return (core.slot_clocks + _SLACK).bit_length()
