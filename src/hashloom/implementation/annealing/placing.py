"""Place and route with nextpnr's placement annealed in between.

nextpnr packs the netlist and places it.  The annealer moves the cells, in the end of a large design
those on its longest paths, and the router finds ways for their wires.  nextpnr, given both, checks
that they are legal and routes the clock.  The figure is that of the delays of both its runs.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hashloom.cache import Cache
from hashloom.errors import RequestError
from hashloom.implementation.annealing.annealer import Refinement, Schedule, anneal
from hashloom.implementation.annealing.delays import Delays, Pin, read_delays
from hashloom.implementation.annealing.description import describe, timed_nets
from hashloom.implementation.annealing.longest import longest_path
from hashloom.implementation.annealing.packed import (
    Packed,
    Place,
    moved,
    places_at,
    read_packed,
)
from hashloom.implementation.annealing.router import route
from hashloom.implementation.annealing.terminals import routable, terminals
from hashloom.implementation.annealing.wires import wire_delays
from hashloom.implementation.reports import Report, critical_path, read_report
from hashloom.implementation.tools import Tool, run_tool
from hashloom.targets import AreaTarget, Target

_SMALL = 10_000  # cells of a design that is annealed and routed more than once
_TRIES = 6
_AGAIN = 40  # times that the router looks for faster ways
_CHOICES = ("--placer", "--router")  # of the first run; the second has what suits cells in place
_SCHEDULE = {
    True: Schedule(60, 2, 0, 0.02, 26, 100, 2, 0.961),
    False: Schedule(
        60, 2, 1000, 0.02, 26, 45, 2, 0.93, 35, 0.1, 0.1, Refinement(800, 70, 1000, 40, 15)
    ),
}


@dataclass(frozen=True)
class Job:
    """A netlist to be placed and routed.

    Attributes:
        netlist: the file of Yosys's JSON; what is made on the way is put beside it.
        top: its module.
        seed: nextpnr's, and the annealer's.
    """

    placer: Tool
    target: Target
    netlist: Path
    top: str
    seed: int
    cache: Cache
    stop: threading.Event | None = None

    def file(self, what: str) -> Path:
        """A file of this seed."""
        return self.netlist.with_name(f"run-{self.seed}-{what}")

    def run(self, options: Sequence[str], name: str) -> None:
        """Run nextpnr; its log is called `name`."""
        run_tool(self.placer, options, self.netlist.parent, name, self.stop)


def require_annealing(target: Target | AreaTarget) -> None:
    """Raises RequestError when placements on a target cannot be annealed."""
    if target.family != "ecp5":
        raise RequestError(
            f"Placements on {target.name} cannot be annealed; accepted with --placement annealed "
            "are targets of the family ecp5."
        )


def place_annealed(job: Job, name: str) -> Report:
    """Places and routes; nextpnr's first log is called `name`.

    A small design is annealed and routed six times, and the fastest taken.
    Raises ToolError when a tool fails or is ended.
    """
    placed, sdf = job.file("placed.json"), job.file("cells.sdf")
    command = job.target.place_command(
        job.netlist.name, job.top, job.seed, job.file("report.json").name
    )
    job.run([*command, "--no-route", "--write", placed.name, "--sdf", sdf.name], name)
    packed, cells = read_packed(placed.read_text()), _delays(sdf)
    small = _is_small(packed)
    description = job.file("design.txt")
    description.write_text(describe(packed, cells, wire_delays(job.target.speed)))
    tries = range(_TRIES if small else 1)
    reports = []
    for number in tries:
        slots = anneal(
            description, _TRIES * job.seed + number, _SCHEDULE[small], job.cache, job.stop
        )
        places = places_at(packed, slots)
        reports.append(_routed(job, packed, cells, places, f"try{number}"))
    return max(reports, key=lambda report: report.fmax_mhz)


def _routed(
    job: Job, packed: Packed, cells: Delays, places: Mapping[str, Place], name: str
) -> Report:
    """nextpnr's report of the design routed with its cells in other places; the clock is ours."""
    nets = routable(packed, timed_nets(packed, cells))
    pins = job.file(f"{name}-pins.txt")
    pins.write_text(terminals(packed, places, nets))
    design, crowded = job.file("design.txt"), not _is_small(packed)
    ways = route(design, pins, job.target, _AGAIN, crowded, job.cache, job.stop)
    netlist, report, sdf = (job.file(f"{name}-{end}") for end in ("n.json", "r.json", "w.sdf"))
    netlist.write_text(moved(packed, places, dict(zip(nets, ways, strict=True))))
    bound = replace(job.target, place_options=_without(_CHOICES, job.target.place_options))
    command = bound.place_command(netlist.name, packed.top, job.seed, report.name)
    job.run([*command, "--no-pack", "--placer", "sa", "--sdf", sdf.name], f"run-{job.seed}-{name}")
    path = critical_path(longest_path(cells, _delays(sdf), _nets(packed)))
    fmax_mhz = round(1000 / path.total_ns, 2)
    return replace(read_report(report.read_text()), fmax_mhz=fmax_mhz, critical_path=path)


def _is_small(packed: Packed) -> bool:
    return len(packed.cells) < _SMALL


def _delays(file: Path) -> Delays:
    with file.open() as lines:
        return read_delays(lines)


def _nets(packed: Packed) -> dict[Pin, str]:
    """Names of the nets by what drives them."""
    return {packed.drivers[n]: name for n, name in packed.net_names.items() if n in packed.drivers}


def _without(named: Sequence[str], options: Sequence[str]) -> tuple[str, ...]:
    """The options without those of these names, and without their values."""
    pairs = zip(("", *options), options, strict=False)
    return tuple(option for before, option in pairs if before not in named and option not in named)
