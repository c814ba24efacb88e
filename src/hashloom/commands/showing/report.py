"""`hashloom report`: everything that is measured, as a page, a text, a picture or JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hashloom.commands.common.console import print_json, print_line
from hashloom.errors import RequestError
from hashloom.files import write_file
from hashloom.literature.references import references as cores_of_others
from hashloom.measurements.dataset import known
from hashloom.measurements.store import Store
from hashloom.reports.pareto.pareto_page import report_page
from hashloom.reports.pareto.pareto_text import report_text
from hashloom.reports.pareto.rows import Row, rows_of, select
from hashloom.reports.plots import check_plot, plot_pareto

Page = Annotated[
    Path | None,
    typer.Option("-o", "--output", help="File for the page: HTML that needs no network."),
]
Text = Annotated[
    str, typer.Option("--markdown", metavar="FILE|-", help="File for the tables as Markdown.")
]
Plot = Annotated[
    Path | None, typer.Option(help="File for still plots: .svg, .png or .pdf; one row a device.")
]
HashName = Annotated[str, typer.Option("--hash", help="Only this hash; hmac-sha256 is its HMAC.")]
TargetName = Annotated[str, typer.Option("--target", help="Only cores measured on this device.")]
Level = Annotated[str, typer.Option(help="Only cores of this level: engine, message or hmac.")]
References = Annotated[bool, typer.Option(help="Also show public cores and published designs.")]
StoreFile = Annotated[
    Path | None, typer.Option("--store", help="Store of results; the user's own when not given.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
_STANDARD_OUTPUT = "-"
_PAGES = (".html", ".htm")


def report(
    output: Page = None,
    markdown: Text = "",
    plot: Plot = None,
    hash_name: HashName = "",
    target: TargetName = "",
    level: Level = "",
    references: References = True,
    store: StoreFile = None,
    json: Json = False,
) -> None:
    """Report on all measured cores.

    On those of the store and those that come with hashloom, beside public cores and published
    designs: a page with plots and a table, the same as Markdown, still plots, or JSON.
    """
    if plot is not None:
        check_plot(plot)
    if output is not None and output.suffix not in _PAGES:
        raise RequestError(
            f"{output} is not the name of a page; accepted endings are {', '.join(_PAGES)}."
        )
    if json and markdown == _STANDARD_OUTPUT:
        raise RequestError(
            "--json and --markdown - both write to standard output; accepted is one of them, or "
            "a file for --markdown."
        )
    if output is None and not markdown and plot is None and not json:
        raise RequestError(
            "There is nothing to write; accepted are -o report.html, --markdown FILE or -, "
            "--plot FILE and --json."
        )
    rows = _rows(store, hash_name, target, level, references)
    if output is not None:
        _write(output, report_page(rows), quiet=json or markdown == _STANDARD_OUTPUT)
    if markdown:
        if markdown == _STANDARD_OUTPUT:
            print_line(report_text(rows).rstrip("\n"))
        else:
            _write(Path(markdown), report_text(rows), quiet=json)
    if plot is not None:
        plot_pareto(rows, plot)
    if json:
        print_json({"rows": [row.as_dict() for row in rows]})


def _rows(
    store: Path | None, hash_name: str, target: str, level: str, references: bool
) -> list[Row]:
    """What is asked for of all there is.  Raises RequestError when nothing measured is left."""
    others = cores_of_others() if references else []
    return select(rows_of(known(Store(store)), others), hash_name, target, level)


def _write(path: Path, text: str, *, quiet: bool) -> None:
    write_file(path, text)
    if not quiet:
        print_line(f"Wrote {path}, {len(text.encode()) / 1e6:.1f} MB.")
