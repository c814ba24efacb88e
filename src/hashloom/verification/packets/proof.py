"""Proves that every packet is answered with the digest of its own last block, by its own record.

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
from hashloom.verification.order.proof import has_order
from hashloom.verification.packets.answers import KEPT, Packets
from hashloom.verification.proving import PROVED, Progress, Section

TITLE = "whose digest an answer has"

PROVES = (
    "Messages of a context are answered in their order, each once, by the record that was written "
    "when its packet was admitted, and with the digest of its packet's own last block: for HASH "
    "that of its own rows, for MAC and VERIFY the outer block over the inner digest of its own "
    "rows. A block starts as the first of its message, and from the state of a key, just when it "
    "is to, and none is lost before. The digest of a long key goes to the loader alone."
)
_ASSUMES = (
    "digests come to where answers are made in the order in which their blocks started, each once "
    "and with whether its message is flawed, which the order of digests shows; all words of one "
    "before the next one's, as many as a digest has, which digest_store's properties say",
    "a packet's context is one that there is",
    "which bytes rows, blocks and outer blocks have, which state they start from, and of several "
    "hashes how many bytes an answer has, is not part of this: that is what the properties of the "
    "single modules and the proof of the engine say",
    "Yosys reads the SystemVerilog as other tools do",
)
_RECALLS = (
    "an outer block that the engine reads from where it has left the inner digest is told to be "
    "complete when its context's buffer is open again, which context_rota's properties assume, "
    "too, and random traffic checks",
)
_RESUME = (
    "a message is cut with a row that completes a block or behind one, which the padder's "
    "properties assume, too; its length is stored once, before its answer has been given; no inner "
    "digest has as many words as a state",
)


def prove_packets(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Proves whose digests the answers of `core` have; None for one of whose digests the order is
    not proved.

    Raises ToolError when a tool is missing or fails.
    """
    if not has_order(core):
        return None
    section = packets_of(core, core.sources())
    progress("statements on packets", len(section.obligations), len(section.obligations))
    return section


def packets_of(core: Core, sources: Mapping[str, str]) -> Section:
    """Proves it of the text of `core`, by file name.  Raises ToolError when a tool fails."""
    began = time.monotonic()
    gates = read_gates(
        hollowed(sources, core.top, core.prefix, KEPT), core.top, Cache(), reduced=True
    )
    packets = Packets(core, gates)
    obligations = obligations_of(packets)
    return Section(
        TITLE,
        PROVES,
        (
            *(_RECALLS if packets.recalls else ()),
            *(_RESUME if packets.resume else ()),
            *_ASSUMES,
        ),
        obligations,
        tuple(f"Not shown: {each.name}." for each in obligations if each.status != PROVED),
        {"yosys": find_tool("yosys").version, solvers()[0].name: solvers()[0].title},
        time.monotonic() - began,
    )
