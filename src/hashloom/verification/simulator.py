"""Digests and clock counts from simulation of a core's RTL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from hashloom.errors import CheckError, RequestError
from hashloom.request.level import level_named
from hashloom.verification.simulation.blocks import BlockCore, Sent, block_clocks, send
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.subject import (
    MessageCore,
    beat_bytes,
    block_bytes,
    check_length,
    longest_message,
    message_core,
    number_of,
)

# Blocks (or messages) per context of the two runs whose difference is the steady state
_SHORT_RUN, _LONG_RUN = 16, 80


@dataclass(frozen=True)
class Timing:
    """Clocks counted in simulation; nothing here is calculated from the architecture.

    Attributes:
        cycles_per_block: clocks per block of one long message alone.
        cycles_per_block_aggregate: clocks per finished block, every context busy with long
            messages that are sent a block at a time in turn.
        cycles_per_message_aggregate: clocks per finished message, every context busy with the
            longest messages of one block.
        latency_cycles: from the clock that takes the last beat of a one-block message, alone in
            the core, to the clock that gives the last beat of its digest; the worst of all lengths.
    """

    cycles_per_block: float
    cycles_per_block_aggregate: float
    cycles_per_message_aggregate: float
    latency_cycles: int


def simulate(
    core: MessageCore,
    messages: Sequence[bytes],
    *,
    hashes: Sequence[str] = (),
    stalls: float = 0.0,
    seed: int = 0,
    parallel: bool = True,
) -> list[bytes]:
    """Return the digests of `messages`, computed by the core's RTL.

    Messages go to the contexts in turn. `parallel` keeps all contexts busy, otherwise each message
    waits for the digest before it; `stalls` is the share of clocks in which either stream pauses.
    `hashes` names the hash of each message, for a core of several; otherwise all have the first.
    Raises RequestError for a hash that the core does not compute and for a message that is too long
    for its counter.
    Raises CheckError when the core breaks its protocol, stops, or calls a message malformed.
    """
    check_stalls(stalls)
    if level_named(core.level).whole:
        whole = cast(BlockCore, core)
        return list(send(whole, [Sent(m) for m in messages], stalls=stalls, seed=seed).answers)
    target = message_core(core)
    check_length(target, 8 * max(map(len, messages), default=0))
    numbers = [number_of(core, name) for name in hashes] or [0] * len(messages)
    setting = Setting(parallel=parallel, stalls=stalls, seed=seed)
    jobs = _in_turn(target, messages, numbers)
    answers = run(compile_driver(target, target.sources()), jobs, setting).whole(core.name)
    if any(answer.malformed for answer in answers):
        raise CheckError(f"{core.name} calls a well-formed message malformed.")
    return [answer.digest for answer in answers]


def check_stalls(stalls: float) -> None:
    """Raise RequestError when `stalls` is no share of the clocks that leaves some."""
    if not 0 <= stalls < 1:
        raise RequestError(f"stalls is {stalls}; it must be at least 0 and less than 1.")


def measure(core: MessageCore) -> Timing:
    """Count the clocks of `core`, an engine's through the message core around it.

    Of a core that takes blocks whole all messages are of one block, but for the long one alone.
    Raises CheckError when the core breaks its protocol or stops.
    """
    if level_named(core.level).whole:
        return _measure_blocks(cast(BlockCore, core))
    target = message_core(core)
    executable = compile_driver(target, target.sources())
    contexts = range(target.contexts)
    turn = max(1, block_bytes(target) // beat_bytes(target))
    one_block = bytes(longest_message(target, 1))

    def total(jobs: Sequence[Job]) -> int:
        outcome = run(executable, jobs, Setting(turn=turn))
        outcome.whole(core.name)
        return outcome.clocks

    def lone(blocks: int) -> int:
        return total([Job(bytes(longest_message(target, blocks)))])

    def busy(blocks: int) -> int:
        return total([Job(bytes(longest_message(target, blocks)), c) for c in contexts])

    def single(count: int) -> int:
        return total([Job(one_block, c) for _ in range(count) for c in contexts])

    steps = _LONG_RUN - _SHORT_RUN
    return Timing(
        cycles_per_block=(lone(_LONG_RUN) - lone(_SHORT_RUN)) / steps,
        cycles_per_block_aggregate=(busy(_LONG_RUN) - busy(_SHORT_RUN)) / (steps * len(contexts)),
        cycles_per_message_aggregate=(single(_LONG_RUN) - single(_SHORT_RUN))
        / (steps * len(contexts)),
        latency_cycles=_latency(executable, target),
    )


def _measure_blocks(core: BlockCore) -> Timing:
    """The clocks of a core that takes blocks whole."""
    key = b"key" if core.interface.kind.mark else None
    size = core.hash.block_bits // 8

    def lone(blocks: int) -> int:
        return send(core, [Sent(bytes((blocks - 1) * size), key)]).clocks

    clocks = block_clocks(core)
    return Timing(
        cycles_per_block=(lone(_LONG_RUN) - lone(_SHORT_RUN)) / (_LONG_RUN - _SHORT_RUN),
        cycles_per_block_aggregate=clocks.between,
        cycles_per_message_aggregate=clocks.between,
        latency_cycles=clocks.latency,
    )


def _in_turn(core: MessageCore, messages: Sequence[bytes], numbers: Sequence[int]) -> list[Job]:
    pairs = zip(messages, numbers, strict=True)
    return [Job(m, index % core.contexts, choice=n) for index, (m, n) in enumerate(pairs)]


def _latency(executable: Path, core: MessageCore) -> int:
    jobs = [Job(bytes(length)) for length in range(longest_message(core, 1) + 1)]
    outcome = run(executable, jobs, Setting(parallel=False))
    return max(answer.last_out - answer.last_in for answer in outcome.whole(core.name))
