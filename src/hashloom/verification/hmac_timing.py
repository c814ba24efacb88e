"""Clocks of an HMAC core, counted in simulation: the four cases of Juliato and Gebotys 2009.

A plain hash, a new key of one block, a new key of two blocks, and a cached key; each for messages
of 1 and of 24 blocks, alone and with every context busy.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hashloom.verification.simulation.driver import Answer, Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import Command, Operation
from hashloom.verification.simulation.subject import (
    HmacCore,
    beat_bytes,
    block_bytes,
    longest_message,
)
from hashloom.verification.simulator import Timing, measure
from hashloom.verification.tags import check_keyed, succeeded

PLAIN_HASH = "plain_hash"
CASES = (PLAIN_HASH, "new_key_1_block", "new_key_2_blocks", "cached_key")
BLOCKS = (1, 24)

# Messages per context of the two runs whose difference is the steady state, by blocks of a message
_RUNS = {1: (16, 80), 24: (4, 12)}


@dataclass(frozen=True)
class CaseTiming:
    """Clocks of one case, for messages of one length.

    Attributes:
        single_message: clocks of a message that is alone, a new key right before it included: from
            its first beat to the last beat of its answer. The next one is sent when that has come.
        aggregate: clocks per finished message, every context busy; with new keys as many contexts
            as there are slots, each with a slot of its own.
        block_times: blocks that a lone message has to wait for, key included.
        constant: clocks of a message alone beyond those of so many blocks.
    """

    single_message: float
    aggregate: float
    block_times: int
    constant: float


@dataclass(frozen=True)
class HmacTiming:
    """Clocks of an HMAC core counted in simulation.

    Attributes:
        hash: clocks of plain hashing; its latency is that of a tag instead: from the clock that
            takes the last beat of a message of one block, its key in the slot, to the clock that
            gives the last beat of its tag; the worst of all lengths.
        first_beat_latency: likewise to the first beat of the tag.
        key_cycles: clocks from the last beat of a key to its answer, by the key's blocks.
        cases: clocks by case and blocks of a message.
    """

    hash: Timing
    first_beat_latency: int
    key_cycles: Mapping[int, int]
    cases: Mapping[tuple[str, int], CaseTiming]


def measure_hmac(core: HmacCore, engines: int) -> HmacTiming:
    """Count the clocks of an HMAC core with so many engines.

    Raises CheckError when the core breaks its protocol, stops, or answers with an error.
    """
    check_keyed(core)
    executable = compile_driver(core, core.sources())
    plain = measure(core)
    tags, keys = _tag_answers(executable, core), _key_answers(executable, core)
    cases = {
        (case, blocks): _case(executable, core, case, blocks, engines, plain.cycles_per_block)
        for case, blocks in itertools.product(CASES, BLOCKS)
    }
    return HmacTiming(
        hash=replace(plain, latency_cycles=max(a.last_out - a.last_in for a in tags)),
        first_beat_latency=max(a.first_out - a.last_in for a in tags),
        key_cycles={blocks: a.last_out - a.last_in for blocks, a in keys.items()},
        cases=cases,
    )


def block_times(case: str, blocks: int, engines: int) -> int:
    """Blocks one after the other for a message of `blocks` blocks.

    With one engine m for a plain hash, m + 1 for a cached key, m + 3 for a new key of a block and
    m + 3 + k for one of k blocks (Juliato and Gebotys 2009, section 5.3). Two engines compute the
    inner and outer state of a new key at the same time, which saves one.
    """
    key = {PLAIN_HASH: -1, "cached_key": 0}.get(case, 2 if engines == 1 else 1)
    return blocks + 1 + key + (2 if case == "new_key_2_blocks" else 0)


def key_bytes(core: HmacCore, blocks: int) -> int:
    """Bytes of a key of one whole block, or of one hashed in so many blocks, padding included."""
    return block_bytes(core) if blocks == 1 else longest_message(core, blocks)


def _case(
    executable: Path, core: HmacCore, case: str, blocks: int, engines: int, block_clocks: float
) -> CaseTiming:
    few, many = _RUNS[blocks]
    turn = max(1, block_bytes(core) // beat_bytes(core))

    def each(contexts: Sequence[int], alone: bool) -> float:
        clocks = []
        for count in (few, many):
            jobs = case_jobs(core, case, blocks, [*contexts] * count, alone)
            outcome = run(executable, jobs, Setting(turn=turn))
            succeeded(core, outcome)
            clocks.append(outcome.clocks)
        return (clocks[1] - clocks[0]) / ((many - few) * len(contexts))

    single, times = each([0], True), block_times(case, blocks, engines)
    return CaseTiming(
        single_message=single,
        aggregate=each(busy_contexts(core, case), False),
        block_times=times,
        constant=single - times * block_clocks,
    )


def busy_contexts(core: HmacCore, case: str) -> range:
    """Contexts that can be busy at once: with new keys, or private ones, each needs a slot."""
    shared = case == PLAIN_HASH or not core.interface.private_slots
    if shared and not case.startswith("new_key"):
        return range(core.contexts)
    return range(min(core.contexts, core.interface.slots))


def case_jobs(
    core: HmacCore,
    case: str,
    blocks: int,
    contexts: Sequence[int],
    alone: bool = False,
    content: Callable[[int], bytes] = bytes,
) -> list[Job]:
    """Messages of so many blocks on `contexts`, one for each, behind the keys they find there.

    `alone` lets each wait for the answer to the one before it; `content` gives so many bytes of a
    key or of a message.
    """
    size = longest_message(core, blocks)
    cached = range(min(core.interface.slots, core.contexts)) if case == "cached_key" else ()
    jobs = [_key(content(key_bytes(core, 1)), slot, slot) for slot in cached]
    for index, context in enumerate(contexts):
        slot = 0 if case == PLAIN_HASH else context % core.interface.slots
        packets = [_message(core, content(size), context, slot, case)]
        if case.startswith("new_key"):
            key = content(key_bytes(core, 1 if case == "new_key_1_block" else 2))
            packets.insert(0, _key(key, slot, context))
        if alone or index == 0:
            packets[0] = replace(packets[0], start="answered")
        jobs += packets
    return jobs


def _message(core: HmacCore, message: bytes, context: int, slot: int, case: str) -> Job:
    if case == PLAIN_HASH:
        return Job(message, context)
    return Job(message, context, command=Command(Operation.MAC, slot, core.hash.digest_bytes))


def _key(key: bytes, slot: int = 0, context: int = 0) -> Job:
    return Job(key, context, command=Command(Operation.KEY, slot), whole=True)


def _tag_answers(executable: Path, core: HmacCore) -> list[Answer]:
    """Answers to lone messages of every length up to one block, their key in the slot.

    One goes before them: a key may be hashed still when it is answered.
    """
    mac = Command(Operation.MAC, 0, core.hash.digest_bytes)
    lengths = range(longest_message(core, 1) + 1)
    jobs = [
        _key(bytes(key_bytes(core, 1))),
        *(Job(bytes(length), command=mac) for length in (0, *lengths)),
    ]
    return list(succeeded(core, run(executable, jobs, Setting(parallel=False))))[2:]


def _key_answers(executable: Path, core: HmacCore) -> dict[int, Answer]:
    """Answers to lone keys of one block and of two."""
    jobs = [_key(bytes(key_bytes(core, blocks))) for blocks in (1, 2)]
    answers = succeeded(core, run(executable, jobs, Setting(parallel=False)))
    return dict(enumerate(answers, 1))
