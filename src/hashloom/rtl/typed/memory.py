"""Memories of modules: how many places of how many bits, and in what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from hashloom.rtl.typed.formula import Formula, Numbers

BANK = 16  # places of a memory cell of look-up tables
_LUT_BITS = 4


@dataclass(frozen=True)
class Memory:
    """A memory of `depth` places of `bits` bits.

    Attributes:
        block: whether it is to be in block RAM.
        divided: whether its banks are read into registers that are OR-ed, rather than selected.
        registered: whether every read goes into a register, without a condition.
    """

    depth: int
    bits: int
    block: bool = False
    divided: bool = False
    registered: bool = False

    @cached_property
    def banks(self) -> int:
        """Memories of 16 places it consists of, when it is built of look-up tables."""
        return -(-self.depth // BANK)

    @cached_property
    def cells(self) -> int:
        """Memory cells of look-up tables, 16 places of 4 bits each."""
        return self.banks * -(-self.bits // _LUT_BITS)

    def block_rams(self, shape: tuple[int, int]) -> int:
        """Block RAMs it takes, of a widest port and so many places at that width."""
        width, places = shape
        return -(-self.bits // width) * -(-self.depth // places)


@dataclass(frozen=True)
class Store:
    """Memories that a module declares, as formulas of its parameters and constants.

    Attributes:
        depth, bits: places, and bits of each.
        when: whether there are any.
        count: how many alike.
        block, divided, registered: as of Memory.
    """

    depth: str
    bits: str
    when: str = "1"
    count: str = "1"
    block: str = "0"
    divided: str = "0"
    registered: str = "0"

    def memories(self, numbers: Numbers) -> list[Memory]:
        """Those of a module with these parameters and constants."""
        if not _value(self.when, numbers):
            return []
        memory = Memory(
            _value(self.depth, numbers),
            _value(self.bits, numbers),
            bool(_value(self.block, numbers)),
            bool(_value(self.divided, numbers)),
            bool(_value(self.registered, numbers)),
        )
        return [memory] * _value(self.count, numbers)


@dataclass(frozen=True)
class Held:
    """A module within a module, its parameters formulas of those of the module it is in.

    Only those are given that its memories depend on.
    """

    module: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    when: str = "1"
    count: str = "1"

    def how_many(self, numbers: Numbers) -> int:
        """How many of it there are, in a module with these parameters and constants."""
        return _value(self.count, numbers) if _value(self.when, numbers) else 0

    def given(self, numbers: Numbers) -> tuple[tuple[str, int], ...]:
        """Its parameters."""
        return tuple((name, _value(text, numbers)) for name, text in self.parameters.items())


def _value(text: str, numbers: Numbers) -> int:
    return Formula(text).value(numbers)
