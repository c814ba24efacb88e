"""The driver of a core that reads memory by itself, on the host: its ring, its loans and its types.

The core has a memory of its own there, to which and from which bytes are carried when the driver
says so: what it forgets to say is not there.
"""

from __future__ import annotations

import ctypes
import hmac
import random
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from support.c_driver import STRICT, Rig, compilers, driver_folder, tags_at_random

from hashloom.bundles.bundle import bundle_files
from hashloom.cores import Architecture, Core, Interface, core_for

A = Architecture
CORES = {
    "several": ("sha256", A(interleave=3), Interface(dma="axi4", width=64)),
    "choice": ("sha224+sha256", A(), Interface(dma="wishbone")),
    "folded": ("sha256", A(fold=4), Interface(dma="axi4")),
    "folded, keys": ("hmac-sha256", A(fold=2), Interface(dma="wishbone")),
    "keys": ("hmac-sha256", A(), Interface(dma="axi4", bus="apb4")),
    "choice, keys": ("hmac-sha384+sha512", A(interleave=2), Interface(dma="wishbone", width=128)),
}
PLACES = 8  # descriptors of the rig's ring

with_keys = pytest.mark.parametrize("rig", ["keys", "choice, keys", "folded, keys"], indirect=True)
plain = pytest.mark.parametrize("rig", ["several"], indirect=True)


def core_of(name: str) -> Core:
    return core_for(*CORES[name])


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


@dataclass
class Lent:
    """Bytes that the core may read, and the flights that do for certain."""

    loan: ctypes.Array[ctypes.c_char]
    room: ctypes.Array[ctypes.c_char]
    place: int
    data: bytes
    readers: set[int] = field(default_factory=set)


@dataclass
class Sent:
    """A packet that has ended."""

    flight: ctypes.Array[ctypes.c_char]
    answer: bytes


def lent(rig: Rig, data: bytes) -> Lent:
    """A buffer at any address, lent."""
    shift = rig.random.randrange(8)
    room = rig.buffer(bytes(shift) + data + bytes(1))
    buffer, loan = rig.token(), rig.token()
    place = ctypes.addressof(room) + shift
    struct.pack_into("QQ", buffer, 0, place, len(data))
    rig.plain("lend", buffer, loan)
    assert buffer.raw[:16] == bytes(16)
    return Lent(loan, room, place, data)


def take_back(rig: Rig, loan: Lent) -> bool:
    """Whether the bytes are the processor's again, which writes there at once."""
    buffer = rig.token()
    outcome = rig.call("take_back", rig.device, loan.loan, buffer)
    if outcome == "BUSY":
        return False
    assert outcome == "OK"
    assert struct.unpack_from("QQ", buffer) == (loan.place, len(loan.data))
    assert rig.call("take_back", rig.device, loan.loan, buffer) == "MISUSE"
    rig.put(loan.place, b"\xa5" * len(loan.data))
    return True


class Traffic:
    """Packets of loans at random, several in flight, and what is to come of them."""

    def __init__(self, rig: Rig) -> None:
        self.rig, self.random = rig, rig.random
        self.loans: list[Lent] = []
        self.sent: dict[int, Sent] = {}
        self.open: ctypes.Array[ctypes.c_char] | None = None
        self.message, self.choice, self.slot, self.bytes = b"", 0, -1, 0
        self.keys: dict[int, tuple[int, bytes]] = {}
        self.number = 0
        self.seen: set[str] = set()
        if rig.core.keyed:
            for slot in range(3):
                choice, key = rig.choose(), rig.random.randbytes(rig.length())
                arguments = [slot, *rig.hash_arguments(choice), key, len(key)]
                assert rig.call("key", rig.device, *arguments) == "OK"
                self.keys[slot] = (choice, key)

    def act(self) -> None:
        """One call."""
        acts = [self.lend, self.begin, self.update, self.finish, self.collect, self.give_back]
        self.random.choices(acts, (3, 3, 4, 3, 3, 2))[0]()

    def tell(self, outcome: str, *expected: str) -> bool:
        """Whether it is OK."""
        assert outcome in expected
        self.seen.add(outcome)
        return outcome == "OK"

    def lend(self) -> None:
        if len(self.loans) < 10:
            self.loans.append(lent(self.rig, self.random.randbytes(self.rig.length())))

    def begin(self) -> None:
        if self.open is not None:
            given = [*self.rig.hash_arguments(0), self.rig.token()]
            self.tell(self.rig.call("start_hash", self.rig.device, *given), "BUSY")
            return
        self.open, self.message = self.rig.token(), b""
        self.choice, self.slot = self.rig.choose(), -1
        if self.keys and self.random.random() < 0.6:
            self.slot = self.random.choice(list(self.keys))
            self.choice, _ = self.keys[self.slot]
            self.bytes = self.random.choice((4, 16, self.rig.core.hashes[self.choice].digest_bytes))
            given = [self.slot, self.bytes, self.open]
            assert self.rig.call("start_mac", self.rig.device, *given) == "OK"
            return
        given = [*self.rig.hash_arguments(self.choice), self.open]
        assert self.rig.call("start_hash", self.rig.device, *given) == "OK"

    def update(self) -> None:
        if self.open is None or not self.loans:
            return
        loan = self.random.choice(self.loans)
        if self.tell(self.rig.call("update", self.open, loan.loan), "OK", "FULL"):
            self.message += loan.data

    def finish(self) -> None:
        if self.open is None:
            return
        last = self.random.choice([None, *self.loans])
        given = last.loan if last else None
        flight = self.rig.token()
        if not self.tell(self.rig.call("finish", self.open, given, flight), "OK", "FULL"):
            return
        assert self.rig.call("finish", self.open, given, self.rig.token()) == "MISUSE"
        self.message += last.data if last else b""
        self.sent[self.number] = Sent(flight, self.answer())
        if last:
            last.readers.add(self.number)
        self.number += 1
        self.open = None

    def answer(self) -> bytes:
        """To the message that has ended."""
        if self.slot < 0:
            return self.rig.digest(self.choice, self.message)
        _, key = self.keys[self.slot]
        return hmac.digest(key, self.message, self.rig.core.hashes[self.choice].name)[: self.bytes]

    def collect(self) -> None:
        if not self.sent:
            return
        number = self.random.choice(list(self.sent))
        one = self.sent[number]
        answer = ctypes.create_string_buffer(b"\x5a" * 80, 80)
        size = len(one.answer)
        given = [one.flight, answer]
        assert self.rig.call("collect", one.flight, None) == "ARGUMENT"
        function = self.random.choice(("collect", "wait"))
        if not self.tell(self.rig.call(function, *given), "OK", "PENDING"):
            assert function == "collect"
            assert answer.raw == b"\x5a" * 80
            return
        assert answer.raw == one.answer + b"\x5a" * (80 - size)
        assert self.rig.call("collect", *given) == "MISUSE"
        del self.sent[number]

    def give_back(self) -> None:
        if not self.loans:
            return
        loan = self.random.choice(self.loans)
        if take_back(self.rig, loan):
            self.loans.remove(loan)
        else:
            self.seen.add("BUSY loan")

    def end(self) -> None:
        """All is answered, and everything can be taken back."""
        while self.open is not None:
            self.finish()
            self.collect()
        while self.sent:
            self.collect()
        assert all(take_back(self.rig, loan) for loan in self.loans)
        self.loans.clear()


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
    for _ in range(500):
        traffic.act()
    traffic.end()
    assert traffic.seen >= {"OK", "FULL", "PENDING", "BUSY", "BUSY loan"}
    assert traffic.number > 30
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


@pytest.mark.parametrize("name", CORES)
def test_compilers_say_nothing(name: str, tmp_path: Path) -> None:
    core = core_of(name)
    driver_folder(core, tmp_path)
    own = [f"-D{core.prefix.upper()}_{each}" for each in ("OWN_MEMORY", "OWN_ACCESS")]
    for compiler in compilers():
        for chosen in (own[:1], own):
            command = [*compiler, *STRICT, *chosen, "-O3", "-c", f"{core.prefix}_driver.c"]
            subprocess.run([*command, "-o", "driver.o"], cwd=tmp_path, check=True)


@pytest.mark.parametrize(
    "wrong",
    [
        "p_finish(&open, &buffer, &flight)",  # the processor may still write there
        "p_update(&open, &buffer)",
        "p_take_back(&device, &buffer, &loan)",
        "p_update(&flight, &loan)",  # a packet that has ended takes nothing
        "p_collect(&open, 0)",  # one that has not ended has no answer
        "p_collect(&flight, bytes)",  # the processor writes words
        "(*loan.bytes = 0)",  # nobody writes what the core reads
    ],
)
def test_types_tell_buffers_apart(wrong: str, tmp_path: Path) -> None:
    core = core_of("several")
    driver_folder(core, tmp_path)
    p = core.prefix
    for compiler in compilers():
        for call, accepted in (("p_finish(&open, &loan, &flight)", True), (wrong, False)):
            (tmp_path / "user.c").write_text(
                f'#include "{p}_driver.h"\n'
                "int use(void);\n"
                f"int use(void) {{ {p}_open open = {{0}}; {p}_flight flight = {{0}}; "
                f"{p}_loan loan = {{0}}; {p}_buffer buffer = {{0}}; static {p}_device device; "
                "static uint8_t bytes[32]; (void)flight; (void)bytes; (void)buffer; (void)device; "
                f"return (int){call.replace('p_', f'{p}_')}; }}\n"
            )
            command = [*compiler, *STRICT, "-c", "user.c", "-o", "user.o"]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
            assert (done.returncode == 0) == accepted, done.stderr
            told = ("incompatible", "read-only", "const-qualified")
            assert accepted or any(word in done.stderr for word in told), done.stderr


def test_a_bundle_has_its_driver() -> None:
    core = core_of("keys")
    files = bundle_files(core)
    assert f"driver/{core.prefix}_driver.c" in files
    assert "_take_back(" in files[f"driver/{core.prefix}_driver.h"]


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
