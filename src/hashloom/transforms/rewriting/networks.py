"""Networks of adders and carry-save adders that add words which come at different times.

Of all networks for n words, those remain that no other one beats: neither by the delay behind any
of its words, nor by its cost.  They are listed once for each n; which one serves best then depends
on when the words come.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, Union

ADDER_COST, COMPRESSOR_COST = 1, 2  # look-up tables a bit

Item: TypeAlias = Union[int, "Sum", "Compressed"]
MOST_WORDS = 9


@dataclass(frozen=True)
class Sum:
    """Two words added."""

    first: Item
    second: Item


@dataclass(frozen=True)
class Compressed:
    """A word of a carry-save adder of three: its sum word, or its carry word."""

    words: tuple[Item, Item, Item]
    carry: bool


@dataclass(frozen=True)
class Network:
    """A way to add words.

    Attributes:
        depths: delay in ns from each word to the sum, greatest first.
        cost: look-up tables a bit.
        item: what is added to what; a number stands for the word whose depth is there.
    """

    depths: tuple[float, ...]
    cost: int
    item: Item


@dataclass(frozen=True)
class _Growing:
    """A network made from its end: open words by depth, and the operators so far, last first."""

    slots: tuple[tuple[float, int], ...]
    operators: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    cost: int

    @property
    def depths(self) -> tuple[float, ...]:
        """Depths of the open words, greatest first."""
        return tuple(sorted((depth for depth, _ in self.slots), reverse=True))


@lru_cache(maxsize=128)
def networks(words: int, adder: float, compressor: float) -> tuple[Network, ...]:
    """Networks for so many words, 2 or more, that no other one beats, the cheapest first.

    `adder`, `compressor`: delays in ns.  The last operator is an adder.
    """
    found: dict[int, dict[tuple[float, ...], _Growing]] = {1: {}}
    found[1][0.0,] = _Growing(((0.0, 0),), (), 0)
    for count in range(2, words + 1):
        grown = [
            after
            for before in found[count - 1].values()
            for after in (*_split(before, adder), *_expanded(before, compressor))
        ]
        found[count] = _unbeaten(grown)
    cheapest = sorted(found[words].values(), key=lambda each: (each.cost, each.depths))
    return tuple(_network(each) for each in cheapest)


def _split(network: _Growing, delay: float) -> list[_Growing]:
    """One of the words becomes a sum of two."""
    results = []
    for depth in sorted({depth for depth, _ in network.slots}):
        slot = next(each for each in network.slots if each[0] == depth)
        new = _numbers(network, 2)
        slots = tuple(each for each in network.slots if each is not slot)
        slots += tuple((round(depth + delay, 6), number) for number in new)
        operators = (*network.operators, ((slot[1],), new))
        results.append(_Growing(slots, operators, network.cost + ADDER_COST))
    return results


def _expanded(network: _Growing, delay: float) -> list[_Growing]:
    """Two of the words become those of a carry-save adder of three."""
    results = []
    ordered = sorted(network.slots)
    for i, first in enumerate(ordered):
        for second in ordered[i + 1 :]:
            new = _numbers(network, 3)
            slots = tuple(each for each in network.slots if each not in (first, second))
            depth = round(max(first[0], second[0]) + delay, 6)
            slots += tuple((depth, number) for number in new)
            operators = (*network.operators, ((first[1], second[1]), new))
            results.append(_Growing(slots, operators, network.cost + COMPRESSOR_COST))
    return results


def _numbers(network: _Growing, count: int) -> tuple[int, ...]:
    taken = sum(len(new) for _, new in network.operators) + 1
    return tuple(range(taken, taken + count))


def _unbeaten(networks: list[_Growing]) -> dict[tuple[float, ...], _Growing]:
    """Those that no other one beats by all depths and by cost."""
    best: dict[tuple[float, ...], _Growing] = {}
    for each in networks:
        known = best.get(each.depths)
        if known is None or each.cost < known.cost:
            best[each.depths] = each
    kept: dict[tuple[float, ...], _Growing] = {}
    for each in sorted(best.values(), key=lambda n: (n.cost, n.depths)):
        beaten = any(
            all(x <= y for x, y in zip(depths, each.depths, strict=True)) for depths in kept
        )
        if not beaten:
            kept[each.depths] = each
    return kept


def _network(growing: _Growing) -> Network:
    ordered = sorted(growing.slots, key=lambda slot: (-slot[0], slot[1]))
    items: dict[int, Item] = {number: place for place, (_, number) in enumerate(ordered)}
    for old, new in reversed(growing.operators):
        made = [items[number] for number in new]
        if len(old) == 1:
            items[old[0]] = Sum(made[0], made[1])
        else:
            words = (made[0], made[1], made[2])
            items[old[0]], items[old[1]] = Compressed(words, False), Compressed(words, True)
    return Network(growing.depths, growing.cost, items[0])
