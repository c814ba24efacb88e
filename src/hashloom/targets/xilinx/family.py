"""What the families of Xilinx have in common under Yosys."""

from __future__ import annotations

from hashloom.targets.area import AreaTarget, area_target

# A distributed RAM counts for the look-up tables it occupies.
_FOUR_INPUTS = {
    "LUT": ("lut", 1),
    "SRL16": ("lut", 1),
    "RAM16X1S": ("lutram", 1),
    "RAM16X1D": ("lutram", 2),
    "RAM32X1S": ("lutram", 2),
    "RAM32X1D": ("lutram", 4),
    "RAM64X1S": ("lutram", 4),
}
_SIX_INPUTS = {
    "LUT": ("lut", 1),
    "SRL": ("lut", 1),
    "RAM32X1S": ("lutram", 1),
    "RAM32X1D": ("lutram", 2),
    "RAM64X1S": ("lutram", 1),
    "RAM64X1D": ("lutram", 2),
    "RAM128X1S": ("lutram", 2),
    "RAM128X1D": ("lutram", 4),
    "RAM256X1S": ("lutram", 4),
    "RAM32M": ("lutram", 4),
    "RAM64M": ("lutram", 4),
    "RAM32M16": ("lutram", 8),
    "RAM64M8": ("lutram", 8),
}
_OTHERS = {
    "FD": ("ff", 1),
    "RAMB": ("bram", 1),
    "DSP": ("dsp", 1),
    "MULT": ("dsp", 1),
    "MUX": ("", 0),
    "XORCY": ("", 0),
    "CARRY": ("", 0),
    "INV": ("", 0),  # goes into the look-up table before or behind it
    "BUF": ("", 0),
    "GND": ("", 0),
    "VCC": ("", 0),
}


def xilinx(
    name: str, title: str, family: str, lut_inputs: int, slice_of: tuple[int, int]
) -> AreaTarget:
    """A family by Yosys's name; `slice_of` is LUTs and registers of a slice."""
    return area_target(
        name,
        title,
        f"synth_xilinx -family {family} -flatten -noiopad -noclkbuf -nowidelut",
        (_SIX_INPUTS if lut_inputs == 6 else _FOUR_INPUTS) | _OTHERS,
        slice_of=slice_of,
    )


def virtex(name: str, title: str, family: str, lut_inputs: int) -> AreaTarget:
    """A Virtex family; slices hold two LUTs of four inputs, or four of six."""
    six = lut_inputs == 6
    slice_of = (4, 8 if family == "xc6v" else 4) if six else (2, 2)
    return xilinx(name, title, family, lut_inputs, slice_of)
