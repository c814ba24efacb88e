"""What a search found, as text that the same graph can be rewritten by again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hashloom.dataflow.graph import Edge
from hashloom.transforms.rewriting.choices import Added, Kept, Option, Recovered
from hashloom.transforms.rewriting.networks import Compressed, Item, Network, Sum


def options_as_dict(taken: Mapping[str, Option]) -> dict[str, Any]:
    """Options by name of operator, writable as JSON; operators that stay are left out."""
    return {name: _written(each) for name, each in taken.items() if not isinstance(each, Kept)}


def options_from_dict(written: Mapping[str, Any]) -> dict[str, Option]:
    """The options again, without delays and costs."""
    return {name: _read(each) for name, each in written.items()}


def _written(option: Option) -> dict[str, Any]:
    if isinstance(option, Recovered):
        return {"recovered": _edges((option.first, option.second))}
    assert isinstance(option, Added)
    load = {"load": _edges(option.load)} if option.load else {}
    return {"words": _edges(option.words), "item": _item(option.network.item), **load}


def _read(written: Mapping[str, Any]) -> Option:
    if "recovered" in written:
        first, second = _edges_of(written["recovered"])
        return Recovered((), first, second)
    words = _edges_of(written["words"])
    network = Network((), 0, _item_of(written["item"]))
    if "load" not in written:
        return Added((), 0, words, network)
    control, word = _edges_of(written["load"])
    return Added((), 0, words, network, (control, word))


def _edges(edges: tuple[Edge, ...]) -> list[list[Any]]:
    return [[edge.source, edge.delay] for edge in edges]


def _edges_of(written: list[list[Any]]) -> tuple[Edge, ...]:
    return tuple(Edge(source, delay) for source, delay in written)


def _item(item: Item) -> Any:
    """A number for a word, two items for a sum, a truth value and three for a carry-save word."""
    if isinstance(item, int):
        return item
    if isinstance(item, Sum):
        return [_item(item.first), _item(item.second)]
    return [item.carry, *map(_item, item.words)]


def _item_of(written: Any) -> Item:
    if isinstance(written, int):
        return written
    if len(written) == 2:
        return Sum(_item_of(written[0]), _item_of(written[1]))
    carry, *words = written
    first, second, third = map(_item_of, words)
    return Compressed((first, second, third), bool(carry))
