"""Unfolding by U: U rounds an iteration, no more registers than before."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.graphs import ALL_HASHES, MESSAGES, assert_digests, count, rounds_of

from hashloom.dataflow.graph import Op
from hashloom.errors import RequestError
from hashloom.hashes import get_hash
from hashloom.request.rounds import divisors
from hashloom.transforms.copies.unfolding import unfold
from hashloom.transforms.sums.association import in_written_order


@pytest.mark.parametrize("name", ALL_HASHES)
@pytest.mark.parametrize("serial", [False, True])
def test_digest_is_unchanged(name: str, serial: bool) -> None:
    graph = rounds_of(name, serial_load=serial)
    for factor in (1, 2, 4, 8, 16 if graph.rounds == 64 else 10):
        assert_digests(unfold(graph, factor), name, [b"abc", bytes(120)])


@pytest.mark.parametrize("name", ["sha256", "sha384"])
@given(message=MESSAGES, data=st.data())
@settings(max_examples=10)
def test_any_factor_and_message(name: str, message: bytes, data: st.DataObject) -> None:
    serial = data.draw(st.booleans())
    graph = rounds_of(name, serial_load=serial, serial_chain=serial or data.draw(st.booleans()))
    factor = data.draw(st.sampled_from(divisors(graph.rounds)))
    assert_digests(unfold(graph, factor), name, [message])


@pytest.mark.parametrize("name", ["sha256", "sha512"])
@pytest.mark.parametrize("serial", [False, True])
def test_copies_and_registers(name: str, serial: bool) -> None:
    graph = unfold(in_written_order(rounds_of(name, serial_load=serial)), 1)
    for factor in (2, 4, 8):
        unfolded = unfold(graph, factor)
        assert (unfolded.unroll, unfolded.iterations) == (factor, graph.rounds // factor)
        for op in (Op.SIGMA, Op.CH, Op.MAJ):
            assert count(unfolded, op) == factor * count(graph, op)
        assert count(unfolded, Op.SUM) <= factor * count(graph, Op.SUM)
        assert unfolded.register_bits() <= graph.register_bits()


def test_each_copy_computes_its_round() -> None:
    graph = unfold(rounds_of("sha256"), 4)
    lanes = Counter((n.port.stride, n.port.lane) for n in graph.sources() if n.name[:2] == "K_")
    assert lanes == {(4, lane): 1 for lane in range(4)}
    edge = next(e for e in graph.nodes["T1_2"].operands if "big_sigma1" in e.source)
    sigma = graph.nodes[edge.source]
    assert (sigma.operands[0].source, sigma.operands[0].delay) == ("e_new_1", 0)


def test_loads_that_never_happen_are_gone() -> None:
    """With parallel load only the first copy loads e and a; of the schedule, copies below 16."""
    graph = unfold(rounds_of("sha256"), 2)
    loading = {n.name for n in graph.nodes.values() if n.op is Op.SELECT}
    assert loading == {f"{letter}_0" for letter in "abcdefgh"} | {"W_0", "W_1"}


def test_unfolding_by_one_removes_the_taps_only() -> None:
    graph = rounds_of("sha256")
    once = unfold(graph, 1)
    assert set(graph.nodes) - set(once.nodes) == {
        node.name for node in graph.nodes.values() if node.op is Op.TAP
    }


@pytest.mark.parametrize(("name", "factor"), [("sha256", 3), ("sha256", 0), ("sha512", -2)])
def test_refusal_names_the_divisors(name: str, factor: int) -> None:
    rounds = get_hash(name).rounds
    accepted = ", ".join(map(str, divisors(rounds)))
    with pytest.raises(RequestError) as refused:
        unfold(rounds_of(name), factor)
    assert str(refused.value) == (
        f"An unroll factor of {factor} does not divide {rounds} rounds; accepted are {accepted}."
    )


@given(st.integers(1, 500))
def test_divisors(number: int) -> None:
    found = divisors(number)
    assert list(found) == sorted(found)
    assert set(found) == {n for n in range(1, number + 1) if number % n == 0}
