"""Folding: a round on one adder and one memory, a word that is read at a time.

Source: Parhi, VLSI Digital Signal Processing Systems (1999), chapter 6.

Each sum of a round is added up term by term.  A word that is read passes three registers x, y and
z; a term of one word is added when that is in z, a Boolean function of three words when they are in
x, y and z, that is in the step of the second of them.  The last of the three then is in z in the
step behind, so that a function of it costs no further read: which order of terms is shortest is
found by trying all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.hashes.expressions import Boolean, Expression, Read, Sigma, Sum

WORD = "word"  # a term that is the word itself


@dataclass(frozen=True)
class Step:
    """A word that is read, and what is added when it is in z.

    Attributes:
        read: the word, by sequence and age.
        term: WORD, or the label of a function of the word or of three of them; "" for nothing.
        result: sequence of which the sum, with this step, is the new word; "" where it goes on.
        keeps: with a result: the sum of the steps before this one goes on, without this one's.
    """

    read: Read
    term: str = ""
    result: str = ""
    keeps: bool = False


@dataclass(frozen=True)
class Folded:
    """A round and a word of the schedule, step by step."""

    round: tuple[Step, ...]
    schedule: tuple[Step, ...]


def fold(hash_: Hash) -> Folded:
    """The steps of a hash's round and schedule, as few as an order of their terms allows.

    Raises RequestError for a hash whose rounds are not sums of which the first is a term of the
    others, as T1 of SHA-2 is.
    """
    schedule = hash_.schedule
    if not hash_.shared_sums or schedule is None:
        raise RequestError(
            f"Rounds of {hash_.title} have not been folded yet; accepted for --fold with it is 0."
        )
    shared, *others = hash_.round
    steps = [*_shortest(_terms(shared.value))]
    for recurrence in others:
        terms = [each for each in _terms(recurrence.value) if each != Read(shared.sequence)]
        last = recurrence is others[-1]
        steps += _result(_shortest(terms), recurrence.sequence, keeps=not last)
    return Folded(
        tuple(steps), tuple(_result(_shortest(_terms(schedule.value)), schedule.sequence))
    )


def _terms(value: Expression) -> Sequence[Expression]:
    return value.terms if isinstance(value, Sum) else (value,)


def _shortest(terms: Sequence[Expression]) -> list[Step]:
    """The steps of the order that has fewest, the first of them where several have."""
    orders = (list(_steps(order)) for order in permutations(terms))
    return min(orders, key=len)


def _steps(terms: Sequence[Expression]) -> Iterator[Step]:
    """The steps of terms in this order."""
    rest = list(terms)
    while rest:
        term = rest.pop(0)
        if isinstance(term, Boolean):
            x, y, z = (word for word in term.words if isinstance(word, Read))
            yield Step(z)
            yield Step(y, term.label)
            follows = rest and _word_of(rest[0]) == x
            yield Step(x, _label_of(rest.pop(0)) if follows else "")
        else:
            yield Step(_word_of(term) or Read(""), _label_of(term))


def _word_of(term: Expression) -> Read | None:
    """The word that a term of one word reads; None for a function of three."""
    word = term.word if isinstance(term, Sigma) else term
    return word if isinstance(word, Read) else None


def _label_of(term: Expression) -> str:
    return term.label if isinstance(term, Sigma) else WORD


def _result(steps: list[Step], sequence: str, *, keeps: bool = False) -> list[Step]:
    """With the last step giving the new word of a sequence."""
    return [*steps[:-1], replace(steps[-1], result=sequence, keeps=keeps)]
