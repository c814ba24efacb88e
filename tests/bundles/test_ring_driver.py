"""The driver of a core that reads memory by itself, on the host: its ring and its loans.

The core has a memory of its own there, to which and from which bytes are carried when the driver
says so: what it forgets to say is not there.
"""

from __future__ import annotations

import ctypes
import hmac
import random
import struct
from collections.abc import Iterator

import pytest
from support.c_driver import Rig, tags_at_random
from support.ring_traffic import CORES, Traffic, core_of, lent, take_back

PLACES = 8  # descriptors of the rig's ring

with_keys = pytest.mark.parametrize("rig", ["keys", "choice, keys", "folded, keys"], indirect=True)
plain = pytest.mark.parametrize("rig", ["several"], indirect=True)


@pytest.fixture(scope="module", params=CORES)
def rig(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with Rig(core_of(request.param), tmp_path_factory.mktemp("driver"), 1) as found:
        yield found


@pytest.fixture
def ready(rig: Rig) -> Rig:
    """The rig behind a reset and `init`."""
    rig.hook, rig.reading = lambda: None, rig.read
    rig.reset()
    rig.mend()
    rig.errors, rig.random = 0, random.Random(5)
    assert rig.call("init", rig.device, 0, rig.memory) == "OK"
    return rig


def test_answers_at_any_word(ready: Rig) -> None:
    """A digest lies where the caller wants it, and nothing beside it changes."""
    choice = ready.hash_arguments(0)
    digest = ready.digest(0, b"abc")
    for shift in (0, 4, 8, 12):
        room = ready.buffer(b"\xa5" * (len(digest) + 16))
        place = (ctypes.c_char * len(digest)).from_buffer(room, shift)
        message = ready.buffer(b"abc")
        assert ready.call("hash", ready.device, *choice, message, 3, place) == "OK"
        assert room.raw == b"\xa5" * shift + digest + b"\xa5" * (16 - shift)


def test_packets_of_loans(ready: Rig) -> None:
    traffic = Traffic(ready)
    acts = 0
    while acts < 500 or traffic.number <= 30:
        traffic.act()
        acts += 1
        assert acts < 2000
    traffic.end()
    assert traffic.seen >= {"OK", "FULL", "PENDING", "BUSY", "BUSY loan"}
    assert ready.errors == 0


def test_a_packet_longer_than_the_ring(ready: Rig) -> None:
    """Its descriptors are used again while it is open; a loan may be read many times."""
    loan, open_, flight = lent(ready, bytes(range(70))), ready.token(), ready.token()
    assert ready.call("start_hash", ready.device, *ready.hash_arguments(0), open_) == "OK"
    sent = 0
    while sent < 3 * PLACES:
        outcome = ready.call("update", open_, loan.loan)
        assert outcome in ("OK", "FULL")
        sent += outcome == "OK"
        ready.wait(30)
    while ready.call("finish", open_, None, flight) == "FULL":
        ready.wait(30)
    answer = ctypes.create_string_buffer(64)
    assert ready.call("wait", flight, answer) == "OK"
    expected = ready.digest(0, loan.data * sent)
    assert answer.raw[: len(expected)] == expected
    assert struct.unpack_from("I", loan.loan, 24) == (0,)  # nothing points to it any more
    assert take_back(ready, loan)


def test_whole_messages_and_packets_dropped(ready: Rig) -> None:
    for turn in range(20):
        choice, message = ready.choose(), ready.random.randbytes(ready.length())
        arguments = ready.hash_arguments(choice)
        open_ = ready.token()
        if turn % 3:
            loan = lent(ready, ready.random.randbytes(turn))
            assert ready.call("start_hash", ready.device, *arguments, open_) == "OK"
            assert ready.call("update", open_, loan.loan) == "OK"
        if turn % 3 == 1:
            assert ready.call("abandon", open_) == "OK"
            assert ready.call("abandon", open_) == "MISUSE"
            assert take_back(ready, loan)
        if turn % 3 == 2:  # another program began a packet and went away
            assert ready.call("init", ready.device, 0, ready.memory) == "OK"
        expected = ready.digest(choice, message)
        answer = ctypes.create_string_buffer(64)
        given = [ready.device, *arguments, message, len(message)]
        assert ready.call("hash", *given, None) == "ARGUMENT"
        assert ready.call("hash", *given, answer) == "OK"
        assert answer.raw[: len(expected)] == expected
    assert ready.errors == 0


@with_keys
def test_tags(ready: Rig) -> None:
    tags_at_random(ready)


@with_keys
def test_verifications_fill_the_ring(ready: Rig) -> None:
    """Two descriptors each: the next waits until both of the first have been seen done."""
    ready.pauses, key = 0, b"key"
    assert ready.call("key", ready.device, 0, *ready.hash_arguments(0), key, len(key)) == "OK"
    loan = lent(ready, bytes(500))
    tag = hmac.digest(key, loan.data, ready.core.hashes[0].name)[:16]
    flights = []
    while True:
        open_, flight = ready.token(), ready.token()
        outcome = ready.call("start_verify", ready.device, 0, tag, len(tag), open_)
        if outcome == "OK":
            outcome = ready.call("finish", open_, loan.loan, flight)
        if outcome != "OK":
            break
        flights.append(flight)
    assert outcome == "FULL"
    assert len(flights) >= PLACES // 2
    for flight in flights:
        assert ready.call("wait", flight, None) == "OK"
    assert ready.errors == 0
    ready.pauses = 3


@with_keys
def test_a_key_that_is_dropped_is_erased(ready: Rig) -> None:
    answer, open_ = ctypes.create_string_buffer(80), ready.token()
    arguments = ready.hash_arguments(0)
    assert ready.call("key", ready.device, 1, *arguments, b"old", 3) == "OK"
    assert ready.call("mac", ready.device, 1, b"", 0, answer, 16) == "OK"
    assert ready.call("start_key", ready.device, 1, *arguments, open_) == "OK"
    loan = lent(ready, b"new key")
    assert ready.call("update", open_, loan.loan) == "OK"
    assert ready.call("abandon", open_) == "OK"
    assert ready.call("mac", ready.device, 1, b"", 0, answer, 16) == "NO_KEY"


@with_keys
def test_zeroize(ready: Rig) -> None:
    """Keys are gone for what begins behind it; what is in flight ends."""
    answer, seen = ctypes.create_string_buffer(80), set()
    message = bytes(300)
    tag = {}
    for clocks in (0, 0, 200, 700, 1200, 4000):
        assert ready.call("key", ready.device, 2, *ready.hash_arguments(0), b"key", 3) == "OK"
        open_, flight, loan = ready.token(), ready.token(), lent(ready, message)
        assert ready.call("start_mac", ready.device, 2, 16, open_) == "OK"
        assert ready.call("finish", open_, loan.loan, flight) == "OK"
        ready.wait(clocks)
        ready.plain("zeroize", ready.device)
        outcome = ready.call("wait", flight, answer)
        seen.add(outcome)
        if outcome == "OK":
            tag = hmac.digest(b"key", message, ready.core.hashes[0].name)[:16]
            assert answer.raw[:16] == tag
        assert ready.call("mac", ready.device, 2, message, 300, answer, 16) == "NO_KEY"
        assert take_back(ready, loan)
    assert seen <= {"OK", "ZEROIZED", "NO_KEY"}
    assert {"OK", "ZEROIZED"} <= seen


def test_memory_that_fails(ready: Rig) -> None:
    """Data that cannot be read are told of, and hold up nobody."""
    first, second = lent(ready, bytes(200)), lent(ready, bytes(range(200)))
    opens, flights = [ready.token() for _ in range(2)], [ready.token() for _ in range(2)]
    ready.fault(first.place + 150, write=False)
    for loan, open_, flight in zip((first, second), opens, flights, strict=True):
        assert ready.call("start_hash", ready.device, *ready.hash_arguments(0), open_) == "OK"
        assert ready.call("finish", open_, loan.loan, flight) == "OK"
    answer = ctypes.create_string_buffer(64)
    assert ready.call("wait", flights[0], answer) == "MEMORY"
    assert answer.raw == bytes(64)
    assert ready.call("wait", flights[1], answer) == "OK"
    expected = ready.digest(0, second.data)
    assert answer.raw[: len(expected)] == expected
    assert take_back(ready, first)
    assert take_back(ready, second)


def test_a_ring_that_halts_begins_again(ready: Rig) -> None:
    """Neither an unreadable descriptor nor an unwritable status is waited for."""
    memory = ctypes.addressof(ready.memory)
    statuses = memory + 64 * PLACES + 16
    for place, write in ((statuses - 16, False), (statuses + 1, True)):
        ready.fault(place, write=write)
        answer = ctypes.create_string_buffer(64)
        given = [ready.device, *ready.hash_arguments(0), b"abc", 3, answer]
        assert ready.call("hash", *given) == "STOPPED"
        assert ready.call("hash", *given) == "STOPPED"  # the ring was stopped
        ready.mend()
        assert ready.call("init", ready.device, 0, ready.memory) == "OK"
        assert ready.call("hash", *given) == "OK"
        expected = ready.digest(0, b"abc")
        assert answer.raw[: len(expected)] == expected
        assert ready.call("init", ready.device, 0, ready.memory) == "OK"


def test_a_ring_that_is_stopped(ready: Rig) -> None:
    loan, open_, flight = lent(ready, bytes(400)), ready.token(), ready.token()
    started = ready.call("start_hash", ready.device, *ready.hash_arguments(0), open_)
    assert started == "OK"
    assert ready.call("finish", open_, loan.loan, flight) == "OK"
    assert ready.call("take_back", ready.device, loan.loan, ready.token()) == "BUSY"
    assert ready.call("stop", ready.device) == "OK"
    assert take_back(ready, loan)
    assert ready.call("wait", flight, ready.token()) == "MISUSE"
    started = ready.call("start_hash", ready.device, *ready.hash_arguments(0), open_)
    assert started == "STOPPED"
    assert ready.errors == 0


@plain
def test_waiting_ends(ready: Rig) -> None:
    """Statuses are never seen; the core must not go on to read what was lent on a stack."""
    place = ctypes.addressof(ready.memory) + 64 * PLACES + 16
    content = ready.get
    ready.get = lambda address, length: (  # type: ignore[method-assign]
        bytes(length) if address == place else content(address, length)
    )
    answer = ctypes.create_string_buffer(64)
    assert ready.call("hash", ready.device, b"abc", 3, answer) == "TIMEOUT"
    ready.get = content  # type: ignore[method-assign]
    assert ready.read(0x10) & 2  # it is stopped
    assert ready.call("hash", ready.device, b"abc", 3, answer) == "STOPPED"


@plain
def test_interrupts_wake(ready: Rig) -> None:
    ready.plain("enable_interrupt", ready.device, 1)
    for data in (b"", b"abc", bytes(200)):
        loan, open_, flight = lent(ready, data), ready.token(), ready.token()
        assert ready.call("start_hash", ready.device, open_) == "OK"
        assert not ready.irq
        assert ready.plain("interrupt", ready.device) == 0
        assert ready.call("finish", open_, loan.loan, flight) == "OK"
        for _ in range(2000):
            if ready.irq:
                break
            ready.wait(1)
        assert ready.plain("interrupt", ready.device) == 1
        assert not ready.irq
        answer = ctypes.create_string_buffer(32)
        assert ready.call("collect", flight, answer) == "OK"
        assert answer.raw == ready.digest(0, data)
    assert ready.errors == 0


@plain
def test_arguments(ready: Rig) -> None:
    """A memory that is not aligned, another core, and bytes beyond the core's addresses."""
    skewed = ctypes.c_void_p(ctypes.addressof(ready.memory) + 32)
    assert ready.call("init", ready.device, 0, skewed) == "ARGUMENT"
    read = ready.read
    ready.reading = lambda address: read(address) ^ (1 << 8 if address == 8 else 0)
    assert ready.call("init", ready.device, 0, ready.memory) == "NO_DEVICE"
    ready.reading = read
    assert ready.call("init", ready.device, 0, ready.memory) == "OK"
    open_, loan = ready.token(), ready.token()
    struct.pack_into("QQQI", loan, 0, 0xFFFFFF00, 0x101, 0, 0)
    assert ready.call("start_hash", ready.device, open_) == "OK"
    assert ready.call("update", open_, loan) == "ARGUMENT"
    assert ready.call("take_back", ready.device, loan, ready.token()) == "MISUSE"


@with_keys
@pytest.mark.parametrize("kept", [PLACES - 1, PLACES - 2])
def test_a_full_ring_changes_nothing(kept: int, ready: Rig) -> None:
    """Neither a key that is dropped nor a verification begins with half of what it needs."""
    answer, loan = ctypes.create_string_buffer(80), lent(ready, b"abc")
    flights = [ready.token() for _ in range(kept - 1)]
    for flight in flights:
        open_ = ready.token()
        assert ready.call("start_hash", ready.device, *ready.hash_arguments(0), open_) == "OK"
        assert ready.call("finish", open_, None, flight) == "OK"
    open_ = ready.token()
    assert ready.call("start_key", ready.device, 0, *ready.hash_arguments(0), open_) == "OK"
    assert ready.call("update", open_, loan.loan) == "OK"
    ready.wait(4000)
    outcome = ready.call("abandon", open_)
    assert outcome == ("FULL" if kept == PLACES - 1 else "OK")
    if outcome == "OK":
        assert ready.call("abandon", open_) == "MISUSE"
    for flight in flights:
        assert ready.call("wait", flight, answer) == "OK"
    if outcome == "FULL":
        assert ready.call("abandon", open_) == "OK"
    assert ready.call("mac", ready.device, 0, b"", 0, answer, 16) == "NO_KEY"
    assert take_back(ready, loan)
    assert ready.call("start_hash", ready.device, *ready.hash_arguments(0), open_) == "OK"
    assert ready.call("update", open_, loan.loan) == "MISUSE"  # it was taken back


@with_keys
def test_an_expected_tag_that_cannot_be_read(ready: Rig) -> None:
    assert ready.call("key", ready.device, 0, *ready.hash_arguments(0), b"key", 3) == "OK"
    tag = hmac.digest(b"key", b"abc", ready.core.hashes[0].name)[:16]
    given = [ready.device, 0, b"abc", 3, tag, 16]
    assert ready.call("verify", *given) == "OK"
    for place in range(PLACES):
        ready.fault(ctypes.addressof(ready.memory) + 64 * place + 5, write=False)
    assert ready.call("verify", *given) == "MEMORY"
    ready.mend()
    assert ready.call("verify", *given) == "OK"
