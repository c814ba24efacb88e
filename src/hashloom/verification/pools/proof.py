"""Proves whose digest leaves a pool of messages."""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.inductive.proof import Induction
from hashloom.verification.packets.proof import TITLE
from hashloom.verification.pools.messages import KEPT, Messages


def has_pool(core: Core) -> bool:
    """Whether a core is a pool of messages with a shell."""
    return bool(core.architecture.pool) and core.streamed and not core.keyed


POOL = Induction(
    title=TITLE,
    proves=(
        "Messages of a tid are answered in their order, each once, with the chaining value of "
        "their own last block: that of the last row, or of the block of padding that follows it. "
        "A block starts as the first of its message just when it is, and a context has one block "
        "at a time, from its beginning until its chaining value has come. A digest is told to be "
        "flawed when a row of its own message was, or the message is too long."
    ),
    assumes=(
        "the engine gives the chaining words of a block of a context once, after it has been "
        "noted, and no others, as its own proof shows",
        "rows begin in the order in which they came, each whole and once, and digests leave in the "
        "order in which they come, which the properties of block_admission and digest_queue say",
        "a memory gives the word that was written last, two clocks after it was asked for, which "
        "word_memory's properties say",
        "no more contexts wait for their padding than block_ledger's queue has places for, which "
        "its properties assume, too, and random traffic checks",
        "which bytes rows and blocks have, and when a message is too long, is not part of this: "
        "that is what the properties of the single modules say",
    ),
    about="messages",
    speaks=has_pool,
    kept=KEPT,
    noted=lambda core, gates: {"": Messages(core, gates)},
)
