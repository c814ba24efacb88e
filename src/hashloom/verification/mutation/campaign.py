"""A sample of the mutants of a core, run and accounted for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from hashloom.cache import Cache
from hashloom.cores import Core
from hashloom.errors import ToolError
from hashloom.verification.mutation.disproof import EQUIVALENCE, computes_the_standard, disproof
from hashloom.verification.mutation.equivalence import (
    is_equivalent,
    is_equivalent_around,
    parameters_of,
)
from hashloom.verification.mutation.killing import Ground
from hashloom.verification.mutation.mutant import Mutant
from hashloom.verification.mutation.sites import find_mutants

Verdict = Literal["killed", "equivalent", "survived"]
Tell = Callable[[str], None]
_BATCH = 300  # mutants in one model
_WITH_PROPERTIES = "yosys equiv and properties"


@dataclass(frozen=True)
class Outcome:
    """What became of one mutant.

    Attributes:
        mutant: its identifier.
        verdict: "equivalent" is proved; no run can tell such a mutant from a right core.
        by: the trial that killed it, or what proves it equivalent.
        sentence: what that saw.
        clocks: it survived, with the core's answers in other clocks.
    """

    mutant: str
    verdict: Verdict
    by: str = ""
    sentence: str = ""
    clocks: bool = False

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Outcome:
        """What as_dict gave."""
        return cls(**document)

    def as_dict(self) -> dict[str, Any]:
        """As JSON keeps it."""
        return asdict(self)


@dataclass(frozen=True)
class Campaign:
    """A core, all its mutants, and those that are run: `count` of them, or all, drawn by `seed`."""

    core: Core
    count: int
    seed: str

    @property
    def rtl(self) -> str:
        """The hash of the RTL that is changed."""
        return self.core.rtl_sha256

    def mutants(self) -> tuple[Mutant, ...]:
        """Every mutant of the core."""
        return find_mutants(self.core.sources(), self.core.top)

    def sample(self, mutants: Sequence[Mutant]) -> list[Mutant]:
        """Those that are run; a larger sample of the same seed begins with a smaller one."""
        drawn = list(mutants)
        random.Random(f"{self.seed} {self.core.name}").shuffle(drawn)
        return drawn[: self.count]

    def run(self, sample: Sequence[Mutant], known: set[str], tell: Tell) -> Iterator[Outcome]:
        """The outcomes of those of the sample that are not known, as they come."""
        for begin in range(0, len(sample), _BATCH):
            batch = sorted(sample[begin : begin + _BATCH])
            left = [mutant for mutant in batch if mutant.identifier not in known]
            if left:
                yield from self._run_batch(batch, left, tell)

    def _run_batch(
        self, batch: Sequence[Mutant], left: Sequence[Mutant], tell: Tell
    ) -> Iterator[Outcome]:
        ground = Ground(self.core, batch)
        survivors: list[tuple[Mutant, bool]] = []
        for mutant in left:
            fate = ground.fate(mutant)
            if fate.killed_by:
                yield Outcome(mutant.identifier, "killed", fate.killed_by, fate.sentence)
            else:
                survivors.append((mutant, fate.clocks))
        tell(f"{self.core.name}: {len(survivors)} of {len(left)} survive the short trials.")
        survivors.sort(key=lambda each: each[0].file == f"{self.core.top}.sv")  # they take longest
        for mutant, clocks in survivors:
            yield self._late(ground, mutant, clocks)
        for trial, failures in ground.known.items():
            tell(f"{self.core.name} without a mutant: {trial}: {' '.join(failures)}")

    def _late(self, ground: Ground, mutant: Mutant, clocks: bool) -> Outcome:
        """A survivor of the short trials: disproved, proved to be none, or tried at length."""
        name = mutant.identifier
        if not clocks and computes_the_standard(self.core, mutant):
            return Outcome(name, "equivalent", by=EQUIVALENCE)
        broken = disproof(self.core, mutant)
        if broken.prover:
            return Outcome(name, "killed", broken.prover, broken.sentence)
        if not clocks:
            for how, prefix in (("yosys equiv", ""), (_WITH_PROPERTIES, self.core.prefix)):
                if self._is_equivalent(mutant, prefix):
                    return Outcome(name, "equivalent", by=how)
        fate = ground.late_fate(mutant)
        if fate.killed_by:
            return Outcome(name, "killed", fate.killed_by, fate.sentence)
        return Outcome(name, "survived", clocks=clocks or fate.clocks)

    def _is_equivalent(self, mutant: Mutant, prefix: str) -> bool:
        """Whether its module is equal wherever it stands, or that and what is near, or the core."""
        sources, top, module = self.core.sources(), self.core.top, mutant.file.removesuffix(".sv")
        everywhere = [] if module == top else parameters_of(sources, module)
        try:
            if everywhere and all(
                is_equivalent(sources, module, mutant, Cache(), prefix=prefix, parameters=each)
                for each in everywhere
            ):
                return True
            return is_equivalent_around(sources, top, mutant, Cache(), prefix=prefix) or (
                is_equivalent(sources, top, mutant, Cache(), prefix=prefix)
            )
        except ToolError:
            return False  # a text that Yosys does not read proves nothing
