"""Constant expressions of SystemVerilog over the parameters of a module, as in widths of ports."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from hashloom.rtl.typed.errors import NetlistError

Numbers = Mapping[str, int]
_Compiled = Callable[[Numbers], int]

_TOKEN = re.compile(r"\s*(\d+|\$clog2|[A-Za-z_]\w*|\*\*|<<|==|!=|<=|>=|&&|\|\||[-+*/%()?:<>!])")
_LEVELS: tuple[dict[str, Callable[[int, int], int]], ...] = (
    {"||": lambda a, b: int(bool(a or b))},
    {"&&": lambda a, b: int(bool(a and b))},
    {"==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b)},
    {
        "<": lambda a, b: int(a < b),
        ">": lambda a, b: int(a > b),
        "<=": lambda a, b: int(a <= b),
        ">=": lambda a, b: int(a >= b),
    },
    {"<<": lambda a, b: a << b},
    {"+": lambda a, b: a + b, "-": lambda a, b: a - b},
    {"*": lambda a, b: a * b, "/": lambda a, b: a // b, "%": lambda a, b: a % b},
    {"**": lambda a, b: a**b},
)


@dataclass(frozen=True)
class Formula:
    """An expression of decimal numbers, parameters and constants.

    Raises NetlistError when it is made, for a text that is not one.
    """

    text: str

    def __post_init__(self) -> None:
        _compiled(self.text)

    def value(self, parameters: Numbers) -> int:
        """Its value. Raises NetlistError for a parameter that is not among `parameters`."""
        try:
            return _compiled(self.text)(parameters)
        except KeyError as error:
            raise NetlistError(
                f"There is no parameter {error.args[0]}, which {self.text} is of; "
                f"there are {', '.join(parameters) or 'none'}."
            ) from error


@cache
def _compiled(text: str) -> _Compiled:
    tokens = _tokens(text)
    found, rest = _choice(tokens)
    if rest:
        raise NetlistError(f"{text} is no constant expression: {rest[0]} cannot stand there.")
    return found


def _tokens(text: str) -> list[str]:
    tokens, at, text = [], 0, text.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found:
            raise NetlistError(f"{text} is no constant expression of numbers and parameters.")
        tokens.append(found[1])
        at = found.end()
    return tokens


def _choice(tokens: list[str]) -> tuple[_Compiled, list[str]]:
    condition, rest = _joined(tokens, 0)
    if rest[:1] != ["?"]:
        return condition, rest
    first, rest = _choice(rest[1:])
    second, rest = _choice(_after(":", rest))
    return lambda n: first(n) if condition(n) else second(n), rest


def _joined(tokens: list[str], level: int) -> tuple[_Compiled, list[str]]:
    if level == len(_LEVELS):
        return _primary(tokens)
    left, rest = _joined(tokens, level + 1)
    while rest and rest[0] in _LEVELS[level]:
        operation = _LEVELS[level][rest[0]]
        right, rest = _joined(rest[1:], level + 1)
        left = _both(operation, left, right)
    return left, rest


def _both(operation: Callable[[int, int], int], left: _Compiled, right: _Compiled) -> _Compiled:
    return lambda n: operation(left(n), right(n))


def _primary(tokens: list[str]) -> tuple[_Compiled, list[str]]:
    if not tokens:
        raise NetlistError("A constant expression ends where a number or a parameter is expected.")
    head, rest = tokens[0], tokens[1:]
    if head == "(":
        inner, rest = _choice(rest)
        return inner, _after(")", rest)
    if head == "$clog2":
        inner, rest = _primary(rest)
        return lambda n: max(0, inner(n) - 1).bit_length(), rest
    if head == "!":
        inner, rest = _primary(rest)
        return lambda n: int(not inner(n)), rest
    if head.isdigit():
        number = int(head)
        return lambda n: number, rest
    if not head[0].isalpha() and head[0] != "_":
        raise NetlistError(f"{head} is neither a number nor a parameter.")
    return lambda n: n[head], rest


def _after(token: str, tokens: list[str]) -> list[str]:
    if tokens[:1] != [token]:
        raise NetlistError(
            f"A constant expression lacks a {token} before {tokens[:1] or 'its end'}."
        )
    return tokens[1:]
