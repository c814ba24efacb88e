"""What an IP of Vivado says of a core's ports: the bus interfaces that they make.

Names of buses and of their signals are those of Vivado's catalogue (UG1118, UG1037).  Wishbone and
Avalon-MM are none of it: their ports stay ports.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hashloom.rtl.registers.description import ADDRESS_BITS
from hashloom.rtl.verilog import Port

MAP_BYTES = 1 << ADDRESS_BITS  # of the registers on a bus
_AXI = "interface:aximm"
_STREAM = "interface:axis"
# By what the names of a bus's ports begin with: its name here, in the catalogue, and parameters.
_BUSES = {
    "s_axis_": ("s_axis", _STREAM, {}),
    "m_axis_": ("m_axis", _STREAM, {}),
    "s_axil_": ("s_axil", _AXI, {"PROTOCOL": "AXI4LITE"}),
    "m_axi_": ("m_axi", _AXI, {"PROTOCOL": "AXI4"}),
}
_APB_PORTS = (
    *("paddr", "pprot", "psel", "penable", "pwrite", "pwdata", "pstrb", "pready", "prdata"),
    "pslverr",
)


@dataclass(frozen=True)
class BusInterface:
    """A bus of an IP.

    Attributes:
        name: in the IP.
        kind: in Vivado's catalogue, without vendor and version.
        master: whether accesses, or beats of a stream, begin here; so does an interrupt.
        ports: of each signal of the bus the core's port.
        parameters: values by name.
    """

    name: str
    kind: str
    master: bool
    ports: Mapping[str, str]
    parameters: Mapping[str, str] = field(default_factory=dict)

    @property
    def mapped(self) -> bool:
        """Whether registers are read and written over it."""
        return not self.master and self.kind in (_AXI, "interface:apb")

    @property
    def reads(self) -> bool:
        """Whether the core reads memory over it."""
        return self.master and self.kind == _AXI


def interfaces_of(ports: Sequence[Port]) -> tuple[BusInterface, ...]:
    """The buses of a core, then its clock, its reset and its interrupt."""
    names = [port.name for port in ports]
    buses = [*_by_prefix(names), *_apb(names)]
    clocked = ":".join(each.name for each in buses)
    associated = {"ASSOCIATED_RESET": "rst"} | ({"ASSOCIATED_BUSIF": clocked} if buses else {})
    found = [
        *buses,
        BusInterface("clk", "signal:clock", False, {"CLK": "clk"}, associated),
        BusInterface("rst", "signal:reset", False, {"RST": "rst"}, {"POLARITY": "ACTIVE_HIGH"}),
    ]
    if "irq" in names:
        level = {"SENSITIVITY": "LEVEL_HIGH"}
        found.append(BusInterface("irq", "signal:interrupt", True, {"INTERRUPT": "irq"}, level))
    return tuple(found)


def _by_prefix(names: Sequence[str]) -> list[BusInterface]:
    """AXI4 and AXI4-Stream, whose ports are named by the bus and the signal."""
    found = []
    for prefix, (name, kind, parameters) in _BUSES.items():
        own = {each.removeprefix(prefix).upper(): each for each in names if each.startswith(prefix)}
        if own:
            found.append(BusInterface(name, kind, name.startswith("m_"), own, parameters))
    return found


def _apb(names: Sequence[str]) -> list[BusInterface]:
    if "psel" not in names:
        return []
    own = {name.upper(): name for name in names if name in _APB_PORTS}
    return [BusInterface("s_apb", "interface:apb", False, own)]
