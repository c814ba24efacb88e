"""Result documents for tests that measure nothing: a real one, made another point's."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

from hashloom.cores import Architecture, Interface, core_of
from hashloom.measurements.dataset import shipped
from hashloom.measurements.share import with_share
from hashloom.request.point import Point


def point(hash_name: str = "sha256", target: str = "ecp5-85f-8", **values: Any) -> Point:
    """A point; `values` are fields of its architecture."""
    return core_of(Point(hash_name, Architecture(**values), Interface(), target)).request


def document(of: Point, *, mhz: float = 100.0, seeds: int = 3, lut: int = 1000) -> dict[str, Any]:
    """What a measurement of a point might have printed; quick to make, as nothing is compiled."""
    made = copy.deepcopy(shipped()[0])
    clocks = {str(seed): mhz for seed in range(1, seeds + 1)}
    name = "_".join((of.hash_name.replace("-", "_"), *of.architecture.suffix.split("_")[1:]))
    level = of.interface.level
    made |= {"request": of.as_dict(), "core": name, "level": level, "target": of.target}
    made |= {"rtl_sha256": "that of another hashloom"}
    made |= {"algorithms": [of.hash_name.removeprefix("hmac-")]}
    made |= {"architecture": of.architecture.as_dict()}
    made["fmax_mhz"] = {"median": mhz, "min": mhz, "max": mhz, "seeds": clocks}
    made["resources"]["lut"] = lut
    return with_share(made)


def with_tools(of: dict[str, Any], **versions: str) -> dict[str, Any]:
    """The document with other versions of tools."""
    return of | {"tools": of["tools"] | versions}


def with_annealer(of: dict[str, Any]) -> dict[str, Any]:
    """The document with its placements annealed."""
    return with_tools(of, annealer="hashloom annealer 1")


def engine(of: Point) -> Point:
    """The same point as an engine."""
    return replace(of, interface=replace(of.interface, level="engine"))
