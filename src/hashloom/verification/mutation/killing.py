"""Runs mutants of a core through its suites, each until something comes out wrong."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from hashloom.cores import Core
from hashloom.errors import CheckError, ToolError
from hashloom.request.level import level_named
from hashloom.verification.checking import hmac_suites, suites
from hashloom.verification.checking.checks import (
    Part,
    Selection,
    Suite,
    checked_driver,
    run_part,
)
from hashloom.verification.checking.hygiene import hygiene
from hashloom.verification.checking.turns import turns
from hashloom.verification.mutation.mutant import Mutant
from hashloom.verification.mutation.schemata import VARIABLE, instrumented
from hashloom.verification.properties.watching import watched
from hashloom.verification.random.campaign import PACKETS
from hashloom.verification.random.requests import shape_of
from hashloom.verification.random.streams.judge import Judge
from hashloom.verification.random.streams.machine import Machine, machine_of
from hashloom.verification.random.streams.traffic import traffic_of
from hashloom.verification.simulation.subject import HmacCore, MessageCore
from hashloom.verification.verifying import RUNS, SEED

_TIMEOUT = 10_000  # clocks without a beat; the suites' own is longer, the cores need far less
_SECONDS = 30  # that a run of random traffic may take
# What meets mutants before the vectors: that of the suite "full"
TRAFFIC = f"{RUNS} runs of {PACKETS} packets, seed {SEED}"


@dataclass(frozen=True)
class Trial:
    """A part of a suite: its name, as "suite: part", and how to run it."""

    name: str
    run: Callable[[], Part]


@dataclass(frozen=True)
class Fate:
    """What became of a mutant.

    Attributes:
        killed_by: the trial that saw it, or empty.
        sentence: what it saw.
        clocks: the survivor gives the core's answers, but in other clocks.
    """

    killed_by: str = ""
    sentence: str = ""
    clocks: bool = False


class WithTexts:
    """A core with other texts than its own."""

    def __init__(self, core: Core, texts: Mapping[str, str]) -> None:
        self._core = core
        self._texts = dict(texts)

    def sources(self) -> dict[str, str]:
        """The other texts."""
        return self._texts

    def __getattr__(self, name: str) -> Any:
        return getattr(self._core, name)


class Ground:
    """Where mutants of a core are run: the models that hold them all, and their trials.

    All of it is the suite "full", the properties of the modules compiled in: first its random
    traffic and the parts of the suite "quick", those of few clocks before the others, and then what
    "full" has besides. What the unchanged core fails in kills nothing; `known` has it by trial.
    """

    def __init__(self, core: Core, mutants: Sequence[Mutant]) -> None:
        texts = instrumented(core.sources(), mutants)
        subject = cast(MessageCore, WithTexts(core, texts))
        executable = checked_driver(subject, watched(core, texts))
        machine = replace(machine_of(dict(texts), core.top, shape_of(core)), timeout=_SECONDS)
        self._numbers = {mutant: number for number, mutant in enumerate(mutants, start=1)}
        self._clocks: dict[str, int] = {}
        self.known: dict[str, tuple[str, ...]] = {}
        short = [*_short_trials(subject, executable, machine)]
        for trial in short:
            self._run_unchanged(trial)
        self._short = tuple(sorted(short, key=lambda trial: self._clocks[trial.name]))
        self._long = tuple(_long_trials(subject, executable))

    def fate(self, mutant: Mutant) -> Fate:
        """Run a mutant until one of the short trials fails."""
        return self._fate(mutant, self._short)

    def late_fate(self, mutant: Mutant) -> Fate:
        """Run a mutant that survived until one of the long trials fails."""
        return self._fate(mutant, self._long)

    def _fate(self, mutant: Mutant, trials: Sequence[Trial]) -> Fate:
        clocks = False
        for trial in trials:
            if trial.name not in self._clocks:
                self._run_unchanged(trial)
            part = _outcome(trial, self._numbers[mutant])
            known = self.known.get(trial.name, ())
            new = [sentence for sentence in part.failures if sentence not in known]
            if new:
                return Fate(trial.name, new[0])
            clocks = clocks or part.clocks != self._clocks[trial.name]
        return Fate(clocks=clocks)

    def _run_unchanged(self, trial: Trial) -> None:
        part = _outcome(trial, 0)
        self._clocks[trial.name] = part.clocks
        if part.failed:
            self.known[trial.name] = part.failures


def _outcome(trial: Trial, number: int) -> Part:
    """A trial of the mutant with this number; one that breaks off has failed."""
    try:
        with _chosen(number):
            return trial.run()
    except (CheckError, ToolError) as error:
        return Part(trial.name, 1, 1, 0, (str(error),))


@contextmanager
def _chosen(number: int) -> Iterator[None]:
    """Models that start now have this mutant."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(number)
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before


def _silent(part: str, done: int, total: int) -> None:
    """Tell nobody."""


def _short_trials(core: MessageCore, executable: Path, machine: Machine) -> Iterator[Trial]:
    yield from (_traffic(machine, run) for run in range(RUNS))
    yield from (_vectors("quick", executable, each) for each in _selections(core, "quick"))
    if level_named(core.level).keyed:
        yield from _keyed_trials(cast(HmacCore, core), executable)


def _long_trials(core: MessageCore, executable: Path) -> Iterator[Trial]:
    quick = _selections(core, "quick")
    full = [each for each in _selections(core, "full") if each not in quick]
    full.sort(key=lambda each: "monte" in each.name)  # by far the longest comes last
    yield from (_vectors("full", executable, each) for each in full)


def _selections(core: MessageCore, suite: Suite) -> list[Selection]:
    if level_named(core.level).keyed:
        return hmac_suites.selections(cast(HmacCore, core), suite)
    return suites.selections(core, suite)


def _vectors(suite: str, executable: Path, selection: Selection) -> Trial:
    """A part of a suite of vectors."""
    hasty = replace(selection, setting=replace(selection.setting, timeout=_TIMEOUT))
    name = f"{suite}: {selection.name}"
    return Trial(name, lambda: run_part(executable, hasty, _silent))


def _traffic(machine: Machine, run: int) -> Trial:
    """A run of random traffic, judged by the oracle."""
    name = f"random: run {run}"
    traffic = traffic_of(machine.shape, SEED, PACKETS, run)

    def play() -> Part:
        events = machine.play(traffic)
        wrong = [found.text for found in Judge(machine.shape, traffic).judge(events)]
        return Part(name, 1, int(bool(wrong)), events[-1].clock, tuple(wrong))

    return Trial(name, play)


def _keyed_trials(core: HmacCore, executable: Path) -> Iterator[Trial]:
    """What the suites of HMAC cores do besides running packets."""
    timing = hmac_suites.verification_timing
    yield Trial("quick: verification timing", lambda: timing(executable, core, _silent))
    if core.contexts > 1:
        yield Trial("quick: turns", lambda: turns(executable, core, _silent))
    if core.interface.resume:
        yield Trial("quick: saving", lambda: hmac_suites.saving(executable, core, _silent))
    yield Trial("quick: hygiene", lambda: hygiene(core, _silent))
