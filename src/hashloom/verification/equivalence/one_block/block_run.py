"""Runs of an engine that takes blocks whole, with numbers, to show what is wrong with a block."""

from __future__ import annotations

from hashloom.verification.equivalence.one_block.block_search import BlockSearch
from hashloom.verification.equivalence.one_block.number_run import NumberRun

_RUNS = 4  # blocks that are tried


def wrong_block(search: BlockSearch) -> tuple[str, ...]:
    """Lines for a block whose new chaining words are wrong; none when a few show nothing."""
    if not search.latency:
        return ()
    book = search.textbook
    for seed in range(_RUNS):
        run = NumberRun(search.netlist, search.shape, book, seed)
        block = book.block("", book.value_of(run.any_state()), run.random.getrandbits(32))
        run.clock({"rst": 1})
        run.begin()
        run.clock({"slot_start": 1, "word_data": run.row_of(block), **run.state_of(block)})
        for _ in range(search.latency):
            run.clock({})
        if not run.right(block):
            return run.lines("begins from a hash value", block)
    return ()
