"""A design on a board as a bitstream: placed and routed with its pins, timing met, packed."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom.boards import board_names, get_board
from hashloom.boards.constraints import constraints
from hashloom.cache import Cache, key_of
from hashloom.cores.boards.board import BoardDesign
from hashloom.errors import RequestError, ToolError
from hashloom.implementation import flow
from hashloom.implementation.reports import Report
from hashloom.implementation.result import Placement
from hashloom.implementation.tools import Tool, find_packer, find_tool, log_of, run_tool
from hashloom.targets import get_target
from hashloom.targets.model import Resources, Target

_FORMAT = 1  # of the cache entries; counts up when their meaning changes
_NETLIST, _REPORT, _PLACED = "run-netlist.json", "run-report.json", "run-placed"


@dataclass(frozen=True)
class _Packing:
    """How a family's tools make a bitstream.

    Attributes:
        pins: the placer's option for the constraints, to be followed by the name of the file.
        placed: its option for what it writes.
        packer: what makes the bitstream of that.
        arguments: the packer's, given those of the board, what was placed, and the file to write.
        ending: of a bitstream's name.
    """

    pins: tuple[str, str]
    placed: str
    packer: str
    arguments: Callable[[Sequence[str], str, str], tuple[str, ...]]
    ending: str


_PACKINGS = {
    "ecp5": _Packing(
        ("--lpf", ""),
        "--textcfg",
        "ecppack",
        lambda own, placed, bits: (*own, "--compress", "--input", placed, "--bit", bits),
        "bit",
    ),
    "ice40": _Packing(
        ("--pcf", ""), "--asc", "icepack", lambda own, placed, bits: (*own, placed, bits), "bin"
    ),
    "gowin": _Packing(
        ("--vopt", "cst="),
        "--write",
        "gowin_pack",
        lambda own, placed, bits: (*own, "-o", bits, placed),
        "fs",
    ),
}


@dataclass(frozen=True)
class Bitstream:
    """A bitstream whose design meets the board's clock.

    Attributes:
        content: of the file.
        ending: of its name.
        placement: what was packed.
        tools: version by tool.
        constraints: name and text of the file of pins.
    """

    content: bytes
    ending: str
    placement: Placement
    tools: dict[str, str]
    constraints: tuple[str, str]

    def as_dict(self) -> dict[str, Any]:
        """All but the bits, as JSON shows it."""
        return {
            "tools": self.tools,
            "seed": self.placement.seed,
            "fmax_mhz": self.placement.fmax_mhz,
            "resources": self.placement.resources.as_dict(),
            "critical_path": self.placement.critical_path.as_dict(),
        }


def make_bitstream(
    design: BoardDesign,
    seeds: Sequence[int],
    *,
    cache: Cache,
    progress: Callable[[str], None] = lambda said: None,
) -> Bitstream:
    """The bitstream of the first of some placements that meets the design's clock.

    Raises RequestError when the design does not fit the board or no placement meets the clock,
    saying by how much, and ToolError when a tool fails.
    """
    run = _run_of(design, cache, progress)
    best: tuple[Placement, bytes] | None = None
    for seed in seeds:
        placement, content = _placed(run, seed)
        if placement.fmax_mhz >= design.mhz:
            return Bitstream(content, run.packing.ending, placement, run.tools, run.constraints)
        if best is None or placement.fmax_mhz > best[0].fmax_mhz:
            best = placement, content
    if best is None:
        raise RequestError("Place and route needs at least one seed, such as 1.")
    reached = best[0].fmax_mhz
    tried = f"in {len(seeds)} placements" if len(seeds) > 1 else f"with seed {best[0].seed}"
    raise RequestError(
        f"{design.core.name} does not meet {design.mhz:g} MHz on {design.board.name}: it reaches "
        f"{reached:g} MHz {tried}, {design.mhz - reached:.2f} MHz too few; accepted is --clock "
        f"{int(reached)} or less."
    )


@dataclass(frozen=True)
class _Run:
    """What all placements of a design share."""

    design: BoardDesign
    target: Target
    packing: _Packing
    constraints: tuple[str, str]
    placer: Tool
    packer: Tool
    yosys: Tool
    cache: Cache
    tell: Callable[[str], None]

    @property
    def tools(self) -> dict[str, str]:
        """Versions by tool."""
        return {
            "yosys": self.yosys.version,
            "nextpnr": self.placer.version,
            "packer": self.packer.version,
        }

    def place_command(self, seed: int) -> tuple[str, ...]:
        """Arguments of the placer."""
        option, before = self.packing.pins
        return (
            *self.design.board.part,
            *(option, f"{before}{self.constraints[0]}"),
            *("--json", _NETLIST, "--top", self.design.top, self.packing.placed, _PLACED),
            *("--freq", f"{self.design.mhz:g}", "--seed", str(seed), "--report", _REPORT),
            "--timing-allow-fail",
        )


def _run_of(design: BoardDesign, cache: Cache, tell: Callable[[str], None]) -> _Run:
    target = design.core.target.with_pads()
    packing = _PACKINGS[target.family]
    ending, pins = constraints(design.board, target.family)
    return _Run(
        design,
        target,
        packing,
        (f"{design.board.name}.{ending}", pins),
        find_tool(target.place_tool),
        find_packer(packing.packer),
        find_tool("yosys"),
        cache,
        tell,
    )


def _placed(run: _Run, seed: int) -> tuple[Placement, bytes]:
    """A placement and its bitstream, from the cache or made now."""
    sources, top = run.design.sources(), run.design.top
    key = key_of(
        format=_FORMAT,
        kind="bitstream",
        sources=sources,
        top=top,
        synthesis=f"{run.target.preparation} {run.target.synthesis}",
        command=run.place_command(seed),
        constraints=run.constraints,
        packed=run.design.board.packed,
        tools=run.tools,
    )
    known = run.cache.get(key)
    if known is None:
        mapped = flow.mapped_core(sources, top, run.target, cache=run.cache, progress=run.tell)
        with run.cache.work_folder() as folder:
            netlist = {"modules": {top: mapped}}
            (folder / _NETLIST).write_text(json.dumps(netlist))
            (folder / run.constraints[0]).write_text(run.constraints[1])
            report = _place(run, folder, seed)
            content = _pack(run, folder)
        used = flow.resources_of(report.used, run.target.cells)
        placement = Placement(seed, report.fmax_mhz, used, report.critical_path)
        document = placement.as_dict() | {"bits": base64.b64encode(content).decode()}
        known = json.dumps(document).encode()
        run.cache.put(key, known)
    document = json.loads(known)
    placement = Placement.from_dict(document)
    run.tell(f"Placed with seed {seed}: {placement.fmax_mhz:.1f} MHz of {run.design.mhz:g}.")
    return placement, base64.b64decode(document["bits"])


def _place(run: _Run, folder: Path, seed: int) -> Report:
    name = "run-place"
    run.tell(f"Placing {run.design.top} on {run.design.board.name} with seed {seed}.")
    try:
        run_tool(run.placer, run.place_command(seed), folder, name)
    except ToolError as error:
        lack = flow.lack_of_room(run.target, log_of(folder, name), "its link", larger_board)
        if lack is not None:
            raise lack from error
        raise
    return flow.report_of(run.placer, run.target.cells, folder, name, _REPORT)


def larger_board(target: Target, needed: Resources) -> str | None:
    """The name of a board whose device holds `needed`, of those with the smallest device."""
    boards = [get_board(name) for name in board_names()]
    devices = {board.name: get_target(board.target).capacity for board in boards}
    holding = {name: have for name, have in devices.items() if not have.shortage(needed)}
    larger = {name: have for name, have in holding.items() if have.lut > target.capacity.lut}
    return min(larger, key=lambda name: larger[name].lut, default=None)


def _pack(run: _Run, folder: Path) -> bytes:
    file = f"run-bits.{run.packing.ending}"
    arguments = run.packing.arguments(run.design.board.packed, _PLACED, file)
    run_tool(run.packer, arguments, folder, "run-pack")
    try:
        return (folder / file).read_bytes()
    except OSError as error:
        raise ToolError(f"{run.packer.name} ended without writing a bitstream.") from error
