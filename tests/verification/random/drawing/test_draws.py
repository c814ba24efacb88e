"""Random traffic reaches every value that a request accepts, or the document says which not."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from hashloom.request.accepted import CHOICES, ENGINES, FOLDS
from hashloom.request.architecture import Architecture
from hashloom.request.bus import BUSES, DMAS, NONE
from hashloom.request.interface import WIDTHS, Interface
from hashloom.request.level import LEVELS
from hashloom.request.point import DEFAULT_TARGET, Point
from hashloom.targets import target_names
from hashloom.verification.random.campaign import summary
from hashloom.verification.random.drawing.draws import DRAWS, NOT_DRAWN
from hashloom.verification.vectors.reference import JUDGED

ROOT = Path(__file__).parents[4]
DOCUMENT = ROOT / "benchmarks" / "campaign.json"
ACCEPTED: dict[str, list[Any]] = {
    **{name: list(values) for name, values in CHOICES.items()},
    "retiming": [True, False],
    "engines": list(ENGINES),
    "fold": list(FOLDS),
    "level": list(LEVELS),
    "width": [None, *WIDTHS],
    "resume": [True, False],
    "private_slots": [True, False],
    "bus": [NONE, *BUSES],
    "dma": [NONE, *DMAS],
    "target": list(target_names()),
    "hash": list(JUDGED),  # those whose digests somebody else knows
}
RANGES = ("pool", "retiming_mhz", "copies", "unroll", "stages", "interleave", "groups", "slots")


def document() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(DOCUMENT.read_text("utf-8"))
    return loaded


@pytest.mark.parametrize("option", ACCEPTED)
def test_every_accepted_value_was_drawn(option: str) -> None:
    counts = document()["options"][option]
    missing = {f"--{option} {v}" for v in ACCEPTED[option] if not counts.get(str(v))}
    assert missing <= set(NOT_DRAWN)


@pytest.mark.parametrize("option", RANGES)
def test_ranges_are_drawn_from(option: str) -> None:
    assert len(document()["options"][option]) > 2


def test_what_is_not_drawn_is_said() -> None:
    """In the campaign's document and in the chapter on it, and nothing is said without need."""
    assert document()["not_drawn"] == NOT_DRAWN
    chapter = (ROOT / "docs" / "developers.md").read_text("utf-8")
    counts = document()["options"]
    for value in NOT_DRAWN:
        assert f"`{value}`" in chapter
        option, _, name = value.removeprefix("--").partition(" ")
        assert not counts[option].get(name)


def test_cores_that_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that commands, papers and the data set name, each once and with packets."""
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])
    from asked import asked, commanded

    text = "    hashloom build sha256 --interleave 2 --no-retiming --seeds 5\n`hashloom papers`\n"
    (point,) = commanded(text)
    architecture = Architecture(interleave=2, retiming=False)
    assert point == Point("sha256", architecture, Interface(), DEFAULT_TARGET)
    points = asked()
    assert len(points) == len(set(points)) > 100
    assert "engine" not in {each.interface.level for each in points}
    assert {"block", "hmac-block"} <= {each.interface.level for each in points}


def test_cores_without_properties_are_counted() -> None:
    """Of more than eight contexts, of whole blocks, and where nobody asked for them."""
    few, many = Architecture(interleave=8), Architecture(interleave=9)
    cores = [
        *((few, Interface(), True), (many, Interface(), True), (few, Interface(), False)),
        (few, Interface(copies=2), True),
        (Architecture(stages=4), Interface(level="block"), True),
    ]
    lines = [
        {
            **{"campaign": 1, "index": index, "seed": 1, "rtl_sha256": "", "bins": "", "hits": "0"},
            **{"packets": 1, "runs": 1, "clocks": 1, "seconds": 1.0, "refused": 0, "put_aside": 0},
            "failures": [],
            "properties": properties,
            "request": Point("sha256", architecture, interface).as_dict(),
        }
        for index, (architecture, interface, properties) in enumerate(cores)
    ]
    assert summary(lines)["cores_without_properties"] == 4


def test_further_kinds_are_what_they_are_for() -> None:
    def cores(kind: str) -> list[Any]:
        return [DRAWS[kind](f"a/{index}").core for index in range(12)]

    registers, rings = cores("registers"), cores("rings")
    assert {core.interface.bus for core in registers} == set(BUSES)
    assert {core.interface.dma for core in rings} == set(DMAS)
    assert {core.keyed for core in registers} == {core.keyed for core in rings} == {True, False}
    for kind in ("folded-registers", "folded-rings"):
        assert {core.architecture.fold for core in cores(kind)} == set(FOLDS) - {0}
        assert {core.keyed for core in cores(kind)} == {True, False}
    assert all(core.interface.registered for core in cores("folded-registers"))
    assert {core.interface.dma for core in cores("folded-rings")} == set(DMAS)
    assert {core.architecture.load for core in cores("cleared")} == {"cleared"}
    assert all(core.architecture.retiming_mhz for core in cores("aimed"))
    assert all(core.interface.prefix for core in cores("named"))
    assert {core.interface.level for core in cores("blocks")} == {"block", "hmac-block"}
