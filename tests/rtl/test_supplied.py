"""Engines whose messages may start from states that come from outside, block by block."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from support.engines import Block, Slot, Words, run_engine
from support.sha2 import compressed, initial
from support.text import COLUMNS, declarations, reads

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.verilator import lint

A = Architecture
CASES = [
    ("sha256", A()),
    ("sha256", A(unroll=2)),
    ("sha256", A(unroll=4)),
    ("sha256", A(load="serial")),
    ("sha256", A(interleave=4)),
    ("sha256", A(interleave=4, chaining="bram", constants="bram", buffer="bram")),
    ("sha256", A(interleave=3, unroll=2)),
    ("sha256", A(stages=4, unroll=2)),
    ("sha256", A(interleave=2, load="parallel")),
    ("sha512", A()),
    ("sha256", A(association="textbook", adders="ripple", retiming=False)),
]
IDS = [f"{name}{architecture.suffix}" for name, architecture in CASES]


def supplied(name: str, architecture: Architecture) -> Core:
    """The engine of a request, with supplied states."""
    return replace(core_for(name, architecture, Interface(level="engine")), supplied=True)


class Traffic:
    """Random blocks for the contexts of an engine, and what must come of them."""

    def __init__(self, core: Core, seed: int) -> None:
        self.random = random.Random(seed)
        self.bits = core.hash.word_bits
        self.core = core
        self.chaining: dict[int, Words] = {}
        self.expected: dict[int, list[Words]] = {}

    def _words(self, count: int) -> Words:
        return tuple(self.random.getrandbits(self.bits) for _ in range(count))

    def block(self, context: int, fresh: float) -> Block:
        """The next block of a context, the first of its message with probability `fresh`."""
        first = context not in self.chaining or self.random.random() < fresh
        keyed = self.random.random() < 0.6
        block = Block(self._words(16), first, keyed, self._words(8))
        start = block.state if keyed else initial(self.bits)
        before = start if first else self.chaining[context]
        self.chaining[context] = compressed(before, block.words, self.bits)
        self.expected.setdefault(context, []).append(self.chaining[context])
        return block

    def slot(self, group: int, busy: float, fresh: float, gap: int) -> Slot:
        """A slot in which every context has a block with probability `busy`."""
        c = self.core.shape.interleave
        live = [i for i in range(c) if self.random.random() < busy]
        return Slot({i: self.block(group * c + i, fresh) for i in live}, gap, group)


def slots_for(traffic: Traffic) -> list[Slot]:
    """Slots back to back and with gaps, of all contexts and of some."""
    stages, one = traffic.core.shape.stages, traffic.core.shape.contexts == 1
    slots = []
    for number in range(30):
        for group in range(stages):
            busy = 1.0 if one else traffic.random.choice((1, 0.6, 0.3))
            # A pipeline runs on until it is empty; then it may rest.
            gap = 0
            if number > 10 and (stages == 1 or not any(s.blocks for s in slots[-stages:])):
                gap = traffic.random.choice((0, 1, 2, 3, 4, 5, 7, 9, 40))
            if stages > 1 and number % 5 == 4:
                busy = 0
            slots.append(traffic.slot(group, busy, 0.3 if number % 6 < 3 else 1.0, gap))
    return [*slots, *(Slot(group=group) for group in range(stages) if stages > 1)]


@pytest.mark.parametrize(("name", "architecture"), CASES, ids=IDS)
def test_results(name: str, architecture: Architecture, tmp_path: Path) -> None:
    core = supplied(name, architecture)
    traffic = Traffic(core, seed=7)
    slots = slots_for(traffic)
    outcome = run_engine(core, slots, tmp_path)
    assert len(outcome.starts) == len(slots)
    assert outcome.results == traffic.expected


@pytest.mark.parametrize(("name", "architecture"), CASES, ids=IDS)
def test_text(name: str, architecture: Architecture) -> None:
    core = supplied(name, architecture)
    lint(core.sources(), core.top)
    text = core.sources()[f"{core.top}.sv"]
    assert set(declarations(text)) - reads(text) == set()
    assert max(map(len, text.split("\n"))) <= COLUMNS


@pytest.mark.parametrize(("name", "architecture"), CASES, ids=IDS)
def test_a_slot_takes_no_longer(name: str, architecture: Architecture) -> None:
    core = supplied(name, architecture)
    assert core.compiled.slot_clocks == replace(core, supplied=False).compiled.slot_clocks
