"""A core on a SoC of LiteX: digests of a program that the core's interrupt wakes."""

from __future__ import annotations

import hashlib
from pathlib import Path
from types import ModuleType

import pytest
from support import firmware
from support.examples import example

from hashloom.cores import Interface, core_for

pytest.importorskip("litex", reason="litex is missing: pip install 'hashloom[litex]'")
pytestmark = pytest.mark.skipif(bool(firmware.missing()), reason=firmware.missing())


@pytest.fixture
def soc() -> ModuleType:
    return example("litex_soc")


def test_digests_over_wishbone(soc: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    soc.main([])
    said = capsys.readouterr().out
    assert "17 digests from a program on VexRiscv are right, sha256_wishbone" in said


@pytest.mark.parametrize(
    ("interface", "standard"),
    [
        (Interface(bus="axi4-lite"), "axi-lite"),
        (Interface(bus="axi4-lite"), "wishbone"),
        (Interface(dma="wishbone"), "wishbone"),
        (Interface(dma="axi4"), "axi-lite"),
    ],
)
def test_digests(soc: ModuleType, interface: Interface, standard: str, tmp_path: Path) -> None:
    said = soc.printed(core_for("sha256", None, interface), tmp_path, standard)
    init, *lines = firmware.lines_of(said)
    assert init[:2] == ["init", "0"]
    expected = firmware.digests(ring=interface.ringed, interrupts=True)
    assert lines[:-2] == expected
    assert not soc.wrong_lines(said)


def test_tags(soc: ModuleType, tmp_path: Path) -> None:
    core = core_for("hmac-sha256", None, Interface(bus="wishbone"))
    assert firmware.lines_of(soc.printed(core, tmp_path)) == firmware.tags()


def test_a_ring_of_an_hmac_core(soc: ModuleType, tmp_path: Path) -> None:
    core = core_for("hmac-sha256", None, Interface(dma="axi4"))
    init, *lines = firmware.lines_of(soc.printed(core, tmp_path, "axi-lite"))
    assert init[:2] == ["init", "0"]
    assert lines[:-2] == firmware.digests(ring=True, interrupts=True, keyed=True)


def test_another_digest_is_told(soc: ModuleType) -> None:
    right = hashlib.sha256(firmware.MESSAGE[1:4]).hexdigest()
    empty = f"hash 0 0 {hashlib.sha256(b'').hexdigest()}"
    assert not soc.wrong_lines(f"{empty}\nhash 0 3 {right}")
    for line in (f"hash 0 4 {right}", f"hash 1 3 {right}", f"hash 0 3 {right[:-1]}0"):
        assert soc.wrong_lines(f"{empty}\n{line}") == [line]


def test_without_the_interrupt_nothing_comes(soc: ModuleType, tmp_path: Path) -> None:
    core = core_for("sha256", None, Interface(bus="wishbone"))
    said = soc.printed(core, tmp_path, options=["DEFINES=-DEVENTS=0"])
    assert said.endswith(" no end")
    assert "interrupt" not in said
    assert "hash 0 1000" in said
