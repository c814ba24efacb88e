"""What operators are called in pictures and tables: the standard's letters and symbols."""

from __future__ import annotations

import re

from hashloom.dataflow.graph import Graph, Kind, Node, Op

_SYMBOLS = {
    "big_sigma": "Σ",
    "small_sigma": "σ",
    "ch(": "Ch(",
    "maj(": "Maj(",
    " - ": " − ",
}
_OF_BLOCK = ", a word of the block"  # in which a is no letter
_ABSORBED = {Op.CH: "Ch", Op.MAJ: "Maj"}
_WORD = re.compile(r"\bW\d+\b")
_LETTER = re.compile(r"\b([a-h])\1?\b(?!\[)")  # doubled in a second line of rounds
_TIME = re.compile(r"\[t(?:([+-])(\d+))?\]")


def label_of(graph: Graph, node: Node) -> str:
    """Operator and result of `node`, for example "+\\nK[t] + W[t]" or "Ch(e, f, g)".

    With several rounds an iteration, t is the first of them and working variables are written
    as a[..] and e[..]; with several stages, the stage follows the name.
    """
    meaning = in_letters(graph, node)
    if node.signal is not None and node.signal.kind is Kind.MEMORY:
        return meaning
    if node.op is Op.SOURCE:
        return _source_label(node, meaning)
    if node.op is Op.SINK:
        return f"new {_chaining_words(node)}"
    if node.op is Op.DIFFERENCE:
        return f"−\n{meaning}"
    if node.op is Op.SUM:
        absorbed = _ABSORBED.get(node.absorbed, node.absorbed) if node.absorbed else None
        return f"+ with {absorbed}\n{meaning}" if absorbed else f"+\n{meaning}"
    if node.op in (Op.PARITY, Op.CARRY):
        return f"carry-save\n{meaning.split(':')[0]}"
    return meaning


def _source_label(node: Node, meaning: str) -> str:
    kind = node.port.kind
    if kind is Kind.MESSAGE:
        word = f"{node.name.partition('_')[0]}[t]"
        return _TIME.sub(lambda match: _later(match, node.port.lane), word)
    if kind is Kind.CONSTANT:
        return f"{meaning}\ntable"
    return _chaining_words(node) if kind in (Kind.CHAIN, Kind.STATE) else meaning


def _chaining_words(node: Node) -> str:
    """The chaining words a source or sink carries: one, or four one after another."""
    signal = node.port
    if not signal.words:
        return f"H{signal.index}"
    first, beyond = signal.iterations
    if len(range(first, beyond)) > len(signal.words):  # it is read to be loaded and to be added
        first = beyond - len(signal.words)
    words = (signal.chaining_word(iteration) for iteration in range(first, beyond))
    return ", ".join(f"H{word}" for word in words if word is not None)


def in_letters(graph: Graph, node: Node) -> str:
    """The meaning of `node` in symbols, rounds counted from the first of the iteration."""
    text = node.meaning.replace(_OF_BLOCK, "")
    for name, symbol in _SYMBOLS.items():
        text = text.replace(name, symbol)
    text = _WORD.sub(lambda match: _as_sequence(graph, match[0]), text)
    if graph.unroll > 1:
        text = _LETTER.sub(lambda match: _as_sequence(graph, match[0]), text)
        text = _TIME.sub(lambda match: _later(match, lane_of(node)), text)
    stage = node.port.stage if node.signal is not None else node.role.stage
    return f"{text} (stage {stage})" if graph.stages > 1 else text


def lane_of(node: Node) -> int:
    """Which round of an iteration `node` belongs to, in an unfolded graph."""
    if node.signal is not None:
        return node.signal.lane
    return node.role.lane


def condition_label(graph: Graph, control: Node) -> str:
    """When a select takes its first operand."""
    lane = lane_of(control) if graph.unroll > 1 else 0
    time = f"t+{lane}" if lane else "t"
    return control.meaning.replace("round is below", f"{time} <").replace("round is", f"{time} =")


def _as_sequence(graph: Graph, name: str) -> str:
    """A working variable or a word of the schedule as a sequence's value."""
    if name not in graph.variables:
        return name
    sequence, age = graph.variables[name]
    return f"{sequence}[t]" if age == 0 else f"{sequence}[t{-age:+d}]"


def _later(match: re.Match[str], lane: int) -> str:
    """A round number moved by `lane`: "[t-2]" becomes "[t]" for lane 2."""
    number = int(match[2] or 0) * (-1 if match[1] == "-" else 1) + lane
    return "[t]" if number == 0 else f"[t{number:+d}]"
