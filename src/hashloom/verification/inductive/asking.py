"""Induction over clocks: what is noted of a core, with the lemmas, is asked of a solver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hashloom.cache import Cache
from hashloom.verification.answers.aig import literal_name, unrolled
from hashloom.verification.equivalence.solving.queries import Query
from hashloom.verification.equivalence.solving.solvers import Answer, answer
from hashloom.verification.equivalence.words.textbook import Label
from hashloom.verification.inductive.notes import Notes
from hashloom.verification.proving import OPEN, PROVED, Obligation

_TOGETHER = 4  # statements of a query; a solver takes longer for more, and for each by itself


def asked(notes: Notes) -> Iterator[Obligation]:
    """What comes of each statement: a query is for a few, and one for each half of those for which
    it finds a case."""
    for proved_first, statements in (({}, notes.helping), (notes.helping, notes.shown)):
        every = list(statements.items())
        for at in range(0, len(every), _TOGETHER):
            yield from _asked(notes, every[at : at + _TOGETHER], proved_first)


def _asked(
    notes: Notes, statements: list[tuple[str, int]], proved_first: Mapping[str, int]
) -> Iterator[Obligation]:
    answered = case_of(notes, [broken for _, broken in statements], proved_first)
    if answered.status == "unsat" or len(statements) == 1:
        status = PROVED if answered.status == "unsat" else OPEN
        for name, _ in statements:
            yield Obligation(name, status, answered.seconds, answered.solver)
        return
    middle = len(statements) // 2
    yield from _asked(notes, statements[:middle], proved_first)
    yield from _asked(notes, statements[middle:], proved_first)


def case_of(notes: Notes, broken: list[int], proved_first: Mapping[str, int]) -> Answer:
    """A clock in which one of some statements is broken, behind one in which all hold or one of a
    reset, and which those hold that are proved first.

    What holds of the context that is looked at holds of every other in the first of the two; what
    holds of the place that is looked at holds of every other in both, when it is proved first.
    """
    every = list(notes.statements.values())
    before = [*every, *notes.alike, *notes.other_places]
    now = [*proved_first.values(), *(notes.other_places if proved_first else ())]
    held = " ".join(literal_name(0, each ^ 1) for each in before)
    kept = [literal_name(clock, each ^ 1) for clock in (0, 1) for each in notes.assumed]
    kept += [literal_name(1, each ^ 1) for each in now]
    named = [*before, *broken, *notes.assumed, notes.reset]
    lines = [
        "(set-logic QF_UF)",
        *unrolled(notes.aig, 2, named),
        *(f"(assert {each})" for each in kept),
        f"(assert (or {literal_name(0, notes.reset)} (and true {held})))",
        f"(assert (or false {' '.join(literal_name(1, each) for each in broken)}))",
        "(check-sat)",
    ]
    return answer(Query("\n".join([*lines, ""]), {"true": Label("", 0)}), Cache())
