"""Lattice ECP5 (LFE5U), by Yosys and nextpnr-ecp5."""

from __future__ import annotations

from hashloom.dataflow.delays import DelayModel
from hashloom.targets.ecp5_block_ram import absorb_output_registers
from hashloom.targets.model import CellNames, RegisterCell, Resources, Target, without_style

_CELLS = CellNames(
    lut="TRELLIS_COMB",
    ff="TRELLIS_FF",
    bram="DP16KD",
    lutram="TRELLIS_RAMW",
    dsp="MULT18X18D",
    register=RegisterCell(
        name="TRELLIS_FF",
        clock="CLK",
        data="DI",
        output="Q",
        parameters=(
            # JSON of Yosys marks a text of binary digits by a blank at its end.
            ("CEMUX", "1 "),
            ("CLKMUX", "CLK"),
            ("GSR", "DISABLED"),
            ("LSRMUX", "LSR"),
            ("REGSET", "RESET"),
        ),
    ),
    look_up_table="LUT4",
    look_up_table_output="Z",
)
_FUSED = frozenset({"ch", "maj", "select"})
# Fitted by benchmarks/calibrate_delays.py on the 25f; all sizes are alike. Look-up tables take
# less than in its rings (1.41, 1.56 and 1.77 ns): the critical paths of placed SHA-2 cores, whose
# words lie side by side, show 0.85 ns of routing a hop on the fastest grade.
_DELAYS = {
    "8": DelayModel(
        register_ns=0.399,
        lut_ns=1.05,
        carry_base_ns=1.697,
        carry_per_bit_ns=0.022,
        bram_ns=5.073,
        fused=_FUSED,
    ),
    "7": DelayModel(
        register_ns=0.654,
        lut_ns=1.16,
        carry_base_ns=1.991,
        carry_per_bit_ns=0.021,
        bram_ns=5.958,
        fused=_FUSED,
    ),
    "6": DelayModel(
        register_ns=0.733,
        lut_ns=1.32,
        carry_base_ns=2.068,
        carry_per_bit_ns=0.028,
        bram_ns=6.877,
        fused=_FUSED,
    ),
}
_CAPACITY = {
    "12f": Resources(lut=24288, ff=24288, bram=56, lutram=3036, dsp=28),
    "25f": Resources(lut=24288, ff=24288, bram=56, lutram=3036, dsp=28),
    "45f": Resources(lut=43848, ff=43848, bram=108, lutram=5481, dsp=72),
    "85f": Resources(lut=83640, ff=83640, bram=208, lutram=10455, dsp=156),
}


def _target(size: str, speed: str) -> Target:
    return Target(
        name=f"ecp5-{size}-{speed}",
        family="ecp5",
        device=f"LFE5U-{size.upper()}",
        package="CABGA381",
        speed=speed,
        capacity=_CAPACITY[size],
        delays=_DELAYS[speed],
        cells=_CELLS,
        synthesis="synth_ecp5 -no-rw-check",
        simulation_cells="+/ecp5/cells_sim.v",
        simulation_options="-nobram",
        simulation_preparation=f"proc; {without_style('block')}",
        memory_model="ecp5/DP16KD.sv",
        place_tool="nextpnr-ecp5",
        crowded_options=("--router", "router2"),
        spread_options=("--placer-heap-timingweight", "50"),
        loose_options=("--placer", "static"),
        short_options=("--placer-heap-timingweight", "1"),
        shallow_preparation="scratchpad -copy abc9.script.flow abc9.script",
        place_options=(
            *(f"--{size[:-1]}k", "--package", "CABGA381", "--speed", speed),
            *("--lpf-allow-unconstrained", "--freq", "400"),
        ),
        arithmetic="ecp5",
        netlist_passes=(absorb_output_registers,),
        parts=(("diamond", f"LFE5U-{size.upper()}-{speed}BG381C"),),
    )


TARGETS = tuple(_target(size, speed) for size in _CAPACITY for speed in _DELAYS)
