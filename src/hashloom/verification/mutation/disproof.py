"""Mutants that no short run tells from the core, put to what `hashloom prove` runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from hashloom.cores import Core
from hashloom.errors import ToolError
from hashloom.verification.equivalence.folded.proof import prove_machine
from hashloom.verification.equivalence.proof import engine_of, prove
from hashloom.verification.flow import flow_of
from hashloom.verification.mutation.mutant import Mutant, mutated
from hashloom.verification.properties.induction import NO_ANSWER, proved
from hashloom.verification.properties.subjects import Subject, subjects_of
from hashloom.verification.proving import PROVED

EQUIVALENCE = "prove: equivalence"


@dataclass(frozen=True)
class Disproof:
    """A proof of the core that does not hold for a mutant: which, and what became of it."""

    prover: str = ""
    sentence: str = ""


def disproof(core: Core, mutant: Mutant) -> Disproof:
    """The first proof that holds for the core and not for the mutant; an empty one without any."""
    texts = mutated(core.sources(), mutant)
    return next(_disproofs(core, mutant, texts), Disproof())


def computes_the_standard(core: Core, mutant: Mutant) -> bool:
    """Whether the mutant stands in the engine, which is proved to compute the standard with it.

    The proof speaks of every word that enters and leaves and of the clock in which it does, so that
    such a mutant is another way to write the engine.
    """
    if mutant.file not in core.engine_sources():
        return False
    return _engine_status(core, mutated(core.sources(), mutant)) == PROVED


def _disproofs(core: Core, mutant: Mutant, texts: Mapping[str, str]) -> Iterator[Disproof]:
    if mutant.file in core.engine_sources() and _is_proved(core):
        status = _engine_status(core, texts)
        if status != PROVED:
            yield Disproof(EQUIVALENCE, f"The engine is {status}.")
    for subject in subjects_of(core):
        name = f"{subject.module}.sv"
        if mutant.file == f"{core.prefix}_{name}":
            found = _of_properties(subject, texts[mutant.file].replace(f"{core.prefix}_", ""))
            if found:
                yield Disproof("prove: properties", f"{subject.name}: {found}.")
    if core.streamed and not _keeps_bytes(core, texts):
        yield Disproof("prove: flow", "There is a path to an output, or none that can be followed.")


def _of_properties(subject: Subject, text: str) -> str:
    """What fails of a module with another text, or that Yosys refuses it; empty for nothing, also
    when a solver has not ended in time."""
    try:
        verdict = proved(subject, {f"{subject.module}.sv": text})
    except ToolError:
        return "not read"
    return ", ".join(name for name in verdict.failed if name != NO_ANSWER)


def _keeps_bytes(core: Core, texts: Mapping[str, str]) -> bool:
    """Whether no byte reaches another output than data; not where Yosys refuses the texts."""
    try:
        return flow_of(core, texts).status == PROVED
    except ToolError:
        return False


@cache
def _is_proved(core: Core) -> bool:
    """Whether the proof of the engine holds without a mutant."""
    return _engine_status(core, core.sources()) == PROVED


def _engine_status(core: Core, texts: Mapping[str, str]) -> str:
    """What the proof of the engine of a core with other texts says; "not read" when Yosys refuses
    it."""
    try:
        if core.folded:
            sources = {name: texts[name] for name in core.engine_sources()}
            return prove_machine(sources, core.prefix, core.program, 1, _silent).status
        engine = engine_of(core)
        own = core.sources()
        changed = {name: texts[name] for name in engine.sources if texts[name] != own[name]}
        return prove(replace(engine, sources=engine.sources | changed), 1, _silent).status
    except ToolError:
        return "not read"


def _silent(part: str, done: int, total: int) -> None:
    """Tell nobody."""
