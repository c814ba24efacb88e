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

from hashloom.cores.core import Core

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


@dataclass(frozen=True)
class Knowledge:
    """What is known about a core's RTL.

    Attributes:
        rows: the evidence, in the order of KINDS; empty when nothing is known.
        renamed: whether it is about the same RTL whose modules have their usual names.
    """

    rows: tuple[Known, ...]
    renamed: bool = False

    @property
    def sentence(self) -> str:
        """Names the kinds of evidence there is, or says that there is none."""
        kinds = ", ".join(dict.fromkeys(KINDS[known.kind] for known in self.rows))
        if not kinds:
            return (
                "Nothing is known yet of exactly this RTL: hashloom verify and hashloom prove, "
                "with the same request, show whether it is right."
            )
        what = "This RTL, with its modules' usual names," if self.renamed else "Exactly this RTL"
        return f"{what} has been {kinds}; doc/core.md says more."


def known_about(core: Core) -> Knowledge:
    """Evidence about exactly the RTL of a core; where there is none, about the same with the usual
    names of modules."""
    exact = Knowledge(_rows(core.rtl_sha256))
    if exact.rows or not core.interface.prefix:
        return exact
    usual = _rows(core.usually_named.rtl_sha256)
    return Knowledge(usual, renamed=bool(usual))


def _rows(rtl_sha256: str) -> tuple[Known, ...]:
    """Evidence about RTL of this hash."""
    found = [Known(**row) for row in _all().get(rtl_sha256, ())]
    order = list(KINDS)
    return tuple(sorted(found, key=lambda known: order.index(known.kind)))


@cache
def _all() -> dict[str, list[dict[str, str]]]:
    path = resources.files("hashloom.data") / FILE
    if not path.is_file():
        return {}
    found: dict[str, list[dict[str, str]]] = json.loads(path.read_text("utf-8"))
    return found
