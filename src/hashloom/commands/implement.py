"""`hashloom implement`: synthesis, place and route of a core."""

from __future__ import annotations

from typing import Any

from hashloom.commands.console import print_json, print_rich, working
from hashloom.commands.effort import DEFAULT_JOBS, DEFAULT_SEEDS, Jobs, Seeds
from hashloom.commands.request import Request, on_request
from hashloom.cores import Core, core_of
from hashloom.implementation import implementing
from hashloom.implementation.result import Implementation
from hashloom.reports.text import facts
from hashloom.targets import AreaTarget


@on_request
def implement(request: Request, seeds: Seeds = DEFAULT_SEEDS, jobs: Jobs = DEFAULT_JOBS) -> None:
    """Synthesise, place and route a core.

    For a target that is synthesis only, the area and nothing else.
    """
    core = core_of(request)
    if isinstance(core.target, AreaTarget):
        _implement_area(core, request.json)
        return
    done = run_implementation(core, seeds, jobs)
    if request.json:
        head = {"core": core.name, "rtl_sha256": core.rtl_sha256, "level": core.level}
        print_json(head | {"architecture": core.architecture.as_dict()} | done.as_dict())
    else:
        print_rich(_table(core, done))


def run_implementation(core: Core, seeds: int, jobs: int) -> Implementation:
    """Implements a core with seeds 1 to `seeds` and shows how it goes on."""
    with working(f"Implementing {core.top} on {core.target.name}.") as tell:
        return implementing.implement(core, range(1, seeds + 1), progress=tell, jobs=jobs)


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


def _table(core: Core, done: Implementation) -> Any:

    document = done.as_dict()
    clock = document["fmax_mhz"]
    rows = {"tools": ", ".join(document["tools"].values())}
    rows["clock"] = f"{clock['median']} MHz ({clock['min']} to {clock['max']})"
    for kind, count in document["resources"].items():
        share = document["utilisation"].get(kind)
        rows[kind] = f"{count}" if share is None else f"{count} ({share} %)"
    path = document["critical_path"]
    rows["critical path"] = f"{path['total_ns']} ns from {path['from']} to {path['to']}"
    return facts(f"{core.top} on {core.target.name}", rows)
