"""The report on many cores as one HTML file that loads nothing: plots, table, details."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Sequence
from importlib import resources

from markupsafe import Markup

from hashloom import __version__
from hashloom.literature import public_cores
from hashloom.measurements.dataset import OLDER
from hashloom.reports.pareto.page_data import page_data, page_details
from hashloom.reports.pareto.rows import MEASURED, Row
from hashloom.reports.templating import render

_PACKAGE, _ASSETS = "hashloom.reports", "assets"
_SCRIPTS = ("page.js", "table.js", "plots.js", "detail.js")
TITLE = "Measured SHA-2 and HMAC cores"


def report_page(rows: Sequence[Row]) -> str:
    """The page about `rows`.  The same rows give the same text.

    The table's figures are plain JSON; plotly.js and what is shown of one core at a time are
    packed, which makes the page a third as long.
    """
    from plotly.offline import get_plotlyjs

    return render(
        "report.html.j2",
        title=TITLE,
        summary=_summary(rows),
        version=__version__,
        public_target=public_cores()["target"],
        style=_asset("report.css"),
        script=Markup("\n").join(_asset(name) for name in _SCRIPTS),
        data=_embedded(page_data(rows)),
        details=_packed(json.dumps(page_details(rows), separators=(",", ":"))),
        plotly=_packed(get_plotlyjs()),
    )


def _summary(rows: Sequence[Row]) -> str:
    own = [row for row in rows if row.origin == MEASURED]
    targets = {row.target for row in own}
    older = sum(row.older for row in own)
    marked = f" {older} of them, with †, were {OLDER}." if older else ""
    return (
        f"{len(own)} cores by hashloom on {len(targets)} device{'s' if len(targets) != 1 else ''}, "
        f"and {len(rows) - len(own)} figures of others.{marked}"
    )


def _asset(name: str) -> Markup:
    text = (resources.files(_PACKAGE) / _ASSETS / name).read_text(encoding="utf-8")
    return Markup(text)


def _embedded(value: object) -> Markup:
    """JSON that no HTML parser takes for a tag."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return Markup(text.replace("<", "\\u003c"))


def _packed(text: str) -> Markup:
    """Text as the page unpacks it: gzip in base64."""
    return Markup(base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode("ascii"))
