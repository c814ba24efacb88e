"""Whole suites of vectors through the RTL of a core, and the report of how they went."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from hashloom.errors import CheckError, RequestError, ToolError
from hashloom.verification import cavp
from hashloom.verification.cavp import Kind, Vector
from hashloom.verification.driver import Answer, Job, Setting, compile_driver, run
from hashloom.verification.subject import MessageCore, block_bytes, message_core

Suite = Literal["quick", "full"]
Progress = Callable[[str, int, int], None]  # part, vectors done, vectors in the part

_STALLS = 0.3
_SEED = 1
_SHOWN_FAILURES = 3
_QUICK_LONG, _QUICK_MONTE, _QUICK_RANDOM = 4, 3, 200
_FULL_RANDOM = 1000
_LONGEST_RANDOM = 10  # blocks


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
        """Vectors with a wrong digest, or none."""
        return sum(part.failed for part in self.parts)

    def require(self) -> None:
        """Raise CheckError with the first failures when anything failed."""
        if self.failed:
            first = [sentence for part in self.parts for sentence in part.failures]
            raise CheckError(
                f"{self.core} failed {self.failed} of {self.vectors} vectors: "
                + " ".join(first[:_SHOWN_FAILURES])
            )


@dataclass(frozen=True)
class Selection:
    """Vectors to run together, the way to run them, and what was left out."""

    name: str
    vectors: tuple[Vector, ...]
    setting: Setting = field(default_factory=Setting)
    left_out: str = ""


def verify(
    core: MessageCore, suite: Suite, progress: Progress = lambda part, done, total: None
) -> Report:
    """Run a suite through the RTL of `core`, an engine's through the message core around it.

    "full" is every CAVP vector of the core's hash (short, long, 100 Monte Carlo COUNTs), and
    random messages against hashlib with random stalls, every length up to three blocks among them.
    "quick" is every short vector and some of the others; its report says what it left out. Wrong
    digests are counted in the report, never raised.
    """
    selections = _selections(core, suite)
    target = message_core(core)
    executable = compile_driver(target, target.sources())
    parts = tuple(run_part(executable, target, each, progress) for each in selections)
    left_out = tuple(each.left_out for each in selections if each.left_out)
    return Report(core.name, suite, parts, left_out)


def run_part(executable: Path, core: MessageCore, selection: Selection, progress: Progress) -> Part:
    """Run one selection through a compiled driver, the vectors on the contexts in turn."""
    jobs = [
        Job(vector.message, index % core.contexts, vector.steps)
        for index, vector in enumerate(selection.vectors)
    ]
    total = len(jobs)
    progress(selection.name, 0, total)
    outcome = run(
        executable, jobs, selection.setting, lambda done: progress(selection.name, done, total)
    )
    pairs = zip(selection.vectors, outcome.answers, strict=True)
    wrong = [text for vector, answer in pairs if (text := _complaint(vector, answer))]
    broken = [f"{selection.name}: {outcome.failure}."] if outcome.failure else []
    failed = max(len(wrong), len(broken))
    first = (*broken, *wrong)[:_SHOWN_FAILURES]
    return Part(selection.name, total, failed, outcome.clocks, first)


def reference(hash_name: str) -> Callable[[bytes], bytes]:
    """Return the hash as hashlib computes it.

    Raises ToolError when this Python has no such hash: SHA-512/t comes with OpenSSL only.
    """
    try:
        hashlib.new(hash_name)
    except ValueError as error:
        raise ToolError(
            f"Python's hashlib has no {hash_name} here, so there is nothing to compare with; "
            "a Python built with OpenSSL 1.1.1 or later has it."
        ) from error
    return lambda message: hashlib.new(hash_name, message).digest()


def _selections(core: MessageCore, suite: Suite) -> list[Selection]:
    if suite == "full":
        return [
            _cavp(core, "short"),
            _cavp(core, "long"),
            _cavp(core, "monte"),
            _every_length(core, Setting()),
            _every_length(core, Setting(stalls=_STALLS, seed=_SEED)),
            _random(core, _FULL_RANDOM, _FULL_RANDOM),
        ]
    if suite == "quick":
        return [
            _cavp(core, "short"),
            _cavp(core, "long", _QUICK_LONG),
            _cavp(core, "monte", _QUICK_MONTE),
            _random(core, _QUICK_RANDOM, _FULL_RANDOM),
        ]
    raise RequestError(f"There is no suite {suite!r}; there are 'quick' and 'full'.")


def _cavp(core: MessageCore, kind: Kind, limit: int | None = None) -> Selection:
    """Select up to `limit` vectors of one CAVP file, spread evenly over it."""
    everything = cavp.vectors(core.hash.name, kind)
    name = f"CAVP {kind}"
    if limit is None or limit >= len(everything):
        return Selection(name, everything)
    step = (len(everything) - 1) // max(1, limit - 1)
    chosen = everything[::step][:limit]
    return Selection(
        name, chosen, left_out=f"{name}: {len(everything) - limit} of {len(everything)} vectors"
    )


def _every_length(core: MessageCore, setting: Setting) -> Selection:
    lengths = range(3 * block_bytes(core) + 1)
    manner = "with random stalls" if setting.stalls else "without stalls"
    return Selection(f"every length, {manner}", _against_hashlib(core, lengths, 2), setting)


def _random(core: MessageCore, count: int, full: int) -> Selection:
    lengths = random.Random(_SEED).choices(range(_LONGEST_RANDOM * block_bytes(core)), k=count)
    left_out = ""
    if count < full:
        left_out = (
            f"random messages: {full - count} of {full}, and those of every length up to "
            f"{3 * block_bytes(core)} bytes"
        )
    setting = Setting(stalls=_STALLS, seed=_SEED + 1)
    return Selection("random messages", _against_hashlib(core, lengths, 3), setting, left_out)


def _against_hashlib(core: MessageCore, lengths: Sequence[int], seed: int) -> tuple[Vector, ...]:
    """Random messages of these lengths in bytes, with hashlib's digests."""
    digest = reference(core.hash.name)
    source = random.Random(seed)
    messages = [source.randbytes(length) for length in lengths]
    return tuple(
        Vector(f"random message {index} of {len(message)} bytes", message, digest(message))
        for index, message in enumerate(messages)
    )


def _complaint(vector: Vector, answer: Answer | None) -> str:
    """Return a sentence on a wrong answer, or nothing."""
    if answer is None:
        return f"{vector.name}: no digest came."
    if answer.malformed:
        return f"{vector.name}: the core calls the message malformed."
    if answer.digest != vector.digest:
        return f"{vector.name}: {answer.digest.hex()} instead of {vector.digest.hex()}."
    return ""
