"""Runs of a pool's engine with numbers, to show what is wrong with a block."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from hashloom.transforms.storage import WORD_LATENCY
from hashloom.verification.equivalence.blocks import Modes
from hashloom.verification.equivalence.claims import Place
from hashloom.verification.equivalence.counterexample import drawn, missed_lines, number_of
from hashloom.verification.equivalence.machine import Held, Machine
from hashloom.verification.equivalence.pool_search import FIRST, PoolSearch
from hashloom.verification.equivalence.textbook import Block, Label
from hashloom.verification.equivalence.values import Value

_RUNS = 4  # blocks that are tried


def wrong_block(search: PoolSearch, mode: Modes) -> tuple[str, ...]:
    """Lines for a block whose new chaining words are wrong; none when a few show nothing.

    A block that goes on begins from the words of one that begins a message.
    """
    for seed in range(_RUNS):
        run = _Run(search, seed)
        blocks = [run.block()]
        if mode != FIRST:
            blocks.append(run.block(blocks[0]))
        if not run.right(blocks[-1]):
            began = "begins" if len(blocks) == 1 else "continues"
            lines = missed_lines(
                blocks[-1], search.textbook, run.seen, run.values, search.netlist.named
            )
            return (f"A block that {began} a message leaves wrong chaining words:", *lines)
    return ()


class _Run:
    """An engine with a random past, in which blocks of one context follow each other."""

    def __init__(self, search: PoolSearch, seed: int) -> None:
        self.search, self.random = search, random.Random(seed)
        netlist = search.netlist
        self.machine = Machine(netlist)
        self.context = self.random.randrange(search.shape.contexts)
        self.seen: dict[int, Place] = {}
        self.values: list[dict[int, Held]] = []
        self._held = {
            number: drawn(value, netlist.nets[number].width, self.random)
            for number, value in self.machine.unknown().items()
        }
        self._words = [
            (number, names[0])
            for number, names in netlist.names.items()
            if netlist.nets[number].width == search.textbook.word_bits
        ]
        self._rows = [0] * WORD_LATENCY
        self._step({"rst": 1}, None)
        for _ in range(search.quiet):
            self._step({}, None)

    def block(self, before: Block | None = None) -> Block:
        """Runs a block of a message, the first one or the one behind `before`."""
        book = self.search.textbook
        old = book.value_of(book.initial)
        if before is not None:
            old = book.value_of([number_of(before, Label("N", k)) for k in range(book.count)])
        block = book.block("", old, self.random.getrandbits(32))
        self.seen.clear()
        self.values.clear()
        slot = {"slot_start": 1, "slot_context": self.context, "slot_first": int(before is None)}
        self._step(slot, block)
        for _ in range(self.search.latency):
            self._step({}, block)
        return block

    def right(self, block: Block) -> bool:
        """Whether the new chaining words of the last clock are those of a block."""
        shape, out = self.search.shape, self.search.netlist.outputs
        values = self.values[-1]
        if not values[out["chain_valid"]]:
            return False
        for name in shape.sequences:
            indices: Sequence[int | None] = shape.words_at(name, 0)
            for lane, index in enumerate(indices):
                found = values[out[f"chain_{name}"]] >> lane * shape.word_bits
                wanted = 0 if index is None else number_of(block, Label("N", index))
                if index is not None and found & (1 << shape.word_bits) - 1 != wanted:
                    return False
        return True

    def _step(self, ports: Mapping[str, Value], block: Block | None) -> None:
        """A clock, with random numbers on all inputs that are not given."""
        given = {"rst": 0, "slot_start": 0, **ports, "word_data": self._rows.pop(0)}
        nets = self.search.netlist.nets
        inputs: dict[str, Value] = {
            name: given[name] if name in given else self.random.getrandbits(nets[number].width)
            for name, number in self.search.netlist.inputs.items()
        }
        values = self.machine.evaluate(self._held, inputs)
        out = self.search.netlist.outputs
        asked = values[out["word_read"]] and values[out["word_context"]] == self.context
        self._rows.append(self._row(block) if asked and block else 0)
        for number, name in self._words:
            self.seen.setdefault(values[number], Place(len(self.values), name))
        self.values.append(values)
        self._held = self.machine.next_state(values)

    def _row(self, block: Block) -> int:
        """The row of message words."""
        bits, labels = self.search.shape.word_bits, self.search.textbook.message
        numbers = [number_of(block, labels[k]) for k in self.search.shape.words_in(0)]
        return sum(number << lane * bits for lane, number in enumerate(numbers))
