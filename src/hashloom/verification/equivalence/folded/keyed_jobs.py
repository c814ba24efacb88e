"""What can be asked of a folded HMAC core's machine, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from hashloom.verification.equivalence.folded.words import Kind, Part
from hashloom.verification.equivalence.netlists.values import Value

Does = Literal["wipe", "erase", "erase all", "block", "hash", "mac", "verify", "key", "tag"]
# No packet is at work; the first block of one is awaited; a later one is; something is done.
Phase = Literal["idle", "first", "later", "work"]
_TITLES = {
    "wipe": "the erasure after a reset",
    "erase": "ERASE",
    "erase all": "ERASE_ALL",
    "hash": "HASH's last block",
    "mac": "MAC's last block",
    "verify": "VERIFY's last block",
    "key": "KEY",
    "tag": "TAG",
}
_OPERATIONS: dict[str, dict[str, Value]] = {
    "hash": {"is_tag": 0, "is_key": 0, "keyed": 0, "verify": 0},
    "mac": {"is_tag": 0, "is_key": 0, "keyed": 1, "verify": 0},
    "verify": {"is_tag": 0, "is_key": 0, "keyed": 1, "verify": 1},
    "key": {"is_tag": 0, "is_key": 1, "keyed": 0, "verify": 0},
    "tag": {"is_tag": 1, "is_key": 0, "keyed": 0, "verify": 0},
}
_GOES_ON: tuple[Part, ...] = ("whole", "between")


class Job(NamedTuple):
    """A piece of work, from rest to rest.

    Attributes:
        does: a block that is not the last of its message, an operation's last block with all that
            comes of it, or an erasure.
        kind: of the block.
        slot: the slot that is read or written, where one is.
        broken: whether the packet broke the rules of the stream, where that decides what is done.
        too_long: whether the blocks before it are too many, likewise.
    """

    does: Does
    kind: Kind | None = None
    slot: int | None = None
    broken: int | None = None
    too_long: int | None = None

    def __str__(self) -> str:
        of_slot = "" if self.slot is None else f" of slot {self.slot}"
        flawed = " that is flawed" if self.flawed else ""
        if self.does == "block" and self.kind is not None:
            title = f"a {'first' if self.kind.first else 'later'} block, {self.kind.part},"
        else:
            title = _TITLES[self.does]
        return f"{title}{of_slot}{flawed}"

    @property
    def goes_on(self) -> bool:
        """Whether a further block of its message comes behind it."""
        return self.does == "block"

    @property
    def answers(self) -> bool:
        """Whether words of an answer leave."""
        return self.does in ("hash", "mac", "verify")

    @property
    def erases(self) -> bool:
        """Whether all that the work is done with is zero behind it."""
        return self.does in ("wipe", "erase", "erase all") or (self.does == "key" and self.flawed)

    @property
    def flawed(self) -> bool:
        """Whether the packet is known to be an error."""
        return bool(self.broken or self.too_long)

    @property
    def ports(self) -> dict[str, Value]:
        """What the machine is told in every clock of it; words and errors apart."""
        quiet: dict[str, Value] = {"rst": 0, "fill": 0, "fill_data": 0, "digest_ready": 1}
        quiet |= {} if self.slot is None else {"slot": self.slot}
        if self.does in ("wipe", "erase", "erase all"):
            wipe = int(self.does == "wipe")
            told: dict[str, Value] = {"wipe": wipe, "clear": wipe, "erase": 1 - wipe}
            told |= {} if wipe else {"every": int(self.does == "erase all")}
            return {**quiet, **told, "block_valid": 0}
        return {**quiet, "wipe": 0, "clear": 0, "erase": 0, **self._of_block()}

    def _of_block(self) -> dict[str, Value]:
        kind = self.kind
        if kind is None or kind.part == "short":
            return {"block_valid": 1, "block_short": 1, **_OPERATIONS[self.does]}
        operation = _OPERATIONS.get(self.does, {"is_tag": 0})
        if self.does == "block" and kind.first:
            operation = {**operation, "keyed": int(kind.keyed)}
        return {
            "block_valid": 1,
            "block_short": 0,
            "block_first": int(kind.first),
            "block_last": int(kind.part == "last"),
            "block_whole": int(kind.part == "whole"),
            **operation,
        }


def jobs_of(phase: Phase, slots: int) -> Iterator[Job]:
    """What can begin in a phase, in a core of so many slots; nothing in the first clock behind a
    packet."""
    every = range(slots)
    if phase == "idle":
        return
    first = phase == "first"
    yield from (Job("block", Kind(first, part)) for part in _GOES_ON)
    yield Job("hash", Kind(first, "last"))
    if first:
        yield Job("tag")
        yield Job("erase all", slot=0, broken=0)
        yield from (Job("erase", slot=slot, broken=0) for slot in every)
    for slot in every:
        if first:
            yield from (Job("block", Kind(True, part, keyed=True), slot) for part in _GOES_ON)
        last = Kind(first, "last", keyed=first, behind="outer")
        yield Job("mac", last, slot)
        yield Job("verify", last, slot)
        yield from _keys(first, slot)


def _keys(first: bool, slot: int) -> Iterator[Job]:
    """The last blocks of a key: what is flawed is erased, and of all else a state is made."""
    good, bad = Kind(first, "last", behind="key"), Kind(first, "last")
    yield Job("key", good, slot, broken=0, too_long=0)
    yield Job("key", bad, slot, broken=1)
    if first:
        yield Job("key", Kind(True, "short", behind="key"), slot, broken=0)
        yield Job("key", None, slot, broken=1)
    else:
        yield Job("key", bad, slot, broken=0, too_long=1)
