"""Whole packets of a core that reads memory: ready ahead, beside others, long and failing."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Iterator

import pytest
from support.c_driver import Rig

from hashloom.cores import Architecture, Interface, core_for

CORES = {
    "several": ("sha256", Architecture(interleave=3), Interface(dma="axi4", width=64)),
    "keys": ("hmac-sha256", Architecture(), Interface(dma="wishbone", bus="apb4")),
}
PLACES = 8  # descriptors of the rig's ring


@pytest.fixture(scope="module", params=CORES)
def rig(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with Rig(core_for(*CORES[request.param]), tmp_path_factory.mktemp("driver"), 1) as found:
        yield found


@pytest.fixture
def ready(rig: Rig) -> Rig:
    """The rig behind a reset and `init`."""
    rig.reset()
    rig.mend()
    rig.errors, rig.random = 0, random.Random(5)
    assert rig.call("init", rig.device, 0, rig.memory) == "OK"
    return rig


def hashed(rig: Rig, message: bytes) -> str:
    """The outcome of a whole message; with OK its digest is right, else nothing was written."""
    room, answer = rig.buffer(message + bytes(1)), ctypes.create_string_buffer(32)
    outcome = rig.call("hash", rig.device, room, len(message), answer)
    assert answer.raw == (rig.digest(0, message) if outcome == "OK" else bytes(32))
    return outcome


def begun(rig: Rig, pieces: int) -> ctypes.Array[ctypes.c_char]:
    """A flight of a message that is empty, in so many descriptors."""
    open_, flight, loan = rig.token(), rig.token(), rig.token()
    rig.plain("constant", rig.buffer(b"\0"), 0, loan)
    assert rig.call("start_hash", rig.device, open_) == "OK"
    assert hashed(rig, b"amid") == "BUSY"
    for _ in range(pieces - 1):
        assert rig.call("update", open_, loan) == "OK"
    assert rig.call("finish", open_, None, flight) == "OK"
    return flight


def landed(rig: Rig, flight: ctypes.Array[ctypes.c_char]) -> bool:
    answer = ctypes.create_string_buffer(32)
    assert rig.call("wait", flight, answer) == "OK"
    return answer.raw == rig.digest(0, b"")


def test_one_behind_the_other(ready: Rig) -> None:
    """Any length, empty too, round the ring several times."""
    for turn in range(3 * PLACES):
        length = 0 if turn % 5 == 4 else ready.random.randrange(1, 200)
        assert hashed(ready, ready.random.randbytes(length)) == "OK"
    assert ready.read(0x38) == 3 * PLACES  # statuses written: a descriptor each
    assert ready.errors == 0


def test_beside_packets_in_flight(ready: Rig) -> None:
    """A descriptor that is another packet's is not filled; one that is free again is."""
    for turn in range(40):
        flights = [
            begun(ready, ready.random.randint(1, 2)) for _ in range(ready.random.randrange(4))
        ]
        ready.random.shuffle(flights)
        for flight in flights:
            assert hashed(ready, ready.random.randbytes(turn)) in ("OK", "FULL")
            assert landed(ready, flight)
        assert hashed(ready, ready.random.randbytes(turn)) == "OK"
        assert hashed(ready, ready.random.randbytes(turn)) == "OK"
    assert ready.errors == 0


def test_a_full_ring(ready: Rig) -> None:
    """The next descriptor is of a packet that nobody has collected."""
    assert hashed(ready, b"abc") == "OK"
    flights = [begun(ready, 1) for _ in range(PLACES - 1)]
    assert hashed(ready, b"last") == "OK"
    assert hashed(ready, b"none") == "FULL"
    assert landed(ready, flights[1])
    assert hashed(ready, b"none") == "FULL"  # descriptors are used in turn
    assert landed(ready, flights[0])
    assert hashed(ready, b"again") == "OK"
    assert hashed(ready, b"again") == "OK"
    assert hashed(ready, b"none") == "FULL"
    assert all(landed(ready, flight) for flight in flights[2:])


def test_a_long_message_is_waited_for(ready: Rig) -> None:
    """It takes more looks than the rig's driver has for any packet."""
    assert hashed(ready, ready.random.randbytes(40_000)) == "OK"


def test_data_that_cannot_be_read(ready: Rig) -> None:
    """The next packet is right again."""
    room, answer = ready.buffer(bytes(100)), ctypes.create_string_buffer(32)
    ready.fault(ctypes.addressof(room) + 70, write=False)
    for _ in range(3):
        assert ready.call("hash", ready.device, room, 100, answer) == "MEMORY"
        assert answer.raw == bytes(32)
        assert hashed(ready, b"abc") == "OK"


def test_bytes_that_the_core_does_not_reach(ready: Rig) -> None:
    """Nothing is given to the core, neither at first nor when a descriptor is ready."""
    high = ctypes.c_void_p(0xFFFFFFF0)
    answer = ctypes.create_string_buffer(32)
    for _ in range(2):
        assert ready.call("hash", ready.device, high, 17, answer) == "ARGUMENT"
        assert hashed(ready, b"abc") == "OK"
    assert ready.read(0x34) == 2  # descriptors fetched


def test_a_ring_that_is_stopped(ready: Rig) -> None:
    assert hashed(ready, b"abc") == "OK"
    assert ready.call("stop", ready.device) == "OK"
    assert hashed(ready, b"abc") == "STOPPED"
    assert ready.call("init", ready.device, 0, ready.memory) == "OK"
    assert hashed(ready, b"abc") == "OK"
