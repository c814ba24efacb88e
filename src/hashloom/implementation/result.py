"""What synthesis, place and route found out about a core on a target."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hashloom.targets.model import Resources


@dataclass(frozen=True)
class Step:
    """One stop on a path: a register, look-up table, carry chain, memory, or the way to the next.

    `kind` is register, logic, carry, routing or setup; `name` that of the net for routing, else
    that of what the cell drives; `cells` counts the cells taken together (carry chains).
    """

    kind: str
    name: str
    ns: float
    cells: int = 1

    def as_dict(self) -> dict[str, Any]:
        """The step as JSON shows it."""
        return {"kind": self.kind, "name": self.name, "ns": self.ns, "cells": self.cells}


@dataclass(frozen=True)
class CriticalPath:
    """The slowest path from register to register; ns, logic includes clock-to-output and set-up."""

    start: str
    end: str
    logic_ns: float
    routing_ns: float
    steps: tuple[Step, ...]

    @property
    def total_ns(self) -> float:
        """The shortest clock period this path allows."""
        return round(self.logic_ns + self.routing_ns, 3)

    def as_dict(self) -> dict[str, Any]:
        """The path as JSON shows it."""
        return {
            "from": self.start,
            "to": self.end,
            "total_ns": self.total_ns,
            "logic_ns": self.logic_ns,
            "routing_ns": self.routing_ns,
            "steps": [step.as_dict() for step in self.steps],
        }

    @staticmethod
    def from_dict(document: Mapping[str, Any]) -> CriticalPath:
        """The path that `as_dict` wrote."""
        return CriticalPath(
            start=document["from"],
            end=document["to"],
            logic_ns=document["logic_ns"],
            routing_ns=document["routing_ns"],
            steps=tuple(Step(**step) for step in document["steps"]),
        )


@dataclass(frozen=True)
class Placement:
    """One placement: its seed, its clock, the core's own resources and the slowest path."""

    seed: int
    fmax_mhz: float
    resources: Resources
    critical_path: CriticalPath

    def as_dict(self) -> dict[str, Any]:
        """The placement as the cache keeps it."""
        return {
            "seed": self.seed,
            "fmax_mhz": self.fmax_mhz,
            "resources": self.resources.as_dict(),
            "critical_path": self.critical_path.as_dict(),
        }

    @staticmethod
    def from_dict(document: Mapping[str, Any]) -> Placement:
        """The placement that `as_dict` wrote."""
        return Placement(
            seed=document["seed"],
            fmax_mhz=document["fmax_mhz"],
            resources=Resources(**document["resources"]),
            critical_path=CriticalPath.from_dict(document["critical_path"]),
        )


@dataclass(frozen=True)
class Implementation:
    """A core on a target, placed once for each seed; `placements` is not empty."""

    target: str
    tools: Mapping[str, str]  # version by tool: yosys, nextpnr
    placements: tuple[Placement, ...]
    capacity: Resources

    @property
    def median_placement(self) -> Placement:
        """The placement of the median clock, the slower one of the middle two."""
        ordered = sorted(self.placements, key=lambda p: p.fmax_mhz)
        return ordered[(len(ordered) - 1) // 2]

    @property
    def resources(self) -> Resources:
        """What the core occupies."""
        return self.median_placement.resources

    @property
    def fmax_mhz(self) -> float:
        """The median clock over the seeds in MHz."""
        return statistics.median(p.fmax_mhz for p in self.placements)

    def as_dict(self) -> dict[str, Any]:
        """The part of a result document that implementation fills in; utilisation in percent."""
        clocks = [p.fmax_mhz for p in self.placements]
        have = self.capacity.as_dict()
        used = self.resources.as_dict()
        return {
            "target": self.target,
            "tools": dict(self.tools),
            "fmax_mhz": {
                "median": round(self.fmax_mhz, 2),
                "min": min(clocks),
                "max": max(clocks),
                "seeds": {str(p.seed): p.fmax_mhz for p in self.placements},
            },
            "resources": used,
            "utilisation": {k: round(100 * used[k] / have[k], 2) for k in used if have[k]},
            "critical_path": self.median_placement.critical_path.as_dict(),
        }
