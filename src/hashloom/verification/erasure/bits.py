"""Bits of which some are known, others not, and some depend on what is to be erased.

Each operator of BTOR2 on them.  A bit that is known is the same whatever was before; what is not
known may be anything, and it is marked when it may depend on what was before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hashloom.verification.equivalence.netlists.operators import COMPUTE, bits

# Bits that are known to be 1, those that are not known, and of these those that are marked.
Word = tuple[int, int, int]

_DIVISIONS: dict[str, Callable[[int, int, int], int]] = {
    "udiv": lambda width, a, b: a // b if b else bits(width),
    "urem": lambda width, a, b: a % b if b else a,
}
_COMPARISONS = {"ult", "ulte", "ugt", "ugte"}


def number(value: int) -> Word:
    """A known number."""
    return value, 0, 0


def unknown(width: int, marked: int = 0) -> Word:
    """Bits of which none is known; `marked` has those that depend on what was before."""
    return 0, bits(width), marked


def joined(a: Word, b: Word) -> Word:
    """One of two words, nobody knows which, whatever was before."""
    if a == b:
        return a
    open_ = a[1] | b[1] | (a[0] ^ b[0])
    return a[0] & ~open_, open_, a[2] | b[2]


def chosen(a: Word, b: Word, marked: int) -> Word:
    """One of two words, nobody knows which; `marked`: which one depends on what was before."""
    ones, open_, either = joined(a, b)
    return ones, open_, open_ if marked else either


def operator(op: str, width: int, widths: Sequence[int]) -> Callable[..., Word]:
    """The function of an operator of BTOR2 of which `width` bits result; `widths` of operands.

    Raises KeyError for an operator that is none of them.
    """
    exact = _EXACT.get(op)
    if exact is not None:
        return lambda *words: exact(bits(width), *words)
    if op not in COMPUTE and op not in _DIVISIONS:
        raise KeyError(op)
    return lambda *words: _computed(op, width, widths, words)


def _computed(op: str, width: int, widths: Sequence[int], words: Sequence[Word]) -> Word:
    open_ = marked = 0
    for word in words:
        open_ |= word[1]
        marked |= word[2]
    if not open_:
        ones = [word[0] for word in words]
        if op in _DIVISIONS:
            return _DIVISIONS[op](width, ones[0], ones[1]), 0, 0
        return COMPUTE[op](width, widths, *ones), 0, 0
    if op in ("add", "sub"):
        return _sum(op, width, words, open_, marked)
    if op in ("sll", "srl") and not words[1][1]:
        return _shifted(op, width, words[0], words[1][0])
    decided = _decided(op, widths, words, open_)
    if decided is not None:
        return decided, 0, 0
    return 0, bits(width), bits(width) if marked else 0


def _sum(op: str, width: int, words: Sequence[Word], open_: int, marked: int) -> Word:
    """Carries go upwards."""
    low = (open_ & -open_) - 1
    ones = COMPUTE[op](width, (), *(word[0] & low for word in words)) & low
    return ones, bits(width) & ~low, bits(width) & -(marked & -marked) if marked else 0


def _shifted(op: str, width: int, word: Word, by: int) -> Word:
    if by >= width:
        return 0, 0, 0
    if op == "srl":
        return word[0] >> by, word[1] >> by, word[2] >> by
    whole = bits(width)
    return word[0] << by & whole, word[1] << by & whole, word[2] << by & whole


def _decided(op: str, widths: Sequence[int], words: Sequence[Word], open_: int) -> int | None:
    """What known bits decide of a result of one bit."""
    if op in ("eq", "neq"):
        differ = (words[0][0] ^ words[1][0]) & ~open_
        return int(op == "neq") if differ else None
    if op == "redor":
        return 1 if words[0][0] else None
    if op == "redand":
        return 0 if ~(words[0][0] | open_) & bits(widths[0]) else None
    if op in _COMPARISONS:
        (low, loose, _), (other, other_loose, _) = words
        compute = COMPUTE[op]
        least = compute(1, widths, low, other | other_loose)
        most = compute(1, widths, low | loose, other)
        return least if least == most else None
    return None


def _not(whole: int, a: Word) -> Word:
    return ~a[0] & ~a[1] & whole, a[1], a[2]


def _and(whole: int, a: Word, b: Word) -> Word:
    possible = (a[0] | a[1]) & (b[0] | b[1])
    return a[0] & b[0], (a[1] | b[1]) & possible, (a[2] | b[2]) & possible


def _or(whole: int, a: Word, b: Word) -> Word:
    ones = a[0] | b[0]
    return ones, (a[1] | b[1]) & ~ones, (a[2] | b[2]) & ~ones


def _xor(whole: int, a: Word, b: Word) -> Word:
    open_ = a[1] | b[1]
    return (a[0] ^ b[0]) & ~open_, open_, a[2] | b[2]


def _xnor(whole: int, a: Word, b: Word) -> Word:
    return _not(whole, _xor(whole, a, b))


def _ite(whole: int, condition: Word, a: Word, b: Word) -> Word:
    if condition[1]:
        return chosen(a, b, condition[2])
    return a if condition[0] else b


_EXACT: dict[str, Callable[..., Word]] = {
    "not": _not,
    "and": _and,
    "or": _or,
    "xor": _xor,
    "xnor": _xnor,
    "ite": _ite,
}
