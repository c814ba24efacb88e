"""Clocks of a core, derived from its numbers: what simulation counts, known beforehand.

Nothing is fitted here.  What the engine takes is of its graph; what the shell takes was read off
its modules, and tests hold every derived number against the counted ones of the measured cores.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hashloom.measurements.estimation.features import Outline
from hashloom.rtl.shells.shell_parameters import ShellParameters

BLOCKS = 24  # of the messages by which an HMAC core's throughput is told where nobody says
# Clocks of a message alone from its last beat to its digest, beyond padding, engine and digest:
# into the padder and the block buffer, to the slot, and out of the digest store.
_WAYS = 5
# Clocks of an HMAC core besides: from the inner digest to the slot of the outer hash's block; of a
# message alone, with one engine and with two; and from a digest of the only context to its next
# block.
_BETWEEN = 43
_KEYED_ALONE = {1: 80, 2: 70}
_KEYED_GAP = 30
_SHORT = 8  # blocks of a message from which on a second engine always keeps up with the first
_STATE_WORDS = 8


@dataclass(frozen=True)
class Clocks:
    """Clocks of a core.

    Attributes:
        per_block: of a message alone.
        per_block_aggregate: every context busy with long messages.
        latency: of a message of one block alone, from its last beat to the last beat of its
            digest or tag, the worst of all lengths; None where only simulation tells it.

    The blocks of an HMAC core are those of messages of so many blocks, their keys in slots.
    """

    per_block: float
    per_block_aggregate: float
    latency: int | None


def clocks_of(outline: Outline, blocks: int = BLOCKS) -> Clocks:
    """The clocks of a core; an engine's are those of the message core around it.

    `blocks`: of the messages of an HMAC core.
    """
    e, p = outline.engine, outline.shell
    beats = outline.hash.block_bits // p.width  # of a block on the stream, a clock each
    alone = float(max(e.alone_clocks, p.pad_clocks, beats))
    busy = max(e.slot_clocks / p.interleave, p.pad_clocks, beats)
    if outline.interface.level != "hmac":
        return Clocks(alone, busy, _latency(outline, p))
    beyond = _KEYED_ALONE[outline.architecture.engines] + 2 * (_lag(outline) + p.chosen)
    beyond -= _cut_clocks(p)
    return Clocks(
        ((blocks + 1) * alone + beyond) / blocks,
        _keyed_message(busy, outline, p, blocks) / blocks,
        _keyed_latency(outline, p),
    )


def _lag(outline: Outline) -> int:
    """Clocks from the end of a block's slots to its last chaining word."""
    return outline.engine.result_clocks - outline.engine.alone_clocks


def _keyed_message(busy: float, outline: Outline, p: ShellParameters, blocks: int) -> float:
    """Clocks a message of so many blocks, every context busy.

    The outer hash of a message is a block more, unless a second engine does it.  Its slot comes
    when the inner digest is there: a turn of the group passes, where no other group can use it.
    A second engine has a context wait for the tag before, of short messages: how long depends on
    more than is known here, but it never takes longer than one engine for both.
    """
    if outline.architecture.engines == 2 and blocks >= (2 if p.chosen else _SHORT):
        return blocks * busy
    if p.chosen:
        return (blocks + 1) * busy
    return (blocks + 1) * busy + (busy if p.contexts > 1 else _KEYED_GAP + _lag(outline))


def _latency(outline: Outline, p: ShellParameters) -> int | None:
    """An empty message is the worst: its padding takes as long as a block of words.

    Where the shell chooses which group a slot serves, or a stream is narrower than the padder, it
    depends on more than is known here.
    """
    if p.chosen or p.width < p.pad_words * p.word_bits:
        return None
    clocks = _WAYS + p.pad_clocks + outline.engine.result_clocks + _digest_clocks(p)
    if p.interleave > 1:
        clocks += 2 * p.interleave - 1
    return clocks + _turns(outline, p)


def _keyed_latency(outline: Outline, p: ShellParameters) -> int | None:
    """Twice through an engine."""
    if p.chosen or p.stages > 1:
        return None
    whole = _digest_clocks(replace(p, digest_bytes=_STATE_WORDS * p.word_bits // 8))
    ways = _WAYS + p.pad_clocks + _BETWEEN + whole - _cut_clocks(p)
    return 2 * outline.engine.result_clocks + ways - 2 * (outline.architecture.engines - 1)


def _cut_clocks(p: ShellParameters) -> int:
    """Clocks by which an answer ends before a whole state would, whose words are looked up."""
    return (1 if p.full_rate else 3) * (_STATE_WORDS - p.digest_words)


def _turns(outline: Outline, p: ShellParameters) -> int:
    """Clocks until it is the turn of a context's group."""
    return (p.stages - 1) * outline.engine.slot_clocks


def _digest_clocks(p: ShellParameters) -> int:
    """Clocks from the first word of a digest to its last beat."""
    return (1 if p.full_rate else 2) * (p.digest_words - 1) + 1
