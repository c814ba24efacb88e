"""Projects of vendors' tools around a core's bundle, made by edalize.

A project places the core out of context: the clock is constrained, other ports are not timed and,
where the tool can do without them, take no pins. Nothing here has been run in a vendor's tool.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom.cores.core import Core
from hashloom.cores.estimate import estimate
from hashloom.errors import RequestError
from hashloom.implementation.harness import CLOCK
from hashloom.targets import AreaTarget, Target

_SLOWEST, _FASTEST = 0.001, 10_000.0  # clocks in MHz
_TO_RTL = "../../"  # from the project's folder to the bundle's


@dataclass(frozen=True)
class ProjectRequest:
    """A project as asked for.

    Attributes:
        tool: name of the vendor's tool, one of `VENDORS`.
        part: ordering code; None for the target's where the vendor makes it, else a default.
        clock_mhz: clock to be met; None for the one estimated for the target.
    """

    tool: str
    part: str | None = None
    clock_mhz: float | None = None

    def check(self) -> None:
        """Raises RequestError for an unknown tool, a part that is none, and a clock whose period
        no constraint can say."""
        default = _vendor(self.tool).default_part
        if self.part and not self.part.replace("-", "").isalnum():
            raise RequestError(
                f"{self.part!r} is not a part; accepted is an ordering code such as {default}."
            )
        if self.clock_mhz is not None and not _SLOWEST <= self.clock_mhz <= _FASTEST:
            raise RequestError(
                f"A clock of {self.clock_mhz:g} MHz is not possible; accepted is {_SLOWEST:g} to "
                f"{_FASTEST:g} MHz."
            )

    @property
    def options(self) -> tuple[str, ...]:
        """The options of `hashloom generate` that ask for it."""
        part = ("--part", self.part) if self.part is not None else ()
        clock = ("--clock", f"{self.clock_mhz:g}") if self.clock_mhz is not None else ()
        return ("--project", self.tool, *part, *clock)


@dataclass(frozen=True)
class Constraint:
    """A file of constraints or settings: its name, its type for edalize, its text."""

    name: str
    file_type: str
    text: str


@dataclass(frozen=True)
class Vendor:
    """A vendor's tool.

    Attributes:
        name: as on the command line.
        default_part: the part where the target is none of the vendor's.
        options: edalize's options for a part.
        constraints: files for the core's ports and a clock in MHz with the words where it is from.
        left_out: ends of the names of edalize's files that are not wanted: those of Vivado that
            make a bitstream, which a core placed by itself has none of.
    """

    name: str
    default_part: str
    options: Callable[[str], dict[str, str]]
    constraints: Callable[[Core, float, str], tuple[Constraint, ...]]
    left_out: tuple[str, ...] = ()

    def keeps(self, name: str) -> bool:
        """Whether a file that edalize wrote is part of the project."""
        return name.endswith((".tcl", "Makefile")) and not name.endswith(self.left_out)


def project_files(core: Core, request: ProjectRequest, sources: Sequence[str]) -> dict[str, str]:
    """Texts of the project by path in the bundle, all below project/<tool>/.

    `sources` are the paths in the bundle of the SystemVerilog files to be read. Raises RequestError
    as `ProjectRequest.check` does, for a part that is not the tool's, and for no clock where none
    is estimated.
    """
    request.check()
    vendor = _vendor(request.tool)
    part = request.part or part_of(core.target, vendor.name) or vendor.default_part
    clock, origin = _clock(core, request.clock_mhz)
    constraints = vendor.constraints(core, clock, origin)
    files = [
        *({"name": _TO_RTL + name, "file_type": "systemVerilogSource"} for name in sorted(sources)),
        *({"name": each.name, "file_type": each.file_type} for each in constraints),
    ]
    texts = _configured(core, vendor, part, files)
    texts |= {each.name: each.text for each in constraints}
    return {f"project/{vendor.name}/{name}": text for name, text in sorted(texts.items())}


def has_own_adders(core: Core, request: ProjectRequest) -> bool:
    """Whether the part asked for has the cells of which the target's own adders are made."""
    ours = part_of(core.target, request.tool)
    family = core.target.device.split("-")[0]
    return ours is not None and (request.part or ours).upper().startswith(family)


def part_of(target: Target, tool: str) -> str | None:
    """The ordering code of a target for a vendor's tool; None when it is not that vendor's."""
    return dict(target.parts).get(tool)


def _vendor(tool: str) -> Vendor:
    if tool not in VENDORS:
        raise RequestError(
            f"There are no projects for {tool!r}; accepted are {', '.join(VENDORS)}."
        )
    return VENDORS[tool]


def _clock(core: Core, asked: float | None) -> tuple[float, str]:
    """The clock in MHz, and where it is from."""
    if asked is not None:
        return asked, "as asked for"
    if isinstance(core.target, AreaTarget):
        raise RequestError(
            f"No clock is estimated for {core.target.name}, which is synthesis only; accepted is "
            "one in MHz, such as --clock 200."
        )
    return float(estimate(core)["clock_mhz"]), f"estimated for {core.target.name}"


def _configured(
    core: Core, vendor: Vendor, part: str, files: Sequence[Mapping[str, str]]
) -> dict[str, str]:
    """What edalize writes for the project, by file name."""
    edam: dict[str, Any] = {
        "name": core.top,
        "toplevel": core.top,
        "files": [dict(file) for file in files],
    }
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)  # edalize looks for the vendor's tool and says it is missing
    try:
        with tempfile.TemporaryDirectory() as name:
            _backend(vendor, edam, vendor.options(part), name).configure()
            written = sorted(path for path in Path(name).iterdir() if vendor.keeps(path.name))
            return {path.name: path.read_text(encoding="utf-8") for path in written}
    finally:
        logging.disable(before)


def _backend(vendor: Vendor, edam: dict[str, Any], options: dict[str, str], folder: str) -> Any:
    if vendor.name == "vivado":
        from edalize.flows.vivado import Vivado

        return Vivado({**edam, "flow_options": options}, folder, verbose=False)
    from edalize.edatool import get_edatool

    tool = get_edatool(vendor.name)
    return tool(edam={**edam, "tool_options": {vendor.name: options}}, work_root=folder)


def _period(clock_mhz: float) -> str:
    return f"{1000 / clock_mhz:.3f}"


def _others(core: Core, direction: str) -> list[str]:
    """Ports of a direction but the clock, with a range's pattern where they have one."""
    return [
        f"{port.name}[*]" if port.width > 1 else port.name
        for port in core.ports
        if port.direction == direction and port.name != CLOCK
    ]


def _said(clock_mhz: float, origin: str) -> str:
    return f"# {clock_mhz:g} MHz, {origin}. Ports are not timed: the core is placed by itself.\n"


def _sdc(core: Core, clock_mhz: float, origin: str) -> str:
    """Clock and untimed ports as Synopsys wrote them first, and everybody reads."""
    inputs, outputs = " ".join(_others(core, "input")), " ".join(_others(core, "output"))
    return (
        _said(clock_mhz, origin)
        + f"create_clock -name {CLOCK} -period {_period(clock_mhz)} [get_ports {{{CLOCK}}}]\n"
        + f"set_false_path -from [get_ports {{{inputs}}}]\n"
        + f"set_false_path -to [get_ports {{{outputs}}}]\n"
    )


_VIVADO_RUN = """\
# Places and routes the project: vivado -mode batch -source {core}.tcl, then -source run.tcl.
open_project {core}.xpr
launch_runs impl_1
wait_on_run impl_1
open_run impl_1
report_timing_summary -file timing.rpt
report_utilization -file utilization.rpt
"""


def _for_vivado(core: Core, clock_mhz: float, origin: str) -> tuple[Constraint, ...]:
    out_of_context = (
        "# The core by itself: no buffers for pins, nothing but the routed core is made.\n"
        "set_property -name {STEPS.SYNTH_DESIGN.ARGS.MORE OPTIONS} "
        "-value {-mode out_of_context} -objects [get_runs synth_1]\n"
    )
    return (
        Constraint("clock.xdc", "xdc", _sdc(core, clock_mhz, origin)),
        Constraint("out_of_context.tcl", "tclSource", out_of_context),
        Constraint("run.tcl", "user", _VIVADO_RUN.format(core=core.top)),
    )


def _for_quartus(core: Core, clock_mhz: float, origin: str) -> tuple[Constraint, ...]:
    ports = _others(core, "input") + _others(core, "output")
    pins = "".join(
        f"set_instance_assignment -name VIRTUAL_PIN ON -to {{{port}}}\n" for port in ports
    )
    return (
        Constraint("clock.sdc", "SDC", _sdc(core, clock_mhz, origin)),
        Constraint(
            "virtual_pins.tcl", "tclSource", f"# No pins for any port but the clock.\n{pins}"
        ),
    )


def _for_diamond(core: Core, clock_mhz: float, origin: str) -> tuple[Constraint, ...]:
    text = (
        f"{_said(clock_mhz, origin)}"
        "BLOCK RESETPATHS ;\n"
        "BLOCK ASYNCPATHS ;\n"
        f'FREQUENCY PORT "{CLOCK}" {clock_mhz:.3f} MHz ;\n'
    )
    return (Constraint("clock.lpf", "LPF", text),)


def _for_radiant(core: Core, clock_mhz: float, origin: str) -> tuple[Constraint, ...]:
    text = _sdc(core, clock_mhz, origin)
    return (Constraint("clock.sdc", "SDC", text), Constraint("clock.pdc", "PDC", text))


def _quartus_options(part: str) -> dict[str, str]:
    families = {"5C": "Cyclone V", "5A": "Arria V", "5S": "Stratix V", "10C": "Cyclone 10 LP"}
    families |= {"10M": "MAX 10", "EP4CE": "Cyclone IV E", "EP4CGX": "Cyclone IV GX"}
    fitting = [start for start in families if part.upper().startswith(start)]
    if not fitting:
        raise RequestError(
            f"The family of {part} is not known; accepted are parts that begin with "
            f"{', '.join(families)}."
        )
    return {"family": families[max(fitting, key=len)], "device": part}


def _part_alone(part: str) -> dict[str, str]:
    return {"part": part}


_VIVADO_BITSTREAM = ("Makefile", "_run.tcl", "_pgm.tcl", "_netlist.tcl", "_synth.tcl")
VENDORS = {
    vendor.name: vendor
    for vendor in (
        Vendor("vivado", "xc7a100tcsg324-1", _part_alone, _for_vivado, _VIVADO_BITSTREAM),
        Vendor("quartus", "5CSEBA6U23I7", _quartus_options, _for_quartus),
        Vendor("diamond", "LFE5U-85F-8BG381C", _part_alone, _for_diamond),
        Vendor("radiant", "LIFCL-40-9BG400C", _part_alone, _for_radiant),
    )
}
