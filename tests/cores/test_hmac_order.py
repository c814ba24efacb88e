"""Packets whose order, interleaving or malformed beats once led an HMAC core astray, one by one.

What is right is said by the oracle that is written from the documents; each test also says it in
plain numbers, so that the oracle cannot be wrong together with the core.
"""

from __future__ import annotations

import functools
import hashlib
import hmac

import pytest

from hashloom.cores import Architecture, Interface, core_for
from hashloom.verification.random.requests import (
    Beat,
    Epoch,
    Op,
    Packet,
    Status,
    Traffic,
    Trigger,
    shape_of,
)
from hashloom.verification.random.streams.judge import Judge
from hashloom.verification.random.streams.machine import Event, Machine, machine_of

KEY, OTHER = b"a key of some bytes", b"another one"
MESSAGE = b"what do ya want for nothing?"
TAG = hmac.digest(KEY, MESSAGE, "sha256")

Answers = list[tuple[int, int, bytes]]  # tid, status, bytes


@functools.cache
def machine(width: int, contexts: int, private: bool = False) -> Machine:
    core = core_for(
        "hmac-sha256",
        Architecture(interleave=contexts),
        Interface(width=width, private_slots=private),
    )
    return machine_of(core.sources(), core.top, shape_of(core))


def play(model: Machine, beats: list[Beat], **fields: object) -> tuple[Answers, list[Event]]:
    """The answers in their order, and all events; the oracle must agree with each of them."""
    triggers = fields.pop("triggers", ())
    traffic = Traffic((Epoch(tuple(beats), triggers),), **fields)  # type: ignore[arg-type]
    events = model.play(traffic)
    assert [found.text for found in Judge(model.shape, traffic).judge(events)] == []
    answers: Answers = []
    parts: dict[int, bytes] = {}
    for event in events:
        if event.kind != "M":
            continue
        kept = bytes(event.data[lane] for lane in range(len(event.data)) if event.keep >> lane & 1)
        parts[event.tid] = parts.get(event.tid, b"") + kept
        if event.last:
            answers.append((event.tid, event.user, parts.pop(event.tid)))
    return answers, events


def sent(model: Machine, *packets: Packet) -> list[Beat]:
    return [beat for packet in packets for beat in packet.beats(model.shape.beat_bytes)]


def key(slot: int, value: bytes = KEY, tid: int = 0) -> Packet:
    return Packet(tid, Op.KEY, value, slot=slot)


def mac(slot: int, tid: int = 0) -> Packet:
    return Packet(tid, Op.MAC, MESSAGE, 32, slot)


def verify(tid: int = 0, slot: int = 0, tag_bytes: int = 32) -> Packet:
    return Packet(tid, Op.VERIFY, MESSAGE, tag_bytes, slot)


def tag(value: bytes = TAG, tid: int = 0, holes: dict[int, int] | None = None) -> Packet:
    return Packet(tid, Op.TAG, value, holes=holes or {})


def plain(tid: int = 0) -> Packet:
    return Packet(tid, Op.HASH, MESSAGE)


BETWEEN = {
    "nothing": (),
    "HASH": (plain(),),
    "MAC": (mac(0),),
    "KEY": (key(1, OTHER),),
    "ERASE": (Packet(0, Op.ERASE, b"", slot=2),),
    "ERASE_ALL of another slot": (key(1), Packet(0, Op.ERASE, b"", slot=1)),
    "an undefined operation": (Packet(0, 12, b"?"),),
    "two MACs": (mac(0), mac(0)),
}


@pytest.mark.parametrize("between", BETWEEN.values(), ids=BETWEEN)
@pytest.mark.parametrize("value", [TAG, bytes(32)], ids=["right", "zeros"])
def test_a_verification_uses_the_latest_expected_tag(
    between: tuple[Packet, ...], value: bytes
) -> None:
    model = machine(32, 2)
    first = sent(model, key(0), tag(), verify(), tag(value), *between, verify())
    answers, _ = play(model, first)
    assert answers[1] == (0, Status.DONE, b"")
    assert answers[-1] == (0, Status.DONE if value == TAG else Status.REJECTED, b"")


@pytest.mark.parametrize("beat", range(8))
def test_a_malformed_beat_anywhere_spoils_an_expected_tag(beat: int) -> None:
    model = machine(32, 2)
    answers, _ = play(model, sent(model, key(0), tag(holes={beat: 0b0101}), verify()))
    assert answers[-1][1] == Status.NO_TAG


@pytest.mark.parametrize("sink", ["none", "half", "nine_in_ten", "long"])
@pytest.mark.parametrize("width", [32, 64])
def test_answers_of_different_packets_do_not_mix(sink: str, width: int) -> None:
    model = machine(width, 4)
    beats = []
    for number in range(24):
        tid = number % 4
        beats += sent(model, plain(tid) if number % 5 < 3 else key(tid, tid=tid))
    answers, _ = play(model, beats, sink=sink)
    digest = hashlib.sha256(MESSAGE).digest()
    assert len(answers) == 24
    assert all(data in (b"", digest) for _, _, data in answers)


@pytest.mark.parametrize("bytes_before", range(1, 8))
@pytest.mark.parametrize("operation", [Op.KEY, Op.ERASE])
def test_a_packet_counts_from_its_first_beat(bytes_before: int, operation: Op) -> None:
    model = machine(8, 2)
    begun = sent(model, mac(0))
    change = sent(model, Packet(1, operation, OTHER if operation == Op.KEY else b"", slot=0))
    beats = [*sent(model, key(0)), *begun[:bytes_before], *change, *begun[bytes_before:]]
    answers, _ = play(model, beats)
    assert sorted(answers[1:]) == [(0, Status.DONE, TAG), (1, Status.IMPOSSIBLE, b"")]


@pytest.mark.parametrize("bytes_before", range(1, 8))
def test_a_message_amid_a_key_has_none(bytes_before: int) -> None:
    model = machine(8, 2)
    begun = sent(model, key(0, OTHER, tid=1))
    beats = [
        *sent(model, key(0)),
        *begun[:bytes_before],
        *sent(model, mac(0)),
        *begun[bytes_before:],
    ]
    answers, _ = play(model, beats)
    assert sorted(answers[1:]) == [(0, Status.NO_KEY, b""), (1, Status.DONE, b"")]


def test_what_leaves_is_nothing_but_answers() -> None:
    model = machine(32, 2)
    long = bytes(range(200))
    wrong = tag(bytes(32))
    beats = sent(model, key(0, long), mac(0), wrong, verify(), key(1, long), key(9, long), plain())
    answers, events = play(model, beats, sink="half")
    assert [status for _, status, _ in answers] == [0, 0, 2, 0, 3, 0]
    for event in events:
        if event.kind == "M":
            hidden = [b for lane, b in enumerate(event.data) if not event.keep >> lane & 1]
            assert not any(hidden)


def test_a_refused_key_is_in_nobodys_expected_tag() -> None:
    """A key waits at the gate while tags are erased; its bytes once became every tid's tag."""
    model = machine(32, 2)
    secret = hmac.digest(OTHER, MESSAGE, "sha256")[:4]
    erase = Packet(0, Op.ERASE, b"", slot=1)
    beats = sent(model, key(2, OTHER, tid=1), erase, key(0, secret), tag(bytes(4), tid=1))
    beats += sent(model, plain(tid=1), verify(1, 2, 4))
    answers, _ = play(model, beats)
    assert answers[-1] == (1, Status.REJECTED, b"")


@pytest.mark.parametrize("delay", [0, 3, 40, 75, 110, 150, 190])
def test_zeroize_at_any_time_answers_what_was_under_way(delay: int) -> None:
    model = machine(32, 2)
    beats = sent(model, key(0), mac(0), plain(1), mac(0), key(1, OTHER, tid=1), mac(0))
    trigger = Trigger("zeroize", "taken", 8, delay, 1)
    answers, _ = play(model, beats, triggers=(trigger,), sink="half")
    assert len(answers) == 6
    assert Status.ZEROISED in [status for _, status, _ in answers]


def test_a_private_slot_is_its_tids() -> None:
    model = machine(32, 2, private=True)
    foreign = (mac(0, 1), key(0, OTHER, tid=1), Packet(1, Op.ERASE, b"", slot=0))
    everything = Packet(1, Op.ERASE_ALL, b"")
    beats = sent(model, key(0), *foreign, everything, mac(0))
    answers, _ = play(model, beats)
    assert [status for tid, status, _ in answers if tid == 1] == [3, 3, 3, 0]
    assert [answer for answer in answers if answer[0] == 0][-1] == (0, Status.DONE, TAG)
    free = sent(model, key(0), Packet(0, Op.ERASE, b"", slot=0), key(0, OTHER, tid=1), mac(0, 1))
    assert [status for _, status, _ in play(model, free)[0]] == [0, 0, 0, 0]


def test_a_malformed_key_leaves_its_private_slot_to_nobody() -> None:
    model = machine(32, 2, private=True)
    malformed = Packet(0, Op.KEY, KEY, slot=1, holes={0: 0b1011})
    answers, _ = play(model, sent(model, malformed, key(1, OTHER, tid=1), mac(1, 1)))
    assert sorted((tid, status) for tid, status, _ in answers) == [(0, 1), (1, 0), (1, 0)]
