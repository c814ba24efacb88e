"""Adders at fixed places: clocks and registers that follow from the recurrences."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hashloom.errors import RequestError
from hashloom.hashes import HASHES, get_hash
from hashloom.request.accepted import FOLDED_ON
from hashloom.transforms.folding.in_place import (
    EARLY,
    FIRST,
    IN_PLACE,
    LATE,
    READY,
    SECOND,
    SHARED,
    Places,
)

SHA2 = [name for name, each in HASHES.items() if each.shared_sums]


@pytest.mark.parametrize("name", SHA2)
def test_a_round_takes_two_clocks(name: str) -> None:
    places = Places(get_hash(name))
    assert places.round_clocks == 2
    assert places.registers == 3
    assert [places.old(adder) for adder in (EARLY, READY, SHARED)] == [3, 2, 3]


def test_every_term_of_a_round_is_added_once() -> None:
    adders = Places(get_hash("sha256")).adders
    assert len(adders) == len(IN_PLACE) == FOLDED_ON[2]
    assert {later.clock - each.clock for each, later in pairwise(adders)} == {1}
    assert " | ".join(each.adds for each in adders) == (
        "W[t-16] + small_sigma0(W[t-15]) | pair + W[t-7] | "
        "W[t] = triple + small_sigma1(W[t-2]) | W[t] + K[t] | begun + e[t-4] | early + a[t-4] | "
        "ready + ch | e[t] = late + big_sigma1 | e[t] - a[t-4] | shared + maj | "
        "a[t] = other + big_sigma0"
    )


def test_clocks_follow_from_the_adders() -> None:
    """With an adder more on the way from a word to the next one a round takes a clock more."""

    places = Places(get_hash("sha256"))
    places.clock[FIRST] += 1
    assert places.round_clocks == 3
    assert places.clock[FIRST] + 1 - places.round_clocks == places.clock[LATE]


def test_places_are_those_of_the_clock() -> None:
    places = Places(get_hash("sha256"))
    loaded = places.loaded("a")
    assert [places.place("a", 1, loaded - 1 + clock) for clock in range(3)] == [1, 1, 2]
    assert places.loaded("a") == places.clock[SECOND]
    assert places.loaded("e") == places.clock[FIRST] == 0
    with pytest.raises(AssertionError, match="not there yet"):
        places.place("a", 1, loaded - 2)


@pytest.mark.parametrize("name", ["sha1", "sm3", "md5", "ripemd160"])
def test_other_rounds_are_refused(name: str) -> None:
    with pytest.raises(RequestError, match=r"have not been folded on 11 adders yet; accepted for"):
        Places(get_hash(name))
