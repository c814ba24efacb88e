"""Derived clocks against those counted in simulation, of every measured core."""

from __future__ import annotations

from typing import Any

import pytest

from hashloom.exploration.candidates import counted_clocks
from hashloom.exploration.clocks import BLOCKS, Clocks, clocks_of
from hashloom.exploration.dataset import shipped
from hashloom.exploration.fitting import sample_of
from hashloom.exploration.point import point_of


def derived(document: dict[str, Any], blocks: int = BLOCKS) -> Clocks:
    return clocks_of(sample_of(point_of(document), document).outline, blocks)


def in_turns(document: dict[str, Any]) -> bool:
    """Whether it is an HMAC core of several stages, whose clocks are only nearly known."""
    return document["level"] == "hmac" and document["architecture"]["stages"] > 1


DOCUMENTS = {f"{point_of(d).command} {len(d['fmax_mhz']['seeds'])}": d for d in shipped()}


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


@pytest.mark.parametrize("name", [n for n, d in DOCUMENTS.items() if d["level"] == "hmac"])
@pytest.mark.parametrize("blocks", [1, 2, 7])
def test_short_messages(name: str, blocks: int) -> None:
    """A second engine's clocks for them are not known beforehand, but the most they can be."""
    document = DOCUMENTS[name]
    found, counted = derived(document, blocks), counted_clocks(document, blocks)
    case = document["cycles_by_case"]["cached_key"]["1_block"]
    if blocks == 1:
        assert (counted.per_block, counted.per_block_aggregate) == (
            case["single_message"],
            case["aggregate"],
        )
    if document["architecture"]["engines"] == 1 and not in_turns(document):
        assert found.per_block == pytest.approx(counted.per_block)
        assert found.per_block_aggregate == pytest.approx(counted.per_block_aggregate)
    else:
        assert found.per_block_aggregate >= counted.per_block_aggregate * (1 - 1e-9)
