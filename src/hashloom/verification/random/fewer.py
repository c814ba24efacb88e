"""Takes away from a list what does not have to be there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def fewest(items: Sequence[T], shows: Callable[[tuple[T, ...]], bool]) -> tuple[T, ...]:
    """What is left of items when no run of them, of any half of a half, may be taken away.

    `shows` says whether what is left still shows what it should.
    """
    left = tuple(items)
    size = len(left) // 2
    while size:
        at = 0
        while at < len(left):
            candidate = left[:at] + left[at + size :]
            if shows(candidate):
                left = candidate
            else:
                at += size
        size //= 2
    return left
