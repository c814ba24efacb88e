"""Which packets may have overtaken each other when `zeroize` comes."""

from __future__ import annotations

from itertools import product

import pytest

from hashloom.cores import Architecture, Interface, core_for
from hashloom.verification.random.requests import Op, Status, shape_of
from hashloom.verification.random.ring.model import DATA, Model, Packet, Part
from hashloom.verification.random.ring.zeroising import AMID, BEFORE, BEHIND, Way, way_of

PLACES = (BEFORE, AMID, BEHIND)
SLOT, TAG_BYTES = 1, 32


def packet(operation: int, rule: str = "") -> Packet:
    return Packet((Part(DATA, b"data", rule=rule),), operation, SLOT, TAG_BYTES)


def ways(contexts: int, *packets: Packet) -> dict[tuple[int, ...], Way]:
    """Every way through packets, by where each of them is."""
    core = core_for("hmac-sha256", Architecture(interleave=contexts), Interface(dma="axi4"))
    found = {(): way_of(Model(shape_of(core)))}
    for each in packets:
        found = {
            (*places, way.place): way
            for places, before in found.items()
            for way, _ in before.through(each)
        }
    return found


def test_one_message_in_flight_overtakes_nothing() -> None:
    every = product(PLACES, repeat=3)
    expected = {places for places in every if list(places) == sorted(places)}
    assert set(ways(1, *[packet(Op.HASH)] * 3)) == expected


def test_several_overtake_each_other() -> None:
    assert set(ways(2, *[packet(Op.MAC)] * 3)) == set(product(PLACES, repeat=3))


@pytest.mark.parametrize("operation", [Op.KEY, Op.ERASE, Op.ERASE_ALL])
def test_what_changes_keys_stays_in_its_place(operation: Op) -> None:
    found = set(ways(2, packet(Op.MAC), packet(operation), packet(Op.MAC)))
    for first, change, last in product(PLACES, repeat=3):
        allowed = (change == BEHIND or first != BEHIND) and (last == BEHIND or change != BEHIND)
        assert ((first, change, last) in found) == allowed


def test_a_broken_descriptor_alone_changes_nothing() -> None:
    broken = packet(Op.KEY, rule="result")
    assert len(ways(2, packet(Op.MAC), broken, packet(Op.MAC))) == len(PLACES) ** 3


@pytest.mark.parametrize("contexts", [1, 2])
def test_what_packets_get(contexts: int) -> None:
    """Of a key, and a message with it that was done before, under way or behind."""
    (way,) = (way for places, way in ways(contexts, packet(Op.KEY)).items() if places == (BEFORE,))
    results = {each.place: last.word & 7 for each, (last,) in way.through(packet(Op.MAC))}
    assert results == {BEFORE: Status.DONE, AMID: Status.ZEROISED, BEHIND: Status.NO_KEY}
    assert way.late.oracle.keys == {}
