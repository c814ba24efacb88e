"""What all proofs of a core have in common: provers, their obligations, and sections of a result.

The provers themselves are in `provers`.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

from hashloom.cores.core import Core
from hashloom.errors import ToolError
from hashloom.processes import started

PROVED, REFUTED, OPEN = "proved", "refuted", "not proved"
_POLL_SECONDS = 0.2


class Said(NamedTuple):
    """What a solver printed."""

    out: str
    errors: str


def run_limited(
    command: Sequence[str],
    seconds: int,
    *,
    given: str = "",
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    stop: Event | None = None,
) -> Said | None:
    """What a solver says of `given`; None when it, or what it started, was ended by a signal.

    It is ended when it has used so many seconds of a processor, as each program that it starts is:
    other work on the machine changes no answer.  Setting `stop` ends it early, with a ToolError.
    """
    limited = ["sh", "-c", 'ulimit -t "$0" && exec "$@"', str(seconds), *command]
    said, left = None, given or None
    with started(limited, folder=folder, environment=environment, given=subprocess.PIPE) as process:
        while said is None:
            if stop is not None and stop.is_set():
                raise ToolError("A solver was stopped before it had finished.")
            with suppress(subprocess.TimeoutExpired):
                said = Said(*process.communicate(left, timeout=_POLL_SECONDS))
            left = None
    return None if process.returncode < 0 else said


@contextmanager
def solving(jobs: int) -> Iterator[tuple[ThreadPoolExecutor, Event]]:
    """So many threads, and what stops the solvers that they run: whatever is raised sets it."""
    stop = Event()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield pool, stop
        except BaseException:
            stop.set()
            raise


@dataclass(frozen=True)
class Obligation:
    """One thing that was to be proved.

    Attributes:
        name: what it says, in a few words.
        status: PROVED, REFUTED or OPEN.
        seconds: time the solver took, of the first run when the answer was remembered.
        solver: program that answered; "form" when both sides are written alike, "search" for what
            visiting every state shows, "flow" for what the netlist's paths show.
        cases: claims of the proof that come down to it.
    """

    name: str
    status: str
    seconds: float
    solver: str
    cases: int = 1


@dataclass(frozen=True)
class Section:
    """What a prover found.

    Attributes:
        title: kind of proof.
        proves: what is proved when all obligations are, in sentences.
        assumes: what is assumed.
        obligations: see Obligation.
        counterexample: lines that show what is wrong; empty when nothing is.
        tools: versions by name of tool.
        seconds: of the whole run.
    """

    title: str
    proves: str
    assumes: tuple[str, ...]
    obligations: tuple[Obligation, ...]
    counterexample: tuple[str, ...] = ()
    tools: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def status(self) -> str:
        """REFUTED when an obligation is, else OPEN when one is, else PROVED."""
        found = {obligation.status for obligation in self.obligations}
        return next((status for status in (REFUTED, OPEN) if status in found), PROVED)

    def as_dict(self) -> dict[str, Any]:
        """The section as JSON shows it."""
        return {
            "title": self.title,
            "status": self.status,
            "proves": self.proves,
            "assumes": list(self.assumes),
            "obligations": [
                {
                    "name": each.name,
                    "status": each.status,
                    "seconds": round(each.seconds, 3),
                    "solver": each.solver,
                    "cases": each.cases,
                }
                for each in self.obligations
            ],
            "counterexample": list(self.counterexample),
            "tools": dict(self.tools),
            "seconds": round(self.seconds, 1),
        }


Progress = Callable[[str, int, int], None]  # part, done, total
Prover = Callable[[Core, int, Progress], Section | None]  # None: nothing to say of the core
