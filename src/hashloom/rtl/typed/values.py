"""Signals, and expressions of them that know their width and what they read.

A width that does not fit raises NetlistError where the expression is made.  The text is that of
SystemVerilog, with brackets where its precedence asks for them, and around a conjunction in a
disjunction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from hashloom.rtl.typed.errors import NetlistError

_CHOICE, _OR, _AND, _BITS_OR, _EQUAL, _LESS, _SHIFT, _SUM, _UNARY, _ATOM = range(10)


@dataclass(frozen=True)
class Signal:
    """A signal of a top module: name, width in bits, and what it carries."""

    name: str
    width: int
    comment: str

    def prefixed(self, prefix: str) -> Signal:
        """The same with a prefix before its name."""
        return Signal(prefix + self.name, self.width, self.comment)


@dataclass(frozen=True)
class Bits:
    """Some bits of a signal, those that are set in `mask`."""

    name: str
    mask: int


@dataclass(frozen=True)
class Value:
    """An expression.

    Attributes:
        text: as SystemVerilog.
        width: in bits; None for '0 and '1, which are as wide as what they go to.
        reads: the bits it depends on.
        target: the bits it stands for, where it can be driven.
        level: how strongly its outermost operator binds.
    """

    text: str
    width: int | None
    reads: tuple[Bits, ...] = ()
    target: Bits | None = None
    level: int = _ATOM

    @property
    def bits(self) -> int:
        """Its width, which has to be known."""
        if self.width is None:
            raise NetlistError(f"The width of {self.text} is not known where it stands.")
        return self.width

    def __and__(self, other: Value) -> Value:
        """Both of two single bits."""
        return _logical(self, "&&", other, _AND)

    def __or__(self, other: Value) -> Value:
        """Either of two single bits."""
        return _logical(self, "||", other, _OR)

    def __invert__(self) -> Value:
        """The opposite of a single bit."""
        return Value(f"!{_at(_single(self), _UNARY)}", 1, self.reads, level=_UNARY)

    def equals(self, other: Value | int) -> Value:
        """Whether it is equal to a number or to a value of its width."""
        return self._compared("==", other, _EQUAL)

    def below(self, other: Value | int) -> Value:
        """Whether it is less than a number or a value of its width."""
        return self._compared("<", other, _LESS)

    def _compared(self, operator: str, other: Value | int, level: int) -> Value:
        right = number(other, self.bits) if isinstance(other, int) else other
        _same_width(self, right)
        text = f"{_at(self, level + 1)} {operator} {_at(right, level + 1)}"
        return Value(text, 1, self.reads + right.reads, level=level)

    def bit(self, index: int) -> Value:
        """One bit of a signal of several, 0 the lowest."""
        return self._part(index, index, f"[{index}]")

    def slice(self, high: int, low: int) -> Value:
        """Bits `high` down to `low` of a signal."""
        return self._part(high, low, f"[{high}:{low}]")

    def _part(self, high: int, low: int, text: str) -> Value:
        if self.target is None or not 0 <= low <= high < self.bits:
            raise NetlistError(f"{self.text}, of {self.width} bits, has no part {text}.")
        part = Bits(self.target.name, ((2 << (high - low)) - 1) << low)
        return Value(self.text + text, high - low + 1, (part,), part)

    def at(self, index: Value) -> Value:
        """The bit of a vector that a context's number or a loop's index chooses.

        A vector of one bit, which is one context's, is the bit itself.
        """
        if self.bits == 1:
            return self
        if self.target is None:
            raise NetlistError(f"{self.text} is no signal of which {index.text} could be a bit.")
        return Value(f"{self.text}[{index.text}]", 1, self.reads + index.reads)


def wire(signal: Signal) -> Value:
    """A whole signal."""
    whole = Bits(signal.name, (1 << signal.width) - 1)
    return Value(signal.name, signal.width, (whole,), whole)


def number(value: int, bits: int) -> Value:
    """A number of so many bits, in decimal."""
    if not 0 <= value < 1 << bits:
        raise NetlistError(f"The number {value} does not fit into {bits} bits.")
    return Value(f"{bits}'d{value}", bits)


def flags(digits: str) -> Value:
    """Bits as they are given, the highest first."""
    return Value(f"{len(digits)}'b{digits}", len(digits))


LOW, HIGH = Value("1'b0", 1), Value("1'b1", 1)
ZEROS, ONES = Value("'0", None), Value("'1", None)  # as wide as what they go to


def constant(condition: bool) -> Value:
    """A single bit that does not change."""
    return HIGH if condition else LOW


def choose(condition: Value, yes: Value, no: Value, between: str = " ") -> Value:
    """`yes` where a condition holds, otherwise `no`; `between` them may be a new line."""
    _single(condition)
    _same_width(yes, no)
    text = f"{_at(condition, _OR)} ? {_at(yes, _OR)}{between}: {_at(no, _OR)}"
    width = no.width if yes.width is None else yes.width
    return Value(text, width, condition.reads + yes.reads + no.reads, level=_CHOICE)


def first_of(cases: Sequence[tuple[Value, Value]], otherwise: Value, between: str) -> Value:
    """The value of the first of some cases whose condition holds, otherwise another one; `between`
    them may be a new line."""
    value = otherwise
    for condition, yes in reversed(cases):
        chosen = choose(condition, yes, value, between)
        value = replace(chosen, level=_ATOM)  # as the rest of a choice it needs no brackets
    return replace(value, level=_CHOICE) if cases else value


def join(*values: Value) -> Value:
    """Values side by side, the first on top."""
    text = f"{{{', '.join(value.text for value in values)}}}"
    return Value(text, sum(value.bits for value in values), _reads(values))


def repeat(count: int, value: Value) -> Value:
    """A value so many times side by side."""
    return Value(f"{{{count}{{{value.text}}}}}", count * value.bits, value.reads)


def cast(bits: int, value: Value) -> Value:
    """A value with so many bits, zeros above or what is above cut off."""
    return Value(f"{bits}'({value.text})", bits, value.reads)


def plus(left: Value, right: Value) -> Value:
    """The sum of two values of the same width, to that width."""
    _same_width(left, right)
    text = f"{_at(left, _SUM)} + {_at(right, _UNARY)}"
    return Value(text, left.width, left.reads + right.reads, level=_SUM)


def shifted(value: Value, by: Value) -> Value:
    """A value that is shifted to the left, to its own width."""
    text = f"{_at(value, _SHIFT)} << {_at(by, _SUM)}"
    return Value(text, value.width, value.reads + by.reads, level=_SHIFT)


def merged(left: Value, right: Value) -> Value:
    """The bitwise OR of two values, one of which is always zero."""
    _same_width(left, right)
    text = f"{_at(left, _BITS_OR)} | {_at(right, _EQUAL)}"
    return Value(text, left.width, left.reads + right.reads, level=_BITS_OR)


def any_bit(value: Value) -> Value:
    """Whether any bit is set."""
    return Value(f"|{_at(value, _ATOM)}", 1, value.reads, level=_UNARY)


def bracketed(value: Value) -> Value:
    """A value in brackets that it may not need, as one of several lines."""
    return replace(value, text=f"({value.text})", level=_ATOM)


def any_of(terms: Iterable[Value], between: str) -> Value:
    """The disjunction of single bits, `between` two of them a new line."""
    listed = [_single(term) for term in terms]
    text = f"{between}|| ".join(_at(term, _EQUAL) for term in listed)
    return Value(text, 1, _reads(listed), level=listed[0].level if len(listed) == 1 else _OR)


def _logical(left: Value, operator: str, right: Value, level: int) -> Value:
    def side(value: Value) -> str:
        plain = value.level == level or value.level > _AND
        return _single(value).text if plain else f"({value.text})"

    text = f"{side(left)} {operator} {side(right)}"
    return Value(text, 1, left.reads + right.reads, level=level)


def _at(value: Value, level: int) -> str:
    return value.text if value.level >= level else f"({value.text})"


def _single(value: Value) -> Value:
    if value.width != 1:
        raise NetlistError(f"{value.text} has {value.width} bits and is no condition.")
    return value


def _same_width(left: Value, right: Value) -> None:
    if None not in (left.width, right.width) and left.width != right.width:
        raise NetlistError(
            f"{left.text} has {left.width} bits and {right.text} has {right.width}, "
            "where both must have the same."
        )


def _reads(values: Iterable[Value]) -> tuple[Bits, ...]:
    return tuple(bits for value in values for bits in value.reads)


class Wires:
    """The signals of a top module by name, each a Value; there are no others.

    `wires.play` is the signal `play`.  Raises NetlistError for a name that is not declared.
    """

    def __init__(self, top: str, values: Mapping[str, Value], prefix: str = "") -> None:
        self._top, self._values, self._prefix = top, values, prefix

    def __getitem__(self, name: str) -> Value:
        try:
            return self._values[self._prefix + name]
        except KeyError as error:
            raise NetlistError(
                f"The top module {self._top} declares no signal {self._prefix}{name}."
            ) from error

    def __getattr__(self, name: str) -> Value:
        return self[name]

    def within(self, prefix: str) -> Wires:
        """The same, where names are what follows a prefix."""
        return Wires(self._top, self._values, prefix)

    def own(self, names: Iterable[str]) -> dict[str, Value]:
        """Connections of ports to the signals of their own names."""
        return {name: self[name] for name in names}

    def pairs(self, port: str, signal: str, names: Iterable[str]) -> dict[str, Value]:
        """Connections of ports to signals whose names differ in what they begin with."""
        return {port + name: self[signal + name] for name in names}
