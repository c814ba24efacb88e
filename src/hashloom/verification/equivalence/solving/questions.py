"""Claims of a search as questions to solvers, and their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from hashloom.cache import Cache
from hashloom.errors import ToolError
from hashloom.verification.equivalence.netlists.values import Value
from hashloom.verification.equivalence.solving.queries import Query, query
from hashloom.verification.equivalence.solving.solvers import Answer, answer
from hashloom.verification.equivalence.words.claims import (
    Claim,
    Modes,
    both_words,
    refuted_lines,
)
from hashloom.verification.equivalence.words.textbook import Label, Textbook
from hashloom.verification.proving import (
    OPEN,
    PROVED,
    REFUTED,
    Obligation,
    Progress,
    solving,
)

_DEPTHS = 4  # how often definitions of further words are added to a query


@dataclass(frozen=True)
class Question:
    """Claims that come down to one query.

    Attributes:
        name: of one of them.
        queries: the same with the definitions of more and more words.
        claim: one of them.
        cases: how many they are.
    """

    name: str
    queries: tuple[Query, ...]
    claim: Claim[Any]
    cases: int = 1


def questions_of(
    claims: Iterable[Claim[Modes]],
    definition: Callable[[Label, Modes], Value | None],
    textbook: Textbook,
) -> tuple[dict[str, Question], int]:
    """Claims as queries, by their text, and how many need none; `definition` of words."""
    questions: dict[str, Question] = {}
    form = 0
    for claim in claims:
        if claim.definition is not None and claim.value == claim.definition:
            form += 1
            continue
        given = partial(_defined, definition, claim.modes)
        queries = tuple(
            query(claim.label, textbook.word_bits, claim.value, given, textbook.letters, depth)
            for depth in range(_DEPTHS)
        )
        key = "".join(each.text for each in queries)
        known = questions.get(key)
        if known is None:
            name = f"{claim.label} at {claim.place.net or 'a register'}"
            known = Question(name, queries, claim, 0)
        questions[key] = replace(known, cases=known.cases + 1)
    return questions, form


def _defined(
    definition: Callable[[Label, Modes], Value | None], modes: Modes, label: Label
) -> Value | None:
    return definition(label, modes)


def together(several: Iterable[dict[str, Question]]) -> list[Question]:
    """The questions of several searches, each once."""
    questions: dict[str, Question] = {}
    for each in several:
        for text, question in each.items():
            known = questions.get(text)
            cases = question.cases + (known.cases if known else 0)
            questions[text] = replace(known or question, cases=cases)
    return list(questions.values())


def answered(
    questions: list[Question], word_bits: int, jobs: int, progress: Progress
) -> tuple[list[Obligation], tuple[str, ...]]:
    """Answers to all questions, and the counterexample to the first claim that is wrong.

    A counterexample counts with the definitions of all words around it, when it is one of numbers
    that the standard's words can have.  What ends this ends the solvers.  Raises ToolError when one
    fails, or says that a claim is wrong where it is right.
    """
    cache = Cache()
    proved: dict[str, Obligation] = {}
    left, answers = questions, dict[str, Answer]()
    with solving(jobs) as (pool, stop):
        for depth in range(_DEPTHS):
            texts = {each.queries[depth].text: each.queries[depth] for each in left}
            given = pool.map(partial(answer, cache=cache, stop=stop), texts.values())
            for done, (text, found) in enumerate(zip(texts, given, strict=True), start=1):
                answers[text] = found
                progress(f"queries answered, definitions opened {depth} deep", done, len(texts))
            for each in left:
                text = each.queries[depth].text
                if answers[text].status == "unsat":
                    before = proved.get(text)
                    cases = each.cases + (before.cases if before else 0)
                    proved[text] = Obligation(
                        before.name if before else each.name,
                        PROVED,
                        answers[text].seconds,
                        answers[text].solver,
                        cases,
                    )
            left = [q for q in left if answers[q.queries[depth].text].status != "unsat"]
    return [*proved.values(), *_failed(left, answers)], _shown(left, answers, word_bits)


def _failed(left: list[Question], answers: dict[str, Answer]) -> Iterator[Obligation]:
    """Claims that no query has proved."""
    for each in left:
        given = answers[each.queries[-1].text]
        status = REFUTED if given.status == "sat" else OPEN
        yield Obligation(each.name, status, given.seconds, given.solver, each.cases)


def _shown(left: list[Question], answers: dict[str, Answer], word_bits: int) -> tuple[str, ...]:
    """The counterexample to the first claim that is wrong."""
    for each in left:
        given = answers[each.queries[-1].text]
        if given.status == "sat":
            names = each.queries[-1].names
            values = {names[name]: number for name, number in given.values.items()}
            rtl, standard = both_words(each.claim, values)
            if rtl == standard:
                raise ToolError(
                    f"{given.solver} calls {each.name} wrong, in a case where it is right."
                )
            return refuted_lines(each.claim, values, word_bits)
    return ()
