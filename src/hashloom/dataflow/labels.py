"""What operators are called in pictures and tables: the standard's letters and symbols."""

from __future__ import annotations

import re

from hashloom.dataflow.graph import Graph, Kind, Node, Op

_AGES = {letter: ("ae"[i // 4], i % 4 + 1) for i, letter in enumerate("abcdefgh")}
_SYMBOLS = {
    "big_sigma": "Σ",
    "small_sigma": "σ",
    "ch(": "Ch(",
    "maj(": "Maj(",
    " - ": " − ",
}
_ABSORBED = {Op.CH: "Ch", Op.MAJ: "Maj"}
_WORD = re.compile(r"\bW(\d+)\b")
_LETTER = re.compile(r"\b([a-h])\b(?!\[)")
_TIME = re.compile(r"\[t(?:([+-])(\d+))?\]")
_LANE = re.compile(r"_(\d+)(?:_ps|_sc)?$")
_STAGE = re.compile(r"_s(\d+)(?:_\d+)?$")


def label_of(graph: Graph, node: Node) -> str:
    """Operator and result of `node`, for example "+\\nK[t] + W[t]" or "Ch(e, f, g)".

    With several rounds an iteration, t is the first of them and working variables are written
    as a[..] and e[..]; with several stages, the stage follows the name.
    """
    meaning = in_letters(graph, node)
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
        return _TIME.sub(lambda match: _later(match, node.port.lane), "M[t]")
    if kind is Kind.CONSTANT:
        return f"{meaning}\ntable"
    return _chaining_words(node) if kind in (Kind.CHAIN, Kind.STATE) else meaning


def _chaining_words(node: Node) -> str:
    """The chaining words a source or sink carries: one, or four one after another."""
    signal = node.port
    if signal.kind is Kind.STATE:
        return f"H{signal.index}"
    last = 3 if signal.half == "a" else 7
    return ", ".join(f"H{last - i}" for i in range(signal.lane % 4, 4, min(signal.stride, 4)))


def in_letters(graph: Graph, node: Node) -> str:
    """The meaning of `node` in symbols, rounds counted from the first of the iteration."""
    text = node.meaning
    for name, symbol in _SYMBOLS.items():
        text = text.replace(name, symbol)
    text = _WORD.sub(r"W[t-\1]", text)
    if graph.unroll > 1:
        text = _LETTER.sub(_as_sequence, text)
        text = _TIME.sub(lambda match: _later(match, lane_of(node)), text)
    stage = _STAGE.search(node.name)
    return f"{text} (stage {stage[1]})" if stage and graph.stages > 1 else text


def lane_of(node: Node) -> int:
    """Which round of an iteration `node` belongs to, in an unfolded graph."""
    if node.signal is not None:
        return node.signal.lane
    match = _LANE.search(node.name)
    return int(match[1]) if match else 0


def condition_label(graph: Graph, control: Node) -> str:
    """When a select takes its first operand."""
    lane = lane_of(control) if graph.unroll > 1 else 0
    time = f"t+{lane}" if lane else "t"
    return control.meaning.replace("round is below", f"{time} <").replace("round is", f"{time} =")


def _as_sequence(match: re.Match[str]) -> str:
    sequence, age = _AGES[match[1]]
    return f"{sequence}[t-{age}]"


def _later(match: re.Match[str], lane: int) -> str:
    """A round number moved by `lane`: "[t-2]" becomes "[t]" for lane 2."""
    number = int(match[2] or 0) * (-1 if match[1] == "-" else 1) + lane
    return "[t]" if number == 0 else f"[t{number:+d}]"
