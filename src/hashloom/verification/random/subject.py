"""What random traffic is run on: a compiled core, with the traffic and the oracle of its kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol


@dataclass(frozen=True)
class Ran:
    """What one run did.

    Attributes:
        packets: taken to their end.
        clocks: of the run.
        differences: between the core and the documents, in sentences.
        hits: bins.
    """

    packets: int
    clocks: int
    differences: tuple[str, ...]
    hits: frozenset[str]


class Subject(Protocol):
    """A compiled core that runs traffic of its kind; all is the same for the same arguments."""

    @property
    def executable(self) -> Path:
        """The compiled model."""

    @property
    def bins(self) -> Mapping[str, str]:
        """All bins of its kind, with why no core can hit one, or nothing."""

    def own_bins(self) -> dict[str, str]:
        """Bins that are asked of this core, with why it cannot hit one, or nothing."""

    def run(self, seed: int, run: int, packets: int) -> Ran:
        """Run number `run` of so many packets, or more."""

    def smallest(self, seed: int, run: int, packets: int, text: str, seconds: float) -> Any:
        """The run's traffic as JSON holds it, as small as time permits, that shows `text`."""

    def differences_of(self, document: Any) -> list[str]:
        """What the core does differently with such traffic."""
