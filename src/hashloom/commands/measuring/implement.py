"""`hashloom implement`: synthesis, place and route of a core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

import typer

from hashloom.commands.common.console import print_json, print_rich, working
from hashloom.commands.common.effort import (
    DEFAULT_JOBS,
    DEFAULT_PLACEMENT,
    DEFAULT_SEEDS,
    MAX_SEEDS,
    Jobs,
    PlacementName,
    Seeds,
    is_annealed,
)
from hashloom.commands.common.request import Request, on_request
from hashloom.cores import Core, core_of
from hashloom.implementation import implementing
from hashloom.implementation.annealing.placing import require_annealing
from hashloom.implementation.result import Implementation, Placement
from hashloom.reports.text import facts
from hashloom.request.point import placements_of
from hashloom.targets import AreaTarget

Best = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=MAX_SEEDS,
        metavar="N",
        help="Also tell the best of N placements, with its seed; the other figures stay those of "
        "the first --seeds of them.",
    ),
]


@on_request
def implement(
    request: Request,
    seeds: Seeds = DEFAULT_SEEDS,
    jobs: Jobs = DEFAULT_JOBS,
    best: Best = None,
    placement: PlacementName = DEFAULT_PLACEMENT,
) -> None:
    """Synthesise, place and route a core.

    For a target that is synthesis only, the area and nothing else.
    """
    annealed = is_annealed(placement)
    core = core_of(request)
    if annealed:
        require_annealing(core.target)
    if isinstance(core.target, AreaTarget):
        _implement_area(core, request.json)
        return
    tried = run_implementation(core, max(seeds, best or 0), jobs, annealed)
    done = replace(tried, placements=tried.placements[:seeds])
    found = None if best is None else best_of(tried.placements[:best])
    if request.json:
        head = {"core": core.name, "rtl_sha256": core.rtl_sha256, "level": core.level}
        document = head | {"architecture": core.architecture.as_dict()} | done.as_dict()
        print_json(document | ({"best": found} if found else {}))
    else:
        print_rich(_table(core, done, found))


def best_of(placements: Sequence[Placement]) -> dict[str, Any]:
    """The fastest of some placements: its seed, its clock in MHz, and of how many it is."""
    fastest = max(placements, key=lambda placement: placement.fmax_mhz)
    return {"seed": fastest.seed, "fmax_mhz": fastest.fmax_mhz, "of": len(placements)}


def run_implementation(core: Core, seeds: int, jobs: int, annealed: bool = False) -> Implementation:
    """Implements a core with seeds 1 to `seeds` and shows how it goes on."""
    with working(f"Implementing {core.top} on {core.target.name}.") as tell:
        return implementing.implement(
            core, range(1, seeds + 1), progress=tell, jobs=jobs, annealed=annealed
        )


def _implement_area(core: Core, json: bool) -> None:
    """Synthesises a core and tells its area."""
    with working(f"Synthesising {core.top} for {core.target.name}.") as tell:
        area = implementing.area(core, progress=tell)
    document = {"core": core.name, "rtl_sha256": core.rtl_sha256, "level": core.level}
    document |= {"architecture": core.architecture.as_dict()} | area.as_dict()
    if json:
        print_json(document)
        return
    rows = {"tools": ", ".join(area.tools.values()), "clock": "unknown: synthesis only"}
    rows |= {kind: str(count) for kind, count in area.resources.as_dict().items()}
    if area.fewest_slices:
        rows["slices"] = f"{area.fewest_slices} at least, when every one is full"
    print_rich(facts(f"{core.top} on {core.target.name}: area by synthesis", rows))


def _table(core: Core, done: Implementation, best: Mapping[str, Any] | None) -> Any:

    document = done.as_dict()
    clock = document["fmax_mhz"]
    rows = {"tools": ", ".join(document["tools"].values())}
    of = placements_of(document)
    spread = f"median of {of} ({clock['min']} to {clock['max']})"
    rows["clock"] = f"{clock['median']} MHz, {spread if len(clock['seeds']) > 1 else of}"
    if best:
        rows["best"] = f"{best['fmax_mhz']} MHz with seed {best['seed']}, of {best['of']}"
    for kind, count in document["resources"].items():
        share = document["utilisation"].get(kind)
        rows[kind] = f"{count}" if share is None else f"{count} ({share} %)"
    path = document["critical_path"]
    rows["critical path"] = f"{path['total_ns']} ns from {path['from']} to {path['to']}"
    return facts(f"{core.top} on {core.target.name}", rows)
