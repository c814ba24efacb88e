"""Proofs that follow one block through an engine, whatever else is in it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from hashloom.implementation.tools import find_tool
from hashloom.verification.equivalence.contexts.blocks import Words
from hashloom.verification.equivalence.contexts.control import WrongError
from hashloom.verification.equivalence.one_block.recogniser import Recogniser
from hashloom.verification.equivalence.solving.questions import answered, questions_of
from hashloom.verification.equivalence.solving.solvers import solvers
from hashloom.verification.equivalence.words.textbook import Textbook
from hashloom.verification.proving import OPEN, PROVED, REFUTED, Obligation, Progress, Section


class Search(Protocol):
    """What follows a block.

    Attributes:
        words: of the standard.
        seen: values that are taken for them.
        textbook: the standard's model.
    """

    words: Words
    seen: Recogniser
    textbook: Textbook

    def run(self) -> None:
        """Follows all that there can be.  Raises WrongError for the first thing that is wrong."""


def one_block(
    search: Search,
    shown: Callable[[], Iterable[tuple[str, ...]]],
    name: Callable[[], tuple[str, int]],
    proves: str,
    assumes: Sequence[str],
    jobs: int,
    progress: Progress,
) -> Section:
    """The section of a proof that follows one block; `jobs` programs at a time.

    `shown` gives lines for wrong blocks, or none, `name` what is proved of a block's way and how
    many cases that were.  Raises ToolError when a tool is missing.
    """
    began = time.monotonic()
    tools = {solver.name: solver.title for solver in solvers()}
    tools["yosys"] = find_tool("yosys").version
    progress("a block followed through the engine", 0, 1)
    lines: tuple[str, ...] = ()
    try:
        search.run()
        sentence, cases = name()
        status = PROVED
    except WrongError as wrong:
        sentence, cases = wrong.sentence, 1
        lines = next(filter(None, shown()), ())
        status = REFUTED if lines else OPEN
    taken = time.monotonic() - began
    obligations = [Obligation(sentence, status, taken, "search", cases)]
    progress("a block followed through the engine", 1, 1)
    if status == PROVED:
        book = search.textbook
        questions, form = questions_of(search.seen.claims.values(), search.words.definition, book)
        answers, lines = answered(list(questions.values()), book.word_bits, jobs, progress)
        by_form = Obligation("words written as in the standard", PROVED, 0, "form", form)
        obligations += [by_form, *answers]
    return Section(
        f"equivalence with {search.textbook.letters.standard}",
        proves,
        tuple(assumes),
        tuple(obligations),
        lines,
        dict(sorted(tools.items())),
        time.monotonic() - began,
    )
