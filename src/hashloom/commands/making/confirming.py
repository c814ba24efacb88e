"""What `hashloom choose` does with its answer: the best core measured, and built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hashloom.commands.common.console import complain, counting, working
from hashloom.commands.making.build import write_with_result
from hashloom.cores import core_of
from hashloom.errors import RequestError
from hashloom.exploration.candidates import Candidate, measured_candidate
from hashloom.exploration.choosing import margins
from hashloom.measurements.results.measuring import Display, basis, measured
from hashloom.measurements.results.result import Result
from hashloom.measurements.store import Store
from hashloom.reports.choice import Choice


@dataclass(frozen=True)
class Measuring:
    """How cores are measured.

    Attributes:
        store: file of the user's measurements; None for the usual one.
        seeds: of the placements.
        jobs: placements at a time.
    """

    store: Path | None
    seeds: Sequence[int]
    jobs: int

    def measured(self, candidate: Candidate) -> Result:
        """A core measured as `hashloom build` does; the document is kept in the store."""
        core, display = core_of(candidate.point), Display(working, counting)
        result = measured(core, "quick", self.seeds, self.jobs, display, candidate.annealed)
        Store(self.store).put(result.as_dict(), basis())
        return result


def finished(
    choice: Choice,
    store: Path | None,
    seeds: int,
    jobs: int,
    output: Path | None,
    *,
    confirm: bool,
) -> Choice:
    """The answer with its best core measured if that is asked for, and built into a folder.

    `store` is the file of the user's measurements.  Raises RequestError when none of the cores
    shown holds what was said of it.
    """
    measuring, result = Measuring(store, range(1, seeds + 1), jobs), None
    if confirm:
        choice, result = confirmed(choice, measuring)
    if output is not None:
        result = result or measuring.measured(choice.winner)
        write_with_result(core_of(choice.winner.point), result, output)
    return choice


def confirmed(choice: Choice, measuring: Measuring) -> tuple[Choice, Result]:
    """The answer with its best core measured; what then misses the requirement makes room.

    Raises RequestError when none of the cores shown holds what was said of it.
    """
    tried: list[str] = []
    for number, candidate in enumerate(choice.met[: choice.shown]):
        result = measuring.measured(candidate)
        found = measured_candidate(result.as_dict(), choice.wanted.blocks)
        if margins(found, choice.wanted).met:
            met = [found, *choice.met[number + 1 :]]
            return replace(choice, met=met, confirmed=True), result
        tried.append(_told(found, candidate, choice))
        complain(f"Measured, it misses the requirement: {tried[-1]}.")
    raise RequestError(
        f"Measured, none of the {len(tried)} best cores meets the requirement: {'; '.join(tried)}; "
        "accepted would be a little less of it, or more cores tried with --best."
    )


def _told(found: Candidate, asked: Candidate, choice: Choice) -> str:
    """What was measured of a core, with the command that asks for it."""
    rate = found.mbps(choice.wanted.messages)
    return f"{asked.point.command} ({found.resources.lut} LUT, {rate:.0f} Mbit/s)"
