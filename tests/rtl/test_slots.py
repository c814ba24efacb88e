"""Engines without a shell, block by block: what messages start from, and who has a slot when."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from support.engines import Block, Slot, Words, run_engine
from support.standards import compressed, initial
from support.text import COLUMNS, declarations, reads

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.simulation.verilator import lint

A = Architecture
SUPPLIED = [
    ("sha256", A()),
    ("sha256", A(unroll=2)),
    ("sha256", A(unroll=4)),
    ("sha256", A(load="serial")),
    ("sha256", A(interleave=4)),
    ("sha256", A(interleave=4, chaining="bram", constants="bram")),
    ("sha256", A(interleave=3, unroll=2)),
    ("sha256", A(stages=4, unroll=2)),
    ("sha256", A(interleave=2, load="parallel")),
    ("sha512", A()),
    ("sha256", A(association="textbook", adders="ripple", retiming=False)),
]
GROUPS = [
    ("sha256", A(groups=2)),
    ("sha256", A(groups=2, load="parallel", unroll=2)),
    ("sha256", A(interleave=4, groups=2, chaining="bram")),
    ("sha256", A(interleave=2, groups=3)),
    ("sha256", A(interleave=3, groups=2, load="parallel")),
    ("sha256", A(stages=4, unroll=2, groups=5)),
    ("sha256", A(stages=4, unroll=4, groups=8)),
    ("sha256", A(stages=4, unroll=8, groups=7)),
    ("sha256", A(stages=4, unroll=4, groups=5)),
    ("sha512", A(stages=4, unroll=2, groups=6)),
    ("sha256", A(stages=2, interleave=3, groups=3, chaining="bram")),
]
# Other numbers of sequences and words, a schedule ahead, words of the block in another order.
OTHER = [
    ("sha1", A(), True),
    ("sha1", A(unroll=2, load="parallel"), True),
    ("sha1", A(unroll=5), True),
    ("sha1", A(load="parallel"), False),
    ("sha1", A(interleave=3, unroll=2), True),
    ("sha1", A(stages=4, unroll=2, groups=5), True),
    ("sha1", A(interleave=4, chaining="bram", constants="bram"), False),
    ("sm3", A(), True),
    ("sm3", A(unroll=8), False),
    ("sm3", A(interleave=4), True),
    ("sm3", A(stages=4, unroll=2), True),
    ("sm3", A(stages=2, interleave=3, groups=3), True),
    ("md5", A(), True),
    ("md5", A(unroll=4), False),
    ("md5", A(interleave=3, unroll=2), True),
    ("md5", A(groups=2, load="parallel"), True),
    ("md5", A(stages=4), True),
    ("md5", A(stages=2, unroll=4, interleave=3, groups=3), True),
    ("md5", A(stages=4, unroll=2, groups=6), False),
    ("ripemd160", A(), True),
    ("ripemd160", A(), False),
    ("ripemd160", A(unroll=4), True),
    ("ripemd160", A(load="parallel"), False),
    ("ripemd160", A(interleave=3, unroll=2), True),
    ("ripemd160", A(groups=2, chaining="bram"), True),
    ("ripemd160", A(stages=5, unroll=2), True),
]
CASES = [
    *OTHER,
    *((name, architecture, True) for name, architecture in SUPPLIED + GROUPS),
    *((name, architecture, False) for name, architecture in GROUPS[::2]),
]
IDS = [f"{name}{a.suffix}{'-supplied' if states else ''}" for name, a, states in CASES]


def engine(name: str, architecture: Architecture, states: bool) -> Core:
    """The engine of a request, with supplied states if so asked."""
    return replace(core_for(name, architecture, Interface(level="engine")), supplied=states)


class Traffic:
    """Random blocks for the contexts of an engine, and what must come of them."""

    def __init__(self, core: Core, seed: int) -> None:
        self.random = random.Random(seed)
        self.bits = core.hash.word_bits
        self.core = core
        self.slots: list[Slot] = []
        self.chaining: dict[int, Words] = {}
        self.expected: dict[int, list[Words]] = {}

    def _words(self, count: int) -> Words:
        return tuple(self.random.getrandbits(self.bits) for _ in range(count))

    def _block(self, context: int, fresh: float) -> Block:
        """The next block of a context, the first of its message with probability `fresh`."""
        first = context not in self.chaining or self.random.random() < fresh
        keyed = self.core.supplied and self.random.random() < 0.6
        state = self._words(len(self.core.hash.chaining))
        block, name = Block(self._words(16), first, keyed, state), self.core.hash.name
        start = block.state if keyed else initial(name)
        before = start if first else self.chaining[context]
        self.chaining[context] = compressed(name, before, block.words)
        self.expected.setdefault(context, []).append(self.chaining[context])
        return block

    def slot(self, group: int, busy: float, fresh: float, gap: int) -> None:
        """Adds a slot in which every context has a block with probability `busy`."""
        c = self.core.shape.interleave
        live = [i for i in range(c) if self.random.random() < busy]
        blocks = {i: self._block(group * c + i, fresh) for i in live}
        self.slots.append(Slot(blocks, gap, group))

    def groups(self) -> list[int]:
        """Groups that the next slot may serve."""
        shape, count = self.core.shape, len(self.slots)
        if not shape.chosen:
            return [count % shape.groups]
        served = {s.group for s in self.slots[max(0, count - shape.apart + 1) :]}
        allowed = [g for g in range(shape.groups) if g not in served]
        # An engine of one stage makes a group wait that comes too soon.
        return list(range(shape.groups)) if shape.stages == 1 else allowed

    def at_rest(self) -> bool:
        """Whether the slots may pause: a pipeline first runs on until it is empty."""
        shape, count = self.core.shape, len(self.slots)
        flush = 0 if shape.stages == 1 else max(shape.stages, shape.apart - 1)
        return not any(slot.blocks for slot in self.slots[max(0, count - flush) :])


def dense(traffic: Traffic, count: int) -> None:
    """Slots without a pause, the groups as close to themselves as they may be."""
    shape = traffic.core.shape
    for number in range(count):
        group = number % max(shape.apart, 1) if shape.chosen else number % shape.groups
        traffic.slot(group, 1.0, (0.0, 0.3, 1.0)[number * 3 // count], 0)


def loose(traffic: Traffic, count: int) -> None:
    """Slots with gaps, of all contexts and of some."""
    choice = traffic.random.choice
    one = traffic.core.shape.contexts == 1
    for number in range(count):
        gap = choice((0, 1, 2, 3, 4, 5, 7, 9, 40)) if traffic.at_rest() else 0
        busy = 1.0 if one else 0.0 if number // 8 % 3 == 2 else choice((1.0, 0.6, 0.3))
        traffic.slot(choice(traffic.groups()), busy, choice((0.0, 0.3, 1.0)), gap)
    while not traffic.at_rest():
        traffic.slot(traffic.groups()[0], 0.0, 0.0, 0)


@pytest.mark.parametrize(("name", "architecture", "states"), CASES, ids=IDS)
def test_results(name: str, architecture: Architecture, states: bool, tmp_path: Path) -> None:
    core = engine(name, architecture, states)
    traffic = Traffic(core, seed=7)
    dense(traffic, 30)
    loose(traffic, 60)
    outcome = run_engine(core, traffic.slots, tmp_path)
    assert outcome.results == traffic.expected
    assert len(outcome.starts) == len(traffic.slots)
    between = {later - start for start, later in pairwise(outcome.starts[:30])}
    assert between == {core.compiled.slot_clocks}


@pytest.mark.parametrize(("name", "architecture", "states"), CASES, ids=IDS)
def test_text(name: str, architecture: Architecture, states: bool) -> None:
    core = engine(name, architecture, states)
    lint(core.sources(), core.top)
    text = core.sources()[f"{core.top}.sv"]
    assert set(declarations(text)) - reads(text) == set()
    assert max(map(len, text.split("\n"))) <= COLUMNS


@pytest.mark.parametrize(("name", "architecture"), SUPPLIED + GROUPS)
def test_supplied_states_take_no_time(name: str, architecture: Architecture) -> None:
    clocks = [engine(name, architecture, states).compiled.slot_clocks for states in (False, True)]
    assert clocks[0] == clocks[1]


@pytest.mark.parametrize(
    ("architecture", "clocks"),
    [
        (A(stages=4, unroll=2, groups=5), 8),
        (A(stages=4, unroll=2, groups=8), 8),
        (A(stages=4, unroll=4, groups=6), 4),
        (A(stages=4, groups=5), 16),
        (A(groups=2, load="parallel"), 64),
        (A(groups=2, load="serial"), 68),
    ],
)
def test_a_slot_is_rounds_and_loads(architecture: Architecture, clocks: int) -> None:
    """With groups enough, nothing is waited for."""
    assert engine("sha256", architecture, False).compiled.slot_clocks == clocks
