"""A process that measures one point: `python -m hashloom.exploration.worker MODULE:FUNCTION`.

The task comes as JSON on standard input and the answer goes as JSON to standard output, so that
whatever ends the process ends nothing else.  `ask` starts one and waits for its answer.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from typing import Any

from hashloom.errors import HashloomError, ToolError
from hashloom.implementation.wheel import wait_for_the_end_of
from hashloom.loading import named
from hashloom.measurements.results.measuring import Task
from hashloom.measurements.store import Failure
from hashloom.processes import end, started

MEASURE = "hashloom.measurements.results.measuring:document_for"  # what a task is given to
_TRIES = 2  # for a task whose process dies
_POLL_SECONDS = 0.1
_GRACE_SECONDS = 5.0  # to remove temporary folders in


class StoppedError(Exception):
    """The answer was no longer wanted."""


def ask(text: str, measure: str, stopped: Callable[[], bool]) -> dict[str, Any] | Failure:
    """The document or failure of a task, given as JSON, from a process of its own.

    A process that dies is started once more.  Raises StoppedError soon after `stopped` says so.
    """
    for _ in range(_TRIES):
        answer, why = _ask_once(text, measure, stopped)
        if answer is not None:
            return _read(text, answer)
    return Failure.of(Task.from_json(text).point, ToolError(why), Task.from_json(text).basis)


def _read(text: str, answer: str) -> dict[str, Any] | Failure:
    values = json.loads(answer)
    if "document" in values:
        document: dict[str, Any] = values["document"]
        return document
    task = Task.from_json(text)
    return Failure(task.point, values["kind"], values["reason"], task.basis)


def _ask_once(text: str, measure: str, stopped: Callable[[], bool]) -> tuple[str | None, str]:
    """The answer, None without one, and why there is none."""
    with tempfile.TemporaryFile("w+", errors="replace") as errors:
        command = [sys.executable, "-m", __name__, measure]
        with started(
            command, given=subprocess.PIPE, errors=errors, grace_seconds=_GRACE_SECONDS
        ) as process:
            given: str | None = text
            while True:
                try:
                    answer, _ = process.communicate(given, timeout=_POLL_SECONDS)
                    break
                except subprocess.TimeoutExpired:
                    given = None  # the rest of it is sent by the next call
                if stopped():
                    raise StoppedError
        status = process.returncode
        if status == 0 and answer:
            return answer, ""
        errors.seek(0)
        said = [line.strip() for line in errors if line.strip()]
    if status < 0:
        name = signal.Signals(-status).name
        return None, f"Its process was ended by {name}; perhaps the machine ran out of memory."
    return None, f"Its process ended without an answer: {said[-1] if said else status}."


def main() -> None:
    """Answers the task on standard input."""
    parent = os.getppid()
    signal.signal(signal.SIGTERM, end)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    answer = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what tools print is no part of the answer
    measure = named(sys.argv[1])
    task = Task.from_json(sys.stdin.read())
    with answer:
        json.dump(_answer(measure, task), answer)


def _answer(measure: Callable[[Task], dict[str, Any]], task: Task) -> dict[str, Any]:
    try:
        return {"document": measure(task)}
    except HashloomError as error:
        failure = Failure.of(task.point, error)
    except Exception as error:
        said = f"{type(error).__name__}: {error}".rstrip(".")
        failure = Failure.of(task.point, ToolError(f"hashloom failed by itself: {said}."))
    return {"kind": failure.kind, "reason": failure.reason}


def _end_with(parent: int) -> None:
    """Ends this process, and all it started, when the one that asked is gone."""
    wait_for_the_end_of(parent)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_GRACE_SECONDS)
    os.killpg(os.getpgid(0), signal.SIGKILL)


if __name__ == "__main__":
    main()
