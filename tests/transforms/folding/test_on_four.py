"""Folding on four adders: every term once, no unit twice in a clock, four clocks a round."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from hashloom.errors import RequestError
from hashloom.hashes import HASHES, get_hash
from hashloom.rtl.folded.four.program import FourProgram
from hashloom.transforms.folding.on_four import (
    ADDERS,
    EARLY,
    LATE,
    OTHER,
    SCHEDULE,
    Times,
    roles_of,
)

SHA2 = [name for name, each in HASHES.items() if each.shared_sums]


@pytest.mark.parametrize("name", SHA2)
def test_every_term_is_added_once_in_each_round(name: str) -> None:
    hash_ = get_hash(name)
    acts = FourProgram(hash_, 2 * hash_.word_bits).acts
    counted = Counter((act.unit, act.what) for act in acts)
    scheduled = hash_.rounds - 16
    assert counted[SCHEDULE, "held"] == scheduled
    assert counted[SCHEDULE, "small_sigma0"] == counted[SCHEDULE, "small_sigma1"] == scheduled
    for adder, label in ((LATE, "big_sigma1"), (LATE, "ch"), (OTHER, "big_sigma0"), (OTHER, "maj")):
        assert counted[adder, label] == hash_.rounds
    # The oldest words also make the new chaining value, four of each sequence.
    assert counted[EARLY, "old"] == counted[LATE, "old"] == hash_.rounds + 4
    assert counted[OTHER, "shared"] == hash_.rounds + 4
    assert counted[EARLY, "word"] == 2 * hash_.rounds + 16


@pytest.mark.parametrize("name", SHA2)
def test_a_unit_does_one_thing_a_clock(name: str) -> None:
    acts = FourProgram(get_hash(name), get_hash(name).word_bits).acts
    terms = Counter(
        (act.at, act.unit) for act in acts if act.unit in ADDERS and not _leaves(act.what)
    )
    reads = Counter(act.at for act in acts if act.what == "read")
    writes = Counter(act.at for act in acts if act.what == "write")
    assert {*terms.values(), *reads.values(), *writes.values()} == {1}


def _leaves(what: str) -> bool:
    return what in ("ends", "write", "sends", "joins")


def test_a_round_takes_four_clocks() -> None:
    program = FourProgram(get_hash("sha256"), 64)
    loads = [act.at for act in program.acts if act.unit == "e"]
    rounds = loads[4 + 4 : 4 + 64]  # the first ones wait for words of the block before
    assert {later - at for at, later in pairwise(rounds)} == {4}
    assert program.round_rows == 4


def test_a_word_that_is_gone_is_not_read() -> None:
    times = Times()
    times.term(LATE, EARLY)
    times.load(LATE, "e", 0)
    times.use("e", 0, 1, times.visible("e", 0))
    times.term(LATE, EARLY)
    times.load(LATE, "e", 1)
    with pytest.raises(AssertionError, match="not there any more"):
        times.use("e", 0, 1, 100)


@pytest.mark.parametrize("name", ["sha1", "sm3", "md5", "ripemd160"])
def test_other_rounds_are_refused(name: str) -> None:
    with pytest.raises(RequestError, match=r"have not been folded on 4 adders yet; accepted for"):
        roles_of(get_hash(name))
