"""The clocks of a block on adders at fixed places: each unit once, every word where it is."""

from __future__ import annotations

from collections import Counter

import pytest

from hashloom.hashes import HASHES, get_hash
from hashloom.rtl.folded.placed.program import PlacedProgram
from hashloom.transforms.folding.in_place import BEGUN, EARLY, PAIR, READY, SCHEDULED
from hashloom.transforms.folding.on_four import READ
from hashloom.transforms.folding.placed_rounds import Port

SHA2 = [name for name, each in HASHES.items() if each.shared_sums]


@pytest.mark.parametrize("name", SHA2)
def test_every_word_of_every_round(name: str) -> None:
    hash_ = get_hash(name)
    acts = PlacedProgram(hash_, 2 * hash_.word_bits).acts
    counted = Counter((act.unit, act.what) for act in acts)
    scheduled = hash_.rounds - 16
    assert counted[PAIR, "adds"] == counted[SCHEDULED, "write"] == scheduled
    constants = [act.number for act in acts if (act.unit, act.what) == (BEGUN, "constant")]
    assert Counter(constants) == Counter((*hash_.constants, hash_.block_bits))
    # The oldest words also make the new chaining value, four of each sequence.
    assert counted[EARLY, "old"] == counted[READY, "old"] == hash_.rounds + 4
    assert counted["e", "load"] == hash_.rounds + 2  # the newest of either comes by e
    assert counted["a", "load"] == hash_.rounds + 1
    assert counted["e", "fill"] == counted["a", "fill"] == 3


@pytest.mark.parametrize("name", SHA2)
def test_the_memory_does_one_thing_a_clock(name: str) -> None:
    acts = PlacedProgram(get_hash(name), get_hash(name).word_bits).acts
    for what in ("read", "write"):
        assert set(Counter(act.at for act in acts if act.what == what).values()) == {1}


@pytest.mark.parametrize("name", SHA2)
def test_a_block_takes_two_clocks_a_round_and_a_few(name: str) -> None:
    program = PlacedProgram(get_hash(name), get_hash(name).word_bits)
    assert program.round_rows == 2
    assert program.slot_clocks <= 2 * program.hash.rounds + 25


def test_a_word_is_not_read_before_it_is_written() -> None:
    port = Port()
    port.write(READY, 5, 10)
    assert port.earliest(5, lambda at: True) == 11 + READ
    with pytest.raises(AssertionError, match="read too early"):
        port.read(5, 10 + READ)
    port.read(5, 11 + READ)
    assert port.earliest(5, lambda at: True) == 12 + READ
    with pytest.raises(AssertionError, match="two words are read"):
        port.read(6, 11 + READ)
    with pytest.raises(AssertionError, match="two words are written"):
        port.write(READY, 6, 10)
    with pytest.raises(AssertionError, match="finds no clock"):
        port.earliest(6, lambda at: False)
