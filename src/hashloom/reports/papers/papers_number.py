"""Figures of the report on published designs, each with its origin."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.literature.earlier import result_file
from hashloom.measurements.results.result import Result


@dataclass(frozen=True)
class Number:
    """A figure with its origin.

    Attributes:
        text: as shown, unit included where the column does not say it.
        kind: "published", "measured" or "estimated".
        source: a table of a paper, or a result document and the key in it.
    """

    text: str
    kind: str
    source: str


def file_of(result: Result) -> str:
    """Where the result document of a core is, in the report's folder."""
    return result_file(result.core, result.level)
