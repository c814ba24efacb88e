"""The noun `Target`: where a core is to live, and what that device is like.

A target is plain data: the part, what it holds, how long its cells take, and how its family's
synthesis and place-and-route tools are called. Nothing here runs a tool.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hashloom.dataflow.delays import DelayModel


@dataclass(frozen=True)
class Resources:
    """Counts of a device's cells, held or used; `lutram` counts memories of LUTs."""

    lut: int
    ff: int
    bram: int
    lutram: int
    dsp: int

    def as_dict(self) -> dict[str, int]:
        """The counts by name, in the order in which results show them."""
        return {
            "lut": self.lut,
            "ff": self.ff,
            "bram": self.bram,
            "lutram": self.lutram,
            "dsp": self.dsp,
        }

    def times(self, copies: int) -> Resources:
        """The cells of so many copies."""
        return Resources(**{kind: copies * count for kind, count in self.as_dict().items()})

    def share(self, used: Resources) -> float:
        """The largest part that `used` takes of what there is of any kind, 1 for all of it.

        Multipliers are not looked at, and a kind of which a family counts none takes nothing.
        """
        have = self.as_dict()
        return max(
            (count / have[kind] for kind, count in used.as_dict().items() if _shared(kind, have)),
            default=0.0,
        )

    def shortage(self, needed: Resources) -> dict[str, tuple[int, int]]:
        """The kinds of which `needed` exceeds this, each with (needed, available)."""
        have = self.as_dict()
        return {k: (n, have[k]) for k, n in needed.as_dict().items() if n > have[k]}


def _shared(kind: str, have: Mapping[str, int]) -> bool:
    return kind != "dsp" and have[kind] > 0


# A mapped module (Yosys JSON) in, the same with cells put right for place and route out.
NetlistPass = Callable[[Mapping[str, Any]], dict[str, Any]]
_STYLES = ("ram_style", "ramstyle", "syn_ramstyle", "rom_style", "romstyle", "syn_romstyle")


def without_style(style: str) -> str:
    """Yosys command that leaves to Yosys what memories and tables of a style become.

    A table has its style only after `proc`.  Yosys obeys the first of these attributes it finds,
    so that all of them have to go.
    """
    unset = " ".join(f"-unset {name}" for name in _STYLES)
    return f"setattr {unset} a:ram_style={style} a:rom_style={style}"


@dataclass(frozen=True)
class RegisterCell:
    """A plain register after synthesis: rising clock, no enable, no reset.

    Other registers of the family have names that begin like this one's.
    """

    name: str
    clock: str
    data: str
    output: str
    parameters: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class CellNames:
    """What a family's tools call the cells; an empty name: the family has none of them."""

    lut: str
    ff: str  # as place and route counts them; empty when it does not count them apart
    bram: str
    lutram: str
    dsp: str
    register: RegisterCell
    look_up_table: str  # beginning of the names of look-up tables after synthesis
    look_up_table_output: str
    ff_takes_lut: bool = False  # a register without a look-up table before it occupies one
    wires_take_lut: bool = False  # routing may go through look-up tables; they are not counted


@dataclass(frozen=True)
class Buffer:
    """A cell between a pin and the net behind it."""

    name: str
    input: str
    output: str


@dataclass(frozen=True)
class Pin:
    """How an input of the harness comes into a device whose tools do not see to it themselves.

    Attributes:
        buffers: cells from the pin to the net, in this order.
        attributes: of the first buffer, such as the place of the pin.
    """

    buffers: tuple[Buffer, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Target:
    """A device with the tools that implement cores on it."""

    name: str  # as on the command line, e.g. ecp5-85f-8
    family: str
    device: str
    package: str
    speed: str
    capacity: Resources
    delays: DelayModel
    cells: CellNames
    synthesis: str  # Yosys command, to be completed by -top
    simulation_cells: str  # Yosys path of behavioural models of the cells
    simulation_options: str  # added to `synthesis` for a netlist that these models cover
    place_tool: str
    place_options: tuple[str, ...]
    preparation: str = ""  # Yosys command between reading the elaborated core and `synthesis`
    simulation_preparation: str = ""  # a further one for such a netlist
    memory_model: str = ""  # behavioural block RAM, a file of hashloom's rtl; empty: none is needed
    arithmetic: str = ""  # folder of hashloom's rtl with adders for this family; empty: none
    clock_pin: Pin = field(default_factory=Pin)  # of the harness
    data_pin: Pin = field(default_factory=Pin)
    netlist_passes: tuple[NetlistPass, ...] = ()  # over what synthesis made, in this order
    block_ram: tuple[int, int] = (36, 512)  # bits of a block RAM's widest port, places at that
    no_pads: str = ""  # option of `synthesis` that leaves out what only a design with pins has
    parts: tuple[tuple[str, str], ...] = ()  # vendors' tools with the ordering code for each
    crowded_options: tuple[str, ...] = ()  # of `place_tool`, for cores that fill most of a device
    spread_options: tuple[str, ...] = ()  # likewise, for pools: most of their paths is routing
    loose_options: tuple[str, ...] = ()  # likewise, for cores that take blocks whole
    short_options: tuple[str, ...] = ()  # likewise, for pools that are annealed then
    shallow_preparation: str = ""  # added to `preparation` where levels of logic count before area

    @property
    def crowded(self) -> Target:
        """The same for cores that fill most of a device, where the usual router gets slow."""
        return replace(self, place_options=(*self.place_options, *self.crowded_options))

    @property
    def spread(self) -> Target:
        """The same for pools, whose words cross the device: time counts more than length."""
        return replace(self, place_options=(*self.place_options, *self.spread_options))

    @property
    def loose(self) -> Target:
        """The same for cores that take blocks whole, which the usual placer packs too tightly."""
        return replace(self, place_options=(*self.place_options, *self.loose_options))

    @property
    def short(self) -> Target:
        """The same for pools: length counts more than time, which annealing then looks after."""
        return replace(self, place_options=(*self.place_options, *self.short_options))

    @property
    def shallow(self) -> Target:
        """The same for cores that are to be fast: of logic few levels rather than few cells."""
        both = filter(None, (self.preparation, self.shallow_preparation))
        return replace(self, preparation="; ".join(both))

    def with_pads(self) -> Target:
        """The same for designs whose ports are pins."""
        if not self.no_pads:
            return self
        return replace(self, synthesis=self.synthesis.replace(f" {self.no_pads}", "", 1))

    def mapped(self, module: Mapping[str, Any]) -> dict[str, Any]:
        """What synthesis made, as it is placed."""
        return functools.reduce(lambda found, each: each(found), self.netlist_passes, dict(module))

    @property
    def part(self) -> str:
        """Device, package and speed grade as one readable name."""
        return " ".join(word for word in (self.device, self.package, self.speed) if word)

    def synthesis_script(self, top: str) -> list[str]:
        """Yosys commands that map the module `top`, which has been read."""
        return self._script(top, [self.preparation], self.synthesis)

    def simulation_script(self, top: str) -> list[str]:
        """Yosys commands that map it to cells of which there are behavioural models."""
        preparation = [self.preparation, self.simulation_preparation]
        return self._script(top, preparation, f"{self.synthesis} {self.simulation_options}".strip())

    def _script(self, top: str, preparation: list[str], synthesis: str) -> list[str]:
        commands = [command for command in preparation if command]
        head = [f"hierarchy -top {top}", *commands] if commands else []
        return [*head, f"{synthesis} -top {top}"]

    def place_command(self, netlist: str, top: str, seed: int, report: str) -> tuple[str, ...]:
        """Arguments that place and route the Yosys JSON file `netlist` with one seed."""
        return (
            *self.place_options,
            *("--json", netlist, "--top", top, "--seed", str(seed), "--report", report),
            "--timing-allow-fail",
        )
