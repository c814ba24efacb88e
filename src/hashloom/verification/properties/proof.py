"""The properties of the modules around a core's engine, as a section of its proofs."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

from hashloom.cores.core import Core
from hashloom.verification.properties.induction import proved, tools
from hashloom.verification.properties.subjects import Subject, subjects_of
from hashloom.verification.properties.texts import assertions
from hashloom.verification.proving import PROVED, Obligation, Progress, Section

PROVES = (
    "Every assertion in rtl/lib/properties holds in every clock after a reset, in each module with "
    "the core's parameters, for all inputs that keep to what the properties assume of them."
)
ASSUMES = (
    "each module's neighbours keep to what its properties assume, which simulation checks in whole "
    "cores and no proof does",
    "block_buffer, digest_ledger, key_store and tag_store, which are proved for four contexts at "
    "most, do the same for more",
    "block_buffer, key_store, tag_store and turn_buffer, which are proved for words of eight bits, "
    "do the same for longer ones",
    "turn_buffer, which is proved for two contexts and two lanes at most, does the same for more",
    "block_writer, length_memory, length_pair and state_porter, which are proved for two contexts "
    "at most, do the same for more",
    "state_porter, which is proved for words of 16 bits, does the same for longer ones",
    "key_store, which is proved for ten states at most, does the same for more",
    "array_ledger, which is proved for two places of two entries, does the same for more",
    "array_store, which is proved for two contexts and beats of eight bits, does the same for more",
    "the padder, whose rows of sixteen words are proved with words of 32 bits, does the same for "
    "longer ones",
    "delay_line, which is proved for words of eight bits, does the same for longer ones",
    "word_memory, which is proved for six words of eight bits, does the same for more",
    "Yosys reads the SystemVerilog as other tools do",
)


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
    with ThreadPoolExecutor(jobs) as pool:
        for subject, verdict in zip(found, pool.map(proved, found), strict=True):
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
        ASSUMES,
        tuple(obligations),
        tuple(lines),
        used,
        time.monotonic() - began,
    )
