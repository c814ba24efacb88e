"""Lattice MachXO2, by Yosys and nextpnr-machxo2."""

from __future__ import annotations

from hashloom.dataflow.delays import DelayModel
from hashloom.targets.model import CellNames, RegisterCell, Resources, Target, without_style

_CELLS = CellNames(
    lut="TRELLIS_COMB",
    ff="TRELLIS_FF",
    bram="DP8KC",
    lutram="TRELLIS_RAMW",
    dsp="",
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
# From the periods of three small circuits placed once on the MachXO2: one level of look-up tables
# (1.83 ns), a sum of 16 bits (4.09 ns), a block RAM (5.70 ns).
_DELAYS = DelayModel(
    register_ns=0.7, lut_ns=1.13, carry_base_ns=2.6, carry_per_bit_ns=0.05, bram_ns=5.7
)


def _target(name: str, family: str, order: str, capacity: Resources) -> Target:
    device, grade = order.rsplit("-", 1)
    return Target(
        name=name,
        family="machxo",
        device=device,
        package=grade[1:-1],
        speed=grade[0],
        capacity=capacity,
        delays=_DELAYS,
        cells=_CELLS,
        synthesis=f"synth_lattice -family {family} -noiopad -no-rw-check",
        simulation_cells=f"+/lattice/cells_sim_{family}.v",
        simulation_options="-nobram",
        simulation_preparation=f"proc; {without_style('block')}",
        place_tool="nextpnr-machxo2",
        parts=(("diamond", f"{device}-{grade}"),),
        place_options=("--device", order, "--lpf-allow-unconstrained", "--freq", "300"),
    )


TARGETS = (
    _target("machxo2-1200", "xo2", "LCMXO2-1200HC-6TG144C", Resources(1280, 1280, 7, 160, 0)),
)
