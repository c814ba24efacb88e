"""Cores at random: a seed draws what it has always drawn, and each kind what it is for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hashloom.request.point import Point
from hashloom.verification.random.drawing.draws import DRAWS

RECORD = Path(__file__).parents[4] / "benchmarks" / "campaign.jsonl"


def recorded(kind: str) -> list[dict[str, Any]]:
    """The last cores of a kind that a campaign has run: some hashes came after the first."""
    lines = RECORD.read_text("utf-8").splitlines()
    cores = [core for line in lines if (core := json.loads(line)).get("draws", "cores") == kind]
    return sorted(cores, key=lambda core: core["index"])[-8:]


@pytest.mark.parametrize("kind", DRAWS)
def test_a_seed_draws_what_it_has_drawn(kind: str) -> None:
    cores = recorded(kind)
    assert cores
    for core in cores:
        drawn = DRAWS[kind](f"{core['campaign']}/{core['index']}")
        assert drawn.point == Point.from_dict(core["request"])


def test_kinds_are_what_they_are_for() -> None:
    delayed = [DRAWS["delays"](f"a/{index}").core for index in range(6)]
    assert {core.architecture.delays for core in delayed} == {"lutram", "bram"}
    assert all(core.plan.lines_in_memory for core in delayed)
    added = [DRAWS["added"](f"a/{index}").core for index in range(6)]
    assert {core.architecture.load for core in added} == {"added"}
    assert {DRAWS["folded"](f"a/{index}").core.folded for index in range(6)} == {True}
    keyed = [DRAWS["folded-keyed"](f"a/{index}").core for index in range(6)]
    assert {(core.folded, core.keyed) for core in keyed} == {(True, True)}
    four = [DRAWS["folded-four"](f"a/{index}").core for index in range(8)]
    assert {core.architecture.fold for core in four} == {4}
    assert {core.keyed for core in four} == {True, False}
    two = [DRAWS["folded-two"](f"a/{index}").core for index in range(8)]
    assert {(core.architecture.fold, core.keyed) for core in two} == {(2, False)}
    keys = [DRAWS["folded-two-keyed"](f"a/{index}").core for index in range(6)]
    assert {(core.architecture.fold, core.keyed) for core in keys} == {(2, True)}
    many = [DRAWS["many"](f"a/{index}").core.architecture for index in range(6)]
    assert all(16 < each.interleave <= each.contexts <= 128 for each in many)
    assert any(each.contexts > 64 for each in many)
