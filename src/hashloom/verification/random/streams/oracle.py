"""What a core has to answer: docs/hmac.md and "Streams of a message core", and nothing else; of an
array of HMAC cores what docs/arrays.md says differs.

`Oracle` takes the beats of s_axis in the order in which the core took them, and resets and
zeroisations between them; it holds the answers that are due, in the order of each `tid`.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
from collections import deque
from dataclasses import dataclass, field

from hashloom.verification.random.requests import (
    MINIMUM_TAG,
    Beat,
    Op,
    Shape,
    Status,
    digest_bytes,
)
from hashloom.verification.random.streams import sha2

KEYED = (Op.MAC, Op.VERIFY)
NAMING = (Op.HASH, Op.KEY, Op.SAVE)  # name their hash, where there are several
BETWEEN = (
    Op.TAG,
    Op.ERASE,
    Op.ERASE_ALL,
)  # may come between RESTORE and what it serves, unless refused


@dataclass(frozen=True)
class Restored:
    """What a RESTORE brought: chaining value and bits hashed so far."""

    state: tuple[int, ...] = ()
    bits: int = 0
    malformed: bool = False


@dataclass(frozen=True)
class Expected:
    """An expected tag; `broken` when its packet broke the rules of `tkeep`."""

    tag: bytes
    broken: bool


@dataclass
class Answer:
    """The answer to one packet.

    Attributes:
        number: of the packet, in the order of first beats.
        code, slot: of the packet.
        status: None until it is known.
        data: the bytes that come.
        meaningless: only the number of bytes is known (a message core's digest with `tuser`).
        finished: the packet's last beat has been taken.
        erased: slots that an admitted ERASE or ERASE_ALL emptied.
    """

    number: int
    tid: int
    code: int
    slot: int
    status: Status | None = None
    data: bytes = b""
    meaningless: bool = False
    finished: bool = False
    erased: frozenset[int] = frozenset()


@dataclass
class Open:
    """A packet whose last beat has not been taken; `answer` is None where none is due.

    `key` is the key that a MAC or VERIFY was admitted with, `restored` what a HASH or SAVE goes on
    from, `expected` what a VERIFY compares with; `foreign` when its slot is another context's;
    `hash_name` the hash that it has, None where it names one that does not exist.  Of an array:
    `common` when it is a KEY that goes to all copies, `refused` when it began amid one.
    """

    code: int
    slot: int
    tag_bytes: int
    answer: Answer | None
    admitted: bool = True
    broken: bool = False
    zeroised: bool = False
    foreign: bool = False
    common: bool = False
    refused: bool = False
    payload: bytearray = field(default_factory=bytearray)
    key: bytes | None = None
    restored: Restored | None = None
    expected: Expected | None = None
    hash_name: str | None = None


class Oracle:
    """A core's state as a user can know it."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self._number = 0
        self.reset()

    def reset(self) -> None:
        """Everything is forgotten and every key erased."""
        contexts = range(self.shape.contexts)
        self.keys: dict[int, bytes] = {}
        self.hashes: dict[int, str] = {}  # of the keys, by slot
        self.owners: dict[int, int] = {}
        self.open: dict[int, Open] = {}
        self.tags: dict[int, Expected] = {}
        self.restored: dict[int, Restored] = {}
        self.due: list[deque[Answer]] = [deque() for _ in contexts]

    def zeroise(self) -> None:
        """`zeroize` came: what is under way is answered with status 7, the rest is forgotten."""
        self.keys.clear()
        self.hashes.clear()
        self.owners.clear()
        self.tags.clear()
        self.restored.clear()
        for packet in self.open.values():
            packet.zeroised = True
        for answer in (answer for queue in self.due for answer in queue):
            answer.status, answer.data, answer.erased = Status.ZEROISED, b"", frozenset()

    def take(self, beat: Beat) -> Open | None:
        """A beat was taken; its packet, or None where the `tid` does not exist: it is dropped."""
        if beat.tid >= self.shape.contexts:
            return None
        packet = self.open.get(beat.tid)
        if packet is None:
            packet = self.open[beat.tid] = self._first(beat)
        held = beat.keep.bit_length()
        packet.broken |= beat.keep & (beat.keep + 1) != 0  # a hole, or not from lane 0
        packet.broken |= not beat.last and beat.keep != self.shape.full_keep
        packet.payload += beat.data[:held]
        if beat.last:
            del self.open[beat.tid]
            self._last(beat.tid, packet)
        return packet

    def _first(self, beat: Beat) -> Open:
        """What the first beat of a packet decides."""
        answer = None
        code = self.shape.code_of(beat)
        if self.shape.answers(code):
            self._number += 1
            answer = Answer(self._number, beat.tid, code, beat.slot)
            self.due[beat.tid].append(answer)
        packet = Open(code, beat.slot, beat.tag_bytes, answer)
        packet.hash_name = self.shape.named(beat)
        if any(other.common for other in self.open.values()):
            packet.refused, packet.admitted = True, False
            if answer is not None:
                answer.status = Status.IMPOSSIBLE
        elif self.shape.keyed:
            self._admit(beat, packet)
        else:
            packet.broken = packet.hash_name is None
        return packet

    def _admit(self, beat: Beat, packet: Open) -> None:
        tid, code, slot = beat.tid, beat.code, beat.slot
        packet.foreign = self._foreign(tid, slot)
        status = self.refusal(beat)
        if code == Op.VERIFY:
            packet.expected = self.tags.pop(tid, None)
        if code not in BETWEEN or status is not None:
            packet.restored = self.restored.pop(tid, None)
        if packet.answer is not None:
            packet.answer.status = status
        packet.admitted = status is None
        packet.common = self.shape.array and code == Op.KEY and status != Status.IMPOSSIBLE
        if not packet.admitted:
            return
        if code in KEYED:
            packet.key, packet.hash_name = self.keys[slot], self.hashes[slot]
        elif code == Op.KEY:
            self._forget([slot])
            self.owners[slot] = tid
        elif code in (Op.ERASE, Op.ERASE_ALL) and packet.answer is not None:
            erased = [slot] if code == Op.ERASE else self._own(tid)
            packet.answer.erased = frozenset(erased)
            self._forget(erased)

    def refusal(self, beat: Beat) -> Status | None:
        """The status that the first beat of a packet decides; None where it decides none."""
        tid, code, slot, tag_bytes = beat.tid, beat.code, beat.slot, beat.tag_bytes
        if self._impossible(tid, code, slot, beat.last):
            return Status.IMPOSSIBLE
        if code in NAMING and self.shape.named(beat) is None:
            return Status.IMPOSSIBLE
        missing = slot >= self.shape.slots or self._foreign(tid, slot)
        if code in (*KEYED, Op.KEY, Op.ERASE) and missing:
            return Status.NO_KEY
        if code not in KEYED:
            return None
        if slot not in self.keys:
            return Status.NO_KEY
        if not MINIMUM_TAG <= tag_bytes <= digest_bytes(self.hashes[slot]):
            return Status.TAG_BYTES
        if code == Op.VERIFY:
            expected = self.tags.get(tid)
            if expected is None or expected.broken or len(expected.tag) != tag_bytes:
                return Status.NO_TAG
        return None

    def _impossible(self, tid: int, code: int, slot: int, whole: bool) -> bool:
        if not self.shape.knows(code):
            return True
        if tid in self.restored and code in (*KEYED, Op.KEY):
            return True
        others = [packet for other, packet in self.open.items() if other != tid]
        if code in (Op.ERASE, Op.ERASE_ALL):
            return bool(others) or not whole
        if self.shape.array and code == Op.KEY:
            return bool(others)
        in_the_way = (
            packet.code == Op.KEY or (packet.code in KEYED and packet.slot == slot)
            for packet in others
            if packet.admitted and not packet.zeroised
        )
        return code == Op.KEY and any(in_the_way)

    def _foreign(self, tid: int, slot: int) -> bool:
        """Whether a slot belongs to another context."""
        return self.shape.private and self.owners.get(slot, tid) != tid

    def _own(self, tid: int) -> list[int]:
        """Slots that ERASE_ALL of a `tid` erases."""
        if not self.shape.private:
            return list(range(self.shape.slots))
        return [s for s in range(self.shape.slots) if self.owners.get(s, tid) == tid]

    def _forget(self, slots: list[int]) -> None:
        for slot in slots:
            self.keys.pop(slot, None)
            self.hashes.pop(slot, None)
            self.owners.pop(slot, None)

    def _last(self, tid: int, packet: Open) -> None:
        """The packet is whole: what it leaves behind, and its answer."""
        if packet.zeroised:
            if packet.answer is not None:
                packet.answer.finished = True
            return
        if packet.answer is None:
            if packet.refused:
                return
            if packet.code == Op.TAG:
                self.tags[tid] = Expected(bytes(packet.payload), packet.broken)
            else:
                self.restored[tid] = self._restored(packet)
            return
        answer = packet.answer
        answer.finished = True
        if not self.shape.keyed:
            self._plain(packet, answer)
        elif answer.status is None:
            answer.status, answer.data = self._result(packet)
            if packet.code == Op.KEY:
                self._loaded(packet, answer.status)

    def _plain(self, packet: Open, answer: Answer) -> None:
        malformed = packet.broken or self._too_long(packet)
        answer.status = Status.MALFORMED if malformed else Status.DONE
        answer.meaningless = malformed
        last_named = (self.shape.hash_name, *self.shape.others)[-1]
        answer.data = hashlib.new(packet.hash_name or last_named, packet.payload).digest()

    def _loaded(self, packet: Open, status: Status) -> None:
        if status == Status.DONE:
            assert packet.hash_name is not None
            self.keys[packet.slot] = bytes(packet.payload)
            self.hashes[packet.slot] = packet.hash_name
        else:
            self.owners.pop(packet.slot, None)

    def _restored(self, packet: Open) -> Restored:
        size = self.shape.word_bytes
        payload = bytes(packet.payload)
        if packet.broken or len(payload) != 10 * size:
            return Restored(malformed=True)
        words = [int.from_bytes(payload[at : at + size], "big") for at in range(0, 8 * size, size)]
        bits = int.from_bytes(payload[8 * size :], "big")
        whole = bits - bits % (8 * self.shape.block_bytes)
        return Restored(tuple(words), whole, bits >> self.shape.length_bits > 0)

    def _too_long(self, packet: Open) -> bool:
        """Whether the core cannot count the packet's bits."""
        before = packet.restored.bits if packet.restored else 0
        if packet.code in KEYED:
            before = 8 * self.shape.block_bytes
        return (before + 8 * len(packet.payload)) >> self.shape.length_bits > 0

    def _result(self, packet: Open) -> tuple[Status, bytes]:
        """Status and bytes of an admitted packet."""
        shape, payload, code = self.shape, bytes(packet.payload), packet.code
        name = packet.hash_name or shape.hash_name
        if code in (Op.ERASE, Op.ERASE_ALL):
            return Status.DONE, b""
        from_malformed = packet.restored is not None and packet.restored.malformed
        if packet.broken or from_malformed or self._too_long(packet):
            return Status.MALFORMED, b""
        if code == Op.SAVE and (not payload or len(payload) % shape.block_bytes):
            return Status.MALFORMED, b""
        if code in KEYED:
            assert packet.key is not None
            tag = hmac.digest(packet.key, payload, name)[: packet.tag_bytes]
            if code == Op.MAC:
                return Status.DONE, tag
            assert packet.expected is not None
            accepted = packet.expected.tag == tag
            return (Status.DONE if accepted else Status.REJECTED), b""
        if code == Op.KEY:
            return Status.DONE, b""
        return Status.DONE, hashed(name, payload, packet.restored, save=code == Op.SAVE)


def hashed(name: str, payload: bytes, restored: Restored | None, *, save: bool) -> bytes:
    """What HASH or SAVE of a hash answers, from a restored state or from the beginning."""
    if restored is None and not save:
        return hashlib.new(name, payload).digest()
    state = restored.state if restored else sha2.initial(name)
    bits = restored.bits if restored else 0
    return _continued(name, state, bits, payload, save)


@functools.lru_cache(maxsize=4096)
def _continued(name: str, state: tuple[int, ...], bits: int, payload: bytes, save: bool) -> bytes:
    total = bits + 8 * len(payload)
    if not save:
        return sha2.digest_from(name, state, payload, total // 8)
    kind = sha2.family(name)
    after = sha2.compress(name, state, payload)
    return sha2.joined(kind, after) + total.to_bytes(kind.bits // 4, "big")
