"""Random traffic: packets of every operation on all contexts, pauses, resets and zeroisations.

The sender runs the oracle beside the beats it writes, so that expected tags are right when nothing
comes in between, and so that slots that hold keys are used most.
"""

from __future__ import annotations

import hmac
from collections import deque
from dataclasses import dataclass, replace
from random import Random

from hashloom.verification.random import lengths
from hashloom.verification.random.machine import PATTERNS, SLOWNESS
from hashloom.verification.random.oracle import NAMING, Oracle, hashed
from hashloom.verification.random.requests import (
    MINIMUM_TAG,
    OPERATIONS,
    Beat,
    Epoch,
    Op,
    Packet,
    Shape,
    Traffic,
    Trigger,
    digest_bytes,
)

_SLOW_SETTLE = 8_000  # clocks of erasing above which it is asked for rarely
_PAUSED_CLOCKS = 60_000  # of a run, that pauses may take
_SLOW_SLOT = 150  # clocks
_USUAL_SLOTS = 3  # that keys are mostly loaded into
Plan = Packet | None  # None stands for a packet that is drawn when its turn comes


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
    few = shape.settle > _SLOW_SETTLE
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
        self.beats: list[Beat] = []
        self._rest: dict[int, deque[Beat]] = {}
        self._plans: dict[int, deque[Plan]] = {}
        self._whole: int | None = None  # the context whose packet is sent whole
        self._count = 0
        self._last_tag = b""

    def epoch(self, packets: int, *, reset: bool) -> Epoch:
        """An epoch of so many packets; one that a reset ends may end amid packets."""
        triggers: list[Trigger] = []
        contexts = self._contexts()
        tid = contexts[0]
        zeroises = self.rng.randint(0, self.mood.zeroises)
        at = sorted(self.rng.randrange(packets) for _ in range(zeroises))
        if self.shape.keyed:
            for context in contexts[:_USUAL_SLOTS]:
                self._plans.setdefault(context, deque()).append(self._key(context))
        while self._count < packets or self._rest:
            while at and self._count > at[0]:
                at.pop(0)
                triggers.append(self._trigger("zeroize"))
                self.oracle.zeroise()
                self._plans.setdefault(tid, deque()).appendleft(self._key(tid))
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
            packet = self._next(tid)
            if packet.code in (Op.KEY, Op.ERASE, Op.ERASE_ALL) and self._whole is None:
                alone = tid < self.shape.contexts and self.rng.random() < self.mood.whole
                if alone and self._rest:  # wait until nothing is unfinished
                    self._plans.setdefault(tid, deque()).appendleft(packet)
                    self._whole = tid
                    return
            self._count += tid < self.shape.contexts
            self._name(packet)
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

    def _name(self, packet: Packet) -> None:
        """A hash for a packet of an HMAC core of several; now and then one that is not there."""
        if self.shape.keyed and self.shape.others:
            there = packet.code in NAMING and self.rng.random() < 0.7
            numbers = len(self.shape.hash_names) if there else 1 << self.shape.choice_bits
            packet.choice = self.rng.randrange(numbers)

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

    # -- packets ---------------------------------------------------------------------------------

    def _next(self, tid: int) -> Packet:
        plans = self._plans.setdefault(tid, deque())
        planned = plans.popleft() if plans else None
        if planned is not None:
            return planned
        return self._maybe_broken(self._drawn(tid))

    def _maybe_broken(self, packet: Packet) -> Packet:
        if self.rng.random() < self.mood.errors:
            lengths.break_rules(packet, self.shape, self.rng)
        packet.empty_end = self.rng.random() < 0.2
        return packet

    def _drawn(self, tid: int) -> Packet:
        rng, shape = self.rng, self.shape
        if not shape.keyed:
            return Packet(tid, Op.HASH, self._message())
        rare = 0.2 if shape.settle > _SLOW_SETTLE else 1.0
        planned = 0.15 if self._plans[tid] else 1.0  # what would come amid a plan like itself
        weights = {
            Op.HASH: 10.0,
            Op.MAC: 16,
            Op.VERIFY: 2,
            Op.TAG: 14 * planned,
            Op.KEY: 8 if len(self._loaded(tid)) > 1 else 20,
            Op.ERASE: 2,
            Op.ERASE_ALL: 0.7 * rare,
            Op.SAVE: 4 if shape.resume else 0.3,
            Op.RESTORE: 7 * planned if shape.resume else 0.3,
        }
        code = rng.choices([*weights, Op.RESTORE + 1], [*weights.values(), 1.5])[0]
        draw = {
            Op.KEY: self._key,
            Op.TAG: self._tag,
            Op.SAVE: self._save,
            Op.RESTORE: self._restore,
        }.get(Op(code) if code <= Op.RESTORE else Op.HASH)
        if draw is not None and (shape.knows(code) or rng.random() < 0.5):
            return draw(tid)
        if code > Op.RESTORE:
            code = rng.randint(Op.RESTORE + 1, OPERATIONS - 1)
        if code in (Op.ERASE, Op.ERASE_ALL):
            long = rng.randint(0, shape.beat_bytes if rng.random() < 0.8 else 40)
            payload = b"" if rng.random() < 0.5 else rng.randbytes(long)
            slot = lengths.slot(shape, self._loaded(tid), rng)
            return Packet(tid, code, payload, rng.randint(0, 127), slot)
        return self._message_packet(tid, code)

    def _message_packet(self, tid: int, code: int) -> Packet:
        shape, rng = self.shape, self.rng
        slot = lengths.slot(shape, self._loaded(tid), rng)
        return Packet(tid, code, self._message(), lengths.tag_bytes(shape, rng), slot)

    def _loaded(self, tid: int) -> list[int]:
        """Slots with a key that a context may use."""
        keys, owners = self.oracle.keys, self.oracle.owners
        return [slot for slot in keys if not self.shape.private or owners.get(slot) == tid]

    def _message(self) -> bytes:
        limit = lengths.at_the_limit(self.shape, self.rng) if self.rng.random() < 0.01 else None
        length = lengths.message_bytes(self.shape, self.rng) if limit is None else limit
        return self.rng.randbytes(length)

    def _key(self, tid: int) -> Packet:
        rng, shape = self.rng, self.shape
        limit = lengths.at_the_limit(shape, rng) if rng.random() < 0.02 else None
        length = lengths.key_bytes(shape, rng) if limit is None else limit
        usual = rng.randrange(min(_USUAL_SLOTS, shape.slots))
        slot = usual if rng.random() < 0.7 else lengths.slot(shape, self._loaded(tid), rng)
        return Packet(tid, Op.KEY, rng.randbytes(length), rng.randint(0, 127), slot)

    def _tag(self, tid: int) -> Packet:
        """An expected tag; the VERIFY it is for is planned, and what comes between."""
        rng, shape = self.rng, self.shape
        verify = self._message_packet(tid, Op.VERIFY)
        loaded = self._loaded(tid)
        if loaded and rng.random() < 0.85:
            verify.slot = rng.choice(loaded)
            name = self.oracle.hashes[verify.slot]
            verify.tag_bytes = rng.randint(MINIMUM_TAG, digest_bytes(name))
        key = self.oracle.keys.get(verify.slot, b"")
        name = self.oracle.hashes.get(verify.slot, shape.hash_name)
        right = hmac.digest(key, verify.payload, name)[: verify.tag_bytes]
        tag = Packet(tid, Op.TAG, right, rng.randint(0, 127), rng.randrange(256))
        plans = self._plans.setdefault(tid, deque())
        kind = rng.random()
        if kind < 0.12 and right:
            bit = rng.choice((0, 8 * len(right) - 1, rng.randrange(8 * len(right))))
            wrong = int.from_bytes(right, "little") ^ 1 << bit
            tag.payload = wrong.to_bytes(len(right), "little")
        elif kind < 0.17:
            tag.payload = right[: rng.randrange(len(right) + 1)]
        elif kind < 0.22:
            more = rng.choice((1, 4, 32, 64, 128, 256, rng.randint(1, 600)))
            tag.payload = right + rng.randbytes(more)
        elif kind < 0.27:
            lengths.break_rules(tag, shape, rng)
        elif kind < 0.30:
            tag.payload = bytes(len(right))
        elif kind < 0.33:
            tag.payload = self._last_tag
        elif kind < 0.37:  # replaced by another, malformed or not
            plans.append(Packet(tid, Op.TAG, right, holes=dict(tag.holes)))
            if rng.random() < 0.5:
                lengths.break_rules(tag, shape, rng)
                if rng.random() < 0.5:
                    plans[-1], tag = tag, Packet(tid, Op.TAG, right)
        self._last_tag = right
        tag.empty_end = rng.random() < 0.2
        plans.extend([None] * rng.choices((0, 1, 2, 4), (6, 3, 2, 1))[0])
        plans.append(self._maybe_broken(verify))
        if rng.random() < 0.1:  # the tag serves one VERIFY alone
            plans.append(verify)
        return tag

    def _save(self, tid: int) -> Packet:
        blocks = self.rng.choices((1, 2, 0), (6, 3, 1))[0]
        length = blocks * self.shape.block_bytes + (self.rng.random() < 0.1)
        return Packet(tid, Op.SAVE, self.rng.randbytes(length), self.rng.randint(0, 127))

    def _restore(self, tid: int) -> Packet:
        """A state, of a message's beginning or any; what goes on from it is planned."""
        rng, shape = self.rng, self.shape
        size = shape.word_bytes
        block_bits = 8 * shape.block_bytes
        if rng.random() < 0.4:
            begun = rng.randbytes(shape.block_bytes * rng.randint(1, 2))
            state = begun[: 10 * size]  # as good as any where states are not restored
            if shape.resume:
                state = hashed(shape.hash_name, begun, None, save=True)
        else:
            limit = 1 << shape.length_bits
            near = limit - block_bits * rng.randint(0, 3)
            bits = rng.choice((0, near, limit, rng.getrandbits(16 * size), rng.getrandbits(20)))
            bits = (bits + (rng.getrandbits(9) if rng.random() < 0.3 else 0)) % (1 << 16 * size)
            state = rng.randbytes(8 * size) + bits.to_bytes(2 * size, "big")
        if rng.random() < 0.08:
            cut = (0, 9 * size, 10 * size - 1, rng.randrange(10 * size))
            state = rng.choice((state[: rng.choice(cut)], state + bytes(rng.randint(1, 4 * size))))
        restore = Packet(tid, Op.RESTORE, state, rng.randint(0, 127), rng.randrange(256))
        if rng.random() < 0.08:
            lengths.break_rules(restore, shape, rng)
        plans = self._plans.setdefault(tid, deque())
        plans.extend([None] * rng.choices((0, 1, 2), (8, 2, 1))[0])
        on = self._save(tid) if rng.random() < 0.4 else self._message_packet(tid, Op.HASH)
        plans.append(self._maybe_broken(on))
        return restore
