"""The five techniques of michail2012 section 6 on an operational block.

Each takes a block and gives the block after it, or the same block when it has nothing to offer.
Paths are compared in gate levels, so that a block does not depend on a device.  Where the paper's
words leave a choice open, the docstring says which one is taken.
"""

from __future__ import annotations

from collections.abc import Set

from hashloom.dataflow.gates import FULL_ADDER, gate_levels, slowest
from hashloom.dataflow.graph import Graph, Kind, Node, Op
from hashloom.dataflow.timing import arrivals
from hashloom.transforms.by_hand.operational_block import LOADS, Block, settled
from hashloom.transforms.sums.carry_save import compressed

_FUNCTIONS = (Op.SIGMA, Op.CH, Op.MAJ)


def precompute_in_space(block: Block, *, inputs_only: bool = False) -> Block:
    """Spatial pre-computation: the next values of a and e move before the register.

    The first time (`inputs_only`) everything is pre-computed that depends on the inputs of the
    block alone (section 7.2: values "derived directly" from them): T1, e and Sigma0 + Maj of the
    first round, h + K + W and c + h + K + W of the others.  Re-applied, it looks one new value of
    each sequence further, and is taken only when the longest path gets shorter.  Either way, what
    then lengthens the path moves back behind the register.
    """
    ready = {
        name
        for name in block.round_sums
        if block.early[name] == 0
        and all(block.early[head] > 0 for head in block.heads_before[name])
    }
    moved = _without_what_lengthens(block.advanced(ready))
    return moved if inputs_only or moved.levels < block.levels else block


def _without_what_lengthens(block: Block) -> Block:
    """Moves operators at the end of the longest path back as long as that shortens it."""
    while True:
        shorter = next(
            (
                later
                for name in reversed(slowest(block.placed))
                if name in block.round_sums
                and block.early[name] == 1
                and (later := block.delayed(block.twins(name))) is not None
                and later.levels < block.levels
            ),
            None,
        )
        if shorter is None:
            return block
        block = shorter


def precompute_slower_function(block: Block) -> Block:
    """Of Ch and Sigma1 of a pre-computed e, the slower one joins the pre-computation.

    Section 7.4: pre-fetching makes e known early, and Ch takes more time than Sigma1, which stays.
    The path gets longer by one function for the time being.
    """
    readers: dict[str, list[str]] = {}
    for name in block.round_sums:
        node = block.graph.nodes[name]
        early = [block.early[edge.source] > 0 for edge in node.operands if not edge.delay]
        if node.op in _FUNCTIONS and block.early[name] == 0 and all(early):
            for head in block.heads_before[name]:
                if block.graph.nodes[head].role.sequence == "e":
                    readers.setdefault(head, []).append(name)
    slower = set()
    for names in readers.values():
        levels = {name: gate_levels(block.graph.nodes[name]) for name in names}
        slower |= {name for name in names if levels[name] > min(levels.values())}
    return block.advanced(slower) if slower else block


def prefetch(block: Block) -> Block:
    """Data pre-fetching: K + W is added a clock before it is wanted, and kept in a register."""
    sums = {name for name in block.round_sums if _adds_constant(block.graph, name)}
    if sums <= block.prefetched:
        return block
    return settled(block.graph, block.early, block.prefetched | sums)


def _adds_constant(graph: Graph, name: str) -> bool:
    """Whether the node is K + W."""
    node = graph.nodes[name]
    if node.op is not Op.SUM or len(node.operands) != 2 or _letters(graph, node):
        return False
    signals = [graph.nodes[edge.source].signal for edge in node.operands]
    return any(signal is not None and signal.kind is Kind.CONSTANT for signal in signals)


def _letters(graph: Graph, node: Node) -> list[str]:
    """Working variables among the operands."""
    names = [edge.source for edge in node.operands]
    return [name for name in names if _is_load(graph, name) and _is_variable(graph.nodes[name])]


def _is_variable(node: Node) -> bool:
    """Whether the node is a working variable: a word of the chaining value's sequences."""
    return node.role.age > 0 and node.role.sequence != "W"


def _is_load(graph: Graph, name: str) -> bool:
    return graph.nodes[name].op in LOADS


def precompute_words(block: Block) -> Block:
    """h + K + W of every round whose h the block before leaves, a clock early (khadra2013)."""
    ready = [
        name
        for name in block.round_sums
        if (inner := _inner(block, name)) and _adds_constant(block.graph, inner)
    ]
    return block.advanced(ready)


def compress_pending(block: Block) -> Block:
    """Input compression: (x + y) + z becomes a carry-save tree and one adder.

    Section 7.5: where z waits while x + y is formed in the same clock.  Taken apart are sums of
    functions; those of words wait for temporal pre-computation.  One with several readers goes
    when all of them take it apart: two adders behind a shared one then become two carry-save
    adders.
    """
    graph, opened = block.graph, _opened_sums(block)
    if not opened:
        return block
    nodes, early = dict(graph.nodes), dict(block.early)
    for name, inner in opened.items():
        waiting = next(edge for edge in graph.nodes[name].operands if edge.source != inner)
        new = compressed(graph.nodes[name], (*graph.nodes[inner].operands, waiting))
        nodes.update(new)
        early.update(dict.fromkeys(new, block.early[name]))
    for inner in set(opened.values()):
        del nodes[inner]
    kept = {name: early[name] for name in nodes}
    return settled(graph.with_nodes(nodes.values()), kept, block.prefetched)


def _opened_sums(block: Block) -> dict[str, str]:
    """By name of a sum, the inner sum that is taken apart into it."""
    refused: set[str] = set()
    while True:
        opened = _willing(block, refused)
        kept_whole = {
            inner
            for inner in opened.values()
            if any(opened.get(each.name) != inner for _, each in block.graph.consumers[inner])
        }
        if not kept_whole:
            return opened
        refused |= kept_whole


def _willing(block: Block, refused: Set[str]) -> dict[str, str]:
    """By name of a sum, an inner sum of functions that its other operand waits for."""
    placed = block.placed
    opened: dict[str, str] = {}
    arrival: dict[str, float] = {}
    for name in placed.order:
        node = placed.nodes[name]
        known = {edge.source: arrival[edge.source] for edge in node.operands if not edge.delay}
        arrival[name] = gate_levels(node) + max(known.values(), default=0.0)
        if name not in block.round_sums or not _adds_two(placed, name):
            continue
        last = max(known, key=lambda each: known[each], default="")
        if last and last not in opened and last not in refused and _adds_functions(placed, last):
            opened[name] = last
            first = known.pop(last) - gate_levels(placed.nodes[last])
            arrival[name] = max([first, *known.values()]) + FULL_ADDER + gate_levels(node)
    return opened


def _adds_functions(graph: Graph, name: str) -> bool:
    """Whether the node is an adder of two functions."""
    sources = [graph.nodes[edge.source].op for edge in graph.nodes[name].operands]
    return _adds_two(graph, name) and all(op in _FUNCTIONS for op in sources)


def _adds_two(graph: Graph, name: str) -> bool:
    """Whether the node is an adder of two words, without a carry-save tree before it."""
    node = graph.nodes[name]
    if node.op is not Op.SUM or len(node.operands) != 2:
        return False
    return all(graph.nodes[edge.source].op is not Op.PARITY for edge in node.operands)


def precompute_in_time(block: Block) -> Block:
    """Temporal pre-computation: sums of K + W and renamed variables are formed two clocks early.

    Section 7.6: h, g and d are values that e, f, a and b held before (equations 8 to 10), so that
    H, P4 and X are added as soon as those are there and wait in registers.  Taken for a sum that
    is ready no later than the slowest new value of the post-computation.
    """
    for name in block.graph.order:
        if name in block.round_sums and block.early[name] == 1 and _inner(block, name):
            moved = block.advanced(block.twins(name))
            if _ready_in_time(block, moved, name) and moved.levels <= block.levels:
                block = moved
    return block


def _inner(block: Block, name: str) -> str:
    """What the sum adds a variable to: K + W or a sum like itself; empty for other sums."""
    graph = block.graph
    letters = _letters(graph, graph.nodes[name])
    if not _adds_two(graph, name) or len(letters) != 1:
        return ""
    other = next(e.source for e in graph.nodes[name].operands if e.source not in letters)
    return other if _adds_constant(graph, other) or _inner(block, other) else ""


def _ready_in_time(before: Block, after: Block, name: str) -> bool:
    """Whether the sum is there when the slowest new value is; loads take no time here."""
    arrival = arrivals(after.placed, _without_loads)
    limit = max(
        (
            value
            for head, value in arrivals(before.placed, _without_loads).items()
            if before.is_head(head) and before.early[head] == 0
        ),
        default=0.0,
    )
    return arrival[name] <= limit


def _without_loads(node: Node) -> float:
    return 0.0 if node.op in LOADS else gate_levels(node)
