"""Expressions of a hash as nodes of the graph of one round."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from hashloom.dataflow.graph import Edge, Kind, Node, Op, Role, Signal
from hashloom.hashes.expressions import (
    CHOOSE,
    MAJORITY,
    Boolean,
    Choice,
    Expression,
    Read,
    Sigma,
    Sum,
    Xor,
    parts_of,
)
from hashloom.hashes.model import Hash


class Expressions(ABC):
    """Collects nodes: sources, operators, and those of expressions."""

    def __init__(self, hash_: Hash) -> None:
        self.hash = hash_
        self.nodes: list[Node] = []

    @abstractmethod
    def read(self, word: Read) -> Edge:
        """The word a recurrence reads."""

    def add(
        self, name: str, op: Op, operands: tuple[Edge, ...], meaning: str, **more: object
    ) -> Edge:
        """Adds a word-wide node and returns an edge that reads it.

        A name that another node has already is numbered, unless it is the same node.
        """
        node = Node(name, op, operands, self.hash.word_bits, meaning, **more)  # type: ignore[arg-type]
        taken = {each.name: each for each in self.nodes}
        if taken.get(name) == node:
            return Edge(name)
        if name in taken:
            number = next(n for n in count(2) if f"{name}_{n}th" not in taken)
            node = replace(node, name=f"{name}_{number}th")
        self.nodes.append(node)
        return Edge(node.name)

    def source(
        self, name: str, kind: Kind, active: tuple[int, int], meaning: str, **more: object
    ) -> Edge:
        """Adds a source, `more` being fields of its signal."""
        width = 1 if kind is Kind.CONTROL else self.hash.word_bits
        signal = Signal(kind, active, **more)  # type: ignore[arg-type]
        self.nodes.append(Node(name, Op.SOURCE, (), width, meaning, signal=signal))
        return Edge(name)

    def expression(self, value: Expression, name: str, meaning: str, role: Role) -> Edge:
        """A recurrence: the node called `name` is its value."""
        if isinstance(value, Read):
            return self.add(name, Op.TAP, (self.read(value),), meaning, role=role)
        operands = tuple(self.operand(part) for part in parts_of(value))
        if isinstance(value, Choice):
            operands = (self.chosen(value),)
            return self.add(name, Op.TAP, operands, meaning, role=role)
        return self.add(name, _op(value), operands, meaning, role=role, **_fields(value))

    def operand(self, value: Expression) -> Edge:
        """A word that is read, or a function of words."""
        if isinstance(value, Read):
            return self.read(value)
        if isinstance(value, Choice):
            return self.chosen(value)
        reads = tuple(self.operand(part) for part in parts_of(value))
        names = [edge.source for edge in reads]
        if isinstance(value, Sum | Xor):
            sign = "+" if isinstance(value, Sum) else "^"
            label = "_".join(names) if isinstance(value, Sum) else f"xor_{'_'.join(names)}"
            return self.add(label, _op(value), reads, f" {sign} ".join(names))
        meaning = f"{value.label}({', '.join(names)})"
        return self.add(
            f"{value.label}_{''.join(names)}", _op(value), reads, meaning, **_fields(value)
        )

    def chosen(self, value: Choice) -> Edge:
        """An expression that depends on the round, by the bits of its number."""
        controls = [self.code_bit(value, bit) for bit in reversed(range(value.bits))]
        alternatives = value.alternatives
        if all(isinstance(each, Boolean) for each in alternatives):
            functions = [each for each in alternatives if isinstance(each, Boolean)]
            if len({each.words for each in functions}) == 1:
                return self.function_by_round(value, functions, controls)
        words = [self.operand(each) for each in alternatives]
        return self.selected(value.label, words, controls)

    def function_by_round(
        self, value: Choice, functions: Sequence[Boolean], controls: Sequence[Edge]
    ) -> Edge:
        """A Boolean function of the same words, another one in other rounds."""
        words = tuple(self.operand(word) for word in functions[0].words)
        formulas = [each.formula for each in functions]
        formulas += formulas[-1:] * ((1 << len(controls)) - len(formulas))
        names = [edge.source for edge in words]
        name, meaning = f"{value.label}_{''.join(names)}", f"{value.label}({', '.join(names)})"
        return self.add(name, Op.BOOLEAN, (*controls, *words), meaning, formulas=tuple(formulas))

    def selected(self, label: str, words: Sequence[Edge], controls: Sequence[Edge]) -> Edge:
        """A tree of selects, the last control nearest to the words."""
        for level, control in enumerate(reversed(controls)):
            pairs = [words[i : i + 2] for i in range(0, len(words), 2)]
            words = [
                pair[0]
                if len(pair) == 1
                else self.add(
                    f"{label}_{level}_{number}",
                    Op.SELECT,
                    (control, pair[1], pair[0]),
                    f"{label}, of the {len(pair) << level} of choice {number}",
                )
                for number, pair in enumerate(pairs)
            ]
        return words[0]

    def code_bit(self, value: Choice, bit: int) -> Edge:
        """The control that is a bit of the number of a choice."""
        name = f"choose_{value.label}_{bit}"
        if name not in [node.name for node in self.nodes]:
            rounds = tuple(t for t, code in enumerate(value.codes) if code >> bit & 1)
            active, meaning = (0, self.hash.rounds), f"bit {bit} of which {value.label}"
            self.source(name, Kind.CONTROL, active, meaning, chosen=rounds)
        return Edge(name)


_OPS = {Sum: Op.SUM, Xor: Op.XOR, Sigma: Op.SIGMA}


def _op(value: Expression) -> Op:
    """The operator of an expression."""
    if isinstance(value, Boolean):
        known = {CHOOSE: Op.CH, MAJORITY: Op.MAJ}
        return known.get(value.formula, Op.BOOLEAN)
    return _OPS[type(value)]


def _fields(value: Expression) -> dict[str, Any]:
    """What a node is told of its expression besides the operands."""
    if isinstance(value, Sigma):
        return {"rotations": value.rotations, "shifts": value.shifts}
    if isinstance(value, Boolean) and _op(value) is Op.BOOLEAN:
        return {"formulas": (value.formula,)}
    return {}
