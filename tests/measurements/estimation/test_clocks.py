"""Derived clocks against those counted in simulation, of every measured core."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hashloom.cores import Architecture, Interface, is_of_today
from hashloom.exploration.candidates import counted_clocks
from hashloom.hashes import get_hash
from hashloom.measurements.dataset import shipped
from hashloom.measurements.estimation.clocks import BLOCKS, Clocks, clocks_of
from hashloom.measurements.estimation.compiled import outline_of
from hashloom.measurements.estimation.fitting import sample_of
from hashloom.request.point import point_of
from hashloom.targets import get_target

COUNTED = Path(__file__).with_name("counted_hmac.json")


def derived(document: dict[str, Any], blocks: int = BLOCKS) -> Clocks:
    return clocks_of(sample_of(point_of(document), document).outline, blocks)


def in_turns(document: dict[str, Any]) -> bool:
    """Whether it is an HMAC core of several stages, whose clocks are only nearly known."""
    return document["level"] == "hmac" and document["architecture"]["stages"] > 1


def arrives_anywhere(document: dict[str, Any]) -> bool:
    """Whether its latency is only nearly known: which turn a message just misses depends on when
    the one before was answered, and so on the hash."""
    one_by_one = get_hash(document["algorithms"][0]).schedule is None
    return one_by_one and document["architecture"]["stages"] > 1


# A choice of hashes has no estimate, and neither has a folded core, a pool or load by addition; of
# what is around a core test_around tells.
# HMAC cores of earlier RTL had other clocks.
SINGLE = [
    d
    for d in shipped()
    if len(d["algorithms"]) == 1
    and not d["architecture"].get("fold")
    and not d["architecture"].get("pool")
    and not point_of(d).interface.registered
    and d["architecture"]["load"] not in ("added", "cleared")
    and (d["level"] != "hmac" or is_of_today(d))
]
DOCUMENTS = {f"{point_of(d).command} {len(d['fmax_mhz']['seeds'])}": d for d in SINGLE}


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
    chosen = document["architecture"]["groups"] > document["architecture"]["stages"]
    if chosen and document["level"] != "hmac":
        assert found.latency is None
    else:
        near = 0.08 if arrives_anywhere(document) else near
        assert found.latency == pytest.approx(counted.latency, rel=near)


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


def counted_cores() -> list[dict[str, Any]]:
    """HMAC cores whose clocks simulation counted, their keys in slots."""
    rows: list[dict[str, Any]] = json.loads(COUNTED.read_text("utf-8"))
    return rows


@pytest.mark.parametrize("row", counted_cores(), ids=lambda r: f"{r['hash']} {r['architecture']}")
def test_keyed_clocks_are_near_the_counted_ones(row: dict[str, Any]) -> None:
    architecture, keyed = Architecture(**row["architecture"]), Interface(level="hmac")
    outline = outline_of(get_hash(row["hash"]), architecture, keyed, get_target("ecp5-85f-8"))
    turns = architecture.stages > 1 and architecture.groups <= architecture.stages
    near = 0.04 if turns else 1e-9
    assert clocks_of(outline).latency == pytest.approx(row["latency"], rel=near)
    for blocks, clocks in row["alone"].items():
        found = clocks_of(outline, int(blocks)).per_block * int(blocks)
        assert found == pytest.approx(clocks, rel=0.04)
    for blocks, clocks in row["busy"].items():
        found = clocks_of(outline, int(blocks)).per_block_aggregate * int(blocks)
        near = 0.05 if int(blocks) == 24 else 0.35
        assert found == pytest.approx(clocks, rel=near)
        assert found > 0.85 * clocks


def test_short_messages_of_two_engines() -> None:
    hash_, keyed, target = get_hash("sha256"), Interface(level="hmac"), get_target("ecp5-85f-8")
    one, two = (
        outline_of(hash_, Architecture(interleave=4, engines=engines), keyed, target)
        for engines in (1, 2)
    )
    for blocks in (1, 2, 7, 8):
        each = [clocks_of(outline, blocks).per_block_aggregate for outline in (one, two)]
        assert 68 <= each[1] < each[0]
    quick = Architecture(unroll=2, stages=4, groups=9, engines=2)
    assert clocks_of(outline_of(hash_, quick, keyed, target), 1).per_block_aggregate == 8
