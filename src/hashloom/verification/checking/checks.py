"""Packets with what has to come back, run through a core's RTL, and the report of how they went."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from hashloom.errors import CheckError
from hashloom.request.level import level_named
from hashloom.verification.simulation.assertions import OPTION
from hashloom.verification.simulation.driver import (
    Answer,
    Job,
    Run,
    Setting,
    compile_driver,
    run,
)
from hashloom.verification.simulation.packets import PLAIN, Command, Status
from hashloom.verification.simulation.subject import MessageCore, hashes_of
from hashloom.verification.simulation.verilator import Build
from hashloom.verification.vectors import cavp
from hashloom.verification.vectors.cavp import Kind, Vector

Suite = Literal["quick", "full"]
Progress = Callable[[str, int, int], None]  # part, packets done, packets in the part

SHOWN_FAILURES = 3


@dataclass(frozen=True)
class Part:
    """One part of a suite: its vectors, how many failed, and sentences on the first failures.

    `clocks` were simulated for it.
    """

    name: str
    vectors: int
    failed: int
    clocks: int
    failures: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """What a suite found. `left_out` says what a longer suite would add."""

    core: str
    suite: str
    parts: tuple[Part, ...]
    left_out: tuple[str, ...] = ()

    @property
    def vectors(self) -> int:
        """Vectors in all parts."""
        return sum(part.vectors for part in self.parts)

    @property
    def failed(self) -> int:
        """Vectors with a wrong answer, or none."""
        return sum(part.failed for part in self.parts)

    def require(self) -> None:
        """Raise CheckError with the first failures when anything failed."""
        if self.failed:
            first = [sentence for part in self.parts for sentence in part.failures]
            raise CheckError(
                f"{self.core} failed {self.failed} of {self.vectors} vectors: "
                + " ".join(first[:SHOWN_FAILURES])
            )


@dataclass(frozen=True)
class Check:
    """A packet and its right answer.

    Attributes:
        name: for people, at the head of a sentence on a failure.
        job: the packet.
        digests: what may come; more than one where the order of contexts decides.
        statuses: likewise.
        setup: the packet only prepares others and is not counted, unless it fails.
        refusal: a status that may come instead, without any byte; 0 for none.
        behind: index of the check whose outcome decides: when that one was refused, `otherwise`
            may come in the place of `digests`; negative for none.
    """

    name: str
    job: Job
    digests: tuple[bytes, ...] = (b"",)
    statuses: tuple[int, ...] = (Status.OK,)
    setup: bool = False
    refusal: int = Status.OK
    behind: int = -1
    otherwise: tuple[bytes, ...] = ()

    def complaint(self, answer: Answer | None) -> str:
        """Return a sentence on a wrong answer, or nothing."""
        if answer is None:
            return f"{self.name}: no digest came."
        if self.refusal and answer.status == self.refusal and not answer.digest:
            return ""
        if answer.status not in self.statuses:
            if answer.malformed:
                return f"{self.name}: the core calls the message malformed."
            return f"{self.name}: status {answer.status} instead of {_either(self.statuses)}."
        if answer.digest not in self.digests:
            wanted = _either([digest.hex() or "no byte" for digest in self.digests])
            return f"{self.name}: {answer.digest.hex() or 'no byte'} instead of {wanted}."
        return ""


@dataclass(frozen=True)
class Selection:
    """Checks to run together, the way to run them, and what was left out."""

    name: str
    checks: tuple[Check, ...]
    setting: Setting = field(default_factory=Setting)
    left_out: str = ""


def called(before: str, selection: Selection) -> Selection:
    """A selection with what its names begin with."""
    left_out = f"{before}{selection.left_out}" if selection.left_out else ""
    return replace(selection, name=f"{before}{selection.name}", left_out=left_out)


def message_checks(
    core: MessageCore, vectors: Sequence[Vector], command: Command = PLAIN, number: int = 0
) -> tuple[Check, ...]:
    """Return the checks of `vectors` of a core's hash, on the contexts in turn."""
    if level_named(core.level).keyed:  # the command says which hash it is
        command, number = replace(command, hash=number), 0
    return tuple(
        Check(
            vector.name,
            Job(vector.message, index % core.contexts, vector.steps, command, choice=number),
            (vector.digest,),
        )
        for index, vector in enumerate(vectors)
    )


def cavp_selection(
    core: MessageCore,
    kind: Kind,
    limit: int | None = None,
    command: Command = PLAIN,
    number: int = 0,
) -> Selection:
    """Select up to `limit` vectors of one CAVP file, spread evenly over it.

    They are those of the core's hash of that number.
    """
    everything = cavp.vectors(hashes_of(core)[number].name, kind)
    name = f"CAVP {kind}"
    if limit is None or limit >= len(everything):
        return Selection(name, message_checks(core, everything, command, number))
    step = (len(everything) - 1) // max(1, limit - 1)
    chosen = message_checks(core, everything[::step][:limit], command, number)
    return Selection(
        name, chosen, left_out=f"{name}: {len(everything) - limit} of {len(everything)} vectors"
    )


def checked_driver(core: MessageCore, watched: Mapping[str, str] | None) -> Path:
    """Compile a core, or its `watched` sources that have properties, with the driver of vectors."""
    if watched is None:
        return compile_driver(core, core.sources())
    return compile_driver(core, watched, Build(verilator_options=(OPTION,)))


def run_part(executable: Path, selection: Selection, progress: Progress) -> Part:
    """Run one selection through a compiled driver."""
    jobs = [check.job for check in selection.checks]
    total = len(jobs)
    progress(selection.name, 0, total)
    outcome = run(
        executable, jobs, selection.setting, lambda done: progress(selection.name, done, total)
    )
    return part_of(selection, outcome)


def part_of(selection: Selection, outcome: Run) -> Part:
    """Compare what a run of a selection gave with what has to come."""
    pairs = [
        (_decided(check, outcome.answers), answer)
        for check, answer in zip(selection.checks, outcome.answers, strict=True)
    ]
    wrong = [text for check, answer in pairs if (text := check.complaint(answer))]
    broken = [f"{selection.name}: {outcome.failure}."] if outcome.failure else []
    failed = max(len(wrong), len(broken))
    first = (*broken, *wrong)[:SHOWN_FAILURES]
    vectors = sum(not check.setup for check in selection.checks)
    return Part(selection.name, vectors, failed, outcome.clocks, first)


def _decided(check: Check, answers: Sequence[Answer | None]) -> Check:
    """The check with what may come, when that depends on another one's outcome."""
    decisive = answers[check.behind] if check.behind >= 0 else None
    if decisive is None or decisive.status == Status.OK:
        return check
    return replace(check, digests=check.otherwise)


def joined(name: str, parts: Sequence[Part]) -> Part:
    """Return several parts as one."""
    failures = [sentence for part in parts for sentence in part.failures]
    return Part(
        name,
        sum(part.vectors for part in parts),
        sum(part.failed for part in parts),
        sum(part.clocks for part in parts),
        tuple(failures[:SHOWN_FAILURES]),
    )


def _either(values: Sequence[object]) -> str:
    return " or ".join(str(int(v) if isinstance(v, int) else v) for v in values)
