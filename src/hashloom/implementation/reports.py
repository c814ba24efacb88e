"""Reads nextpnr's JSON report and its log.

In the report, `fmax` gives the clock, `utilization` the cells of each kind, and `critical_paths`
the slowest path of each pair of clock edges as a list of delays: clock-to-q, then routing and
logic in turn, then setup.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hashloom.errors import ToolError
from hashloom.implementation.result import CriticalPath, Step

_KINDS = {
    "clk-to-q": "register",
    "routing": "routing",
    "logic": "logic",
    "setup": "setup",
    "clk-skew": "setup",  # between the clocks of both ends; what it costs or gains
}
_CARRY_PORTS = ("FCI", "FCO", "CIN", "COUT")
_CELL_SUFFIX = re.compile(
    r"(_(TRELLIS_FF|TRELLIS_DPR16X4|CCU2C|LUT4|PFUMX|L6MUX21|DP16KD|MULT18X18D"
    r"|SB_[A-Z0-9_]+?)_[A-Z]|\$CCU2|\$nextpnr).*$"
)
_UTILISATION = re.compile(r"^Info:\s+(\w+):\s+(\d+)/\s*(\d+)\s+\d+%\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Report:
    """One run of place and route: clock in MHz, cells used by their names, slowest path."""

    fmax_mhz: float
    used: Mapping[str, int]
    critical_path: CriticalPath


def read_report(text: str) -> Report:
    """The report in `text`. Raises ToolError when it is not one or holds no clock."""
    try:
        document = json.loads(text)
        clock, speed = min(document["fmax"].items(), key=lambda item: item[1]["achieved"])
        used = {name: cells["used"] for name, cells in document["utilization"].items()}
        edges = next(
            path
            for path in document["critical_paths"]
            if clock in path["from"] and clock in path["to"]
        )
        path = critical_path(edges["path"])
        return Report(round(float(speed["achieved"]), 2), used, path)
    except (ValueError, LookupError, TypeError, AttributeError, StopIteration) as error:
        raise ToolError(
            f"The report of place and route cannot be read ({error!r}); it should hold a clock, "
            "the cells used and a path from register to register."
        ) from error


def read_utilisation(log: str) -> dict[str, tuple[int, int]]:
    """Cells (used, available) by name from the log, which has them before placement begins."""
    return {name: (int(used), int(have)) for name, used, have in _UTILISATION.findall(log)}


def readable(cell: str) -> str:
    """The name in the source of what a cell drives: without the suffixes the tools append."""
    return _CELL_SUFFIX.sub("", cell)


def critical_path(delays: Sequence[Mapping[str, Any]]) -> CriticalPath:
    """The path that a list of delays, as the report has them, describes."""
    logic = sum(d["delay"] for d in delays if d["type"] != "routing")
    routing = sum(d["delay"] for d in delays if d["type"] == "routing")
    nets = [str(d["net"]) for d in delays if d["type"] == "routing"]
    return CriticalPath(
        start=nets[0] if nets else readable(delays[0]["from"]["cell"]),
        end=readable(delays[-1]["to"]["cell"]),
        logic_ns=round(logic, 3),
        routing_ns=round(routing, 3),
        steps=tuple(_steps(delays)),
    )


def _steps(delays: Sequence[Mapping[str, Any]]) -> list[Step]:
    """One step for each delay, but one alone for all the delays of a carry chain."""
    steps: list[Step] = []
    i = 0
    while i < len(delays):
        n = _chain_length(delays, i)
        steps.append(_chain(delays[i : i + n]) if n else _step(delays[i]))
        i += n or 1
    return steps


def _chain_length(delays: Sequence[Mapping[str, Any]], start: int) -> int:
    """How many delays from `start` on run along one carry chain; 0 when none does."""
    if delays[start]["type"] != "logic" or delays[start]["to"]["port"] not in _CARRY_PORTS:
        return 0
    end = start
    while end < len(delays) and (
        delays[end]["to"]["port"] in _CARRY_PORTS or delays[end]["from"]["port"] in _CARRY_PORTS
    ):
        end += 1
    return end - start


def _chain(delays: Sequence[Mapping[str, Any]]) -> Step:
    cells = {d["from"]["cell"] for d in delays} | {d["to"]["cell"] for d in delays}
    ns = round(sum(d["delay"] for d in delays), 3)
    return Step("carry", readable(delays[-1]["from"]["cell"]), ns, len(cells))


def _step(delay: Mapping[str, Any]) -> Step:
    kind = _KINDS[delay["type"]]
    name = delay["net"] if kind == "routing" else delay["to"]["cell"]
    return Step(kind, readable(name), round(delay["delay"], 3))
