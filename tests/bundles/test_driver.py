"""The driver of a bundle, on the host: against the core that it was written for, and its types."""

from __future__ import annotations

import ctypes
import re
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from support.c_driver import STRICT, Rig, compilers, driver_folder, tags_at_random

from hashloom.bundles.bundle import bundle_files
from hashloom.bundles.driver import driver_files
from hashloom.cores import Architecture, Core, Interface, core_for

CORES = {
    "apb4": ("hmac-sha256", None, Interface(bus="apb4")),
    "avalon-mm": ("sha224+sha256", None, Interface(bus="avalon-mm")),
    "axi4-lite": ("md5", None, Interface(bus="axi4-lite")),
    "wishbone": ("hmac-sha384+sha512", None, Interface(bus="wishbone")),
    "folded": ("sha256", Architecture(fold=4), Interface(bus="apb4")),
    "folded, keys": ("hmac-sha256", Architecture(fold=4), Interface(bus="axi4-lite")),
}

with_keys = pytest.mark.parametrize("rig", ["apb4", "wishbone", "folded, keys"], indirect=True)


def core_of(name: str) -> Core:
    return core_for(*CORES[name])


@pytest.fixture(scope="module", params=CORES)
def rig(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with Rig(core_of(request.param), tmp_path_factory.mktemp("driver"), 1) as found:
        yield found


@pytest.fixture
def ready(rig: Rig) -> Rig:
    """The rig behind a reset and `init`."""
    rig.begin()
    return rig


def put(rig: Rig, open_: object, message: bytes) -> None:
    """Sends a message in pieces, by bytes at any address or by words."""
    while message:
        size = rig.random.choice((1, 2, 3, 4, 7, 64, len(message)))
        piece, message = message[:size], message[size:]
        words = piece[: len(piece) & ~3]
        if words and rig.random.random() < 0.4:
            row = (ctypes.c_uint32 * (len(words) // 4)).from_buffer_copy(words)
            assert rig.call("update_words", open_, row, len(row)) == "OK"
            piece = piece[len(words) :]
        shift = rig.random.randrange(4)
        room = ctypes.create_string_buffer(bytes(shift) + piece, shift + len(piece) + 1)
        address = ctypes.c_void_p(ctypes.addressof(room) + shift)
        assert rig.call("update", open_, address, len(piece)) == "OK"


def collected(rig: Rig, flight: object, size: int) -> bytes:
    """An answer by `wait`, by looks, or with the interrupt; nothing is written behind its end."""
    answer = ctypes.create_string_buffer(b"\x5a" * 80, 80)
    how = rig.random.randrange(3)
    if how == 0:
        assert rig.call("wait", flight, answer) == "OK"
    elif how == 1:
        while (found := rig.call("collect", flight, answer)) == "PENDING":
            assert answer.raw == b"\x5a" * 80
        assert found == "OK"
    else:
        rig.plain("enable_interrupt", rig.device, 1)
        for _ in range(100):  # at once where it came before
            if rig.irq and not rig.read(0x10) & 2:
                break
            rig.wait(20)
        assert rig.plain("interrupt", rig.device) in (0, 1)
        assert not rig.irq
        assert rig.call("collect", flight, answer) == "OK"
        rig.plain("enable_interrupt", rig.device, 0)
    assert answer.raw[size:] == b"\x5a" * (80 - size)
    assert rig.call("collect", flight, answer) == "MISUSE"
    return answer.raw[:size]


def test_messages_in_pieces(ready: Rig) -> None:
    for _ in range(40):
        choice, message = ready.choose(), ready.random.randbytes(ready.length())
        open_, flight = ready.token(), ready.token()
        arguments = ready.hash_arguments(choice)
        assert ready.call("start_hash", ready.device, *arguments, open_) == "OK"
        assert ready.call("start_hash", ready.device, *arguments, ready.token()) == "BUSY"
        put(ready, open_, message)
        assert ready.call("finish", open_, flight) == "OK"
        assert ready.call("update", open_, b"", 0) == "MISUSE"
        assert ready.call("start_hash", ready.device, *arguments, ready.token()) == "BUSY"
        expected = ready.digest(choice, message)
        assert ready.call("collect", flight, None) == "ARGUMENT"
        assert collected(ready, flight, len(expected)) == expected
    assert ready.errors == 0


def test_interrupts_wake(ready: Rig) -> None:
    ready.plain("enable_interrupt", ready.device, 1)
    open_, flight = ready.token(), ready.token()
    for message in (b"", b"abc", bytes(200)):
        assert ready.call("start_hash", ready.device, *ready.hash_arguments(0), open_) == "OK"
        assert ready.call("update", open_, message, len(message)) == "OK"
        assert not ready.irq
        assert ready.plain("interrupt", ready.device) == 0
        assert ready.call("finish", open_, flight) == "OK"
        for _ in range(500 + 5 * ready.core.slot_clocks):
            if ready.irq:
                break
            ready.wait(1)
        assert ready.plain("interrupt", ready.device) == 1
        assert not ready.irq
        expected = ready.digest(0, message)
        answer = ctypes.create_string_buffer(64)
        assert ready.call("collect", flight, answer) == "OK"
        assert answer.raw[: len(expected)] == expected
    assert ready.errors == 0


def test_whole_messages_and_packets_left_open(ready: Rig) -> None:
    for turn in range(20):
        choice, message = ready.choose(), ready.random.randbytes(ready.length())
        arguments = ready.hash_arguments(choice)
        open_ = ready.token()
        if turn % 3 == 0:  # another program began a packet and went away
            assert ready.call("start_hash", ready.device, *arguments, open_) == "OK"
            put(ready, open_, ready.random.randbytes(turn))
            if turn % 2:
                assert ready.call("finish", open_, ready.token()) == "OK"
            assert ready.call("init", ready.device, 0) == "OK"
        if turn % 3 == 1:
            assert ready.call("start_hash", ready.device, *arguments, open_) == "OK"
            put(ready, open_, ready.random.randbytes(turn))
            assert ready.call("abandon", open_) == "OK"
            assert ready.call("abandon", open_) == "MISUSE"
            assert ready.call("finish", open_, ready.token()) == "MISUSE"
        expected = ready.digest(choice, message)
        answer = ctypes.create_string_buffer(64)
        given = [ready.device, *arguments, message, len(message)]
        assert ready.call("hash", *given, None) == "ARGUMENT"
        assert ready.call("hash", *given, answer) == "OK"
        assert answer.raw[: len(expected)] == expected
    assert ready.errors == 0


def test_another_core_is_refused(ready: Rig) -> None:
    """One that differs in a bit of what tells cores apart."""
    read = ready.read
    for offset, bit in ((0, 31), (4, 8), (8, 0), (8, 4), (8, 9), (12, 1)):

        def changed(address: int, offset: int = offset, bit: int = bit) -> int:
            return read(address) ^ (1 << bit if address == offset else 0)

        ready.reading = changed
        assert ready.call("init", ready.device, 0) == "NO_DEVICE", offset
    ready.reading = lambda address: read(address) ^ (1 if address == 4 else 0)
    assert ready.call("init", ready.device, 0) == "OK"  # a minor version
    assert ready.errors == 0


def test_waiting_ends(ready: Rig) -> None:
    """A core that never is done."""
    read = ready.read
    ready.reading = lambda address: 2 | read(address) if address == 0x10 else read(address)
    answer = ctypes.create_string_buffer(64)
    arguments = [*ready.hash_arguments(0), b"abc", 3, answer]
    assert ready.call("hash", ready.device, *arguments) == "TIMEOUT"
    ready.reading = read
    assert ready.call("hash", ready.device, *arguments) == "OK"


def test_a_refused_word_spoils_its_packet(ready: Rig) -> None:
    """Words that are written past the driver, of which it learns from ERROR alone."""
    for fault in ((0x44, 1), (0x28, 0), (0x24, 0)):
        open_, flight, answer = ready.token(), ready.token(), ctypes.create_string_buffer(64)
        assert ready.call("start_hash", ready.device, *ready.hash_arguments(0), open_) == "OK"
        put(ready, open_, b"twelve bytes")
        if fault == (0x28, 0):  # FINISH comes twice
            ready.write(0x2C, 4)
        else:
            ready.write(*fault)
        assert ready.call("finish", open_, flight) == "OK"
        assert ready.call("wait", flight, answer) == "REFUSED"
        assert ready.errors == 1
        assert answer.raw == bytes(64)
        ready.write(0x44, 1)  # refused, and nobody's
        ready.errors = 0
        assert ready.call("start_hash", ready.device, *ready.hash_arguments(0), open_) == "OK"
        assert ready.call("finish", open_, flight) == "OK"
        expected = ready.digest(0, b"")
        assert collected(ready, flight, len(expected)) == expected


@with_keys
def test_tags(ready: Rig) -> None:
    tags_at_random(ready)


@with_keys
def test_a_key_that_is_dropped_is_erased(ready: Rig) -> None:
    answer, open_ = ctypes.create_string_buffer(80), ready.token()
    arguments = ready.hash_arguments(0)
    assert ready.call("key", ready.device, 1, *arguments, b"old", 3) == "OK"
    assert ready.call("start_key", ready.device, 1, *arguments, open_) == "OK"
    put(ready, open_, b"new key")
    assert ready.call("abandon", open_) == "OK"
    assert ready.call("mac", ready.device, 1, b"", 0, answer, 16) == "NO_KEY"
    assert ready.call("start_key", ready.device, 1, *arguments, open_) == "OK"
    put(ready, open_, b"new key")
    ready.write(0x24, 0)  # refused
    flight = ready.token()
    assert ready.call("finish", open_, flight) == "OK"
    assert ready.call("wait", flight, None) == "REFUSED"
    assert ready.call("mac", ready.device, 1, b"", 0, answer, 16) == "NO_KEY"
    assert ready.errors == 1


@with_keys
def test_zeroize_at_any_time(ready: Rig) -> None:
    """By the register, and by the input amid a message, where the bus refuses what comes late."""
    answer = ctypes.create_string_buffer(80)
    arguments = ready.hash_arguments(0)
    message = bytes(range(150))
    seen = set()
    for when in range(0, 60, 3):
        assert ready.call("key", ready.device, 2, *arguments, b"key", 3) == "OK"
        open_, flight = ready.token(), ready.token()
        assert ready.call("start_mac", ready.device, 2, 16, open_) == "OK"
        if when % 2:
            put(ready, open_, message[:when])
            assert ready.call("zeroize", ready.device) == "OK"
            assert ready.errors == 0
            assert ready.call("start_hash", ready.device, *arguments, flight) == "OK"
            assert ready.call("update", open_, message, 3) == "MISUSE"
            assert ready.call("abandon", flight) == "OK"
        else:
            due = ready.accesses + when

            def pulse(due: int = due) -> None:
                if ready.accesses == due:
                    ready.zeroize()

            ready.hook = pulse
            assert ready.call("update", open_, message, len(message)) == "OK"
            assert ready.call("finish", open_, flight) == "OK"
            outcome = ready.call("wait", flight, answer)
            seen.add(outcome)
            ready.hook = lambda: None
            if ready.accesses <= due or outcome == "OK":
                ready.wait(1000)
                assert ready.call("init", ready.device, 0) == "OK"
                assert ready.call("erase_all", ready.device) == "OK"
            else:
                assert outcome == "ZEROIZED"
        ready.errors = 0  # from here on the core takes words at once
        assert ready.call("mac", ready.device, 2, bytes(900), 900, answer, 16) == "NO_KEY"
        assert ready.errors == 0
    assert "ZEROIZED" in seen


@with_keys
def test_the_core_is_ready_behind_a_packet_that_went_wrong(ready: Rig) -> None:
    """A reset and `zeroize` have it erase memories, and meanwhile it takes few words."""
    answer = ctypes.create_string_buffer(80)
    message = bytes(range(150))
    arguments = ready.hash_arguments(0)
    for act, event, operation in product(
        ("wait", "late", "abandon"), (ready.reset, ready.zeroize), ("start_hash", "start_key")
    ):
        open_, flight = ready.token(), ready.token()
        of = [*([1] if operation == "start_key" else []), *arguments]
        assert ready.call(operation, ready.device, *of, open_) == "OK"
        put(ready, open_, message)
        if act == "late":  # amid the last block
            assert ready.call("finish", open_, flight) == "OK"
        event()
        if act == "wait":
            assert ready.call("finish", open_, flight) == "OK"
        if act == "abandon":
            assert ready.call("abandon", open_) == "OK"
        else:
            lost = "FAULT" if act == "late" else "REFUSED"
            wrong = lost if event == ready.reset else "ZEROIZED"
            assert ready.call("wait", flight, answer) == wrong
        ready.errors = 0
        assert ready.call("hash", ready.device, *arguments, bytes(900), 900, answer) == "OK"
        expected = ready.digest(0, bytes(900))
        assert answer.raw[: len(expected)] == expected
        assert ready.call("mac", ready.device, 1, b"", 0, answer, 16) == "NO_KEY"
        assert ready.errors == 0


@pytest.mark.parametrize("name", CORES)
def test_compilers_say_nothing(name: str, tmp_path: Path) -> None:
    core = core_of(name)
    driver_folder(core, tmp_path)
    assert compilers()
    for compiler in compilers():
        for own in ((), (f"-D{core.prefix.upper()}_OWN_ACCESS",)):
            command = [*compiler, *STRICT, *own, "-O3", "-c", f"{core.prefix}_driver.c"]
            subprocess.run([*command, "-o", "driver.o"], cwd=tmp_path, check=True)


@pytest.mark.parametrize(
    "wrong",
    [
        "p_update(&flight, 0, 0)",  # a packet that has ended takes no bytes
        "p_collect(&open, 0)",  # one that has not ended has no answer
        "p_collect(&flight, bytes)",  # the processor writes words
        "p_finish(&open, &open)",
        "p_start_hash(&open, &open)",
        "p_update_words(&open, bytes, 1)",  # bytes are not aligned as words are
    ],
)
def test_types_tell_packets_apart(wrong: str, tmp_path: Path) -> None:
    core = core_for("sha256", None, Interface(bus="apb4"))
    driver_folder(core, tmp_path)
    for compiler in compilers():
        for call, accepted in (("p_update(&open, bytes, 4)", True), (wrong, False)):
            text = call.replace("p_", f"{core.prefix}_")
            (tmp_path / "user.c").write_text(
                f'#include "{core.prefix}_driver.h"\n'
                "int use(void);\n"
                f"int use(void) {{ {core.prefix}_open open = {{0}}; {core.prefix}_flight flight; "
                "static const uint8_t bytes[4]; (void)flight; (void)bytes; "
                f"return (int){text}; }}\n"
            )
            command = [*compiler, *STRICT, "-Wno-uninitialized", "-c", "user.c", "-o", "user.o"]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
            assert (done.returncode == 0) == accepted, done.stderr
            assert accepted or "incompatible" in done.stderr


def test_a_bundle_has_its_driver() -> None:
    core = core_of("apb4")
    files = bundle_files(core)
    for name, text in driver_files(core).items():
        assert files[name].endswith(text)
        assert files[name].startswith("// hashloom ")
    assert not driver_files(core_for("sha256"))


@pytest.mark.parametrize("number", range(7))
def test_examples_of_the_document_are_c(number: int, tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "driver.md"
    examples = re.findall(r"^```c\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S)
    assert len(examples) == 7
    driver_folder(core_for("sha256", None, Interface(dma="wishbone")), tmp_path)
    for name in ("sha256", "hmac-sha256"):
        driver_folder(core_for(name, None, Interface(bus="apb4")), tmp_path)
    driver_folder(core_for("hmac-sha256", None, Interface(bus="apb4", resume=True)), tmp_path)
    (tmp_path / "example.c").write_text(examples[number])
    own = ["-DSHA256_APB4_OWN_ACCESS"] if "sha256_apb4_write(" in examples[number] else []
    for compiler in compilers():
        command = [*compiler, *STRICT, *own, "-Wmissing-prototypes", "-O1", "-c", "example.c"]
        subprocess.run([*command, "-o", "example.o"], cwd=tmp_path, check=True)
