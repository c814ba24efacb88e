"""Runs of a pool's engine with numbers, to show what is wrong with a block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hashloom.transforms.registers.storage import WORD_LATENCY
from hashloom.verification.equivalence.contexts.blocks import Modes
from hashloom.verification.equivalence.contexts.counterexample import number_of
from hashloom.verification.equivalence.netlists.values import Value
from hashloom.verification.equivalence.one_block.number_run import NumberRun
from hashloom.verification.equivalence.one_block.pool_search import (
    CONTINUED,
    FIRST,
    SUPPLIED,
    PoolSearch,
)
from hashloom.verification.equivalence.words.textbook import Block, Label

_RUNS = 4  # blocks that are tried
_BEGAN = {
    FIRST: "begins a message",
    SUPPLIED: "begins with a supplied state",
    CONTINUED: "continues a message",
}


def wrong_block(search: PoolSearch, mode: Modes) -> tuple[str, ...]:
    """Lines for a block whose new chaining words are wrong; none when a few show nothing.

    A block that goes on begins from the words of one that begins a message.
    """
    for seed in range(_RUNS):
        run = _Run(search, seed)
        blocks = [run.block(supplied=mode == SUPPLIED)]
        if mode == CONTINUED:
            blocks.append(run.block(blocks[0]))
        if not run.right(blocks[-1]):
            return run.lines(_BEGAN[mode], blocks[-1])
    return ()


class _Run(NumberRun):
    """A pool in which blocks of one context follow each other."""

    def __init__(self, search: PoolSearch, seed: int) -> None:
        super().__init__(search.netlist, search.shape, search.textbook, seed)
        self.latency = search.latency
        self.context = self.random.randrange(search.shape.contexts)
        self._rows = [0] * WORD_LATENCY
        self._step({"rst": 1}, None)
        for _ in range(search.quiet):
            self._step({}, None)

    def block(self, before: Block | None = None, *, supplied: bool = False) -> Block:
        """Runs a block of a message, the first one or the one behind `before`; the first one may
        begin with a state at random."""
        book = self.textbook
        old: Sequence[int] = book.initial
        if supplied:
            old = self.any_state()
        if before is not None:
            old = [number_of(before, Label("N", k)) for k in range(book.count)]
        block = book.block("", book.value_of(old), self.random.getrandbits(32))
        self.begin()
        slot = {"slot_start": 1, "slot_context": self.context, "slot_first": int(before is None)}
        if self.shape.supplied:
            slot["slot_keyed"] = int(supplied)
        self._step(slot, block)
        for clock in range(1, self.latency + 1):
            comes = supplied and clock == self.shape.state_lag
            self._step(self.state_of(block) if comes else {}, block)
        return block

    def _step(self, ports: Mapping[str, Value], block: Block | None) -> None:
        """A clock; rows that are asked for come."""
        values = self.clock({**ports, "word_data": self._rows.pop(0)})
        out = self.netlist.outputs
        asked = values[out["word_read"]] and values[out["word_context"]] == self.context
        self._rows.append(self.row_of(block) if asked and block else 0)
