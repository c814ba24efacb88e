"""What is known about exactly the RTL of a core: evidence names the hash of the RTL it is about.

What comes with hashloom is one file, written by benchmarks/evidence.py from the documents that
proofs, suites, campaigns and placements leave.  RTL that changed has another hash, and so nothing
is known of it until it is run again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

FILE = "evidence.json"  # in hashloom.data

# Kinds of evidence in the order in which they are told, and what each says.
KINDS = {
    "proved": "proved",
    "vectors": "tested with vectors",
    "random": "run with random traffic",
    "mutants": "mutated to test its checks",
    "large": "run with a large message",
    "placed": "placed and routed",
}


@dataclass(frozen=True)
class Known:
    """One piece of evidence.

    Attributes:
        kind: one of KINDS.
        outcome: what came of it, for people.
        source: the document in hashloom's repository that says so.
    """

    kind: str
    outcome: str
    source: str


def known_about(rtl_sha256: str) -> tuple[Known, ...]:
    """Evidence about RTL of this hash, in the order of KINDS; empty when nothing is known."""
    found = [Known(**row) for row in _all().get(rtl_sha256, ())]
    order = list(KINDS)
    return tuple(sorted(found, key=lambda known: order.index(known.kind)))


def in_one_line(rtl_sha256: str) -> str:
    """A sentence that names the kinds of evidence there is, or says that there is none."""
    kinds = dict.fromkeys(KINDS[known.kind] for known in known_about(rtl_sha256))
    if not kinds:
        return (
            "Nothing is known yet of exactly this RTL: hashloom verify and hashloom prove, with "
            "the same request, show whether it is right."
        )
    return f"Exactly this RTL has been {', '.join(kinds)}; doc/core.md says more."


@cache
def _all() -> dict[str, list[dict[str, str]]]:
    path = resources.files("hashloom.data") / FILE
    if not path.is_file():
        return {}
    found: dict[str, list[dict[str, str]]] = json.loads(path.read_text("utf-8"))
    return found
