"""Proves that every packet is answered with the digest of its own last block, by its own record."""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.proof import Induction
from hashloom.verification.order.proof import has_order
from hashloom.verification.packets.answers import KEPT, Packets

TITLE = "whose digest an answer has"

PROVES = (
    "Messages of a context are answered in their order, each once, by the record that was written "
    "when its packet was admitted, and with the digest of its packet's own last block: for HASH "
    "that of its own rows, for MAC and VERIFY the outer block over the inner digest of its own "
    "rows. A block starts as the first of its message, and from the state of a key, just when it "
    "is to, and none is lost before. The digest of a long key goes to the loader alone."
)
ASSUMES = (
    "a packet's context is one that there is",
    "which bytes rows, blocks and outer blocks have, which state they start from, and of several "
    "hashes how many bytes an answer has, is not part of this: that is what the properties of the "
    "single modules and the proof of the engine say",
)
_RECALLS = (
    "an outer block that the engine reads from where it has left the inner digest is told to be "
    "complete when its context's buffer is open again, which context_rota's properties assume, "
    "too, and random traffic checks",
)
RESUMES = (
    "a message is cut with a row that completes a block or behind one, which the padder's "
    "properties assume, too; its length is stored once, before its answer has been given",
)
_OF_STATES = ("no inner digest has as many words as a state",)


def _noted(core: Core, gates: Gates) -> dict[str, Packets]:
    packets = Packets(core, gates)
    packets.besides = (
        *(_RECALLS if packets.recalls else ()),
        *((*RESUMES, *_OF_STATES) if packets.resume else ()),
    )
    return {"": packets}


PACKETS = Induction(
    title=TITLE,
    proves=PROVES,
    assumes=(
        "digests come to where answers are made in the order in which their blocks started, each "
        "once and with whether its message is flawed, which the order of digests shows; all words "
        "of one before the next one's, as many as a digest has, which digest_store's properties "
        "say",
        *ASSUMES,
    ),
    about="packets",
    speaks=has_order,
    kept=KEPT,
    noted=_noted,
)
