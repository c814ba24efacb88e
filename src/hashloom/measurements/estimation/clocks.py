"""Clocks of a core, derived from its numbers: what simulation counts, known beforehand.

What the engine takes is of its graph; what the shell takes is of the latencies of its modules, see
`ways`.  Tests hold every derived number against the counted ones of the measured cores.  Where
contexts wait for each other the numbers are near ones: what was seen of 46 HMAC cores in
simulation, against which tests hold them; the constants below are of that kind.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hashloom.measurements.estimation.features import Outline
from hashloom.measurements.estimation.ways import Ways, ways_of
from hashloom.rtl.shells.common.parameters import ShellParameters

BLOCKS = 24  # of the messages by which an HMAC core's throughput is told where nobody says
_BEGIN = 1  # clocks from slot_start to the engine's first, from which its result is counted
_NEXT = 1  # and from a tag's last beat to the next message's first, where one is there at a time
# Empirical: clocks, beyond padding, from the complete block of a tag to that of the next message in
# the only context, which is admitted meanwhile.  With blocks of fewer clocks the engine waits.
_READMITTED = 11
_READMITTED_SHORT = {True: 9, False: 8}  # a message of one block, at full rate or not
# Empirical: clocks of a slot so short that a context misses its turn after a message, and of a turn
# so long that a tag's block comes in time for its group's next slot although digests queue.
_SHORT_SLOT = 20
_LONG_TURN = 120


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
    if not outline.interface.keyed:
        return Clocks(alone, busy, _latency(outline, p))
    ways = ways_of(outline.top or p)
    latency = _keyed_latency(outline, p, ways)
    first = latency + _NEXT - ways.once
    if outline.architecture.engines == 2:
        together = _two_engines(busy, latency, first, outline, p, blocks)
    else:
        together = _one_engine(busy, outline, p, ways, blocks)
    return Clocks((first + (blocks - 1) * alone) / blocks, together / blocks, latency)


def _result(outline: Outline) -> int:
    """Clocks from the start of a block's slot to its last chaining word."""
    return _BEGIN + outline.engine.result_clocks


def _one_engine(
    busy: float, outline: Outline, p: ShellParameters, ways: Ways, blocks: int
) -> float:
    """Clocks a message of so many blocks, every context busy, where one engine does all of it.

    The outer hash is a block more.  Its slot comes when the inner digest is there: a turn of the
    group passes, where no other group can use it, and of short slots a second one.  Where the outer
    block is read from where its digest is, the next slot waits for it.
    """
    own = (blocks + 1) * busy
    turn = busy * p.contexts
    there = _result(outline) + ways.between  # from a slot to that of its outer block
    if p.contexts == 1:
        more = _READMITTED_SHORT[p.full_rate] if blocks == 1 else _READMITTED
        alone = outline.engine.alone_clocks
        return blocks * busy + busy - alone + there + max(0, p.pad_clocks + more - alone)
    if p.chosen:
        late = 0.0 if turn >= max(there, _LONG_TURN) else turn if p.full_rate else 2 * turn
        return own + late / p.contexts
    slot = outline.engine.slot_clocks
    if ways.recalled:
        return own + max(0, there - slot) / p.interleave
    if p.stages == 1 or slot >= 2 * p.pad_clocks * p.interleave:
        return own + busy
    return own + (3 if turn <= _SHORT_SLOT else 2) * busy


def _two_engines(
    busy: float, latency: int, first: int, outline: Outline, p: ShellParameters, blocks: int
) -> float:
    """Clocks a message of so many blocks, every context busy, where a second engine does the outer
    hash.

    A context has two messages under way, one in each engine, so that a short one takes half of its
    time alone, `first` and the blocks behind the first, rounded up to turns of its group.
    """
    turn = busy * p.contexts
    waits = 0.0 if p.chosen else 2.0 * _turns(outline, p)
    answered = latency - waits
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

    One right behind a reset waits for the padder, where it does not wait for a turn.  Where the
    shell of a message core chooses which group a slot serves, it depends on more than is known
    here.
    """
    if p.chosen:
        return None
    ways = ways_of(p)
    clocks = ways.arrive + ways.pad + ways.start + _result(outline) + ways.show + ways.leave
    return clocks + (ways.sweep if p.stages == 1 else _turns(outline, p))


def _keyed_latency(outline: Outline, p: ShellParameters, ways: Ways) -> int:
    """Twice through an engine, and where groups have their turns a wait for each."""
    result = _result(outline)
    there = ways.arrive + ways.pad + ways.start + result
    clocks = there + ways.between + result + ways.show + ways.leave
    if p.chosen:
        return clocks
    if p.stages == 1:
        return clocks + max(0, outline.engine.alone_clocks - result - ways.between)
    flushed = (p.flush + 1) * outline.engine.slot_clocks
    wait = max(0, flushed - result - ways.between)
    return clocks + 2 * _turns(outline, p) + wait


def _turns(outline: Outline, p: ShellParameters) -> int:
    """Clocks until it is the turn of a context's group.

    Of a message that comes when the slot before it begins; one that just misses its own waits
    longer, and which of them come one behind the other depends on the hash.
    """
    return (p.stages - 1) * outline.engine.slot_clocks
