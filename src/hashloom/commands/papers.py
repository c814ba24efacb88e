"""`hashloom papers`: the published designs, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hashloom.commands.console import print_json, print_rich

if TYPE_CHECKING:
    from hashloom.literature.designs import Design


def papers(
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document and nothing else.")
    ] = False,
) -> None:
    """List the published designs.

    Every command takes the name of a design in place of a hash.
    """
    from hashloom.literature.designs import DESIGNS

    designs = list(DESIGNS.values())
    if json:
        print_json(document_of(designs))
    else:
        print_rich(_table(designs), _sources())


def document_of(designs: list[Design]) -> dict[str, Any]:
    """Papers and designs as JSON shows them."""
    from hashloom.literature.papers import papers as known_papers

    return {
        "papers": [
            {"key": paper.key, "title": paper.title, "year": paper.year}
            for paper in known_papers().values()
        ],
        "designs": [design.as_dict() for design in designs],
    }


def _table(designs: list[Design]) -> Any:
    from rich.table import Table

    from hashloom.hashes import get_hash

    table = Table(title="Published designs", title_justify="left", title_style="bold")
    table.add_column("name", no_wrap=True)
    table.add_column("what it is")
    table.add_column("clocks", justify="right")
    table.add_column("Mbit/s", justify="right")
    table.add_column("on")
    paper = designs[0].paper
    for design in designs:
        if design.paper != paper:
            table.add_section()
        paper = design.paper
        what = f"{get_hash(design.hash_name).title}, {design.title}"
        table.add_row(design.name, what, _clocks(design), *_published(design))
    return table


def _clocks(design: Design) -> str:
    """Clocks between blocks, the paper's first where hashloom's differ."""
    if design.paper_clocks == design.clocks:
        return str(design.clocks)
    return f"{design.paper_clocks:g}, here {design.clocks}"


def _published(design: Design) -> tuple[str, str]:
    """Throughput and device of the fastest of the figures the paper prints."""
    if not design.figures:
        return "", "no figures"
    best = max(design.figures, key=lambda figure: figure.mbps)
    return f"{best.mbps:.0f}", best.device


def _sources() -> str:
    from hashloom.literature.papers import papers as known_papers

    lines = [f"{paper.key}: {paper.title} ({paper.year})" for paper in known_papers().values()]
    meaning = "Clocks are those between two blocks; throughput and device are the papers'."
    return "\n".join([meaning, *lines])
