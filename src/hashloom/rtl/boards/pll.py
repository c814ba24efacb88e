"""The PLL of a board as a module: clk_osc in, clk and locked out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources

from hashloom.boards.model import Board
from hashloom.boards.pll import Clock
from hashloom.rtl.verilog import Port, instance, module_file, module_head
from hashloom.targets import get_target

_LOW, _HIGH = "1'b0", "1'b1"
# Settings of the loop of an ECP5's PLL that have no parameter, as Project Trellis has them.
_ECP5_LOOP = (
    '  (* ICP_CURRENT = "12", LPF_RESISTOR = "8" *)',
    '  (* MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)',
)
# Filter of an iCE40's PLL for what is compared, in MHz below these, as icepll has them.
_ICE40_FILTERS = (17, 26, 44, 66, 101)
_CELLS = {"ecp5": "EHXPLLL", "ice40": "SB_PLL40_PAD", "gowin": "rPLL"}


@dataclass(frozen=True)
class PllModule:
    """The module that makes a board's clock.

    Attributes:
        name: of the module.
        board: whose oscillator goes in.
        clock: how its PLL is set.
    """

    name: str
    board: Board
    clock: Clock

    @property
    def module_texts(self) -> dict[str, str]:
        """It consists of no module of the library."""
        return {}

    @property
    def ports(self) -> list[Port]:
        """The oscillator, the clock made of it, and whether that is in step."""
        return [
            Port("input", 1, "clk_osc", f"oscillator, {self.board.oscillator_mhz:g} MHz"),
            Port("output", 1, "clk", f"clock, {float(self.clock.mhz):g} MHz"),
            Port("output", 1, "locked", "it is in step with the oscillator"),
        ]

    @property
    def family(self) -> str:
        """Of the device."""
        return get_target(self.board.target).family

    @property
    def cell(self) -> str:
        """Name of the device's own cell."""
        return _CELLS[self.family]

    @property
    def model(self) -> tuple[str, str]:
        """The simulation model of that cell: file name and text."""
        name = f"{self.cell}.sv"
        folder = resources.files("hashloom.rtl") / self.family
        return name, (folder / name).read_text("utf-8")

    @property
    def text(self) -> str:
        """The file."""
        clock, board = self.clock, self.board
        header = [
            f"// {self.name}: the clock of {board.title}, {board.oscillator_mhz:g} MHz times "
            f"{clock.multiply} / {clock.divide}; the VCO has {float(clock.vco_mhz):g} MHz.",
            "",
        ]
        written = {"ecp5": self._ecp5, "ice40": self._ice40, "gowin": self._gowin}
        return module_file(header, module_head(self.name, self.ports), written[self.family]())

    def _ecp5(self) -> list[str]:
        clock = self.clock
        off = ("PLLRST_ENA", "INTFB_WAKE", "STDBY_ENABLE", "DPHASE_SOURCE")
        parameters = {
            **dict.fromkeys(off, '"DISABLED"'),
            "OUTDIVIDER_MUXA": '"DIVA"',
            "CLKI_DIV": str(clock.divide),
            "CLKOP_ENABLE": '"ENABLED"',
            "CLKOP_DIV": str(clock.output),
            "CLKOP_CPHASE": str(clock.output // 2),
            "CLKOP_FPHASE": "0",
            "FEEDBK_PATH": '"CLKOP"',
            "CLKFB_DIV": str(clock.multiply),
        }
        wired = {
            **dict.fromkeys(("RST", "STDBY"), _LOW),
            **{"CLKI": "clk_osc", "CLKFB": "clk", "CLKOP": "clk"},
            **dict.fromkeys(("PHASESEL0", "PHASESEL1"), _LOW),
            **dict.fromkeys(("PHASEDIR", "PHASESTEP", "PHASELOADREG"), _HIGH),
            **dict.fromkeys(("PLLWAKESYNC", "ENCLKOP"), _LOW),
            "LOCK": "locked",
        }
        return [*_ECP5_LOOP, *self._cell(wired, parameters)]

    def _ice40(self) -> list[str]:
        clock = self.clock
        compared = Fraction(str(self.board.oscillator_mhz)) / clock.divide
        filters = 1 + sum(compared >= limit for limit in _ICE40_FILTERS)
        parameters = {
            "FEEDBACK_PATH": '"SIMPLE"',
            "PLLOUT_SELECT": '"GENCLK"',
            "DIVR": f"4'd{clock.divide - 1}",
            "DIVF": f"7'd{clock.multiply - 1}",
            "DIVQ": f"3'd{clock.output.bit_length() - 1}",
            "FILTER_RANGE": f"3'd{filters}",
        }
        wired = {"PACKAGEPIN": "clk_osc", "BYPASS": _LOW, "RESETB": _HIGH}
        return self._cell(wired | {"PLLOUTGLOBAL": "clk", "LOCK": "locked"}, parameters)

    def _gowin(self) -> list[str]:
        clock = self.clock
        dynamic = ("DYN_IDIV_SEL", "DYN_FBDIV_SEL", "DYN_ODIV_SEL")
        parameters = {
            "FCLKIN": f'"{self.board.oscillator_mhz:g}"',
            "DEVICE": f'"{self.board.part[1].split("-LV")[0]}-{_SIZES[self.board.target]}"',
            "IDIV_SEL": str(clock.divide - 1),
            "FBDIV_SEL": str(clock.multiply - 1),
            "ODIV_SEL": str(clock.output),
            **dict.fromkeys(dynamic, '"false"'),
            "CLKFB_SEL": '"internal"',
        }
        wired = {
            "CLKIN": "clk_osc",
            **dict.fromkeys(("CLKFB", "RESET", "RESET_P"), _LOW),
            **dict.fromkeys(("FBDSEL", "IDSEL", "ODSEL"), "6'd0"),
            **dict.fromkeys(("PSDA", "DUTYDA", "FDLY"), "4'd0"),
            **{"CLKOUT": "clk", "LOCK": "locked"},
        }
        return self._cell(wired, parameters)

    def _cell(self, wired: Mapping[str, str], parameters: Mapping[str, str]) -> list[str]:
        return [*instance(self.cell, "u_pll", wired, parameters), ""]


_SIZES = {"gw1n-9": "9C", "gw2a-18": "18C"}  # of Gowin's devices, with their revision
