"""The datapath of adders at fixed places as a graph: it is drawn and estimated from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hashloom.dataflow.graph import Edge, Graph, Kind, Node, Op, Signal
from hashloom.hashes import Hash
from hashloom.rtl.folded.datapath import either, node_of
from hashloom.transforms.folding.in_place import (
    BEGUN,
    EARLY,
    FIRST,
    LATE,
    OTHER,
    PAIR,
    READY,
    SCHEDULED,
    SECOND,
    SHARED,
    TRIPLE,
    Places,
)

_X, _HELD = 1, 2  # the register behind the memory, and that of the word before
_YOUNG = 3  # registers from the newest word of the schedule to the one that is added to


def placed_datapath(hash_: Hash) -> Graph:
    """Adders, each with a register behind it, and the registers of words.

    A delay of a register stands for one that holds its word for a round.
    """
    bits, places = hash_.word_bits, Places(hash_)
    always = (0, hash_.rounds)
    stored = Signal(Kind.MEMORY, always)
    small = [label for _, label in places.scheduled if label]

    def function(label: str, words: Sequence[Edge]) -> Node:
        return node_of(hash_, label, words)

    def total(name: str, *operands: Edge, op: Op = Op.SUM) -> Node:
        return Node(name, op, operands, bits, f"the {name} sum")

    def ages(adder: str) -> list[Edge]:
        return [Edge(adder, place + 1) for place in range(places.registers)]

    def nodes() -> Iterator[Node]:
        yield Node("word", Op.SOURCE, (), bits, "a word of the memory", signal=stored)
        yield Node("constant", Op.SOURCE, (), bits, "K, in the program", signal=stored)
        yield function(small[0], [Edge("word", _X)])
        yield total(PAIR, Edge("word", _HELD), Edge(small[0]))
        yield total(TRIPLE, Edge(PAIR, 1), Edge("word", _X))
        yield function(small[1], [Edge(SCHEDULED, _YOUNG)])
        yield total(SCHEDULED, Edge(TRIPLE, 1), Edge(small[1]))
        yield total(BEGUN, Edge(SCHEDULED, 1), Edge("constant", 1))
        yield total(EARLY, Edge(BEGUN, 1), Edge(FIRST, places.old(EARLY)))
        yield total(READY, Edge(EARLY, 1), Edge(SECOND, places.old(READY)))
        for adder, before, newest, label in (
            (LATE, READY, FIRST, places.late[0]),
            (FIRST, LATE, FIRST, places.late[1]),
            (OTHER, SHARED, SECOND, places.other[0]),
            (SECOND, OTHER, SECOND, places.other[1]),
        ):
            words = ages(newest)
            yield function(label, words if label in hash_.functions_of_three else words[:1])
            yield total(adder, Edge(before, 1), Edge(label))
        taken = Edge(SECOND, places.old(SHARED))
        yield total(SHARED, Edge(FIRST, 1), taken, op=Op.DIFFERENCE)
        yield either("both", [Edge(SCHEDULED, 1), Edge(READY, 1)], bits)
        yield Node("written", Op.SINK, (Edge("both"),), bits, "into the memory", signal=stored)

    return Graph({node.name: node for node in nodes()}, bits, hash_.rounds, 0)
