"""How fast the report's page opens and filters: python benchmarks/report_page.py [--points N].

In a headless Chromium, with a page of made-up points (those of the tests).  Prints milliseconds as
JSON; a filter's time is from the change of the field until table and plots show it.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.browser import chromium, open_page, set_filter
from support.many_cores import many_documents

from hashloom.literature.references import references
from hashloom.reports.pareto.pareto_page import report_page
from hashloom.reports.pareto.rows import rows_of

_CHANGES = (
    ("target", ""),
    ("hash", "sha256"),
    ("hash", ""),
    ("text", "u2"),
    ("text", ""),
    ("most", "3000"),
    ("most", ""),
    ("target", "ecp5-85f-8"),
)
_ROUNDS = 5


def main() -> None:
    """Prints the size of the page, the time to open it, and the median of each filter's."""
    parser = argparse.ArgumentParser(description="Time the report's page in a browser.")
    parser.add_argument("--points", type=int, default=1000)
    points = parser.parse_args().points
    text = report_page(rows_of(many_documents(points), references()))
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        page = Path(folder) / "report.html"
        page.write_text(text, encoding="utf-8")
        begin = time.monotonic()
        open_page(browser, page)
        opened = time.monotonic() - begin
        times: dict[str, list[float]] = {}
        for _ in range(_ROUNDS):
            for name, value in _CHANGES:
                times.setdefault(f"{name}={value}", []).append(set_filter(browser, name, value))
    document = {
        "points": points,
        "page_bytes": len(text.encode()),
        "open_ms": round(1000 * opened),
        "filter_ms": {name: round(statistics.median(values)) for name, values in times.items()},
    }
    print(json.dumps(document, indent=2))


if __name__ == "__main__":
    main()
