"""Equivalence of a folded core's machine with the standard.

Proved is, for every state that the machine can come to, for all words of all blocks and however
long a word of a digest waits: the digest of every message is the standard's, its length is counted
and appended as the standard says, a message that is too long is an error, and a word of the stream
is written into the block behind, which nothing else changes.  How is said in `search`: the
control of the machine is followed with numbers, the words with what they are in the standard; that
they are it is claimed and proved, as for any other engine (`proof`).  Of a machine that makes tags
the same is proved of its keys, tags and erasures, see `keyed_search`.

What a message's padding is, which words a block has and when it is complete is `block_filler`'s
or `packet_filler`'s, whose properties are proved apart.
"""

from __future__ import annotations

import time

from hashloom.cache import Cache
from hashloom.cores.core import Core
from hashloom.implementation.tools import find_tool
from hashloom.rtl.folded.keyed.work import AnyKeyedProgram
from hashloom.rtl.folded.program import AnyProgram
from hashloom.verification.equivalence.contexts.control import WrongError
from hashloom.verification.equivalence.folded.keyed_search import KeyedSearch
from hashloom.verification.equivalence.folded.keyed_words import KeyedWords
from hashloom.verification.equivalence.folded.search import FoldedSearch
from hashloom.verification.equivalence.folded.words import FoldedWords
from hashloom.verification.equivalence.netlists.netlist import read_netlist
from hashloom.verification.equivalence.solving.questions import answered, questions_of
from hashloom.verification.equivalence.solving.solvers import solvers
from hashloom.verification.equivalence.words.textbook import textbook_of
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
PROVES_KEYED = (
    "For every sequence of packets: HASH sends the digest of {} for the blocks of its message, MAC "
    "the HMAC of FIPS 198-1 with the states in its slot, VERIFY where that differs from the "
    "expected tag. KEY leaves in its slot the states of K0 with either pad, TAG leaves its words; "
    "ERASE, ERASE_ALL, a KEY that is an error and a reset leave zeros. Nothing else changes a slot "
    "or the expected tag. Every error is told."
)
ASSUMES_KEYED = (
    "rst is high for a clock at first, and wipe from then on until that is done; registers without "
    "reset hold anything",
    "what is asked for stays while it is done; a clock or more without a packet lies before each; "
    "packet_judge's properties are proved apart",
    "a block is offered when its words are written, those of a last block's length as zeros, with "
    "flags that say which part of the packet it is, and until it has been hashed; packet_filler's "
    "properties are proved apart",
    "Yosys reads the portable SystemVerilog as other tools do",
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

    Raises ToolError when a tool is missing or does not read the machine.
    """
    if not core.folded:
        return None
    return prove_machine(core.engine_sources(), core.prefix, core.program, jobs, progress)


def prove_machine(
    sources: dict[str, str], prefix: str, program: AnyProgram, jobs: int, progress: Progress
) -> Section:
    """Proves the module `<prefix>_engine` of some texts by file name, which runs `program`."""
    began, cache = time.monotonic(), Cache()
    tools = {solver.name: solver.title for solver in solvers()}
    tools["yosys"] = find_tool("yosys").version
    search = _search_of(sources, prefix, program, cache)
    textbook, bits = search.words.textbook, program.hash.word_bits
    progress("the machine followed through all states", 0, 1)
    obligations, lines = _followed(search)
    progress("the machine followed through all states", 1, 1)
    if obligations[0].status == PROVED:
        questions, form = questions_of(search.claims.values(), search.words.definition, textbook)
        answers, lines = answered(list(questions.values()), bits, jobs, progress)
        by_form = Obligation("words written as in the standard", PROVED, 0, "form", form)
        obligations += [by_form, *answers]
    standard = textbook.letters.standard
    return Section(
        f"equivalence with {standard}",
        (PROVES_KEYED if program.keyed else PROVES).format(standard),
        ASSUMES_KEYED if program.keyed else ASSUMES,
        tuple(obligations),
        lines,
        dict(sorted(tools.items())),
        time.monotonic() - began,
    )


def _search_of(
    sources: dict[str, str], prefix: str, program: AnyProgram, cache: Cache
) -> FoldedSearch | KeyedSearch:
    """What follows a machine that runs `program`."""
    netlist = read_netlist(sources, f"{prefix}_engine", cache)
    hash_ = program.hash
    textbook = textbook_of(hash_.name, hash_.word_bits, cache)
    length_words = -(-program.length_bits // hash_.word_bits)
    if isinstance(program, AnyKeyedProgram):
        keyed = KeyedWords(textbook, length_words, 8 * hash_.digest_bytes)
        return KeyedSearch(netlist, program.layout, keyed, program.digest_words)
    words = FoldedWords(textbook, length_words)
    return FoldedSearch(netlist, program.layout, words, program.digest_words)


def _followed(
    search: FoldedSearch | KeyedSearch,
) -> tuple[list[Obligation], tuple[str, ...]]:
    """What the search says, and a message whose digest is wrong."""
    began = time.monotonic()
    try:
        search.run()
    except WrongError as wrong:
        lines = search.wrong_lines()
        status = REFUTED if lines else OPEN
        return [Obligation(wrong.sentence, status, time.monotonic() - began, "search")], lines
    name = f"{search.states} states, {search.times}"
    seconds = time.monotonic() - began
    return [Obligation(name, PROVED, seconds, "search", search.states)], ()
