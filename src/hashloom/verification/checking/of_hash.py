"""An HMAC core of several hashes as one of each of them: its packets say so when they are sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hashloom.verification.checking.checks import Check
from hashloom.verification.simulation.driver import Job
from hashloom.verification.simulation.packets import NAMING
from hashloom.verification.simulation.subject import (
    HashFacts,
    HmacCore,
    HmacInterfaceFacts,
    hashes_of,
)


@dataclass(frozen=True)
class OfHash:
    """A core of several hashes, all of whose keys and messages are to have that of a number."""

    core: HmacCore
    number: int

    @property
    def name(self) -> str:
        """Of the core."""
        return self.core.name

    @property
    def top(self) -> str:
        """The top module."""
        return self.core.top

    @property
    def level(self) -> str:
        """That of an HMAC core."""
        return self.core.level

    @property
    def contexts(self) -> int:
        """Messages in flight."""
        return self.core.contexts

    @property
    def hash(self) -> HashFacts:
        """The hash of that number."""
        return self.hashes[self.number]

    @property
    def hashes(self) -> tuple[HashFacts, ...]:
        """What the core computes, by number."""
        return hashes_of(self.core)

    @property
    def interface(self) -> HmacInterfaceFacts:
        """Streams and key store."""
        return self.core.interface

    @property
    def settle_clocks(self) -> int:
        """Clocks after a reset after which nothing of a key is left."""
        return self.core.settle_clocks

    def sources(self) -> dict[str, str]:
        """SystemVerilog text by file name."""
        return self.core.sources()


def each_hash(core: HmacCore) -> list[HmacCore]:
    """A core as one of each of its hashes; of one alone it is itself."""
    numbers = range(len(hashes_of(core)))
    return [OfHash(core, number) for number in numbers] if len(numbers) > 1 else [core]


def as_sent(core: HmacCore, checks: Sequence[Check]) -> tuple[Check, ...]:
    """The checks as they are sent to a core of one hash, or to one as of a hash.

    Packets that name a hash name that one; the others name another, which they have no use for.
    All are of one `tid` where a slot serves only the one that loaded it.  What other `tid`s get
    there is left to the suite "random".
    """
    named = as_named(core, checks)
    if not core.interface.private_slots:
        return named
    return tuple(replace(check, job=replace(check.job, context=0)) for check in named)


def as_named(core: HmacCore, checks: Sequence[Check]) -> tuple[Check, ...]:
    """The same on the `tid`s they have, as for packets that use no slot."""
    return tuple(replace(check, job=_named(core, check.job)) for check in checks)


def _named(core: HmacCore, job: Job) -> Job:
    if not isinstance(core, OfHash):
        return job
    names = job.command.operation in NAMING
    number = core.number if names else (core.number + 1) % len(core.hashes)
    return replace(job, command=replace(job.command, hash=number))
