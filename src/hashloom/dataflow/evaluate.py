"""Runs a graph clock by clock on integers: the software side of every core.

The same graph that becomes SystemVerilog computes digests here, before and after every
transformation.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial, reduce
from operator import xor

from hashloom.dataflow.graph import Graph, Kind, Node, Op, Signal
from hashloom.hashes.expressions import Formula, choose, majority, sigma
from hashloom.hashes.model import Hash

Chaining = tuple[int, ...]
Block = tuple[int, ...]
Function = Callable[..., int]
Work = (
    Function | tuple[Signal, int]
)  # an operator's, or what comes from outside from which clock on

_GARBAGE = 0x9E3779B97F4A7C15F39CC0605CEDC835  # what no load has replaced yet


def function_of(node: Node) -> Function:
    """What an operator computes of the words of its operands."""
    if node.absorbed is not None:
        return _absorbing(node, node.absorbed)
    mask = (1 << node.width) - 1
    match node.op:
        case Op.SUM:
            return lambda *words: sum(words) & mask
        case Op.DIFFERENCE:
            return lambda x, y: (x - y) & mask
        case Op.XOR:
            return lambda *words: reduce(xor, words)
        case Op.BOOLEAN:
            return partial(_boolean, node.formulas, mask)
        case Op.PARITY:
            return lambda x, y, z: x ^ y ^ z
        case Op.CARRY:
            return lambda x, y, z: majority(x, y, z) << 1 & mask
        case Op.SIGMA:
            return lambda x: sigma(x, node.width, node.rotations, node.shifts)
        case Op.CH:
            return choose
        case Op.MAJ:
            return majority
        case Op.SELECT:
            return lambda control, x, y: x if control else y
        case Op.GATE:
            return lambda control, x: 0 if control else x
    return lambda x: x


def _absorbing(node: Node, absorbed: Op) -> Function:
    """An operator of another one: of a sum's last operands, or of a gate or select around it."""
    alone, other = replace(node, absorbed=None), replace(node, op=absorbed, absorbed=None)
    if node.op is Op.SUM:
        mask, inner = (1 << node.width) - 1, function_of(other)
        return lambda first, *words: (first + inner(*words)) & mask
    inner, outer = function_of(alone), function_of(other)
    return lambda *words: outer(*words[:-3], inner(*words[-3:]))


def _boolean(formulas: Sequence[Formula], mask: int, *words: int) -> int:
    """The formula that the control bits name, the highest first, of the last three words."""
    *controls, x, y, z = words
    number = reduce(lambda high, bit: 2 * high + bool(bit), controls, 0)
    return formulas[number].of((x, y, z), mask)


def compress(
    graph: Graph, hash_: Hash, chaining: Sequence[Chaining], blocks: Sequence[Block]
) -> list[Chaining]:
    """One block of each of `interleave` contexts through the graph, clock by clock.

    `chaining` and `blocks` hold one value per context (its words, and sixteen); the result is
    each context's next chaining value.  Words nobody has loaded are garbage, so that a graph
    that reads one gives a wrong digest.
    """
    results = [[0] * len(hash_.chaining) for _ in range(graph.interleave)]
    sinks = [(n.name, n.port, n.port.iterations, _start(graph, n)) for n in graph.sinks()]
    leaving = [sink for sink in sinks if sink[1].kind is Kind.RESULT]
    for clock, words in trace(graph, hash_, chaining, blocks):
        for name, signal, (first, beyond), start in leaving:
            iteration, context = divmod(clock - start, graph.interleave)
            if first <= iteration < beyond:
                index = signal.chaining_word(iteration)
                if index is not None:
                    results[context][index] = words[name]
    return [tuple(words) for words in results]


def trace(
    graph: Graph, hash_: Hash, chaining: Sequence[Chaining], blocks: Sequence[Block]
) -> Iterator[tuple[int, dict[str, int]]]:
    """Every clock of `compress`: its number and the words at the nodes' outputs.

    In the clock of node v's iteration i for context c, its number is
    i * interleave + c + lag(v); a stage's iterations begin where those before it end.
    """
    nodes = [_reading(graph, graph.nodes[name]) for name in graph.order]
    past: deque[dict[str, int]] = deque(({} for _ in range(_deepest(graph))), _deepest(graph))
    lags = graph.lags.values()
    first = graph.first_iteration * graph.interleave + min(lags, default=0)
    span = graph.stages * graph.iterations + 2
    for clock in range(first, span * graph.interleave + max(lags, default=0)):
        now: dict[str, int] = {}
        past.appendleft(now)
        for name, work, reads, garbage in nodes:
            if isinstance(work, tuple):
                signal, start = work
                iteration, context = divmod(clock - start, graph.interleave)
                now[name] = _supply(hash_, signal, iteration, chaining[context], blocks[context])
            else:
                now[name] = work(*[past[delay].get(source, garbage) for source, delay in reads])
        yield clock, now


def _reading(graph: Graph, node: Node) -> tuple[str, Work, list[tuple[str, int]], int]:
    """A node's name and what it does, the names and delays in clocks of what it reads, and what it
    reads before anything is there."""
    outside = node.op is Op.SOURCE and node.signal is not None
    work: Work = (node.port, _start(graph, node)) if outside else function_of(node)
    reads = [(edge.source, edge.delay) for edge in node.operands]
    return node.name, work, reads, _GARBAGE & (1 << node.width) - 1


def _deepest(graph: Graph) -> int:
    """Clocks that the longest delay looks back, with the present one."""
    return 1 + max((edge.delay for edge, _ in graph.edges()), default=0)


def _start(graph: Graph, node: Node) -> int:
    """The clock in which `node` works on its stage's iteration 0 of the first context."""
    return graph.lag(node.name) + node.port.stage * graph.iterations * graph.interleave


def _supply(hash_: Hash, signal: Signal, iteration: int, chaining: Chaining, block: Block) -> int:
    """What the outside of the graph gives to a source."""
    t = signal.round_at(iteration)
    if signal.kind is Kind.CONTROL:
        return int(signal.is_one(iteration))
    if signal.kind is Kind.CONSTANT:
        t += signal.first_round
        words = hash_.constants_of[signal.sequence]
        return words[t] if 0 <= t < hash_.rounds else _GARBAGE & hash_.mask
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
