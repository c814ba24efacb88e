"""Families with an area and no clock."""

from __future__ import annotations

import pytest

from hashloom.cores import core_for
from hashloom.errors import RequestError
from hashloom.implementation import implementing
from hashloom.targets import AreaTarget, Resources, get_target, require_placement, target_names
from hashloom.verification.checking.netlist import verify_netlist

AREA_ONLY = [
    *("virtex", "virtex-e", "virtex-ii", "virtex-ii-pro", "virtex-4", "virtex-5", "virtex-6"),
    *("7-series", "ultrascale-plus", "cyclone-v", "gatemate"),
]


def area_target(name: str) -> AreaTarget:
    """A target that is synthesis only."""
    target = get_target(name)
    assert isinstance(target, AreaTarget)
    return target


def test_which_they_are() -> None:
    found = [name for name in target_names() if isinstance(get_target(name), AreaTarget)]
    assert found == AREA_ONLY


def test_cells_of_four_input_families() -> None:
    cells = {"LUT2": 3, "LUT4": 4, "RAM16X1D": 5, "FDRE": 6, "MUXCY": 7, "INV": 2, "SRL16E": 1}
    used = area_target("virtex-ii").resources(cells)
    assert used == Resources(lut=8 + 10, ff=6, bram=0, lutram=5, dsp=0)
    assert area_target("virtex-ii").fewest_slices(used) == 9


def test_cells_of_six_input_families() -> None:
    cells = {"LUT6": 3, "RAM32M": 2, "FDSE": 40, "CARRY4": 9, "RAMB18E1": 1}
    for name, slices in (("virtex-5", 10), ("virtex-6", 5)):
        used = area_target(name).resources(cells)
        assert used == Resources(lut=3 + 8, ff=40, bram=1, lutram=2, dsp=0)
        assert area_target(name).fewest_slices(used) == slices


def test_cells_of_slices_of_eight() -> None:
    cells = {"LUT6": 3, "RAM32M16": 2, "FDRE": 40, "CARRY8": 9, "RAMB18E2": 1, "SRL16E": 1}
    used = area_target("ultrascale-plus").resources(cells)
    assert used == Resources(lut=4 + 16, ff=40, bram=1, lutram=2, dsp=0)
    assert area_target("ultrascale-plus").fewest_slices(used) == 3
    assert area_target("7-series").fewest_slices(used) == 5


def test_cells_of_cyclone_v() -> None:
    cells = {"MISTRAL_ALUT3": 2, "MISTRAL_ALUT_ARITH": 4, "MISTRAL_FF": 5, "MISTRAL_NOT": 9}
    target = area_target("cyclone-v")
    used = target.resources(cells | {"MISTRAL_M10K": 1, "MISTRAL_IB": 3})
    assert used == Resources(lut=6, ff=5, bram=1, lutram=0, dsp=0)
    assert target.fewest_slices(used) == 0
    assert target.area_unit == "ALUT"


def test_a_cell_nobody_knows_is_no_zero() -> None:
    with pytest.raises(ValueError, match="ODDCELL"):
        area_target("virtex-4").resources({"ODDCELL": 1})


@pytest.mark.parametrize("name", AREA_ONLY)
def test_no_clock_is_said_in_one_sentence(name: str) -> None:
    with pytest.raises(RequestError, match=f"{name} is synthesis only.*ecp5-85f-8"):
        require_placement(get_target(name), "this")
    core = core_for("sha256", target=name)
    with pytest.raises(RequestError, match="synthesis only"):
        implementing.implement(core, (1,))
    with pytest.raises(RequestError, match="synthesis only"):
        verify_netlist(core, core.target)


def test_area_is_refused_where_cells_are_counted_after_placement() -> None:
    with pytest.raises(RequestError, match="virtex-5"):
        implementing.area(core_for("sha256"))
