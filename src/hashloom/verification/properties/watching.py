"""Cores in simulation with the properties of their modules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from hashloom.request.interface import Interface
from hashloom.verification.properties.texts import with_properties

MOST_CONTEXTS = 8  # those of more take minutes, or gigabytes, to compile
# Modules around a core behind registers: their proofs assume of others what does not hold in every
# clock of a core.
ASSUMING = (
    *("answer_file", "answer_rest", "message_window"),
    *("answer_ledger", "answer_writer", "burst_reader", "byte_align", "descriptor_ring"),
    "ring_account",
)


class Watched(Protocol):
    """What is asked of a core."""

    @property
    def prefix(self) -> str:
        """What the names of its modules begin with."""

    @property
    def contexts(self) -> int:
        """Messages in flight."""

    @property
    def interface(self) -> Interface:
        """What it stands behind."""


def is_watched(interface: Interface, contexts: int) -> bool:
    """Whether properties are compiled in with such a core: not with one of more contexts than
    MOST_CONTEXTS, nor with one that takes blocks whole."""
    return contexts <= MOST_CONTEXTS and not interface.kind.whole


def watched(core: Watched, sources: Mapping[str, str]) -> dict[str, str]:
    """A core's sources with the properties of its modules, without where it is not watched.

    Of a core behind registers, or one that reads memory, those of ASSUMING are left out.
    """
    if not is_watched(core.interface, core.contexts):
        return dict(sources)
    around = core.interface.registered or core.interface.ringed
    return with_properties(sources, core.prefix, ASSUMING if around else ())
