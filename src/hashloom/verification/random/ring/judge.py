"""Whether what became of a run of rings is what docs/dma.md says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy

from hashloom.verification.random.bus.machine import Told
from hashloom.verification.random.requests import Op, Shape
from hashloom.verification.random.ring.model import (
    RESULT_BYTES,
    STATUS_AT,
    STATUS_BYTES,
    Expected,
    Model,
    outside,
)
from hashloom.verification.random.ring.traffic import Check, Rings, Segment, Sent

_UNTOUCHED = 0xFFFFFFFF
_FILLER = 0xEE
_AT_A_TIME = 4  # packets under way when zeroize comes, at most


class Judge:
    """Compares one run; `tell` is given what happened, as coverage.py names it."""

    def __init__(self, shape: Shape, rings: Rings, told: Told, tell: Callable[[str], None]) -> None:
        self.shape, self.rings, self.told, self._tell = shape, rings, told, tell
        self.packets = 0

    def differences(self) -> Iterator[str]:
        """All that differ, from the worst on."""
        if self.told.failure:
            yield self.told.failure
            return
        if self.told.late:
            yield f"{self.told.late} waits were too long"
            return
        yield from self._accesses(self.rings.checks)
        model = Model(self.shape)
        for number, segment in enumerate(self.rings.segments):
            found = self._segment(segment, model)
            if found:
                yield f"segment {number}, which ends with {segment.end or 'nothing'}: {found}"
                return
            if segment.end not in ("", "zeroize"):
                model = Model(self.shape)
        beside = outside(self.told, self.rings.ring, self.shape.beat_bytes)
        if beside:
            yield beside

    def _accesses(self, checks: Sequence[Check]) -> Iterator[str]:
        accesses = self.told.accesses
        if len(accesses) != len(checks):
            yield f"{len(accesses)} accesses ended of {len(checks)}"
            return
        for access, check in zip(accesses, checks, strict=True):
            what = f"the access to {access.address:x} in clock {access.clock}"
            if access.refused != check.refused:
                yield f"{what} is {'' if access.refused else 'not '}refused"
                return
            if check.words and access.word not in check.words:
                yield f"{what} gives {access.word:x} where {check.words[0]:x} or so is due"
                return

    def _segment(self, segment: Segment, model: Model) -> str:
        if segment.end == "zeroize":
            return self._zeroised(segment.sent, model)
        for sent in segment.sent:
            found = self._packet(sent, list(model.packet(sent.packet)), whole=not segment.end)
            if found:
                return found
        return ""

    def _zeroised(self, sent: Sequence[Sent], model: Model) -> str:
        """Packets before, those that were under way, and those behind: any such parts that fit."""
        found = ""
        for first in range(len(sent) + 1):
            if first:
                found = self._packet(sent[first - 1], list(model.packet(sent[first - 1].packet)))
                if found:
                    return found
            for count in range(_AT_A_TIME):
                trial = deepcopy(model)
                trial.oracle.zeroise()
                if self._fits(sent, first, count, trial):
                    model.oracle = trial.oracle
                    return ""
        return "no part of its packets is zeroised as it should be"

    def _fits(self, sent: Sequence[Sent], first: int, count: int, model: Model) -> bool:
        if first + count > len(sent):
            return False
        for index, each in enumerate(sent[first:]):
            given = model.zeroised if index < count else model.packet
            if self._packet(each, list(given(each.packet))):
                return False
        return True

    def _packet(self, sent: Sent, expected: list[Expected], *, whole: bool = True) -> str:
        """What is wrong with a packet's statuses and answer; of one that is not `whole` what was
        begun alone."""
        *descriptors, result = (self.told.bytes[index] for index in sent.told)
        done = False
        for number, (found, each) in enumerate(zip(descriptors, expected, strict=True)):
            word = int.from_bytes(found[STATUS_AT : STATUS_AT + STATUS_BYTES], "little")
            done = word == each.word
            if not done and (whole or word != _UNTOUCHED):
                return (
                    f"the status of descriptor {number} of {sent.packet} is {word:08x} where "
                    f"{each.word:08x} is due"
                )
        last = expected[-1]
        if last.word >> 9 & 1:  # it could not be written, and is not defined
            return ""
        answer = last.answer + bytes([_FILLER]) * (RESULT_BYTES - len(last.answer))
        if done:
            wrong = result != answer and not last.meaningless
        else:
            wrong = any(
                byte not in (_FILLER, due) for byte, due in zip(result, answer, strict=True)
            )
        if wrong:
            return f"the answer to {sent.packet} is {result.hex()} where {answer.hex()} is due"
        if done:
            self.packets += 1
            self._tell(f"status: {self._name(sent)}, {last.word & 7}")
        return ""

    def _name(self, sent: Sent) -> str:
        code = sent.packet.operation
        level = "HMAC" if self.shape.keyed else "message"
        known = self.shape.knows(code)
        return f"{level} core, {Op(code).name if known else 'undefined'}"
