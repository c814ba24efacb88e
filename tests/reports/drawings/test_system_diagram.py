"""The picture of a core in a system."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from hashloom.cores import Interface, core_for
from hashloom.cores.buses.registers import registers_of
from hashloom.errors import RequestError
from hashloom.reports.drawings.system_diagram import draw_system


def texts(hash_: str, interface: Interface) -> list[str]:
    """What is written in the picture."""
    drawn = ElementTree.fromstring(draw_system(core_for(hash_, None, interface)))
    return [element.text or "" for element in drawn.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize(
    ("bus", "name"),
    [
        ("apb4", "APB4"),
        ("axi4-lite", "AXI4-Lite"),
        ("wishbone", "Wishbone"),
        ("avalon-mm", "Avalon-MM"),
    ],
)
def test_registers(bus: str, name: str) -> None:
    said = texts("sha256", Interface(bus=bus))
    assert f"{name}, 32 bits" in said
    assert "window" in said
    assert "ring of descriptors" not in said
    core = core_for("sha256", None, Interface(bus=bus))
    assert f"{len(registers_of(core).registers)}, from SystemRDL" in said


def test_two_buses_with_memory() -> None:
    said = texts("sha256", Interface(dma="axi4", width=128))
    assert {"AXI4-Lite, 32 bits", "AXI4, 128 bits", "ring of descriptors"} <= set(said)
    assert "window" not in said


def test_one_bus_with_memory() -> None:
    assert "Wishbone, registers and memory" in texts("sha256", Interface(dma="wishbone"))


def test_keys() -> None:
    said = texts("hmac-sha512", Interface(bus="apb4"))
    assert "HMAC-SHA-512" in said
    assert "HMAC core, 1 round a clock, 1 message in flight, 4 key slots" in said


def test_streams_have_no_place() -> None:
    with pytest.raises(RequestError, match="accepted for a drawing of a system"):
        draw_system(core_for("sha256", None, Interface()))
