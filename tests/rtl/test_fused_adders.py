"""The adders that absorb a function: the ECP5 ones equal the portable ones, by proof."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from hashloom.implementation.tools import find_tool, log_of, run_tool
from hashloom.targets import get_target

FUNCTIONS = ("add_ch", "add_maj", "add_select")
RTL = Path(str(files("hashloom"))) / "rtl"


def prove(name: str, width: int, model: str, folder: Path) -> None:
    """Prove the ECP5 adder equal to the portable one, with the carry cell read as `model`."""
    for source in (RTL / "lib" / f"{name}.sv", RTL / "ecp5" / f"{name}.sv"):
        (folder / f"{source.parent.name}_{source.name}").write_text(source.read_text())
    for part in ("carry_add.sv", "CCU2C.sv"):
        (folder / part).write_text((RTL / "ecp5" / part).read_text())
    script = f"""
        read_verilog -sv lib_{name}.sv
        hierarchy -top {name} -chparam WIDTH {width}
        rename -top gold
        proc
        design -stash gold
        read_verilog -sv ecp5_{name}.sv carry_add.sv
        read_verilog {model}
        hierarchy -top {name} -chparam WIDTH {width}
        flatten
        proc
        rename -top gate
        design -stash gate
        design -copy-from gold -as gold gold
        design -copy-from gate -as gate gate
        miter -equiv -flatten -make_assert gold gate miter
        hierarchy -top miter
        sat -verify -prove-asserts miter
    """
    (folder / "prove.ys").write_text(script)
    run_tool(find_tool("yosys"), ["prove.ys"], folder, "prove")
    assert "SAT proof finished - no model found: SUCCESS!" in log_of(folder, "prove")


@pytest.mark.parametrize("width", [1, 5, 32, 64])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_carry_cells_compute_the_function(name: str, width: int, tmp_path: Path) -> None:
    prove(name, width, "-sv CCU2C.sv", tmp_path)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_carry_cells_of_yosys_compute_it_too(name: str, tmp_path: Path) -> None:
    prove(name, 32, "-overwrite +/ecp5/cells_sim.v", tmp_path)


def test_every_function_the_targets_claim_has_both_adders() -> None:
    target = get_target("ecp5-85f-8")
    for folder in ("lib", target.arithmetic):
        held = {path.stem for path in (RTL / folder).glob("add_*.sv")}
        assert {f"add_{name}" for name in target.delays.fused} <= held
