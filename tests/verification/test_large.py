"""A message of a whole MiB, longer than any vector, through a core alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hashloom.verification.large import MEBIBYTE, hash_large

CoreMaker = Callable[..., Any]


@pytest.mark.parametrize(("fault", "right"), [("none", True), ("constant", False)])
def test_a_mebibyte(make_core: CoreMaker, fault: str, right: bool) -> None:
    told: list[int] = []
    outcome = hash_large(make_core(contexts=2, fault=fault), 1, told.append)
    assert outcome.right is right
    assert outcome.bytes == MEBIBYTE
    assert told == [1]
    assert outcome.clocks > MEBIBYTE / 64 * 16
