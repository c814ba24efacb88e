"""`hashloom implement`: what it says of several placements."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from hashloom import cli
from hashloom.commands.measuring.implement import best_of
from hashloom.implementation import implementing
from hashloom.implementation.result import CriticalPath, Implementation, Placement
from hashloom.targets import Resources, get_target

CELLS = Resources(lut=100, ff=100, bram=0, lutram=0, dsp=0)
CLOCKS = {1: 100.0, 2: 90.0, 3: 110.0, 4: 95.0, 5: 105.0, 6: 130.0, 7: 120.0, 8: 80.0}


def placement(seed: int) -> Placement:
    return Placement(seed, CLOCKS[seed], CELLS, CriticalPath("a", "b", 5.0, 5.0, ()))


@pytest.fixture
def placed(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """Seeds that were asked for, in place of placing anything."""
    asked: list[list[int]] = []

    def implement(core: Any, seeds: Any, annealed: bool = False, **_: Any) -> Implementation:
        asked.append(list(seeds))
        target = get_target("ecp5-85f-8")
        found = tuple(placement(seed) for seed in seeds)
        tools = {"yosys": "1"} | ({"annealer": "2"} if annealed else {})
        return Implementation(target.name, tools, found, target.capacity)

    monkeypatch.setattr(implementing, "implement", implement)
    return asked


def test_the_best_is_told_apart(placed: list[list[int]], capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["implement", "sha256", "--best", "8", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert placed == [list(range(1, 9))]
    assert document["best"] == {"seed": 6, "fmax_mhz": 130.0, "of": 8}
    assert document["fmax_mhz"]["median"] == 100.0
    assert (document["fmax_mhz"]["max"], len(document["fmax_mhz"]["seeds"])) == (110.0, 5)
    assert cli.run(["implement", "sha256", "--best", "8"]) == 0
    text = capfd.readouterr().out
    assert "100.0 MHz, median of 5 placements (90.0 to 110.0)" in text
    assert "130.0 MHz with seed 6, of 8" in text


def test_the_best_of_fewer_than_the_median(
    placed: list[list[int]], capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["implement", "sha256", "--seeds", "3", "--best", "2", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert placed == [[1, 2, 3]]
    assert document["best"] == {"seed": 1, "fmax_mhz": 100.0, "of": 2}
    assert document["fmax_mhz"]["median"] == 100.0


def test_without_it_there_is_none(
    placed: list[list[int]], capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["implement", "sha256", "--seeds", "1", "--json"]) == 0
    assert "best" not in json.loads(capfd.readouterr().out)
    assert cli.run(["implement", "sha256", "--seeds", "1"]) == 0
    assert "100.0 MHz, 1 placement" in capfd.readouterr().out
    assert cli.run(["implement", "sha256", "--seeds", "1", "--placement", "annealed"]) == 0
    assert "100.0 MHz, 1 annealed placement" in capfd.readouterr().out


def test_the_first_of_equal_ones() -> None:
    equal = [replace(placement(seed), fmax_mhz=50.0) for seed in (1, 2)]
    assert best_of(equal)["seed"] == 1


def test_annealed_placements_name_the_annealer(
    placed: list[list[int]], capfd: pytest.CaptureFixture[str]
) -> None:
    for word, tools in (("usual", {"yosys": "1"}), ("annealed", {"yosys": "1", "annealer": "2"})):
        assert cli.run(["implement", "sha256", "--placement", word, "--json"]) == 0
        assert json.loads(capfd.readouterr().out)["tools"] == tools


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--placement", "best"], "--placement cannot be best; accepted are usual and annealed."),
        (
            ["--placement", "annealed", "--target", "ice40-hx8k"],
            "accepted with --placement annealed are targets of the family ecp5",
        ),
        (
            ["--placement", "annealed", "--target", "virtex-5"],
            "accepted with --placement annealed are targets of the family ecp5",
        ),
    ],
)
def test_what_cannot_be_annealed_is_refused(
    capfd: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert cli.run(["implement", "sha256", *words]) == 2
    assert said in capfd.readouterr().err
