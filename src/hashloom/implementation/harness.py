"""The out-of-context harness: a core with wide ports placed between registers, on two pins.

Every input bit of the core but the clock comes from one flip-flop of a shift chain, every output
bit goes into a flip-flop that nothing reads. So the clock counts the core's input and output
paths, nothing is trimmed, and only `clk` and `serial_in` need pins.

The harness is put around the core after synthesis, in the Yosys JSON netlist: what is placed is
the core as it was synthesised by itself, and no register of the core is merged with one of the
harness. The harness holds no look-up table. Its flip-flops are taken off the count of flip-flops.
Where a register occupies a logic cell with its look-up table unused (iCE40), a
harness register that has a logic cell to itself is taken off the count of cells too
(`lone_registers`). Where the tools place a pin only with its buffer in the netlist and its place
given (Nexus, Gowin), the target's file says which (`Pin`).
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hashloom.errors import RequestError
from hashloom.targets.model import CellNames, Pin

CLOCK = "clk"
SERIAL_IN = "serial_in"
PREFIX = "harness"

Bit = int | str  # of a net: its number, or "0", "1", "x", "z"
Json = dict[str, Any]


@dataclass(frozen=True)
class Harness:
    """A core's module between registers, with the bits of the core's ports."""

    module: Json
    inputs: tuple[Bit, ...]
    outputs: tuple[Bit, ...]

    @property
    def registers(self) -> int:
        """Flip-flops of the harness, one for each bit of a port but the clock."""
        return len(self.inputs) + len(self.outputs)


_BARE = Pin()


def put_in_harness(
    core: Mapping[str, Any], cells: CellNames, clock_pin: Pin = _BARE, data_pin: Pin = _BARE
) -> Harness:
    """The module `core` of a Yosys JSON netlist in a harness; its only clock is the input `clk`.

    Raises RequestError when the core has a bidirectional port, no input or no output.
    """
    ports: Mapping[str, Any] = core["ports"]
    for name, port in ports.items():
        if port["direction"] not in ("input", "output"):
            raise RequestError(
                f"The core's port {name} is bidirectional; only inputs and outputs can be placed "
                "in a harness."
            )
    inputs = _bits(p for n, p in ports.items() if p["direction"] == "input" and n != CLOCK)
    outputs = _bits(p for p in ports.values() if p["direction"] == "output")
    if not inputs or not outputs:
        raise RequestError(
            f"The core has {len(inputs)} input bits besides the clock and {len(outputs)} output "
            "bits; it needs one of each at least to be placed and timed."
        )
    fresh = _fresh_bits(core)
    clock = ports[CLOCK]["bits"][0] if CLOCK in ports else next(fresh)
    serial = next(fresh)
    chain = itertools.pairwise((serial, *inputs))
    registers = {
        f"{PREFIX}.in_q[{i}]": _register(cells, clock, data, output)
        for i, (data, output) in enumerate(chain)
    } | {
        f"{PREFIX}.out_q[{i}]": _register(cells, clock, data, next(fresh))
        for i, data in enumerate(outputs)
    }
    clock_bit, clock_buffers = _buffered(CLOCK, clock, clock_pin, fresh)
    serial_bit, serial_buffers = _buffered(SERIAL_IN, serial, data_pin, fresh)
    pins = {
        CLOCK: {"direction": "input", "bits": [clock_bit]},
        SERIAL_IN: {"direction": "input", "bits": [serial_bit]},
    }
    cells_around = {**registers, **clock_buffers, **serial_buffers}
    module = {**core, "ports": pins, "cells": {**core["cells"], **cells_around}}
    return Harness(module, inputs, outputs)


def _bits(ports: Iterable[Mapping[str, Any]]) -> tuple[Bit, ...]:
    return tuple(bit for port in ports for bit in port["bits"])


def _fresh_bits(core: Mapping[str, Any]) -> Iterator[int]:
    """Numbers of nets that the module does not use yet."""
    used = itertools.chain(
        _bits(core["ports"].values()),
        _bits(core["netnames"].values()),
        (
            bit
            for cell in core["cells"].values()
            for pin in cell["connections"].values()
            for bit in pin
        ),
    )
    return itertools.count(1 + max(bit for bit in used if isinstance(bit, int)))


def _buffered(name: str, net: Bit, pin: Pin, fresh: Iterator[int]) -> tuple[Bit, dict[str, Json]]:
    """The bit of the pin `name` and the buffers from it to `net`."""
    bits: list[Bit] = [*(next(fresh) for _ in pin.buffers), net]
    buffers = {}
    for i, (buffer, (before, behind)) in enumerate(
        zip(pin.buffers, itertools.pairwise(bits), strict=True)
    ):
        wired = {buffer.input: before}
        cell = _cell(buffer.name, wired, {buffer.output: behind})
        buffers[f"{PREFIX}.{name}_buffer[{i}]"] = cell | (
            {} if i else {"attributes": dict(pin.attributes)}
        )
    return bits[0], buffers


def _register(cells: CellNames, clock: Bit, data: Bit, output: Bit) -> Json:
    register = cells.register
    wired = {register.clock: clock, register.data: data}
    cell = _cell(register.name, wired, {register.output: output})
    return cell | {"parameters": dict(register.parameters)}


def _cell(kind: str, inputs: Mapping[str, Bit], outputs: Mapping[str, Bit]) -> Json:
    return {
        "hide_name": 0,
        "type": kind,
        "parameters": {},
        "attributes": {},
        "port_directions": dict.fromkeys(inputs, "input") | dict.fromkeys(outputs, "output"),
        "connections": {pin: [bit] for pin, bit in (*inputs.items(), *outputs.items())},
    }


def lone_registers(core: Mapping[str, Any], harness: Harness, cells: CellNames) -> int:
    """Harness registers that share no logic cell with a look-up table of the core.

    nextpnr packs a register with the look-up table that drives it when that drives nothing else.
    The input chain is driven by registers only, so all of it stands alone.
    """
    loads: Counter[Bit] = Counter(harness.outputs)
    tables: set[Bit] = set()
    for cell in core["cells"].values():
        for pin, bits in cell["connections"].items():
            if cell["port_directions"][pin] == "input":
                loads.update(bits)
        if cell["type"].startswith(cells.look_up_table):
            tables.update(cell["connections"][cells.look_up_table_output])
    shared = sum(1 for bit in harness.outputs if bit in tables and loads[bit] == 1)
    return harness.registers - shared


def count_registers(core: Mapping[str, Any], cells: CellNames) -> int:
    """Registers of a module of a Yosys JSON netlist."""
    kind = cells.register.name
    return sum(1 for cell in core["cells"].values() if cell["type"].startswith(kind))
