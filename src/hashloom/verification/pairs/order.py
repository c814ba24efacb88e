"""Proves of both engines of a core in which order digests leave them.

What is proved of a core of a single engine is proved here of each of two: the modules that keep its
digests stay, all others are free to do anything, those of the other engine among them.
"""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.proof import Induction
from hashloom.verification.order.digests import KEPT, Digests
from hashloom.verification.order.proof import MOST_CONTEXTS, TITLE, stands_alone
from hashloom.verification.pairs.naming import INNER, OUTER, seen_from


def has_pair(core: Core) -> bool:
    """Whether a core has two engines with a digest store each, and no more contexts than a solver
    ends with."""
    few = core.architecture.contexts <= MOST_CONTEXTS
    return stands_alone(core) and core.architecture.engines == 2 and few


def _noted(core: Core, gates: Gates) -> dict[str, Digests]:
    return {
        f"{engine} engine: ": Digests(core, seen_from(gates, engine, over=True))
        for engine in (INNER, OUTER)
    }


PAIR_ORDER = Induction(
    title=TITLE,
    proves=(
        "The digests of a context leave the digest store of each of the two engines in the order "
        "in which their blocks started in that engine, each once, and every word of them is one "
        "that the engine gave for that very block."
    ),
    assumes=(
        "each engine gives the chaining words of a context's blocks in the order in which they "
        "started, all steps of one before the next, and no others, as its own proof shows",
        "of a context no third block starts in an engine while two are in it, which "
        "digest_ledger's properties assume, too, and random traffic checks in whole cores",
        "the queue of either ledger has room for every digest, which is proved of digest_ledger by "
        "itself, of at most four contexts",
        "which block is a packet's last one, and that its digest is looked up by the packet's own "
        "record, is not part of this, but of whose digest an answer has",
    ),
    about="order",
    speaks=has_pair,
    kept=KEPT,
    noted=_noted,
)
