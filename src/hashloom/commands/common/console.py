"""Where output goes: results to standard output, progress and complaints to standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from rich.console import Console, RenderableType

PartProgress = Callable[[str, int, int], None]


def print_json(document: Any) -> None:
    """Prints one JSON document on standard output."""
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def print_line(text: str) -> None:
    """Prints a line of plain text on standard output."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def print_rich(*renderables: RenderableType) -> None:
    """Prints tables and text on standard output."""
    console = Console(highlight=False)
    for renderable in renderables:
        console.print(renderable)


def complain(sentence: str) -> None:
    """Prints a sentence on standard error, if that takes it."""
    with suppress(OSError):
        sys.stderr.write(f"hashloom: {' '.join(sentence.split())}\n")


@contextmanager
def working(what: str) -> Iterator[Callable[[str], None]]:
    """Shows that something is going on; the function given tells in a sentence what is done."""
    console = stderr_console()
    with console.status(what) if console.is_terminal else _announced(console, what):
        yield console.print


@contextmanager
def counting() -> Iterator[PartProgress]:
    """Shows a bar for each part of a task; the function given takes part, done and total."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = stderr_console()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=console.is_terminal) as bars:
        tasks: dict[str, Any] = {}

        def show(part: str, done: int, total: int) -> None:
            if part not in tasks:
                tasks[part] = bars.add_task(part, total=total)
            bars.update(tasks[part], completed=done)

        yield show


def stderr_console() -> Console:
    """A console on standard error."""
    return Console(stderr=True, highlight=False)


@contextmanager
def _announced(console: Console, what: str) -> Iterator[None]:
    console.print(what)
    yield
