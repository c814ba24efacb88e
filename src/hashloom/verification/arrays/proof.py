"""Proves whose answer leaves an array, of HMAC cores or of message cores.

The modules around the copies stay as they are connected in the core, with its own parameters; the
copies are free to do anything but to answer more than they are asked.  What must hold is shown by
induction over clocks.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from hashloom.cache import Cache
from hashloom.cores import Core
from hashloom.implementation.tools import find_tool
from hashloom.verification.answers.gates import hollowed, read_gates
from hashloom.verification.arrays import entries
from hashloom.verification.arrays.lemmas import KEPT, Keyed
from hashloom.verification.equivalence.solving.solvers import solvers
from hashloom.verification.order.induction import obligations_of
from hashloom.verification.proving import PROVED, Progress, Section

TITLE = "whose answer leaves an array"
PROVES = (
    "Every packet of a tid goes whole to the tid's copy, to all copies, or nowhere. Packets of a "
    "tid are answered in their order, each once and under this tid: by the copy that each went to, "
    "with that copy's answer to it, or for having gone nowhere. Of a packet for all copies the "
    "answers of all copies but the tid's are dropped, and no other answer is. It begins when no "
    "answer is owed and no packet unfinished, in all copies in the same clock."
)
PROVES_OF_MESSAGES = (
    "Every message has an entry of the stores for itself, from its first beat until its answer has "
    "been sent. What is stored there is the answer that its copy gives to it, which is sent once, "
    "when it is complete, and leaves under the message's tid."
)
_YOSYS = "Yosys reads the SystemVerilog as other tools do"
_ASSUMES = (
    "a copy answers the packets of each of its contexts in their order, each once and when it has "
    "come whole, with the beats of an answer behind each other, which is what zeroize_guard's "
    "properties and the proof of whose digest an answer has say of a core by itself; what it "
    "offers it withdraws at zeroize alone, and then nothing is on offer in the next clock but the "
    "end of an answer that had begun",
    "a copy that would take a beat goes on so until one comes, but at zeroize, when it takes none; "
    "it owes five answers to a context at most; its answer to what changes keys is one beat, "
    "which the properties of keyed_dispatch and keyed_collect assume, too, and random traffic "
    "checks",
    "a packet's operation is the same in all of its beats",
    _YOSYS,
)
_ASSUMES_OF_MESSAGES = (
    "a copy answers the messages of each of its contexts in the order in which they began, each "
    "once and not before, which array_ledger's properties assume, too, and random traffic checks",
    "beats go to the place that their message was given, in their order, which array_dispatch's "
    "properties say; of several answers of a tid the order is said by array_ledger's, and what is "
    "read of an entry by array_store's",
    _YOSYS,
)


def has_array(core: Core) -> bool:
    """Whether a core is an array of others."""
    return core.interface.copies > 1


def prove_array(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Proves whose answers leave `core`; None for one that is no array.

    Raises ToolError when a tool is missing or fails.
    """
    if not has_array(core):
        return None
    section = array_of(core, core.sources())
    progress("statements on the array", len(section.obligations), len(section.obligations))
    return section


def array_of(core: Core, sources: Mapping[str, str]) -> Section:
    """Proves it of the text of `core`, by file name.  Raises ToolError when a tool fails."""
    began = time.monotonic()
    kept = KEPT if core.keyed else entries.KEPT
    gates = read_gates(
        hollowed(sources, core.top, core.prefix, kept), core.top, Cache(), reduced=True
    )
    notes = Keyed(core, gates) if core.keyed else entries.Entry(core, gates)
    obligations = obligations_of(notes)
    return Section(
        TITLE,
        PROVES if core.keyed else PROVES_OF_MESSAGES,
        _ASSUMES if core.keyed else _ASSUMES_OF_MESSAGES,
        obligations,
        tuple(f"Not shown: {each.name}." for each in obligations if each.status != PROVED),
        {"yosys": find_tool("yosys").version, solvers()[0].name: solvers()[0].title},
        time.monotonic() - began,
    )
