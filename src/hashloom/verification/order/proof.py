"""Proves in which order digests leave the engine of an HMAC core, and that their words are theirs.

The modules that keep digests stay as they are connected in the core, with its own parameters; the
others are free to do anything.  What must hold is shown by induction over clocks.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from hashloom.cache import Cache
from hashloom.cores import Core
from hashloom.implementation.tools import find_tool
from hashloom.verification.answers.aig import literal_name, unrolled
from hashloom.verification.answers.gates import hollowed, read_gates
from hashloom.verification.equivalence.queries import Query
from hashloom.verification.equivalence.solvers import Answer, answer, solvers
from hashloom.verification.equivalence.textbook import Label
from hashloom.verification.order.digests import KEPT, Digests
from hashloom.verification.proving import OPEN, PROVED, Obligation, Progress, Section

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
    "the ledger's queue has room for every digest, which is proved of digest_ledger by itself",
    "which block is a packet's last one, and that its digest is looked up by the packet's own "
    "record, is not part of this: that is what random traffic compares",
    "Yosys reads the SystemVerilog as other tools do",
)
_MOST_CONTEXTS = 4  # with eight a solver takes more than a minute


def prove_order(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Proves in which order the digests of `core` leave; None for one without such a store, or
    of more contexts than a solver ends with.

    Raises ToolError when a tool is missing or fails.
    """
    if not core.keyed or core.folded or core.architecture.pool or not core.streamed:
        return None
    if core.interface.registered or core.interface.copies > 1 or core.interface.kind.whole:
        return None
    if core.architecture.engines > 1 or core.architecture.contexts > _MOST_CONTEXTS:
        return None
    section = order_of(core, core.sources())
    progress("statements", len(section.obligations), len(section.obligations))
    return section


def order_of(core: Core, sources: Mapping[str, str]) -> Section:
    """Proves it of the text of `core`, by file name.  Raises ToolError when a tool fails."""
    began = time.monotonic()
    gates = read_gates(hollowed(sources, core.top, core.prefix, KEPT), core.top, Cache())
    obligations = tuple(_obligations(Digests(core, gates)))
    return Section(
        TITLE,
        PROVES,
        _ASSUMES,
        obligations,
        tuple(f"Not shown: {each.name}." for each in obligations if each.status != PROVED),
        {"yosys": find_tool("yosys").version, solvers()[0].name: solvers()[0].title},
        time.monotonic() - began,
    )


def _obligations(digests: Digests) -> Iterator[Obligation]:
    """What came of each statement: one query is for all, and one each when it finds a case."""
    every = {**digests.shown, **digests.helping}
    together = _case(digests, list(every.values()))
    for name, broken in every.items():
        alone = together if together.status == "unsat" else _case(digests, [broken])
        status = PROVED if alone.status == "unsat" else OPEN
        yield Obligation(name, status, alone.seconds, alone.solver)


def _case(digests: Digests, broken: list[int]) -> Answer:
    """A clock in which one of some statements is broken, behind one in which all hold or one of a
    reset."""
    every = [*digests.shown.values(), *digests.helping.values()]
    held = " ".join(literal_name(0, each ^ 1) for each in every)
    kept = (literal_name(clock, each ^ 1) for clock in (0, 1) for each in digests.assumed)
    lines = [
        "(set-logic QF_UF)",
        *unrolled(digests.aig, 2, [*every, *digests.assumed, digests.reset]),
        *(f"(assert {each})" for each in kept),
        f"(assert (or {literal_name(0, digests.reset)} (and true {held})))",
        f"(assert (or false {' '.join(literal_name(1, each) for each in broken)}))",
        "(check-sat)",
    ]
    return answer(Query("\n".join([*lines, ""]), {"true": Label("", 0)}), Cache())
