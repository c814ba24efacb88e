"""Equivalence of a pool's engine with the standard.

Proved is, for every context, for whatever the others do and for all message words: a block leaves
once, a fixed number of clocks after its start, and its new chaining words are the standard's for
its words and for what the block before of its context has left, or for the initial value where it
begins a message; nothing leaves that did not begin, and nothing of before a reset. How is said in
`pool_search`. Claims about words are proved as for any other engine (`proof`).

What begins a block only where one is allowed, and one of a context only when the one before has
left, is `block_admission`, whose properties are proved apart.
"""

from __future__ import annotations

import time

from hashloom.cache import Cache
from hashloom.implementation.tools import find_tool
from hashloom.rtl.engine.shape import EngineShape
from hashloom.verification.equivalence.blocks import Words
from hashloom.verification.equivalence.control import WrongError
from hashloom.verification.equivalence.netlist import read_netlist
from hashloom.verification.equivalence.pool_run import wrong_block
from hashloom.verification.equivalence.pool_search import CONTINUED, FIRST, PoolSearch
from hashloom.verification.equivalence.questions import answered, questions_of
from hashloom.verification.equivalence.solvers import solvers
from hashloom.verification.equivalence.textbook import textbook_of
from hashloom.verification.proving import OPEN, PROVED, REFUTED, Obligation, Progress, Section

PROVES = (
    "For every context, and whatever the others do, each block leaves the engine once and in a "
    "fixed clock with the hash value of {} for its words and its old hash value, which is "
    "the initial one or what the context's block before has left; nothing else leaves."
)
ASSUMES = (
    "rst is high for a clock at first; registers without reset hold anything",
    "a block begins four clocks after slot_ready was high, in the clock in which the block before "
    "of its context leaves or later; the first one of a context after a reset begins a message",
    "message words come two clocks after their request",
    "Yosys reads the portable SystemVerilog as other tools do",
)


def prove_pool(
    sources: dict[str, str],
    top: str,
    hash_name: str,
    shape: EngineShape,
    assumes: tuple[str, ...],
    jobs: int,
    progress: Progress,
) -> Section:
    """Proves the engine `top` of some texts by file name; `assumes` is said besides ASSUMES.

    Raises ToolError when a tool is missing or does not read the engine.
    """
    began, cache = time.monotonic(), Cache()
    tools = {solver.name: solver.title for solver in solvers()}
    tools["yosys"] = find_tool("yosys").version
    textbook = textbook_of(hash_name, shape.word_bits, cache)
    netlist = read_netlist(sources, top, cache)
    search = PoolSearch(netlist, shape, textbook, Words(textbook))
    progress("a block followed through the engine", 0, 1)
    obligations, lines = _followed(search)
    progress("a block followed through the engine", 1, 1)
    if obligations[0].status == PROVED:
        questions, form = questions_of(search.claims.values(), search.words.definition, textbook)
        answers, lines = answered(list(questions.values()), shape.word_bits, jobs, progress)
        by_form = Obligation("words written as in the standard", PROVED, 0, "form", form)
        obligations += [by_form, *answers]
    standard = textbook.letters.standard
    return Section(
        f"equivalence with {standard}",
        PROVES.format(standard),
        (*ASSUMES, *assumes),
        tuple(obligations),
        lines,
        dict(sorted(tools.items())),
        time.monotonic() - began,
    )


def _followed(search: PoolSearch) -> tuple[list[Obligation], tuple[str, ...]]:
    """What the search says, and a block that leaves wrong chaining words."""
    began = time.monotonic()
    try:
        search.run()
    except WrongError as wrong:
        followed = search.latency and search.quiet  # else there is no block to be run
        modes = (search.wrong,) if search.wrong else (FIRST, CONTINUED) if followed else ()
        shown = (wrong_block(search, mode) for mode in modes)
        lines = next(filter(None, shown), ())
        status = REFUTED if lines else OPEN
        return [Obligation(wrong.sentence, status, time.monotonic() - began, "search")], lines
    name = (
        f"a block leaves {search.latency} clocks after its start, {search.quiet} clocks after a "
        "reset one may begin"
    )
    contents = search.iterations + 1
    return [Obligation(name, PROVED, time.monotonic() - began, "search", contents)], ()
