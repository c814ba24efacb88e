"""The devices hashloom can implement a core on. A new family is one file here.

A family says all that is special about it: delays, cells, tool commands, and passes over what
synthesis makes. Whoever runs the tools asks the target and never for its family.
"""

from __future__ import annotations

import difflib

from hashloom.dataflow.delays import DelayModel
from hashloom.errors import RequestError
from hashloom.targets import cyclone_v, ecp5, gatemate, gowin, ice40, machxo, nexus
from hashloom.targets.area import AreaTarget, require_placement
from hashloom.targets.model import CellNames, Resources, Target
from hashloom.targets.xilinx import (
    series_7,
    ultrascale_plus,
    virtex,
    virtex_2,
    virtex_2_pro,
    virtex_4,
    virtex_5,
    virtex_6,
    virtex_e,
)

__all__ = [
    "AreaTarget",
    "CellNames",
    "DelayModel",
    "Resources",
    "Target",
    "get_target",
    "larger_target",
    "require_placement",
    "target_names",
]

_AREA_ONLY = (
    *(virtex.TARGETS + virtex_e.TARGETS + virtex_2.TARGETS + virtex_2_pro.TARGETS),
    *(virtex_4.TARGETS + virtex_5.TARGETS + virtex_6.TARGETS),
    *(series_7.TARGETS + ultrascale_plus.TARGETS + cyclone_v.TARGETS + gatemate.TARGETS),
)
_PLACED = (
    *(ecp5.TARGETS + ice40.TARGETS + nexus.TARGETS + gowin.TARGETS),
    *machxo.TARGETS,
)
_TARGETS: dict[str, Target] = {t.name: t for t in (*_PLACED, *_AREA_ONLY)}


def target_names() -> tuple[str, ...]:
    """The names `get_target` accepts."""
    return tuple(_TARGETS)


def get_target(name: str) -> Target:
    """The target called `name`. Raises RequestError, with the names there are, for another."""
    target = _TARGETS.get(name.lower())
    if target is None:
        close = difflib.get_close_matches(name.lower(), _TARGETS, n=1)
        hint = f"; did you mean {close[0]}?" if close else "."
        raise RequestError(f"{name!r} is not a target; the targets are {', '.join(_TARGETS)}{hint}")
    return target


def larger_target(target: Target, needed: Resources) -> str | None:
    """The name of the smallest target that holds `needed`, of the same family if one does."""
    fitting = [t for t in _TARGETS.values() if not t.capacity.shortage(needed)]
    larger = [t for t in fitting if t.capacity.lut > target.capacity.lut]
    order = sorted(
        larger,
        key=lambda t: (t.family != target.family, t.capacity.lut, t.speed != target.speed),
    )
    return order[0].name if order else None
