"""Compares what a core did with what the documents say: the oracle replays the order of beats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hashloom.verification.random.requests import Beat, Op, Shape, Status, Traffic
from hashloom.verification.random.streams.machine import Event
from hashloom.verification.random.streams.oracle import KEYED, Answer, Open, Oracle

_ERASING = (Op.ERASE, Op.ERASE_ALL)


@dataclass(frozen=True)
class Difference:
    """A core and the documents disagree at a clock."""

    clock: int
    text: str


class Observer(Protocol):
    """Who wants to know what the traffic did, such as coverage."""

    def taken(self, oracle: Oracle, beat: Beat, first: bool) -> None:
        """A beat was taken; the oracle has seen it."""

    def whole(self, oracle: Oracle, packet: Open) -> None:
        """The last beat of a packet was taken; the oracle knows its answer."""

    def begun(self, oracle: Oracle, answer: Answer) -> None:
        """The first beat of an answer left."""

    def disturbed(self, oracle: Oracle, action: str, midst: Answer | None, offered: bool) -> None:
        """Reset or zeroize comes; the oracle has not seen it."""


class Judge:
    """Replays one run."""

    def __init__(self, shape: Shape, traffic: Traffic, observer: Observer | None = None) -> None:
        self.shape = shape
        self.oracle = Oracle(shape)
        self.differences: list[Difference] = []
        self.packets = 0  # that were taken to their last beat
        self._observer = observer
        self._epochs = iter(traffic.epochs)
        self._beats: Sequence[Beat] = ()
        self._taken = 0
        self._answer: Answer | None = None  # of which beats have left, but not the last
        self._left = 0  # bytes of it
        self._offered: int | None = None  # tid of the beat on offer

    def judge(self, events: Sequence[Event]) -> list[Difference]:
        """The differences, up to the first after which nothing can be compared."""
        for event in events:
            if event.kind == "V":
                if all(event.text != found.text for found in self.differences):
                    self._differs(event.clock, event.text)
            elif not getattr(self, f"_on_{event.kind.lower()}")(event):
                break
        return self.differences

    def _differs(self, clock: int, text: str) -> bool:
        self.differences.append(Difference(clock, text))
        return False

    def _on_r(self, event: Event) -> bool:
        if self._observer and self._beats:
            self._observer.disturbed(self.oracle, "reset", self._answer, self._offered is not None)
        self.oracle.reset()
        self._beats, self._taken = next(self._epochs).beats, 0
        self._answer, self._left, self._offered = None, 0, None
        return True

    def _on_z(self, event: Event) -> bool:
        if event.kind == "Z":
            if self._observer:
                offered = self._offered is not None
                self._observer.disturbed(self.oracle, "zeroize", self._answer, offered)
            self.oracle.zeroise()
            self._offered = None
        return True

    def _on_o(self, event: Event) -> bool:
        self._offered = event.tid
        if event.tid >= self.shape.contexts:
            return self._differs(event.clock, f"an answer with tid {event.tid}, which there is not")
        queue = self.oracle.due[event.tid]
        if not queue:
            return self._differs(event.clock, f"an answer for tid {event.tid}, which awaits none")
        answer = queue[0]
        if not answer.finished:
            return self._differs(
                event.clock, f"{_named(answer)} is answered before its last beat was taken"
            )
        late = self._tag_after_erasing(answer)
        return late is None or self._differs(event.clock, late)

    def _tag_after_erasing(self, erasure: Answer) -> str | None:
        """A tag of an erased key that has not left although the erasure is answered."""
        if erasure.code not in _ERASING or erasure.status != Status.DONE:
            return None
        for answer in (answer for queue in self.oracle.due for answer in queue):
            if (
                answer.number < erasure.number
                and answer.code in KEYED
                and answer.status == Status.DONE
                and answer.slot in erasure.erased
            ):
                return f"{_named(erasure)} is answered before {_named(answer)}, whose key it erased"
        return None

    def _on_s(self, event: Event) -> bool:
        beat = self._beats[self._taken]
        self._taken += 1
        first = beat.tid not in self.oracle.open
        packet = self.oracle.take(beat)
        self.packets += packet is not None and beat.last
        if self._observer:
            self._observer.taken(self.oracle, beat, first)
            if packet is not None and beat.last:
                self._observer.whole(self.oracle, packet)
        return True

    def _on_m(self, event: Event) -> bool:
        self._offered = None
        if event.tid >= self.shape.contexts or not self.oracle.due[event.tid]:
            return self._differs(event.clock, f"a beat for tid {event.tid}, which awaits none")
        answer = self.oracle.due[event.tid][0]
        if self._answer is not None and self._answer is not answer:
            return self._differs(
                event.clock,
                f"{_named(answer)} is answered amid the answer to {_named(self._answer)}",
            )
        wrong = self._compare(event, answer)
        if wrong is not None:
            return self._differs(event.clock, f"{_named(answer)}: {wrong}")
        if self._observer and self._answer is None:
            self._observer.begun(self.oracle, answer)
        self._answer, self._left = answer, self._left + self.shape.beat_bytes
        if event.last:
            self.oracle.due[event.tid].popleft()
            self._answer, self._left = None, 0
        return True

    def _compare(self, event: Event, answer: Answer) -> str | None:
        """What is wrong with a beat of an answer."""
        if answer.status is None or not answer.finished:
            return "an answer before its last beat was taken"
        if event.user != answer.status:
            return f"status {event.user} in place of {answer.status.value}"
        part = answer.data[self._left :][: self.shape.beat_bytes]
        last = self._left + self.shape.beat_bytes >= len(answer.data)
        if event.keep != (1 << len(part)) - 1:
            return f"tkeep {event.keep:x} where {len(part)} bytes are due from byte {self._left}"
        if event.last != last:
            return f"tlast {int(event.last)} in the beat from byte {self._left}"
        found = event.data[: len(part)]
        if found != part and not answer.meaningless:
            return f"bytes {found.hex()} in place of {part.hex()} from byte {self._left}"
        return None

    def _on_e(self, event: Event) -> bool:
        for queue in self.oracle.due:
            for answer in queue:
                if answer.finished:
                    return self._differs(event.clock, f"{_named(answer)} is not answered")
        return True


def _named(answer: Answer) -> str:
    known = answer.code in Op._value2member_map_
    name = Op(answer.code).name if known else f"operation {answer.code}"
    return f"packet {answer.number} ({name} of tid {answer.tid}, slot {answer.slot})"
