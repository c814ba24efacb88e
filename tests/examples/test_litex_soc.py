"""A core on a SoC of LiteX: digests of a program that the core's interrupt wakes."""

from __future__ import annotations

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
    assert (
        "4 digests from a program on VexRiscv are right, sha256_wishbone" in capsys.readouterr().out
    )


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
    assert soc.printed(core_for("sha256", None, interface), tmp_path, standard) == soc.expected()


def test_another_digest_is_told(soc: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soc, "expected", lambda: "00")
    with pytest.raises(SystemExit, match="not '00'"):
        soc.main([])


def test_without_the_interrupt_nothing_comes(
    soc: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert "EVENT_ENABLE = 1" in soc.PROGRAM
    monkeypatch.setattr(soc, "PROGRAM", soc.PROGRAM.replace("EVENT_ENABLE = 1", "EVENT_ENABLE = 0"))
    assert soc.printed(core_for("sha256", None, Interface(bus="wishbone")), tmp_path) == " no end"
