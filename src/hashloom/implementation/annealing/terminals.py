"""What the router reads beside the design: where in the device the pins of its nets are.

A pin of a cell is a wire of the device.  Its name tells the slot, so it follows from the cell's
place; the names are those of Project Trellis, which nextpnr has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hashloom.errors import ToolError
from hashloom.implementation.annealing.packed import (
    LOOKUP,
    MEMORY,
    REGISTER,
    WRITE_PORT,
    Packed,
    Place,
)

_PAD, _CLOCK_BUFFER = "TRELLIS_IO", "DCCA"
_OF_SLOT = ("A", "B", "C", "D", "M", "F", "DI", "Q")
_OF_SLICE = ("CE", "LSR", "WRE")
_PERMUTED = {"LOGIC": 2, "CCU2": 1}  # inputs of a look-up table: all, A with B and C with D, none
_ALL = 2


def terminals(packed: Packed, places: Mapping[str, Place], nets: Sequence[int]) -> str:
    """The text that the router's `read_rules` and `read_nets` read."""
    rules = _rules(packed, places)
    lines = [str(len(rules)), *(f"{x} {y} {z} {rule}" for (x, y, z), rule in rules.items())]
    lines.append(str(len(nets)))
    for net in nets:
        pins = [packed.drivers[net], *packed.sinks[net]]
        words = [_terminal(packed, places[cell], cell, pin) for cell, pin in pins]
        lines.append(" ".join([str(len(pins) - 1), *words]))
    return "\n".join(lines) + "\n"


def routable(packed: Packed, timed: Sequence[int]) -> list[int]:
    """The nets to be given ways: the timed ones first, then constants and what leads to clocks."""
    known = set(timed) | packed.globals
    rest = [net for net in packed.sinks if net not in known and net in packed.drivers]
    return [*timed, *rest]


def _rules(packed: Packed, places: Mapping[str, Place]) -> dict[tuple[int, int, int], int]:
    """By tile and slice, what may be permuted at the inputs of its look-up tables, if not all."""
    rules: dict[tuple[int, int, int], int] = {}
    for cell, place in places.items():
        if packed.kind(cell) == LOOKUP:
            at = place.x, place.y, place.z // 2
            rules[at] = min(_PERMUTED.get(packed.mode(cell), 0), rules.get(at, _ALL))
    return {at: rule for at, rule in rules.items() if rule != _ALL}


def _terminal(packed: Packed, place: Place, cell: str, pin: str) -> str:
    return f"{place.x} {place.y} {place.name} {wire_of(packed.kind(cell), place, pin)}"


def wire_of(kind: str, place: Place, pin: str) -> str:
    """The name of the wire at a pin.  Raises ToolError when none is known."""
    match kind:
        case _ if kind in (LOOKUP, REGISTER):
            return f"{_in_slice(place.z, pin)}_SLICE"
        case _ if kind == WRITE_PORT:
            own = f"{pin[0]}{4 + int(pin[1])}" if pin[0] in "ABCD" else f"{pin}C"
            return f"{own}_SLICE"
        case _ if kind == MEMORY:
            return f"J{pin}_EBR"
        case _ if kind == _PAD and pin in ("O", "I", "T"):
            return {"O": "JPADDI", "I": "PADDO", "T": "PADDT"}[pin] + place.name[-1] + "_PIO"
        case _ if kind == _CLOCK_BUFFER and pin in ("CLKI", "CE"):
            return {"CLKI": "G_CLKI_", "CE": "G_JCE_"}[pin] + place.name
    raise ToolError(f"The router knows no wire for pin {pin} of cells of the kind {kind}.")


def _in_slice(z: int, pin: str) -> str:
    """The first part of the name: slots have numbers and slices letters, the odd slot is second."""
    letter, odd = "ABCD"[z // 2], z % 2
    if pin in _OF_SLOT:
        return f"{pin}{z}"
    if pin in _OF_SLICE:
        return f"{pin}{z // 2}"
    if pin.startswith(("WAD", "FXA", "FXB")):
        return pin + letter
    match pin:
        case "F1":
            return f"F{z + 1}"
        case "WD":
            return f"WD{odd}{letter}"
        case "OFX":
            return f"{'FX' if odd else 'F5'}{letter}"
        case "FCI":
            return f"FCI{letter}1" if odd else f"FCI{letter.replace('A', '')}"
        case "FCO":
            return f"FCO{letter.replace('D', '')}" if odd else f"FCI{letter}1"
    raise ToolError(f"The router knows no wire for pin {pin} of a slice.")
