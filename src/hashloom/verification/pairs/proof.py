"""Proves of a core of two engines that every packet is answered with its own digest.

The modules between a packet's first beat and its answer stay as they are connected in the core,
with its own parameters; the others are free to do anything.  What must hold is shown by induction
over clocks.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from hashloom.cache import Cache
from hashloom.cores import Core
from hashloom.implementation.tools import find_tool
from hashloom.verification.answers.gates import hollowed, read_gates
from hashloom.verification.equivalence.solving.solvers import solvers
from hashloom.verification.order.induction import obligations_of
from hashloom.verification.packets.proof import PROVES, TITLE
from hashloom.verification.pairs.answers import KEPT, Pair
from hashloom.verification.pairs.naming import INNER, seen_from
from hashloom.verification.pairs.order import has_pair
from hashloom.verification.proving import PROVED, Progress, Section

_ASSUMES = (
    "digests come from either engine in the order in which their blocks started in it, each once "
    "and with whether its message is flawed, which the order of digests shows; all words of one "
    "before the next one's, as many as a digest has, which digest_store's properties say",
    "a packet's context is one that there is",
    "which bytes rows, blocks and outer blocks have, which state they start from, and of several "
    "hashes how many bytes an answer has, is not part of this: that is what the properties of the "
    "single modules and the proof of the engine say",
    "Yosys reads the SystemVerilog as other tools do",
)


def prove_pair(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Proves whose digests the answers of `core` have; None for one that has not two engines.

    Raises ToolError when a tool is missing or fails.
    """
    if not has_pair(core):
        return None
    section = pair_of(core, core.sources())
    progress("statements on packets", len(section.obligations), len(section.obligations))
    return section


def pair_of(core: Core, sources: Mapping[str, str]) -> Section:
    """Proves it of the text of `core`, by file name.  Raises ToolError when a tool fails."""
    began = time.monotonic()
    gates = read_gates(
        hollowed(sources, core.top, core.prefix, KEPT), core.top, Cache(), reduced=True
    )
    obligations = obligations_of(Pair(core, seen_from(gates, INNER)))
    return Section(
        TITLE,
        PROVES,
        _ASSUMES,
        obligations,
        tuple(f"Not shown: {each.name}." for each in obligations if each.status != PROVED),
        {"yosys": find_tool("yosys").version, solvers()[0].name: solvers()[0].title},
        time.monotonic() - began,
    )
