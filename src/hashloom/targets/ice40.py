"""Lattice iCE40 (HX, UltraPlus), by Yosys and nextpnr-ice40."""

from __future__ import annotations

from hashloom.dataflow.delays import DelayModel
from hashloom.targets.model import CellNames, RegisterCell, Resources, Target, without_style

_CELLS = CellNames(
    lut="ICESTORM_LC",
    ff="",
    bram="ICESTORM_RAM",
    lutram="",
    dsp="ICESTORM_DSP",
    register=RegisterCell(name="SB_DFF", clock="C", data="D", output="Q"),
    look_up_table="SB_LUT4",
    look_up_table_output="O",
    ff_takes_lut=True,
)
# Fitted by benchmarks/calibrate_delays.py, mean error 14 %: ripple carries overlap most here.
_DELAYS = {
    "hx": DelayModel(
        register_ns=1.195, lut_ns=1.58, carry_base_ns=2.549, carry_per_bit_ns=0.076, bram_ns=3.202
    ),
    "up": DelayModel(
        register_ns=2.487, lut_ns=3.752, carry_base_ns=6.338, carry_per_bit_ns=0.177, bram_ns=4.821
    ),
}


def _target(size: str, lut: int, bram: int, dsp: int, package: str) -> Target:
    grade = size[:2]
    synthesis = f"synth_ice40 -device {'u' if grade == 'up' else 'hx'}"
    return Target(
        name=f"ice40-{size}",
        family="ice40",
        device=f"iCE40{size.upper()}",
        package=package,
        speed="",
        capacity=Resources(lut=lut, ff=lut, bram=bram, lutram=0, dsp=dsp),
        delays=_DELAYS[grade],
        cells=_CELLS,
        synthesis=synthesis,
        # There is no LUT RAM: small memories become block RAM or registers, as Yosys sees fit.
        preparation=without_style("distributed"),
        simulation_cells="+/ice40/cells_sim.v",
        simulation_options="",
        place_tool="nextpnr-ice40",
        block_ram=(16, 256),
        place_options=(f"--{size}", "--package", package, "--freq", "200"),
    )


TARGETS = (
    _target("hx1k", 1280, 16, 0, "tq144"),
    _target("hx8k", 7680, 32, 0, "ct256"),
    _target("up5k", 5280, 30, 8, "sg48"),
)
