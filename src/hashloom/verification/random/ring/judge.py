"""Whether what became of a run of rings is what docs/dma.md says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

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
from hashloom.verification.random.ring.zeroising import Way, held, way_of

_UNTOUCHED = 0xFFFFFFFF
_FILLER = 0xEE
_AT_MOST = 20  # things that a core may hold, which are told apart later


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
        models = [Model(self.shape)]
        for number, segment in enumerate(self.rings.segments):
            models, found = self._segment(segment, models)
            if not models:
                yield f"segment {number}, which ends with {segment.end or 'nothing'}: {found}"
                return
            if segment.end not in ("", "zeroize"):
                models = [Model(self.shape)]
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

    def _segment(self, segment: Segment, models: Sequence[Model]) -> tuple[list[Model], str]:
        """What the core may hold behind a segment; nothing where it differs, and why."""
        left, why = list[Model](), ""
        for model in models:
            if segment.end == "zeroize":
                found, text = self._zeroised(segment.sent, model)
                left += found
            else:
                text = self._through(segment.sent, model, whole=not segment.end)
                left += [] if text else [model]
            why = why or text
        self._count(segment, left)
        apart = {held(m): m for m in left}
        return list(apart.values())[:_AT_MOST], why

    def _through(self, sent: Sequence[Sent], model: Model, *, whole: bool = True) -> str:
        """The first packet that differs, or nothing."""
        texts = (self._packet(each, list(model.packet(each.packet)), whole=whole) for each in sent)
        return next((text for text in texts if text), "")

    def _zeroised(self, sent: Sequence[Sent], model: Model) -> tuple[list[Model], str]:
        """What the core may hold behind all ways that fit of which packets `zeroize` came amid."""
        ways, found = [way_of(model)], ""
        for each in sent:
            fits = dict[str, Way]()
            for way, expected in (pair for before in ways for pair in before.through(each.packet)):
                text = self._packet(each, expected)
                found = found or text
                if not text:
                    fits[way.name] = way
            ways = list(fits.values())
        return [way.late for way in ways], found

    def _count(self, segment: Segment, models: Sequence[Model]) -> None:
        """Packets that are done, and how."""
        for sent in segment.sent if models else ():
            *_, last, _ = (self.told.bytes[index] for index in sent.told)
            word = int.from_bytes(last[STATUS_AT : STATUS_AT + STATUS_BYTES], "little")
            if word != _UNTOUCHED:
                self.packets += 1
                self._tell(f"status: {self._name(sent)}, {word & 7}")

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
                    f"the status of descriptor {number} of {self._what(sent)} is {word:08x} where "
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
            return f"the answer to {self._what(sent)} is {result.hex()} where {answer.hex()} is due"
        return ""

    def _what(self, sent: Sent) -> str:
        """A packet for people."""
        packet = sent.packet
        parts = ", ".join(
            f"{len(part.data)} bytes at {part.address:x}"
            + (f" with {part.rule}" if part.rule else "")
            + (" where nothing is" if part.nowhere else "")
            + (f" with a fault at byte {part.fault}" if part.fault is not None else "")
            for part in packet.parts
        )
        return f"{self._name(sent)} of command {packet.command:x}, {parts}"

    def _name(self, sent: Sent) -> str:
        code = sent.packet.operation
        level = "HMAC" if self.shape.keyed else "message"
        known = self.shape.knows(code)
        return f"{level} core, {Op(code).name if known else 'undefined'}"
