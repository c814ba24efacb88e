"""The properties of the modules around a core's engine, as a section of its proofs."""

from __future__ import annotations

import time
from functools import partial

from hashloom.cores.core import Core
from hashloom.verification.properties.induction import proved, tools
from hashloom.verification.properties.subjects import Subject, subjects_of
from hashloom.verification.properties.texts import assertions
from hashloom.verification.proving import PROVED, Obligation, Progress, Section, solving

PROVES = (
    "Every assertion in rtl/lib/properties holds in every clock after a reset, in each module with "
    "the core's parameters, for all inputs that keep to what the properties assume of them."
)
_NEIGHBOURS = (
    "each module's neighbours keep to what its properties assume, which simulation checks in whole "
    "cores and no proof does"
)
_READER = "Yosys reads the SystemVerilog as other tools do"
# What modules are proved for at most, those modules, and what they are assumed to do the same for.
_LIMITS = (
    (
        "four contexts at most",
        "block_buffer block_ledger digest_ledger key_store tag_store",
        "more",
    ),
    ("18 contexts at most", "block_admission", "more"),
    ("32 places for digests of eight bytes or seven", "digest_queue", "others"),
    (
        "words of eight bits",
        "block_admission block_buffer block_ledger key_store tag_store turn_buffer delay_line",
        "longer ones",
    ),
    ("two contexts and two lanes at most", "turn_buffer", "more"),
    (
        "two contexts at most",
        "block_padder block_writer inner_recall length_memory length_pair state_porter",
        "more",
    ),
    ("words of 16 bits at most", "inner_recall state_porter", "longer ones"),
    ("ten states at most", "key_store", "more"),
    ("two places of two entries", "array_ledger", "more"),
    ("two contexts and beats of eight bits", "array_store", "more"),
    ("words of 32 bits where rows have sixteen", "block_padder padder", "longer ones"),
    ("six words of eight bits", "word_memory", "more"),
    ("three contexts at most", "answer_ledger burst_reader byte_align", "more"),
    ("eight words of eight bits", "word_queue", "others"),
    ("jobs of eight bits", "answer_ledger", "longer ones"),
    ("chaining values of eight bits", "chain_feed key_feed", "longer ones"),
    ("answers of eight bits", "answer_queue", "longer ones"),
)


def assumed(modules: set[str]) -> tuple[str, ...]:
    """What the proofs of some modules assume."""
    limits = []
    for limit, names, others in _LIMITS:
        found = sorted(modules & set(names.split()))
        if found:
            several = len(found) > 1
            which = f"{', '.join(found[:-1])} and {found[-1]}" if several else found[0]
            verbs = ("are", "do") if several else ("is", "does")
            limits.append(
                f"{which}, which {verbs[0]} proved for {limit}, {verbs[1]} the same for {others}"
            )
    return (_NEIGHBOURS, *limits, _READER)


def prove_properties(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Proves the properties of the modules of `core`, `jobs` programs at a time."""
    found = subjects_of(core)
    return section_of(found, jobs, progress) if found else None


def section_of(found: list[Subject], jobs: int, progress: Progress) -> Section:
    """The proofs of some modules. Raises ToolError when a tool is missing or fails."""
    began = time.monotonic()
    used = tools()
    obligations: list[Obligation] = []
    lines: list[str] = []
    with solving(jobs) as (pool, stop):
        verdicts = pool.map(partial(proved, stop=stop), found)
        for subject, verdict in zip(found, verdicts, strict=True):
            cases = assertions(subject.module)
            obligations.append(
                Obligation(subject.name, verdict.status, verdict.seconds, used["yices"], cases)
            )
            if verdict.status != PROVED:
                names = ", ".join(verdict.failed)
                lines.append(f"{subject.name}: {verdict.status}: {names}")
            progress("modules", len(obligations), len(found))
    return Section(
        "properties of the modules around the engine",
        PROVES,
        assumed({subject.module for subject in found}),
        tuple(obligations),
        tuple(lines),
        used,
        time.monotonic() - began,
    )
