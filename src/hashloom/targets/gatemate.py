"""Cologne Chip GateMate (CCGM1A1), by Yosys and nextpnr-himbaechel."""

from __future__ import annotations

from hashloom.targets.model import (
    Buffer,
    CellNames,
    DelayModel,
    Pin,
    RegisterCell,
    Resources,
    Target,
)

_CELLS = CellNames(
    lut="CPE_LT",
    ff="CPE_FF",
    bram="RAM_HALF",
    lutram="",
    dsp="",
    register=RegisterCell(
        name="CC_DFF",
        clock="CLK",
        data="D",
        output="Q",
        parameters=(("CLK_INV", "0"), ("EN_INV", "0"), ("SR_INV", "0"), ("SR_VAL", "0")),
    ),
    look_up_table="CC_L",
    look_up_table_output="O",
    ff_takes_lut=True,
)
_IN = Buffer(name="CC_IBUF", input="I", output="Y")
_CLOCK = Buffer(name="CC_BUFG", input="I", output="O")

TARGETS = (
    Target(
        name="gatemate-a1",
        family="gatemate",
        device="CCGM1A1",
        package="FBGA324",
        speed="",
        capacity=Resources(lut=40960, ff=40960, bram=64, lutram=0, dsp=0),
        delays=DelayModel(
            register_ns=1.0, lut_ns=1.6, carry_base_ns=2.5, carry_per_bit_ns=0.08, bram_ns=5.0
        ),
        cells=_CELLS,
        # nextpnr has no CC_MX8; its look-up tables are the halves of -luttree.
        synthesis="synth_gatemate -luttree -nomx8 -noiopad -noclkbuf",
        # There is no LUT RAM: small memories become block RAM or registers, as Yosys sees fit.
        preparation="setattr -unset ram_style a:ram_style=distributed",
        simulation_cells="+/gatemate/cells_sim.v",
        simulation_options="",
        place_tool="nextpnr-himbaechel-gatemate",
        place_options=("--device", "CCGM1A1", "--vopt", "allow-unconstrained", "--freq", "200"),
        clock_pin=Pin((_IN, _CLOCK), (("LOC", "IO_SB_A8"),)),
        data_pin=Pin((_IN,)),
    ),
)
