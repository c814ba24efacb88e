"""Order and pruning of a sweep by what the estimator says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hashloom.cores import Architecture, Interface
from hashloom.exploration.candidates import Candidate
from hashloom.exploration.pruning import beats, best_first, predicted, pruning
from hashloom.request.point import Point


def point(hash_name: str = "sha256", target: str = "ecp5-85f-8", **fields: object) -> Point:
    return Point(hash_name, replace(Architecture(), **fields), Interface(), target)


def candidate(of: Point) -> Candidate:
    found = predicted(of)
    assert found is not None
    return found


BEST = point()
WORST = point(association="textbook", adders="ripple", retiming=False)
LARGER = point(unroll=2)


def test_predictions() -> None:
    one, two = candidate(BEST), candidate(LARGER)
    assert one.point == BEST
    assert one.resources.lut < two.resources.lut
    assert candidate(point("hmac-sha256")).resources.lut > one.resources.lut
    assert candidate(point("michail2012-base")).block_bits == 512
    assert candidate(point("sha512")).block_bits == 1024


def test_to_beat_is_to_be_better_in_everything() -> None:
    one, other = candidate(BEST), candidate(LARGER)
    slow = replace(one, clock_mhz=one.clock_mhz / 2)
    assert beats(one, slow, 0)
    assert not beats(one, slow, 0.15)  # not smaller
    assert not beats(slow, one, 0)
    assert not beats(one, one, 0)
    assert not beats(one, replace(one), 0)
    large = replace(slow, resources=other.resources)
    assert beats(one, large, 0.15)
    assert not beats(one, large, 1.5)


def test_the_undominated_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(best_first([WORST, LARGER, BEST])) == {WORST, LARGER, BEST}
    fast, slow = candidate(BEST), candidate(WORST)
    slow = replace(slow, clock_mhz=1.0, resources=replace(slow.resources, lut=9000))
    figures = {BEST: fast, WORST: slow, LARGER: replace(slow, clock_mhz=2.0)}
    monkeypatch.setattr("hashloom.exploration.pruning.predicted", figures.get)
    assert best_first([WORST, LARGER, BEST]) == [BEST, LARGER, WORST]
    assert pruning()([WORST, LARGER, BEST]) == [BEST]
    assert set(pruning(9000.0)([WORST, LARGER, BEST])) == {BEST, LARGER, WORST}


def test_only_like_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    other = point(target="ecp5-25f-8")
    fast = candidate(BEST)
    slow = replace(fast, clock_mhz=1.0, resources=replace(fast.resources, lut=9000))
    monkeypatch.setattr(
        "hashloom.exploration.pruning.predicted", {BEST: fast, other: slow}.__getitem__
    )
    assert pruning()([BEST, other]) == best_first([BEST, other])


def test_what_cannot_be_predicted_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashloom.exploration.pruning.predicted", lambda _: None)
    assert pruning()([WORST, BEST]) == [WORST, BEST] or pruning()([WORST, BEST]) == [BEST, WORST]
