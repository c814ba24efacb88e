"""The Pareto front."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hashloom.exploration.pareto import pareto_front

POINTS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30)


def beats(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a point costs no more and gains no less, and is not the same."""
    return one != other and one[0] <= other[0] and one[1] >= other[1]


@given(POINTS)
def test_front(points: list[tuple[int, int]]) -> None:
    front = pareto_front(points, lambda p: p[0], lambda p: p[1])
    assert front == sorted(p for p in set(points) if not any(beats(q, p) for q in points))


def test_of_equals_the_first() -> None:
    items = [("a", 1, 2), ("b", 1, 2), ("c", 2, 2), ("d", 3, 4)]
    front = pareto_front(items, lambda item: item[1], lambda item: item[2])
    assert [name for name, _, _ in front] == ["a", "d"]
