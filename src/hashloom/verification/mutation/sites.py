"""The mutants of a core: every small change of what is elaborated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from pyslang import ast

from hashloom.verification.mutation.elaboration import (
    Design,
    Seen,
    Walk,
    constant,
    inputs,
    outputs,
    plain,
    selects,
)
from hashloom.verification.mutation.mutant import Edit, Form, Mutant

_Binary = ast.BinaryOperator
_Unary = ast.UnaryOperator

# By operator: how it is written, what takes its place, and whether an operand may go.
_OPERATORS: dict[Any, tuple[str, tuple[str, ...], bool]] = {
    _Binary.LogicalAnd: ("&&", ("||",), True),
    _Binary.LogicalOr: ("||", ("&&",), True),
    _Binary.BinaryAnd: ("&", ("|",), True),
    _Binary.BinaryOr: ("|", ("&",), True),
    _Binary.BinaryXor: ("^", ("&", "|"), True),
    _Binary.Add: ("+", ("-",), True),
    _Binary.Subtract: ("-", ("+",), True),
    _Binary.Equality: ("==", ("!=",), False),
    _Binary.Inequality: ("!=", ("==",), False),
    _Binary.LessThan: ("<", ("<=", ">="), False),
    _Binary.LessThanEqual: ("<=", ("<", ">"), False),
    _Binary.GreaterThan: (">", (">=", "<="), False),
    _Binary.GreaterThanEqual: (">=", (">", "<"), False),
    _Binary.LogicalShiftLeft: ("<<", (">>",), False),
    _Binary.LogicalShiftRight: (">>", ("<<",), False),
}
_REDUCTIONS = {_Unary.BitwiseOr: "&", _Unary.BitwiseAnd: "|", _Unary.BitwiseXor: "|"}
_NEGATIONS = (_Unary.LogicalNot, _Unary.BitwiseNot)
_RESET = "rst"


def find_mutants(sources: Mapping[str, str], top: str) -> tuple[Mutant, ...]:
    """All mutants of the core `top`, in the order of the texts.

    One is there when at least one instance elaborates its place. Raises CheckError when slang does
    not accept the texts.
    """
    finder = _Finder(Design(sources, top))
    return finder.run()


class _Finder:
    def __init__(self, design: Design) -> None:
        self._design = design
        self._found: dict[tuple[Edit, ...], Mutant] = {}

    def run(self) -> tuple[Mutant, ...]:
        seen = Seen(
            self._expression, self._driver, self._condition, self._assignment, self._instance
        )
        Walk(self._design, seen).run()
        return tuple(sorted(self._found.values()))

    def _text(self, node: Any) -> str:
        return self._design.text(node)

    def _add(self, kind: str, node: Any, changes: Iterable[str], form: Form = "expression") -> None:
        place = self._design.place(node)
        before = self._text(node)
        for after in changes:
            edit = Edit(place.file, place.start, place.end, after, form)
            self._keep(kind, before, after, (edit,))

    def _keep(self, kind: str, before: str, after: str, edits: tuple[Edit, ...]) -> None:
        first = edits[0]
        line = self._design.sources[first.file].count("\n", 0, first.start) + 1
        self._found.setdefault(edits, Mutant(first.file, line, kind, before, after, edits))

    # ---- Expressions ----------------------------------------------------------------------------

    def _expression(self, expression: Any, scope: Any) -> None:
        value = constant(expression, scope)
        if value is not None:
            self._constant(expression, value)
        elif isinstance(expression, ast.UnaryExpression):
            self._unary(expression)
        elif isinstance(expression, ast.BinaryExpression):
            self._add("operator", expression, self._binary(expression, scope))
        elif isinstance(expression, ast.ConditionalExpression):
            self._choice(expression, scope)
        elif isinstance(expression, ast.ConcatenationExpression):
            parts = [self._text(each) for each in expression.operands]
            known = [constant(each, scope) for each in expression.operands]
            if len(parts) > 1 and known == [None] * len(parts):
                self._add("order", expression, ["{" + ", ".join(reversed(parts)) + "}"])
        else:
            for select in selects(expression):
                if isinstance(select, ast.ElementSelectExpression):
                    self._element(expression, select, scope)
                else:
                    self._range(expression, select, scope)

    def _constant(self, expression: Any, value: Any) -> None:
        text = self._text(expression)
        if text.startswith("'"):
            self._add("constant", expression, ["'1" if text == "'0" else "'0"])
        elif expression.type.isIntegral and expression.type.bitWidth > 1:
            self._add("constant", expression, [f"({text}) + 1'b1", f"({text}) - 1'b1"])
        elif expression.type.isIntegral:
            self._add("constant", expression, [f"~({text})"])

    def _unary(self, expression: Any) -> None:
        operand = self._text(expression.operand)
        if expression.op in _NEGATIONS:
            self._add("operator", expression, [operand])
        elif expression.op in _REDUCTIONS:
            self._add("operator", expression, [f"{_REDUCTIONS[expression.op]}({operand})"])

    def _binary(self, expression: Any, scope: Any) -> Iterator[str]:
        if expression.op not in _OPERATORS:
            return
        _, others, droppable = _OPERATORS[expression.op]
        sides = expression.left, expression.right
        left, right = (f"({self._text(side)})" for side in sides)
        known = [constant(side, scope) is not None for side in sides]
        if not (any(known) and droppable and expression.op is not _Binary.Add):
            yield from (f"{left} {other} {right}" for other in others)
        if droppable and not any(known):
            yield left
            yield right

    def _choice(self, expression: Any, scope: Any) -> None:
        if constant(expression.conditions[0].expr, scope) is not None:
            return
        condition, left, right = (
            f"({self._text(each)})"
            for each in (expression.conditions[0].expr, expression.left, expression.right)
        )
        self._add("choice", expression, [left, right, f"{condition} ? {right} : {left}"])

    def _element(self, whole: Any, select: Any, scope: Any) -> None:
        """The element beside the one that a constant selects."""
        index = constant(select.selector, scope)
        if index is None:
            return
        selector = self._text(select.selector)
        low, high = _bounds(select.value)
        others = [(int(index) + 1, "+"), (int(index) - 1, "-")]
        signs = [sign for other, sign in others if low <= other <= high]
        self._beside("element", whole, select, [f"[({selector}) {sign} 1]" for sign in signs])

    def _range(self, whole: Any, select: Any, scope: Any) -> None:
        """The bits beside those that constants select."""
        bounds = [constant(each, scope) for each in (select.left, select.right)]
        if select.selectionKind != ast.RangeSelectionKind.Simple or None in bounds:
            return
        left, right = (self._text(each) for each in (select.left, select.right))
        low, high = _bounds(select.value)
        first, last = sorted(int(each) for each in bounds)
        signs = ["+"] * (last < high) + ["-"] * (first > low)
        self._beside("bits", whole, select, [f"[({left}){s}1:({right}){s}1]" for s in signs])

    def _beside(self, kind: str, whole: Any, select: Any, brackets: list[str]) -> None:
        """Changes the brackets of one of the selections of `whole`."""
        outer, inner = self._design.place(whole), self._design.place(select)
        base = self._text(select.value)
        rest = self._design.sources[outer.file][inner.end : outer.end]
        self._add(kind, whole, [base + bracket + rest for bracket in brackets])

    # ---- Drivers, conditions, assignments -------------------------------------------------------

    def _driver(self, expression: Any, scope: Any) -> None:
        """A value that is only passed on is stuck."""
        kinds = ast.NamedValueExpression | ast.ElementSelectExpression | ast.RangeSelectExpression
        if isinstance(expression, kinds) and constant(expression, scope) is None:
            if not expression.type.isIntegral or self._is_implicit(expression):
                return
            ones = ["'1"] * (expression.type.bitWidth == 1)
            self._add("stuck", expression, ["'0", *ones])

    def _is_implicit(self, expression: Any) -> bool:
        """Whether it is a connection that names its port only."""
        place = self._design.place(expression)
        return self._design.sources[place.file][place.start - 1] == "."

    def _condition(self, condition: Any, scope: Any) -> None:
        text = self._text(condition)
        kind = "reset" if text == _RESET else "condition"
        self._add(kind, condition, ["1'b0", "1'b1", f"!({text})"])

    def _assignment(self, statement: Any) -> None:
        self._add("assignment", statement, [";"], "statement")

    # ---- Ports ----------------------------------------------------------------------------------

    def _instance(self, instance: Any) -> None:
        """Neighbours of the same width change their places."""
        taken = [plain(c.expression) for c in inputs(instance)]
        self._swaps([e for e in taken if not self._is_implicit(e)], "inputs")
        statement = instance.syntax.parent.sourceRange.start.offset
        self._swaps(outputs(instance), "outputs", statement)

    def _swaps(self, ports: list[Any], kind: str, statement: int = 0) -> None:
        form: Form = "output" if statement else "expression"
        by_width: dict[int, list[Any]] = {}
        for port in ports:
            by_width.setdefault(port.type.bitWidth, []).append(port)
        for same in by_width.values():
            for one, two in pairwise(same):
                texts = self._text(one), self._text(two)
                if texts[0] == texts[1] or any(text.startswith("'") for text in texts):
                    continue
                places = self._design.place(one), self._design.place(two)
                edits = tuple(
                    Edit(place.file, place.start, place.end, text, form, statement)
                    for place, text in zip(places, reversed(texts), strict=True)
                )
                self._keep(kind, ", ".join(texts), ", ".join(reversed(texts)), edits)


def _bounds(value: Any) -> tuple[int, int]:
    """The lowest and the highest index of what is selected from."""
    found = value.type.range
    return min(found.left, found.right), max(found.left, found.right)
