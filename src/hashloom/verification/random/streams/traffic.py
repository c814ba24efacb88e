"""Random traffic: packets of every operation on all contexts, pauses, resets and zeroisations.

The sender runs the oracle beside the beats it writes, so that expected tags are right when nothing
comes in between, and so that slots that hold keys are used most.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from random import Random

from hashloom.verification.random.requests import (
    Beat,
    Epoch,
    Op,
    Shape,
    Traffic,
    Trigger,
)
from hashloom.verification.random.streams.machine import PATTERNS, SLOWNESS
from hashloom.verification.random.streams.oracle import Oracle
from hashloom.verification.random.streams.packets import SLOW_SETTLE, USUAL_SLOTS, Packets

_PAUSED_CLOCKS = 60_000  # of a run, that pauses may take
_SLOW_SLOT = 150  # clocks


@dataclass(frozen=True)
class Mood:
    """What one run is like.

    Attributes:
        packets: to be sent in the run.
        stay: probability that the next beat is of the same context.
        active: contexts in use.
        whole: probability that what changes keys is sent whole, with nothing unfinished.
        errors: probability of a packet that breaks the rules.
        resets, zeroises: how many of them at most.
    """

    packets: int
    stay: float
    active: int
    whole: float
    errors: float
    resets: int
    zeroises: int


def traffic_of(shape: Shape, seed: int, packets: int, run: int) -> Traffic:
    """Traffic of run number `run`: the same for the same arguments."""
    rng = Random(f"{seed}/{run}")
    disturbed = run % 3
    few = shape.settle > SLOW_SETTLE
    slow = shape.slot_clocks > _SLOW_SLOT  # one message at a time would take long
    active = (3, shape.contexts, shape.contexts) if slow else (1, 2, 3, 5, shape.contexts)
    mood = Mood(
        packets=packets,
        stay=rng.choice((0.0, 0.5, 0.9, 0.98)),
        active=min(shape.contexts, rng.choice(active)) if run else shape.contexts,
        whole=rng.choice((0.3, 0.8)),
        errors=rng.choice((0.02, 0.1)),
        resets=(1 if few else 4) if disturbed == 1 else 0,
        zeroises=(2 if few else 6) if disturbed == 2 and shape.zeroize else 0,
    )
    epochs: list[Epoch] = []
    left = 2 * packets if mood.resets else packets  # some do not come to their end
    while left > 0:
        resets = mood.resets > len(epochs)
        count = (
            min(left, rng.randint(1, max(1, 2 * packets // (mood.resets + 1)))) if resets else left
        )
        left -= count
        sender = Sender(shape, mood, rng)
        epochs.append(sender.epoch(count, reset=resets and left > 0))
    beats = sum(len(epoch.beats) for epoch in epochs)
    answers = packets * max(1, shape.digest_bytes // shape.beat_bytes)
    source, sink = _pause(rng, beats), _pause(rng, answers)
    return Traffic(tuple(epochs), source, sink, rng.getrandbits(31))


def _pause(rng: Random, beats: int) -> str:
    """How a side pauses; so many beats must not take too long, and very many do not pause."""
    quick = [name for name in PATTERNS if beats * SLOWNESS[name] < _PAUSED_CLOCKS]
    return rng.choice(quick or ["none"])


class Sender:
    """Writes the beats of one epoch."""

    def __init__(self, shape: Shape, mood: Mood, rng: Random) -> None:
        self.shape, self.mood, self.rng = shape, mood, rng
        self.oracle = Oracle(shape)
        self._packets = Packets(shape, self.oracle, mood.errors, rng)
        self.beats: list[Beat] = []
        self._rest: dict[int, deque[Beat]] = {}
        self._whole: int | None = None  # the context whose packet is sent whole
        self._count = 0

    def epoch(self, packets: int, *, reset: bool) -> Epoch:
        """An epoch of so many packets; one that a reset ends may end amid packets."""
        triggers: list[Trigger] = []
        contexts = self._contexts()
        tid = contexts[0]
        zeroises = self.rng.randint(0, self.mood.zeroises)
        at = sorted(self.rng.randrange(packets) for _ in range(zeroises))
        if self.shape.keyed:
            for context in contexts[:USUAL_SLOTS]:
                self._packets.plans.setdefault(context, deque()).append(self._packets.key(context))
        while self._count < packets or self._rest:
            while at and self._count > at[0]:
                at.pop(0)
                triggers.append(self._trigger("zeroize"))
                self.oracle.zeroise()
                self._packets.plans.setdefault(tid, deque()).appendleft(self._packets.key(tid))
            if self._whole is not None:
                others = [other for other in self._rest if other != self._whole]
                tid = others[0] if others else self._whole
            elif tid not in self._rest or self.rng.random() >= self.mood.stay:
                tid = self.rng.choice(list(self._rest) if self._count >= packets else contexts)
            self._beat(tid)
        if reset:
            triggers.append(self._trigger("reset"))
        hold = self.rng.choice((1, 1, 1, 2, self.rng.randint(1, 40)))
        return Epoch(tuple(self.beats), tuple(triggers), hold)

    def _contexts(self) -> list[int]:
        """Contexts in use, and now and then one that does not exist."""
        shape = self.shape
        used = self.rng.sample(range(shape.contexts), self.mood.active)
        missing = range(shape.contexts, 1 << (shape.contexts - 1).bit_length())
        return used + ([self.rng.choice(missing)] if missing and self.rng.random() < 0.5 else [])

    def _beat(self, tid: int) -> None:
        """The next beat of a context, of a new packet where it has none."""
        if tid not in self._rest:
            packet = self._packets.next(tid)
            if packet.code in (Op.KEY, Op.ERASE, Op.ERASE_ALL) and self._whole is None:
                alone = tid < self.shape.contexts and self.rng.random() < self.mood.whole
                if alone and self._rest:  # wait until nothing is unfinished
                    self._packets.plans.setdefault(tid, deque()).appendleft(packet)
                    self._whole = tid
                    return
            self._count += tid < self.shape.contexts
            self._packets.name(packet)
            filler = self.rng.randbytes(self.shape.beat_bytes)
            self._rest[tid] = deque(self._choosing(packet.beats(self.shape.beat_bytes, filler)))
        beat = self._rest[tid].popleft()
        if not self._rest[tid]:
            del self._rest[tid]
            if self._whole == tid:
                self._whole = None
        self.oracle.take(beat)
        self.beats.append(beat)

    def _choosing(self, beats: list[Beat]) -> list[Beat]:
        """Beats of a message core with any numbers of hashes, of which the first counts."""
        if self.shape.keyed or not self.shape.others:
            return beats
        bits = self.shape.choice_bits
        return [replace(beat, user=self.rng.getrandbits(bits)) for beat in beats]

    def _trigger(self, action: str) -> Trigger:
        rng, shape = self.rng, self.shape
        delays = (
            0,
            1,
            rng.randint(0, 8),
            rng.randint(0, 60),
            rng.randint(0, 3 * shape.slot_clocks),
            rng.randint(0, 9 * shape.slot_clocks + 300),
        )
        after = rng.choice(("taken", "taken", "taken", "left", "clock"))
        count = max(0, len(self.beats) - rng.randint(0, 3))
        if after == "left":
            count = rng.randint(1, max(1, self._count * 2))
        if after == "clock":
            count = rng.randint(0, max(1, shape.settle, 4 * len(self.beats)))
        if action == "reset" and after == "taken":
            count -= rng.randint(0, count // 3) if rng.random() < 0.7 else 0
        hold = 1 if action == "reset" else rng.choice((1, 1, 1, 2, rng.randint(1, 100)))
        return Trigger(action, after, count, rng.choice(delays), hold)
