"""What the operators of BTOR2 compute of numbers."""

from __future__ import annotations

from collections.abc import Callable

Numbers = Callable[..., int]


def bits(width: int) -> int:
    """A number of `width` ones."""
    return (1 << width) - 1


# What each operator computes of numbers: (width of the result, widths of the operands, operands).
COMPUTE: dict[str, Numbers] = {
    "add": lambda w, ws, a, b: a + b & bits(w),
    "sub": lambda w, ws, a, b: a - b & bits(w),
    "mul": lambda w, ws, a, b: a * b & bits(w),
    "neg": lambda w, ws, a: -a & bits(w),
    "not": lambda w, ws, a: ~a & bits(w),
    "and": lambda w, ws, a, b: a & b,
    "or": lambda w, ws, a, b: a | b,
    "xor": lambda w, ws, a, b: a ^ b,
    "xnor": lambda w, ws, a, b: ~(a ^ b) & bits(w),
    "sll": lambda w, ws, a, b: a << b & bits(w) if b < w else 0,
    "srl": lambda w, ws, a, b: a >> b if b < w else 0,
    "eq": lambda w, ws, a, b: int(a == b),
    "neq": lambda w, ws, a, b: int(a != b),
    "ult": lambda w, ws, a, b: int(a < b),
    "ulte": lambda w, ws, a, b: int(a <= b),
    "ugt": lambda w, ws, a, b: int(a > b),
    "ugte": lambda w, ws, a, b: int(a >= b),
    "slt": lambda w, ws, a, b: int(_signed(a, ws[0]) < _signed(b, ws[1])),
    "slte": lambda w, ws, a, b: int(_signed(a, ws[0]) <= _signed(b, ws[1])),
    "sgt": lambda w, ws, a, b: int(_signed(a, ws[0]) > _signed(b, ws[1])),
    "sgte": lambda w, ws, a, b: int(_signed(a, ws[0]) >= _signed(b, ws[1])),
    "redor": lambda w, ws, a: int(a != 0),
    "redand": lambda w, ws, a: int(a == bits(ws[0])),
    "redxor": lambda w, ws, a: a.bit_count() & 1,
    "ite": lambda w, ws, c, a, b: a if c else b,
}
OPERATORS = frozenset(COMPUTE)
BITWISE = {"and", "or", "xor", "xnor", "not"}


def _signed(number: int, width: int) -> int:
    return number - (1 << width) if number >> (width - 1) else number
