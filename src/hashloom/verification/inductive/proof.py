"""What all proofs by induction over clocks have in common, from a core's text to a section.

The modules that matter stay as they are connected in the core, with its own parameters; the others
are free to do anything.  What is noted beside them, and what must hold of it, is each proof's own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from hashloom.cache import Cache
from hashloom.cores import Core
from hashloom.implementation.tools import find_tool
from hashloom.verification.answers.gates import Gates, hollowed, read_gates
from hashloom.verification.equivalence.solving.solvers import solvers
from hashloom.verification.inductive.asking import asked
from hashloom.verification.inductive.notes import Notes
from hashloom.verification.proving import PROVED, Obligation, Progress, Section

YOSYS = "Yosys reads the SystemVerilog as other tools do"


@dataclass(frozen=True)
class Induction:
    """A kind of proof, which is a prover.

    Attributes:
        title: of its section.
        proves: what is proved, in sentences.
        assumes: what is assumed of every core, besides how its text is read.
        about: what its statements are on, in a word or two.
        speaks: whether it has something to say of a core.
        kept: modules that stay; the insides of all others are left out.
        noted: of a core and its gates the notes, each under what goes before the names of its
            statements.
    """

    title: str
    proves: str
    assumes: tuple[str, ...]
    about: str
    speaks: Callable[[Core], bool]
    kept: frozenset[str]
    noted: Callable[[Core, Gates], Mapping[str, Notes]]

    def __call__(self, core: Core, jobs: int, progress: Progress) -> Section | None:
        """Proves it of `core`; None for one of which it has nothing to say.

        Raises ToolError when a tool is missing or fails.
        """
        return self.of(core, core.sources(), progress) if self.speaks(core) else None

    def of(
        self,
        core: Core,
        sources: Mapping[str, str],
        progress: Progress = lambda part, done, total: None,
    ) -> Section:
        """Proves it of the text of `core`, by file name.  Raises ToolError when a tool fails."""
        began = time.monotonic()
        text = hollowed(sources, core.top, core.prefix, self.kept)
        gates = read_gates(text, core.top, Cache(), reduced=True)
        noted = self.noted(core, gates)
        total = sum(len(notes.statements) for notes in noted.values())
        obligations: list[Obligation] = []
        for prefix, notes in noted.items():
            for each in asked(notes):
                obligations.append(replace(each, name=f"{prefix}{each.name}"))
                progress(f"statements on {self.about}", len(obligations), total)
        besides = dict.fromkeys(said for notes in noted.values() for said in notes.besides)
        return Section(
            self.title,
            self.proves,
            (*besides, *self.assumes, YOSYS),
            tuple(obligations),
            tuple(f"Not shown: {each.name}." for each in obligations if each.status != PROVED),
            {"yosys": find_tool("yosys").version, solvers()[0].name: solvers()[0].title},
            time.monotonic() - began,
        )
