"""Every rule that the machine watches clock by clock is seen to be broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from hashloom.verification.random.requests import Beat, Epoch, Shape, Traffic, Trigger
from hashloom.verification.random.streams.machine import Event, Machine, machine_of

SOURCE = Path(__file__).with_name("faulty_core.sv")
SHAPE = Shape("sha256", keyed=True, contexts=1, beat_bytes=4, zeroize=True, settle=50)


@pytest.fixture(scope="module")
def machine() -> Machine:
    return machine_of({SOURCE.name: SOURCE.read_text("utf-8")}, "faulty_core", SHAPE)


def play(machine: Machine, fault: int, *triggers: Trigger, packets: int = 8) -> list[Event]:
    beat = Beat(0, 0, bytes([fault, 1, 2, 3]), 15, last=True)
    epoch = Epoch((beat,) * packets, triggers)
    return machine.play(Traffic((epoch,), sink="half", seed=3))


def broken(events: list[Event]) -> set[str]:
    return {event.text for event in events if event.kind == "V"}


def test_a_core_that_breaks_no_rule(machine: Machine) -> None:
    events = play(machine, 0)
    assert broken(events) == set()
    assert sum(event.kind == "S" for event in events) == 8
    left = [event for event in events if event.kind == "M"]
    assert [(m.data, m.keep, m.last) for m in left] == [(b"\xaa\x55\xaa\x55", 15, True)] * 8


@pytest.mark.parametrize(
    ("fault", "rule"),
    [
        (1, "an offered beat was withdrawn"),
        (2, "an offered beat changed"),
        (3, "m_axis_tdata shows bits that are no part of an answer"),
        (4, "m_axis_tdata shows bits that are no part of an answer"),
        (5, "the core is stuck"),
        (6, "no beat is taken when everything must have been erased"),
    ],
)
def test_a_broken_rule_is_seen(machine: Machine, fault: int, rule: str) -> None:
    assert rule in broken(play(machine, fault))


def test_ready_while_zeroize(machine: Machine) -> None:
    rule = "tready is high while zeroize is"
    trigger = Trigger("zeroize", "taken", 2, 0, 20)
    assert rule not in broken(play(machine, 0, trigger))
    assert rule in broken(play(machine, 7, trigger))


def test_a_core_that_zeroize_stops_for_too_long(machine: Machine) -> None:
    rule = "no beat is taken when everything must have been erased"
    trigger = Trigger("zeroize", "taken", 200, 0, 3)
    assert rule not in broken(play(machine, 0, trigger, packets=300))
    assert rule in broken(play(machine, 8, trigger, packets=300))


def test_zeroize_and_reset_come_when_they_are_asked_for(machine: Machine) -> None:
    events = play(machine, 0, Trigger("zeroize", "taken", 3, 2, 4))
    (high,) = [event.clock for event in events if event.kind == "Z"]
    (low,) = [event.clock for event in events if event.kind == "z"]
    third = [event.clock for event in events if event.kind == "S"][2]
    assert (high - third, low - high) == (3, 3)
    reset = play(machine, 0, Trigger("reset", "left", 2, 0, 1))
    assert sum(event.kind == "M" for event in reset) == 2
