"""What a part of a core is: what it asks of the core, and what it brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hashloom.hashes import Hash
from hashloom.request.architecture import Architecture
from hashloom.request.designs import Design
from hashloom.request.interface import Interface
from hashloom.rtl.engine.shape import EngineShape
from hashloom.rtl.folded.keyed.work import AnyKeyedProgram
from hashloom.rtl.folded.program import AnyProgram
from hashloom.rtl.shells.common.parameters import ShellParameters
from hashloom.rtl.shells.hmac.parameters import HmacParameters
from hashloom.rtl.typed.netlist import Top
from hashloom.rtl.verilog import Port


class Facts(Protocol):
    """What a part asks of a core."""

    @property
    def hash(self) -> Hash:
        """What it computes."""

    @property
    def architecture(self) -> Architecture:
        """Its architecture, resolved."""

    @property
    def interface(self) -> Interface:
        """Level and streams."""

    @property
    def design(self) -> Design | None:
        """The published design it is, or began as."""

    @property
    def hashes(self) -> tuple[Hash, ...]:
        """What it computes, by number."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def prefix(self) -> str:
        """What the names of all modules begin with."""

    @property
    def slot_clocks(self) -> int:
        """Clocks from one block of a context to its next, at least."""

    @property
    def contexts(self) -> int:
        """Messages in flight."""

    @property
    def row_bits(self) -> int:
        """Width of a beat that keeps up with the padder."""

    @property
    def shape(self) -> EngineShape:
        """Numbers of the engine's ports."""

    @property
    def shell(self) -> ShellParameters:
        """What the message core's shell is built from."""

    @property
    def program(self) -> AnyProgram:
        """What a folded core runs."""

    @property
    def keyed_program(self) -> AnyKeyedProgram:
        """What a folded HMAC core runs."""

    @property
    def hmac(self) -> HmacParameters:
        """What the HMAC core's shell is built from."""


class Module(Protocol):
    """A module that is written for a core."""

    @property
    def name(self) -> str:
        """Of the module."""

    @property
    def text(self) -> str:
        """The file."""

    @property
    def module_texts(self) -> dict[str, str]:
        """Texts, by file name, of the library modules in it."""


class Part(Protocol):
    """What a level brings."""

    def top(self, prefix: str) -> str:
        """Name of the top module."""

    def ports(self, core: Facts) -> list[Port]:
        """Ports of the top module."""

    def tops(self, core: Facts) -> Sequence[Module]:
        """The modules that are written around the engine, the outermost first."""

    def suffix(self, core: Facts) -> str:
        """What the core's name ends with, such as "_w8_slots1"."""


class PlainPart(Part, Protocol):
    """What a level brings before anything is put around it."""

    def tops(self, core: Facts) -> list[Top]:
        """The modules that are written around the engine, the outermost first."""
