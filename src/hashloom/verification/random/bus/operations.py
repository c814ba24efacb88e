"""What OPERATION asks for, and what the oracle of streams answers a packet with."""

from __future__ import annotations

from hashloom.verification.random.bus.nouns import WORD, Outcome, Packet, Rig
from hashloom.verification.random.requests import KEYED_USER_BITS, Beat, Op, Shape, Status
from hashloom.verification.random.streams.coverage import name_of
from hashloom.verification.random.streams.oracle import Oracle


def operation_in(rig: Rig, data: int) -> int:
    """What OPERATION keeps of the word that is written to it."""
    return data & sum(each.mask for each in rig.map.register("OPERATION").fields)


def not_there(shape: Shape, fields: int) -> bool:
    """An operation or hash that a core without keys does not have."""
    hash_ = fields >> KEYED_USER_BITS
    return fields & 15 != Op.HASH or hash_ >= len(shape.hash_names)


def operation_name(shape: Shape, packet: Packet) -> str:
    """The level of the core and the operation of a packet, for coverage."""
    level = "HMAC" if shape.keyed else "message"
    return f"{level} core, {name_of(shape, packet.user & 15)}"


def outcome(oracle: Oracle, packet: Packet) -> Outcome:
    """How a packet that has ended comes out, when nothing disturbs it."""
    user = packet.user if oracle.shape.keyed else packet.user >> KEYED_USER_BITS
    content = bytes(packet.content)
    pieces = [content[i : i + WORD] for i in range(0, len(content), WORD)] or [b""]
    taken = None
    for index, piece in enumerate(pieces):
        keep = (1 << len(piece)) - 1
        last = index == len(pieces) - 1
        taken = oracle.take(Beat(0, user, piece.ljust(WORD, b"\0"), keep, last))
    due = oracle.due[0]
    assert taken is not None
    if taken.answer is None:
        return Outcome(Status.DONE)
    answer = due.popleft()
    assert answer.status is not None
    return Outcome(answer.status, answer.data, answer.meaningless)
