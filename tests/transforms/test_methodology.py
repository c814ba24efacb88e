"""The order of the transformations, and the order in which memories are used."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from support.graphs import DELAYS, FUSING, assert_digests

from hashloom.cores import Architecture
from hashloom.dataflow.bound import iteration_bound
from hashloom.dataflow.delays import DelayModel
from hashloom.dataflow.timing import critical_path
from hashloom.hashes import get_hash
from hashloom.transforms.methodology import Compiled, compile_engine
from hashloom.transforms.registers.storage import Storage, storage_of

SHA256 = get_hash("sha256")


def compiled(architecture: Architecture, delays: DelayModel = DELAYS) -> Compiled:
    """The SHA-256 engine of an architecture."""
    return compile_engine(SHA256, architecture.resolved(SHA256), delays)


@pytest.mark.parametrize(
    ("architecture", "storage", "words"),
    [
        (Architecture(), Storage.REGISTERS, 1),
        (Architecture(unroll=2), Storage.REGISTERS, 2),
        (Architecture(unroll=8), Storage.REGISTERS, 4),
        (Architecture(interleave=2), Storage.NARROW, 1),
        (Architecture(interleave=3, unroll=4), Storage.NARROW, 4),
        (Architecture(stages=2), Storage.WIDE, 4),
        (Architecture(interleave=2, load="parallel"), Storage.WIDE, 4),
        (Architecture(groups=2), Storage.NARROW, 1),
        (Architecture(groups=2, load="parallel"), Storage.WIDE, 4),
    ],
)
def test_storage_follows_from_the_architecture(
    architecture: Architecture, storage: Storage, words: int
) -> None:
    assert storage_of(architecture.resolved(SHA256)) is storage
    assert compiled(architecture).chain_words == words


@pytest.mark.parametrize("delays", [DELAYS, FUSING])
@pytest.mark.parametrize(
    "architecture",
    [
        Architecture(),
        Architecture(association="textbook", adders="ripple"),
        Architecture(load="added"),
        Architecture(load="cleared"),
        Architecture(load="added", association="textbook", adders="ripple"),
        Architecture(load="added", association="prefetch"),
        Architecture(unroll=2, association="prefetch"),
        Architecture(interleave=3),
        Architecture(stages=2, unroll=2, interleave=2),
        Architecture(unroll=2, groups=2, load="parallel"),
    ],
)
def test_every_step_computes_the_same(architecture: Architecture, delays: DelayModel) -> None:
    steps = compiled(architecture, delays).steps
    assert len({step.name for step in steps}) == len(steps)
    for step in steps:
        assert_digests(step.graph, "sha256", [b"abc", bytes(100)])
    for before, after in pairwise(steps[-2:]):
        assert set(before.graph.nodes) == set(after.graph.nodes), "retiming changes no operator"


def test_a_slot_is_rounds_loads_and_extra_iterations() -> None:
    plain = compiled(Architecture(load="parallel"))
    assert plain.slot_clocks == plain.slot_iterations == 64 + plain.extra
    head = compiled(Architecture(load="head"))
    assert head.slot_clocks == 1 + 64 + head.extra
    added = compiled(Architecture(load="added"))
    assert (added.slot_clocks, added.skipped) == (64, 4)
    shared = compiled(Architecture(interleave=4))
    assert shared.slot_clocks == 4 * (64 + 4 + shared.extra)
    unrolled = compiled(Architecture(unroll=4, stages=2))
    assert unrolled.slot_clocks == 64 // 4 // 2 + unrolled.extra


@pytest.mark.parametrize("unroll", [4, 8, 16])
def test_first_and_last_stage_read_chaining_values_at_different_times(unroll: int) -> None:
    engine = compiled(Architecture(stages=4, unroll=unroll))
    assert 4 * engine.graph.iterations % engine.slot_iterations != 0


def test_retiming_reaches_the_bound_to_within_one_operator() -> None:
    """Of one context with carry-save adders; what the bound divides, an operator cannot."""
    result = compiled(Architecture())
    path = critical_path(result.graph, DELAYS).period_ns - DELAYS.register_ns
    assert path - iteration_bound(result.graph, DELAYS) < DELAYS.carry_ns(32)


def test_more_contexts_are_never_slower() -> None:
    same = Architecture(load="serial", association="reordered", adders="carry_save")
    architectures = [replace(same, interleave=contexts) for contexts in (1, 2, 3, 4)]
    periods = [critical_path(compiled(a).graph, DELAYS).period_ns for a in architectures]
    assert periods == sorted(periods, reverse=True)


def test_retiming_is_better_than_the_standards_registers() -> None:
    placed, standard = (
        critical_path(compiled(Architecture(retiming=retiming)).graph, DELAYS).period_ns
        for retiming in (True, False)
    )
    assert placed < standard


@pytest.mark.parametrize("unroll", [1, 2, 4, 8])
@pytest.mark.parametrize("chaining", ["lutram", "bram"])
@pytest.mark.parametrize("load", ["parallel", "serial"])
def test_there_is_a_placement_for_every_storage(unroll: int, chaining: str, load: str) -> None:
    architecture = Architecture(unroll=unroll, chaining=chaining, load=load)
    assert compiled(architecture).slot_clocks < 64 // unroll + 9
