"""Mutants that no short run tells from the core, put to what `hashloom prove` runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from hashloom.cores import Core
from hashloom.errors import ToolError
from hashloom.verification.equivalence.proof import Engine, engine_of, prove
from hashloom.verification.flow import flow_of
from hashloom.verification.mutation.mutant import Mutant, mutated
from hashloom.verification.properties.induction import proved
from hashloom.verification.properties.subjects import subjects_of
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
    engine = engine_of(core)
    if mutant.file not in engine.sources:
        return False
    return _engine_status(_with(engine, mutated(core.sources(), mutant))) == PROVED


def _disproofs(core: Core, mutant: Mutant, texts: Mapping[str, str]) -> Iterator[Disproof]:
    engine = engine_of(core)
    if mutant.file in engine.sources and _engine_status(engine) == PROVED:
        status = _engine_status(_with(engine, texts))
        if status != PROVED:
            yield Disproof(EQUIVALENCE, f"The engine is {status}.")
    for subject in subjects_of(core):
        name = f"{subject.module}.sv"
        if mutant.file == f"{core.prefix}_{name}":
            verdict = proved(subject, {name: texts[mutant.file].replace(f"{core.prefix}_", "")})
            if verdict.status != PROVED:
                yield Disproof("prove: properties", f"{subject.name}: {', '.join(verdict.failed)}.")
    if core.streamed and flow_of(texts, core.top).status != PROVED:
        yield Disproof("prove: flow", "There is a path to an output.")


def _with(engine: Engine, texts: Mapping[str, str]) -> Engine:
    return replace(engine, sources={name: texts[name] for name in engine.sources})


def _engine_status(engine: Engine) -> str:
    """What the proof of an engine says; "not read" when Yosys refuses it."""
    try:
        return prove(engine, 1, lambda part, done, total: None).status
    except ToolError:
        return "not read"
