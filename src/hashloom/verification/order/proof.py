"""Proves in which order digests leave the engine of an HMAC core, and that their words are theirs.

The modules that keep digests stay as they are connected in the core, with its own parameters; the
others are free to do anything.  What must hold is shown by induction over clocks.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from hashloom.cache import Cache
from hashloom.cores import Core
from hashloom.implementation.tools import find_tool
from hashloom.verification.answers.gates import hollowed, read_gates
from hashloom.verification.equivalence.solving.solvers import solvers
from hashloom.verification.order.digests import KEPT, Digests
from hashloom.verification.order.induction import obligations_of
from hashloom.verification.proving import PROVED, Progress, Section

TITLE = "the order of digests"
PROVES = (
    "The digests of a context leave the digest store in the order in which their blocks started in "
    "the engine, each once, and every word of them is one that the engine gave for that very block."
)
_ASSUMES = (
    "the engine gives the chaining words of a context's blocks in the order in which they started, "
    "all steps of one before the next, and no others, as its own proof shows",
    "of a context no third block starts while two are in the engine, which digest_ledger's "
    "properties assume, too, and random traffic checks in whole cores",
    "the ledger's queue has room for every digest, which is proved of digest_ledger by itself, of "
    "at most four contexts",
    "which block is a packet's last one, and that its digest is looked up by the packet's own "
    "record, is not part of this, but of whose digest an answer has",
    "Yosys reads the SystemVerilog as other tools do",
)
_MOST_CONTEXTS = 8  # of more nobody has waited for the solver


def has_order(core: Core) -> bool:
    """Whether this can be proved of a core: it has such a store, and no more contexts than a solver
    ends with."""
    if not core.keyed or core.folded or core.architecture.pool or not core.streamed:
        return False
    if core.interface.registered or core.interface.copies > 1 or core.interface.kind.whole:
        return False
    return core.architecture.engines == 1 and core.architecture.contexts <= _MOST_CONTEXTS


def prove_order(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Proves in which order the digests of `core` leave; None for one without such a store, or
    of more contexts than a solver ends with.

    Raises ToolError when a tool is missing or fails.
    """
    if not has_order(core):
        return None
    section = order_of(core, core.sources())
    progress("statements on order", len(section.obligations), len(section.obligations))
    return section


def order_of(core: Core, sources: Mapping[str, str]) -> Section:
    """Proves it of the text of `core`, by file name.  Raises ToolError when a tool fails."""
    began = time.monotonic()
    gates = read_gates(
        hollowed(sources, core.top, core.prefix, KEPT), core.top, Cache(), reduced=True
    )
    obligations = obligations_of(Digests(core, gates))
    return Section(
        TITLE,
        PROVES,
        _ASSUMES,
        obligations,
        tuple(f"Not shown: {each.name}." for each in obligations if each.status != PROVED),
        {"yosys": find_tool("yosys").version, solvers()[0].name: solvers()[0].title},
        time.monotonic() - began,
    )
