"""The driver as a program of a processor beside its core, simulated; hashlib says what is right."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

import pytest
from support import firmware
from support.sha2 import initial
from support.states import gone_on, packed

from hashloom.cores import Interface, core_for

MESSAGE = bytes((7 * i + 3) & 0xFF for i in range(1004))
BLOCKS = 16 * 66  # clocks of 1000 bytes in the core
LENGTHS = (0, 1, 3, 4, 55, 56, 63, 64, 65, 119, 300, 1000)

pytestmark = pytest.mark.skipif(bool(firmware.missing()), reason=firmware.missing())


@pytest.mark.parametrize(("processor", "bus"), [("picorv32", "apb4"), ("vexriscv", "wishbone")])
def test_digests(processor: str, bus: str, tmp_path: Path) -> None:
    core = core_for("sha256", None, Interface(bus=bus))
    first, *lines = firmware.printed(core, processor, "sha256.c", tmp_path)
    assert first[:2] == ["init", "0"]
    expected = [
        ["hash", "0", str(length), hashlib.sha256(MESSAGE[i % 4 :][:length]).hexdigest()]
        for i, length in enumerate(LENGTHS)
    ]
    assert lines[:-2] == expected
    for name, line in zip(("bytes", "words"), lines[-2:], strict=True):
        assert [*line[:2], line[3]] == [name, "0", hashlib.sha256(MESSAGE[:1000]).hexdigest()]
        print(name, line[2])
        assert int(line[2]) > BLOCKS


@pytest.mark.parametrize(("processor", "bus"), [("picorv32", "apb4"), ("vexriscv", "wishbone")])
def test_a_ring(processor: str, bus: str, tmp_path: Path) -> None:
    """The core reads the processor's memory by itself; the processor adds little to its time."""
    core = core_for("sha256", None, Interface(bus=bus, dma="wishbone"))
    run = firmware.run(core, processor, "ring.c", tmp_path)
    first, *lines = run.lines
    assert first[:2] == ["init", "0"]
    expected = [
        ["hash", "0", str(length), hashlib.sha256(MESSAGE[i % 4 :][:length]).hexdigest()]
        for i, length in enumerate(LENGTHS)
    ]
    for i in range(5):
        length = 10 + (50 << i)
        digest = hashlib.sha256(MESSAGE[i:][:length]).hexdigest()
        expected.append(["flight", "0", str(length), digest])
    assert lines[:-2] == expected
    for line in lines[-2:]:
        assert [*line[:2], line[3]] == ["clocks", "0", hashlib.sha256(MESSAGE[:1000]).hexdigest()]
        print("from call to digest", line[2])
        assert BLOCKS < run.core_clocks < int(line[2]) <= 1.3 * BLOCKS
    print("of the ring", run.core_clocks)
    assert run.core_clocks <= 1.08 * BLOCKS


def test_tags_on_picorv32(tmp_path: Path) -> None:
    core = core_for("hmac-sha256", None, Interface(bus="apb4"))
    ok, rejected, no_key = "0", "10", "11"
    expected = [["init", ok, "0", ""], ["empty", no_key, "0", ""]]
    keys = (0, 20, 64, 131)
    expected += [["key", ok, str(length), ""] for length in keys]
    for slot, length in enumerate(keys):
        tag = hmac.digest(MESSAGE[slot:][:length], MESSAGE[: 250 * (slot + 1)], "sha256")
        expected.append(["mac", ok, str(slot), tag[: 32 - 4 * slot].hex()])
        expected += [["right", ok, str(slot), ""], ["wrong", rejected, str(slot), ""]]
    for length in (0, 100, 200):
        digest = hashlib.sha256(MESSAGE[:length]).hexdigest()
        expected.append(["interrupt", ok, str(length), digest])
    expected += [["erase", ok, "0", ""], ["empty", no_key, "0", ""]]
    expected += [["zeroize", ok, "0", ""], ["empty", no_key, "0", ""]]
    assert firmware.printed(core, "picorv32", "hmac.c", tmp_path) == expected


def test_states_on_picorv32(tmp_path: Path) -> None:
    core = core_for("hmac-sha256", None, Interface(bus="apb4", resume=True))
    expected = [["init", "0", "0", ""]]
    for i in range(4):
        hashed = MESSAGE[i % 2 :][: 64 * (1 + i // 2)]
        state = packed(gone_on(initial(32), hashed, 32), 8 * len(hashed), 32)
        expected.append(["save", "0", str(i), state.hex()])
    for i in range(2):
        digest = hashlib.sha256(MESSAGE[i:][:228]).hexdigest()
        expected.append(["hash", "0", str(i), digest])
    assert firmware.printed(core, "picorv32", "resume.c", tmp_path) == expected
