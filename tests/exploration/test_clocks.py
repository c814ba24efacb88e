"""Derived clocks against those counted in simulation, of every measured core."""

from __future__ import annotations

from typing import Any

import pytest

from hashloom.exploration.candidates import counted_clocks
from hashloom.exploration.clocks import Clocks, clocks_of
from hashloom.exploration.dataset import shipped
from hashloom.exploration.fitting import sample_of
from hashloom.exploration.point import point_of


def derived(document: dict[str, Any]) -> Clocks:
    return clocks_of(sample_of(point_of(document), document).outline)


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
