"""Proves in which order digests leave the engine of an HMAC core, and that their words are theirs.

The ledger's queue has twice as many places as there are contexts: of 128 it takes some minutes.
"""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.inductive.proof import Induction
from hashloom.verification.order.digests import KEPT, Digests

MOST_CONTEXTS = 128  # of more a solver's answer is waited for too long
TITLE = "the order of digests"


def stands_alone(core: Core) -> bool:
    """Whether a core is an HMAC core with streams, by itself: no pool, no array, not folded."""
    if not core.keyed or core.folded or core.architecture.pool or not core.streamed:
        return False
    face = core.interface
    return not (face.registered or face.copies > 1 or face.kind.whole)


def has_order(core: Core) -> bool:
    """Whether this can be proved of a core: it has one digest store, and no more contexts than a
    solver ends with."""
    few = core.architecture.contexts <= MOST_CONTEXTS
    return stands_alone(core) and core.architecture.engines == 1 and few


ORDER = Induction(
    title=TITLE,
    proves=(
        "The digests of a context leave the digest store in the order in which their blocks "
        "started in the engine, each once, and every word of them is one that the engine gave for "
        "that very block."
    ),
    assumes=(
        "the engine gives the chaining words of a context's blocks in the order in which they "
        "started, all steps of one before the next, and no others, as its own proof shows",
        "of a context no third block starts while two are in the engine, which digest_ledger's "
        "properties assume, too, and random traffic checks in whole cores",
        "the ledger's queue has room for every digest, which is proved of digest_ledger by itself, "
        "of at most four contexts",
        "which block is a packet's last one, and that its digest is looked up by the packet's own "
        "record, is not part of this, but of whose digest an answer has",
    ),
    about="order",
    speaks=has_order,
    kept=KEPT,
    noted=lambda core, gates: {"": Digests(core, gates)},
)
