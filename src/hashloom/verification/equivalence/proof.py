"""Equivalence of a core's engine with the standard: what is proved, and how.

Proved is, for every context of the engine, for every sequence of slots that the slot protocol
permits, of any length, for all message words and for whatever the other contexts do: each block of
the context is asked for its words, its new hash value is the standard's for its old one, and leaves
with `chain_valid`, `chain_context` and `chain_step` a fixed number of clocks after the start of its
slot, once; nothing else leaves for the context; and the next block of the message starts from that
value, however soon or late it comes.  The engine is the portable SystemVerilog of the core, as
Yosys reads it; registers that the reset does not set hold anything at first.

How: control is followed concretely out of the RTL itself, from the reset through every state the
engine can come to (`contexts.control`).  Then the words are followed through what these states
have in common (`contexts.exploration`), where the context's data are words of the standard
(`words.textbook`, read from the hand-written models in `standard/`) and all else is unknown.  A net
whose value agrees with a word of the standard in a few random blocks is taken for it from there on;
that it always is that word is a claim, and every claim is proved by an SMT solver or because both
sides are written alike.  Nothing is taken from the generator but the engine's text and its ports:
where a word is found, in which clock and in which net, follows from the RTL.  Claims that differ in
the round only are one query, so that 64 rounds cost as much as one.

Assumed is the slot protocol (`contexts.protocol`) and a reset of at least a clock.  Not part of it:
the shell around the engine, adders of a target's own, and what synthesis makes of the RTL.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from multiprocessing import get_context

from hashloom.cache import Cache
from hashloom.cores.core import Core
from hashloom.implementation.tools import find_tool
from hashloom.rtl.engine.shape import EngineShape
from hashloom.verification.equivalence.contexts.blocks import Words
from hashloom.verification.equivalence.contexts.control import WrongError
from hashloom.verification.equivalence.contexts.counterexample import of_run
from hashloom.verification.equivalence.contexts.exploration import Explorer
from hashloom.verification.equivalence.netlists.netlist import read_netlist
from hashloom.verification.equivalence.one_block.block_proof import prove_block
from hashloom.verification.equivalence.one_block.pool_proof import prove_pool
from hashloom.verification.equivalence.solving.questions import (
    Question,
    answered,
    questions_of,
    together,
)
from hashloom.verification.equivalence.solving.solvers import solvers
from hashloom.verification.equivalence.words.letters import letters_of
from hashloom.verification.equivalence.words.textbook import textbook_of
from hashloom.verification.proving import (
    OPEN,
    PROVED,
    REFUTED,
    Obligation,
    Progress,
    Section,
)

_IN_REGISTERS = "delay_line"  # a module that has a model of registers, which proofs read instead

PROVES = (
    "For every context and every sequence of slots, each new hash value that leaves the engine is "
    "that of {} for the block's words and its old hash value, leaves once and in a fixed "
    "clock, and is what the message's next block starts from."
)
ASSUMES = (
    "rst is high for a clock at first; registers without reset hold anything",
    "slots are started as docs/theory.md says: with slot_ready, with a block, and in an engine of "
    "several stages without pause while a block is in it",
    "message words come two clocks after their request, words of a supplied state three",
    "Yosys reads the portable SystemVerilog as other tools do",
)
_ASSUMES_OF_DELAYS = (
    "a delay_line gives each word back after as many clocks as it states, which is proved of the "
    "module by itself"
)


@dataclass(frozen=True)
class Engine:
    """What a proof is about.

    Attributes:
        sources: SystemVerilog by file name.
        top: the engine's module.
        hash_name: of the standard's model.
        shape: numbers of the ports.
        hints: where the generator has words: net, letter, first round, clock of it, for words of
            a counterexample alone.
    """

    sources: dict[str, str]
    top: str
    hash_name: str
    shape: EngineShape
    hints: tuple[tuple[str, str, int, int], ...] = ()


@dataclass(frozen=True)
class Followed:
    """What following one context gave."""

    context: int
    states: int
    latency: int
    by_form: int
    questions: dict[str, Question]
    seconds: float
    wrong: str = ""
    counterexample: tuple[str, ...] = ()


def engine_of(core: Core) -> Engine:
    """The engine inside a core of any level, its delays in registers."""
    sources, model = core.engine_sources(), f"{core.prefix}_{_IN_REGISTERS}"
    if f"{model}.sv" in sources:
        text = (resources.files(__package__) / "models" / f"{_IN_REGISTERS}.sv").read_text("utf-8")
        sources[f"{model}.sv"] = text.replace(f"module {_IN_REGISTERS}", f"module {model}")
    hints = tuple(_hints(core))
    return Engine(sources, f"{core.prefix}_engine", core.hash.name, core.shape, hints)


def _assumed(engine: Engine) -> tuple[str, ...]:
    """What a proof assumes of an engine."""
    in_memory = any(name.endswith(f"_{_IN_REGISTERS}.sv") for name in engine.sources)
    return (*ASSUMES, _ASSUMES_OF_DELAYS) if in_memory else ASSUMES


def _hints(core: Core) -> Iterator[tuple[str, str, int, int]]:
    """Where the generator has working variables and W."""
    graph = core.compiled.graph
    letters = {letter.casefold(): letter for letter in letters_of(core.hash.name).order}
    begin = graph.first_iteration
    for node in graph.nodes.values():
        role = node.role
        letter = letters.get(role.sequence.casefold())
        schedule_sum = role.sequence == "W" and role.computed
        if role.age or schedule_sum or letter is None:
            continue
        clock = 1 + graph.lag(node.name) - begin * graph.interleave
        if graph.stages == 1:
            yield node.name, letter, role.lane, clock


def prove_engine(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Proves the engine of `core` equal to the standard, `jobs` programs at a time; None for a
    folded core, whose machine has a proof of its own.

    Raises RequestError for a hash whose standard is not written down in `standard`.
    """
    if core.folded:
        return None
    engine = engine_of(core)
    if core.interface.kind.whole:
        return prove_block(
            engine.sources, engine.top, engine.hash_name, engine.shape, jobs, progress
        )
    if core.architecture.pool:
        extra = _assumed(engine)[len(ASSUMES) :]
        return prove_pool(
            engine.sources, engine.top, engine.hash_name, engine.shape, extra, jobs, progress
        )
    return prove(engine, jobs, progress)


def prove(engine: Engine, jobs: int, progress: Progress) -> Section:
    """Proves an engine equal to the standard.

    Raises ToolError when a tool is missing or does not read the engine, and RequestError when there
    is no model of its hash.
    """
    letters = letters_of(engine.hash_name)
    began = time.monotonic()
    tools = {solver.name: solver.title for solver in solvers()}
    tools["yosys"] = find_tool("yosys").version
    contexts = engine.shape.contexts
    followed: list[Followed] = []
    for each in _followed(engine, jobs):
        followed.append(each)
        progress("contexts followed through all states", len(followed), contexts)
        if each.wrong:
            break
    obligations = [_searched(each) for each in followed]
    questions = together(each.questions for each in followed)
    answers, lines = answered(questions, engine.shape.word_bits, jobs, progress)
    form = sum(each.by_form for each in followed)
    if form:
        obligations.append(Obligation("words written as in the standard", PROVED, 0, "form", form))
    shown = next((each.counterexample for each in followed if each.wrong), ())
    return Section(
        f"equivalence with {letters.standard}",
        PROVES.format(letters.standard),
        _assumed(engine),
        (*obligations, *answers),
        lines or shown,
        dict(sorted(tools.items())),
        time.monotonic() - began,
    )


def _searched(followed: Followed) -> Obligation:
    """What following a context says."""
    name = f"context {followed.context}: {followed.states} states"
    if followed.wrong:
        status = REFUTED if followed.counterexample else OPEN
        return Obligation(
            f"{name[: name.index(':')]}: {followed.wrong}", status, followed.seconds, "search"
        )
    name = f"{name}, a block leaves {followed.latency} clocks after its start"
    return Obligation(name, PROVED, followed.seconds, "search", followed.states)


def _followed(engine: Engine, jobs: int) -> Iterator[Followed]:
    """Every context followed through all states, in order."""
    contexts = range(engine.shape.contexts)
    if len(contexts) == 1 or jobs == 1:
        for context in contexts:
            yield follow(engine, context)
        return
    with get_context("spawn").Pool(min(jobs, len(contexts))) as pool:
        yield from pool.imap(_Follow(engine), contexts)


@dataclass(frozen=True)
class _Follow:
    """`follow` for another process."""

    engine: Engine

    def __call__(self, context: int) -> Followed:
        return follow(self.engine, context)


def follow(engine: Engine, context: int) -> Followed:
    """One context through all states, with the claims made on the way as queries."""
    began = time.monotonic()
    cache = Cache()
    netlist = read_netlist(engine.sources, engine.top, cache)
    textbook = textbook_of(engine.hash_name, engine.shape.word_bits, cache)
    explorer = Explorer(netlist, engine.shape, textbook, context, Words(textbook))
    wrong = ""
    lines: tuple[str, ...] = ()
    try:
        explorer.run()
    except WrongError as found:
        wrong = found.sentence
        lines = of_run(explorer, found, engine.hints)
    claims = [] if wrong else explorer.claims.values()
    questions, form = questions_of(claims, explorer.words.definition, textbook)
    return Followed(
        context,
        explorer.control.states,
        max(explorer.latency.values(), default=0),
        form,
        questions,
        time.monotonic() - began,
        wrong,
        lines,
    )
