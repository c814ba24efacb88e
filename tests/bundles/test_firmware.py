"""The driver as a program of a processor beside its core, simulated; hashlib says what is right."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from support import firmware
from support.firmware import MESSAGE
from support.sha2 import initial
from support.states import gone_on, packed

from hashloom.cores import Architecture, Core, Interface, core_for

BLOCKS = 16 * 66  # clocks of 1000 bytes in the core
NAMES = {"picorv32": "PicoRV32", "vexriscv": "VexRiscv"}
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "driver.md").read_text("utf-8")
pytestmark = pytest.mark.skipif(bool(firmware.missing()), reason=firmware.missing())


def told(processor: str, core: Core) -> list[str]:
    """Clocks of 1000 bytes as the page has them, by hash and, without a ring, by words."""
    options = core.request.command.removeprefix("hashloom build ").removeprefix("sha256 ")
    if core.interface.ringed:  # which has a bus of its own where none is named
        options = options.replace("--bus wishbone ", "")
    (row,) = re.findall(f"^[|] {NAMES[processor]} [|] `{options}` (.*) [|]$", PAGE, re.MULTILINE)
    return re.findall(r"(?<= )\d+(?= )", row)


@pytest.mark.parametrize(("processor", "bus"), [("picorv32", "apb4"), ("vexriscv", "wishbone")])
def test_digests(processor: str, bus: str, tmp_path: Path) -> None:
    core = core_for("sha256", None, Interface(bus=bus))
    first, *lines = firmware.printed(core, processor, "hash", tmp_path)
    assert first[:2] == ["init", "0"]
    assert lines[:-2] == firmware.digests(ring=False, interrupts=processor == "picorv32")
    for name, line in zip(("bytes", "words"), lines[-2:], strict=True):
        assert [*line[:2], line[3]] == [name, "0", hashlib.sha256(MESSAGE[:1000]).hexdigest()]
        assert int(line[2]) > BLOCKS
    assert [line[2] for line in lines[-2:]] == told(processor, core)


@pytest.mark.parametrize(("processor", "bus"), [("picorv32", "apb4"), ("vexriscv", "wishbone")])
def test_a_ring(processor: str, bus: str, tmp_path: Path) -> None:
    """The core reads the processor's memory by itself; the processor adds little to its time."""
    core = core_for("sha256", None, Interface(bus=bus, dma="wishbone"))
    run = firmware.run(core, processor, "ring", tmp_path)
    first, *lines = firmware.lines_of(run.text)
    assert first[:2] == ["init", "0"]
    assert lines[:-2] == firmware.digests(ring=True, interrupts=processor == "picorv32")
    for line in lines[-2:]:
        assert [*line[:2], line[3]] == ["clocks", "0", hashlib.sha256(MESSAGE[:1000]).hexdigest()]
        assert BLOCKS < run.core_clocks < int(line[2]) <= 1.3 * BLOCKS
    assert [lines[-1][2]] == told(processor, core)
    assert run.core_clocks <= 1.08 * BLOCKS
    page, own = " ".join(PAGE.split()), int(lines[-1][2]) - run.core_clocks
    assert f"the ring takes {run.core_clocks} clocks, {run.core_clocks / BLOCKS:.2f} times" in page
    assert f" {own} of {NAMES[processor]} " in page


@pytest.mark.parametrize(
    ("processor", "bus", "dma"),
    [
        ("picorv32", "apb4", "axi4"),
        ("picorv32", "apb4", "wishbone"),
        ("vexriscv", "wishbone", "wishbone"),
    ],
)
def test_a_ring_of_an_hmac_core(processor: str, bus: str, dma: str, tmp_path: Path) -> None:
    """Keys, tags in flight, right and wrong ones verified; a digest takes hardly longer."""
    core = core_for("hmac-sha256", None, Interface(bus=bus, dma=dma))
    first, *lines = firmware.printed(core, processor, "ring", tmp_path)
    assert first[:2] == ["init", "0"]
    interrupts = processor == "picorv32"
    assert lines[:-2] == firmware.digests(ring=True, interrupts=interrupts, keyed=True)
    for line in lines[-2:]:
        assert BLOCKS < int(line[2]) <= 1.3 * BLOCKS
    assert [lines[-1][2]] == told(processor, core)


def test_tags_on_picorv32(tmp_path: Path) -> None:
    core = core_for("hmac-sha256", None, Interface(bus="apb4"))
    assert firmware.printed(core, "picorv32", "hmac", tmp_path) == firmware.tags()


def test_tags_of_a_folded_core(tmp_path: Path) -> None:
    """Its blocks take longer than the processor takes to write them."""
    core = core_for("hmac-sha256", Architecture(fold=4), Interface(bus="apb4"))
    assert firmware.printed(core, "picorv32", "hmac", tmp_path) == firmware.tags()


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
    assert firmware.printed(core, "picorv32", "states", tmp_path) == expected
