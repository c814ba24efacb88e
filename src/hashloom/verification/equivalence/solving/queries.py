"""Claims as queries in SMT-LIB: text that is the same for claims that differ in names only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from hashloom.verification.equivalence.netlists.machine import operands_of
from hashloom.verification.equivalence.netlists.values import Expression, Value
from hashloom.verification.equivalence.words.letters import Letters
from hashloom.verification.equivalence.words.textbook import Label

_OPERATORS = {
    "add": "bvadd",
    "sub": "bvsub",
    "mul": "bvmul",
    "neg": "bvneg",
    "not": "bvnot",
    "and": "bvand",
    "or": "bvor",
    "xor": "bvxor",
    "xnor": "bvxnor",
}
_COMPARISONS = {"ult": "bvult", "ulte": "bvule", "ugt": "bvugt", "ugte": "bvuge"}
_COMPARISONS |= {"slt": "bvslt", "slte": "bvsle", "sgt": "bvsgt", "sgte": "bvsge"}

Definition = Callable[[Label], Value | None]


@dataclass(frozen=True)
class Query:
    """One question to a solver: is there a case in which value and word differ?

    Attributes:
        text: in SMT-LIB 2, satisfiable when there is.
        names: the words by their names in the text.
    """

    text: str
    names: Mapping[str, Label]


def labels_in(*values: Value) -> list[Label]:
    """Words that values are made of, in the order in which they are met."""
    found: dict[Label, None] = {}
    for node in _walk(values):
        if node.op == "word":
            found.setdefault(node.args[0])
    return list(found)


def opened(
    label: Label, value: Value, definition: Definition, letters: Letters, depth: int
) -> list[Label]:
    """Words whose definitions are assumed at a depth; the first is the claim's.

    A depth more adds those of the words met so far: first of the same round's sums, then of all
    sums, in the end of functions and constants too.  Where functions are opened, words that are
    numbers go with whatever meets them, which adds no further words.
    """
    sums = (*letters.of_round, *letters.sums, "N", "H")
    chosen = [label]
    for level in range(depth):
        known = [found for each in chosen if (found := definition(each)) is not None]
        for each in labels_in(value, *known):
            of_round = each.letter in letters.of_round and each.number == label.number
            wanted = of_round or level >= 2 or (level == 1 and each.letter in sums)
            if wanted and each not in chosen and definition(each) is not None:
                chosen.append(each)
    if depth > 2:
        known = [found for each in chosen if (found := definition(each)) is not None]
        numbers = (each for each in labels_in(*known) if isinstance(definition(each), int))
        chosen += [each for each in numbers if each not in chosen]
    return chosen


def query(
    label: Label,
    width: int,
    value: Value,
    definition: Definition,
    letters: Letters,
    depth: int,
) -> Query:
    """Whether `value` can differ from the word called `label`."""
    writer = _Writer()
    claimed = writer.term(value, width)
    word = writer.word(label, width)
    for each in opened(label, value, definition, letters, depth):
        found = definition(each)
        if found is not None:
            meaning = writer.term(found, width)
            writer.lines.append(f"(assert (= {writer.word(each, width)} {meaning}))")
    writer.lines.append(f"(assert (distinct {claimed} {word}))")
    declared = [f"(declare-fun {name} () (_ BitVec {width}))" for name in writer.names]
    text = "\n".join(["(set-logic QF_BV)", *declared, *writer.lines, "(check-sat)", ""])
    return Query(text, dict(writer.names))


class _Writer:
    """Collects definitions of shared terms."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.names: dict[str, Label] = {}
        self._of: dict[Label, str] = {}
        self._terms: dict[Expression, str] = {}

    def word(self, label: Label, width: int) -> str:
        """Name of a word."""
        if label not in self._of:
            name = f"w{len(self._of)}"
            self._of[label], self.names[name] = name, label
        return self._of[label]

    def term(self, value: Value, width: int) -> str:
        """A term for a value."""
        for node in _walk([value]):
            if node not in self._terms:
                self._terms[node] = self._written(node)
        return self._reference(value, width)

    def _reference(self, value: Value, width: int) -> str:
        if isinstance(value, int):
            return f"(_ bv{value} {width})"
        assert isinstance(value, Expression)
        return self._terms[value]

    def _written(self, node: Expression) -> str:
        if node.op == "word":
            return self.word(node.args[0], node.width)
        text = self._text(node)
        name = f"t{len(self._terms)}"
        self.lines.append(f"(define-fun {name} () (_ BitVec {node.width}) {text})")
        return name

    def _text(self, node: Expression) -> str:
        if node.op == "concat":
            parts = [self._reference(v, w) for w, v in node.args]
            return f"(concat {' '.join(parts)})"
        if node.op == "slice":
            whole, high, low = node.args
            return f"((_ extract {high} {low}) {self._terms[whole]})"
        operands, widths = operands_of(node)
        reads = [self._reference(v, w) for v, w in zip(operands, widths, strict=True)]
        if node.op in _OPERATORS:
            return f"({_OPERATORS[node.op]} {' '.join(reads)})"
        if node.op == "ite":
            return f"(ite (= {reads[0]} (_ bv1 1)) {reads[1]} {reads[2]})"
        condition = _condition(node.op, reads, widths[0])
        return f"(ite {condition} (_ bv1 1) (_ bv0 1))"


def _condition(op: str, reads: list[str], width: int) -> str:
    if op in _COMPARISONS:
        return f"({_COMPARISONS[op]} {' '.join(reads)})"
    return {
        "eq": f"(= {reads[0]} {reads[-1]})",
        "neq": f"(distinct {reads[0]} {reads[-1]})",
        "redor": f"(distinct {reads[0]} (_ bv0 {width}))",
        "redand": f"(= {reads[0]} (bvnot (_ bv0 {width})))",
    }[op]


def _walk(values: list[Value] | tuple[Value, ...]) -> Iterator[Expression]:
    """Expressions of values, each after its operands and once."""
    done: set[Expression] = set()
    stack: list[tuple[Expression, bool]] = [
        (value, False) for value in reversed(values) if isinstance(value, Expression)
    ]
    while stack:
        node, ready = stack.pop()
        if node in done:
            continue
        if ready:
            done.add(node)
            yield node
            continue
        stack.append((node, True))
        stack += [(each, False) for each in reversed(_operands(node)) if each not in done]


def _operands(node: Expression) -> list[Expression]:
    if node.op in ("word", "choice"):
        return []
    if node.op == "concat":
        return [v for _, v in node.args if isinstance(v, Expression)]
    return [v for v in node.args if isinstance(v, Expression)]
