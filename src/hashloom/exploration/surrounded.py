"""Cores behind registers or with a ring: what a requirement for one can be met with.

Those that were measured on the very target, and the candidates with streams with what would be
around them added, which are estimated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hashloom.errors import RequestError
from hashloom.exploration.candidates import (
    ESTIMATED,
    Candidate,
    built,
    candidates,
    fits,
    measured_candidate,
)
from hashloom.hashes import Hash
from hashloom.measurements.estimation.around import (
    Around,
    around_if_known,
    clocks_around,
    features_of,
    kind_of,
)
from hashloom.measurements.estimation.clocks import BLOCKS
from hashloom.measurements.estimation.space import as_built, known_engine
from hashloom.request.architecture import Architecture
from hashloom.request.bus import NONE
from hashloom.request.interface import Interface
from hashloom.request.point import is_annealed
from hashloom.targets import Target


def cores_for(
    hash_: Hash,
    interface: Interface,
    target: Target,
    documents: Sequence[Mapping[str, Any]] = (),
    blocks: int = BLOCKS,
) -> list[Candidate]:
    """Every core there is for a hash, an interface and a target, with what is around it."""
    if not interface.registered:
        return candidates(hash_, interface, target, documents, blocks)
    measured = {
        (built(document, hash_, target), is_annealed(document)): measured_candidate(
            document, blocks
        )
        for document in documents
        if document["target"] == target.name and fits(document, hash_, interface, target)
    }
    around = around_if_known(target)
    if around is None:
        return list(measured.values())
    bare = replace(interface, bus=NONE, dma=NONE)
    inside = candidates(hash_, bare, target, documents, blocks)
    asked = _Asked(hash_, interface, target, around, blocks)
    usual = {core for core, annealed in measured if not annealed}
    return [*measured.values(), *asked.estimated(inside, usual)]


@dataclass(frozen=True)
class _Asked:
    """What all candidates are asked for, and what estimates it."""

    hash: Hash
    interface: Interface
    target: Target
    around: Around
    blocks: int

    def estimated(
        self, inside: Sequence[Candidate], known: set[Architecture]
    ) -> Iterator[Candidate]:
        """Cores that can stand behind registers and were not measured there."""
        for core in inside:
            if not core.annealed and self._is_accepted(core) and self._built(core) not in known:
                yield self._with(core)

    def _built(self, core: Candidate) -> Architecture:
        """What of a core decides whether another is of the same hardware."""
        resolved, supplied = core.point.architecture.resolved(self.hash), self.interface.keyed
        engine = known_engine(self.hash, resolved, self.target, supplied=supplied)
        return as_built(resolved, engine)

    def _is_accepted(self, core: Candidate) -> bool:
        """Whether a core can have this around it."""
        try:
            self.interface.check_registers(core.contexts)
        except RequestError:
            return False
        return not core.point.architecture.pool

    def _with(self, core: Candidate) -> Candidate:
        """A core with what is around it."""
        folded = core.point.architecture.fold > 0
        features = features_of(self.hash, self.interface, core.contexts, folded=folded)
        kind = kind_of(self.interface)
        return replace(
            core,
            point=replace(core.point, interface=self.interface),
            basis=ESTIMATED,
            measured_on="",
            seeds=0,
            older=False,
            resources=self.around.resources(core.resources, features),
            clock_mhz=self.around.clock_mhz(core.clock_mhz, kind, self.target),
            clocks=clocks_around(
                core.clocks, self.hash, self.interface, self.blocks, folded=folded
            ),
        )
