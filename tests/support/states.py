"""What cores that save and restore states are asked, and answers by SHA-2 written in Python."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Iterator

from hashloom.cores import Core
from hashloom.verification.simulation.driver import Job
from hashloom.verification.simulation.packets import Command, Operation, Status
from support.sha2 import compressed, initial

NONE = b""
SAVE, RESTORE = Command(Operation.SAVE), Command(Operation.RESTORE)
HASH, MAC = Command(Operation.HASH), Command(Operation.MAC, 0, 16)


def words_of(data: bytes, bits: int) -> tuple[int, ...]:
    size = bits // 8
    return tuple(int.from_bytes(data[i : i + size], "big") for i in range(0, len(data), size))


def bytes_of(words: tuple[int, ...], bits: int) -> bytes:
    return b"".join(word.to_bytes(bits // 8, "big") for word in words)


def gone_on(state: tuple[int, ...], data: bytes, bits: int) -> tuple[int, ...]:
    for at in range(0, len(data), 2 * bits):
        state = compressed(state, words_of(data[at : at + 2 * bits], bits), bits)
    return state


def padded(rest: bytes, before: int, bits: int) -> bytes:
    """`rest` of a message of which `before` bits are gone, with its padding."""
    length = (before + 8 * len(rest)).to_bytes(bits // 4, "big")
    zeros = -(len(rest) + 1 + len(length)) % (2 * bits)
    return rest + b"\x80" + bytes(zeros) + length


def packed(state: tuple[int, ...], length: int, bits: int) -> bytes:
    return bytes_of(state, bits) + length.to_bytes(bits // 4, "big")


def story(core: Core, source: random.Random, context: int) -> Iterator[tuple[Job, bytes, int]]:
    """What one context is asked, with the bytes and the status of each answer."""
    bits, block = core.hash.word_bits, core.hash.block_bits // 8
    most = 1 << core.interface.length_bits
    wrap = 1 << min(bits, core.interface.length_bits - 1)
    lengths = (0, wrap - 8 * block, wrap - 16 * block, wrap, most - 64 * block)
    for number in range(10):
        state = tuple(source.getrandbits(bits) for _ in range(8))
        length = lengths[number % len(lengths)]
        more = source.randbytes(block * source.randrange(1, 4))
        rest = source.randbytes(source.randrange(3 * block))
        after, then = gone_on(state, more, bits), length + 8 * len(more)
        if number % 2:
            # What does not go on from the state may come in between, and another state before.
            yield Job(packed(state, 0, bits), context, command=RESTORE), NONE, 0
            yield Job(bytes(16), context, command=Command(Operation.TAG)), NONE, 0
        yield Job(packed(state, length, bits), context, command=RESTORE), NONE, 0
        if number % 3 == 0:
            yield Job(bytes(16), context, command=Command(Operation.TAG)), NONE, 0
        yield Job(more, context, command=SAVE), packed(after, then, bits), 0
        yield Job(more, context, command=HASH), hashlib.new(core.hash.name, more).digest(), 0
        yield Job(packed(after, then, bits), context, command=RESTORE), NONE, 0
        digest = bytes_of(gone_on(after, padded(rest, then, bits), bits), bits)
        yield Job(rest, context, command=HASH), digest[: core.hash.digest_bytes], 0
        tag = hmac.digest(b"key", rest, core.hash.name)[:16]
        yield Job(rest, context, command=MAC), tag, 0
        yield from mistakes(core, source, context, number)
        whole = packed(gone_on(initial_of(core), more, bits), 8 * len(more), bits)
        yield Job(more, context, command=SAVE), whole, 0


def initial_of(core: Core) -> tuple[int, ...]:
    found = tuple(core.hash.initial)
    assert core.hash.name not in ("sha256", "sha512") or found == initial(core.hash.word_bits)
    return found


def mistakes(
    core: Core, source: random.Random, context: int, number: int
) -> Iterator[tuple[Job, bytes, int]]:
    size, block = core.hash.word_bits // 8, core.hash.block_bits // 8
    wrong = (
        0,
        1,
        8 * size,
        10 * size - 1,
        10 * size + 1,
        11 * size,
        2 * block,
        2 * block + 10 * size,
    )
    state = source.randbytes(wrong[number % len(wrong)])
    asked = (HASH, SAVE)[number % 2]
    yield Job(state, context, command=RESTORE), NONE, 0
    yield Job(source.randbytes(block), context, command=asked), NONE, Status.MALFORMED
    yield Job(source.randbytes(10 * size), context, command=RESTORE), NONE, 0
    refused = (MAC, Command(Operation.KEY, 0), Command(Operation.VERIFY, 0, 16), Command(12))
    command = refused[number % len(refused)]
    data = source.randbytes(source.randrange(3 * block))
    yield Job(data, context, command=command), NONE, Status.NOT_POSSIBLE
    part = source.randbytes(source.choice((0, 1, block - 1, block + size, 2 * block - size)))
    yield Job(part, context, command=SAVE), NONE, Status.MALFORMED
    parts = source.randbytes(2 * block)
    if core.interface.width != 8:
        yield Job(parts, context, command=SAVE, broken=1), NONE, Status.MALFORMED
