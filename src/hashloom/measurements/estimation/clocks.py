"""Clocks of a core, derived from its numbers: what simulation counts, known beforehand.

Nothing is fitted here.  What the engine takes is of its graph; what the shell takes was read off
its modules, and tests hold every derived number against the counted ones of the measured cores.
For HMAC cores of several stages, of short slots or of two engines the numbers are near ones: tests
hold them against what simulation counted of 46 such cores.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from hashloom.measurements.estimation.features import Outline
from hashloom.rtl.shells.shell_parameters import ShellParameters

BLOCKS = 24  # of the messages by which an HMAC core's throughput is told where nobody says
# Clocks of a message alone from its last beat to its digest, beyond padding, engine and digest:
# into the padder and the block buffer, to the slot, and out of the digest store.
_WAYS = 5
# Clocks of an HMAC core besides: from the inner digest to the slot of the outer hash's block; of a
# message alone beyond its latency, with one engine and with two; and from a digest of the only
# context to its next block.
_BETWEEN = 43
_KEYED_ALONE = {1: 1, 2: -7}
_KEYED_GAP = 30
_KEYED_RETURN = 25  # from the last chaining word of the inner hash to the outer block's readiness
# Clocks by which digests that leave without a pause shorten the way of a tag: with two engines, and
# with one by the clocks of padding a block.
_QUICK = 16
_QUICK_ALONE = {16: 24, 8: 23, 4: 18}
_SHORT_SLOT = 20  # clocks of a slot so short that a context misses its turn after a message
_LONG_TURN = 120  # clocks in which a tag's block always comes in time for its group's next slot
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
    latency = _keyed_latency(outline, p)
    first = latency + _KEYED_ALONE[outline.architecture.engines]
    whole = _two_engines if outline.architecture.engines == 2 else _one_engine
    return Clocks(
        (first + (blocks - 1) * alone) / blocks,
        whole(busy, first, outline, p, blocks) / blocks,
        latency,
    )


def _lag(outline: Outline) -> int:
    """Clocks from the end of a block's slots to its last chaining word."""
    return outline.engine.result_clocks - outline.engine.alone_clocks


def _one_engine(
    busy: float, first: float, outline: Outline, p: ShellParameters, blocks: int
) -> float:
    """Clocks a message of so many blocks, every context busy, where one engine does all of it.

    The outer hash is a block more.  Its slot comes when the inner digest is there: a turn of the
    group passes, where no other group can use it, and of short slots a second one.
    """
    own = (blocks + 1) * busy
    turn = busy * p.contexts
    if p.contexts == 1:
        return own + _KEYED_GAP + _lag(outline) + 3 * _hurried(outline, p)
    if p.chosen:
        late = 0.0 if turn >= _LONG_TURN else turn if p.full_rate else 2 * turn
        return own + late / p.contexts
    slot = outline.engine.slot_clocks
    if p.stages == 1 or slot >= 2 * p.pad_clocks * p.interleave:
        return own + busy
    return own + (3 if turn <= _SHORT_SLOT else 2) * busy


def _hurried(outline: Outline, p: ShellParameters) -> int:
    """Clocks that the only engine of one context waits for a padder that takes as long as it."""
    return 5 if p.contexts == 1 and outline.engine.alone_clocks < p.pad_clocks + _WAYS else 0


def _two_engines(
    busy: float, first: float, outline: Outline, p: ShellParameters, blocks: int
) -> float:
    """Clocks a message of so many blocks, every context busy, where a second engine does the outer
    hash.

    A context has two messages under way, one in each engine, so that a short one takes half of its
    time alone, `first` and the blocks behind the first, rounded up to turns of its group.
    """
    turn = busy * p.contexts
    waits = 0.0 if p.chosen else 2.0 * _turns(outline, p)
    answered = first - _KEYED_ALONE[2] - waits  # the latency without waits for turns
    alone = first - waits + (blocks - 1) * outline.engine.alone_clocks
    if p.contexts == 1:
        missed = outline.engine.result_clocks + 2 * p.full_rate - busy
        gap = missed if busy <= _SHORT_SLOT else 0
        return max((alone - 2) / 2, blocks * busy + gap)
    under_way = math.ceil((answered + (blocks - 1) * outline.engine.alone_clocks) / turn)
    turns = max(float(blocks), under_way / 2)
    if math.ceil(answered / turn) > 2 and blocks <= 2:
        turns = max(turns, blocks + 0.5)
    if not p.chosen and turn <= _SHORT_SLOT:
        turns = max(turns, blocks + 1.0)
    return turns * busy


def _latency(outline: Outline, p: ShellParameters) -> int | None:
    """An empty message is the worst: its padding takes as long as a block of words.

    Where the shell of a message core chooses which group a slot serves, it depends on more than is
    known here; a stream narrower than the padder takes a clock more.
    """
    if p.chosen:
        return None
    clocks = _WAYS + p.pad_clocks + outline.engine.result_clocks + _digest_clocks(p)
    if p.interleave > 1:
        clocks += 2 * p.interleave - 1
    narrow = p.width < p.pad_words * p.word_bits
    return clocks + narrow + _turns(outline, p)


def _keyed_latency(outline: Outline, p: ShellParameters) -> int:
    """Twice through an engine, and where groups have their turns a wait for each."""
    engines, result = outline.architecture.engines, outline.engine.result_clocks
    whole = _digest_clocks(replace(p, digest_bytes=_STATE_WORDS * p.word_bits // 8))
    ways = _WAYS + p.pad_clocks + _BETWEEN + whole - _cut_clocks(p) - 2 * (engines - 1)
    quick = _QUICK if engines == 2 else _QUICK_ALONE.get(p.pad_clocks, _QUICK)
    clocks = 2 * result + ways - (quick if p.full_rate else 0)
    if p.chosen:
        return clocks + 2
    if p.stages == 1:
        return clocks + (_hurried(outline, p) if engines == 1 else 0)
    back = result + _KEYED_RETURN - (_QUICK if p.full_rate else 0)
    flushed = (p.flush + 1) * outline.engine.slot_clocks
    return clocks + 2 * _turns(outline, p) + max(0, flushed - back)


def _cut_clocks(p: ShellParameters) -> int:
    """Clocks by which an answer ends before a whole state would, whose words are looked up."""
    return (1 if p.full_rate else 3) * (_STATE_WORDS - p.digest_words)


def _turns(outline: Outline, p: ShellParameters) -> int:
    """Clocks until it is the turn of a context's group."""
    return (p.stages - 1) * outline.engine.slot_clocks


def _digest_clocks(p: ShellParameters) -> int:
    """Clocks from the first word of a digest to its last beat."""
    return (1 if p.full_rate else 2) * (p.digest_words - 1) + 1
