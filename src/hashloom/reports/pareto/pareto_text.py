"""The report on many cores as Markdown: a table for each device and level, one of references."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from hashloom.measurements.dataset import OLDER
from hashloom.reports.pareto.rows import MEASURED, PUBLIC, Row
from hashloom.reports.templating import render
from hashloom.request.level import LEVELS


def report_text(rows: Sequence[Row]) -> str:
    """The text about `rows`; every table says device, level, tools and seeds."""
    own = sorted(
        (row for row in rows if row.origin == MEASURED),
        key=lambda row: (row.target, list(LEVELS).index(row.level)),
    )
    return render(
        "report.md.j2",
        groups=[
            _group(list(members))
            for _, members in groupby(own, key=lambda row: (row.target, row.level))
        ],
        others=[_other(row) for row in rows if row.origin != MEASURED],
        older=OLDER if any(row.older for row in own) else "",
    )


def _group(rows: Sequence[Row]) -> dict[str, Any]:
    """The table of one device and level."""
    seeds = sorted({row.seeds for row in rows})
    return {
        "target": rows[0].target,
        "level": rows[0].level,
        "tools": sorted({tool for row in rows for tool in row.tools}),
        "seeds": " or ".join(map(str, seeds)),
        "rows": [_measured(row) for row in rows],
    }


def _measured(row: Row) -> dict[str, str]:
    marks = {"single_message": "one", "aggregate": "all", "device": "device"}
    return {
        "name": f"{row.name} †" if row.older else row.name,
        "hash": row.hash_name,
        "mhz": _number(row.mhz, 1),
        "lut": _number(row.lut),
        "ff": _number(row.ff),
        "bram": _number(row.bram),
        "single": _number(row.single_message),
        "aggregate": _number(row.aggregate),
        "density": _number(row.mbps_per_lut, 3),
        "share": "" if row.device_share is None else _number(100 * row.device_share, 1),
        "device": _number(row.gbps_per_device, 1),
        "latency": _number(row.latency_ns),
        "seeds": str(row.seeds),
        "front": ", ".join(marks[name] for name in row.fronts),
        "source": row.source,
    }


def _other(row: Row) -> dict[str, str]:
    """A reference; what is published is in italics."""
    mark = "" if row.origin == PUBLIC else "*"

    def figure(value: float | None) -> str:
        return "" if value is None else f"{mark}{_number(value)}{mark}"

    return {
        "name": row.name,
        "hash": row.hash_name,
        "level": row.level,
        "target": row.target,
        "area": f"{mark}{row.area}{mark}",
        "mhz": "" if row.mhz is None else f"{mark}{_number(row.mhz, 1)}{mark}",
        "single": figure(row.single_message),
        "aggregate": figure(row.aggregate),
        "seeds": str(row.seeds) if row.seeds else "not said",
        "tools": ", ".join(row.tools),
        "source": row.source,
    }


def _number(value: float | None, digits: int = 0) -> str:
    return "" if value is None else f"{value:.{digits}f}"
