"""The recursive method of michail2012: its equations, its values, and digests at every step."""

from __future__ import annotations

import random
from functools import cache

import pytest
from support.graphs import assert_digests

from hashloom.dataflow.evaluate import trace
from hashloom.dataflow.gates import paper_terms, slowest
from hashloom.hashes import get_hash
from hashloom.literature.equations import equations, equations_of
from hashloom.transforms.by_hand.operational_block import Block, plain_name
from hashloom.transforms.by_hand.recursion import (
    COMPRESSION,
    PREFETCH,
    SPACE,
    TIME,
    Application,
    walk,
)

SHA256 = get_hash("sha256")


@cache
def applications(name: str = "sha256", unroll: int = 2, stages: int = 1) -> list[Application]:
    """The walk, once for all tests."""
    return walk(get_hash(name), unroll, stages)


def path_of(block: Block) -> str:
    """The longest path in the paper's terms, out of the timing analysis."""
    return paper_terms(block.placed, slowest(block.placed))


@pytest.mark.parametrize("stages", [1, 4])
def test_paths_are_those_of_the_equations(stages: int) -> None:
    """Equations 3 to 7 and 11, computed from the graph after each technique."""
    steps = applications(stages=stages)
    found = {
        equation.number: path_of(steps[position].block)
        for position, equation in equations_of(steps, 2).items()
    }
    assert found == {equation.number: equation.path for equation in equations()}
    assert set(found) == {3, 4, 5, 6, 7, 11}


@pytest.mark.parametrize(
    ("name", "unroll", "stages"),
    [("sha256", 1, 1), ("sha256", 2, 4), ("sha512", 2, 1), ("sha384", 4, 1), ("sha256", 8, 2)],
)
def test_every_application_keeps_the_digest(name: str, unroll: int, stages: int) -> None:
    for application in applications(name, unroll, stages):
        if application.changed:
            assert_digests(application.block.placed, name, [b"abc", bytes(120)])


def test_what_the_first_pre_computation_moves() -> None:
    """p1 to p5 of figure 6: Sigma0 + Maj, e, T1 of the first round, g + K + W and c + g + K + W."""
    block = next(a for a in applications() if a.technique == SPACE).block
    early = {name for name in block.round_sums if block.early[name] == 1}
    assert {"big_sigma0_a_maj_abc_0", "e_new_0", "T1_0", "h_K_W_1", "h_K_W_d_1"} <= early
    assert not {"a_new_0", "ch_efg_1", "big_sigma1_e_1", "e_new_1", "T1_1", "a_new_1"} & early


def test_ch_moves_and_sigma_stays() -> None:
    """Figure 8: p6."""
    again = [a for a in applications() if (a.technique, a.after) == (SPACE, PREFETCH)]
    block = next(a for a in again if a.changed).block
    assert (block.early["ch_efg_1"], block.early["big_sigma1_e_1"]) == (1, 0)
    assert sum(a.changed for a in again) == 1


def test_where_ch_waits_makes_no_difference_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the step that lengthens the path, the method ends with the same block."""
    monkeypatch.setattr(
        "hashloom.transforms.by_hand.recursion.precompute_slower_function", lambda block: block
    )
    without = walk(SHA256, 2, 1)
    assert "4*add + 3*nlf + mux" not in [path_of(a.block) for a in without]
    assert without[-1].block == applications()[-1].block


def test_what_temporal_pre_computation_moves() -> None:
    """X*, H* and P4* of figure 10, and nothing else."""
    before, after = (
        next(a for a in applications() if (a.technique, a.after) == place).block
        for place in ((COMPRESSION, ""), (TIME, ""))
    )
    moved = {n for n in after.round_sums if after.early[n] == 2 > before.early[n]}
    assert moved == {"h_K_W_0", "h_K_W_1", "h_K_W_d_0"}


def test_the_end_is_a_fixed_point() -> None:
    """Figure 12: another round of the recursion changes nothing."""
    last = applications()[-4:]
    assert [a.technique for a in last] == [SPACE, PREFETCH, COMPRESSION, TIME]
    assert not any(a.changed for a in last)


def test_initialisation_values() -> None:
    """Equations 12 to 17 are in the registers, and at their inputs, when a block begins.

    Counting from round t: X = h + K[t] + W[t] + d, H without d, P4 = g + K[t+1] + W[t+1], and two
    rounds later X* = b + f + K[t+2] + W[t+2], H* without b, P4* = e + K[t+3] + W[t+3].  (The paper
    prints t - 1 and t + 1 as the indices of P4 and P4*; with the rounds of a mega-operation being
    t and t + 1, the sums it describes are these.)
    """
    chance = random.Random(5)
    state = tuple(chance.getrandbits(32) for _ in range(8))
    w = tuple(chance.getrandbits(32) for _ in range(16))
    k = SHA256.constants
    _, b, _, d, e, f, g, h = state
    graph = applications()[-1].block.placed
    clocks = dict(trace(graph, SHA256, [state], [w]))
    registers, inputs = clocks[-2], clocks[-1]
    x, big_h, p4 = "h_K_W_d_0", "h_K_W_0", "h_K_W_1"
    expected = {x: h + k[0] + w[0] + d, big_h: h + k[0] + w[0], p4: g + k[1] + w[1]}
    later = {x: b + f + k[2] + w[2], big_h: f + k[2] + w[2], p4: e + k[3] + w[3]}
    assert {name: registers[name] for name in expected} == {
        name: value & SHA256.mask for name, value in expected.items()
    }
    assert {name: inputs[name] for name in later} == {
        name: value & SHA256.mask for name, value in later.items()
    }
    # The first pre-computation is in clock -1 and reads the registers of X, H and P4.
    assert graph.lag("e_new_0") == -1
    assert all(edge.delay == 1 for edge in graph.nodes["e_new_0_ps"].operands if edge.source == x)


@pytest.mark.parametrize(("name", "unroll"), [("sha256", 4), ("sha512", 4), ("sha256", 16)])
def test_any_number_of_rounds_ends_with_one_csa_and_one_function_each(
    name: str, unroll: int
) -> None:
    block = applications(name, unroll)[-1].block
    terms = path_of(block)
    assert terms.startswith(f"{unroll}*csa + {unroll}*nlf")


def test_the_stages_are_alike() -> None:
    block = applications(stages=4)[-1].block
    for name in block.round_sums:
        assert len({block.early[twin] for twin in block.twins(name)}) == 1
        assert len(block.twins(name)) == 4
        assert plain_name(name) in applications()[-1].block.graph.nodes
