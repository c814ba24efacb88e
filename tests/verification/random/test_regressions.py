"""Traffic that once showed a difference between a core and the documents shows none now."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from hashloom.cores import core_of
from hashloom.request.point import Point
from hashloom.verification.random.streams.saved import regressions
from hashloom.verification.random.subjects import subject_for

FOUND = sorted(
    regressions(Path(__file__).with_name("regressions.jsonl")), key=lambda found: str(found.point)
)
BY_CORE = {point: list(group) for point, group in groupby(FOUND, lambda found: found.point)}


@pytest.mark.parametrize("point", BY_CORE, ids=lambda point: " ".join(point.options))
def test_nothing_comes_back(point: Point) -> None:
    subject = subject_for(core_of(point))
    back = [found.found for found in BY_CORE[point] if subject.differences_of(found.traffic)]
    assert back == []
