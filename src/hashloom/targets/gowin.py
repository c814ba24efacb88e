"""Gowin (LittleBee GW1N, Arora GW2A, Arora V GW5A), by Yosys and nextpnr-himbaechel."""

from __future__ import annotations

from dataclasses import dataclass

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

_BUFFER = Buffer(name="IBUF", input="I", output="O")


@dataclass(frozen=True)
class _Part:
    """A part: `family` is Yosys's name, `chip` and `order` (code) nextpnr's; `pins` are places."""

    family: str
    chip: str
    order: str
    package: str
    speed: str
    pins: tuple[str, str]
    capacity: Resources
    delays: DelayModel


# LUT4 counts adders too, and the eight of a tile for each memory of LUTs.
_CELLS = CellNames(
    lut="LUT4",
    ff="DFF",
    bram="BSRAM",
    lutram="RAM16SDP4",
    dsp="MULT18X18",
    register=RegisterCell(name="DFF", clock="CLK", data="D", output="Q"),
    look_up_table="LUT",
    look_up_table_output="F",
    wires_take_lut=True,
)


# From the critical paths of a SHA-256 core and of a ring of benchmarks/calibrate_delays.py on the
# GW2A, each placed once. nextpnr knows the same delays of cells for the GW5A. Those of the GW1N are
# longer by the periods of a sum of 16 bits placed on both: 4.07 ns and 2.16 ns.
# nextpnr has no delay worth the name for block RAM here (a ring through one takes 0.7 ns on the
# GW2A and 1.5 ns on the GW1N); `bram_ns` is that of another circuit with one, and no fit.
_GW2A = DelayModel(
    register_ns=1.15, lut_ns=1.1, carry_base_ns=0.8, carry_per_bit_ns=0.035, bram_ns=3.3
)
_GW1N = DelayModel(
    register_ns=2.17, lut_ns=2.07, carry_base_ns=1.51, carry_per_bit_ns=0.066, bram_ns=6.2
)
_PARTS = {
    "gw1n-9": _Part(
        family="gw1n",
        chip="GW1N-9",
        order="GW1N-LV9LQ144C6/I5",
        package="LQFP144",
        speed="C6/I5",
        pins=("X22Y28/IOBA", "X38Y28/IOBA"),
        capacity=Resources(lut=8640, ff=6480, bram=26, lutram=270, dsp=20),
        delays=_GW1N,
    ),
    "gw2a-18": _Part(
        family="gw2a",
        chip="GW2A-18",
        order="GW2A-LV18PG256C8/I7",
        package="PBGA256",
        speed="C8/I7",
        pins=("X26Y0/IOBA", "X55Y34/IOBB"),
        capacity=Resources(lut=20736, ff=15552, bram=46, lutram=648, dsp=48),
        delays=_GW2A,
    ),
    "gw5a-25": _Part(
        family="gw5a",
        chip="GW5A-25A",
        order="GW5A-LV25MG121NC1/I0",
        package="MBGA121N",
        speed="C1/I0",
        pins=("X11Y36/IOBA", "X59Y36/IOBA"),
        capacity=Resources(lut=23040, ff=23040, bram=56, lutram=1440, dsp=28),
        delays=_GW2A,
    ),
}


def _target(name: str, part: _Part) -> Target:
    clock, data = part.pins
    return Target(
        name=name,
        family="gowin",
        device=part.chip,
        package=part.package,
        speed=part.speed,
        capacity=part.capacity,
        delays=part.delays,
        cells=_CELLS,
        synthesis=f"synth_gowin -family {part.family} -noiopads -no-rw-check",
        simulation_cells="+/gowin/cells_sim.v",
        simulation_options="-nobram",
        simulation_preparation=f"proc; {without_style('block')}",
        place_tool="nextpnr-himbaechel-gowin",
        place_options=("--device", part.order, "--vopt", f"family={part.chip}", "--freq", "300"),
        no_pads="-noiopads",
        # The tool takes no pin without a place; the clock's leads to the clock network.
        clock_pin=Pin((_BUFFER,), (("BEL", clock),)),
        data_pin=Pin((_BUFFER,), (("BEL", data),)),
    )


TARGETS = tuple(_target(name, part) for name, part in _PARTS.items())
