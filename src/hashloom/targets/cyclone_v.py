"""Cyclone V, by Yosys: synthesis only.  Its adaptive look-up tables stand in for those of
Stratix III and Arria II, for which there is no open synthesis.
"""

from __future__ import annotations

from hashloom.targets.area import area_target

_WEIGHTS = {
    "MISTRAL_ALUT": ("lut", 1),
    "MISTRAL_MLAB": ("lutram", 1),
    "MISTRAL_FF": ("ff", 1),
    "MISTRAL_M10K": ("bram", 1),
    "MISTRAL_MUL": ("dsp", 1),
    "MISTRAL_NOT": ("", 0),  # goes into the look-up table before or behind it
    "MISTRAL_CLKBUF": ("", 0),
    "MISTRAL_IB": ("", 0),
    "MISTRAL_OB": ("", 0),
}

TARGETS = (
    area_target(
        "cyclone-v",
        "Cyclone V",
        "synth_intel_alm -family cyclonev",
        _WEIGHTS,
        area_unit="ALUT",
    ),
)
