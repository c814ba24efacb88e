"""Programs that this one starts: none of them, and nothing that they start, outlives it."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import IO

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

_PATIENCE_SECONDS = 2.0  # for tidying up, in which another signal changes nothing

_running: set[int] = set()  # process groups of what is to be killed, by number
_heard: list[tuple[int, float]] = []  # signals that this program ends because of, and when
_held: list[int] | None = None  # signals that came while a program was being started


def end(number: int, _frame: FrameType | None = None) -> None:
    """Ends this program because of a signal, one of ENDING, as its handler.

    What other threads wait for is killed, so that they do not wait on.  Another signal soon behind
    one changes nothing.
    Raises KeyboardInterrupt for SIGINT and SystemExit, with status 128 and the signal's number, for
    the others; while a program is being started not before that is known, so that it can be ended.
    """
    if _held is not None:
        _held.append(number)
        return
    now = time.monotonic()
    if _heard and now - _heard[-1][1] < _PATIENCE_SECONDS:
        return
    _heard.append((number, now))
    for group in list(_running):
        _kill(group)
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise SystemExit(128 + number)


def ended_by() -> int | None:
    """The signal that this program ends because of: what `end` raised may come as another error."""
    return _heard[0][0] if _heard else None


@contextmanager
def started(
    command: Sequence[str],
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    given: int = subprocess.DEVNULL,
    out: int | IO[bytes] = subprocess.PIPE,
    errors: int | IO[str] = subprocess.PIPE,
    grace_seconds: float = 0,
) -> Iterator[subprocess.Popen[str]]:
    """A program in a process group of its own, all of which is gone when the block is left.

    One that still runs then is killed, or asked to end and given some seconds for it.
    Raises OSError when it cannot be started.
    """
    process = None
    try:
        with _signals_held():
            process = subprocess.Popen(
                command,
                cwd=folder,
                env=environment,
                stdin=given,
                stdout=out,
                stderr=errors,
                text=True,
                start_new_session=True,
            )
            if not grace_seconds:
                _running.add(process.pid)
        yield process
    finally:
        if process is not None:
            _finish(process, grace_seconds)


def run(
    command: Sequence[str],
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """What a program said, and its status, when it has ended.

    Raises OSError when it cannot be started.
    """
    with started(command, folder=folder, environment=environment) as process:
        out, errors = process.communicate()
    return subprocess.CompletedProcess(command, process.returncode, out, errors)


def _finish(process: subprocess.Popen[str], grace_seconds: float) -> None:
    """Nothing of a program's group runs any more, and its pipes are closed."""
    with process:
        if grace_seconds and process.poll() is None:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(grace_seconds)
        _kill(process.pid)
        _running.discard(process.pid)


def _kill(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Keeps what `end` hears, which only the main thread does, until the block is left."""
    global _held
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    late = _held = []
    try:
        yield
    finally:
        _held = None
        for number in late:
            end(number)
