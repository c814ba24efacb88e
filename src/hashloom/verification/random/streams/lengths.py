"""Lengths, slots and contents that are worth sending, drawn at random."""

from __future__ import annotations

from random import Random

from hashloom.verification.random.requests import (
    MINIMUM_TAG,
    SLOT_NUMBERS,
    Packet,
    Shape,
)

KEY_CLASSES = ("empty", "below a block", "a block", "a block and a byte", "several blocks")
_LONG_CLOCKS = 40_000  # that a message at the limit of the length counter may take


def message_bytes(shape: Shape, rng: Random) -> int:
    """Length of a message: mostly up to two blocks, at the edges of beats, padding and blocks."""
    block, lanes = shape.block_bytes, shape.beat_bytes
    kind = rng.random()
    if kind < 0.1:
        return 0
    if kind < 0.3:
        edge = rng.choice((block, block - block // 8, 2 * block, 2 * block - block // 8))
        return max(0, edge + rng.randint(-2, 1))
    if kind < 0.45:
        return max(0, lanes * rng.randint(0, max(1, block // lanes)) + rng.randint(-1, 1))
    if kind < 0.85:
        return rng.randint(0, block)
    return rng.randint(0, 3 * block)


def key_bytes(shape: Shape, rng: Random) -> int:
    """Length of a key: none, less than a block, a block, a byte more, several blocks."""
    block = shape.block_bytes
    choices = (0, rng.randint(1, block - 1), block, block + 1, rng.randint(block, 3 * block))
    return rng.choices(choices, (1, 5, 2, 2, 2))[0]


def key_class(shape: Shape, length: int) -> str:
    """Name of a key length's class."""
    block = shape.block_bytes
    edges = (0, block - 1, block, block + 1)
    return KEY_CLASSES[sum(length > edge for edge in edges)]


def reaches_the_limit(shape: Shape) -> bool:
    """Whether a message is sent that is as long as the length counter counts."""
    limit = _limit(shape)
    blocks, beats = limit // shape.block_bytes, limit // shape.beat_bytes
    return blocks * shape.slot_clocks + beats <= _LONG_CLOCKS


def _limit(shape: Shape) -> int:
    """Bytes that a length counter counts."""
    return (1 << shape.length_bits) // 8


def at_the_limit(shape: Shape, rng: Random) -> int | None:
    """Length next to the limit of the length counter; None where that is too long to send."""
    if not reaches_the_limit(shape):
        return None
    limit = _limit(shape)
    near = (limit, limit - shape.block_bytes)
    return rng.choice(near) + rng.choice((-1, 0, 1, rng.randint(-shape.block_bytes, 70)))


def tag_bytes(shape: Shape, rng: Random) -> int:
    """Length of a tag, legal nine times in ten."""
    most = shape.longest_digest
    if rng.random() < 0.1:
        return rng.choice((rng.randint(0, MINIMUM_TAG - 1), most + 1, rng.randint(most + 1, 127)))
    return rng.choice((MINIMUM_TAG, most, rng.randint(MINIMUM_TAG, most)))


def slot(shape: Shape, loaded: list[int], rng: Random) -> int:
    """A key slot: mostly one of `loaded`, else another, else one that does not exist."""
    kind = rng.random()
    if loaded and kind < 0.85:
        return rng.choice(loaded)
    if kind < 0.95 or shape.slots == SLOT_NUMBERS:
        return rng.randrange(shape.slots)
    numbers = 1 << (shape.slots - 1).bit_length()
    return rng.choice((shape.slots, rng.randrange(numbers) + numbers, rng.randrange(256))) % 256


def break_rules(packet: Packet, shape: Shape, rng: Random) -> None:
    """Gives one beat of a packet a `tkeep` that breaks the rules, where its beats can."""
    full, lanes = shape.full_keep, shape.beat_bytes
    beats = packet.beats(lanes)
    index = rng.choice((0, len(beats) - 1, rng.randrange(len(beats))))
    not_from_zero = (full << rng.randint(1, lanes)) & full
    hole = full & ~(1 << rng.randrange(lanes))
    partial = full >> rng.randint(1, lanes)
    keeps = [not_from_zero, hole, rng.randint(0, full)]
    if not beats[index].last:
        keeps += [partial, partial, 0]
    packet.holes[index] = rng.choice(keeps)
