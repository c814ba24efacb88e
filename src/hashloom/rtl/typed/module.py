"""Faces of modules: what whoever instantiates one has to know."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hashloom.rtl.typed.errors import NetlistError
from hashloom.rtl.typed.formula import Formula
from hashloom.rtl.typed.memory import Held, Store
from hashloom.rtl.verilog import Port

_PARAMETER = re.compile(r"    parameter (int|bit) (\w+) *= (\d+)(,?) +// (.+)")
_PORT = re.compile(r"    (input |output) logic +(?:\[(.+):0\] *)?(\w+)(,?) *// (.+)")
_CONSTANT = re.compile(r"^  localparam (?:int|bit) (\w+) = ([^;]+);", re.MULTILINE)
_HEAD = re.compile(r"^module (\w+) (?:#\((.*?)^\) )?\((.*?)^\);$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Parameter:
    """A parameter of a module: "int" or "bit", its default, and what it says."""

    kind: str
    name: str
    default: int
    comment: str

    def written(self, value: int) -> str:
        """A value as SystemVerilog."""
        return f"1'b{value}" if self.kind == "bit" else str(value)


@dataclass(frozen=True)
class FacePort:
    """A port whose highest bit is a formula of the module's parameters; None for a single bit."""

    direction: str
    top_bit: Formula | None
    name: str
    comment: str

    def at(self, parameters: Mapping[str, int]) -> Port:
        """The port with these parameters."""
        width = self.top_bit.value(parameters) + 1 if self.top_bit else 1
        return Port(self.direction, width, self.name, self.comment)


@dataclass(frozen=True)
class Latency:
    """Clocks from one thing to another in a module.

    Attributes:
        name: by which it is asked for.
        way: from what to what.
        clocks: as a formula of the module's parameters and constants.
    """

    name: str
    way: str
    clocks: str


@dataclass(frozen=True)
class Module:
    """The face of a module.

    Attributes:
        name: of the module.
        parameters, ports: as its header has them.
        constants: its localparams by name, as texts.
        stores: memories that it declares.
        held: modules in it that have memories.
        latencies: clocks from one thing to another.
    """

    name: str
    parameters: tuple[Parameter, ...]
    ports: tuple[FacePort, ...]
    constants: tuple[tuple[str, str], ...] = ()
    stores: tuple[Store, ...] = ()
    held: tuple[Held, ...] = ()
    latencies: tuple[Latency, ...] = ()

    @property
    def generated(self) -> bool:
        """Whether it is a generated module, as an engine, which has no parameters."""
        return not self.parameters

    def values(self, given: Mapping[str, int]) -> dict[str, int]:
        """Every parameter's value, where only some are `given`.

        Raises NetlistError for one that the module does not have, and for a bit that is none.
        """
        kinds = {parameter.name: parameter.kind for parameter in self.parameters}
        for name, value in given.items():
            if name not in kinds:
                raise NetlistError(
                    f"The module {self.name} has no parameter {name}; "
                    f"it has {', '.join(kinds) or 'none'}."
                )
            if kinds[name] == "bit" and value not in (0, 1):
                raise NetlistError(
                    f"The parameter {name} of {self.name} is a bit and cannot be {value}."
                )
        return {p.name: int(given.get(p.name, p.default)) for p in self.parameters}

    def numbers(self, given: Mapping[str, int]) -> dict[str, int]:
        """Every parameter's and constant's value, where only some parameters are `given`."""
        key = tuple(given.items())
        if key not in self._worked_out:
            self._worked_out[key] = _Numbers(self.values(given), dict(self.constants))
        return self._worked_out[key]

    @cached_property
    def _worked_out(self) -> dict[tuple[tuple[str, int], ...], _Numbers]:
        """What `numbers` has worked out, by what was given."""
        return {}

    def clocks(self, latency: str, given: Mapping[str, int]) -> int:
        """The clocks of a latency. Raises NetlistError for one that is not stated."""
        for stated in self.latencies:
            if stated.name == latency:
                return Formula(stated.clocks).value(self.numbers(given))
        raise NetlistError(f"Of the module {self.name} no latency {latency} is stated.")

    def ports_at(self, given: Mapping[str, int]) -> dict[str, Port]:
        """The ports by name, their widths in bits with these parameters."""
        values = self.values(given)
        return {port.name: port.at(values) for port in self.ports}

    def written(self, given: Mapping[str, int]) -> dict[str, str]:
        """Values of parameters as SystemVerilog, in the order in which they are given."""
        kinds = {parameter.name: parameter for parameter in self.parameters}
        return {name: kinds[name].written(int(value)) for name, value in given.items()}


class _Numbers(dict[str, int]):
    """Values of parameters, and of constants when they are asked for."""

    def __init__(self, values: Mapping[str, int], constants: Mapping[str, str]) -> None:
        super().__init__(values)
        self._constants = constants

    def __missing__(self, name: str) -> int:
        self[name] = Formula(self._constants[name]).value(self)
        return self[name]


def without_parameters(name: str, ports: Sequence[Port]) -> Module:
    """The face of a generated module, of ports whose widths are numbers."""
    return Module(name, (), tuple(_fixed(port) for port in ports))


def _fixed(port: Port) -> FacePort:
    top_bit = Formula(str(port.width - 1)) if port.width > 1 else None
    return FacePort(port.direction, top_bit, port.name, port.comment)


def module_from(text: str) -> Module:
    """The face of the one module of a file of `lib`, from its header.

    Raises NetlistError for a header that is not written as all of them are: a parameter or a port
    a line, each with a comment.
    """
    found = _HEAD.search(text)
    if not found:
        raise NetlistError("The file has no module whose header ends in a line `);`.")
    name, parameters, ports = found.groups()
    return Module(
        name,
        tuple(_parameter(name, line, last) for line, last in _rows(parameters or "")),
        tuple(_port(name, line, last) for line, last in _rows(ports)),
        tuple(_CONSTANT.findall(text)),
    )


def _rows(text: str) -> list[tuple[str, bool]]:
    """Lines that are not empty, and whether each is the last."""
    lines = [line for line in text.splitlines() if line.strip()]
    return [(line, number == len(lines)) for number, line in enumerate(lines, 1)]


def _parameter(module: str, line: str, last: bool) -> Parameter:
    found = _PARAMETER.fullmatch(line)
    if not found or (found[4] == "") != last:
        raise NetlistError(f"The line {line.strip()!r} of {module} declares no parameter.")
    return Parameter(found[1], found[2], int(found[3]), found[5])


def _port(module: str, line: str, last: bool) -> FacePort:
    found = _PORT.fullmatch(line)
    if not found or (found[4] == "") != last:
        raise NetlistError(f"The line {line.strip()!r} of {module} declares no port.")
    top_bit = Formula(found[2]) if found[2] else None
    return FacePort(found[1].strip(), top_bit, found[3], found[5])
