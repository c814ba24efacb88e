"""Packets for an HMAC core with the answers that Python's hmac and hashlib give."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hashloom.verification.checking.checks import Check
from hashloom.verification.simulation.driver import Job, Start
from hashloom.verification.simulation.packets import Command, Operation, Status
from hashloom.verification.simulation.subject import HmacCore, block_bytes, longest_message
from hashloom.verification.tags import TagRequest, plan_tags
from hashloom.verification.vectors.reference import reference, reference_tag


@dataclass(frozen=True)
class Where:
    """Context, slot and moment of a packet."""

    context: int = 0
    slot: int = 0
    start: Start = "free"


HERE = Where()


@dataclass(frozen=True)
class Oracle:
    """What a core has to answer, see hashloom.verification.vectors.reference."""

    core: HmacCore

    def tag(self, key: bytes, message: bytes) -> bytes:
        """Return the whole tag."""
        return reference_tag(self.core.hash.name, key, message)

    def hash(self, message: bytes, context: int = 0) -> Check:
        """A message without a key; slot and tag length are noise."""
        digest = reference(self.core.hash.name)(message)
        command = Command(Operation.HASH, 255, 127)
        name = f"digest of {len(message)} bytes"
        return Check(name, Job(message, context, command=command), (digest,))

    def mac(
        self, keys: bytes | Sequence[bytes], message: bytes, tag_bytes: int, where: Where = HERE
    ) -> Check:
        """A message with the key that is in the slot, or one of those that may be."""
        possible = [keys] if isinstance(keys, bytes) else keys
        digests = tuple(self.tag(key, message)[:tag_bytes] for key in possible)
        name = (
            f"tag of {tag_bytes} bytes of {len(message)} bytes with a key of "
            f"{' or '.join(str(len(key)) for key in possible)} bytes"
        )
        return Check(name, _job(Operation.MAC, message, where, tag_bytes), digests)

    def verify(
        self,
        key: bytes,
        message: bytes,
        tag_bytes: int,
        where: Where = HERE,
        flip: int | None = None,
    ) -> tuple[Check, Check]:
        """An expected tag and the message it is for; bit `flip` of the tag is wrong."""
        tag = self.tag(key, message)[:tag_bytes]
        status = Status.OK if flip is None else Status.REJECTED
        what = "right tag" if flip is None else f"tag wrong in bit {flip}"
        expected = tag if flip is None else flipped(tag, flip)
        job = _job(Operation.VERIFY, message, Where(where.context, where.slot), tag_bytes)
        name = f"{what} of {tag_bytes} bytes of {len(message)} bytes"
        return expect(expected, where), Check(name, job, statuses=(status,))


def load(key: bytes, where: Where = HERE) -> Check:
    """A key for a slot."""
    name = f"key of {len(key)} bytes for slot {where.slot}"
    return Check(name, _job(Operation.KEY, key, where), setup=True)


def expect(tag: bytes, where: Where = HERE) -> Check:
    """The expected tag of the next verification."""
    return Check(f"expected tag of {len(tag)} bytes", _job(Operation.TAG, tag, where), setup=True)


def ask(
    name: str,
    command: Command,
    payload: bytes,
    statuses: Iterable[int],
    where: Where = HERE,
    broken: int = 0,
) -> Check:
    """A packet whose answer has no bytes."""
    job = Job(payload, where.context, command=command, broken=broken, start=where.start)
    return Check(name, job, statuses=tuple(statuses))


def erase(where: Where = HERE, everything: bool = False) -> Check:
    """Erasing a slot, or all of them."""
    operation = Operation.ERASE_ALL if everything else Operation.ERASE
    name = "erasing all slots" if everything else f"erasing slot {where.slot}"
    return Check(name, _job(operation, b"", where))


def planned(core: HmacCore, cases: Sequence[tuple[str, TagRequest, bytes]]) -> tuple[Check, ...]:
    """Return the checks of name, request and tag: keys in slots, messages on contexts in turn."""
    plan = plan_tags(core, [request for _, request, _ in cases])
    asked = dict(zip(plan.answers, cases, strict=True))
    return tuple(
        Check(asked[index][0], job, (asked[index][2],))
        if index in asked
        else Check(f"key of {len(job.message)} bytes", job, setup=True)
        for index, job in enumerate(plan.jobs)
    )


def edge_key_lengths(core: HmacCore) -> tuple[int, ...]:
    """Bytes of keys around the block: RFC 2104 hashes those that are longer."""
    block = block_bytes(core)
    return (0, 1, block - 1, block, block + 1, 3 * block)


def edge_message_lengths(core: HmacCore) -> tuple[int, ...]:
    """Bytes of messages around the block boundaries and the ends of the padding."""
    block = block_bytes(core)
    ends = [longest_message(core, blocks) + more for blocks in (1, 2) for more in (0, 1)]
    return (0, 1, block - 1, block, block + 1, *ends, 2 * block, 3 * block)


def random_request(core: HmacCore, source: random.Random, keys: list[bytes]) -> TagRequest:
    """A random message with one of the last keys, or with a new one, which joins `keys`."""
    block = block_bytes(core)
    if not keys or source.random() < 0.5:
        longest = source.choice((32, block, 3 * block))
        keys.append(source.randbytes(source.randrange(longest + 1)))
    message = source.randbytes(source.randrange(source.choice((block, 4 * block))))
    tag_bytes = source.randrange(4, core.hash.digest_bytes + 1) if source.random() < 0.3 else None
    return TagRequest(source.choice(keys[-2 * core.interface.slots :]), message, tag_bytes)


def flipped(data: bytes, bit: int) -> bytes:
    """Return `data` with one bit changed; bit 0 is the lowest of byte 0."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def _job(operation: Operation, payload: bytes, where: Where, tag_bytes: int = 0) -> Job:
    command = Command(operation, where.slot, tag_bytes)
    return Job(payload, where.context, command=command, start=where.start)
