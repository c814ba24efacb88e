"""What the report's page knows of each row: plain values that its script only has to show.

What a document says is put into words here; drawings of the same architecture are kept once.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from hashloom.measurements.dataset import OLDER
from hashloom.reports.drawings.block_diagram import block_diagram
from hashloom.reports.pareto.rows import MEASURED, PUBLIC, Row
from hashloom.request.accepted import FOLDED_ON
from hashloom.request.level import LEVELS, level_named
from hashloom.request.point import placements_of

# A fact is what it is about, what is to be said, and how it is known.
Fact = tuple[str, str, str]
_ESTIMATED, _PUBLISHED, _SAID = "estimated", "published", ""
_OLDER: Fact = ("older RTL", f"{OLDER[:1].upper()}{OLDER[1:]}.", _SAID)


def page_data(rows: Sequence[Row]) -> dict[str, Any]:
    """What the table and the plots show: the rows, and the sets of tools they name by number."""
    tools: dict[tuple[str, ...], int] = {}
    return {
        "rows": [_row(row, tools.setdefault(row.tools, len(tools))) for row in rows],
        "tools": [list(each) for each in tools],
        "levels": list(LEVELS),
    }


def page_details(rows: Sequence[Row]) -> dict[str, Any]:
    """What is shown of a row when it is asked for; drawings are named by number."""
    drawings: dict[str, int] = {}
    return {
        "rows": [_detail(row, drawings) for row in rows],
        "drawings": list(drawings),
    }


def _row(row: Row, tools: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        "origin": row.origin,
        "core": row.name,
        "hash": row.hash_name,
        "level": row.level,
        "target": row.target,
        "lut": row.lut,
        "ff": row.ff,
        "bram": row.bram,
        "mhz": row.mhz and round(row.mhz, 1),
        "single": row.single_message,
        "aggregate": row.aggregate,
        "density": row.mbps_per_lut and round(row.mbps_per_lut, 3),
        "share": row.device_share and round(100 * row.device_share, 2),
        "device": row.gbps_per_device and round(row.gbps_per_device, 1),
        "latency": row.latency_ns and round(row.latency_ns),
        "seeds": row.seeds,
        "tools": tools,
        "fronts": [name.removesuffix("_message") for name in row.fronts],
        "source": row.source,
    }
    found |= {"older": True} if row.older else {}
    return found | ({"area": row.area, "bound": row.lut_is_bound} if row.area else {})


def _detail(row: Row, drawings: dict[str, int]) -> dict[str, Any]:
    if not row.document:
        return {"facts": _of_reference(row)}
    drawing = block_diagram(row.document)
    return {
        "facts": [*_of_document(row.document), *([_OLDER] if row.older else [])],
        "drawing": drawings.setdefault(drawing, len(drawings)),
        "path": _path(row.document["critical_path"]),
        "cases": _cases(row.document) if "cycles_by_case" in row.document else None,
    }


def _of_reference(row: Row) -> list[Fact]:
    kind = MEASURED if row.origin == PUBLIC else _PUBLISHED
    facts: list[Fact] = [("area", row.area, kind)]
    if row.lut_is_bound:
        facts.append(("look-up tables", f"at most {row.lut}, in so many slices", _ESTIMATED))
    if row.mhz:
        facts.append(("clock", f"{row.mhz:g} MHz", kind))
    for name, value in (("one message", row.single_message), ("all messages", row.aggregate)):
        words = f"{value:g} Mbit/s" if value is not None else "not said"
        facts.append((name, words, kind if value is not None else _SAID))
    seeds = f"median of {row.seeds} placements" if row.seeds else "not said"
    return [
        *facts,
        ("seeds", seeds, _SAID),
        ("tools", ", ".join(row.tools), _SAID),
        ("source", row.source, _SAID),
    ]


def _of_document(document: Mapping[str, Any]) -> list[Fact]:
    return [*_clock(document), *_clocks(document), *_cells(document), *_made(document)]


def _clock(document: Mapping[str, Any]) -> list[Fact]:
    clock, estimated = document["fmax_mhz"], document["estimated"]
    spread = f"{clock['median']:.1f} MHz, from {clock['min']:.1f} to {clock['max']:.1f}"
    seeds = ", ".join(f"{seed}: {mhz:.1f}" for seed, mhz in clock["seeds"].items())
    datapath = f"{estimated['clock_mhz']:.1f} MHz for the datapath ({estimated['critical_path']})"
    return [
        ("clock", f"{spread}, median of {placements_of(document)}", MEASURED),
        ("each seed, MHz", seeds, MEASURED),
        ("delay model", datapath, _ESTIMATED),
        ("the model's bound", f"{estimated['bound_mhz']:.1f} MHz by its delays", _ESTIMATED),
    ]


def _clocks(document: Mapping[str, Any]) -> list[Fact]:
    flight, speed = document["messages_in_flight"], document["throughput_mbps"]
    alone, busy = document["cycles_per_block"], document["cycles_per_block_aggregate"]
    latency, keyed = document["latency_cycles"], level_named(document["level"]).keyed
    long, short = (", of 24 blocks", ", of one block") if keyed else ("", "")
    single, aggregate = speed["single_message"], speed["aggregate"]
    return [
        ("one message", f"{single:.0f} Mbit/s{long}", MEASURED),
        ("all messages", f"{aggregate:.0f} Mbit/s{short}, {flight} in flight", MEASURED),
        ("clocks a block", f"{alone:g} alone, {busy:g} with all messages", MEASURED),
        ("latency", f"{latency} clocks for a message of one block", MEASURED),
        ("clocks counted in", document["cycles_counted_in"], _SAID),
    ]


def _cells(document: Mapping[str, Any]) -> list[Fact]:
    used, share = document["resources"], document["utilisation"]
    names = {
        "lut": "look-up tables",
        "ff": "flip-flops",
        "bram": "block RAMs",
        "lutram": "LUT RAM cells",
    }
    return [
        (
            name,
            f"{used[kind]}" + (f" ({share[kind]:g} % of the device)" if share.get(kind) else ""),
            MEASURED,
        )
        for kind, name in names.items()
    ]


def _made(document: Mapping[str, Any]) -> list[Fact]:
    """How the core is made, how it was checked, and with what."""
    a, verified = document["architecture"], document["verified"]
    retiming = a.get("method", "exact") if a["retiming"] else "off"
    datapath = (
        f"association {a['association']}, adders {a['adders']}, load {a['load']}, "
        f"retiming {retiming}"
    )
    if a.get("fold"):
        adders = FOLDED_ON[a["fold"]]
        datapath = f"rounds folded on {adders} adder{'s' * (adders > 1)}"
    vectors = f"{verified['vectors']} vectors, {verified['failed']} failed"
    stream = ("stream", f"{document['interface']['width']} bit a beat", _SAID)
    return [
        ("datapath", datapath, _SAID),
        *([stream] if level_named(document["level"]).streamed else []),
        ("verified", f"suite {verified['suite']}: {vectors}", MEASURED),
        ("tools", ", ".join(document["tools"].values()), _SAID),
    ]


def _path(path: Mapping[str, Any]) -> dict[str, Any]:
    """The slowest path; a step is kind, name, ns and cells."""
    return {
        "from": path["from"],
        "to": path["to"],
        "total": path["total_ns"],
        "logic": path["logic_ns"],
        "routing": path["routing_ns"],
        "steps": [[s["kind"], s["name"], s["ns"], s["cells"]] for s in path["steps"]],
    }


def _cases(document: Mapping[str, Any]) -> list[list[Any]]:
    """Of an HMAC core: case, then Mbit/s by length of message, alone and with all busy."""
    speed = document["throughput_mbps"]
    return [
        [
            case.replace("_", " "),
            *(
                round(speed[case][length][way])
                for length, way in itertools.product(lengths, ("single_message", "aggregate"))
            ),
        ]
        for case, lengths in document["cycles_by_case"].items()
    ]
