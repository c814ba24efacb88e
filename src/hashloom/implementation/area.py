"""Area by synthesis alone, for families that no open tool places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hashloom.cache import Cache
from hashloom.errors import ToolError
from hashloom.implementation.flow import mapped_core
from hashloom.implementation.tools import find_tool
from hashloom.targets.area import AreaTarget
from hashloom.targets.model import Resources

_NOTES = ("$scopeinfo",)  # what Yosys leaves in a netlist without its being a cell


@dataclass(frozen=True)
class Area:
    """What synthesis for a family says a core takes; nothing is said of its clock.

    Attributes:
        target: the family.
        tools: version by tool.
        resources: cells by kind; LUTs used as memory or shift register count as LUTs.
        area_unit: what a look-up table is called.
        fewest_slices: slices when every one is full; 0 where the family has none.
    """

    target: str
    tools: Mapping[str, str]
    resources: Resources
    area_unit: str
    fewest_slices: int

    def as_dict(self) -> dict[str, Any]:
        """The area as JSON shows it."""
        return {
            "target": self.target,
            "kind": "synthesis only",
            "tools": dict(self.tools),
            "resources": self.resources.as_dict(),
            "area_unit": self.area_unit,
            "fewest_slices": self.fewest_slices or None,
            "fmax_mhz": None,
        }

    @staticmethod
    def from_dict(document: Mapping[str, Any]) -> Area:
        """The area that `as_dict` wrote."""
        return Area(
            target=document["target"],
            tools=document["tools"],
            resources=Resources(**document["resources"]),
            area_unit=document["area_unit"],
            fewest_slices=document["fewest_slices"] or 0,
        )


def synthesise_area(
    sources: Mapping[str, str],
    top: str,
    target: AreaTarget,
    *,
    cache: Cache,
    progress: Callable[[str], None] | None = None,
) -> Area:
    """The area of module `top` of `sources` (text by file name), from the cache or made now.

    Raises ToolError when synthesis fails or gives a cell nobody knows.
    """
    yosys = find_tool("yosys")
    module = mapped_core(sources, top, target, cache=cache, progress=progress)
    types = (str(cell["type"]) for cell in module["cells"].values())
    cells = Counter(name for name in types if name not in _NOTES)
    try:
        used = target.resources(cells)
    except ValueError as error:
        raise ToolError(str(error)) from error
    return Area(
        target=target.name,
        tools={"yosys": yosys.version},
        resources=used,
        area_unit=target.area_unit,
        fewest_slices=target.fewest_slices(used),
    )
