"""Networks of adders: none is better, by trying all orders of adding and compressing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashloom.transforms.rewriting.networks import Compressed, Item, Sum, networks

ADDER, COMPRESSOR = 2.5, 1.0
TIMES = st.lists(st.sampled_from([0.0, 0.5, 1.0, 1.5, 2.5, 4.0, 6.0]), min_size=2, max_size=5)


@cache
def earliest(times: tuple[float, ...]) -> float:
    """When a sum of words that come at `times` can be there."""
    if len(times) == 1:
        return times[0]
    found = []
    for pair in combinations(range(len(times)), 2):
        rest = [t for i, t in enumerate(times) if i not in pair]
        found.append(earliest(tuple(sorted([*rest, max(times[i] for i in pair) + ADDER]))))
    for three in combinations(range(len(times)), 3):
        rest = [t for i, t in enumerate(times) if i not in three]
        both = [max(times[i] for i in three) + COMPRESSOR] * 2
        found.append(earliest(tuple(sorted([*rest, *both]))))
    return min(found)


@given(times=TIMES)
def test_no_order_of_adding_is_earlier(times: list[float]) -> None:
    ordered = sorted(times)
    found = min(
        max(t + depth for t, depth in zip(ordered, each.depths, strict=True))
        for each in networks(len(times), ADDER, COMPRESSOR)
    )
    assert found == pytest.approx(earliest(tuple(ordered)))


def value(item: Item, words: Sequence[int]) -> int:
    """What a network gives of numbers without end."""
    if isinstance(item, int):
        return words[item]
    if isinstance(item, Sum):
        return value(item.first, words) + value(item.second, words)
    x, y, z = (value(each, words) for each in item.words)
    return ((x & y) | (x & z) | (y & z)) << 1 if item.carry else x ^ y ^ z


def depths(item: Item, below: float = 0.0) -> dict[int, float]:
    """Delay behind each word."""
    if isinstance(item, int):
        return {item: below}
    parts = (item.first, item.second) if isinstance(item, Sum) else item.words
    below += ADDER if isinstance(item, Sum) else COMPRESSOR
    found: dict[int, float] = {}
    for part in parts:
        for word, depth in depths(part, below).items():
            found[word] = max(depth, found.get(word, 0.0))
    return found


def operators(item: Item) -> set[object]:
    """Adders, and carry-save adders by the words they take."""
    if isinstance(item, int):
        return set()
    parts = (item.first, item.second) if isinstance(item, Sum) else item.words
    own = item if isinstance(item, Sum) else item.words
    return {own}.union(*map(operators, parts))


@pytest.mark.parametrize("count", range(2, 8))
def test_every_network_is_what_it_says(count: int) -> None:
    words = [0x5A5A << i for i in range(count)]
    for each in networks(count, ADDER, COMPRESSOR):
        assert value(each.item, words) == sum(words)
        found = depths(each.item)
        assert tuple(found[i] for i in range(count)) == pytest.approx(each.depths)
        assert list(each.depths) == sorted(each.depths, reverse=True)
        made = operators(each.item)
        assert each.cost == sum(1 if isinstance(one, Sum) else 2 for one in made)


def test_the_cheapest_is_a_tree_of_adders() -> None:
    first = networks(5, ADDER, COMPRESSOR)[0]
    assert first.cost == 4
    assert not any(isinstance(each, Compressed) for each in operators(first.item))
