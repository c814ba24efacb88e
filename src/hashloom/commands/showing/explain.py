"""`hashloom explain`: what each transformation did to the datapath."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from hashloom.commands.common.console import print_json, print_rich, working
from hashloom.commands.common.request import Request, on_request
from hashloom.cores import Core, core_of
from hashloom.cores.estimate import estimate
from hashloom.dataflow.bound import period_bound
from hashloom.dataflow.delays import DelayModel
from hashloom.dataflow.draw import LeftOutError, draw_svg
from hashloom.dataflow.graph import Graph
from hashloom.dataflow.timing import critical_path
from hashloom.files import write_file
from hashloom.reports.drawings.streams import draw_streams
from hashloom.reports.drawings.system_diagram import draw_system
from hashloom.reports.method import Method, method_of, method_tables
from hashloom.reports.sums import sums_of, sums_table
from hashloom.rtl.folded.four.program import FourProgram
from hashloom.rtl.folded.placed.program import PlacedProgram
from hashloom.targets import require_placement
from hashloom.transforms.folding.on_one import fold
from hashloom.transforms.methodology import Step
from hashloom.transforms.simplification import simplify

Svg = Annotated[
    Path | None, typer.Option("--svg", help="Folder for a drawing of the datapath at each step.")
]


@on_request
def explain(request: Request, svg: Svg = None) -> None:
    """Show what each transformation does.

    Critical path and registers of the datapath, and drawings if asked for, of an HMAC core also a
    timing diagram of its streams, of a core behind registers its place in a system; and of SHA-2
    what the recursive method of michail2012 makes of the same rounds. Times are those of the
    target's delay model: estimated, not measured.
    """
    core = core_of(request)
    require_placement(core.target, "hashloom explain")
    # The method is one for SHA-2's rounds between two registers, which a pool never has.
    by_method = core.hash.in_halves and not core.folded and not core.architecture.pool
    method = method_of(core) if by_method else None
    document = explanation(core) | ({"method": method.as_dict()} if method else {})
    if svg is not None:
        pictures = [*_pictures(core), *(_method_pictures(method) if method else ())]
        drawn, left_out = _draw(pictures, core.target.delays, svg)
        document["drawings"] = [
            str(path) for path in (*drawn, *_streams(core, svg), *_system(core, svg))
        ]
        document["left_out"] = left_out
    if request.json:
        print_json(document)
    else:
        steps = [] if core.architecture.method == "recursive" else [_steps_table(core, document)]
        said = [f"Drew {len(document['drawings'])} pictures in {svg}."] if svg is not None else []
        said += [f"{name}: {why}" for name, why in document.get("left_out", {}).items()]
        tables = method_tables(method) if method else []
        tables += [_rows_table(core, document["folded"])] if core.folded else []
        tables += [sums_table(document["sums"])] if "sums" in document else []
        print_rich(*steps, _summary(core, document), *tables, *said)


def explanation(core: Core) -> dict[str, Any]:
    """Every step and what came of them, as JSON shows it; all times are estimated."""
    return {
        "core": core.name,
        "level": core.level,
        "target": core.target.name,
        "architecture": core.architecture.as_dict(),
        "steps": _steps(core),
        "estimated": estimate(core),
        **({"folded": _rows(core)} if core.folded else {}),
        **({"sums": sums_of(core)} if core.architecture.method == "searched" else {}),
    }


def _rows(core: Core) -> list[dict[str, str]]:
    """What a folded core reads in a round and for a word of the schedule, step by step; on more
    than one adder what each of them takes in each clock of a round."""
    program = core.program
    if isinstance(program, FourProgram | PlacedProgram):
        return [
            {"clock": str(clock), "adder": adder, "adds": term}
            for clock, adder, term in program.round_terms
        ]
    folded = fold(core.hash)
    return [
        {
            "reads": f"{step.read.sequence}[t{f'-{step.read.age}' if step.read.age else ''}]",
            "adds": step.term,
            "gives": f"{step.result}[t]" if step.result else "",
        }
        for step in (*folded.round, *folded.schedule)
    ]


def _rows_table(core: Core, rows: Sequence[dict[str, str]]) -> Any:
    title = f"A round on {core.program.adders_named}"
    table = Table(title=title, title_justify="left", title_style="bold")
    for name in rows[0]:
        table.add_column(name)
    for row in rows:
        table.add_row(*map(escape, row.values()))
    return table


def _steps(core: Core) -> list[dict[str, Any]]:

    rows = [_step(core, step) for step in core.steps]
    if core.register_bits != rows[-1]["register_bits"]:
        last = {"name": "delay lines in memory", "register_bits": core.register_bits}
        rows.append(rows[-1] | last)
    return rows


def _step(core: Core, step: Step) -> dict[str, Any]:
    delays = core.target.delays
    path, bound = critical_path(step.graph, delays), period_bound(step.graph, delays)
    return {
        "name": step.name,
        "critical_path": path.terms,
        "critical_path_ns": round(path.period_ns, 3),
        "register_bits": step.graph.register_bits(),
        "operators": len(step.graph.nodes),
        "iteration_bound_ns": round(bound, 3),
        "bound_period_ns": round(bound + delays.register_ns, 3),
    }


@dataclass(frozen=True)
class _Asked:
    """A picture: its file's name, what is on it, its title, and what is red if not the critical
    path."""

    name: str
    graph: Graph
    title: str
    red: Sequence[str] | None = None


def _pictures(core: Core) -> Iterator[_Asked]:
    """One picture for each step."""
    if core.architecture.method == "recursive":  # drawn block by block, see _method_pictures
        return
    for step in core.steps:
        slug = re.sub(r"\W+", "_", step.name).strip("_").lower()
        yield _Asked(f"{slug}.svg", simplify(step.graph), f"{core.name}: {step.name}")


def _method_pictures(method: Method) -> Iterator[_Asked]:
    """In a folder `method`, one picture for each change it makes to the operational block."""
    for name, (graph, title, marked) in method.drawings().items():
        yield _Asked(f"method/{name}", graph, title, marked)


def _draw(
    asked: Iterable[_Asked], delays: DelayModel, folder: Path
) -> tuple[list[Path], dict[str, str]]:
    """Files written to `folder`, and by name why others were left out."""
    paths, left_out = [], {}
    for picture in asked:
        try:
            text = draw_svg(picture.graph, delays, picture.title, picture.red)
        except LeftOutError as error:
            left_out[picture.name] = str(error)
            continue
        write_file(folder / picture.name, text)
        paths.append(folder / picture.name)
    return paths, left_out


def _streams(core: Core, folder: Path) -> list[Path]:
    """The timing diagram of an HMAC core's streams, out of a simulation."""
    if not core.keyed:
        return []

    path = folder / "streams.svg"
    with working(f"Simulating {core.name}."):
        write_file(path, draw_streams(core))
    return [path]


def _system(core: Core, folder: Path) -> list[Path]:
    """A core behind registers, beside processor, buses and memory."""
    if not core.interface.registered:
        return []
    path = folder / "system.svg"
    write_file(path, draw_system(core))
    return [path]


def _steps_table(core: Core, document: dict[str, Any]) -> Any:
    table = Table(
        title=f"{core.name}: the datapath, step by step",
        title_justify="left",
        title_style="bold",
    )
    table.add_column("step")
    table.add_column("critical path")
    for name in ("ns", "register bits", "bound, ns"):
        table.add_column(name, justify="right")
    for step in document["steps"]:
        table.add_row(
            step["name"],
            step["critical_path"],
            f"{step['critical_path_ns']:.2f}",
            str(step["register_bits"]),
            f"{step['bound_period_ns']:.2f}",
        )
    return table


def _joined(core: Core) -> str:
    """What is to be said of blocks that do not join the one before."""
    if core.folded or not core.shape.skipped:
        return ""
    more = core.shape.skipped
    return f" when it goes on with a message at once, and takes {more} clocks more otherwise"


def _summary(core: Core, document: dict[str, Any]) -> str:
    estimated, a = document["estimated"], core.architecture
    several = f"each of {a.interleave} messages" if a.interleave > 1 else "one message"
    flight = f"; {core.contexts} messages are in flight" if core.contexts > a.interleave else ""
    terms = "add: adder, csa: carry-save adder, nlf: Σ, σ, Ch or Maj, mux: select, table: K."
    return (
        f"Estimated clock on {core.target.name}: {estimated['clock_mhz']} MHz. With the delays of "
        f"that model no placement of registers allows more than {estimated['bound_mhz']} MHz, the "
        "bound of the last step; a placed core may be faster than the model. A block of "
        f"{several} starts every {core.slot_clocks} clocks{flight}{_joined(core)}. "
        + ("" if a.method == "recursive" else terms)
    ).strip()
