"""Derived clocks against those counted in simulation, of every measured core."""

from __future__ import annotations

from typing import Any

import pytest

from hashloom.cores import Architecture, Interface
from hashloom.exploration.candidates import counted_clocks
from hashloom.hashes import get_hash
from hashloom.measurements.dataset import shipped
from hashloom.measurements.estimation.clocks import BLOCKS, Clocks, clocks_of
from hashloom.measurements.estimation.fitting import sample_of
from hashloom.measurements.estimation.space import outline_of
from hashloom.request.point import point_of
from hashloom.targets import get_target


def derived(document: dict[str, Any], blocks: int = BLOCKS) -> Clocks:
    return clocks_of(sample_of(point_of(document), document).outline, blocks)


def in_turns(document: dict[str, Any]) -> bool:
    """Whether it is an HMAC core of several stages, whose clocks are only nearly known."""
    return document["level"] == "hmac" and document["architecture"]["stages"] > 1


DOCUMENTS = {f"{point_of(d).command} {len(d['fmax_mhz']['seeds'])}": d for d in shipped()}


ONE_ENGINE = [
    name
    for name, d in DOCUMENTS.items()
    if d["level"] == "hmac" and d["architecture"]["engines"] == 1 and not in_turns(d)
]


def test_every_level_is_there() -> None:
    assert {d["level"] for d in DOCUMENTS.values()} == {"engine", "message", "hmac"}


@pytest.mark.parametrize("name", list(DOCUMENTS))
def test_derived_clocks_are_the_counted_ones(name: str) -> None:
    document = DOCUMENTS[name]
    found, counted = derived(document), counted_clocks(document)
    near = 0.04 if in_turns(document) else 1e-9
    assert found.per_block == pytest.approx(counted.per_block, rel=near)
    assert found.per_block_aggregate == pytest.approx(counted.per_block_aggregate, rel=near)
    assert found.latency in (None, counted.latency)
    chosen = document["architecture"]["groups"] > document["architecture"]["stages"]
    assert (found.latency is None) == (chosen or in_turns(document))


@pytest.mark.parametrize("name", ONE_ENGINE)
@pytest.mark.parametrize("blocks", [1, 2, 7])
def test_short_messages(name: str, blocks: int) -> None:
    document = DOCUMENTS[name]
    found, counted = derived(document, blocks), counted_clocks(document, blocks)
    case = document["cycles_by_case"]["cached_key"]["1_block"]
    if blocks == 1:
        assert counted.per_block == case["single_message"]
        assert counted.per_block_aggregate == case["aggregate"]
    assert found.per_block == pytest.approx(counted.per_block)
    assert found.per_block_aggregate == pytest.approx(counted.per_block_aggregate)


def test_short_messages_of_two_engines() -> None:
    """Taken to cost what one engine needs, until the second always keeps up with the first."""
    hash_, keyed, target = get_hash("sha256"), Interface(level="hmac"), get_target("ecp5-85f-8")
    one, two = (
        outline_of(hash_, Architecture(interleave=4, engines=engines), keyed, target)
        for engines in (1, 2)
    )
    for blocks in (1, 7):
        each = [clocks_of(outline, blocks).per_block_aggregate for outline in (one, two)]
        assert each[0] == each[1] > 68
    assert clocks_of(two, 8).per_block_aggregate == 68 < clocks_of(one, 8).per_block_aggregate
