"""Lattice Nexus (CrossLink-NX), by Yosys and nextpnr-nexus."""

from __future__ import annotations

from hashloom.dataflow.delays import DelayModel
from hashloom.targets.model import (
    Buffer,
    CellNames,
    Pin,
    RegisterCell,
    Resources,
    Target,
    without_style,
)
from hashloom.targets.nexus_carry_in import open_constant_carries

_CELLS = CellNames(
    lut="OXIDE_COMB",
    ff="OXIDE_FF",
    bram="OXIDE_EBR",
    lutram="RAMW",
    dsp="MULT18_CORE",
    register=RegisterCell(
        name="FD1P3IX", clock="CK", data="D", output="Q", parameters=(("GSR", "DISABLED"),)
    ),
    look_up_table="LUT4",
    look_up_table_output="Z",
)
_BUFFER = Buffer(name="IB", input="I", output="O")
# From three rings of benchmarks/calibrate_delays.py, each placed once: one level of look-up tables
# (1.08 ns), two (2.02 ns), and one before a sum of 32 bits (3.06 ns). That of a
# block RAM is not measured: it is put above the others, so that its second register pays.
_DELAYS = {
    "9": DelayModel(
        register_ns=0.2, lut_ns=0.9, carry_base_ns=1.01, carry_per_bit_ns=0.03, bram_ns=4.0
    ),
}


def _target(speed: str) -> Target:
    return Target(
        name=f"lifcl-40-{speed}",
        family="nexus",
        device="LIFCL-40",
        package="CABGA400",
        speed=speed,
        capacity=Resources(lut=32256, ff=32256, bram=84, lutram=4032, dsp=56),
        delays=_DELAYS[speed],
        cells=_CELLS,
        synthesis="synth_lattice -family lifcl -noiopad -no-rw-check",
        simulation_cells="+/lattice/cells_sim_nexus.v",
        # Yosys's model of the LUT RAM leaves row 15 without its first value.
        simulation_options="-nobram -nolutram",
        simulation_preparation=f"proc; {without_style('block')}",
        place_tool="nextpnr-nexus",
        # Router 2 fails on the way of the clock from its pin for many a core.
        place_options=(
            *("--device", f"LIFCL-40-{speed}BG400C", "--router", "router1", "--freq", "400"),
        ),
        # nextpnr-nexus takes no pin without a place; the clock's leads to the clock network.
        clock_pin=Pin((_BUFFER,), (("LOC", "J2"),)),
        data_pin=Pin((_BUFFER,), (("LOC", "L5"),)),
        netlist_passes=(open_constant_carries,),
        parts=(("radiant", f"LIFCL-40-{speed}BG400C"),),
    )


TARGETS = tuple(_target(speed) for speed in _DELAYS)
