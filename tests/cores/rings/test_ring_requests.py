"""Cores that read memory by themselves: requests, bundles and the registers of one."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.registers import compared

from hashloom.bundles.bundle import bundle_files
from hashloom.cores import Architecture, Interface, core_for
from hashloom.errors import RequestError
from hashloom.request.point import Point

A = Architecture


def test_a_bundle_has_the_ring_and_known_answers() -> None:
    of = core_for("hmac-sha256", A(), Interface(dma="wishbone"))
    files = bundle_files(of)
    benches = [name for name in files if name.startswith("tb/")]
    assert benches == [f"tb/{of.top}_known_answer.sv"]
    document = files["doc/core.md"]
    assert "## Ring of descriptors" in document
    assert "m_wb_adr_o" in document


def test_requests() -> None:
    of = core_for("sha256", A(), Interface(dma="axi4"))
    assert of.name == "sha256_dma_axi4_axi4_lite"
    assert of.request.options == ("sha256", "--bus", "axi4-lite", "--dma", "axi4")
    assert Point.from_dict(of.request.as_dict()) == of.request
    assert of.as_level("engine").interface.dma == "none"
    assert core_for("sha256", A(), Interface(dma="wishbone", bus="apb4")).interface.bus == "apb4"
    wide = core_for("sha256", A(), Interface(dma="axi4", width=64))
    assert wide.name == "sha256_w64_dma_axi4_axi4_lite"
    assert wide.request.options[1:3] == ("--width", "64")


@pytest.mark.parametrize(
    ("name", "architecture", "interface", "sentence"),
    [
        ("sha256", A(), Interface(dma="ahb"), "accepted for --dma are axi4 and wishbone"),
        ("sha256", A(), Interface(dma="axi4", copies=2), "An array does not read memory"),
        ("sha256", A(), Interface(dma="axi4", width=256), "accepted with --dma axi4 are message"),
        ("sha256", A(), Interface(dma="axi4", level="engine"), "A core without streams does"),
        ("hmac-sha256", A(), Interface(dma="axi4", resume=True), "states are saved does not read"),
    ],
)
def test_refused(
    name: str, architecture: Architecture, interface: Interface, sentence: str
) -> None:
    with pytest.raises(RequestError, match=sentence):
        core_for(name, architecture, interface)


def test_registers_are_those_of_another_generator(tmp_path: Path) -> None:
    """The same reads and writes give the same values here and in what PeakRDL writes."""
    of = core_for("hmac-sha256", A(), Interface(dma="axi4", bus="apb4"))
    assert compared(of, tmp_path, accesses=3000) == ""
