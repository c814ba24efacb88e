"""What random traffic did: bins that are hit, and a sentence for each that cannot be.

A bin is a text such as "HMAC core, answer: VERIFY, status 5". `all_bins` has every one, with why no
core can hit it where none can; `own_bins` has those of one core's level, with why it cannot.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from hashloom.verification.random.requests import (
    MINIMUM_TAG,
    Beat,
    Op,
    Shape,
    Status,
    Traffic,
)
from hashloom.verification.random.streams.lengths import KEY_CLASSES, key_class
from hashloom.verification.random.streams.machine import PATTERNS
from hashloom.verification.random.streams.oracle import KEYED, Answer, Open, Oracle

UNDEFINED = "undefined"
OPERATIONS = (*(op.name for op in Op), UNDEFINED)
PHASES = (
    "before the first packet",
    "idle",
    "amid a packet",
    "a packet waits for its answer",
    "a first beat of an answer is on offer",
    "amid an answer",
    "a key is being loaded",
    "an erasure is under way",
    "an expected tag is kept",
    "a restored state is kept",
)
_MESSAGE, _KEYED = "message core, ", "HMAC core, "  # what bins begin with
_PLAIN_PHASES = 6  # that do not need keys
_LONGEST_TAG = 64
_EXPECTED = ("right", "wrong", "missing", "broken", "short", "long")
_PLACES = ("only", "first", "middle", "last")
# Status of each operation's answers, besides 7.
_POSSIBLE = {
    "HASH": {0, 1, 6},
    "MAC": {0, 1, 3, 4, 6},
    "VERIFY": {0, 1, 2, 3, 4, 5, 6},
    "KEY": {0, 1, 3, 6},
    "ERASE": {0, 3, 6},
    "ERASE_ALL": {0, 6},
    "SAVE": {0, 1, 6},
    UNDEFINED: {6},
}
_WHY_NOT = {
    0: "an undefined operation is never done",
    1: "{0} is refused or takes effect with its first beat, whatever it carries",
    2: "only VERIFY compares",
    3: "{0} names no slot",
    4: "{0} has no tag whose length could be wrong",
    5: "only VERIFY needs an expected tag",
    6: "{0} is never refused",
}


def name_of(shape: Shape, code: int) -> str:
    """An operation's name in bins."""
    return Op(code).name if shape.knows(code) else UNDEFINED


@cache
def all_bins() -> dict[str, str]:
    """Every bin of HMAC and message cores, with why no core can hit it, or nothing."""
    return dict(_bins())


def _bins() -> Iterator[tuple[str, str]]:
    for level in (_MESSAGE, _KEYED):
        for source, sink in product(PATTERNS, PATTERNS):
            yield f"{level}pauses: source {source}, sink {sink}", ""
    for status in (0, 1):
        yield f"{_MESSAGE}answer: HASH, status {status}", ""
    for place in _PLACES:
        yield f"{_MESSAGE}tkeep breaks the rules: HASH, {place} beat", ""
    for phase in PHASES[:_PLAIN_PHASES]:
        yield f"{_MESSAGE}reset: {phase}", ""
    for bin_, why in _keyed_bins():
        yield f"{_KEYED}{bin_}", why


def _keyed_bins() -> Iterator[tuple[str, str]]:
    for op, answer in product(OPERATIONS, Status):
        yield f"answer: {op}, status {answer.value}", _impossible_status(op, answer)
    for op, other, where in product(OPERATIONS, OPERATIONS, ("the same", "another")):
        silent = other in ("TAG", "RESTORE") and where == "the same"
        why = f"{other} has no answer, so that it is over when its tid goes on" if silent else ""
        yield f"in flight: {op} while {other} is under way on {where} tid", why
    for class_, op in product(KEY_CLASSES, ("KEY", "MAC", "VERIFY")):
        yield f"key: {op}, {class_}", ""
    for length in range(MINIMUM_TAG, _LONGEST_TAG + 1):
        yield f"tag of {length} bytes: MAC", ""
        yield f"tag of {length} bytes: VERIFY accepted", ""
    for kind in _EXPECTED:
        yield f"expected tag at VERIFY: {kind}", ""
    for op, place in product(OPERATIONS, _PLACES):
        yield f"tkeep breaks the rules: {op}, {place} beat", ""
    for action, phase in product(("reset", "zeroize"), PHASES):
        yield f"{action}: {phase}", ""
    for op in ("MAC", "VERIFY", "KEY", "ERASE"):
        yield f"private slots: {op} of another's slot", ""
    for op in ("HASH", "SAVE"):
        yield f"restored: {op} goes on", ""


def _impossible_status(op: str, status: Status) -> str:
    if op in ("TAG", "RESTORE"):
        return f"{op} is never answered"
    if status == Status.ZEROISED or status in _POSSIBLE[op]:
        return ""
    return _WHY_NOT[status].format(op if op != UNDEFINED else "An undefined operation")


def own_bins(shape: Shape) -> dict[str, str]:
    """Bins of a core's level, with why this core cannot hit it, or nothing."""
    prefix = _KEYED if shape.keyed else _MESSAGE
    return {
        bin_: why or _excuse(bin_.removeprefix(prefix), shape)
        for bin_, why in all_bins().items()
        if bin_.startswith(prefix)
    }


def _excuse(bin_: str, shape: Shape) -> str:
    """Why a core of this shape cannot hit a bin of its level; nothing when it can."""
    options = (
        (shape.resume or not shape.keyed, ("SAVE", "RESTORE", "restored"), "it has no --resume"),
        (shape.zeroize, ("zeroize", "status 7"), "it has no input zeroize"),
        (shape.private, ("private slots",), "its slots are not private"),
        (shape.contexts > 1, ("another tid",), "it has one context"),
        (not shape.in_turn, ("in flight",), "it takes one packet after the other"),
    )
    for present, words, why in options:
        if not present and any(word in bin_ for word in words):
            return why
    if bin_.startswith("tag of") and int(bin_.split()[2]) > shape.longest_digest:
        return "its digest is shorter"
    if not (shape.resume or shape.array) and bin_ in (
        "answer: MAC, status 6",
        "answer: VERIFY, status 6",
    ):
        return "only a RESTORE makes it impossible"
    if not (shape.unnamed or shape.array) and bin_ in (
        "answer: HASH, status 6",
        "answer: SAVE, status 6",
    ):
        return "it names no hash that there is not"
    alone = shape.contexts == 1
    if alone and bin_ in ("answer: ERASE, status 6", "answer: ERASE_ALL, status 6"):
        return "nothing else is ever unfinished"
    if alone and not (shape.resume or shape.unnamed) and bin_ == "answer: KEY, status 6":
        return "nothing else is ever unfinished"
    if shape.beat_bytes == 1 and bin_.endswith(("last beat", "only beat")):
        return "a beat of a byte ends a packet as it likes"
    return ""


class Coverage:
    """Collects bins; hand it to a judge as its observer."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.hits: set[str] = set()
        self._beats: dict[int, int] = {}  # of the unfinished packet of each context
        self._any = False

    def play(self, traffic: Traffic) -> None:
        """A run begins."""
        self._hit(f"pauses: source {traffic.source}, sink {traffic.sink}")
        self._beats.clear()
        self._any = False

    def taken(self, oracle: Oracle, beat: Beat, first: bool) -> None:
        """A beat was taken; the oracle has seen it."""
        if beat.tid >= self.shape.contexts:
            return
        self._any = True
        if first:
            self._beats[beat.tid] = 0
            self._first(oracle, beat, name_of(self.shape, self.shape.code_of(beat)))
        index = self._beats[beat.tid]
        self._beats[beat.tid] = index + 1
        in_order = beat.keep & (beat.keep + 1) == 0
        if not in_order or (not beat.last and beat.keep != self.shape.full_keep):
            ends = "last" if index else "only"
            place = ends if beat.last else "middle" if index else "first"
            name = name_of(self.shape, self.shape.code_of(beat))
            self._hit(f"tkeep breaks the rules: {name}, {place} beat")

    def _first(self, oracle: Oracle, beat: Beat, code: str) -> None:
        if not self.shape.keyed:
            return
        for other, packet in oracle.open.items():
            if other != beat.tid:
                self._flight(code, packet.code, "another")
        for tid, queue in enumerate(oracle.due):
            where = "the same" if tid == beat.tid else "another"
            for answer in queue:
                if not (tid == beat.tid and answer is queue[-1]) or not oracle.shape.answers(
                    beat.code
                ):
                    self._flight(code, answer.code, where)

    def _flight(self, code: str, other: int, where: str) -> None:
        other_name = name_of(self.shape, other)
        self._hit(f"in flight: {code} while {other_name} is under way on {where} tid")

    def whole(self, oracle: Oracle, packet: Open) -> None:
        """The last beat of a packet was taken; the oracle knows its answer."""
        code, answer = name_of(self.shape, packet.code), packet.answer
        if not self.shape.keyed or answer is None or packet.zeroised:
            return
        if packet.foreign:
            self._hit(f"private slots: {code} of another's slot")
        done = answer.status == Status.DONE
        if packet.key is not None and answer.status in (Status.DONE, Status.REJECTED):
            self._hit(f"key: {code}, {key_class(self.shape, len(packet.key))}")
        if packet.code == Op.KEY and done:
            self._hit(f"key: KEY, {key_class(self.shape, len(packet.payload))}")
        if packet.code in KEYED and done:
            accepted = " accepted" if packet.code == Op.VERIFY else ""
            self._hit(f"tag of {packet.tag_bytes} bytes: {code}{accepted}")
        if packet.restored is not None and done:
            self._hit(f"restored: {code} goes on")
        if packet.code == Op.VERIFY:
            self._expected(packet, answer)

    def _expected(self, packet: Open, answer: Answer) -> None:
        expected = packet.expected
        if answer.status == Status.NO_TAG:
            if expected is None:
                kind = "missing"
            elif expected.broken:
                kind = "broken"
            else:
                kind = "short" if len(expected.tag) < packet.tag_bytes else "long"
            self._hit(f"expected tag at VERIFY: {kind}")
        elif answer.status in (Status.DONE, Status.REJECTED):
            kind = "right" if answer.status == Status.DONE else "wrong"
            self._hit(f"expected tag at VERIFY: {kind}")

    def begun(self, oracle: Oracle, answer: Answer) -> None:
        """The first beat of an answer left."""
        status = answer.status or Status.DONE
        self._hit(f"answer: {name_of(self.shape, answer.code)}, status {status.value}")

    def disturbed(self, oracle: Oracle, action: str, midst: Answer | None, offered: bool) -> None:
        """Reset or zeroize comes; the oracle has not seen it."""
        due = [answer for queue in oracle.due for answer in queue if answer.finished]
        phases = {
            "before the first packet": not self._any,
            "idle": self._any and not due and not oracle.open,
            "amid a packet": bool(oracle.open),
            "a packet waits for its answer": bool(due),
            "a first beat of an answer is on offer": offered and midst is None,
            "amid an answer": midst is not None,
            "a key is being loaded": any(answer.code == Op.KEY for answer in due),
            "an erasure is under way": any(
                answer.code in (Op.ERASE, Op.ERASE_ALL) for answer in due
            ),
            "an expected tag is kept": bool(oracle.tags),
            "a restored state is kept": bool(oracle.restored),
        }
        for phase, now in phases.items():
            if now and (self.shape.keyed or phase in PHASES[:_PLAIN_PHASES]):
                self._hit(f"{action}: {phase}")
        if action == "reset":
            self._any = False
            self._beats.clear()

    def _hit(self, bin_: str) -> None:
        self.hits.add(f"{_KEYED if self.shape.keyed else _MESSAGE}{bin_}")
