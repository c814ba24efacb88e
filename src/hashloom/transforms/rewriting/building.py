"""The graph that options make: every operator in place of which one was taken is rewritten."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hashloom.dataflow.graph import Edge, Graph, Node, Op
from hashloom.transforms.rewriting.choices import (
    Added,
    Kept,
    Option,
    Recovered,
    is_compressed,
)
from hashloom.transforms.rewriting.networks import Compressed, Item, Network, Sum
from hashloom.transforms.simplification import drop_unread


def rewritten(graph: Graph, taken: Mapping[str, Option]) -> Graph:
    """The graph with an option taken for some operators; equal parts are shared."""
    builder = _Builder(graph)
    for name, option in taken.items():
        builder.take(graph.nodes[name], option)
    return drop_unread(graph.with_nodes(builder.nodes.values()))


class _Builder:
    """Collects nodes; what was made already of the same operands is read again."""

    def __init__(self, graph: Graph) -> None:
        self.nodes = dict(graph.nodes)
        self.unroll = graph.unroll
        self._made: dict[tuple[Op, tuple[Edge, ...]], str] = {}

    def take(self, node: Node, option: Option) -> None:
        """Rewrites one operator."""
        if isinstance(option, Kept):
            return
        if isinstance(option, Recovered):
            words = option.first, option.second
            self.nodes[node.name] = replace(node, op=Op.DIFFERENCE, operands=words)
        elif option.load is None:
            words = self._ends(node, option.network, option.words)
            self.nodes[node.name] = replace(node, operands=words)
        else:
            self.nodes[node.name] = self._loaded(node, option)

    def _ends(self, node: Node, network: Network, words: Sequence[Edge]) -> tuple[Edge, Edge]:
        """The two words that the last adder of a network takes."""
        assert isinstance(network.item, Sum)
        return (
            self._read(node, network.item.first, words),
            self._read(node, network.item.second, words),
        )

    def _read(self, node: Node, item: Item, words: Sequence[Edge]) -> Edge:
        if isinstance(item, int):
            return words[item]
        if isinstance(item, Sum):
            read = tuple(self._read(node, each, words) for each in (item.first, item.second))
            return self._made_of(node, Op.SUM, read)
        read = tuple(self._read(node, each, words) for each in item.words)
        return self._made_of(node, Op.CARRY if item.carry else Op.PARITY, read)

    def _made_of(self, node: Node, op: Op, words: tuple[Edge, ...]) -> Edge:
        """An operator on words, in the place of `node`.

        What all its words have waited for it waits for itself, so that it is made once.
        """
        waited = min(edge.delay for edge in words)
        words = tuple(edge.later(-waited) for edge in words)
        words = tuple(sorted(words, key=lambda edge: (edge.source, edge.delay)))
        known = self._made.get((op, words))
        if known is None:
            known = self._name(op, words)
            meaning = self._meaning(op, words, node.role.lane)
            made = Node(known, op, words, node.width, meaning, role=node.role.place)
            self.nodes[known] = made
            self._made[op, words] = known
        return Edge(known, waited)

    def _name(self, op: Op, words: Sequence[Edge]) -> str:
        ages = (f"{e.source}_z{e.delay}" if e.delay else e.source for e in words)
        joined = "_".join(ages)
        name = f"{_PREFIX[op]}{joined}"
        if len(name) > _LONGEST:
            name = f"{_PREFIX[op] or 'sum_'}{len(self._made)}"
        while name in self.nodes:
            name += "_again"
        return name

    def _meaning(self, op: Op, words: Sequence[Edge], lane: int) -> str:
        said = [self._said(edge, lane) for edge in words]
        if op in (Op.PARITY, Op.CARRY):
            which = "sum" if op is Op.PARITY else "carry"
            return f"{' + '.join(said)}: {which} word"
        return " + ".join(said)

    def _said(self, edge: Edge, lane: int) -> str:
        """The meaning of what an edge reads, in rounds of the iteration's round `lane`."""
        node = self.nodes[edge.source]
        rounds = node.role.lane - edge.delay * self.unroll - lane
        if node.signal is not None:
            rounds += node.signal.lane

        def moved(match: re.Match[str]) -> str:
            at = int(match[1] or 0) + rounds
            return f"[t{at:+d}]" if at else "[t]"

        return _TIME.sub(moved, node.meaning.split(":")[0])

    def _loaded(self, node: Node, option: Added) -> Node:
        """A sum in place of the select that loads over it."""
        item = option.network.item
        assert option.load is not None
        assert isinstance(item, Sum)
        control, word = option.load
        if not is_compressed(item):
            return self._gated(node, option, item)
        assert isinstance(item.first, Compressed)
        words = tuple(self._read(node, each, option.words) for each in item.first.words)
        base = Node("", Op.PARITY, (), node.width, role=node.role.place)
        parity = replace(
            base,
            name=f"{node.name}_ps",
            operands=(control, *words),
            meaning=f"{node.meaning}: sum word",
            absorbed=Op.GATE,
        )
        carry = replace(
            base,
            name=f"{node.name}_sc",
            op=Op.CARRY,
            operands=(control, word, *words),
            meaning=f"{node.meaning}: carry word",
            absorbed=Op.SELECT,
        )
        self.nodes |= {parity.name: parity, carry.name: carry}
        return replace(node, op=Op.SUM, operands=(Edge(parity.name), Edge(carry.name)))

    def _gated(self, node: Node, option: Added, item: Sum) -> Node:
        """The load before the last adder: the words that come first are gated."""
        assert option.load is not None
        control, word = option.load
        early, late = item.first, item.second
        if 0 in _words_of(late):
            early, late = late, early
        gate = Node(
            f"{node.name}_gated",
            Op.GATE,
            (control, self._read(node, early, option.words)),
            node.width,
            f"early part of {node.meaning}, 0 during {control.source}",
            role=node.role.place,
        )
        select = Node(
            f"{node.name}_operand",
            Op.SELECT,
            (control, word, self._read(node, late, option.words)),
            node.width,
            f"late part of {node.meaning}, {word.source} during {control.source}",
            role=node.role.place,
        )
        self.nodes |= {gate.name: gate, select.name: select}
        return replace(node, op=Op.SUM, operands=(Edge(gate.name), Edge(select.name)))


def _words_of(item: Item) -> frozenset[int]:
    """Places of the words in a part of a network."""
    if isinstance(item, int):
        return frozenset({item})
    parts = (item.first, item.second) if isinstance(item, Sum) else item.words
    return frozenset().union(*map(_words_of, parts))


_TIME = re.compile(r"\[t([+-]\d+)?\]")
_LONGEST = 60  # characters of a name
_PREFIX = {Op.SUM: "", Op.PARITY: "ps_", Op.CARRY: "sc_"}
