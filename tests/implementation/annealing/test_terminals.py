"""Names of the wires at pins, as Project Trellis has them, and what of a design is routed."""

from __future__ import annotations

import pytest

from hashloom.errors import ToolError
from hashloom.implementation.annealing.packed import LOOKUP, MEMORY, REGISTER, WRITE_PORT, Place
from hashloom.implementation.annealing.terminals import wire_of


@pytest.mark.parametrize(
    ("kind", "within", "pin", "wire"),
    [
        (LOOKUP, "SLICEA.K0", "A", "A0_SLICE"),
        (LOOKUP, "SLICED.K1", "F", "F7_SLICE"),
        (LOOKUP, "SLICEB.K0", "F1", "F3_SLICE"),
        (LOOKUP, "SLICEB.K0", "OFX", "F5B_SLICE"),
        (LOOKUP, "SLICEB.K1", "OFX", "FXB_SLICE"),
        (LOOKUP, "SLICEC.K1", "FXA", "FXAC_SLICE"),
        (LOOKUP, "SLICEA.K0", "FCI", "FCI_SLICE"),
        (LOOKUP, "SLICEC.K0", "FCI", "FCIC_SLICE"),
        (LOOKUP, "SLICEC.K0", "FCO", "FCIC1_SLICE"),
        (LOOKUP, "SLICEC.K1", "FCI", "FCIC1_SLICE"),
        (LOOKUP, "SLICEC.K1", "FCO", "FCOC_SLICE"),
        (LOOKUP, "SLICED.K1", "FCO", "FCO_SLICE"),
        (LOOKUP, "SLICEB.K1", "WD", "WD1B_SLICE"),
        (LOOKUP, "SLICEB.K1", "WAD2", "WAD2B_SLICE"),
        (LOOKUP, "SLICEB.K1", "WRE", "WRE1_SLICE"),
        (REGISTER, "SLICEC.FF1", "DI", "DI5_SLICE"),
        (REGISTER, "SLICEC.FF1", "LSR", "LSR2_SLICE"),
        (WRITE_PORT, "SLICEC.RAMW", "B1", "B5_SLICE"),
        (WRITE_PORT, "SLICEC.RAMW", "WADO3", "WADO3C_SLICE"),
        (MEMORY, "EBR2", "DIA17", "JDIA17_EBR"),
        ("TRELLIS_IO", "PIOB", "O", "JPADDIB_PIO"),
        ("DCCA", "TDCC0", "CLKI", "G_CLKI_TDCC0"),
    ],
)
def test_names_of_wires(kind: str, within: str, pin: str, wire: str) -> None:
    assert wire_of(kind, Place(1, 2, within), pin) == wire


@pytest.mark.parametrize(
    ("kind", "within", "pin"),
    [(LOOKUP, "SLICEA.K0", "X"), ("DCCA", "TDCC0", "X"), ("DCSC", "DCS0", "CLK0")],
)
def test_an_unknown_pin_is_told(kind: str, within: str, pin: str) -> None:
    with pytest.raises(ToolError, match="knows no wire for pin"):
        wire_of(kind, Place(1, 2, within), pin)
