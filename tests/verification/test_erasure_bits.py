"""What is said of unknown and marked bits, which depend on what is erased, holds of all numbers."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from hashloom.verification.equivalence.netlists.netlist import Net, Netlist
from hashloom.verification.equivalence.netlists.operators import COMPUTE, bits
from hashloom.verification.erasure.bits import Word, number, operator, unknown
from hashloom.verification.erasure.machine import Machine

WIDTH, TRIALS, DRAWS = 4, 300, 6
ONE_BIT = {"eq", "neq", "ult", "ulte", "ugt", "ugte", "slt", "slte", "sgt", "sgte"}
REDUCED = {"redor", "redand", "redxor"}
DIVISIONS: dict[str, Callable[[int, int], int]] = {
    "udiv": lambda a, b: a // b if b else bits(WIDTH),
    "urem": lambda a, b: a % b if b else a,
}


def drawn(source: random.Random, width: int) -> Word:
    """A word of which some bits are known, some are not, and some of these are marked."""
    open_ = source.getrandbits(width) & source.getrandbits(width)
    return source.getrandbits(width) & ~open_, open_, open_ & source.getrandbits(width)


def numbers(source: random.Random, words: list[Word]) -> tuple[list[int], list[int]]:
    """Two numbers for each word that differ in marked bits alone."""
    pairs = []
    for ones, open_, marked in words:
        same = source.getrandbits(WIDTH) & open_
        pairs.append((ones | same, ones | same & ~marked | source.getrandbits(WIDTH) & marked))
    return [a for a, _ in pairs], [b for _, b in pairs]


def holds(found: Word, a: int, b: int) -> bool:
    """Whether two results are what is said, and differ in marked bits alone."""
    ones, open_, marked = found
    return not ((a ^ ones | b ^ ones) & ~open_ or (a ^ b) & ~marked or marked & ~open_)


@pytest.mark.parametrize("op", sorted({*COMPUTE, *DIVISIONS}))
def test_an_operator_says_nothing_wrong(op: str) -> None:
    source = random.Random(op)
    count = 3 if op == "ite" else 1 if op in REDUCED | {"not", "neg"} else 2
    widths = [1 if op == "ite" and not place else WIDTH for place in range(count)]
    width = 1 if op in ONE_BIT | REDUCED else WIDTH
    function = operator(op, width, widths)
    for _ in range(TRIALS):
        words = [drawn(source, each) for each in widths]
        found = function(*words)
        for _ in range(DRAWS):
            pair = numbers(source, words)
            assert holds(found, *(computed(op, width, widths, each) for each in pair))


def computed(op: str, width: int, widths: list[int], values: list[int]) -> int:
    if op in DIVISIONS:
        return DIVISIONS[op](*values)
    return int(COMPUTE[op](width, widths, *values))


def test_a_memory_says_nothing_wrong() -> None:
    """A write, and a read of the same memory, at addresses of which some bits are known."""
    nets = {
        **{1: Net("state", WIDTH, 8), 2: Net("input", 3), 3: Net("input", WIDTH)},
        **{4: Net("input", 3), 5: Net("write", WIDTH, 8, (1, 2, 3))},
        6: Net("read", WIDTH, 0, (5, 4)),
    }
    source = random.Random(1)
    machine = Machine(Netlist(nets, state={1: 1}), {}, ())
    for _ in range(TRIALS):
        rows = [drawn(source, WIDTH) for _ in range(8)]
        words = [drawn(source, 3), drawn(source, WIDTH), drawn(source, 3)]
        machine.force({1: tuple(rows), **dict(zip((2, 3, 4), words, strict=True))})
        machine.settle()
        for _ in range(DRAWS):
            results = []
            for *held, where, word, place in numbers(source, [*rows, *words]):
                held[where] = word
                results.append(held[place])
            assert holds(machine.values[6], *results)


def test_what_stays_known_is_not_marked() -> None:
    """An AND with 0, a choice by a known bit, and a row at a known address stop a mark."""
    secret = unknown(WIDTH, bits(WIDTH))
    assert operator("and", WIDTH, (WIDTH, WIDTH))(secret, number(0)) == number(0)
    assert operator("ite", WIDTH, (1, WIDTH, WIDTH))(number(1), number(5), secret) == number(5)
    assert operator("add", WIDTH, (WIDTH, WIDTH))(unknown(WIDTH, 4), number(1))[2] == 0b1100
