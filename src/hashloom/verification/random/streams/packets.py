"""Packets at random: every operation, keys, expected tags and states that go with each other."""

from __future__ import annotations

import hmac
from collections import deque
from random import Random

from hashloom.verification.random.requests import (
    MINIMUM_TAG,
    OPERATIONS,
    Op,
    Packet,
    Shape,
    digest_bytes,
)
from hashloom.verification.random.streams import lengths
from hashloom.verification.random.streams.oracle import NAMING, Oracle, hashed

SLOW_SETTLE = 8_000  # clocks of erasing above which it is asked for rarely
USUAL_SLOTS = 3  # that keys are mostly loaded into
_LONG = 0.01  # probability of a message at the limit of the length counter, half that of a key
Plan = Packet | None  # None stands for a packet that is drawn when its turn comes


class Packets:
    """Draws packets, one after the other, for what an oracle says that a core holds.

    Attributes:
        shape, oracle: of the core; whoever sends a packet tells the oracle.
        errors: probability of a packet that breaks the rules of beats.
        long: probability of a message at the limit of the length counter, half that of a key.
        plans: what is to be sent next, by context.
    """

    def __init__(
        self, shape: Shape, oracle: Oracle, errors: float, rng: Random, long: float = _LONG
    ) -> None:
        self.shape, self.oracle, self.errors, self.rng = shape, oracle, errors, rng
        self.long = long
        self.plans: dict[int, deque[Plan]] = {}
        self._last_tag = b""

    def name(self, packet: Packet) -> None:
        """A hash for a packet of an HMAC core of several; now and then one that is not there."""
        if self.shape.keyed and self.shape.others:
            there = packet.code in NAMING and self.rng.random() < 0.7
            numbers = len(self.shape.hash_names) if there else 1 << self.shape.choice_bits
            packet.choice = self.rng.randrange(numbers)

    def next(self, tid: int) -> Packet:
        """What was planned for a context, or else any packet."""
        plans = self.plans.setdefault(tid, deque())
        planned = plans.popleft() if plans else None
        if planned is not None:
            return planned
        return self._maybe_broken(self._drawn(tid))

    def _maybe_broken(self, packet: Packet) -> Packet:
        if self.rng.random() < self.errors:
            lengths.break_rules(packet, self.shape, self.rng)
        packet.empty_end = self.rng.random() < 0.2
        return packet

    def _drawn(self, tid: int) -> Packet:
        rng, shape = self.rng, self.shape
        if not shape.keyed:
            return Packet(tid, Op.HASH, self._message())
        rare = 0.2 if shape.settle > SLOW_SETTLE else 1.0
        planned = 0.15 if self.plans[tid] else 1.0  # what would come amid a plan like itself
        weights = {
            Op.HASH: 10.0,
            Op.MAC: 16,
            Op.VERIFY: 2,
            Op.TAG: 14 * planned,
            Op.KEY: 8 if len(self.loaded(tid)) > 1 else 20,
            Op.ERASE: 2,
            Op.ERASE_ALL: 0.7 * rare,
            Op.SAVE: 4 if shape.resume else 0.3,
            Op.RESTORE: 7 * planned if shape.resume else 0.3,
        }
        code = rng.choices([*weights, Op.RESTORE + 1], [*weights.values(), 1.5])[0]
        draw = {
            Op.KEY: self.key,
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
            slot = lengths.slot(shape, self.loaded(tid), rng)
            return Packet(tid, code, payload, rng.randint(0, 127), slot)
        return self._message_packet(tid, code)

    def _message_packet(self, tid: int, code: int) -> Packet:
        shape, rng = self.shape, self.rng
        slot = lengths.slot(shape, self.loaded(tid), rng)
        return Packet(tid, code, self._message(), lengths.tag_bytes(shape, rng), slot)

    def loaded(self, tid: int) -> list[int]:
        """Slots with a key that a context may use."""
        keys, owners = self.oracle.keys, self.oracle.owners
        return [slot for slot in keys if not self.shape.private or owners.get(slot) == tid]

    def _message(self) -> bytes:
        long = self.rng.random() < self.long
        limit = lengths.at_the_limit(self.shape, self.rng) if long else None
        length = lengths.message_bytes(self.shape, self.rng) if limit is None else limit
        return self.rng.randbytes(length)

    def key(self, tid: int) -> Packet:
        """A key for any slot."""
        rng, shape = self.rng, self.shape
        limit = lengths.at_the_limit(shape, rng) if rng.random() < 2 * self.long else None
        length = lengths.key_bytes(shape, rng) if limit is None else limit
        usual = rng.randrange(min(USUAL_SLOTS, shape.slots))
        slot = usual if rng.random() < 0.7 else lengths.slot(shape, self.loaded(tid), rng)
        return Packet(tid, Op.KEY, rng.randbytes(length), rng.randint(0, 127), slot)

    def _tag(self, tid: int) -> Packet:
        """An expected tag; the VERIFY it is for is planned, and what comes between."""
        rng, shape = self.rng, self.shape
        verify = self._message_packet(tid, Op.VERIFY)
        loaded = self.loaded(tid)
        if loaded and rng.random() < 0.85:
            verify.slot = rng.choice(loaded)
            name = self.oracle.hashes[verify.slot]
            verify.tag_bytes = rng.randint(MINIMUM_TAG, digest_bytes(name))
        key = self.oracle.keys.get(verify.slot, b"")
        name = self.oracle.hashes.get(verify.slot, shape.hash_name)
        right = hmac.digest(key, verify.payload, name)[: verify.tag_bytes]
        tag = Packet(tid, Op.TAG, right, rng.randint(0, 127), rng.randrange(256))
        plans = self.plans.setdefault(tid, deque())
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
                name = rng.choice(shape.hash_names) if shape.others else shape.hash_name
                state = hashed(name, begun, None, save=True)
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
        plans = self.plans.setdefault(tid, deque())
        plans.extend([None] * rng.choices((0, 1, 2), (8, 2, 1))[0])
        on = self._save(tid) if rng.random() < 0.4 else self._message_packet(tid, Op.HASH)
        plans.append(self._maybe_broken(on))
        return restore
