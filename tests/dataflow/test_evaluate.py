"""Running a graph: operators, contexts that do not mix, and garbage where nothing was loaded."""

from __future__ import annotations

from dataclasses import replace
from hashlib import new

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.graphs import (
    FIXED_MESSAGES,
    LOADS,
    MESSAGES,
    PAIR,
    rounds_of,
    word,
)

from hashloom.dataflow.evaluate import compress, digests, function_of
from hashloom.dataflow.graph import Graph, Kind, Op, Signal
from hashloom.hashes import get_hash
from hashloom.hashes.expressions import CHOOSE, MAJORITY, PARITY
from hashloom.hashes.model import compress as reference
from hashloom.transforms.copies.interleaving import interleave

WORD = st.integers(0, 2**32 - 1)


@given(WORD, WORD, WORD)
def test_operators(x: int, y: int, z: int) -> None:
    def output(op: Op, *words: int) -> int:
        return function_of(word("n", op))(*words)

    def rotated(amount: int) -> int:
        return (x >> amount | x << 32 - amount) % 2**32

    assert output(Op.SUM, x, y, z) == (x + y + z) % 2**32
    assert output(Op.DIFFERENCE, x, y) == (x - y) % 2**32
    parity, carry = output(Op.PARITY, x, y, z), output(Op.CARRY, x, y, z)
    assert (parity, carry & 1) == (x ^ y ^ z, 0)
    assert (parity + carry - x - y - z) % 2**32 == 0
    assert output(Op.XOR, x, y) == x ^ y
    assert output(Op.XOR, x, y, z, x) == y ^ z
    assert output(Op.SIGMA, x) == rotated(2) ^ rotated(13) ^ rotated(22)
    assert output(Op.CH, x, y, z) == (x & y) ^ (~x & z)
    assert output(Op.MAJ, x, y, z) == (x & y) ^ (x & z) ^ (y & z)
    assert (output(Op.SELECT, 1, y, z), output(Op.SELECT, 0, y, z)) == (y, z)
    assert (output(Op.GATE, 1, y), output(Op.GATE, 0, y)) == (0, y)
    assert output(Op.TAP, x) == output(Op.SINK, x) == x


@given(WORD, WORD, WORD)
def test_function_by_round(x: int, y: int, z: int) -> None:
    node = replace(word("n", Op.BOOLEAN), formulas=(CHOOSE, PARITY, MAJORITY, PARITY))
    values = [function_of(node)(high, low, x, y, z) for high in (0, 1) for low in (0, 1)]
    ch, maj = (x & y) ^ (~x & z), (x & y) ^ (x & z) ^ (y & z)
    assert values == [ch, x ^ y ^ z, maj, x ^ y ^ z]
    assert function_of(replace(node, formulas=(MAJORITY,)))(x, y, z) == maj


@given(WORD, st.sampled_from([Op.CH, Op.MAJ, Op.SELECT]), st.integers(0, 1), WORD, WORD)
def test_absorbed_function(a: int, op: Op, bit: int, y: int, z: int) -> None:
    absorbing = replace(word("n", Op.SUM), absorbed=op)
    function = function_of(word("f", op))(bit, y, z)
    assert function_of(absorbing)(a, bit, y, z) == (a + function) % 2**32


@pytest.mark.parametrize("name", PAIR)
@given(messages=st.lists(MESSAGES, min_size=1, max_size=7))
@settings(max_examples=10)
def test_contexts_do_not_mix(name: str, messages: list[bytes]) -> None:
    """Messages of different lengths side by side, also fewer than contexts."""
    graph = interleave(rounds_of(name, serial_load=True), 3)
    expected = [new(name, message).digest() for message in messages]
    assert digests(graph, get_hash(name), messages) == expected


def test_contexts_have_their_own_chaining_values() -> None:
    hash_ = get_hash("sha256")
    states = [tuple((i + 1) * (j + 3) for i in range(8)) for j in range(3)]
    blocks = [hash_.pad(bytes([j]))[0] for j in range(3)]
    graph = interleave(rounds_of("sha256"), 3)
    expected = [reference(hash_, s, b) for s, b in zip(states, blocks, strict=True)]
    assert compress(graph, hash_, states, blocks) == expected


def selects(graph: Graph) -> list[str]:
    """Names of the selects that load."""
    return [node.name for node in graph.nodes.values() if node.op is Op.SELECT]


@pytest.mark.parametrize("load", LOADS)
def test_every_load_is_needed(load: dict[str, bool]) -> None:
    """Without one of its loads a graph reads garbage, and its digest is wrong."""
    whole = rounds_of("sha256", **load)
    hash_ = get_hash("sha256")
    expected = [new("sha256", message).digest() for message in FIXED_MESSAGES[:2]]
    for name in selects(whole):
        node = whole.nodes[name]
        broken = whole.updated(replace(node, op=Op.TAP, operands=node.operands[2:]))
        got = digests(broken, hash_, FIXED_MESSAGES[:2])
        assert all(a != b for a, b in zip(got, expected, strict=True)), name


@pytest.mark.parametrize("load", LOADS)
def test_every_register_counts(load: dict[str, bool]) -> None:
    """One register more on any single edge that matters gives a wrong digest."""
    whole = rounds_of("sha256", **load)
    expected = new("sha256", b"abc").digest()
    for node in whole.nodes.values():
        if node.op is Op.SINK and node.port.kind is not Kind.RESULT:
            continue  # what registers keep: the outside of the graph
        for position, edge in enumerate(node.operands):
            if whole.nodes[edge.source].op is Op.SOURCE and edge.source.startswith("H"):
                continue  # the same word in every round
            operands = list(node.operands)
            operands[position] = edge.later(1)
            broken = whole.updated(replace(node, operands=tuple(operands)))
            (digest,) = digests(broken, get_hash("sha256"), [b"abc"])
            assert digest != expected, f"{node.name} reads {edge.source} a clock late"


def test_chaining_words_leave_oldest_first() -> None:
    signal = Signal(Kind.CHAIN, (60, 64), "a", (0, 1, 2, 3))
    assert [signal.chaining_word(i) for i in range(60, 64)] == [3, 2, 1, 0]
    signal = replace(signal, sequence="e", words=(4, 5, 6, 7))
    assert [signal.chaining_word(i) for i in range(-4, 0)] == [7, 6, 5, 4]
    lanes = [replace(signal, stride=4, lane=lane) for lane in range(4)]
    assert [each.chaining_word(15) for each in lanes] == [7, 6, 5, 4]
    assert Signal(Kind.STATE, (0, 1), index=5).chaining_word(0) == 5


def test_sequences_may_have_any_number_of_words() -> None:
    signal = Signal(Kind.CHAIN, (-2, 80), "a", (0, 1))
    assert [signal.chaining_word(i) for i in (-3, -2, -1)] == [None, 1, 0]
    assert [signal.chaining_word(i) for i in (40, 77, 78, 79)] == [None, None, 1, 0]


def test_words_of_the_block_by_round() -> None:
    ahead = Signal(Kind.MESSAGE, (-4, 12), words=tuple(range(16)))
    assert [ahead.message_word(i) for i in (-5, -4, 0, 11, 12)] == [None, 0, 4, 15, None]


def test_a_control_bit_of_some_rounds() -> None:
    signal = Signal(Kind.CONTROL, (0, 8), chosen=(1, 3, 13), first_round=10, stride=2, lane=1)
    assert [signal.is_one(i) for i in range(4)] == [False, True, False, False]
