"""Proves whose answer leaves an array, of HMAC cores or of message cores.

The modules around the copies stay; the copies are free to do anything but to answer more than they
are asked.
"""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.arrays import entries
from hashloom.verification.arrays.lemmas import KEPT, Keyed
from hashloom.verification.inductive.proof import Induction

_TITLE = "whose answer leaves an array"


def has_array(core: Core) -> bool:
    """Whether a core is an array of others."""
    return core.interface.copies > 1


KEYED_ARRAY = Induction(
    title=_TITLE,
    proves=(
        "Every packet of a tid goes whole to the tid's copy, to all copies, or nowhere. Packets of "
        "a tid are answered in their order, each once and under this tid: by the copy that each "
        "went to, with that copy's answer to it, or for having gone nowhere. Of a packet for all "
        "copies the answers of all copies but the tid's are dropped, and no other answer is. It "
        "begins when no answer is owed and no packet unfinished, in all copies in the same clock."
    ),
    assumes=(
        "a copy answers the packets of each of its contexts in their order, each once and when it "
        "has come whole, with the beats of an answer behind each other, which is what "
        "zeroize_guard's properties and the proof of whose digest an answer has say of a core by "
        "itself; what it offers it withdraws at zeroize alone, and then nothing is on offer in the "
        "next clock but the end of an answer that had begun",
        "a copy that would take a beat goes on so until one comes, but at zeroize, when it takes "
        "none; it owes five answers to a context at most; its answer to what changes keys is one "
        "beat, which the properties of keyed_dispatch and keyed_collect assume, too, and random "
        "traffic checks",
        "a packet's operation is the same in all of its beats",
    ),
    about="the array",
    speaks=lambda core: has_array(core) and core.keyed,
    kept=KEPT,
    noted=lambda core, gates: {"": Keyed(core, gates)},
)

MESSAGE_ARRAY = Induction(
    title=_TITLE,
    proves=(
        "Every message has an entry of the stores for itself, from its first beat until its answer "
        "has been sent. What is stored there is the answer that its copy gives to it, which is "
        "sent once, when it is complete, and leaves under the message's tid."
    ),
    assumes=(
        "a copy answers the messages of each of its contexts in the order in which they began, "
        "each once and not before, which array_ledger's properties assume, too, and random traffic "
        "checks",
        "beats go to the place that their message was given, in their order, which "
        "array_dispatch's properties say; of several answers of a tid the order is said by "
        "array_ledger's, and what is read of an entry by array_store's",
    ),
    about="the array",
    speaks=lambda core: has_array(core) and not core.keyed,
    kept=entries.KEPT,
    noted=lambda core, gates: {"": entries.Entry(core, gates)},
)
