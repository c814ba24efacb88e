"""Every check of the judge is seen to fail: logs written by hand, one thing wrong in each."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from hashloom.verification.random.requests import Beat, Epoch, Op, Packet, Shape, Traffic
from hashloom.verification.random.streams.judge import Judge
from hashloom.verification.random.streams.machine import Event

SHAPE = Shape("sha256", keyed=True, contexts=2, beat_bytes=16, zeroize=True)
DIGEST = hashlib.sha256(b"abc").digest()
FULL = 0xFFFF
HASH = Packet(0, Op.HASH, b"abc").beats(16)
KEY = Packet(1, Op.KEY, b"key", slot=2).beats(16)
RESET = Event("R", 1)
FIRST = Event("M", 90, keep=FULL, data=DIGEST[:16])
SECOND = Event("M", 91, last=True, keep=FULL, data=DIGEST[16:])
LOADED = Event("M", 95, tid=1, last=True, data=bytes(16))
END = Event("E", 999)


def taken(count: int) -> list[Event]:
    return [Event("S", 10 + clock) for clock in range(count)]


def found(beats: list[Beat], *events: Event, triggers: int = 0) -> list[str]:
    """What the judge says of a run of one epoch."""
    traffic = Traffic((Epoch(tuple(beats)),))
    return [d.text for d in Judge(SHAPE, traffic).judge([RESET, *events])]


def test_a_right_run() -> None:
    offer = Event("O", 89)
    assert found([*HASH, *KEY], *taken(2), offer, FIRST, SECOND, LOADED, END) == []


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (replace(FIRST, data=bytes(16)), "in place of"),
        (replace(FIRST, user=3), "status 3 in place of 0"),
        (replace(FIRST, keep=FULL >> 1), "tkeep"),
        (replace(FIRST, last=True), "tlast 1"),
        (replace(FIRST, tid=1), "awaits none"),
        (replace(FIRST, tid=2), "awaits none"),
    ],
)
def test_wrong_beats(wrong: Event, text: str) -> None:
    (told,) = found(HASH, *taken(1), wrong, SECOND, END)
    assert text in told


def test_an_answer_that_does_not_end() -> None:
    (told,) = found(HASH, *taken(1), FIRST, replace(SECOND, last=False), END)
    assert "tlast 0" in told


def test_an_answer_is_missing() -> None:
    (told,) = found(HASH, *taken(1), FIRST, END)
    assert "is not answered" in told


def test_an_answer_too_many() -> None:
    (told,) = found(HASH, *taken(1), FIRST, SECOND, FIRST, END)
    assert "awaits none" in told


def test_answers_take_turns() -> None:
    (told,) = found([*HASH, *KEY], *taken(2), FIRST, LOADED, SECOND, END)
    assert "amid the answer" in told


def test_an_answer_before_the_last_beat() -> None:
    long = Packet(0, Op.HASH, bytes(20)).beats(16)
    (told,) = found(long, *taken(1), Event("O", 50), END)
    assert "before its last beat" in told
    (told,) = found(long, *taken(1), FIRST, END)
    assert "before its last beat" in told


def test_an_erasure_that_overtakes_a_tag_of_its_key() -> None:
    mac = Packet(0, Op.MAC, b"", 16, 2).beats(16)
    erase = Packet(1, Op.ERASE, b"", slot=2).beats(16)
    sent = [*KEY, *mac, *erase]
    (told,) = found(sent, *taken(3), LOADED, Event("O", 97, tid=1), END)
    assert "whose key it erased" in told


def test_nothing_of_before_a_reset() -> None:
    epoch = Epoch(tuple(HASH))
    events = [RESET, *taken(1), FIRST, Event("R", 95), SECOND, END]
    (told,) = Judge(SHAPE, Traffic((epoch, epoch))).judge(events)
    assert "awaits none" in told.text


def test_zeroise_ends_an_answer() -> None:
    zeroised = Event("M", 200, user=7, last=True, data=bytes(16))
    assert found(HASH, *taken(1), FIRST, Event("Z", 90), zeroised, END) == []
    (told,) = found(HASH, *taken(1), FIRST, Event("Z", 90), SECOND, END)
    assert "status 0 in place of 7" in told


def test_rules_that_the_machine_watches_are_told_once() -> None:
    rule = Event("V", 3, text="an offered beat changed")
    assert found([], rule, rule, END) == ["an offered beat changed"]
