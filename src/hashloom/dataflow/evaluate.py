"""Runs a graph clock by clock on integers: the software side of every core.

The same graph that becomes SystemVerilog computes digests here, before and after every
transformation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from operator import xor

from hashloom.dataflow.graph import Graph, Kind, Node, Op, Signal
from hashloom.hashes.expressions import choose, majority, sigma
from hashloom.hashes.model import Hash

Chaining = tuple[int, ...]
Block = tuple[int, ...]

_GARBAGE = 0x9E3779B97F4A7C15F39CC0605CEDC835  # what no load has replaced yet


def apply(node: Node, words: Sequence[int]) -> int:
    """Output of an operator for the given operand words."""
    mask = (1 << node.width) - 1
    if node.op is Op.SUM:
        if node.absorbed is not None:
            function = Node(node.name, node.absorbed, (), node.width)
            return (words[0] + apply(function, words[1:])) & mask
        return sum(words) & mask
    if node.op is Op.DIFFERENCE:
        return (words[0] - words[1]) & mask
    if node.op in (Op.PARITY, Op.CARRY) and node.absorbed is not None:
        outside, inside = words[:-3], apply(replace(node, absorbed=None), words[-3:])
        return apply(replace(node, op=node.absorbed, absorbed=None), [*outside, inside])
    if node.op is Op.XOR:
        return reduce(xor, words)
    if node.op is Op.BOOLEAN:
        *controls, x, y, z = words
        number = reduce(lambda high, bit: 2 * high + bool(bit), controls, 0)
        return node.formulas[number].of((x, y, z), mask)
    if node.op is Op.PARITY:
        return words[0] ^ words[1] ^ words[2]
    if node.op is Op.CARRY:
        return majority(*words) << 1 & mask
    if node.op is Op.SIGMA:
        return sigma(words[0], node.width, node.rotations, node.shifts)
    if node.op is Op.CH:
        return choose(*words)
    if node.op is Op.MAJ:
        return majority(*words)
    if node.op is Op.SELECT:
        return words[1] if words[0] else words[2]
    if node.op is Op.GATE:
        return 0 if words[0] else words[1]
    return words[0]


def compress(
    graph: Graph, hash_: Hash, chaining: Sequence[Chaining], blocks: Sequence[Block]
) -> list[Chaining]:
    """One block of each of `interleave` contexts through the graph, clock by clock.

    `chaining` and `blocks` hold one value per context (its words, and sixteen); the result is
    each context's next chaining value.  Words nobody has loaded are garbage, so that a graph
    that reads one gives a wrong digest.
    """
    results = [[0] * len(hash_.chaining) for _ in range(graph.interleave)]
    leaving = [node for node in graph.sinks() if node.port.kind is Kind.RESULT]
    for clock, words in trace(graph, hash_, chaining, blocks):
        for node in leaving:
            iteration, context = _moment(graph, node, clock)
            start, beyond = node.port.iterations
            if start <= iteration < beyond:
                index = node.port.chaining_word(iteration)
                if index is not None:
                    results[context][index] = words[node.name]
    return [tuple(words) for words in results]


def trace(
    graph: Graph, hash_: Hash, chaining: Sequence[Chaining], blocks: Sequence[Block]
) -> Iterator[tuple[int, dict[str, int]]]:
    """Every clock of `compress`: its number and the words at the nodes' outputs.

    In the clock of node v's iteration i for context c, its number is
    i * interleave + c + lag(v); a stage's iterations begin where those before it end.
    """
    history: dict[str, dict[int, int]] = defaultdict(dict)
    lags = graph.lags.values()
    first = graph.first_iteration * graph.interleave + min(lags, default=0)
    span = graph.stages * graph.iterations + 2
    for clock in range(first, span * graph.interleave + max(lags, default=0)):
        for name in graph.order:
            node = graph.nodes[name]
            if node.signal is not None and node.op is Op.SOURCE:
                iteration, context = _moment(graph, node, clock)
                word = _supply(hash_, node.signal, iteration, chaining[context], blocks[context])
            else:
                words = [
                    history[edge.source].get(clock - edge.delay, _GARBAGE & (1 << node.width) - 1)
                    for edge in node.operands
                ]
                word = apply(node, words)
            history[name][clock] = word
        yield clock, {name: words[clock] for name, words in history.items()}


def _moment(graph: Graph, node: Node, clock: int) -> tuple[int, int]:
    """Iteration of the node's own stage, and context, that `node` works on in `clock`."""
    iteration, context = divmod(clock - graph.lag(node.name), graph.interleave)
    return iteration - node.port.stage * graph.iterations, context


def _supply(hash_: Hash, signal: Signal, iteration: int, chaining: Chaining, block: Block) -> int:
    """What the outside of the graph gives to a source."""
    t = signal.round_at(iteration)
    if signal.kind is Kind.CONTROL:
        return int(signal.is_one(iteration))
    if signal.kind is Kind.CONSTANT:
        t += signal.first_round
        return hash_.constants[t] if 0 <= t < hash_.rounds else _GARBAGE & hash_.mask
    if signal.kind is Kind.MESSAGE:
        taken = signal.message_word(iteration)
        return _GARBAGE & hash_.mask if taken is None else block[taken]
    index = signal.chaining_word(iteration)
    return _GARBAGE & hash_.mask if index is None else chaining[index]


def digests(graph: Graph, hash_: Hash, messages: Sequence[bytes]) -> list[bytes]:
    """Digests of messages, `interleave` of them at a time in the graph's contexts."""
    results: list[bytes] = []
    count = graph.interleave
    for start in range(0, len(messages), count):
        group = [hash_.pad(message) for message in messages[start : start + count]]
        states: list[Chaining] = [hash_.initial] * len(group)
        for index in range(max(len(blocks) for blocks in group)):
            padded = [blocks[min(index, len(blocks) - 1)] for blocks in group]
            spare = count - len(group)
            after = compress(
                graph,
                hash_,
                states + [hash_.initial] * spare,
                padded + [padded[0]] * spare,
            )
            states = [
                new if index < len(blocks) else old
                for new, old, blocks in zip(after, states, group, strict=False)
            ]
        results += [hash_.digest_of(state) for state in states]
    return results
