"""The round of the standard as a graph, with either load and either chaining addition."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from support.graphs import (
    ALL_HASHES,
    HEAD,
    MESSAGES,
    SERIAL,
    SHA2,
    assert_digests,
    count,
    rounds_of,
)

from hashloom.dataflow.build import round_graph
from hashloom.dataflow.graph import Kind, Op
from hashloom.hashes import get_hash

# Loading serially goes with narrow memories, loading at the head with registers: the chaining
# addition then is serial.
SHAPES = [
    {"serial_chain": False},
    {"serial_chain": True},
    {"serial_chain": True, **HEAD},
    {"serial_chain": True, **SERIAL},
]


# New chaining words of RIPEMD-160 do not come one after another, and are not loaded so.
BUILT = [
    (name, shape)
    for name, shape in product(ALL_HASHES, SHAPES)
    if get_hash(name).combined_apart or not shape.get("serial_load")
]


@pytest.mark.parametrize(("name", "shape"), BUILT)
def test_digest_equals_hashlib(name: str, shape: dict[str, bool]) -> None:
    assert_digests(rounds_of(name, **shape), name)


@pytest.mark.parametrize("shape", SHAPES)
@given(message=MESSAGES)
@settings(max_examples=20)
def test_digest_of_any_message(shape: dict[str, bool], message: bytes) -> None:
    assert_digests(rounds_of("sha256", **shape), "sha256", [message])


def test_parallel_load_selects_every_working_variable() -> None:
    graph = rounds_of("sha256", serial_load=False, serial_chain=False)
    assert graph.first == 0
    assert count(graph, Op.SELECT) == 8 + 1  # and the schedule's
    state = [node.port.index for node in graph.sources() if node.port.kind is Kind.STATE]
    assert sorted(state) == list(range(8))
    assert sorted(node.port.index for node in graph.sinks()) == list(range(8))


def test_serial_load_selects_the_two_sequences() -> None:
    graph = rounds_of("sha256", serial_load=True)
    assert graph.first == -4
    assert count(graph, Op.SELECT) == 2 + 1
    assert [n.port.sequence for n in graph.sources() if n.port.kind is Kind.CHAIN] == ["a", "e"]
    assert [node.port.sequence for node in graph.sinks()] == ["a", "e"]
    assert {node.port.active for node in graph.sinks()} == {(60, 64)}


def test_load_at_the_head_selects_the_newest_a_round_earlier() -> None:
    graph = rounds_of("sha256", head_load=True)
    assert graph.first == -1
    early = {
        node.name
        for node in graph.nodes.values()
        if node.op is Op.SELECT and node.operands[0].source == "load_head"
    }
    assert early == {"a_new", "e_new"}
    when = {n.port.index: n.port.active[0] for n in graph.sources() if n.port.kind is Kind.STATE}
    assert when == {0: -1, 4: -1, 1: 0, 2: 0, 3: 0, 5: 0, 6: 0, 7: 0}
    kept = {n.port.index: n.port.active for n in graph.sinks() if n.port.kind is Kind.STATE}
    newest = [(63 - age, 64 - age) for age in range(4)]
    assert [kept[i] for i in range(8)] == newest * 2


@pytest.mark.parametrize("name", SHA2)
def test_sums_hold_all_operands_of_the_standard(name: str) -> None:
    graph = rounds_of(name)
    operands = {n: len(graph.nodes[n].operands) for n in ("T1", "e_new", "a_new", "W_sum")}
    assert operands == {"T1": 5, "e_new": 2, "a_new": 3, "W_sum": 4}
    assert count(graph, Op.SIGMA) == 4
    assert count(graph, Op.CH) == count(graph, Op.MAJ) == 1


def test_working_variables_and_schedule_are_delays() -> None:
    graph = rounds_of("sha256", serial_load=True)
    for letter, before in zip("bcdfgh", "abcefg", strict=True):
        (edge,) = graph.nodes[letter].operands
        assert (edge.source, edge.delay) == (before, 1)
    assert graph.nodes["W16"].operands[0].source == "W15"


def test_sequences_of_sha1() -> None:
    graph = rounds_of("sha1", serial_load=True)
    assert graph.first == -3
    words = {n.port.sequence: n.port.words for n in graph.sources() if n.port.kind is Kind.CHAIN}
    assert words == {"a": (0, 1), "c": (2, 3, 4)}
    assert {node.port.active for node in graph.sinks()} == {(77, 80), (78, 80)}
    function = graph.nodes["f_bcd"]
    assert [edge.source for edge in function.operands] == ["choose_f_1", "choose_f_0", *"bcd"]
    assert [each.text() for each in function.formulas] == [
        "(x & y) ^ (~x & z)",
        "x ^ y ^ z",
        "(x & y) | (z & (x | y))",
        "x ^ y ^ z",
    ]


def test_the_schedule_of_sm3_is_ahead_by_whole_iterations() -> None:
    hash_ = get_hash("sm3")
    for unroll, ahead in ((1, 4), (2, 4), (4, 4), (8, 8)):
        graph = round_graph(hash_, serial_load=False, serial_chain=True, unroll=unroll)
        assert graph.first == -ahead
        assert graph.nodes["M"].port.active == (-ahead, 16 - ahead)


def test_md5_reads_words_of_the_block_in_every_round() -> None:
    graph = rounds_of("md5")
    message = graph.nodes["M"].port
    assert [message.message_word(t) for t in (0, 15, 16, 17, 32, 33, 48, 49, 63)] == [
        *(0, 15, 1, 6, 5, 8, 0, 7, 9),
    ]
    assert count(graph, Op.SELECT) == 4 + 15  # loads, and the rotation of one round of sixteen


def test_ripemd160_has_two_lines_and_crosses_them_at_the_end() -> None:
    graph = rounds_of("ripemd160", serial_chain=False)
    first, second = (graph.nodes[name].port.words for name in ("M", "MM"))
    assert [first[t] for t in (0, 15, 16, 31, 79)] == [0, 15, 7, 8, 13]
    assert [second[t] for t in (0, 15, 16, 31, 79)] == [5, 12, 6, 2, 11]
    assert {n.name for n in graph.sources() if n.port.kind is Kind.CONSTANT} == {"K", "KK"}
    loaded = {name for name, node in graph.nodes.items() if node.role.age}
    assert loaded == {*"abcde", *(2 * letter for letter in "abcde")}
    read = {edge.source for edge in graph.nodes["H0_sum"].operands}
    assert read == {"H1", "b", "dd_new"}  # h1 + C + D', a round before they have those letters
    assert count(graph, Op.SELECT) == 10 + 2 * 4  # loads, and bits of what each line rotates by
