"""The harness: the registers it adds, the counts it allows for and its refusals."""

from __future__ import annotations

from typing import Any

import pytest

from hashloom.errors import RequestError
from hashloom.implementation.harness import count_registers, lone_registers, put_in_harness
from hashloom.targets import get_target
from hashloom.targets.model import Buffer, Pin

ICE40 = get_target("ice40-hx8k").cells


def cell(kind: str, **pins: int) -> dict[str, Any]:
    """A cell with one net on each pin; pins O and Q are outputs."""
    return {
        "type": kind,
        "port_directions": {pin: "output" if pin in "OQ" else "input" for pin in pins},
        "connections": {pin: [bit] for pin, bit in pins.items()},
    }


def core(**ports: tuple[str, list[int | str]]) -> dict[str, Any]:
    """A module with these ports, each (direction, bits), and nothing inside."""
    return {
        "ports": {n: {"direction": d, "bits": bits} for n, (d, bits) in ports.items()},
        "cells": {},
        "netnames": {},
    }


def test_inputs_come_from_a_chain_and_outputs_end_in_registers() -> None:
    module = core(clk=("input", [2]), a=("input", [3, 4]), y=("output", [5, "0"]))
    harness = put_in_harness(module, ICE40)
    assert harness.registers == 4
    assert set(harness.module["ports"]) == {"clk", "serial_in"}
    serial = harness.module["ports"]["serial_in"]["bits"][0]
    pins = {n: c["connections"] for n, c in harness.module["cells"].items()}
    assert pins["harness.in_q[0]"] == {"C": [2], "D": [serial], "Q": [3]}
    assert pins["harness.in_q[1]"] == {"C": [2], "D": [3], "Q": [4]}
    assert pins["harness.out_q[0]"]["D"] == [5]
    assert pins["harness.out_q[1]"]["D"] == ["0"]
    fresh = {serial, *(pins[f"harness.out_q[{i}]"]["Q"][0] for i in (0, 1))}
    assert len(fresh) == 3
    assert min(fresh) > 5


def test_pins_come_in_through_their_buffers() -> None:
    module = core(clk=("input", [2]), a=("input", [3]), y=("output", [3]))
    buffer, network = Buffer("CC_IBUF", "I", "Y"), Buffer("CC_BUFG", "I", "O")
    clock_pin = Pin((buffer, network), (("LOC", "IO_SB_A8"),))
    harness = put_in_harness(module, ICE40, clock_pin, Pin((buffer,))).module
    cells, ports = harness["cells"], harness["ports"]
    clock = ports["clk"]["bits"]
    first, second = (cells[f"harness.clk_buffer[{i}]"] for i in (0, 1))
    assert (first["type"], second["type"]) == ("CC_IBUF", "CC_BUFG")
    assert first["attributes"] == {"LOC": "IO_SB_A8"}
    assert second["attributes"] == {}
    assert first["connections"]["I"] == clock
    assert second["connections"]["I"] == first["connections"]["Y"]
    assert second["connections"]["O"] == [2] == cells["harness.in_q[0]"]["connections"]["C"]
    data = cells["harness.serial_in_buffer[0]"]["connections"]
    assert data["I"] == ports["serial_in"]["bits"]
    assert data["Y"] == cells["harness.in_q[0]"]["connections"]["D"]
    nets = [clock, first["connections"]["Y"], data["I"], data["Y"], [2], [3]]
    assert len({net[0] for net in nets}) == len(nets)


def test_core_without_clock_gets_one_for_the_harness() -> None:
    harness = put_in_harness(core(a=("input", [2]), y=("output", [2])), ICE40)
    clock = harness.module["ports"]["clk"]["bits"]
    assert clock not in ([2], harness.module["ports"]["serial_in"]["bits"])
    assert all(c["connections"]["C"] == clock for c in harness.module["cells"].values())


@pytest.mark.parametrize(
    "module",
    [core(clk=("input", [2]), a=("input", [3])), core(clk=("input", [2]), y=("output", [3]))],
)
def test_core_without_inputs_or_outputs_is_refused(module: dict[str, Any]) -> None:
    with pytest.raises(RequestError, match="needs one of each"):
        put_in_harness(module, ICE40)


def test_bidirectional_port_is_refused() -> None:
    with pytest.raises(RequestError, match="port pad is bidirectional"):
        put_in_harness(core(pad=("inout", [2])), ICE40)


def test_register_beside_the_table_that_drives_it_is_not_lone() -> None:
    module = core(clk=("input", [2]), a=("input", [3]), y=("output", [4, 5, 5, 6]))
    module["cells"] = {
        "drives_one_output": cell("SB_LUT4", I0=3, O=4),
        "drives_two_outputs": cell("SB_LUT4", I0=3, O=5),
        "drives_an_output_and_a_register": cell("SB_LUT4", I0=3, O=6),
        "state": cell("SB_DFFE", D=6, Q=7),
    }
    harness = put_in_harness(module, ICE40)
    assert harness.registers == 5
    assert lone_registers(module, harness, ICE40) == 4
    assert count_registers(module, ICE40) == 1
