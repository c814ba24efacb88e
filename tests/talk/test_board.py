"""Files through designs on boards in simulation, over lines that are not always good."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hashloom.cores import Architecture, Interface
from hashloom.cores.boards.board import BoardDesign, board_design, fastest
from hashloom.errors import ToolError
from hashloom.talk.files import Content, Talker
from hashloom.talk.frames import ESCAPE, FLAG, framed
from hashloom.talk.link import Link, LinkError
from hashloom.talk.port import SerialPort, serial_port
from hashloom.verification.simulation.board import compile_board, simulated

QUIET_SECONDS = 3.0


def _design(board: str, name: str) -> BoardDesign:
    return fastest(board_design(board, name, Architecture(fold=1), Interface()))


PLAIN = _design("icebreaker", "sha256")
KEYED = _design("tang-nano-20k", "hmac-sha256")


class Line:
    """A port whose bytes to the board pass a fault, and of which some can be held back."""

    def __init__(self, port: SerialPort) -> None:
        self._port = port
        self.fault: Callable[[bytes], bytes] = lambda data: data
        self.back: Callable[[bytes], bytes] = lambda data: data

    def read(self, seconds: float) -> bytes:
        return self.back(self._port.read(seconds))

    def write(self, data: bytes) -> None:
        self._port.write(self.fault(data))


@contextmanager
def line_to(design: BoardDesign, drift: int = 0) -> Iterator[Line]:
    with simulated(compile_board(design), drift) as path, serial_port(path, 115200) as port:
        yield Line(port)


def file_of(folder: Path, data: bytes) -> Content:
    path = folder / f"{len(data)}.bin"
    path.write_bytes(data)
    return Content(str(path))


def contents() -> list[bytes]:
    source = random.Random(5)
    lengths = (0, 1, 55, 56, 63, 64, 65, 251, 252, 253, 507, 508, 2100)
    return [*(source.randbytes(n) for n in lengths), bytes([FLAG, ESCAPE, 0x5E]) * 100]


@pytest.mark.parametrize("drift", [0, 200, -200])
def test_digests(tmp_path: Path, drift: int) -> None:
    """Lengths about the ends of blocks and frames, the host's bits 2 % longer or shorter."""
    with line_to(PLAIN, drift) as line:
        talker = Talker(Link(line, QUIET_SECONDS), None, None)
        assert talker.core == "sha256"
        for data in contents():
            counted: list[int] = []
            hashed = talker.hashed(file_of(tmp_path, data), counted.append)
            assert hashed.digest == hashlib.sha256(data).digest()
            assert (hashed.length, counted[0], counted[-1]) == (len(data), 0, len(data))
            assert counted == sorted(counted)


@pytest.mark.parametrize("length", [0, 4, 64, 65, 300])
def test_tags(tmp_path: Path, length: int) -> None:
    key = random.Random(length).randbytes(length)
    with line_to(KEYED) as line:
        talker = Talker(Link(line, QUIET_SECONDS), key, None)
        for data in contents()[4::4]:
            content = file_of(tmp_path, data)
            hashed = talker.hashed(content, lambda count: None)
            assert hashed.digest == hmac.new(key, data, "sha256").digest()
            talker.check(hashed, content)
        plain = Talker(Link(line, QUIET_SECONDS), None, None)
        data = contents()[-1]
        hashed = plain.hashed(file_of(tmp_path, data), lambda count: None)
        assert hashed.digest == hashlib.sha256(data).digest()


def test_a_restart_leaves_no_key() -> None:
    with line_to(KEYED) as line:
        link = Link(line, QUIET_SECONDS)
        link.restart()
        mac = 1 | 32 << 4
        assert link.ask(4, [b"key"]) == (0, b"")
        assert link.ask(mac, [b"abc"]) == (0, hmac.new(b"key", b"abc", "sha256").digest())
        link.restart()
        assert link.ask(mac, [b"abc"]) == (3, b"")  # no key in this slot


def once(change: Callable[[bytes], bytes], at: int) -> Callable[[bytes], bytes]:
    """A fault of what is written the time `at` comes."""
    count = 0

    def fault(data: bytes) -> bytes:
        nonlocal count
        count += 1
        return change(data) if count == at else data

    return fault


FAULTS: dict[str, Callable[[bytes], bytes]] = {
    "a bit": lambda data: data[:9] + bytes([data[9] ^ 4]) + data[10:],
    "a byte less": lambda data: data[:9] + data[10:],
    "a byte more": lambda data: data[:9] + b"x" + data[9:],
    "nothing": lambda data: b"",
    "twice": lambda data: data + data,
    "half of it": lambda data: data[: len(data) // 2],
    "noise before": lambda data: b"\x00\xff\x7eab\x7d" + data,
    "noise behind": lambda data: data + b"abc\x7e",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_line_that_is_not_good(tmp_path: Path, fault: str) -> None:
    """What is lost or broken is noticed, and the file is right when it has been sent again."""
    data = random.Random(6).randbytes(1200)
    with line_to(PLAIN) as line:
        link = Link(line, QUIET_SECONDS)
        talker = Talker(link, None, None)
        line.fault = once(FAULTS[fault], at=2)  # among frames of the file
        hashed = talker.hashed(file_of(tmp_path, data), lambda count: None)
        assert hashed.digest == hashlib.sha256(data).digest()
        line.fault = lambda sent: sent
        link.restart()
        line.fault = once(FAULTS[fault], at=3)
        spoiled = fault != "noise before"
        if spoiled:  # and it is noticed at once
            with pytest.raises(LinkError):
                link.ask(0, [data])


def test_an_answer_that_comes_broken(tmp_path: Path) -> None:
    data = b"abc"
    with line_to(PLAIN) as line:
        talker = Talker(Link(line, QUIET_SECONDS), None, None)
        line.back = once(lambda came: bytes([came[0] ^ 0xFF]) + came[1:] if came else came, at=1)
        hashed = talker.hashed(file_of(tmp_path, data), lambda count: None)
        assert hashed.digest == hashlib.sha256(data).digest()


def test_a_line_that_is_never_good(tmp_path: Path) -> None:
    with line_to(PLAIN) as line:
        talker = Talker(Link(line, QUIET_SECONDS), None, None)
        good = line.fault
        line.fault = lambda sent: sent if len(sent) < 8 else sent[:5] + b"?" + sent[6:]
        with pytest.raises(ToolError, match="dropped what was sent: a frame came broken"):
            talker.hashed(file_of(tmp_path, bytes(50)), lambda count: None)
        line.fault = good
        assert talker.hashed(file_of(tmp_path, b""), lambda count: None).length == 0


def test_more_than_there_is_room_for() -> None:
    """A host that does not wait is told so."""
    with line_to(PLAIN) as line:
        link = Link(line, QUIET_SECONDS)
        link.restart()
        for number in range(12):
            line.write(framed(bytes([number]) + b"\x00" * 3 + b"x" * 252))
        with pytest.raises(LinkError, match=r"dropped what was sent|were not sent"):
            link.ask(0, [b"a"])
        link.restart()
        assert link.ask(0, [b"abc"]) == (0, hashlib.sha256(b"abc").digest())


def test_nobody_at_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        def read(self, seconds: float) -> bytes:
            return b""

        def write(self, data: bytes) -> None:
            pass

    monkeypatch.setattr("hashloom.talk.link._QUIET_SECONDS", 0.001)
    with pytest.raises(ToolError, match="Nothing answers as a hashloom design"):
        Link(Silent(), 0.01).restart()


def test_a_fault_of_the_design_is_found(tmp_path: Path) -> None:
    """It is the design that hashes: one whose bytes are lost on the way has another digest."""
    sources = PLAIN.sources()
    name = f"{PLAIN.core.prefix}_packet_feeder.sv"
    spoiled = sources[name].replace("entry_mark ? 8'd0 : entry_data", "entry_mark ? 8'd0 : 8'd0")
    assert spoiled != sources[name]

    class Spoiled(BoardDesign):
        def sources(self) -> dict[str, str]:
            return {**PLAIN.sources(), name: spoiled}

    design = Spoiled(PLAIN.core, PLAIN.board, PLAIN.clock, PLAIN.baud)
    with line_to(design) as line:
        talker = Talker(Link(line, QUIET_SECONDS), None, None)
        hashed = talker.hashed(file_of(tmp_path, b"abc"), lambda count: None)
        assert hashed.digest == hashlib.sha256(bytes(3)).digest()
