"""Equivalence of a folded core's machine with the standard.

Proved is, for every state that the machine can come to, for all words of all blocks and however
long a word of a digest waits: the digest of every message is the standard's, its length is counted
and appended as the standard says, a message that is too long is an error, and a word of the stream
is written into the block behind, which nothing else changes.  How is said in `folded_search`: the
control of the machine is followed with numbers, the words with what they are in the standard; that
they are it is claimed and proved, as for any other engine (`proof`).

What a message's padding is, which words a block has and when it is complete is `block_filler`'s,
whose properties are proved apart.
"""

from __future__ import annotations

import time

from hashloom.cache import Cache
from hashloom.cores.core import Core
from hashloom.errors import RequestError
from hashloom.implementation.tools import find_tool
from hashloom.rtl.folded.program import Program
from hashloom.verification.equivalence.control import WrongError
from hashloom.verification.equivalence.folded_run import wrong_lines
from hashloom.verification.equivalence.folded_search import FoldedSearch
from hashloom.verification.equivalence.folded_words import FoldedWords
from hashloom.verification.equivalence.netlist import read_netlist
from hashloom.verification.equivalence.questions import answered, questions_of
from hashloom.verification.equivalence.solvers import solvers
from hashloom.verification.equivalence.textbook import textbook_of
from hashloom.verification.proving import (
    OPEN,
    PROVED,
    REFUTED,
    Obligation,
    Progress,
    Section,
)

PROVES = (
    "For every sequence of blocks, each digest that leaves the machine is that of {} for the "
    "blocks of its message and the length of it, leaves once and in order, and is marked as an "
    "error when the message broke the stream's rules or is longer than can be counted."
)
ASSUMES = (
    "rst is high for a clock at first; registers without reset hold anything",
    "a block is offered when its words are written, those of a last block's length as zeros, with "
    "flags that say which part of the message it is; block_filler's properties are proved apart",
    "Yosys reads the portable SystemVerilog as other tools do",
)


def prove_folded(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Proves the machine of a folded core equal to the standard, `jobs` programs at a time; None
    for another core.

    Raises RequestError for an HMAC core, and ToolError when a tool is missing or does not read the
    machine.
    """
    if not core.folded:
        return None
    if core.keyed:
        raise RequestError(
            "The machine of a folded HMAC core has not been proved yet; accepted with --fold is a "
            f"message core, such as {core.hash.name}, and HMAC cores with --fold 0."
        )
    return prove_machine(core.engine_sources(), core.prefix, core.program, jobs, progress)


def prove_machine(
    sources: dict[str, str], prefix: str, program: Program, jobs: int, progress: Progress
) -> Section:
    """Proves the module `<prefix>_engine` of some texts by file name, which runs `program`."""
    began, cache = time.monotonic(), Cache()
    tools = {solver.name: solver.title for solver in solvers()}
    tools["yosys"] = find_tool("yosys").version
    netlist = read_netlist(sources, f"{prefix}_engine", cache)
    bits = program.hash.word_bits
    textbook = textbook_of(program.hash.name, bits, cache)
    words = FoldedWords(textbook, -(-program.length_bits // bits))
    search = FoldedSearch(netlist, program.layout, words, program.digest_words)
    progress("the machine followed through all states", 0, 1)
    obligations, lines = _followed(search)
    progress("the machine followed through all states", 1, 1)
    if obligations[0].status == PROVED:
        questions, form = questions_of(search.claims.values(), words.definition, textbook)
        answers, lines = answered(list(questions.values()), bits, jobs, progress)
        by_form = Obligation("words written as in the standard", PROVED, 0, "form", form)
        obligations += [by_form, *answers]
    standard = textbook.letters.standard
    return Section(
        f"equivalence with {standard}",
        PROVES.format(standard),
        ASSUMES,
        tuple(obligations),
        lines,
        dict(sorted(tools.items())),
        time.monotonic() - began,
    )


def _followed(search: FoldedSearch) -> tuple[list[Obligation], tuple[str, ...]]:
    """What the search says, and a message whose digest is wrong."""
    began = time.monotonic()
    try:
        search.run()
    except WrongError as wrong:
        lines = wrong_lines(search.netlist, search.words.textbook, search.digest_words)
        status = REFUTED if lines else OPEN
        return [Obligation(wrong.sentence, status, time.monotonic() - began, "search")], lines
    name = f"{search.states} states, a block takes {search.clocks} clocks"
    seconds = time.monotonic() - began
    return [Obligation(name, PROVED, seconds, "search", search.states)], ()
