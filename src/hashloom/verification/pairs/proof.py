"""Proves of a core of two engines that every packet is answered with its own digest."""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.proof import Induction
from hashloom.verification.packets.proof import ASSUMES, PROVES, RESUMES, TITLE
from hashloom.verification.pairs.answers import KEPT, Pair
from hashloom.verification.pairs.naming import INNER, seen_from
from hashloom.verification.pairs.order import has_pair


def _noted(core: Core, gates: Gates) -> dict[str, Pair]:
    pair = Pair(core, seen_from(gates, INNER))
    pair.besides = RESUMES if pair.resume else ()
    return {"": pair}


PAIR = Induction(
    title=TITLE,
    proves=PROVES,
    assumes=(
        "digests come from either engine in the order in which their blocks started in it, each "
        "once and with whether its message is flawed, which the order of digests shows; all words "
        "of one before the next one's, as many as a digest has, which digest_store's properties "
        "say",
        *ASSUMES,
    ),
    about="packets",
    speaks=has_pair,
    kept=KEPT,
    noted=_noted,
)
