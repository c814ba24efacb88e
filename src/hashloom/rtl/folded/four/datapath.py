"""The datapath of four adders as a graph: what it takes is drawn and estimated from it."""

from __future__ import annotations

from collections.abc import Iterator

from hashloom.dataflow.graph import Edge, Graph, Kind, Node, Op, Signal
from hashloom.hashes import Hash
from hashloom.rtl.folded.datapath import either, node_of
from hashloom.transforms.folding.on_four import ADDERS, EARLY, LATE, OTHER, SCHEDULE, roles_of

_X = 1  # register behind the memory
_HELD = 2  # that of the word a round before


def four_datapath(hash_: Hash) -> Graph:
    """Terms of each adder, of which all but one are zero, the sums, and the registers of words.

    A sum is held where it has no term; a delay of two registers stands for those of a round.
    """
    bits, roles = hash_.word_bits, roles_of(hash_)
    always = (0, hash_.rounds)
    stored = Signal(Kind.MEMORY, always)
    word = Node("word", Op.SOURCE, (), bits, "a word of the memory", signal=stored)
    place = roles.place
    new = {roles.first: LATE, roles.second: OTHER}
    old = Edge(new[roles.early.sequence], place + 1)
    added = Edge(new[roles.added.sequence], place + 1)
    small = [label for _, label in roles.words if label]
    terms = {
        SCHEDULE: ([_X], small, [Edge("word", _X), Edge("word", _HELD)]),
        EARLY: ([], [], [Edge("word", _X), old]),
        LATE: ([3, 2, 1], roles.late, [Edge(EARLY, 2), added]),
        OTHER: ([3, 2, 1], roles.other, [Edge(LATE, 1)]),
    }
    sources = {SCHEDULE: "word", LATE: LATE, OTHER: OTHER}

    def nodes() -> Iterator[Node]:
        yield word
        for adder in ADDERS:
            delays, labels, plain = terms[adder]
            words = tuple(Edge(sources[adder], delay) for delay in delays)
            for label in labels:
                newest_last = words if label not in hash_.functions_of_three else words[::-1]
                yield node_of(hash_, label, newest_last)
            yield either(f"{adder} term", [*(Edge(each) for each in labels), *plain], bits)
            operands = (Edge(adder, 1), Edge(f"{adder} term", 1))
            yield Node(adder, Op.SUM, operands, bits, f"the {adder} sum")
        yield either("both", [Edge(SCHEDULE, 1), Edge(LATE, 1)], bits)
        yield Node("written", Op.SINK, (Edge("both"),), bits, "into the memory", signal=stored)

    return Graph({node.name: node for node in nodes()}, bits, hash_.rounds, 0)
