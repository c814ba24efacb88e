"""The order of digests, and whose digest an answer has, in cores of many contexts.

What is proved is what `order` and `packets` prove of cores of few.  The ledger's queue has twice as
many places as there are contexts, and time grows with its square: of sixteen contexts it takes some
minutes.
"""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.order.proof import has_order, order_of
from hashloom.verification.packets.proof import packets_of
from hashloom.verification.proving import Progress, Section

MOST_CONTEXTS = 16  # of more a solver's answer is waited for too long


def has_many(core: Core) -> bool:
    """Whether a core has more contexts than those of which `order` and `packets` speak, of one
    engine, and no more than MOST_CONTEXTS, and is else one of which they do."""
    if not stands_alone(core) or core.architecture.engines != 1:
        return False
    return not has_order(core) and core.architecture.contexts <= MOST_CONTEXTS


def stands_alone(core: Core) -> bool:
    """Whether a core is an HMAC core with streams, by itself: no pool, no array, not folded."""
    if not core.keyed or core.folded or core.architecture.pool or not core.streamed:
        return False
    face = core.interface
    return not (face.registered or face.copies > 1 or face.kind.whole)


def prove_many_order(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Proves in which order the digests of `core` leave; None for one that has few contexts, or
    more than a solver ends with.

    Raises ToolError when a tool is missing or fails.
    """
    if not has_many(core):
        return None
    section = order_of(core, core.sources())
    progress("statements on order", len(section.obligations), len(section.obligations))
    return section


def prove_many_packets(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Proves whose digests the answers of `core` have; None likewise.

    Raises ToolError when a tool is missing or fails.
    """
    if not has_many(core):
        return None
    section = packets_of(core, core.sources())
    progress("statements on packets", len(section.obligations), len(section.obligations))
    return section
