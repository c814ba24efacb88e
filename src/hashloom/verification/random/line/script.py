"""What is sent over a line: packets with the answers that the documents promise, and faults.

A script is of episodes.  Each begins with a restart, which forgets everything, and ends with
another one: behind whole packets, amid one, or behind a frame that is spoiled in some way.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from hashloom.verification.random.line.frames import ESCAPE, FLAG, written
from hashloom.verification.random.requests import Op, Shape, Status

PAYLOAD = 255  # bytes of a frame behind the first, at most
_NUMBERS = 64
_BYTES, _LAST = 0, 1  # kinds of frames
# What a frame that is dropped is told to be.
BROKEN, NOT_NEXT, DOWN = 0, 1, 3
# Ends of an episode that are faults, and what the board says of each.
FAULTS = {
    **dict.fromkeys(("a bit", "a byte less", "a byte more", "half", "abort", "noise"), BROKEN),
    **dict.fromkeys(("lost", "twice"), NOT_NEXT),
}
ENDS = ("whole", "amid", "unanswered", *FAULTS)
HARMLESS = ("flags", "a byte", "two bytes")  # between frames
_LENGTHS = (0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 127, 128, 252, 253, 255, 256)
_KEYS = (0, 1, 20, 32, 63, 64, 65, 127, 128, 129, 200)


@dataclass(frozen=True)
class Packet:
    """A packet and its answer.

    Attributes:
        op: what it asks for.
        command: 24 bits, what the core has as `s_axis_tuser`.
        data: its bytes.
        status: of its answer; None for what is not answered.
        answer: the bytes of its answer.
        settled: whether all before it has to be answered first.
    """

    op: Op
    command: int
    data: bytes
    status: Status | None
    answer: bytes = b""
    settled: bool = False


@dataclass
class Episode:
    """Packets between two restarts.

    Attributes:
        packets: sent whole.
        end: of ENDS.
        left: a packet that is begun and not ended, or in which the fault is.
        behind: frames that come behind a fault and are dropped.
    """

    packets: list[Packet] = field(default_factory=list)
    end: str = "whole"
    left: Packet = field(default_factory=lambda: Packet(Op.HASH, 0, b"", None))
    behind: int = 0


def episodes(shape: Shape, rng: Random) -> Iterator[Episode]:
    """Episodes without end."""
    while True:
        keys: dict[int, bytes] = {}
        episode = Episode(end=rng.choice(ENDS) if rng.random() < 0.7 else "whole")
        for _ in range(rng.randint(1, 14)):
            episode.packets += _drawn(shape, keys, rng)
        episode.left = _hash(shape, rng, rng.randint(12, 700))
        episode.behind = rng.randint(0, 3)
        yield episode


def _drawn(shape: Shape, keys: dict[int, bytes], rng: Random) -> list[Packet]:
    """A packet, or an expected tag and its VERIFY; `keys` are those in their slots."""
    if not shape.keyed:
        return [_hash(shape, rng, _length(rng))]
    ways: tuple[Callable[[], list[Packet]], ...] = (
        lambda: [_hash(shape, rng, _length(rng))],
        lambda: [_mac(shape, keys, rng)],
        lambda: _verify(shape, keys, rng),
        lambda: [_key(shape, keys, rng)],
        lambda: [_erase(shape, keys, rng)],
    )
    (way,) = rng.choices(ways, (2, 4, 3, 3, 1))
    return way()


def _length(rng: Random) -> int:
    return rng.choice(_LENGTHS) if rng.random() < 0.5 else rng.randint(0, 400)


def _hash(shape: Shape, rng: Random, length: int) -> Packet:
    number = rng.randrange(len(shape.hash_names))
    data = _data(rng, length)
    digest = hashlib.new(shape.hash_names[number], data).digest()
    command = number << 19 if shape.keyed else number
    return Packet(Op.HASH, command, data, Status.DONE, digest)


def _data(rng: Random, length: int) -> bytes:
    """Bytes, now and then many of those that a frame has in two."""
    if rng.random() < 0.2:
        return bytes(rng.choice((FLAG, ESCAPE, 0x5E, 0x5D)) for _ in range(length))
    return rng.randbytes(length)


def _command(op: Op, slot: int, tag_bytes: int) -> int:
    return op | tag_bytes << 4 | slot << 11


def _mac(shape: Shape, keys: dict[int, bytes], rng: Random) -> Packet:
    slot = rng.randrange(min(shape.slots + 1, 256))
    tag_bytes, data = rng.randint(4, shape.digest_bytes), _data(rng, _length(rng))
    command = _command(Op.MAC, slot, tag_bytes)
    if slot not in keys:
        return Packet(Op.MAC, command, data, Status.NO_KEY)
    tag = hmac.digest(keys[slot], data, shape.hash_name)[:tag_bytes]
    return Packet(Op.MAC, command, data, Status.DONE, tag)


def _verify(shape: Shape, keys: dict[int, bytes], rng: Random) -> list[Packet]:
    """TAG and VERIFY, with the right tag or one of which a bit is wrong."""
    mac = _mac(shape, keys, rng)
    tag_bytes = mac.command >> 4 & 0x7F
    command = mac.command ^ Op.MAC ^ Op.VERIFY
    if mac.status is not Status.DONE:
        tag, status = rng.randbytes(tag_bytes), Status.NO_KEY
    elif rng.random() < 0.5:
        tag, status = mac.answer, Status.DONE
    else:
        place = rng.randrange(8 * tag_bytes)
        number = int.from_bytes(mac.answer, "big") ^ 1 << place
        tag, status = number.to_bytes(tag_bytes, "big"), Status.REJECTED
    return [Packet(Op.TAG, Op.TAG, tag, None), Packet(Op.VERIFY, command, mac.data, status)]


def _key(shape: Shape, keys: dict[int, bytes], rng: Random) -> Packet:
    slot = rng.randrange(min(shape.slots + 1, 256))
    key = rng.randbytes(rng.choice(_KEYS))
    if slot >= shape.slots:
        return Packet(Op.KEY, _command(Op.KEY, slot, 0), key, Status.NO_KEY, settled=True)
    keys[slot] = key
    return Packet(Op.KEY, _command(Op.KEY, slot, 0), key, Status.DONE, settled=True)


def _erase(shape: Shape, keys: dict[int, bytes], rng: Random) -> Packet:
    op = rng.choice((Op.ERASE, Op.ERASE_ALL))
    slot = rng.randrange(shape.slots)
    if op is Op.ERASE_ALL:
        keys.clear()
    keys.pop(slot, None)
    return Packet(op, _command(op, slot, 0), b"", Status.DONE, settled=True)


class Frames:
    """Numbers the frames of an episode and cuts packets into them."""

    def __init__(self, rng: Random) -> None:
        self._rng, self.count = rng, 0

    def of(self, packet: Packet) -> list[bytes]:
        """The contents of a packet's frames."""
        left = packet.command.to_bytes(3, "little") + packet.data
        found = []
        while len(left) > PAYLOAD or (left and self._rng.random() < 0.3):
            size = self._rng.choice((PAYLOAD, self._rng.randint(0, PAYLOAD)))
            found.append(self._numbered(_BYTES, left[:size]))
            left = left[size:]
        return [*found, self._numbered(_LAST, left)]

    def first(self, packet: Packet) -> bytes:
        """The content of one frame that holds all of a packet but its end, as far as it goes."""
        return self._numbered(
            _BYTES, (packet.command.to_bytes(3, "little") + packet.data)[:PAYLOAD]
        )

    def _numbered(self, kind: int, data: bytes) -> bytes:
        number = self.count % _NUMBERS
        self.count += 1
        return bytes([kind << 6 | number]) + data


def spoiled(fault: str, content: bytes, rng: Random) -> bytes:
    """A frame on a line that does this to it, and what ends it."""
    whole = written(content)
    place = rng.randint(8, len(whole) - 3)  # a frame that ends there is no short one
    plain = rng.choice([byte for byte in range(256) if byte not in (FLAG, ESCAPE)])
    ways: dict[str, Callable[[], bytes]] = {
        "a bit": lambda: whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :],
        "a byte less": lambda: whole[:place] + whole[place + 1 :],
        "a byte more": lambda: whole[:place] + bytes([plain]) + whole[place:],
        "half": lambda: whole[:place] + bytes([FLAG]),
        "abort": lambda: whole[:place] + bytes([ESCAPE, FLAG]),
        "noise": lambda: bytes([plain] * rng.randint(3, 20) + [FLAG]),
        "lost": lambda: b"",
        "twice": lambda: whole + whole,
    }
    return ways[fault]()


def harmless(kind: str, rng: Random) -> bytes:
    """Bytes between frames that are nothing."""
    count = HARMLESS.index(kind)
    plain = [rng.choice((0x00, 0x41, 0xFF)) for _ in range(count)]
    return bytes([FLAG] * rng.randint(1, 3) + plain + [FLAG])
