"""Runs the tasks of a sweep on this machine's processors.

Each task is measured by a process of its own, and outcomes come as they are there. Whoever asks
keeps them; nothing here writes to a store.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from hashloom.exploration.worker import MEASURE, StoppedError, ask
from hashloom.measurements.results.measuring import Task
from hashloom.measurements.store import Failure


@dataclass(frozen=True)
class Outcome:
    """What became of a task: a result document, or a failure."""

    task: Task
    document: dict[str, Any] | None = None
    failure: Failure | None = None

    @staticmethod
    def of(task: Task, answer: dict[str, Any] | Failure) -> Outcome:
        """The outcome that an answer is."""
        if isinstance(answer, Failure):
            return Outcome(task, failure=answer)
        return Outcome(task, document=answer)


Running = Callable[[int], None]  # told how many tasks are being measured


def run_here(
    tasks: Sequence[Task], jobs: int, running: Running, measure: str = MEASURE
) -> Generator[Outcome, None, None]:
    """Outcomes of `tasks`, begun in their order, `jobs` at a time.

    Closing the iterator, or an exception in it, ends what is being measured.
    """
    stop = threading.Event()
    done: queue.Queue[Outcome | BaseException | int] = queue.Queue()
    busy = _Count(done)
    # Processors that no other task needs place seeds side by side.
    each = max(1, jobs // max(1, len(tasks)))

    def work(task: Task) -> None:
        try:
            with busy:
                answer = ask(replace(task, jobs=each).to_json(), measure, stop.is_set)
            done.put(Outcome.of(task, answer))
        except StoppedError:
            pass
        except BaseException as error:
            done.put(error)

    with ThreadPoolExecutor(max(1, min(jobs, len(tasks)))) as pool:
        try:
            for task in tasks:
                pool.submit(work, task)
            left = len(tasks)
            while left:
                news = done.get()
                if isinstance(news, BaseException):
                    raise news
                if isinstance(news, int):
                    running(news)
                else:
                    left -= 1
                    yield news
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


class _Count:
    """How many are inside; each change is put on a queue."""

    def __init__(self, changes: queue.Queue[Any]) -> None:
        self._changes = changes
        self._lock = threading.Lock()
        self._inside = 0

    def __enter__(self) -> None:
        self._change(1)

    def __exit__(self, *_: object) -> None:
        self._change(-1)

    def _change(self, by: int) -> None:
        with self._lock:
            self._inside += by
            self._changes.put(self._inside)
