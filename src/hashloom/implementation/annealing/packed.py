"""A design that nextpnr-ecp5 has packed and placed: its cells, where they are and what binds them.

The design is the JSON that nextpnr writes.  A tile of an ECP5 has four slices, A to D, of two slots
each; a slot has a look-up table (K) and a register (FF).
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hashloom.errors import ToolError

LOOKUP, REGISTER, MEMORY, WRITE_PORT = "TRELLIS_COMB", "TRELLIS_FF", "DP16KD", "TRELLIS_RAMW"
_PLACE, _STRENGTH, _WAY = "NEXTPNR_BEL", "BEL_STRENGTH", "ROUTING"
_GLOBAL = "ECP5_IS_GLOBAL"  # of a net on wires of its own kind
_KEPT_SETTINGS = ("pack", "synth", "frontend/top")  # others would win over the command line
_BEL = re.compile(r"X(\d+)/Y(\d+)/(.+)")
_IN_TILE = ("DPRAM", "RAMW_BLOCK")
_INSIDE = ("FCI", "DI", "F1", "FXA", "FXB")  # pins that a wire of their own slice reaches
_WRITING = ("WADO", "WDO")  # what drives such wires to the memories of its tile


@dataclass(frozen=True)
class Place:
    """Where a cell is: a tile, and the name of the place within it."""

    x: int
    y: int
    name: str

    @property
    def z(self) -> int:
        """The slot in its tile, 0 to 7, of look-up tables and registers; -1 of others."""
        if not self.name.startswith("SLICE") or self.name.endswith("RAMW"):
            return -1
        return "ABCD".index(self.name[5]) * 2 + int(self.name[-1])


@dataclass(frozen=True)
class Packed:
    """The design, as nextpnr's document."""

    document: dict[str, Any]

    @property
    def top(self) -> str:
        """The name of its module."""
        (name,) = self.document["modules"]
        return str(name)

    @cached_property
    def cells(self) -> dict[str, dict[str, Any]]:
        """Cells by name."""
        (module,) = self.document["modules"].values()
        cells: dict[str, dict[str, Any]] = module["cells"]
        return cells

    @cached_property
    def places(self) -> dict[str, Place]:
        """Where each cell is."""
        return {name: _place(cell["attributes"][_PLACE]) for name, cell in self.cells.items()}

    @cached_property
    def drivers(self) -> dict[int, tuple[str, str]]:
        """The cell and the pin that drive each net."""
        return {
            net: (name, pin)
            for name, cell in self.cells.items()
            for pin, direction in cell["port_directions"].items()
            if direction == "output" and (net := self.net(name, pin)) is not None
        }

    @cached_property
    def sinks(self) -> dict[int, list[tuple[str, str]]]:
        """The cells and pins that each net drives."""
        found: dict[int, list[tuple[str, str]]] = defaultdict(list)
        for name, cell in self.cells.items():
            for pin, direction in cell["port_directions"].items():
                if direction == "input" and (net := self.net(name, pin)) is not None:
                    found[net].append((name, pin))
        return dict(found)

    @cached_property
    def net_names(self) -> dict[int, str]:
        """A name of each net."""
        (module,) = self.document["modules"].values()
        return {
            bits["bits"][0]: name
            for name, bits in reversed(module["netnames"].items())
            if len(bits["bits"]) == 1
        }

    @cached_property
    def globals(self) -> frozenset[int]:
        """Nets that nextpnr routes along wires for clocks."""
        (module,) = self.document["modules"].values()
        nets = module["netnames"].values()
        return frozenset(net["bits"][0] for net in nets if _GLOBAL in net.get("attributes", {}))

    def net(self, cell: str, pin: str) -> int | None:
        """The net at a pin, or None."""
        bits = self.cells[cell]["connections"].get(pin)
        return bits[0] if bits and isinstance(bits[0], int) else None

    def kind(self, cell: str) -> str:
        """The type of a cell."""
        kind: str = self.cells[cell]["type"]
        return kind

    def mode(self, cell: str) -> str:
        """What a look-up table is used as: LOGIC, CCU2, DPRAM or RAMW_BLOCK."""
        mode: str = self.cells[cell]["parameters"].get("MODE", "LOGIC")
        return mode

    @cached_property
    def groups(self) -> dict[str, int]:
        """The number of the group of each cell that has to keep its place to others.

        They are the carry chains, the multiplexers behind look-up tables, and the memories of a
        tile with what writes them.
        """
        roots: dict[str, str] = {}
        for one, other in self._bonds():
            roots[_root(roots, one)] = _root(roots, other)
        numbers: dict[str, int] = {}
        return {cell: numbers.setdefault(_root(roots, cell), len(numbers)) for cell in list(roots)}

    def _bonds(self) -> Iterable[tuple[str, str]]:
        """Pairs of cells of one group."""
        tiles: dict[tuple[int, int], str] = {}
        for name in self.cells:
            kind = self.kind(name)
            mode = self.mode(name) if kind == LOOKUP else ""
            if kind == WRITE_PORT or mode in _IN_TILE:
                place = self.places[name]
                yield name, tiles.setdefault((place.x, place.y), name)
            elif kind == LOOKUP:
                yield from self._bonds_of(
                    name, ("FCI",) if mode == "CCU2" else ("F1", "FXA", "FXB")
                )
                if mode == "CCU2":
                    yield name, name

    def _bonds_of(self, name: str, pins: Iterable[str]) -> Iterable[tuple[str, str]]:
        for pin in pins:
            net = self.net(name, pin)
            if net in self.drivers:
                yield name, self.drivers[net][0]


def is_wired(driver: str, pin: str) -> bool:
    """Whether a wire of the routing leads from a cell's pin to another's, not one inside a tile."""
    return pin not in _INSIDE and not driver.startswith(_WRITING)


def read_packed(text: str) -> Packed:
    """The design that nextpnr has written.  Raises ToolError when it is not one."""
    try:
        packed = Packed(json.loads(text))
        _ = packed.places
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise ToolError(
            f"The placed design cannot be read ({error!r}); it should be what nextpnr writes."
        ) from error
    return packed


def places_at(packed: Packed, slots: Sequence[tuple[int, int, int]]) -> dict[str, Place]:
    """Where each cell is when it is moved to x, y and slot; `slots` has the cells' order."""
    memories = {p.x: p.name for c, p in packed.places.items() if packed.kind(c) == MEMORY}
    moved_to = {}
    for name, (x, y, z) in zip(packed.cells, slots, strict=True):
        before = packed.places[name]
        within = before.name
        if before.z >= 0:
            within = (
                f"SLICE{'ABCD'[z // 2]}.{'FF' if packed.kind(name) == REGISTER else 'K'}{z % 2}"
            )
        elif packed.kind(name) == MEMORY:
            within = memories[x]
        moved_to[name] = Place(x, y, within)
    return moved_to


def moved(packed: Packed, places: Mapping[str, Place], ways: Mapping[int, str]) -> str:
    """The design with its cells bound to `places`, and its nets to `ways`, as nextpnr writes them.

    `BEL` binds a cell where it is read: the attribute that nextpnr itself writes does so before it
    is known what the cell is used as.  What has no way is left to nextpnr.
    """
    cells = {}
    for name, cell in packed.cells.items():
        at = places[name]
        kept = {k: v for k, v in cell["attributes"].items() if k not in (_PLACE, _STRENGTH)}
        cells[name] = cell | {"attributes": kept | {"BEL": f"X{at.x}/Y{at.y}/{at.name}"}}
    ((top, module),) = packed.document["modules"].items()
    nets = dict(module["netnames"])
    for net, way in ways.items():
        name = packed.net_names[net]
        attributes = nets[name].get("attributes", {})
        nets[name] = nets[name] | {"attributes": attributes | {_WAY: way}}
    settings = {k: v for k, v in module["settings"].items() if k in _KEPT_SETTINGS}
    modules = {top: module | {"cells": cells, "netnames": nets, "settings": settings}}
    return json.dumps(packed.document | {"modules": modules})


def _place(bel: str) -> Place:
    match = _BEL.fullmatch(bel)
    if match is None:
        raise ValueError(f"{bel} is no place")
    return Place(int(match[1]), int(match[2]), match[3])


def _root(roots: dict[str, str], cell: str) -> str:
    roots.setdefault(cell, cell)
    while roots[cell] != cell:
        roots[cell] = roots[roots[cell]]
        cell = roots[cell]
    return cell
