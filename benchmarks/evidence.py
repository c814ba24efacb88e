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

from prove import core_of
from table import with_section

from hashloom.files import write_file
from hashloom.verification.evidence import FILE, KINDS
from hashloom.verification.mutation.killing import TRAFFIC

HERE = Path(__file__).resolve().parent
DATA = HERE.parent / "src" / "hashloom" / "data"
CHAPTER = HERE.parent / "docs" / "assurance.md"
_EARLIER = " (earlier RTL)"
_SAMPLE = 6  # cores of a campaign of which the RTL is written again, to see whether it is today's
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
    for path in sorted((HERE / "results").rglob("*.json")):
        source = path.relative_to(HERE.parent).as_posix()
        yield from _measured(json.loads(path.read_text("utf-8")), source)
    for line in (DATA / "measured.jsonl").read_text("utf-8").splitlines():
        yield from _measured(json.loads(line), "src/hashloom/data/measured.jsonl")
    for document in _documents("campaign.json"):
        for core in document["ran"]:
            if core["rtl_sha256"] and not _failed(document, core["command"]):
                outcome = f"{core['packets']} packets in {core['runs']} runs, no difference"
                yield core["rtl_sha256"], "random", outcome, "benchmarks/campaign.json"
    for document in _documents("proved.json"):
        for request, core in document.items():
            yield from _proved(request, core)
    for document in _documents("mutation.json"):
        for core in document["cores"].values():
            outcome = (
                f"of {core['sampled']} mutants {core['killed']} killed, {core['equivalent']} "
                f"proved to be no change, {core['survived']} survived{_undecided(core)}"
            )
            yield core["rtl_sha256"], "mutants", outcome, "benchmarks/mutation.json"
    for document in _documents("large_message.json"):
        for run in document.values():
            if run["right"]:
                outcome = f"{run['bytes']} bytes in {run['clocks']} clocks, as hashlib says"
                yield run["rtl_sha256"], "large", outcome, "benchmarks/large_message.json"
    for document in _documents("verified.json"):
        for core in document.values():
            if not core["failed"]:
                outcome = f"suite full: {core['vectors']} vectors, none failed"
                yield core["rtl_sha256"], "vectors", outcome, "benchmarks/verified.json"


def _proved(request: str, core: Mapping[str, Any]) -> Iterator[Row]:
    """The proofs of a core that hold."""
    source = "benchmarks/proved.json"
    if core["status"] == "proved":
        standard = core_of(request).hash.document
        outcome = f"engine equal to {standard}: {core['obligations']} obligations"
        yield core["rtl_sha256"], "proved", outcome, source
    for title, status in core.get("proofs", {}).items():
        if status == "proved" and not title.startswith("equivalence"):
            yield core["rtl_sha256"], "proved", title, source


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
    """What the documents say of today's RTL, a list item each; older entries are counted alone."""
    for document in _documents("proved.json"):
        today = [e for request, e in document.items() if _is_of(request, e["rtl_sha256"])]
        of = Counter(entry["status"] for entry in today)
        told = ", ".join(f"{count} {status}" for status, count in sorted(of.items()))
        told += _earlier(len(document) - len(today))
        yield f"- Engines compared with their standards: {told} (`benchmarks/proved.json`)."
    for document in _documents("refuted.json"):
        faults = document["faults"]
        refuted = sum(fault["status"] == "refuted" for fault in faults)
        mark = "" if _is_of(document["core"], document["rtl_sha256"]) else _EARLIER
        yield (
            f"- Faults planted into the datapath of `{document['core']}`{mark} for the proof to "
            f"find: {refuted} of {len(faults)} refuted with a counterexample "
            "(`benchmarks/refuted.json`)."
        )
    for document in _documents("verified.json"):
        today = [e for request, e in document.items() if _is_of(request, e["rtl_sha256"])]
        vectors, failed = (sum(entry[key] for entry in today) for key in ("vectors", "failed"))
        yield (
            f"- Suite full: {len(today)} cores, {vectors:,} vectors, {failed} failed"
            f"{_earlier(len(document) - len(today))} (`benchmarks/verified.json`)."
        )
    for document in _documents("campaign.json"):
        yield _campaign(document)
    for document in _documents("mutation.json"):
        yield from _mutants(document)
    for document in _documents("large_message.json"):
        for name, run in document.items():
            what = "right" if run["right"] else "wrong"
            mark = "" if _is_of(run["core"], run["rtl_sha256"]) else _EARLIER
            yield (
                f"- {name}{mark}: {what}, {run['clocks']:,} clocks "
                "(`benchmarks/large_message.json`)."
            )


def _campaign(document: Mapping[str, Any]) -> str:
    coverage = document["coverage"]
    ran = [core for core in document["ran"] if " board " not in core["command"]]
    sample = ran[:: max(1, len(ran) // _SAMPLE)]
    today = all(_is_of(_request(core["command"]), core["rtl_sha256"]) for core in sample)
    drawn = document["draws"]
    both = drawn.get("several-arrays", 0)
    arrays = both + drawn.get("arrays", 0)
    kinds = ("several", "keyed-several", "keyed-several-states")
    several = both + sum(drawn.get(kind, 0) for kind in kinds)
    registers = drawn.get("registers", 0) + drawn.get("folded-registers", 0)
    rings = sum(drawn.get(kind, 0) for kind in ("rings", "keyed-rings", "folded-rings"))
    return (
        f"- Random cores{'' if today else _EARLIER}: {document['cores']} "
        f"({arrays} arrays, {several} of several hashes, {registers} behind registers, {rings} "
        f"that read memory and {drawn.get('boards', 0)} on boards among them; "
        f"{drawn.get('asked', 0)} are those that README's commands, the papers and the data set "
        f"name; {document['cores_without_properties']} ran without properties), with "
        f"{document['packets']:,} packets in {document['runs']:,} runs, "
        f"{document['failed_cores']} of them different from the documents; {coverage['hit']} of "
        f"{coverage['bins']} bins of the traffic hit, {len(coverage['excused'])} excused, "
        f"{len(coverage['missed'])} missed (`benchmarks/campaign.json`)."
    )


def _mutants(document: Mapping[str, Any]) -> Iterator[str]:
    for name, core in document["cores"].items():
        mark = "" if _is_of(name, core["rtl_sha256"]) else _EARLIER
        yield (
            f"- Mutants of `{name}`{mark}: {core['sampled']} of {core['mutants']:,} sampled, "
            f"{core['killed']} killed ({core['killed_percent']} %), {core['equivalent']} proved to "
            f"be no change, {core['survived']} survived{_undecided(core)}{_of_other_traffic(core)} "
            "(`benchmarks/mutation.json`)."
        )


def _of_other_traffic(core: Mapping[str, Any]) -> str:
    """Mutants that met other random traffic than the suite "full" has now."""
    if core.get("traffic") == TRAFFIC:
        return ""
    count = sum(n for by, n in core["killed_by"].items() if by.startswith("random"))
    return f"; random traffic of an earlier kind killed {count}"


def _undecided(core: Mapping[str, Any]) -> str:
    """Mutants of a run that was broken off."""
    count = core.get("undecided", 0)
    return f", {count} not decided yet" if count else ""


def _is_of(request: str, rtl_sha256: str) -> bool:
    """Whether that is the hash of the RTL that a request gives now."""
    return rtl_sha256 == core_of(request).rtl_sha256


def _earlier(count: int) -> str:
    return f"; {count} of earlier RTL, not counted" if count else ""


def _request(command: str) -> str:
    """The request of `hashloom verify REQUEST --suite ...`."""
    return command.removeprefix("hashloom verify ").partition(" --suite ")[0]


def _failed(document: Mapping[str, Any], command: str) -> bool:
    return any(failure["command"] == command for failure in document["failures"])


if __name__ == "__main__":
    main()
