"""Writes the measured data set that comes with hashloom: python benchmarks/dataset.py SOURCE ...

A source is a store of `hashloom explore` or a folder of documents as `hashloom build --json` prints
them. A document without the field `request` is led back to it by the command line that printed it:
that of benchmarks/run.py, or the text of NAME.cmd beside NAME.json. What is in the data set already
stays, unless --afresh is given; a document of the same request takes its place, unless it is of
older RTL or fewer seeds. Arrays of cores are left out: `choose` says itself how many of a core it
takes. Beside the data set, the hashes of the RTL that is written now.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

sys.path.insert(0, str(Path(__file__).resolve().parent))

from run import REQUESTS, RESULTS, command_of

from hashloom.commands.common.request import Request, on_request
from hashloom.cores import core_of
from hashloom.measurements import dataset
from hashloom.measurements.share import with_share
from hashloom.measurements.store import Store
from hashloom.request.architecture import Architecture
from hashloom.request.point import Point

DATA = Path(__file__).resolve().parent.parent / "src" / "hashloom" / "data" / dataset.FILE


def point_of_command(line: str) -> Point:
    """The point that the command line `hashloom build ...` is about, in its usual spelling."""
    found: list[Request] = []

    def build(
        request: Request,
        output: Path | None = None,
        suite: str = "quick",
        seeds: int = 0,
        jobs: int = 0,
        placement: str = "",
    ) -> None:
        found.append(request)

    app = typer.Typer()
    app.command()(on_request(build))
    words = shlex.split(line)
    app(args=words[words.index("build") + 1 :], standalone_mode=False)
    return core_of(found[0]).request


def with_request(document: dict[str, Any], line: str) -> dict[str, Any]:
    """A document with the field `request`; `line` is the command line that printed it.

    Fields that architecture and interface got since then are there as well.  Raises ValueError
    when the line is another core's.
    """
    point = point_of_command(line)
    core = core_of(point)
    if (core.name, core.target.name) != (document["core"], document["target"]):
        raise ValueError(f"{line} does not lead to {document['core']} on {document['target']}.")
    resolved = core.architecture.as_dict()
    if document["architecture"].items() - resolved.items():
        raise ValueError(f"{line} has not the architecture of the document.")
    head = {"hashloom": document["hashloom"], "request": point.as_dict()}
    interface = dict(document["interface"])
    if core.level == "hmac":
        interface |= {"slots": core.interface.slots, "resume": core.interface.resume}
    return head | document | {"architecture": resolved, "interface": interface}


def documents_in(source: Path) -> Iterator[dict[str, Any]]:
    """Documents of a folder or a store."""
    if not source.is_dir():
        yield from Store(source).documents()
        return
    for path in sorted(source.glob("*.json")):
        text = path.read_text("utf-8")
        if not text.strip():
            print(f"{path} is empty and left out.", file=sys.stderr)
            continue
        document = json.loads(text)
        yield document if "request" in document else with_request(document, _line(path))


def whole(document: dict[str, Any]) -> dict[str, Any]:
    """A document with what documents have got since it was written: the share of the device, and
    fields of the architecture, whose defaults it has."""
    architecture = Architecture(**document["architecture"]).as_dict()
    return with_share(document | {"architecture": architecture})


def _line(path: Path) -> str:
    """The command line that printed the document at `path`."""
    beside = path.with_suffix(".cmd")
    if beside.exists():
        return beside.read_text("utf-8")
    if path.parent.resolve() == RESULTS and path.stem in REQUESTS:
        return command_of(path.stem)
    sys.exit(f"{path} has no request, and no {beside.name} says how it came about.")


def main() -> None:
    """Writes the data set; documents with wrong digests are refused."""
    parser = argparse.ArgumentParser(description="Write the measured data set.")
    parser.add_argument("sources", nargs="+", type=Path, metavar="SOURCE")
    parser.add_argument("--afresh", action="store_true", help="begin with an empty data set")
    chosen = parser.parse_args()
    documents = [] if chosen.afresh else dataset.shipped()
    before = len(documents)
    for source in chosen.sources:
        if not source.exists():
            parser.error(f"{source} is not there; accepted are folders and stores")
        documents += documents_in(source)
    wrong = [d["core"] for d in documents if d["verified"]["failed"]]
    if wrong:
        sys.exit(f"These gave wrong digests: {', '.join(wrong)}.")
    alone = (d for d in documents if d["request"]["interface"].get("copies", 1) == 1)
    documents = [whole(document) for document in alone]
    today = dataset.rtl_of_today(documents)
    DATA.with_name(dataset.RTL).write_text(
        json.dumps(today, indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )
    dataset._today.cache_clear()
    text = dataset.as_lines(documents)
    DATA.write_text(text, encoding="utf-8")
    print(f"{text.count(chr(10))} documents, {before} before.")


if __name__ == "__main__":
    main()
