"""Gathers what is known of RTL, by its hash: python benchmarks/evidence.py.

Reads the documents that proofs, suites, campaigns and placements leave in benchmarks/ and the data
set, and writes src/hashloom/data/evidence.json, from which bundles and `hashloom generate` say what
is known about exactly the files they write, and the counts in docs/assurance.md.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from table import with_section

from hashloom.files import write_file
from hashloom.verification.evidence import FILE, KINDS

HERE = Path(__file__).resolve().parent
DATA = HERE.parent / "src" / "hashloom" / "data"
CHAPTER = HERE.parent / "docs" / "assurance.md"
Row = tuple[str, str, str, str]  # hash, kind, outcome, source


def main() -> None:
    """Writes the file and the section of the chapter anew."""
    known: dict[str, list[dict[str, str]]] = {}
    for rtl, kind, outcome, source in sorted(set(rows())):
        known.setdefault(rtl, []).append({"kind": kind, "outcome": outcome, "source": source})
    write_file(DATA / FILE, json.dumps(known, indent=0, sort_keys=True) + "\n")
    counts = {
        kind: sum(any(r["kind"] == kind for r in of) for of in known.values()) for kind in KINDS
    }
    print(f"{len(known)} cores: " + ", ".join(f"{n} {kind}" for kind, n in counts.items()))
    text = CHAPTER.read_text(encoding="utf-8")
    write_file(CHAPTER, with_section(text, "evidence", "\n".join(sentences())))


def rows() -> Iterator[Row]:
    """All evidence there is."""
    for path in sorted((HERE / "results").glob("*.json")):
        yield from _measured(json.loads(path.read_text("utf-8")), f"benchmarks/results/{path.name}")
    for line in (DATA / "measured.jsonl").read_text("utf-8").splitlines():
        yield from _measured(json.loads(line), "src/hashloom/data/measured.jsonl")
    for document in _documents("campaign.json"):
        for core in document["ran"]:
            if core["rtl_sha256"] and not _failed(document, core["command"]):
                outcome = f"{core['packets']} packets in {core['runs']} runs, no difference"
                yield core["rtl_sha256"], "random", outcome, "benchmarks/campaign.json"
    for document in _documents("proved.json"):
        for core in document.values():
            if core["status"] == "proved":
                outcome = f"engine equal to FIPS 180-4: {core['obligations']} obligations"
                yield core["rtl_sha256"], "proved", outcome, "benchmarks/proved.json"
    for document in _documents("large_message.json"):
        for run in document.values():
            if run["right"]:
                outcome = f"{run['bytes']} bytes in {run['clocks']} clocks, as hashlib says"
                yield run["rtl_sha256"], "large", outcome, "benchmarks/large_message.json"
    for document in _documents("verified.json"):
        for core in document.values():
            if core.get("rtl_sha256") and not core["failed"]:
                outcome = f"suite full: {core['vectors']} vectors, none failed"
                yield core["rtl_sha256"], "vectors", outcome, "benchmarks/verified.json"


def _documents(name: str) -> list[Any]:
    path = HERE / name
    return [json.loads(path.read_text("utf-8"))] if path.exists() else []


def _measured(document: Mapping[str, Any], source: str) -> Iterator[Row]:
    rtl = document.get("rtl_sha256")
    if rtl is None:
        return  # measured when documents did not name it
    clock, cells = document["fmax_mhz"], document["resources"]
    seeds = len(clock["seeds"])
    outcome = (
        f"{document['target']}: {clock['median']:.1f} MHz, median of {seeds} placements, "
        f"{cells['lut']} LUTs"
    )
    yield rtl, "placed", outcome, source
    verified = document["verified"]
    if verified["vectors"] and not verified["failed"]:
        suite = verified.get("suite", "quick")
        yield rtl, "vectors", f"suite {suite}: {verified['vectors']} vectors, none failed", source


def sentences() -> Iterator[str]:
    """What the documents say in all, a list item each."""
    for document in _documents("proved.json"):
        of = Counter(core["status"] for core in document.values())
        told = ", ".join(f"{count} {status}" for status, count in sorted(of.items()))
        yield f"- Engines compared with FIPS 180-4: {told} (`benchmarks/proved.json`)."
    for document in _documents("refuted.json"):
        refuted = sum(fault["status"] == "refuted" for fault in document)
        yield (
            f"- Faults planted into a datapath for the proof to find: {refuted} of "
            f"{len(document)} refuted with a counterexample (`benchmarks/refuted.json`)."
        )
    for document in _documents("campaign.json"):
        coverage = document["coverage"]
        yield (
            f"- Random cores: {document['cores']}, with {document['packets']:,} packets in "
            f"{document['runs']:,} runs, {document['failed_cores']} of them different from the "
            f"documents; {coverage['hit']} of {coverage['bins']} bins of the traffic hit, "
            f"{len(coverage['excused'])} excused, {len(coverage['missed'])} missed "
            "(`benchmarks/campaign.json`)."
        )
    for document in _documents("mutation.json"):
        yield from _mutants(document)
    for document in _documents("large_message.json"):
        for name, run in document.items():
            what = "right" if run["right"] else "wrong"
            yield f"- {name}: {what}, {run['clocks']:,} clocks (`benchmarks/large_message.json`)."


def _mutants(document: Mapping[str, Any]) -> Iterator[str]:
    for name, core in document["cores"].items():
        yield (
            f"- Mutants of `{name}`: {core['sampled']} of {core['mutants']:,} sampled, "
            f"{core['killed']} killed ({core['killed_percent']} %), {core['equivalent']} proved to "
            f"be no change, {core['survived']} survived (`benchmarks/mutation.json`)."
        )


def _failed(document: Mapping[str, Any], command: str) -> bool:
    return any(failure["command"] == command for failure in document["failures"])


if __name__ == "__main__":
    main()
