"""What a top module consists of: instances, assignments, and what names what is not used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from hashloom.rtl.typed.errors import NetlistError
from hashloom.rtl.typed.module import Module
from hashloom.rtl.typed.values import Bits, Value, cast
from hashloom.rtl.verilog import Port, instance

INDEX = Value("index", 32)  # of a Loop


class Item(Protocol):
    """A piece of a top module's text that drives signals and reads others."""

    @property
    def drives(self) -> Sequence[Bits]:
        """The bits it drives."""

    @property
    def reads(self) -> Sequence[Bits]:
        """The bits it reads."""

    @property
    def lines(self) -> list[str]:
        """Its text, with an empty line behind it unless another of its kind may follow."""


@dataclass(frozen=True)
class Unit:
    """A module that a top module consists of, before it is connected."""

    module: Module
    name: str
    parameters: Mapping[str, int] = field(default_factory=dict)

    def clocks(self, latency: str) -> int:
        """The clocks of one of its module's latencies."""
        return self.module.clocks(latency, self.parameters)

    def wired(self, connections: Mapping[str, Value]) -> Instance:
        """The unit with its ports connected."""
        return Instance(self, connections)


@dataclass(frozen=True)
class Instance:
    """A unit, its ports connected in the order in which they are written.

    Raises NetlistError when it is made: for a parameter or port that the module does not have, a
    port that is left out, a width that differs, and an output to what cannot be driven.
    """

    unit: Unit
    connections: Mapping[str, Value]

    def __post_init__(self) -> None:
        unit, ports = self.unit, self._ports
        for port, value in self.connections.items():
            if port not in ports:
                raise NetlistError(
                    f"The module {unit.module.name} of {unit.name} has no port {port}, to which "
                    f"{value.text} is connected."
                )
            _check_connection(unit, ports[port], value)
        for left in ports.values():
            if left.name not in self.connections:
                raise NetlistError(
                    f"The {left.direction} {left.name} of {unit.name}, a {unit.module.name}, is "
                    "not connected."
                )

    @cached_property
    def _ports(self) -> dict[str, Port]:
        return self.unit.module.ports_at(self.unit.parameters)

    def _facing(self, direction: str) -> list[Value]:
        ports = self._ports
        return [v for name, v in self.connections.items() if ports[name].direction == direction]

    @property
    def drives(self) -> Sequence[Bits]:
        """What its outputs are connected to."""
        return [value.target for value in self._facing("output") if value.target]

    @property
    def reads(self) -> Sequence[Bits]:
        """What its inputs are connected to."""
        return [bits for value in self._facing("input") for bits in value.reads]

    @property
    def lines(self) -> list[str]:
        """One parameter and one connection a line."""
        module = self.unit.module
        wired = {port: value.text for port, value in self.connections.items()}
        return [
            *instance(module.name, self.unit.name, wired, module.written(self.unit.parameters)),
            "",
        ]


def _check_connection(unit: Unit, port: Port, value: Value) -> None:
    if value.width != port.width:
        raise NetlistError(
            f"The {port.direction} {port.name} of {unit.name}, a {unit.module.name}, has "
            f"{port.width} bits, and {value.text}, to which it is connected, has {value.width}."
        )
    if port.direction == "output" and value.target is None:
        raise NetlistError(
            f"The output {port.name} of {unit.name}, a {unit.module.name}, cannot drive "
            f"{value.text}, which is no signal."
        )


class _Driver:
    """What drives a signal, `target`, with a value."""

    target: Value
    value: Value

    @property
    def drives(self) -> Sequence[Bits]:
        """The target."""
        return [self.target.target] if self.target.target else []

    @property
    def reads(self) -> Sequence[Bits]:
        """What the value depends on."""
        return self.value.reads


def _check_driven(target: Value, value: Value) -> None:
    if target.target is None:
        raise NetlistError(f"{target.text} is no signal and cannot be assigned to.")
    if value.width not in (None, target.width):
        raise NetlistError(
            f"The signal {target.text} has {target.width} bits and cannot be "
            f"assigned {value.text}, which has {value.width}."
        )


@dataclass(frozen=True)
class Assign(_Driver):
    """An assignment; a run of them is written without empty lines in it.

    Attributes:
        target: what is driven.
        value: what drives it.
        column: to which the target is filled up.
    """

    target: Value
    value: Value
    column: int = 0

    def __post_init__(self) -> None:
        _check_driven(self.target, self.value)

    @property
    def lines(self) -> list[str]:
        """The assignment alone."""
        text = f"  assign {self.target.text:<{self.column}} = {self.value.text};"
        return text.split("\n")


@dataclass(frozen=True)
class Register(_Driver):
    """A register without reset, which takes a value in every clock.

    Attributes:
        clock: its clock.
        target: the register.
        value: what it takes.
    """

    clock: Value
    target: Value
    value: Value

    def __post_init__(self) -> None:
        _check_driven(self.target, self.value)

    @property
    def reads(self) -> Sequence[Bits]:
        """The clock and what the value depends on."""
        return [*self.clock.reads, *self.value.reads]

    @property
    def lines(self) -> list[str]:
        """A process of its own."""
        update = f"{self.target.text} <= {self.value.text};"
        return [f"  always_ff @(posedge {self.clock.text}) {update}", ""]


def assigns(rows: Sequence[tuple[Value, Value]]) -> list[Assign]:
    """Assignments of (target, value) with their equal signs in one column."""
    column = max(len(target.text) for target, _ in rows)
    return [Assign(target, value, column) for target, value in rows]


@dataclass(frozen=True)
class Unused:
    """A signal that a core has no use for, named so that no checker takes it for forgotten."""

    signal: Value
    why: str = "there is one context"

    @property
    def drives(self) -> Sequence[Bits]:
        """Nothing that could be read."""
        return []

    @property
    def reads(self) -> Sequence[Bits]:
        """The signal."""
        return self.signal.reads

    @property
    def lines(self) -> list[str]:
        """A declaration and an assignment of their own."""
        name = f"unused_{self.signal.target.name if self.signal.target else self.signal.text}"
        return [
            f"  logic {name};  // {self.why}",
            f"  assign {name} = &{{1'b0, {self.signal.text}}};",
            "",
        ]


@dataclass(frozen=True)
class Loop(_Driver):
    """An assignment to every bit of a vector, of a value in which INDEX is the bit's number."""

    label: str
    target: Value
    value: Value

    def __post_init__(self) -> None:
        if self.target.target is None or self.value.width != 1:
            raise NetlistError(
                f"The loop {self.label} assigns {self.value.text} to {self.target.text}, where "
                "single bits go to the bits of a signal."
            )

    @property
    def lines(self) -> list[str]:
        """A generate loop."""
        body = f"    assign {self.target.text}[index] = {self.value.text};"
        return [
            f"  for (genvar index = 0; index < {self.target.width}; index++) begin : {self.label}",
            *body.split("\n"),
            "  end",
            "",
        ]


def index_of(bits: int) -> Value:
    """The number of a loop's bit in so many bits."""
    return cast(bits, INDEX)
