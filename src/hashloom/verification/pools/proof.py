"""Proves whose digest leaves a pool, of messages or of HMAC."""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.inductive.proof import Induction
from hashloom.verification.packets.proof import TITLE
from hashloom.verification.pools import keyed, messages

_ASSUMES = (
    "the engine gives the chaining words of a block of a context once, after it has been noted, "
    "and no others, as its own proof shows",
    "rows begin in the order in which they came, each whole and once, and digests leave in the "
    "order in which they come, which the properties of block_admission and digest_queue say",
    "a memory gives the word that was written last, two clocks after it was asked for, which "
    "word_memory's properties say",
    "no more contexts wait for their padding than block_ledger's queue has places for, which its "
    "properties assume, too, and random traffic checks",
)


def has_pool(core: Core) -> bool:
    """Whether a core is a pool with a shell."""
    return bool(core.architecture.pool) and core.streamed


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
        *_ASSUMES,
        "which bytes rows and blocks have, and when a message is too long, is not part of this: "
        "that is what the properties of the single modules say",
    ),
    about="messages",
    speaks=lambda core: has_pool(core) and not core.keyed,
    kept=messages.KEPT,
    noted=lambda core, gates: {"": messages.Messages(core, gates)},
)

KEYED_POOL = Induction(
    title=TITLE,
    proves=(
        "Packets of a tid are answered in their order, each once, with the chaining value of their "
        "own last block and with what was said when their first row was judged: for a keyed "
        "message the last block is the outer one, whose words are those of its own packet's inner "
        "digest, and which begins from the outer state of the slot that the packet named. A "
        "context has one block at a time. Where a chaining value goes was told of its own block."
    ),
    assumes=(
        *_ASSUMES,
        "no block comes while contexts are gone through, and after a reset each has been gone "
        "through before a packet of it comes; the blocks of a key are full: pool_gate sees to it",
        "a row comes in a clock in which block_admission may take one, or in the next two if no "
        "reset is between, which pool_gate's properties say",
        "commands belong to rows in their order, which pool_judge's properties say",
        "what the judgement is, which bytes rows and blocks have, which state is in a slot, and "
        "which tag is expected, is not part of this: that is what the properties of the single "
        "modules say",
    ),
    about="packets",
    speaks=lambda core: has_pool(core) and core.keyed,
    kept=keyed.KEPT,
    noted=lambda core, gates: {"": keyed.Keyed(core, gates)},
)
