"""Nouns of a register map, as the SystemRDL compiler read it."""

from __future__ import annotations

from dataclasses import dataclass

BITS = 32
BYTES = BITS // 8


@dataclass(frozen=True)
class Field:
    """Some bits of a register.

    Attributes:
        name, high, low: where it is.
        software: "r", "w" or "rw", what a bus may do with it.
        reset: value after a reset; None where hardware gives it at all times.
        stored: whether it is a register, and not what hardware gives or a constant, as is what a
            write clears whatever is written (SystemRDL: onwrite = wclr).
        given: hardware gives what is read (SystemRDL: hw = w).
        shown: hardware sees its value (hw = r).
        clears: a bus clears bits by writing ones (onwrite = woclr).
        sets: hardware sets it (hwset).
        interrupts: it is a sticky interrupt bit (intr).
        enabled: name of the register and field that let it interrupt; empty for none.
        clearable: hardware clears it (hwclr).
        pulses: it is high for one clock when a one is written (singlepulse).
        text: what it means.
    """

    name: str
    high: int
    low: int
    software: str
    reset: int | None
    stored: bool
    given: bool
    shown: bool
    clears: bool
    sets: bool
    interrupts: bool
    enabled: tuple[str, str] | None
    clearable: bool
    pulses: bool
    text: str

    @property
    def width(self) -> int:
        """In bits."""
        return self.high - self.low + 1

    @property
    def mask(self) -> int:
        """Its bits in the word."""
        return ((1 << self.width) - 1) << self.low


@dataclass(frozen=True)
class Register:
    """A word, or `count` of them one behind the other.

    Attributes:
        name: as SystemRDL has it.
        offset: of the first, in bytes.
        count: how many.
        array: whether it is written with an index, also where it is one.
        guarded: whether hardware may refuse an access, or let it wait.
        filed: whether its words are in the core's memory of answers and counters.
        title, text: what it is.
        fields: the lowest first.
    """

    name: str
    offset: int
    count: int
    array: bool
    guarded: bool
    filed: bool
    title: str
    text: str
    fields: tuple[Field, ...]

    @property
    def readable(self) -> bool:
        """Whether a bus may read it."""
        return any("r" in field.software for field in self.fields)

    @property
    def writable(self) -> bool:
        """Whether a bus may write it."""
        return any("w" in field.software for field in self.fields)

    @property
    def access(self) -> str:
        """What a bus may do, for people: "read", "write" or "read, write"."""
        kinds = [*(["read"] * self.readable), *(["write"] * self.writable)]
        return ", ".join(kinds)


@dataclass(frozen=True)
class RegisterMap:
    """All registers of a core, by offset."""

    name: str
    title: str
    registers: tuple[Register, ...]

    def register(self, name: str) -> Register:
        """The register of that name."""
        return next(each for each in self.registers if each.name == name)
