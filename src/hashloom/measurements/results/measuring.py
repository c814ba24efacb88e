"""The one way to measure a core: its clocks, its vectors, its place and route.

`hashloom build` and every point of a sweep come here, so that both give the same document.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hashloom.cores import Core, core_of
from hashloom.errors import ToolError
from hashloom.implementation import implementing
from hashloom.implementation.annealing.placing import require_annealing
from hashloom.implementation.tools import find_tool
from hashloom.measurements.results.hmac_result import result_of
from hashloom.measurements.results.result import Result
from hashloom.request.point import Point
from hashloom.targets import Target, get_target
from hashloom.verification.checking.suites import Suite
from hashloom.verification.hmac_timing import measure_hmac
from hashloom.verification.simulation.verilator import find_verilator, lint
from hashloom.verification.simulator import measure
from hashloom.verification.verifying import verify

_DECIDING = (  # folders of this package on whose files a document depends
    *("hashes", "request", "dataflow", "transforms", "targets", "rtl", "cores"),
    *("verification", "implementation", "measurements/results"),
)


@contextmanager
def _unseen(what: str) -> Iterator[Callable[[str], None]]:
    yield lambda _: None


@contextmanager
def _uncounted() -> Iterator[Callable[[str, int, int], None]]:
    yield lambda *_: None


@dataclass(frozen=True)
class Display:
    """How a measurement shows that it goes on.

    Attributes:
        working: opens a stretch of work, given in a sentence; what it gives tells of steps.
        counting: opens a count; what it gives takes part, done and total.
    """

    working: Callable[[str], AbstractContextManager[Callable[[str], None]]] = _unseen
    counting: Callable[[], AbstractContextManager[Callable[[str, int, int], None]]] = _uncounted


SILENT = Display()


def measured(
    core: Core,
    suite: Suite,
    seeds: Sequence[int],
    jobs: int,
    display: Display = SILENT,
    annealed: bool = False,
) -> Result:
    """Verifies, times and implements a core, with up to `jobs` placements at a time.

    With `annealed`, placements are annealed before they are routed.

    Raises CheckError when a vector fails, RequestError when the core does not fit its target,
    ToolError when a tool fails.
    """
    if annealed:
        require_annealing(core.target)
    keyed = core.keyed
    with display.working(f"Compiling {core.name} and its simulation."):
        lint(core.sources(), core.top)
        clocks = measure_hmac(core, core.architecture.engines) if keyed else measure(core)
    with display.counting() as count:
        verified = verify(core, suite, count)
    verified.require()
    with display.working(f"Implementing {core.top} on {core.target.name}.") as tell:
        done = implementing.implement(core, seeds, progress=tell, jobs=jobs, annealed=annealed)
    return result_of(core, clocks, verified, done, find_verilator().version)


@dataclass(frozen=True)
class Task:
    """One point of a sweep, with all that its document depends on.

    Attributes:
        point: what is measured.
        suite: "quick" or "full".
        seeds: placements; their seeds are 1 to this number.
        basis: `basis()` where the sweep was started.
        tools: version by tool there.
        jobs: placements at a time.
    """

    point: Point
    suite: Suite
    seeds: int
    basis: str
    tools: Mapping[str, str]
    jobs: int = 1

    @staticmethod
    def here(point: Point, suite: Suite, seeds: int) -> Task:
        """A task as this machine would do it.  Raises ToolError when a tool is missing."""
        return Task(point, suite, seeds, basis(), tools_for(point.target))

    def to_json(self) -> str:
        """The task as text."""
        return json.dumps({**vars(self), "point": self.point.as_dict()})

    @staticmethod
    def from_json(text: str) -> Task:
        """The task that `to_json` wrote."""
        values = json.loads(text)
        return Task(**{**values, "point": Point.from_dict(values["point"])})


def document_for(task: Task) -> dict[str, Any]:
    """Measures a task's point.

    Raises ToolError when this hashloom or its tools are not those with which the sweep began, and
    otherwise as `measured` does.
    """
    if basis() != task.basis:
        raise ToolError(
            "The hashloom that was to measure it has other files than the one that asked; accepted "
            "on every machine of a sweep is the same version."
        )
    tools = tools_for(task.point.target)
    for name, version in task.tools.items():
        if tools[name] != version:
            raise ToolError(
                f"{tools[name]} was there to measure it; accepted in this sweep is {version}."
            )
    seeds = range(1, task.seeds + 1)
    return measured(core_of(task.point), task.suite, seeds, task.jobs).as_dict()


@cache
def basis() -> str:
    """A short name of all in hashloom that measurements follow from: RTL, benches, flow."""
    package = Path(__file__).resolve().parents[2]
    files = (file for folder in _DECIDING for file in (package / folder).rglob("*"))
    named = {file.relative_to(package).as_posix(): file for file in files if file.is_file()}
    digest = hashlib.sha256()
    for name in sorted(named):
        if "__pycache__" not in name:
            content = hashlib.sha256(named[name].read_bytes()).hexdigest()
            digest.update(f"{name} {content}\n".encode())
    return digest.hexdigest()[:16]


def tools_for(target: str) -> dict[str, str]:
    """Versions of the tools that measure on a target, as documents show them.

    Raises ToolError when one is missing, RequestError for an unknown target.
    """
    return _versions(get_target(target))


@cache
def _versions(target: Target) -> dict[str, str]:

    return {
        "yosys": find_tool("yosys").version,
        "nextpnr": find_tool(target.place_tool).version,
        "verilator": find_verilator().version,
    }
