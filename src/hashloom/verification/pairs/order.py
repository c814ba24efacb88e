"""Proves of both engines of a core in which order digests leave them.

What is proved of a core of a single engine is proved here of each of two: the modules that keep its
digests stay, all others are free to do anything, those of the other engine among them.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from hashloom.cache import Cache
from hashloom.cores import Core
from hashloom.implementation.tools import find_tool
from hashloom.verification.answers.gates import hollowed, read_gates
from hashloom.verification.equivalence.solving.solvers import solvers
from hashloom.verification.many import MOST_CONTEXTS, stands_alone
from hashloom.verification.order.digests import KEPT, Digests
from hashloom.verification.order.induction import obligations_of
from hashloom.verification.order.proof import TITLE
from hashloom.verification.pairs.naming import INNER, OUTER, seen_from
from hashloom.verification.proving import PROVED, Progress, Section

_PROVES = (
    "The digests of a context leave the digest store of each of the two engines in the order in "
    "which their blocks started in that engine, each once, and every word of them is one that the "
    "engine gave for that very block."
)
_ASSUMES = (
    "each engine gives the chaining words of a context's blocks in the order in which they "
    "started, all steps of one before the next, and no others, as its own proof shows",
    "of a context no third block starts in an engine while two are in it, which digest_ledger's "
    "properties assume, too, and random traffic checks in whole cores",
    "the queue of either ledger has room for every digest, which is proved of digest_ledger by "
    "itself, of at most four contexts",
    "which block is a packet's last one, and that its digest is looked up by the packet's own "
    "record, is not part of this, but of whose digest an answer has",
    "Yosys reads the SystemVerilog as other tools do",
)


def has_pair(core: Core) -> bool:
    """Whether a core has two engines with a digest store each, no more contexts than a solver ends
    with, and no saved states."""
    few = core.architecture.contexts <= MOST_CONTEXTS
    resumes = core.interface.resume
    return stands_alone(core) and core.architecture.engines == 2 and few and not resumes


def prove_pair_order(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Proves in which order the digests of both engines of `core` leave; None for one that has not
    two such engines.

    Raises ToolError when a tool is missing or fails.
    """
    if not has_pair(core):
        return None
    section = pair_order_of(core, core.sources())
    progress("statements on order", len(section.obligations), len(section.obligations))
    return section


def pair_order_of(core: Core, sources: Mapping[str, str]) -> Section:
    """Proves it of the text of `core`, by file name.  Raises ToolError when a tool fails."""
    began = time.monotonic()
    gates = read_gates(
        hollowed(sources, core.top, core.prefix, KEPT), core.top, Cache(), reduced=True
    )
    obligations = tuple(
        replace(each, name=f"{engine} engine: {each.name}")
        for engine in (INNER, OUTER)
        for each in obligations_of(Digests(core, seen_from(gates, engine, over=True)))
    )
    return Section(
        TITLE,
        _PROVES,
        _ASSUMES,
        obligations,
        tuple(f"Not shown: {each.name}." for each in obligations if each.status != PROVED),
        {"yosys": find_tool("yosys").version, solvers()[0].name: solvers()[0].title},
        time.monotonic() - began,
    )
