"""Values of nets: known numbers, expressions over words of the standard, and unknown bits.

A value is an `int`, an `Expression` or `UNKNOWN`.  An expression carries what it would be for a few
blocks of random words (its samples), so that a word of the standard is recognised wherever it
turns up; what is recognised is then proved.  `UNKNOWN` is any number at all, another one wherever
it is read: bits of other messages, of registers nobody has set, of ports that are not due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import pairwise, product
from typing import Any, ClassVar

from hashloom.verification.equivalence.netlists.operators import BITWISE, COMPUTE, bits

_MOST_CHOICES = 64  # numbers in a choice; of more, what is not alike in all is unknown
_DEEPEST = 100  # operators one after another from words to an expression; deeper ones are unknown


class _Unknown:
    """The only one of its kind."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = _Unknown()


class Expression:
    """An operator applied to values; equal ones are the same object.

    Attributes:
        op: "word" (a word of the standard, args: its name), an operator of BTOR2, "concat" (args:
            parts of (width, value), the highest first) or "choice" (args: possible numbers).
        width: bits.
        args: operands and numbers, as `op` has them.
        samples: its numbers in the sample blocks; None where a bit of it is unknown.
        depth: operators one after another.
    """

    __slots__ = ("args", "depth", "op", "samples", "width")
    _known: ClassVar[dict[tuple[Any, ...], Expression]] = {}

    op: str
    width: int
    args: tuple[Any, ...]
    samples: tuple[int, ...] | None
    depth: int

    @classmethod
    def of(
        cls,
        op: str,
        width: int,
        args: tuple[Any, ...],
        samples: tuple[int, ...] | None,
        depth: int = 0,
    ) -> Expression:
        """The expression, made once."""
        key = (op, width, args) if op != "word" else (op, width, args, samples)
        found = cls._known.get(key)
        if found is None:
            found = object.__new__(cls)
            found.op, found.width, found.args, found.samples = op, width, args, samples
            found.depth = depth
            cls._known[key] = found
        return found

    def __repr__(self) -> str:
        if self.op == "word":
            return str(self.args[0])
        return f"({self.op} ...)"


Value = int | Expression | _Unknown
Part = tuple[int, Value]  # width in bits, value


def word(name: object, width: int, samples: tuple[int, ...]) -> Expression:
    """A word of the standard."""
    return Expression.of("word", width, (name,), samples)


def choice(width: int, numbers: Iterable[int]) -> Value:
    """One of some numbers, another one wherever it is read."""
    possible = sorted(set(numbers))
    if len(possible) == 1:
        return possible[0]
    if len(possible) > _MOST_CHOICES or len(possible) == 1 << width:
        return _alike(width, possible)
    return Expression.of("choice", width, tuple(possible), None)


def _alike(width: int, numbers: Sequence[int]) -> Value:
    """The bits that all of some numbers have, the others unknown."""
    first = numbers[0]
    differ = reduce(lambda found, number: found | number ^ first, numbers, 0)
    if differ == (1 << width) - 1:
        return UNKNOWN
    bits = ((1, UNKNOWN if differ >> n & 1 else first >> n & 1) for n in reversed(range(width)))
    return concat(bits)


def samples_of(value: Value, count: int) -> tuple[int, ...] | None:
    """Numbers of a value in the sample blocks, None where they are not known."""
    if isinstance(value, int):
        return (value,) * count
    return value.samples if isinstance(value, Expression) else None


def numbers_of(value: Value) -> Sequence[int] | None:
    """The numbers a value may be, None when they are not few."""
    if isinstance(value, int):
        return (value,)
    if isinstance(value, Expression) and value.op == "choice":
        return value.args
    if isinstance(value, Expression) and value.op == "concat" and value.samples is None:
        return _numbers_of_parts(value.args)
    return None


def _numbers_of_parts(parts: Sequence[Part]) -> Sequence[int] | None:
    """The numbers that joined parts may be, each part another one wherever it is read."""
    found: list[int] = [0]
    for width, value in parts:
        few = value is UNKNOWN and 1 << width <= _MOST_CHOICES
        low = range(1 << width) if few else numbers_of(value)
        if low is None or len(low) * len(found) > _MOST_CHOICES:
            return None
        found = [high << width | each for high in found for each in low]
    return found


# ---- parts -------------------------------------------------------------------------------------


def parts_of(value: Value, width: int) -> tuple[Part, ...]:
    """A value as its parts, the highest first."""
    if isinstance(value, Expression) and value.op == "concat":
        return value.args
    return ((width, value),)


def concat(parts: Iterable[Part]) -> Value:
    """Parts joined, the highest first."""
    joined: list[Part] = []
    for width, value in parts:
        for part in parts_of(value, width):
            if joined:
                merged = _merged(joined[-1], part)
                if merged is not None:
                    joined[-1] = merged
                    continue
            joined.append(part)
    if len(joined) == 1:
        return joined[0][1]
    width = sum(part[0] for part in joined)
    found = [v.samples for _, v in joined if isinstance(v, Expression)]
    whole = all(s is not None for s in found) and not any(v is UNKNOWN for _, v in joined)
    samples = None
    if whole:
        count = len(found[0]) if found and found[0] is not None else 1
        columns = [(w, samples_of(v, count) or ()) for w, v in joined]
        samples = tuple(
            reduce(lambda high, low: high << low[0] | low[1][i], columns, 0) for i in range(count)
        )
    deep = max((v.depth for _, v in joined if isinstance(v, Expression)), default=0)
    return Expression.of("concat", width, tuple(joined), samples, deep)


def _merged(high: Part, low: Part) -> Part | None:
    """Two neighbours as one, None when they stay two."""
    (high_width, high_value), (low_width, low_value) = high, low
    if isinstance(high_value, int) and isinstance(low_value, int):
        return high_width + low_width, high_value << low_width | low_value
    if high_value is UNKNOWN and low_value is UNKNOWN:
        return high_width + low_width, UNKNOWN
    if (
        isinstance(high_value, Expression)
        and isinstance(low_value, Expression)
        and high_value.op == low_value.op == "slice"
        and high_value.args[0] is low_value.args[0]
        and high_value.args[2] == low_value.args[1] + 1
    ):
        whole = high_value.args[0]
        top, bottom = high_value.args[1], low_value.args[2]
        return high_width + low_width, cut(whole, whole.width, top, bottom)
    return None


def cut(value: Value, width: int, high: int, low: int) -> Value:
    """Bits `high` to `low` of a value of `width` bits."""
    size = high - low + 1
    if size == width or value is UNKNOWN:
        return value
    if isinstance(value, int):
        return value >> low & (1 << size) - 1
    assert isinstance(value, Expression)
    if value.op == "concat":
        return concat(_cut_parts(value.args, width, high, low))
    if value.op == "slice":
        base = value.args[2]
        inner: Expression = value.args[0]
        return cut(inner, inner.width, high + base, low + base)
    if value.op == "choice":
        return choice(size, (n >> low & (1 << size) - 1 for n in value.args))
    samples = value.samples and tuple(n >> low & (1 << size) - 1 for n in value.samples)
    return Expression.of("slice", size, (value, high, low), samples, value.depth)


def _cut_parts(parts: tuple[Part, ...], width: int, high: int, low: int) -> Iterable[Part]:
    top = width
    for size, value in parts:
        bottom = top - size
        upper, lower = min(high, top - 1), max(low, bottom)
        if upper >= lower:
            yield upper - lower + 1, cut(value, size, upper - bottom, lower - bottom)
        top = bottom


def _aligned(width: int, *values: Value) -> list[tuple[int, tuple[Value, ...]]]:
    """The parts of several values, all cut where one of them has a border."""
    borders = {0, width}
    for value in values:
        place = width
        for size, _ in parts_of(value, width):
            place -= size
            borders.add(place)
    places = sorted(borders, reverse=True)
    return [
        (high - low, tuple(cut(value, width, high - 1, low) for value in values))
        for high, low in pairwise(places)
    ]


# ---- operators ---------------------------------------------------------------------------------


def apply(op: str, width: int, widths: Sequence[int], values: Sequence[Value]) -> Value:
    """An operator of BTOR2 on values; `width` of the result, `widths` of the operands."""
    if all(isinstance(value, int) for value in values):
        return COMPUTE[op](width, widths, *values)
    if op == "ite":
        return _ite(width, *values)
    if op in ("sll", "srl") and isinstance(values[1], int):
        return _shifted(op, width, values[0], values[1])
    if op in BITWISE and any(_is_patched(value) for value in values):
        return concat(
            (size, _plain(op, size, [size] * len(parts), parts))
            for size, parts in _aligned(width, *values)
        )
    return _plain(op, width, widths, values)


def _shifted(op: str, width: int, value: Value, by: int) -> Value:
    """A shift by a known number of bits."""
    if by == 0 or by >= width:
        return 0 if by else value
    if op == "sll":
        return concat([(width - by, cut(value, width, width - by - 1, 0)), (by, 0)])
    return concat([(by, 0), (width - by, cut(value, width, width - 1, by))])


def _is_patched(value: Value) -> bool:
    """Whether a value has parts of which some are unknown."""
    return isinstance(value, Expression) and value.op == "concat" and value.samples is None


def _plain(op: str, width: int, widths: Sequence[int], values: Sequence[Value]) -> Value:
    simple = _SIMPLE.get(op)
    if simple is not None:
        found = simple(width, *values)
        if found is not None:
            return found
    if op in ("eq", "neq") and _differ(widths[0], *values):
        return int(op == "neq")
    if op in ("redor", "redand"):
        found = _reduced(op, widths[0], values[0])
        if found is not None:
            return found
    sets = [numbers_of(value) for value in values]
    if all(s is not None for s in sets):
        combined = product(*(s for s in sets if s is not None))
        return choice(width, (COMPUTE[op](width, widths, *each) for each in combined))
    return _expression(op, width, widths, values)


def _expression(op: str, width: int, widths: Sequence[int], values: Sequence[Value]) -> Value:
    """The operator as an expression, unknown when an operand is."""
    known = [v.samples for v in values if isinstance(v, Expression)]
    depth = 1 + max((v.depth for v in values if isinstance(v, Expression)), default=0)
    if depth > _DEEPEST or any(v is UNKNOWN for v in values) or any(s is None for s in known):
        return UNKNOWN
    count = len(known[0] or ())
    columns = [samples_of(value, count) or () for value in values]
    samples = tuple(COMPUTE[op](width, widths, *row) for row in zip(*columns, strict=True))
    args = (*values, *(widths if op not in BITWISE else ()))
    return Expression.of(op, width, args, samples, depth)


def _same(width: int, a: Value, b: Value) -> Value | None:
    """The common value of a pair of which one is neutral."""
    if isinstance(b, int):
        a, b = b, a
    return b if a == 0 else None


def _and(width: int, a: Value, b: Value) -> Value | None:
    for one, other in ((a, b), (b, a)):
        if isinstance(one, int):
            if one == 0:
                return 0
            if one == bits(width):
                return other
    return a if _is_same(a, b) else None


def _or(width: int, a: Value, b: Value) -> Value | None:
    for one, other in ((a, b), (b, a)):
        if isinstance(one, int):
            if one == 0:
                return other
            if one == bits(width):
                return one
    return a if _is_same(a, b) else None


def _is_same(a: Value, b: Value) -> bool:
    """Whether two values are the same expression, all of whose bits are known."""
    return isinstance(a, Expression) and a is b and a.samples is not None


def _minus(width: int, a: Value, b: Value) -> Value | None:
    return a if isinstance(b, int) and b == 0 else None


_SIMPLE: dict[str, Callable[..., Value | None]] = {
    "add": _same,
    "xor": _same,
    "and": _and,
    "or": _or,
    "sub": _minus,
}


def _differ(width: int, a: Value, b: Value) -> bool:
    """Whether known parts of two values differ."""
    for _, (left, right) in _aligned(width, a, b):
        lefts, rights = numbers_of(left), numbers_of(right)
        if lefts is not None and rights is not None and not set(lefts) & set(rights):
            return True
    return False


def _reduced(op: str, width: int, value: Value) -> Value | None:
    """A reduction that a known part decides."""
    for size, part in parts_of(value, width):
        if isinstance(part, int):
            if op == "redor" and part:
                return 1
            if op == "redand" and part != bits(size):
                return 0
    return None


def _ite(width: int, condition: Value, yes: Value, no: Value) -> Value:
    if isinstance(condition, int):
        return yes if condition else no
    if yes is no or (isinstance(yes, int) and yes == no):
        return yes
    if condition is UNKNOWN or numbers_of(condition) is not None:
        return concat((size, _either(size, *parts)) for size, parts in _aligned(width, yes, no))
    if _is_patched(yes) or _is_patched(no):
        return concat(
            (size, _plain("ite", size, (1, size, size), (condition, *parts)))
            for size, parts in _aligned(width, yes, no)
        )
    return _plain("ite", width, (1, width, width), (condition, yes, no))


def _either(width: int, a: Value, b: Value) -> Value:
    """One of two values, nobody knows which."""
    if a is b or (isinstance(a, int) and a == b):
        return a
    ours, theirs = numbers_of(a), numbers_of(b)
    if ours is not None and theirs is not None:
        return choice(width, (*ours, *theirs))
    return UNKNOWN


def either(width: int, a: Value, b: Value) -> Value:
    """One of two values, nobody knows which, part by part."""
    return concat((size, _either(size, *parts)) for size, parts in _aligned(width, a, b))
