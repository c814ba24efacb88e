"""How a sweep shows that it goes on: a live line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.progress import BarColumn, Progress, ProgressColumn, SpinnerColumn
from rich.progress import Task as Bar
from rich.text import Text

from hashloom.commands.common.console import stderr_console
from hashloom.exploration.runner import Outcome
from hashloom.exploration.sweep import rough_size
from hashloom.measurements.results.measuring import Task


class Tally:
    """Counts of a sweep; `running` and `finished` are told to it.

    Attributes:
        total, done, failed, now: points to measure, with an outcome, failed among those, and being
            measured.
    """

    def __init__(self, tasks: Sequence[Task]) -> None:

        self.total = len(tasks)
        self.done = self.failed = self.now = 0
        self._size = rough_size
        self._left = float(sum(rough_size(task.point) for task in tasks))
        self._gone = 0.0
        self._began = self._last = time.monotonic()

    def running(self, number: int) -> None:
        """So many points are being measured now."""
        self.now = number

    def finished(self, outcome: Outcome) -> None:
        """A point has an outcome."""
        size = self._size(outcome.task.point)
        self._left -= size
        self._gone += size
        self._last = time.monotonic()
        self.done += 1
        self.now = min(self.now, self.total - self.done)
        self.failed += outcome.failure is not None

    @property
    def time_left(self) -> str:
        """What the rest will take when it goes on as so far, by the sizes of the points."""
        if not self.done:
            return "time left unknown"
        whole = (self._last - self._began) * self._left / self._gone
        return f"about {_duration(max(0.0, whole - (time.monotonic() - self._last)))} left"

    def __str__(self) -> str:
        return (
            f"{self.done} of {self.total} done, {self.now} running, {self.failed} failed, "
            f"{self.time_left}"
        )


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def line_of(outcome: Outcome) -> str:
    """What came of a point, in a line."""
    point = outcome.task.point
    words = " ".join(
        point.options[1:] if point.options[-1] != point.target else point.options[1:-2]
    )
    name = f"{point.hash_name}{' ' if words else ''}{words} on {point.target}"
    if outcome.document is None:
        return f"{name}: failed. {outcome.failure.reason if outcome.failure else ''}"
    clock, cells = outcome.document["fmax_mhz"]["median"], outcome.document["resources"]
    return f"{name}: {clock} MHz, {cells['lut']} LUT"


@contextmanager
def sweeping(tasks: Sequence[Task]) -> Iterator[tuple[Tally, Any]]:
    """A tally that is shown, and a function that takes outcomes as they come."""
    tally, console = Tally(tasks), stderr_console()

    def plain(outcome: Outcome) -> None:
        tally.finished(outcome)
        console.print(f"{line_of(outcome)} ({tally}).", soft_wrap=True, markup=False)

    if not console.is_terminal:
        yield tally, plain
        return

    class Said(ProgressColumn):
        def render(self, task: Bar) -> Text:
            return Text(str(tally))

    with Progress(SpinnerColumn(), BarColumn(20), Said(), console=console) as bars:
        bar = bars.add_task("sweep", total=tally.total)

        def live(outcome: Outcome) -> None:
            tally.finished(outcome)
            bars.console.print(line_of(outcome), markup=False)
            bars.update(bar, completed=tally.done)

        yield tally, live
