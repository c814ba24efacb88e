"""`hashloom explain`: what each transformation did to the datapath."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from hashloom.commands.console import print_json, print_rich, working
from hashloom.commands.request import Request, on_request
from hashloom.cores import Core, core_of
from hashloom.cores.estimate import estimate
from hashloom.dataflow.bound import iteration_bound
from hashloom.dataflow.draw import draw_svg
from hashloom.dataflow.timing import critical_path
from hashloom.files import write_file
from hashloom.reports.method import Method, method_of, method_tables
from hashloom.reports.streams import draw_streams
from hashloom.targets import require_placement
from hashloom.transforms.simplification import simplify

Svg = Annotated[
    Path | None, typer.Option("--svg", help="Folder for a drawing of the datapath at each step.")
]


@on_request
def explain(request: Request, svg: Svg = None) -> None:
    """Show what each transformation does.

    Critical path and registers of the datapath, and drawings if asked for, of an HMAC core also a
    timing diagram of its streams; and what the recursive method of michail2012 makes of the same
    rounds. Times are those of the target's delay model: estimated, not measured.
    """
    core = core_of(request)
    require_placement(core.target, "hashloom explain")
    method = method_of(core)
    document = explanation(core) | {"method": method.as_dict()}
    if svg is not None:
        drawn = (*_draw(core, svg), *_draw_method(method, svg), *_streams(core, svg))
        document["drawings"] = [str(path) for path in drawn]
    if request.json:
        print_json(document)
    else:
        steps = [] if core.architecture.method == "recursive" else [_steps_table(core, document)]
        said = [f"Drew {len(document['drawings'])} pictures in {svg}."] if svg is not None else []
        print_rich(*steps, _summary(core, document), *method_tables(method), *said)


def explanation(core: Core) -> dict[str, Any]:
    """Every step and what came of them, as JSON shows it; all times are estimated."""
    return {
        "core": core.name,
        "level": core.level,
        "target": core.target.name,
        "architecture": core.architecture.as_dict(),
        "steps": _steps(core),
        "estimated": estimate(core),
    }


def _steps(core: Core) -> list[dict[str, Any]]:

    delays = core.target.delays
    rows = []
    for step in core.compiled.steps:
        path = critical_path(step.graph, delays)
        rows.append(
            {
                "name": step.name,
                "critical_path": path.terms,
                "critical_path_ns": round(path.period_ns, 3),
                "register_bits": step.graph.register_bits(),
                "operators": len(step.graph.nodes),
                "iteration_bound_ns": round(iteration_bound(step.graph, delays), 3),
            }
        )
    return rows


def _draw(core: Core, folder: Path) -> list[Path]:
    """One SVG file for each step."""
    if core.architecture.method == "recursive":  # drawn block by block, see _draw_method
        return []
    paths = []
    for step in core.compiled.steps:
        slug = re.sub(r"\W+", "_", step.name).strip("_").lower()
        path = folder / f"{slug}.svg"
        picture = draw_svg(simplify(step.graph), core.target.delays, f"{core.name}: {step.name}")
        write_file(path, picture)
        paths.append(path)
    return paths


def _draw_method(method: Method, folder: Path) -> list[Path]:
    """In a folder `method`, one SVG file for each change it makes to the operational block."""
    paths = []
    for name, (graph, title, marked) in method.drawings().items():
        path = folder / "method" / name
        write_file(path, draw_svg(graph, method.core.target.delays, title, marked))
        paths.append(path)
    return paths


def _streams(core: Core, folder: Path) -> list[Path]:
    """The timing diagram of an HMAC core's streams, out of a simulation."""
    if core.level != "hmac":
        return []

    path = folder / "streams.svg"
    with working(f"Simulating {core.name}."):
        write_file(path, draw_streams(core))
    return [path]


def _steps_table(core: Core, document: dict[str, Any]) -> Any:
    table = Table(
        title=f"{core.name}: the datapath, step by step",
        title_justify="left",
        title_style="bold",
    )
    table.add_column("step")
    table.add_column("critical path")
    for name in ("ns", "register bits", "iteration bound, ns"):
        table.add_column(name, justify="right")
    for step in document["steps"]:
        table.add_row(
            step["name"],
            step["critical_path"],
            f"{step['critical_path_ns']:.2f}",
            str(step["register_bits"]),
            f"{step['iteration_bound_ns']:.2f}",
        )
    return table


def _summary(core: Core, document: dict[str, Any]) -> str:
    estimated, a = document["estimated"], core.architecture
    several = f"each of {a.interleave} messages" if a.interleave > 1 else "one message"
    flight = f"; {core.contexts} messages are in flight" if core.contexts > a.interleave else ""
    terms = "add: adder, csa: carry-save adder, nlf: Σ, σ, Ch or Maj, mux: select, table: K."
    return (
        f"Estimated clock on {core.target.name}: {estimated['clock_mhz']} MHz; no placement of "
        f"registers allows more than {estimated['bound_mhz']} MHz. A block of {several} starts "
        f"every {core.compiled.slot_clocks} clocks{flight}. "
        + ("" if a.method == "recursive" else terms)
    ).strip()
