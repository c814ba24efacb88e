"""Clocks of a core, derived from its numbers: what simulation counts, known beforehand.

Nothing is fitted here.  What the engine takes is of its graph; what the shell takes was read off
its modules, and tests hold every derived number against the counted ones of the measured cores.
"""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.exploration.features import Outline
from hashloom.rtl.shell_parameters import ShellParameters

BLOCKS = 24  # of the message by which an HMAC core's throughput is told
_DIGEST_WORDS = 8  # of a chaining value
# Clocks of a message alone from its last beat to its digest, beyond padding, engine and digest:
# into the padder and the block buffer, to the slot, and out of the digest store.
_WAYS = 5


@dataclass(frozen=True)
class Clocks:
    """Clocks of a core.

    Attributes:
        per_block: of a message alone.
        per_block_aggregate: every context busy with long messages.
        latency: of a message of one block alone, from its last beat to the last beat of its
            digest, the worst of all lengths; None for an HMAC core, whose ways differ too much.
    """

    per_block: float
    per_block_aggregate: float
    latency: int | None


def clocks_of(outline: Outline, p: ShellParameters) -> Clocks:
    """The clocks of a core; an engine's are those of the message core around it."""
    e = outline.engine
    keyed = outline.interface.level == "hmac"
    return Clocks(
        per_block=float(max(e.alone_clocks, p.pad_clocks)),
        per_block_aggregate=max(e.slot_clocks / p.interleave, p.pad_clocks),
        latency=None if keyed else _latency(outline, p),
    )


def _latency(outline: Outline, p: ShellParameters) -> int:
    """An empty message is the worst: its padding takes as long as a block of words."""
    e = outline.engine
    clocks = _WAYS + p.pad_clocks + e.result_clocks + _digest_clocks(p)
    if p.interleave > 1:
        clocks += 2 * p.interleave - 1
    if p.stages > 1 and not p.chosen:
        clocks += (p.stages - 1) * e.slot_clocks  # until it is the group's turn
    return clocks


def _digest_clocks(p: ShellParameters) -> int:
    """Clocks from the first word of a digest to its last beat."""
    return (1 if p.full_rate else 2) * (p.digest_words - 1) + 1
