"""The Pareto front: points that no other point beats in both area and throughput."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")


def pareto_front(
    items: Iterable[Item], cost: Callable[[Item], float], gain: Callable[[Item], float]
) -> list[Item]:
    """The items for which no other costs as little and gains as much, by rising cost.

    Of items that are equal in both, the first is kept.
    """
    front: list[Item] = []
    for item in sorted(items, key=lambda each: (cost(each), -gain(each))):
        if not front or gain(item) > gain(front[-1]):
            front.append(item)
    return front
