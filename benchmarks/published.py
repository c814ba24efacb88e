"""Writes the measured table of docs/published-designs.md: python benchmarks/published.py

Its rows are the documents of docs/published/results, which `hashloom papers --report
docs/published` measures.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from table import line, with_section

from hashloom.cores import is_of_today
from hashloom.literature.designs import DESIGNS, PublishedDesign
from hashloom.literature.earlier import result_file

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = DOCS / "published-designs.md"
FOLDER = DOCS / "published"
_HEAD = ("design", "clocks, paper", "clocks", "MHz", "LUT", "FF", "Mbit/s", "Mbit/s per LUT")
_EARLIER = "Measured with RTL that has changed since; the commands may give other figures now."


def table() -> str:
    """Every design by place and route on the ECP5."""
    found = {design.name: _document(design) for design in DESIGNS.values()}
    rows = [_row(DESIGNS[name], document) for name, document in found.items() if document]
    head = [line(_HEAD), line(["---", *["--:"] * (len(_HEAD) - 1)])]
    older = not all(is_of_today(document) for document in found.values() if document)
    notes = [f"† {_EARLIER}"] if older else []
    missing = [f"`{name}`" for name, document in found.items() if not document]
    notes += [f"Not placed for this table: {', '.join(missing)}."] if missing else []
    return "\n".join([*head, *map(line, rows), *(text for note in notes for text in ("", note))])


def _document(design: PublishedDesign) -> dict[str, Any] | None:
    file = FOLDER / result_file(design.identifier, design.interface.level)
    return json.loads(file.read_text("utf-8")) if file.is_file() else None


def _row(design: PublishedDesign, document: dict[str, Any]) -> list[str]:
    cells, speed = document["resources"], document["throughput_mbps"]
    return [
        f"`{design.name}`{'' if is_of_today(document) else ' †'}",
        f"{design.paper_clocks:g}",
        f"{document['cycles_per_block_aggregate']:g}",
        f"{document['fmax_mhz']['median']:.1f}",
        str(cells["lut"]),
        str(cells["ff"]),
        f"{speed['aggregate']:.0f}",
        f"{document['mbps_per_lut']:.3f}",
    ]


def main() -> None:
    """Writes the table between its marks."""
    page = with_section(PAGE.read_text("utf-8"), "measured", table())
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
