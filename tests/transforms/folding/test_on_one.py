"""Folding: every term of the standard once, in an order that no other one beats."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from hashloom.errors import RequestError
from hashloom.hashes import HASHES, get_hash
from hashloom.hashes.expressions import Boolean, Expression, Read, Sigma, Sum
from hashloom.transforms.folding.on_one import WORD, Step, fold

SHA2 = [name for name, each in HASHES.items() if each.shared_sums]


def terms_of(steps: tuple[Step, ...]) -> Counter[tuple[str, tuple[Read, ...]]]:
    """What steps add: label and words, a function of three in the step of its middle one."""
    found: Counter[tuple[str, tuple[Read, ...]]] = Counter()
    for index, step in enumerate(steps):
        if step.term in ("ch", "maj"):
            words = (steps[index + 1].read, step.read, steps[index - 1].read)
            found[step.term, words] += 1
        elif step.term:
            found[step.term, (step.read,)] += 1
    return found


def named(term: Expression) -> tuple[str, tuple[Expression, ...]]:
    if isinstance(term, Boolean):
        return term.label, term.words
    if isinstance(term, Sigma):
        return term.label, (term.word,)
    return WORD, (term,)


@pytest.mark.parametrize("name", SHA2)
def test_every_term_is_added_once(name: str) -> None:
    hash_, folded = get_hash(name), fold(get_hash(name))
    sums = [each.value for each in hash_.round]
    expected = Counter(
        named(term)
        for value in sums
        if isinstance(value, Sum)
        for term in value.terms
        if term != Read("T1")
    )
    assert terms_of(folded.round) == expected
    assert hash_.schedule is not None
    assert isinstance(hash_.schedule.value, Sum)
    assert terms_of(folded.schedule) == Counter(map(named, hash_.schedule.value.terms))
    results = [(step.result, step.keeps) for step in folded.round if step.result]
    assert results == [("e", True), ("a", False)]
    assert [step.result for step in folded.schedule if step.result] == ["W"]
    assert folded.schedule[-1].result == "W"


def test_steps_are_words_read_once() -> None:
    """Ten words in a round and four for the schedule: Σ of a and e costs no read of its own."""
    folded = fold(get_hash("sha256"))
    reads = [step.read for step in folded.round]
    assert len(reads) == len(set(reads)) == 10
    assert len(folded.schedule) == 4


def test_the_order_matters() -> None:
    """Where Σ1 does not follow Ch, e is read twice."""
    hash_ = get_hash("sha256")
    lengths = set()
    (t1,) = (each.value for each in hash_.round if each.sequence == "T1")
    assert isinstance(t1, Sum)
    for order in permutations(t1.terms):
        kinds = [named(term)[0] for term in order]
        behind = kinds.index("big_sigma1") == kinds.index("ch") + 1
        lengths.add((behind, 6 if behind else 7))
    assert lengths == {(True, 6), (False, 7)}
    assert len([s for s in fold(hash_).round if s.read.sequence in "eKW"]) == 6


@pytest.mark.parametrize("name", ["sha1", "sm3", "md5", "ripemd160"])
def test_other_rounds_are_refused(name: str) -> None:
    with pytest.raises(RequestError, match=r"have not been folded yet; accepted for --fold"):
        fold(get_hash(name))
