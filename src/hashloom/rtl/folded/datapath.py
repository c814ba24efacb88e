"""The machine's datapath as a graph: what it takes is drawn and estimated from it."""

from __future__ import annotations

from collections.abc import Sequence

from hashloom.dataflow.graph import Edge, Graph, Kind, Node, Op, Signal
from hashloom.hashes import Hash

_X, _Y, _Z = 1, 2, 3  # registers behind the memory


def datapath(hash_: Hash) -> Graph:
    """A word a clock from the memory, its functions, the sum and the word that is written.

    Functions are gated into an OR, here an XOR of which all words but one are zero.
    """
    bits = hash_.word_bits
    three, one = hash_.functions_of_three, hash_.functions_of_one
    always = (0, hash_.rounds)
    word = Node(
        "word", Op.SOURCE, (), bits, "a word of the memory", signal=Signal(Kind.MEMORY, always)
    )
    triple = tuple(Edge("word", delay) for delay in (_X, _Y, _Z))
    nodes = [
        word,
        *(node_of(hash_, label, triple) for label in (*three, *one)),
        either("three", [Edge(label) for label in three], bits),
        either("one", [Edge(label) for label in one], bits),
        either("plain", [Edge("word", _Z), Edge("three", 1)], bits),
        either("term", [Edge("one", 1), Edge("plain", 1)], bits, "the term"),
        Node("total", Op.SUM, (Edge("total", 1), Edge("term")), bits, "the sum"),
        Node(
            "written",
            Op.SINK,
            (Edge("total", 1),),
            bits,
            "into the memory",
            signal=Signal(Kind.MEMORY, always),
        ),
    ]
    return Graph({node.name: node for node in nodes}, bits, hash_.rounds, 0)


def node_of(hash_: Hash, label: str, words: Sequence[Edge]) -> Node:
    """A function of three words, or of the last of `words`."""
    three, bits = hash_.functions_of_three, hash_.word_bits
    if label in three:
        formulas, named = (three[label].formula,), f"{label}(x, y, z)"
        return Node(label, _op(label), tuple(words), bits, named, formulas=formulas)
    one = hash_.functions_of_one[label]
    of = (words[-1],)
    return Node(label, Op.SIGMA, of, bits, f"{label}(z)", one.rotations, one.shifts)


def _op(label: str) -> Op:
    return Op.CH if label == "ch" else Op.MAJ if label == "maj" else Op.BOOLEAN


def either(name: str, words: Sequence[Edge], bits: int, meaning: str = "one of them") -> Node:
    """The one of `words` that is chosen."""
    return Node(name, Op.XOR, tuple(words), bits, meaning)
