"""What all proofs of a core have in common: provers, their obligations, and sections of a result.

The provers themselves are in `provers`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hashloom.cores.core import Core

PROVED, REFUTED, OPEN = "proved", "refuted", "not proved"


def limited(command: Sequence[str], seconds: int) -> list[str]:
    """A command that is ended, as each program that it starts is, when it has used so many seconds
    of a processor: other work on the machine changes no answer."""
    return ["sh", "-c", 'ulimit -t "$0" && exec "$@"', str(seconds), *command]


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
