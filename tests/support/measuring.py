"""Functions a sweep's processes may be given in place of a measurement."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from hashloom.errors import CheckError, RequestError, ToolError
from hashloom.measurements.results.measuring import Task, document_for
from support.documents import document

FOLDER = "HASHLOOM_TEST_FOLDER"  # where traces are left
UNPLACED = "support.measuring:unplaced"
QUICK, SLOW = "support.measuring:quick", "support.measuring:slow"
MOODY, DYING = "support.measuring:moody", "support.measuring:dying"


def quick(task: Task) -> dict[str, Any]:
    """A document that follows from the task."""
    architecture = task.point.architecture
    made = document(
        task.point,
        mhz=200.0 / architecture.unroll,
        lut=1000 * architecture.unroll,
        seeds=task.seeds,
    )
    return made | {"tools": dict(task.tools), "verified": made["verified"] | {"suite": task.suite}}


def slow(task: Task) -> dict[str, Any]:
    """The same for one round a clock; others leave a trace and wait to be ended."""
    if task.point.architecture.unroll > 1:
        trace = Path(os.environ[FOLDER]) / f"{os.getpid()}"
        trace.touch()
        try:
            time.sleep(60)
        finally:
            trace.unlink()
    return quick(task)


def moody(task: Task) -> dict[str, Any]:
    """Fails in another way for each number of rounds a clock."""
    print("what tools print")
    match task.point.architecture.unroll:
        case 1:
            return quick(task)
        case 2:
            raise RequestError("It does not fit.")
        case 4:
            raise ToolError("It broke.")
        case 8:
            raise CheckError("It differs.")
        case 16:
            raise ZeroDivisionError("by nought")
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


def dying(task: Task) -> dict[str, Any]:
    """Dies when it is measured for the first time."""
    trace = Path(os.environ[FOLDER]) / "died"
    if not trace.exists():
        trace.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return quick(task)


def unplaced(task: Task) -> dict[str, Any]:
    """The document of a core that is verified and timed; only its placement is a stand-in."""
    from hashloom.implementation import implementing
    from support.placement import implement  # what it loads takes long, and others need it not

    implementing.implement = implement  # type: ignore[assignment]
    return document_for(task)
