"""That annealing is asked for where a request, or the core that was chosen, says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.documents import document, point

from hashloom import cli
from hashloom.commands.making import build, confirming
from hashloom.commands.making.confirming import Measuring
from hashloom.errors import RequestError
from hashloom.exploration.candidates import measured_candidate


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each measurement was to be annealed, in place of measuring anything."""
    said: list[bool] = []

    def measured(*arguments: Any) -> Any:
        said.append(arguments[-1])
        raise RequestError("It is not measured here.")

    monkeypatch.setattr(build, "measured", measured)
    monkeypatch.setattr(confirming, "measured", measured)
    return said


def test_build_passes_it_on(asked: list[bool]) -> None:
    for words in ([], ["--placement", "usual"], ["--placement", "annealed"]):
        assert cli.run(["build", "sha256", *words]) == 2
    assert asked == [False, False, True]


def test_what_was_annealed_is_confirmed_annealed(asked: list[bool], tmp_path: Path) -> None:
    usual = measured_candidate(document(point()))
    for candidate in (usual, replace(usual, annealed=True)):
        with pytest.raises(RequestError):
            Measuring(tmp_path / "store.sqlite", (1,), 1).measured(candidate)
    assert asked == [False, True]
