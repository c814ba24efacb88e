"""A core as it is elaborated: its statements, expressions and instances, with their parameters.

Read with slang. What a parameter switches off is not there: generate blocks that are not made, the
branches of constant conditions, and what only parameters decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pyslang
from pyslang import ast, syntax

from hashloom.errors import CheckError

_UNUSED = "unused_"  # begins the name of a signal that only says what is not used
_CLOCK = "clk"


@dataclass(frozen=True)
class Place:
    """A piece of a file's text."""

    file: str
    start: int
    end: int


class Design:
    """The elaborated texts of a core.

    Raises CheckError when slang does not accept them.
    """

    def __init__(self, sources: Mapping[str, str], top: str) -> None:
        self.sources = sources
        options = ast.CompilationOptions()
        options.topModules = {top}
        # each instance is elaborated by itself, and texts that declare late are read all the same
        options.flags = (
            ast.CompilationFlags.DisableInstanceCaching | ast.CompilationFlags.AllowUseBeforeDeclare
        )
        bag = pyslang.Bag()
        bag.compilationOptions = options
        self._manager = pyslang.SourceManager()
        self._compilation = ast.Compilation(bag)
        for name, text in sources.items():
            tree = syntax.SyntaxTree.fromText(text, self._manager, name, name)
            self._compilation.addSyntaxTree(tree)
        errors = [d for d in self._compilation.getAllDiagnostics() if d.isError()]
        if errors:
            raise CheckError(f"slang does not accept {top}: {errors[0].code}.")

    @property
    def top(self) -> ast.InstanceSymbol:
        """The instance of the top module."""
        found: ast.InstanceSymbol = self._compilation.getRoot().topInstances[0]
        return found

    def place(self, node: Any) -> Place:
        """Where an expression or statement stands."""
        found = node.sourceRange
        name = self._manager.getFileName(found.start)
        return Place(str(name), found.start.offset, found.end.offset)

    def text(self, node: Any) -> str:
        """What stands there."""
        place = self.place(node)
        return self.sources[place.file][place.start : place.end]


def constant(expression: Any, scope: Any) -> Any:
    """The value of an expression that parameters alone decide, or None."""
    return expression.eval(ast.EvalContext(scope)).value


def plain(expression: Any) -> Any:
    """An expression without the conversions that no text asks for."""
    while isinstance(expression, ast.ConversionExpression) and expression.isImplicit:
        expression = expression.operand
    return expression


@dataclass(frozen=True)
class Seen:
    """What is done with each piece of a design.

    Attributes:
        expression: with an expression that is evaluated, and its scope.
        driver: with the right side of an assignment or what an input takes, and its scope.
        condition: with the condition of a statement, and its scope.
        assignment: with an assignment in a process.
        instance: with an instance.
    """

    expression: Callable[[Any, Any], None]
    driver: Callable[[Any, Any], None]
    condition: Callable[[Any, Any], None]
    assignment: Callable[[Any], None]
    instance: Callable[[Any], None]


class Walk:
    """Goes through a design, instance by instance."""

    def __init__(self, design: Design, seen: Seen) -> None:
        self._design = design
        self._seen = seen
        self._functions: set[tuple[str, str]] = set()

    def run(self) -> None:
        """Shows everything once for each instance."""
        self._scope(self._design.top.body)

    def _scope(self, scope: Any) -> None:
        for member in scope:
            if isinstance(member, ast.InstanceSymbol):
                self._connections(member, scope)
                self._seen.instance(member)
                self._scope(member.body)
            elif isinstance(member, ast.GenerateBlockSymbol):
                if not member.isUninstantiated:
                    self._scope(member)
            elif isinstance(member, ast.GenerateBlockArraySymbol):
                for entry in member.entries:
                    self._scope(entry)
            elif isinstance(member, ast.ContinuousAssignSymbol):
                assignment: Any = member.assignment
                if not self._design.text(assignment.left).startswith(_UNUSED):
                    self._driver(assignment.right, member)
            elif isinstance(member, ast.ProceduralBlockSymbol):
                self._statement(member.body, member)

    def _connections(self, instance: ast.InstanceSymbol, scope: Any) -> None:
        for connection in inputs(instance):
            self._driver(connection.expression, scope)

    def _driver(self, expression: Any, scope: Any) -> None:
        self._seen.driver(plain(expression), scope)
        self._expression(expression, scope)

    def _statement(self, statement: Any, scope: Any) -> None:
        if isinstance(statement, ast.StatementList):
            for each in statement.list:
                self._statement(each, scope)
        elif isinstance(statement, ast.BlockStatement):
            self._statement(statement.body, scope)
        elif isinstance(statement, ast.TimedStatement):
            self._statement(statement.stmt, scope)
        elif isinstance(statement, ast.ForLoopStatement):
            self._statement(statement.body, scope)
        elif isinstance(statement, ast.ConditionalStatement):
            self._conditional(statement, scope)
        elif isinstance(statement, ast.ExpressionStatement):
            expression: Any = statement.expr
            if isinstance(expression, ast.AssignmentExpression):
                self._seen.assignment(statement)
                if not expression.isCompound:
                    self._driver(expression.right, scope)

    def _conditional(self, statement: ast.ConditionalStatement, scope: Any) -> None:
        condition = statement.conditions[0].expr
        known = constant(condition, scope)
        if known is None:
            self._seen.condition(plain(condition), scope)
            self._expression(condition, scope)
        if known is None or known:
            self._statement(statement.ifTrue, scope)
        if statement.ifFalse is not None and not known:
            self._statement(statement.ifFalse, scope)

    def _expression(self, expression: Any, scope: Any) -> None:
        expression = plain(expression)
        self._seen.expression(expression, scope)
        if constant(expression, scope) is None:
            for inner in self._inner(expression, scope):
                self._expression(inner, scope)

    def _inner(self, expression: Any, scope: Any) -> Iterator[Any]:
        """The expressions inside one that are evaluated when the core runs."""
        if isinstance(expression, ast.UnaryExpression | ast.ConversionExpression):
            yield expression.operand
        elif isinstance(expression, ast.BinaryExpression):
            yield expression.left
            yield expression.right
        elif isinstance(expression, ast.ConditionalExpression):
            condition = expression.conditions[0].expr
            known = constant(condition, scope)
            if known is None:
                yield condition
            if known is None or known:
                yield expression.left
            if not known:
                yield expression.right
        elif isinstance(expression, ast.ConcatenationExpression):
            yield from expression.operands
        elif isinstance(expression, ast.ReplicationExpression):
            yield expression.concat
        elif isinstance(expression, ast.ElementSelectExpression | ast.RangeSelectExpression):
            yield from self._selected(expression, scope)
        elif isinstance(expression, ast.CallExpression):
            yield from expression.arguments
            self._function(expression.subroutine)

    def _selected(self, expression: Any, scope: Any) -> Iterator[Any]:
        for select in selects(expression):
            if isinstance(select, ast.ElementSelectExpression):
                if constant(select.selector, scope) is None:
                    yield select.selector
            elif constant(select.left, scope) is None:
                yield select.left  # of [left +: width]; other ranges are constant

    def _function(self, subroutine: Any) -> None:
        if not isinstance(subroutine, ast.SubroutineSymbol):
            return
        key = (subroutine.hierarchicalPath, subroutine.name)
        if key not in self._functions:
            self._functions.add(key)
            self._statement(subroutine.body, subroutine)


def selects(expression: Any) -> Iterator[Any]:
    """A selection from a selection, and so on, from the last to the first."""
    while isinstance(expression, ast.ElementSelectExpression | ast.RangeSelectExpression):
        yield expression
        expression = plain(expression.value)


def inputs(instance: ast.InstanceSymbol) -> list[Any]:
    """The connections of an instance's inputs but the clock, where something is written."""
    return [
        connection
        for connection in _connected(instance)
        if connection.port.direction == ast.ArgumentDirection.In and connection.port.name != _CLOCK
    ]


def outputs(instance: ast.InstanceSymbol) -> list[Any]:
    """What the outputs of an instance drive, where that is a signal that somebody uses."""
    driven = [
        plain(connection.expression.left)
        for connection in _connected(instance)
        if isinstance(connection.expression, ast.AssignmentExpression)
    ]
    return [each for each in driven if isinstance(each, ast.NamedValueExpression)]


def _connected(instance: ast.InstanceSymbol) -> list[Any]:
    return [c for c in instance.portConnections if c.expression is not None]
