"""What the driver saves and restores, on the host, against the core that it was written for."""

from __future__ import annotations

import ctypes
import hmac
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.c_driver import STRICT, Rig, compilers, driver_folder, tags_at_random
from support.sha2 import initial
from support.states import gone_on, packed

from hashloom.cores import Core, Interface, core_for

NAMES = {"apb4": "hmac-sha256", "avalon-mm": "hmac-sha512", "axi4-lite": "hmac-sha512"}
FINISH, MESSAGE, OPERATION = 0x2C, 0x28, 0x24


def core_on(bus: str) -> Core:
    return core_for(NAMES[bus], None, Interface(bus=bus, resume=True))


@pytest.fixture(scope="module", params=NAMES)
def rig(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with Rig(core_on(request.param), tmp_path_factory.mktemp("driver"), 1) as found:
        yield found


@pytest.fixture
def ready(rig: Rig) -> Rig:
    """The rig behind a reset and `init`."""
    rig.begin()
    return rig


def block_of(rig: Rig) -> int:
    return rig.core.hash.block_bits // 8


def state_of(rig: Rig, message: bytes) -> bytes:
    bits = rig.core.hash.word_bits
    return packed(gone_on(initial(bits), message, bits), 8 * len(message), bits)


def begun(rig: Rig, state: bytes | None, kind: str = "blocks") -> ctypes.Array[ctypes.c_char]:
    """An open packet of blocks, or of the rest of a message."""
    packet = rig.token()
    if state is not None:
        name = "restore_blocks" if kind == "blocks" else "restore"
        assert rig.call(name, rig.device, state, packet) == "OK"
    else:
        name = "start_blocks" if kind == "blocks" else "start_hash"
        assert rig.call(name, rig.device, packet) == "OK"
    return packet


def saved(rig: Rig, blocks: object) -> bytes:
    """A state, behind whose end nothing is written."""
    size = 10 * rig.core.hash.word_bits // 8
    room = ctypes.create_string_buffer(b"\x5a" * 100, 100)
    assert rig.call("save", blocks, room) == "OK"
    assert room.raw[size:] == b"\x5a" * (100 - size)
    assert rig.call("save", blocks, room) == "MISUSE"
    return room.raw[:size]


def digested(rig: Rig, open_: object, rest: bytes) -> bytes:
    flight, answer = rig.token(), ctypes.create_string_buffer(64)
    assert rig.call("update", open_, rest, len(rest)) == "OK"
    assert rig.call("finish", open_, flight) == "OK"
    assert rig.call("wait", flight, answer) == "OK"
    return answer.raw[: rig.core.hash.digest_bytes]


def test_messages_in_turn(ready: Rig) -> None:
    """Pieces of several messages, with whole messages and tags between them."""
    block = block_of(ready)
    assert ready.call("key", ready.device, 1, b"key", 3) == "OK"
    messages = [ready.random.randbytes(block * n + ready.random.randrange(block)) for n in range(6)]
    states: dict[int, tuple[int, bytes]] = {}
    left = list(range(len(messages)))
    while left:
        one = ready.random.choice(left)
        at, state = states.get(one, (0, None))
        count = ready.random.randint(1, 3)
        if at + count * block > len(messages[one]):
            open_ = begun(ready, state, "open")
            digest = digested(ready, open_, messages[one][at:])
            assert digest == ready.digest(0, messages[one])
            left.remove(one)
        else:
            blocks, end = begun(ready, state), at + count * block
            while at < end:
                some = ready.random.randint(1, (end - at) // block)
                piece = messages[one][at : at + some * block]
                assert ready.call("update_blocks", blocks, piece, some) == "OK"
                at += some * block
            assert ready.call("start_hash", ready.device, ready.token()) == "BUSY"
            states[one] = (at, saved(ready, blocks))
            assert states[one][1] == state_of(ready, messages[one][:at])
        other, answer = ready.random.randbytes(ready.length()), ctypes.create_string_buffer(64)
        given = [ready.device, other, len(other), answer]
        assert ready.call("hash", *given) == "OK"
        assert answer.raw[: ready.core.hash.digest_bytes] == ready.digest(0, other)
        assert ready.call("mac", ready.device, 1, other, len(other), answer, 20) == "OK"
        tag = hmac.digest(b"key", other, ready.core.hash.name)
        assert answer.raw[:20] == tag[:20]
    assert ready.call("erase_all", ready.device) == "OK"
    tags_at_random(ready)
    assert ready.errors == 0


def test_states_of_several_hashes(tmp_path: Path) -> None:
    """Each is gone on from as one of its own hash, whatever comes in between."""
    core = core_for("hmac-sha224+sha256", None, Interface(bus="wishbone", resume=True))
    with Rig(core, tmp_path, 1) as rig:
        assert rig.call("init", rig.device, 0) == "OK"
        messages = [rig.random.randbytes(64 * 3 + 5 + number) for number in range(2)]
        states = [ctypes.create_string_buffer(40) for _ in messages]
        for at in range(3):
            for number, state in enumerate(states):
                blocks = rig.token()
                given = [rig.device, *([state] if at else []), number, blocks]
                assert rig.call("restore_blocks" if at else "start_blocks", *given) == "OK"
                block = messages[number][64 * at : 64 * at + 64]
                assert rig.call("update_blocks", blocks, block, 1) == "OK"
                assert rig.call("save", blocks, state) == "OK"
        for number, (state, message) in enumerate(zip(states, messages, strict=True)):
            initial_of = tuple(core.hashes[number].initial)
            assert state.raw == packed(gone_on(initial_of, message[:192], 32), 8 * 192, 32)
            none = [rig.device, state, 2]
            assert rig.call("restore", *none, rig.token()) == "ARGUMENT"
            assert rig.call("restore_blocks", *none, rig.token()) == "ARGUMENT"
            assert rig.call("start_blocks", rig.device, 2, rig.token()) == "ARGUMENT"
            open_, flight, answer = rig.token(), rig.token(), ctypes.create_string_buffer(32)
            assert rig.call("restore", rig.device, state, number, open_) == "OK"
            assert rig.call("update", open_, message[192:], len(message) - 192) == "OK"
            assert rig.call("finish", open_, flight) == "OK"
            assert rig.call("wait", flight, answer) == "OK"
            digest = rig.digest(number, message)
            assert answer.raw[: len(digest)] == digest
        assert rig.errors == 0
        driver_folder(core, tmp_path)
        for compiler in compilers():
            command = [*compiler, *STRICT, "-O3", "-c", f"{core.prefix}_driver.c", "-o", "d.o"]
            subprocess.run(command, cwd=tmp_path, check=True)


def test_no_block_is_no_state(ready: Rig) -> None:
    room, one = ctypes.create_string_buffer(100), bytes(block_of(ready))
    blocks = begun(ready, None)
    assert ready.call("save", blocks, room) == "ARGUMENT"
    assert ready.call("update_blocks", blocks, b"", 0) == "OK"
    assert ready.call("save", blocks, room) == "ARGUMENT"
    assert room.raw == bytes(100)
    assert ready.call("update_blocks", blocks, one, 1) == "OK"
    assert saved(ready, blocks) == state_of(ready, one)
    assert ready.call("update_blocks", blocks, one, 1) == "MISUSE"
    assert ready.call("abandon_blocks", blocks) == "MISUSE"
    assert ready.errors == 0


def test_dropped_blocks_leave_nothing(ready: Rig) -> None:
    """What is begun behind them is a message of its own."""
    one = ready.random.randbytes(block_of(ready))
    state = state_of(ready, one)
    for kind in ("blocks", "open"):
        packet = begun(ready, state, kind)
        name = "abandon_blocks" if kind == "blocks" else "abandon"
        assert ready.call(name, packet) == "OK"
        assert digested(ready, begun(ready, None, "open"), b"abc") == ready.digest(0, b"abc")
    busy = begun(ready, None)
    for name in ("restore", "restore_blocks", "start_blocks"):
        given = [ready.device, *([state] if name != "start_blocks" else []), ready.token()]
        assert ready.call(name, *given) == "BUSY"
    assert ready.call("abandon_blocks", busy) == "OK"
    assert ready.errors == 0


@pytest.mark.parametrize("cut", [0, 1, 2])
def test_a_state_that_nobody_went_on_from(ready: Rig, cut: int) -> None:
    """Another program restored a state, of any length, and went away: nothing goes on from it."""
    state = state_of(ready, bytes(block_of(ready)))
    words = [int.from_bytes(state[i : i + 4], "little") for i in range(0, len(state), 4)]
    ready.write(OPERATION, 8)
    for word in words[: len(words) - cut]:
        while not ready.read(0x10) & 8:
            pass
        ready.write(MESSAGE, word)
    if cut != 2:  # then it is still open
        ready.write(FINISH, 4)
    assert ready.call("init", ready.device, 0) == "OK"
    assert digested(ready, begun(ready, None, "open"), b"abc") == ready.digest(0, b"abc")
    assert ready.errors == 0


@pytest.mark.parametrize("word", [0, 4, 9])
def test_a_refused_word_of_a_state(ready: Rig, word: int) -> None:
    """The state is not gone on from, neither here nor by the next message."""
    block = ready.random.randbytes(block_of(ready))
    state, packet = state_of(ready, block), ready.token()
    due = ready.accesses + 2 + word

    def disturb() -> None:
        if ready.accesses == due:
            ready.accesses += 1
            ready.hook = lambda: None
            ready.write(0x44, 1)  # refused

    ready.hook = disturb
    assert ready.call("restore", ready.device, state, packet) == "REFUSED"
    assert ready.errors == 1
    assert ready.call("update", packet, b"", 0) == "MISUSE"
    assert digested(ready, begun(ready, None, "open"), b"abc") == ready.digest(0, b"abc")
    assert digested(ready, begun(ready, state, "open"), b"x") == ready.digest(0, block + b"x")


def test_what_is_no_state(ready: Rig) -> None:
    """A length that is at its end: the core counts no further."""
    size = 10 * ready.core.hash.word_bits // 8
    room, state = ctypes.create_string_buffer(100), b"\xff" * size
    blocks = begun(ready, state)
    assert ready.call("update_blocks", blocks, bytes(block_of(ready)), 1) == "OK"
    assert ready.call("save", blocks, room) == "TOO_LONG"
    assert room.raw == bytes(100)
    assert ready.errors == 0


def test_waiting_for_a_state_ends(ready: Rig) -> None:
    """Behind it the device is busy until `init`, as the core may have the state or not."""
    read, state = ready.read, state_of(ready, bytes(block_of(ready)))
    ready.reading = lambda address: 2 | read(address) if address == 0x10 else read(address)
    assert ready.call("restore", ready.device, state, ready.token()) == "TIMEOUT"
    ready.reading = read
    assert ready.call("start_hash", ready.device, ready.token()) == "BUSY"
    assert ready.call("init", ready.device, 0) == "OK"
    assert digested(ready, begun(ready, None, "open"), b"abc") == ready.digest(0, b"abc")


def test_zeroize_amid_blocks(ready: Rig) -> None:
    block = ready.random.randbytes(block_of(ready))
    for count in (0, 1, 2):
        blocks, room = begun(ready, state_of(ready, block)), ready.token()
        assert ready.call("update_blocks", blocks, 2 * block, count) == "OK"
        ready.zeroize()
        outcomes = {"ZEROIZED", "REFUSED"} if count else {"ARGUMENT"}
        assert ready.call("save", blocks, room) in outcomes
        assert ready.call("zeroize", ready.device) == "OK"
        assert digested(ready, begun(ready, None, "open"), b"abc") == ready.digest(0, b"abc")


def test_zeroize_amid_a_restore(ready: Rig) -> None:
    """Behind it nothing goes on from a state, or the driver says that it was taken."""
    state, outcomes = state_of(ready, bytes(block_of(ready))), set()
    for when in range(1, 26, 2):
        due, packet = ready.accesses + when, ready.token()

        def pulse(due: int = due) -> None:
            if ready.accesses == due:
                ready.zeroize()

        ready.hook = pulse
        outcomes.add(outcome := ready.call("restore", ready.device, state, packet))
        ready.hook = lambda: None
        if outcome != "OK":
            assert ready.call("update", packet, b"", 0) == "MISUSE"
        assert ready.call("zeroize", ready.device) == "OK"
        assert digested(ready, begun(ready, None, "open"), b"abc") == ready.digest(0, b"abc")
    assert "ZEROIZED" in outcomes
    assert outcomes <= {"OK", "ZEROIZED", "REFUSED"}


def test_zeroize_while_a_state_leaves(ready: Rig) -> None:
    """No word of it is left, in whatever clock zeroize comes."""
    size = 10 * ready.core.hash.word_bits // 8
    one, seen = ready.random.randbytes(block_of(ready)), set()
    for clocks in range(0, 150, 3):
        blocks = begun(ready, None)
        assert ready.call("update_blocks", blocks, one, 1) == "OK"
        ready.write(FINISH, 4)
        ready.wait(clocks)
        before = ready.read(0x10)
        ready.zeroize()
        ready.wait(ready.core.settle_clocks)
        status = ready.read(0x10)
        assert status & 4
        assert status >> 8 & 31 == 0
        assert status >> 4 & 7 in ((7,) if before >> 8 & 31 == 0 else (0, 7))  # done meanwhile
        for word in range(size // 4):
            assert ready.read(0x40 + 4 * word) == 0
        seen.add((before & 4, before >> 8 & 31))
        assert ready.call("zeroize", ready.device) == "OK"
        assert saved_from(ready, one) == state_of(ready, one)
    assert (4, size // 4) in seen
    assert (0, 0) in seen


def saved_from(rig: Rig, message: bytes) -> bytes:
    blocks = begun(rig, None)
    count = len(message) // block_of(rig)
    assert rig.call("update_blocks", blocks, message, count) == "OK"
    return saved(rig, blocks)


def test_the_example_of_the_document(tmp_path: Path) -> None:
    """A log that grows, and its digest at any time."""
    page = Path(__file__).parents[2] / "docs" / "driver.md"
    examples = re.findall(r"^```c\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S)
    (example,) = (each for each in examples if "restore" in each)
    digest, state = ctypes.create_string_buffer(32), ctypes.create_string_buffer(40)
    with Rig(core_on("apb4"), tmp_path, 1, user=example) as rig:
        assert rig.call("init", rig.device, 0) == "OK"
        log = b""
        for count in (2, 1, 3):
            piece, rest = rig.random.randbytes(64 * count), rig.random.randbytes(30)
            size = ctypes.c_size_t(count)
            assert rig.own("grown", rig.device, state, int(not log), piece, size) == "OK"
            log += piece
            given = [rig.device, state, rest, ctypes.c_size_t(len(rest)), digest]
            assert rig.own("digest_so_far", *given) == "OK"
            assert digest.raw == rig.digest(0, log + rest)
        assert rig.errors == 0


@pytest.mark.parametrize("bus", ["apb4", "axi4-lite"])
def test_compilers_say_nothing(bus: str, tmp_path: Path) -> None:
    core = core_on(bus)
    driver_folder(core, tmp_path)
    for compiler in compilers():
        command = [*compiler, *STRICT, "-O3", "-c", f"{core.prefix}_driver.c", "-o", "driver.o"]
        subprocess.run(command, cwd=tmp_path, check=True)


@pytest.mark.parametrize(
    "wrong",
    [
        "p_update(&blocks, bytes, 1)",  # whole blocks alone
        "p_finish(&blocks, &flight)",  # they have no digest
        "p_save(&open, &state)",  # a message may end within a block
        "p_wait(&blocks, 0)",
        "p_restore(&device, bytes, &open)",  # bytes are no state
        "p_restore(&device, &state, &blocks)",
        "p_start_blocks(&device, &open)",
    ],
)
def test_types_tell_packets_apart(wrong: str, tmp_path: Path) -> None:
    core = core_on("apb4")
    driver_folder(core, tmp_path)
    kinds = ("device", "open", "flight", "blocks", "state")
    declared = " ".join(f"static {core.prefix}_{kind} {kind};" for kind in kinds)
    used = " ".join(f"(void){kind};" for kind in kinds)
    right = "p_save(&blocks, &state) | p_restore(&device, &state, &open)"
    for compiler in compilers():
        for call, accepted in ((right, True), (wrong, False)):
            text = re.sub(r"\bp_", f"{core.prefix}_", call)
            (tmp_path / "user.c").write_text(
                f'#include "{core.prefix}_driver.h"\nint use(void);\n'
                f"int use(void) {{ {declared} static uint8_t bytes[40]; (void)bytes; {used} "
                f"return (int)({text}); }}\n"
            )
            command = [*compiler, *STRICT, "-c", "user.c", "-o", "user.o"]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
            assert (done.returncode == 0) == accepted, done.stderr
            assert accepted or "incompatible" in done.stderr
