"""Proofs that a transformation changes no word: graphs as bit vectors for the solver z3.

Two graphs are compared in one clock.  What a register holds is a free word, the same in both
graphs; so is the output of an operator that both graphs have unchanged.  What registers and sinks
take is proved to be the same, so that, by induction over clocks, the graphs compute the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import z3

from hashloom.dataflow.graph import Edge, Graph, Node, Op

Word = z3.BitVecRef


def ch(x: Word, y: Word, z: Word) -> Word:
    """Ch as FIPS 180-4 writes it (equations 4.2 and 4.8)."""
    return (x & y) ^ (~x & z)


def maj(x: Word, y: Word, z: Word) -> Word:
    """Maj as FIPS 180-4 writes it (equations 4.3 and 4.9)."""
    return (x & y) ^ (x & z) ^ (y & z)


def carry_word(x: Word, y: Word, z: Word) -> Word:
    """Carry word of a carry-save adder, as what makes its two words sum to x + y + z.

    That this is the majority, shifted left, is an identity proved by itself; with it, proofs
    about graphs that hold carry-save adders need no more than the laws of addition.
    """
    return x + y + z - (x ^ y ^ z)


def rotations(x: Word, amounts: Sequence[int], shifts: Sequence[int]) -> Word:
    """A sigma function: XOR of right rotations and right shifts (FIPS 180-4 section 4.1)."""
    words = [z3.RotateRight(x, n) for n in amounts] + [z3.LShR(x, n) for n in shifts]
    result = words[0]
    for each in words[1:]:
        result = result ^ each
    return result


def meaning(node: Node, words: Sequence[Word]) -> Word:
    """Output of an operator."""
    if node.op is Op.SUM and node.absorbed is not None:
        return words[0] + meaning(Node("", node.absorbed, (), node.width), words[1:])
    if node.absorbed is not None:  # a carry-save adder inside a gate or select
        inner = meaning(replace(node, absorbed=None), words[-3:])
        return meaning(replace(node, op=node.absorbed, absorbed=None), [*words[:-3], inner])
    if node.op is Op.SUM:
        return sum(words[1:], words[0])
    if node.op is Op.DIFFERENCE:
        return words[0] - words[1]
    if node.op is Op.PARITY:
        return words[0] ^ words[1] ^ words[2]
    if node.op is Op.CARRY:
        return carry_word(*words)
    if node.op is Op.SIGMA:
        return rotations(words[0], node.rotations, node.shifts)
    if node.op in (Op.CH, Op.MAJ):
        return (ch if node.op is Op.CH else maj)(*words)
    if node.op is Op.SELECT:
        return z3.If(words[0] == 1, words[1], words[2])
    if node.op is Op.GATE:
        return z3.If(words[0] == 1, z3.BitVecVal(0, node.width), words[1])
    assert node.op in (Op.TAP, Op.SINK), f"{node.op} has no meaning"
    return words[0]


class _Clock:
    """Words of one clock of a graph in which the nodes `free` may be any word."""

    def __init__(self, graph: Graph, free: set[str]) -> None:
        self.graph = graph
        self.free = free
        self.known: dict[str, Word] = {}

    def read(self, edge: Edge) -> Word:
        node = self.graph.nodes[edge.source]
        if edge.delay or node.name in self.free:
            return z3.BitVec(f"{node.name}@{edge.delay}", node.width)
        return self.output(node)

    def output(self, node: Node) -> Word:
        if node.name not in self.known:
            self.known[node.name] = meaning(node, [self.read(edge) for edge in node.operands])
        return self.known[node.name]


def counterexamples(before: Graph, after: Graph) -> dict[str, str]:
    """Nodes whose words differ between the graphs, each with words that show it.

    Compared is what a register or a sink takes; words between may differ where nobody looks.
    Raises AssertionError when the graphs cannot be compared: a register or a sink of one is
    unknown to the other.
    """
    delayed = {edge.source for edge, _ in [*before.edges(), *after.edges()] if edge.delay}
    assert {n.name for n in before.sinks()} == {n.name for n in after.sinks()}
    assert delayed <= set(before.nodes) & set(after.nodes)
    taken = {edge.source for g in (before, after) for node in g.sinks() for edge in node.operands}
    for node in before.sinks():
        assert node.operands == after.nodes[node.name].operands
    free = _unaffected(before, after) & _unaffected(after, before)
    clocks = _Clock(before, free), _Clock(after, free)
    found = {}
    for name in sorted((delayed | taken) - free):
        old, new = (clock.output(clock.graph.nodes[name]) for clock in clocks)
        for one, other in _by_control(old, new):
            if (words := counterexample(one, other)) is not None:
                found[name] = words
    return found


def _unaffected(graph: Graph, other: Graph) -> set[str]:
    """Nodes that are the same in the other graph, with all they read in the same clock."""
    same: set[str] = set()
    for name in graph.order:
        node, twin = graph.nodes[name], other.nodes.get(name)
        known = all(edge.delay or edge.source in same for edge in node.operands)
        if twin is not None and known and replace(twin, meaning=node.meaning) == node:
            same.add(name)
    return same


def _by_control(old: Word, new: Word) -> Iterator[tuple[Word, Word]]:
    """Both terms for every value of the control bits in them, which leaves sums of words."""
    bits = sorted(_free_bits(old, new), key=str)
    for values in product((0, 1), repeat=len(bits)):
        pairs = [(bit, z3.BitVecVal(v, 1)) for bit, v in zip(bits, values, strict=True)]
        yield z3.substitute(old, *pairs), z3.substitute(new, *pairs)


def _free_bits(*terms: Word) -> list[Word]:
    """The free words of one bit in terms, which share most of what they consist of."""
    seen: set[int] = set()
    found, waiting = [], list(terms)
    while waiting:
        term = waiting.pop()
        if term.get_id() not in seen:
            seen.add(term.get_id())
            waiting += term.children()
            if z3.is_const(term) and not z3.is_bv_value(term) and term.size() == 1:
                found.append(term)
    return found


def counterexample(left: Word, right: Word) -> str | None:
    """Words for which two terms differ, None when the solver proves that there are none."""
    if z3.is_bv_value(same := z3.simplify(left - right)) and same.as_long() == 0:
        return None
    solver = z3.SolverFor("QF_BV")
    solver.set("timeout", 60_000)
    solver.add(left != right)
    result = solver.check()
    assert result != z3.unknown, "the solver gave up"
    return str(solver.model()) if result == z3.sat else None


def words(names: str, width: int) -> list[Word]:
    """Free words."""
    return [z3.BitVec(name, width) for name in names.split()]
