"""Families that Yosys synthesises for but no open tool places: area by synthesis, no clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hashloom.dataflow.delays import DelayModel
from hashloom.errors import RequestError
from hashloom.targets.model import CellNames, RegisterCell, Resources, Target

# In proportion to each other only: they decide where exact retiming puts registers, and nothing
# is estimated from them.
_PROPORTIONS = DelayModel(
    register_ns=0.5, lut_ns=1.0, carry_base_ns=1.6, carry_per_bit_ns=0.02, bram_ns=4.0
)
_NO_CELLS = CellNames(
    lut="",
    ff="",
    bram="",
    lutram="",
    dsp="",
    register=RegisterCell(name="", clock="", data="", output=""),
    look_up_table="",
    look_up_table_output="",
)


@dataclass(frozen=True)
class AreaTarget(Target):
    """A family for which synthesis gives an area and nothing gives a clock.

    Attributes:
        title: what its maker calls the family.
        weights: by beginning of a cell's name, its kind and how many of it the cell counts for;
            the longest beginning that fits is taken, and "" is the kind of what is not counted.
        area_unit: what a look-up table is called here.
        slice_luts, slice_ffs: look-up tables and registers of a slice; 0 without slices.
    """

    title: str = ""
    weights: Mapping[str, tuple[str, int]] | None = None
    area_unit: str = "LUT"
    slice_luts: int = 0
    slice_ffs: int = 0

    def resources(self, cells: Mapping[str, int]) -> Resources:
        """What cells of these types and numbers amount to; LUTs used as memory count as LUTs.

        Raises ValueError for a cell the family's file does not know.
        """
        found = {"lut": 0, "ff": 0, "bram": 0, "lutram": 0, "dsp": 0}
        for cell, count in cells.items():
            kind, weight = self._weight(cell)
            if kind == "lutram":
                found["lutram"] += count
                found["lut"] += count * weight
            elif kind:
                found[kind] += count * weight
        return Resources(**found)

    def _weight(self, cell: str) -> tuple[str, int]:
        weights = self.weights or {}
        fitting = [start for start in weights if cell.startswith(start)]
        if not fitting:
            raise ValueError(f"{self.name} has no weight for cells called {cell}.")
        return weights[max(fitting, key=len)]

    def fewest_slices(self, used: Resources) -> int:
        """Slices that hold `used` when every one is full: what packing cannot go below."""
        if not self.slice_luts:
            return 0
        return max(-(-used.lut // self.slice_luts), -(-used.ff // self.slice_ffs))


def area_target(
    name: str,
    title: str,
    synthesis: str,
    weights: Mapping[str, tuple[str, int]],
    *,
    area_unit: str = "LUT",
    slice_of: tuple[int, int] = (0, 0),
) -> AreaTarget:
    """A target of which only the family is known; `slice_of` is LUTs and registers of a slice."""
    return AreaTarget(
        name=name,
        family=name,
        device=title,
        package="",
        speed="",
        capacity=Resources(lut=0, ff=0, bram=0, lutram=0, dsp=0),
        delays=_PROPORTIONS,
        cells=_NO_CELLS,
        synthesis=synthesis,
        simulation_cells="",
        simulation_options="",
        place_tool="",
        place_options=(),
        title=title,
        weights=weights,
        area_unit=area_unit,
        slice_luts=slice_of[0],
        slice_ffs=slice_of[1],
    )


def require_placement(target: Target, what: str) -> None:
    """Raises RequestError, one sentence, when `what` needs a clock and `target` has none."""
    if isinstance(target, AreaTarget):
        raise RequestError(
            f"{target.name} is synthesis only: its area is known and its clock is not, so {what} "
            "is not possible; accepted are hashloom implement, and targets with place and route "
            "such as ecp5-85f-8."
        )
