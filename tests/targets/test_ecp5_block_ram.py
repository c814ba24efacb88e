"""Output registers move into a block RAM exactly when nothing can tell the difference."""

from __future__ import annotations

from typing import Any

from hashloom.targets.ecp5_block_ram import absorb_output_registers

CLOCK, OTHER_CLOCK, ENABLE = 2, 3, 4
DATA, STORED = 10, 20


def ram(width: int = 18, outputs: tuple[str, ...] = ("DOB0", "DOB1")) -> dict[str, Any]:
    wired = {name: [DATA + i] for i, name in enumerate(outputs)}
    clocks = {"CLKA": ["0"], "CLKB": [CLOCK]}
    directions = dict.fromkeys(outputs, "output") | dict.fromkeys(clocks, "input")
    return {
        "type": "DP16KD",
        "parameters": {"DATA_WIDTH_B": f"{width:032b}", "REGMODE_A": "NOREG", "REGMODE_B": "NOREG"},
        "port_directions": directions,
        "connections": clocks | wired,
    }


def register(bit: int, **changes: Any) -> dict[str, Any]:
    wired = {"CLK": [CLOCK], "DI": [DATA + bit], "LSR": ["0"], "Q": [STORED + bit]}
    inputs = dict.fromkeys(("CLK", "DI", "LSR", "CE"), "input")
    return {
        "type": "TRELLIS_FF",
        "parameters": {"CEMUX": "1 ", "CLKMUX": "CLK", **changes.pop("parameters", {})},
        "port_directions": inputs | {"Q": "output"},
        "connections": wired | changes,
    }


def module(*registers: dict[str, Any], memory: dict[str, Any] | None = None) -> dict[str, Any]:
    cells = {"ram": memory or ram()}
    cells |= {f"q{i}": cell for i, cell in enumerate(registers)}
    return {"cells": cells, "ports": {"clk": {"direction": "input", "bits": [CLOCK]}}}


def test_plain_registers_are_absorbed() -> None:
    cells = absorb_output_registers(module(register(0), register(1)))["cells"]
    assert list(cells) == ["ram"]
    after = cells["ram"]
    assert after["connections"]["DOB0"] == [STORED]
    assert after["connections"]["DOB1"] == [STORED + 1]
    assert after["connections"]["OCEB"] == ["1"]
    assert after["parameters"]["REGMODE_B"] == "OUTREG"
    assert after["parameters"]["REGMODE_A"] == "NOREG"


def test_a_wide_port_uses_the_pins_of_both() -> None:
    memory = ram(36, ("DOA0", "DOB0"))
    after = absorb_output_registers(module(register(0), register(1), memory=memory))["cells"]
    assert list(after) == ["ram"]
    assert after["ram"]["parameters"]["REGMODE_A"] == "OUTREG"
    assert after["ram"]["parameters"]["REGMODE_B"] == "OUTREG"


def test_the_input_is_not_changed() -> None:
    before = module(register(0), register(1))
    absorb_output_registers(before)
    assert before == module(register(0), register(1))


def untouched(*registers: dict[str, Any]) -> bool:
    before = module(*registers)
    return absorb_output_registers(before) == before


def test_registers_that_do_more_stay() -> None:
    assert untouched(register(0), register(1, LSR=[ENABLE]))
    assert untouched(register(0), register(1, CLK=[OTHER_CLOCK]))
    assert untouched(register(0), register(1, CE=[ENABLE], parameters={"CEMUX": "CE"}))
    assert untouched(register(0), register(1, parameters={"CLKMUX": "INV"}))


def test_a_bit_with_another_reader_stays() -> None:
    assert untouched(register(0), register(1), register(1))
    exported = module(register(0), register(1))
    exported["ports"]["word"] = {"direction": "output", "bits": [DATA]}
    assert absorb_output_registers(exported) == exported


def test_an_unread_bit_does_not_matter() -> None:
    cells = absorb_output_registers(module(register(0)))["cells"]
    assert list(cells) == ["ram"]
