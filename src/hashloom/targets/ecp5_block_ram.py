"""Uses the output registers of ECP5 block RAMs, which Yosys leaves idle.

A DP16KD without its output register takes over 4 ns from clock to data and sets the clock of
any core that reads one.  Where every bit a port delivers goes to one plain register and nowhere
else, the register is the one inside the RAM: same clocks, same values, no fabric register.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

_RAM = "DP16KD"
_REGISTER = "TRELLIS_FF"
_DATA_BITS = 18
_WIDE = 36  # bits of a port that uses the data pins of both; its clock is that of port B

Cell = dict[str, Any]


def absorb_output_registers(module: Mapping[str, Any]) -> dict[str, Any]:
    """A mapped module (Yosys JSON) with output registers moved into its block RAMs.

    A port is changed only if all its data bits that are read at all are read by one register
    each, on the port's clock, without enable, set or reset.
    """
    cells: dict[str, Cell] = {name: dict(cell) for name, cell in module["cells"].items()}
    readers = _readers(module)
    for name, cell in module["cells"].items():
        if cell["type"] != _RAM:
            continue
        for pins in _read_ports(cell):
            registers = _registers_behind(cell, pins, cells, readers)
            if registers:
                cells[name] = _with_register(cells[name], pins, registers, cells)
                for register in registers.values():
                    del cells[register]
    return {**module, "cells": cells}


def _read_ports(ram: Cell) -> tuple[str, ...]:
    """The ports that read, each as the letters of its data pins, the last that of its clock."""
    width = int(ram["parameters"]["DATA_WIDTH_B"], 2)
    return ("AB",) if width == _WIDE else ("A", "B")


def _readers(module: Mapping[str, Any]) -> dict[int, list[str]]:
    """By net number, the cells that read it; a port of the module counts as the reader ""."""
    found: dict[int, list[str]] = defaultdict(list)
    for name, cell in module["cells"].items():
        for port, bits in cell["connections"].items():
            if cell["port_directions"][port] == "input":
                for bit in bits:
                    found[bit].append(name)
    for port in module["ports"].values():
        if port["direction"] == "output":
            for bit in port["bits"]:
                found[bit].append("")
    return found


def _registers_behind(
    ram: Cell, pins: str, cells: Mapping[str, Cell], readers: Mapping[int, list[str]]
) -> dict[str, str]:
    """By data output of `pins`, the one register that reads it; empty when it cannot be moved."""
    clock = ram["connections"][f"CLK{pins[-1]}"]
    found: dict[str, str] = {}
    for output in (f"DO{letter}{index}" for letter in pins for index in range(_DATA_BITS)):
        for bit in ram["connections"].get(output, []):
            behind = readers.get(bit, [])
            if not behind:
                continue
            if len(behind) != 1 or not _is_plain_register(cells.get(behind[0]), clock, bit):
                return {}
            found[output] = behind[0]
    return found


def _is_plain_register(cell: Cell | None, clock: list[Any], data: int) -> bool:
    """Whether `cell` does nothing but delay `data` by one edge of `clock`."""
    if cell is None or cell["type"] != _REGISTER:
        return False
    wired, parameters = cell["connections"], cell["parameters"]
    always = parameters.get("CEMUX", "CE").strip() == "1"
    never_reset = wired.get("LSR", ["0"]) == ["0"]
    same_clock = wired["CLK"] == clock and parameters.get("CLKMUX", "CLK") == "CLK"
    return bool(always and never_reset and same_clock and wired["DI"] == [data])


def _with_register(
    ram: Cell, pins: str, registers: Mapping[str, str], cells: Mapping[str, Cell]
) -> Cell:
    """The RAM with the output registers of `pins` on, driving what the registers drove."""
    driven = {output: cells[name]["connections"]["Q"] for output, name in registers.items()}
    modes = {f"REGMODE_{letter}": "OUTREG" for letter in pins}
    enables = {f"OCE{letter}": ["1"] for letter in pins}
    return {
        **ram,
        "parameters": ram["parameters"] | modes,
        "port_directions": ram["port_directions"] | dict.fromkeys(enables, "input"),
        "connections": ram["connections"] | driven | enables,
    }
