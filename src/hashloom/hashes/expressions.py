"""The words in which a hash is written: expressions over numbered sequences of words.

An expression is a word that a recurrence reads, or add, xor, rotate, shift, a Boolean function of
three words, or a choice by the number of the round, of expressions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, Union


@dataclass(frozen=True)
class Formula:
    """A Boolean formula of words, bit by bit: "and", "or", "xor" or "not" of formulas.

    A `letter` is one of the words: 0, 1, 2 for x, y, z.
    """

    sign: str = ""
    parts: tuple[Formula, ...] = ()
    letter: int = 0

    def __and__(self, other: Formula) -> Formula:
        return Formula("&", (self, other))

    def __or__(self, other: Formula) -> Formula:
        return Formula("|", (self, other))

    def __xor__(self, other: Formula) -> Formula:
        return Formula("^", (self, other))

    def __invert__(self) -> Formula:
        return Formula("~", (self,))

    def of(self, words: Sequence[int], mask: int) -> int:
        """The value for words x, y, z; `mask` is all ones in a word."""
        if not self.sign:
            return words[self.letter]
        first = self.parts[0].of(words, mask)
        if self.sign == "~":
            return first ^ mask
        second = self.parts[1].of(words, mask)
        if self.sign == "&":
            return first & second
        return first | second if self.sign == "|" else first ^ second

    def text(self) -> str:
        """The formula in x, y and z with the signs of C and SystemVerilog."""
        if not self.sign:
            return "xyz"[self.letter]
        if self.sign == "~":
            return f"~{self._inner(self.parts[0])}"
        first, second = self.parts
        if self.sign == "^" and first.sign == "^":
            return f"{first.text()} ^ {self._inner(second)}"
        return f"{self._inner(first)} {self.sign} {self._inner(second)}"

    @staticmethod
    def _inner(part: Formula) -> str:
        return f"({part.text()})" if len(part.parts) > 1 else part.text()

    @property
    def depth(self) -> int:
        """Levels of two-input gates, an inverter counted as one."""
        return (1 + max(part.depth for part in self.parts)) if self.sign else 0


X, Y, Z = (Formula(letter=number) for number in range(3))
CHOOSE = (X & Y) ^ (~X & Z)
MAJORITY = (X & Y) | (Z & (X | Y))
PARITY = X ^ Y ^ Z


@dataclass(frozen=True)
class Read:
    """A word: the value of `sequence` of `age` rounds ago.

    Age 0 is this round's: a constant such as "K", a word of the message such as "W", or a sequence
    defined earlier in the same round.  A schedule may also be read at a negative age, ahead of the
    round.
    """

    sequence: str
    age: int = 0


@dataclass(frozen=True)
class Sum:
    """The sum of terms, modulo 2^word_bits."""

    terms: tuple[Expression, ...]


@dataclass(frozen=True)
class Xor:
    """The exclusive or of terms."""

    terms: tuple[Expression, ...]


@dataclass(frozen=True)
class Sigma:
    """The XOR of right rotations and right shifts of a word, in bits; a single one moves it.

    `label` is the standard's name of the function, `source` where the standard defines it.
    """

    label: str
    word: Expression
    rotations: tuple[int, ...]
    shifts: tuple[int, ...] = ()
    source: str = ""


@dataclass(frozen=True)
class Boolean:
    """A Boolean function of three words."""

    label: str
    formula: Formula
    words: tuple[Expression, Expression, Expression]
    source: str = ""


@dataclass(frozen=True)
class Choice:
    """One of several expressions by the round: in round t it is alternatives[codes[t]]."""

    label: str
    codes: tuple[int, ...]
    alternatives: tuple[Expression, ...]

    @property
    def bits(self) -> int:
        """Bits of a code."""
        return (len(self.alternatives) - 1).bit_length()


Expression: TypeAlias = Union[Read, Sum, Xor, Sigma, Boolean, Choice]  # noqa: UP007 - its parts name it


def parts_of(expression: Expression) -> tuple[Expression, ...]:
    """What an expression is made of, empty for a word that is read."""
    if isinstance(expression, Sum | Xor):
        return expression.terms
    if isinstance(expression, Sigma):
        return (expression.word,)
    if isinstance(expression, Boolean):
        return expression.words
    return expression.alternatives if isinstance(expression, Choice) else ()


def within(expression: Expression) -> Iterator[Expression]:
    """An expression and all it is made of, outer ones first."""
    yield expression
    for part in parts_of(expression):
        yield from within(part)


def reads_of(expression: Expression) -> list[Read]:
    """The words an expression reads."""
    return [each for each in within(expression) if isinstance(each, Read)]


def rotated_left(word: Expression, bits: int, amount: int, source: str = "") -> Sigma:
    """A word of `bits` bits rotated left by `amount`."""
    return Sigma(f"rotl{amount}", word, (bits - amount,), source=source)


def sigma(word: int, bits: int, rotations: tuple[int, ...], shifts: tuple[int, ...]) -> int:
    """XOR of right rotations and right shifts of a `bits`-bit word (FIPS 180-4 section 4.1)."""
    result = 0
    for amount in rotations:
        result ^= (word >> amount | word << (bits - amount)) & ((1 << bits) - 1)
    for amount in shifts:
        result ^= word >> amount
    return result


def choose(x: int, y: int, z: int) -> int:
    """Ch(x, y, z): y where x is one, z where it is zero (FIPS 180-4 equations 4.2 and 4.8)."""
    return z ^ (x & (y ^ z))


def majority(x: int, y: int, z: int) -> int:
    """Maj(x, y, z), bit by bit (FIPS 180-4 equations 4.3 and 4.9)."""
    return (x & y) | (z & (x | y))
