"""Result documents as a table of one row each, for spreadsheets and data frames."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hashloom.errors import RequestError
from hashloom.files import write_file
from hashloom.measurements.share import PER_DEVICE, SHARE
from hashloom.request.point import command_of

Row = dict[str, Any]
_AS_THEY_ARE = (
    *("core", "level", "target", "messages_in_flight", "block_bits"),
    *("cycles_per_block", "cycles_per_block_aggregate", "cycles_per_message_aggregate"),
    *("latency_cycles", "mbps_per_lut", SHARE, PER_DEVICE),
)


def row_of(document: Mapping[str, Any]) -> Row:
    """One document without what is nested too deep for a table: MHz, Mbit/s, ns, clocks, counts."""
    clock, speed = document["fmax_mhz"], document["throughput_mbps"]
    path = document["critical_path"]
    return {
        "hash": document["request"]["hash"],
        "command": command_of(document),
        **{name: document[name] for name in _AS_THEY_ARE},
        **document["architecture"],
        **{f"stream_{name}": value for name, value in document["interface"].items()},
        **{f"fmax_mhz_{name}": clock[name] for name in ("median", "min", "max")},
        "seeds": len(clock["seeds"]),
        **document["resources"],
        "single_message_mbps": speed["single_message"],
        "aggregate_mbps": speed["aggregate"],
        **{f"critical_path_{name}": path[name] for name in ("total_ns", "logic_ns", "routing_ns")},
        **{f"verified_{name}": value for name, value in document["verified"].items()},
        **document["tools"],
        "hashloom": document["hashloom"],
    }


def check_export(path: Path) -> None:
    """Raises RequestError when nothing can be written to `path`, because of its name or folder."""
    if path.suffix not in _WRITERS:
        raise RequestError(
            f"{path} is no table; accepted are names that end in {', '.join(_WRITERS)}."
        )
    if not path.parent.is_dir():
        raise RequestError(f"{path.parent} is no folder; accepted is one that is there.")


def export(documents: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Writes documents to `path`: whole ones to .json, a row of each to .csv and .parquet.

    A file that is there is replaced when the new one is whole.  Raises as `check_export` does.
    """
    check_export(path)
    content = _WRITERS[path.suffix](documents)
    write_file(path, content)


def _json(documents: Sequence[Mapping[str, Any]]) -> bytes:
    return (json.dumps(list(documents), indent=2, ensure_ascii=False) + "\n").encode()


def _rows(documents: Sequence[Mapping[str, Any]]) -> list[Row]:
    """Rows with the same columns, in the order of the row that has most."""
    rows = [row_of(document) for document in documents]
    columns = dict.fromkeys(name for row in sorted(rows, key=len, reverse=True) for name in row)
    return [{name: row.get(name) for name in columns} for row in rows]


def _csv(documents: Sequence[Mapping[str, Any]]) -> bytes:
    rows = _rows(documents)
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, list(rows[0]) if rows else [])
    table.writeheader()
    table.writerows(rows)
    return text.getvalue().encode()


def _parquet(documents: Sequence[Mapping[str, Any]]) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    sink = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(_rows(documents)), sink)
    content: bytes = sink.getvalue().to_pybytes()
    return content


_WRITERS: dict[str, Callable[[Sequence[Mapping[str, Any]]], bytes]] = {
    ".csv": _csv,
    ".parquet": _parquet,
    ".json": _json,
}
