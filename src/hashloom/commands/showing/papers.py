"""`hashloom papers`: the published designs, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from hashloom.commands.common.console import print_json, print_line, print_rich, working
from hashloom.commands.common.effort import DEFAULT_JOBS, Jobs, Seeds
from hashloom.errors import RequestError
from hashloom.files import check_folder, write_folder
from hashloom.literature.designs import DESIGNS, PublishedDesign
from hashloom.literature.earlier import Earlier
from hashloom.literature.papers import papers as known_papers
from hashloom.literature.side_by_side import gather
from hashloom.reports.papers.papers_page import papers_files
from hashloom.reports.tables import compact
from hashloom.request.designs import find_design

Folder = Annotated[
    Path | None,
    typer.Option("--report", help="Folder for a report that measures hashloom's versions of them."),
]
Only = Annotated[
    str, typer.Option(metavar="NAME,NAME,...", help="Designs of the report; all if empty.")
]
Renew = Annotated[
    str,
    typer.Option(
        metavar="NAME,NAME,...",
        help="Designs to measure for a report that is there; the others stay as they are.",
    ),
]
Switching = Annotated[
    bool, typer.Option(help="Count the switching activity of the netlists for the report.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
_SEEDS = 3


def papers(
    report: Folder = None,
    only: Only = "",
    renew: Renew = "",
    seeds: Seeds = _SEEDS,
    jobs: Jobs = DEFAULT_JOBS,
    activity: Switching = True,
    json: Json = False,
) -> None:
    """List the published designs, or report on them.

    Every command takes the name of a design in place of a hash. A report puts the published
    figures beside hashloom's, as index.html and report.md; what was measured before is not measured
    again, so that a report that was broken off goes on where it stopped. With --renew the other
    designs keep the figures that the report in the folder has; where RTL has changed since, it
    says so.
    """
    designs, renewed = _chosen(only), _named(renew)
    _check_renewed(renewed, designs, report)
    if report is None:
        if json:
            print_json(document_of(designs))
        else:
            print_rich(_table(designs), _sources())
        return
    files = _report(designs, report, seeds, jobs, activity, renewed)
    if json:
        print_json({"folder": str(report), "files": files})
    else:
        print_line(f"Wrote {report / 'index.html'} and {len(files) - 1} other files.")


def _chosen(only: str) -> list[PublishedDesign]:
    """The designs named, or all.  Raises RequestError for a name that is not one's."""
    return [DESIGNS[name] for name in _named(only)] or list(DESIGNS.values())


def _named(text: str) -> list[str]:
    """The names of designs in a list.  Raises RequestError for a name that is not one's."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    found = [find_design(name) for name in names]
    for name, design in zip(names, found, strict=True):
        if design is None:
            raise RequestError(
                f"{name!r} is not a published design; accepted are {', '.join(DESIGNS)}."
            )
    return [design.name for design in found if design]


def _check_renewed(names: list[str], designs: list[PublishedDesign], report: Path | None) -> None:
    """Raises RequestError for designs to renew that no report is asked for."""
    if names and report is None:
        raise RequestError("--renew is for a report; say with --report in which folder it is.")
    left_out = [name for name in names if name not in [design.name for design in designs]]
    if left_out:
        raise RequestError(
            f"{left_out[0]!r} is to be renewed and is not among the designs of --only; accepted "
            f"are {', '.join(design.name for design in designs)}."
        )


def _report(
    designs: list[PublishedDesign],
    folder: Path,
    seeds: int,
    jobs: int,
    activity: bool,
    renewed: list[str],
) -> list[str]:
    """Measures what is not known yet and writes the report; the names of its files."""
    check_folder(folder)
    earlier = Earlier.of(folder) if renewed else None
    with working(f"Reporting on {len(designs)} designs.") as tell:
        evidence = gather(
            designs, seeds, jobs, tell, activity=activity, earlier=earlier, renewed=renewed
        )
        files = papers_files(evidence, seeds)
    write_folder(files, folder)
    return list(files)


def document_of(designs: list[PublishedDesign]) -> dict[str, Any]:
    """Papers and designs as JSON shows them."""
    return {
        "papers": [
            {"key": paper.key, "title": paper.title, "year": paper.year}
            for paper in known_papers().values()
        ],
        "designs": [design.as_dict() for design in designs],
    }


def _table(designs: list[PublishedDesign]) -> Any:
    table = compact("Published designs", (0, 0, 0, 1))
    table.add_column("name", no_wrap=True)
    table.add_column("what it is")
    table.add_column("clocks", justify="right")
    table.add_column("Mbit/s", justify="right", no_wrap=True)
    table.add_column("on", no_wrap=True)
    paper = designs[0].paper
    for design in designs:
        if design.paper != paper:
            table.add_section()
        paper = design.paper
        what = f"{design.function}, {design.title}"
        table.add_row(design.name, what, _clocks(design), *_published(design))
    return table


def _clocks(design: PublishedDesign) -> str:
    """Clocks between blocks, the paper's first where hashloom's differ."""
    if design.paper_clocks == design.clocks:
        return str(design.clocks)
    return f"{design.paper_clocks:g}, here {design.clocks}"


def _published(design: PublishedDesign) -> tuple[str, str]:
    """Throughput and device of the fastest of the figures the paper prints."""
    if not design.figures:
        return "", "no figures"
    best = max(design.figures, key=lambda figure: figure.mbps)
    return f"{best.mbps:.0f}", best.device


def _sources() -> str:

    lines = [f"{paper.key}: {paper.title} ({paper.year})" for paper in known_papers().values()]
    meaning = (
        "Clocks are those between two blocks; throughput and device are the papers', of an HMAC "
        "with messages of one block and a key that was used before."
    )
    return "\n".join([meaning, *lines])
