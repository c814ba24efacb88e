"""Placements that benchmarks/seeds.py has kept are not made again, here or elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from hashloom.cache import Cache
from hashloom.implementation import flow
from hashloom.implementation.result import CriticalPath, Placement
from hashloom.targets.model import Resources

ROOT = Path(__file__).resolve().parent.parent
NAME = "sha256_f1"


@pytest.fixture
def placed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Seeds that were placed, by a placer of the test's own; results and cache are elsewhere."""
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])
    import seeds

    done: list[int] = []

    def place_all(run: Any, mapped: Any, wanted: list[int], *_: object) -> list[Placement]:
        done.extend(wanted)
        path = CriticalPath("a", "b", 1.0, 2.0, ())
        return [Placement(s, 100.0 + s, Resources(1, 0, 0, 0, 0), path) for s in wanted]

    monkeypatch.setattr(flow, "_place_all", place_all)
    monkeypatch.setattr(seeds, "KEPT", tmp_path / "seeds.json")
    monkeypatch.setenv("HASHLOOM_CACHE", str(tmp_path / "cache"))
    return done


def test_a_seed_that_is_kept_is_not_placed_again(placed: list[int]) -> None:
    import seeds

    seeds.keep(NAME, 2)
    seeds.keep(NAME, 1)
    seeds.keep(NAME, 2)
    assert placed == [2, 1]
    assert [entry["placement"]["seed"] for entry in seeds.kept().values()] == [1, 2]


def test_another_cache_takes_what_is_kept(
    placed: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import seeds
    from prove import core_of
    from run import MEASURED

    from hashloom.implementation.implementing import implement

    seeds.keep(NAME, 3)
    monkeypatch.setenv("HASHLOOM_CACHE", str(tmp_path / "elsewhere"))
    assert Cache().folder == tmp_path / "elsewhere"
    seeds.recall()
    done = implement(core_of(MEASURED[NAME]), [3])
    assert placed == [3]
    assert done.placements[0].fmax_mhz == 103.0


def test_what_has_changed_is_placed_again_and_kept_in_its_place(
    placed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    import seeds
    from run import MEASURED

    seeds.keep(NAME, 1)
    monkeypatch.setitem(MEASURED, NAME, f"{MEASURED[NAME]} --width 8")
    seeds.keep(NAME, 1)
    assert placed == [1, 1]
    assert len(seeds.kept()) == 1
