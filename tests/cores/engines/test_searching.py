"""What was found for a core's sums is remembered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hashloom.cache import ENVIRONMENT
from hashloom.cores import Architecture
from hashloom.cores.engines import searching
from hashloom.hashes import get_hash
from hashloom.targets import get_target
from hashloom.transforms.rewriting.compilation import Search, Tried

SHA1 = get_hash("sha1")
DELAYS = get_target("ecp5-85f-8").delays
SEARCHED = Architecture(method="searched", unroll=2).resolved(SHA1)


@pytest.fixture
def searches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Search]:
    """Searches that are made, with an empty cache."""
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path))
    made: list[Search] = []
    best = Search.best

    def counted(self: Search) -> Tried:
        made.append(self)
        return best(self)

    monkeypatch.setattr(Search, "best", counted)
    return made


def test_a_search_is_made_once(searches: list[Search]) -> None:
    first = searching.compile_searched(SHA1, SEARCHED, DELAYS)
    second = searching.compile_searched(SHA1, SEARCHED, DELAYS)
    assert len(searches) == 1
    assert second == first
    assert list(second.graph.nodes) == list(first.graph.nodes)


def test_other_programs_search_again(
    searches: list[Search], monkeypatch: pytest.MonkeyPatch
) -> None:
    searching.compile_searched(SHA1, SEARCHED, DELAYS)
    monkeypatch.setattr(searching, "_programs", lambda: "of another day")
    searching.compile_searched(SHA1, SEARCHED, DELAYS)
    assert len(searches) == 2


def test_without_a_cache_it_is_searched_for(
    searches: list[Search], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "file"))
    found = searching.compile_searched(SHA1, SEARCHED, DELAYS)
    assert len(searches) == 1
    assert json.dumps(found.chosen).startswith('"searched')
