"""What came of a sweep, as a document and as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from hashloom.exploration.campaign import Campaign, Change
from hashloom.exploration.sweep import Sweep
from hashloom.measurements.share import SHARE
from hashloom.measurements.store import Failure, Store
from hashloom.request.point import DEFAULT_TARGET, Point, point_of

_LEGEND = (
    "MHz: median over the seeds. alone, busy: Mbit/s of one message alone and of all contexts "
    "together; per LUT: the latter for each look-up table; device: the largest part of its cells "
    "of a kind."
)


@dataclass(frozen=True)
class Findings:
    """What a sweep gave: a document or a failure of each point, and what changed."""

    documents: Mapping[Point, dict[str, Any]]
    failures: Mapping[Point, Failure]
    changes: Sequence[Change]


def document_of(sweep: Sweep, campaign: Campaign, store: Store, found: Findings) -> dict[str, Any]:
    """A sweep as JSON shows it; documents in the order in which the points were asked for."""
    points = [task.point for task in campaign.tasks]
    return {
        "store": str(store.path),
        "points": len(points),
        "measured": len(campaign.left),
        "pruned": [point.as_dict() for point in campaign.left_out],
        "left_out": [
            {"reason": reason, "combinations": number} for reason, number in sweep.left_out.items()
        ],
        "failures": [found.failures[p].as_dict() for p in points if p in found.failures],
        "changes": [change.as_dict() for change in found.changes],
        "documents": [found.documents[p] for p in points if p in found.documents],
    }


def tables_of(campaign: Campaign, found: Findings) -> list[Any]:
    """A sweep for people: results, failures and changes, where there are any."""
    points = [task.point for task in campaign.tasks]
    documents = [found.documents[p] for p in points if p in found.documents]
    failures = [found.failures[p] for p in points if p in found.failures]
    tables = []
    if documents:
        tables.append(_results(documents))
    if failures:
        rows = [{"point": failure.point.command, "why": failure.reason} for failure in failures]
        tables.append(_table("No result", rows))
    if found.changes:
        tables.append(_changes(found.changes))
    return tables


def _results(documents: Sequence[Mapping[str, Any]]) -> Any:
    versions = dict.fromkeys(v for document in documents for v in document["tools"].values())
    note = f"{_LEGEND} Tools: {', '.join(versions)}."
    return _table("Measured", [_result(document) for document in documents], note)


def _result(document: Mapping[str, Any]) -> dict[str, str]:
    cells, speed = document["resources"], document["throughput_mbps"]
    return {
        **_head(document),
        "seeds": str(len(document["fmax_mhz"]["seeds"])),
        "MHz": f"{document['fmax_mhz']['median']:.1f}",
        "LUT": str(cells["lut"]),
        "FF": str(cells["ff"]),
        "BRAM": str(cells["bram"]),
        "alone": f"{speed['single_message']:.0f}",
        "busy": f"{speed['aggregate']:.0f}",
        "per LUT": f"{document['mbps_per_lut']:.3f}",
        "device": f"{100 * document[SHARE]:.1f} %",
    }


def _head(document: Mapping[str, Any]) -> dict[str, str]:
    anywhere = replace(point_of(document), target=DEFAULT_TARGET)
    return {"point": " ".join(anywhere.options), **{n: document[n] for n in ("level", "target")}}


def _changes(changes: Sequence[Change]) -> Any:
    rows = []
    for change in changes:
        before, after = (change.as_dict()[name] for name in ("before", "after"))
        rows.append(
            {
                **_head(change.after),
                "seeds": _from_to(str(before["seeds"]), str(after["seeds"])),
                "MHz": _from_to(f"{before['fmax_mhz']:.1f}", f"{after['fmax_mhz']:.1f}"),
                "LUT": _from_to(str(before["lut"]), str(after["lut"])),
                "tools": _tools(before["tools"], after["tools"]),
            }
        )
    return _table("Before and now", rows)


def _from_to(before: str, after: str) -> str:
    return after if before == after else f"{before} to {after}"


def _tools(before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """Versions that changed, or all of them when none did."""
    changed = [name for name in after if before.get(name) != after[name]]
    if not changed:
        return f"the same ({', '.join(after.values())})"
    return ", ".join(_from_to(before.get(name, "none"), after[name]) for name in changed)


def _table(title: str, rows: Sequence[Mapping[str, str]], note: str = "") -> Any:
    """A table; what all rows of it share of level, target, seeds and tools is said beneath."""
    shared = {
        name: rows[0][name]
        for name in ("level", "target", "seeds", "tools")
        if name in rows[0] and len({row[name] for row in rows}) == 1
    }
    said = "; ".join(f"{name}: {value}" for name, value in shared.items())
    caption = " ".join(text for text in (f"All: {said}." if said else "", note) if text)
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        caption=Text(caption) if caption else None,
        caption_justify="left",
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    columns = [name for name in rows[0] if name not in shared]
    for name in columns:
        words = name in ("level", "target", "tools", "point", "why")
        folded = name in ("point", "why", "tools")
        table.add_column(
            name, justify="left" if words else "right", overflow="fold", no_wrap=not folded
        )
    for row in rows:
        table.add_row(*(Text(row[name]) for name in columns))
    return table
