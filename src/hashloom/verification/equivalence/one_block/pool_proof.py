"""Equivalence of a pool's engine with the standard.

Proved is, for every context, for whatever the others do and for all message words: a block leaves
once, a fixed number of clocks after its start, and its new chaining words are the standard's for
its words and for what the block before of its context has left, or for the initial value or the
supplied state where it begins a message; nothing leaves that did not begin, and nothing of before a
reset. How is said in `pool_search`. Claims about words are proved as for any other engine.

What begins a block only where one is allowed, and one of a context only when the one before has
left, is `block_admission`, whose properties are proved apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from hashloom.cache import Cache
from hashloom.rtl.engine.shape import EngineShape
from hashloom.transforms.registers.storage import SLOT_NOTICE
from hashloom.verification.equivalence.contexts.blocks import Words
from hashloom.verification.equivalence.netlists.netlist import read_netlist
from hashloom.verification.equivalence.one_block.pool_run import wrong_block
from hashloom.verification.equivalence.one_block.pool_search import PoolSearch
from hashloom.verification.equivalence.one_block.proof import one_block
from hashloom.verification.equivalence.words.textbook import textbook_of
from hashloom.verification.proving import Progress, Section

PROVES = (
    "For every context, and whatever the others do, each block leaves the engine once and in a "
    "fixed clock with the hash value of {} for its words and its old hash value, which is "
    "the initial one{} or what the context's block before has left; nothing else leaves."
)
ASSUMES = (
    "rst is high for a clock at first; registers without reset hold anything",
    f"a block begins {SLOT_NOTICE} clocks after slot_ready was high, in the clock in which the "
    "block before of its context leaves or later; the first one of a context after a reset begins "
    "a message",
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
    cache = Cache()
    textbook = textbook_of(hash_name, shape.word_bits, cache)
    search = PoolSearch(read_netlist(sources, top, cache), shape, textbook, Words(textbook))
    proves = PROVES.format(
        textbook.letters.standard, ", the supplied one" if shape.supplied else ""
    )
    assumed = (*ASSUMES, *_of_states(shape), *assumes)
    return one_block(
        search, lambda: _wrong(search), lambda: _way(search), proves, assumed, jobs, progress
    )


def _of_states(shape: EngineShape) -> tuple[str, ...]:
    """What is assumed of supplied states."""
    if not shape.supplied:
        return ()
    return (f"words of a supplied state come {shape.state_lag} clocks after the block's start",)


def _wrong(search: PoolSearch) -> Iterator[tuple[str, ...]]:
    """Lines for a block that leaves wrong chaining words, for each way to begin that may."""
    followed = search.latency and search.quiet  # else there is no block to be run
    modes = (search.wrong,) if search.wrong else search.modes if followed else ()
    return (wrong_block(search, mode) for mode in modes)


def _way(search: PoolSearch) -> tuple[str, int]:
    """What is proved of a block's way, and how many contents of a place were followed."""
    name = (
        f"a block leaves {search.latency} clocks after its start, {search.quiet} clocks after a "
        "reset one may begin"
    )
    return name, search.iterations + 1
