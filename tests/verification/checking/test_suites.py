"""Suites pass on a right core, count the failures of a wrong one, and say what they left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from hashloom.errors import CheckError, RequestError
from hashloom.verification.checking.suites import Suite, verify

CoreMaker = Callable[..., Any]


def test_full_suite_passes(make_core: CoreMaker) -> None:
    told: list[tuple[str, int, int]] = []
    report = verify(
        make_core(contexts=2, width=512, clocks_per_block=4),
        "full",
        lambda part, done, total: told.append((part, done, total)),
    )
    assert report.failed == 0
    assert report.left_out == ()
    assert [part.vectors for part in report.parts] == [65, 64, 100, 193, 193, 1000]
    assert report.vectors == 1615
    for part in report.parts:
        assert (part.name, part.vectors, part.vectors) in told
    report.require()


def test_quick_suite_says_what_it_left_out(make_core: CoreMaker) -> None:
    report = verify(make_core("sha512_224", width=64), "quick")
    assert report.failed == 0
    assert [part.vectors for part in report.parts] == [129, 4, 3, 200]
    assert "CAVP long: 124 of 128 vectors" in report.left_out
    assert "CAVP monte: 97 of 100 vectors" in report.left_out
    assert any("random messages: 800 of 1000" in text for text in report.left_out)


@pytest.mark.parametrize("fault", ["constant", "id", "unstable", "idle", "user", "reset"])
def test_quick_suite_finds(make_core: CoreMaker, fault: str) -> None:
    report = verify(make_core(contexts=2, fault=fault), "quick")
    assert report.failed > 0
    with pytest.raises(CheckError, match=f"failed {report.failed} of 272 vectors: "):
        report.require()


def test_full_suite_finds_a_single_bad_length(make_core: CoreMaker) -> None:
    report = verify(make_core(contexts=2, fault="silent"), "full")
    passed = [part.name for part in report.parts if not part.failed]
    assert passed == ["CAVP short", "CAVP long", "CAVP monte"]


def test_unknown_suite_is_refused(make_core: CoreMaker) -> None:
    with pytest.raises(RequestError, match="'quick' and 'full'"):
        verify(make_core(), cast(Suite, "all"))
