"""Writes anew what the delay model says in all documents: python benchmarks/estimates.py

They are those of benchmarks/results, of docs/published/results and of the data set.  What was
measured stays as it is, and so does what is about RTL that is no longer written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hashloom.cores import core_of, is_of_today
from hashloom.cores.estimate import estimate
from hashloom.files import write_file
from hashloom.measurements import dataset
from hashloom.request.point import Point, point_of

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (ROOT / "benchmarks" / "results", ROOT / "docs" / "published" / "results")
DATA = ROOT / "src" / "hashloom" / "data" / dataset.FILE


def main() -> None:
    """Files that change are written; how many documents there are is printed."""
    said: dict[Point, dict[str, Any]] = {}
    count = 0
    for file in kept_files():
        text = file.read_text("utf-8")
        document = json.loads(text)
        if "estimated" in document:
            count += 1
            written = json.dumps(renewed(document, said), indent=2, ensure_ascii=False) + "\n"
            if json.loads(written) != document:
                write_file(file, written.encode())
    documents = dataset.shipped()
    write_file(DATA, dataset.as_lines(renewed(each, said) for each in documents).encode())
    print(f"{count + len(documents)} documents of {len(said)} cores.")


def kept_files() -> Iterator[Path]:
    """Files of a document each."""
    for folder in FOLDERS:
        yield from sorted(folder.rglob("*.json"))


def renewed(document: dict[str, Any], said: dict[Point, dict[str, Any]]) -> dict[str, Any]:
    """A document with what the model says now; `said` holds what it has said of a core."""
    point = point_of(document)
    if point not in said:
        if not is_of_today(document):
            return document
        said[point] = estimate(core_of(point))
    return document | {"estimated": said[point]}


if __name__ == "__main__":
    main()
