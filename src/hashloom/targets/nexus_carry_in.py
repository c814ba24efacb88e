"""Leaves the carry inputs open with which Nexus carry chains begin.

Yosys wires them to a constant, which nextpnr-nexus does not accept there. The chain's first cell
has tables that take no notice of its carry input, so nothing else changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_CARRY, _CARRY_IN = "CCU2", "CIN"
_CONSTANT, _CONSTANT_OUTPUT = "VLO", "Z"


def open_constant_carries(module: Mapping[str, Any]) -> dict[str, Any]:
    """A mapped module (Yosys JSON) whose Nexus carry cells have no constant carry input."""
    cells: dict[str, dict[str, Any]] = dict(module["cells"])
    low = {
        bit
        for cell in cells.values()
        if cell["type"] == _CONSTANT
        for bit in cell["connections"][_CONSTANT_OUTPUT]
    }
    for name, cell in cells.items():
        if cell["type"] == _CARRY and low.intersection(cell["connections"].get(_CARRY_IN, [])):
            wired = {pin: bits for pin, bits in cell["connections"].items() if pin != _CARRY_IN}
            cells[name] = {**cell, "connections": wired}
    return {**module, "cells": cells}
