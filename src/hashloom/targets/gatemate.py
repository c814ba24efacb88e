"""Cologne Chip GateMate, by Yosys: synthesis only.

nextpnr-himbaechel-gatemate 0.11 takes away registers that nothing reads, and so the output
registers of the harness and all of the core behind them.
"""

from __future__ import annotations

from dataclasses import replace

from hashloom.targets.area import area_target
from hashloom.targets.model import without_style

# By halves of a CPE, the cell of the device.
_WEIGHTS = {
    "CC_L2T4": ("lut", 1),
    "CC_L2T5": ("lut", 2),
    "CC_LUT": ("lut", 1),
    "CC_MX2": ("lut", 1),
    "CC_MX4": ("lut", 2),
    "CC_ADDF": ("lut", 1),
    "CC_DFF": ("ff", 1),
    "CC_BRAM_20K": ("bram", 1),
    "CC_BRAM_40K": ("bram", 2),
}

TARGETS = (
    replace(
        area_target(
            "gatemate",
            "GateMate",
            "synth_gatemate -luttree -nomx8 -nomult -noiopad -noclkbuf",
            _WEIGHTS,
            area_unit="half CPE",
        ),
        # There is no LUT RAM: small memories become block RAM or registers, as Yosys sees fit.
        preparation=without_style("distributed"),
    ),
)
