"""What a report on published designs that was written before has of them, and its files' names."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom.cores import Core
from hashloom.errors import RequestError
from hashloom.files import MANIFEST
from hashloom.implementation.area import Area
from hashloom.literature.designs import PublishedDesign
from hashloom.measurements.results.reading import result_from
from hashloom.measurements.results.result import Result
from hashloom.verification.activity import Activity


def result_file(core: str, level: str) -> str:
    """Where the result document of a core is, in a report's folder."""
    return f"results/{core}-{level}.json"


def area_file(design: PublishedDesign, family: str) -> str:
    """Where the area of a design on a family is."""
    return f"results/{design.identifier}-{family}.json"


def activity_file(design: PublishedDesign) -> str:
    """Where the switching activity of a design is, by case."""
    return f"results/{design.identifier}-activity.json"


@dataclass(frozen=True)
class Earlier:
    """A report that was written before; every figure of it is as it was measured then.

    Attributes:
        folder: of the report.
    """

    folder: Path

    @staticmethod
    def of(folder: Path) -> Earlier:
        """The report in a folder.  Raises RequestError where there is none."""
        if not (folder / MANIFEST).is_file():
            raise RequestError(
                f"{folder} has no report of which something could be renewed; "
                "without --renew one is made."
            )
        return Earlier(folder)

    def result(self, core: Core) -> Result | None:
        """A core as it was placed, None where it was not."""
        document = self._document(result_file(core.name, core.level))
        return document and result_from(document)

    def area(self, design: PublishedDesign, family: str) -> Area | None:
        """A design's area on a family, None where it was not synthesised."""
        document = self._document(area_file(design, family))
        return document and Area.from_dict(document)

    def activities(self, design: PublishedDesign) -> dict[str, Activity]:
        """A design's switching activity by case, empty where it was not counted."""
        document = self._document(activity_file(design)) or {}
        return {case: Activity(**counted) for case, counted in document.items()}

    def _document(self, name: str) -> Any:
        file = self.folder / name
        return json.loads(file.read_text("utf-8")) if file.is_file() else None
