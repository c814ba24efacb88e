"""A mutant: what is changed in the text of a core."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Form = Literal["expression", "statement", "output"]


@dataclass(frozen=True, order=True)
class Edit:
    """One place of a text and what takes its place.

    Attributes:
        file: name of the file.
        start, end: the place, in characters; `end` is behind it.
        text: what takes its place.
        form: "expression" is evaluated; "statement" is run or, with the text ";", is not;
            "output" is what an output of an instance drives.
        instance: of an output, where the statement of the instance begins.
    """

    file: str
    start: int
    end: int
    text: str
    form: Form = "expression"
    instance: int = 0


@dataclass(frozen=True, order=True)
class Mutant:
    """A change of one operator, constant, condition, assignment or pair of ports.

    Attributes:
        file, line: where, the line from 1.
        kind: what sort of change, for people.
        before, after: the text that is changed, and changed.
        edits: the change.
    """

    file: str
    line: int
    kind: str
    before: str
    after: str
    edits: tuple[Edit, ...]

    @property
    def identifier(self) -> str:
        """A short name that stays as long as the file does."""
        places = "".join(f"{e.start} {e.end} {e.text}\n" for e in self.edits)
        return hashlib.sha256(f"{self.file}\n{self.kind}\n{places}".encode()).hexdigest()[:12]


def mutated(sources: Mapping[str, str], mutant: Mutant) -> dict[str, str]:
    """The texts with `mutant` in them."""
    changed = dict(sources)
    for edit in sorted(mutant.edits, reverse=True):
        text = changed[edit.file]
        changed[edit.file] = text[: edit.start] + edit.text + text[edit.end :]
    return changed
