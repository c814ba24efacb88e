"""A run of episodes over a line, and what is wrong with what comes back."""

from __future__ import annotations

import os
import select
import time
from collections import deque
from collections.abc import Callable
from random import Random

from hashloom.verification.random.line.frames import Reader, written
from hashloom.verification.random.line.script import (
    BROKEN,
    DOWN,
    FAULTS,
    HARMLESS,
    Episode,
    Frames,
    Packet,
    harmless,
    spoiled,
)

WINDOW = 8  # frames under way, at most
_RESTART = 2  # kind of a frame to the board
_TAKEN, _ANSWER, _GREETING, _DROPPED = range(4)  # kinds from it
_NUMBERS = 64
_QUIET_SECONDS = 60.0  # without a word, behind which nothing is said any more
_AGAIN_SECONDS = 0.5  # before a design that may not be there yet is asked again
_NOISY = 0.15  # of frames that have something harmless before them


class DifferentError(Exception):
    """What came over the line is not what the documents say."""


class Session:
    """A host at the end of a line that knows what has to come.

    `terminal` is the file descriptor of the line, `greeting` what the design says of itself.
    `packets` counts those that were answered as they have to be.
    """

    def __init__(
        self, terminal: int, greeting: bytes, rng: Random, hit: Callable[[str], None]
    ) -> None:
        self._terminal, self._greeting, self._rng, self._hit = terminal, greeting, rng, hit
        self._reader = Reader()
        self._restarts = 0
        self._sent = self._taken = 0
        self._expected: deque[Packet] = deque()
        self._dropped: list[int] = []
        self.packets = 0

    def wake(self) -> None:
        """Asks for a restart until the design greets: it is not there yet while its clock and its
        reset settle.  Raises DifferentError when it never does."""
        deadline = time.monotonic() + _QUIET_SECONDS
        greeted = False
        while not greeted:
            self._write(written(bytes([_RESTART << 6])))
            until = time.monotonic() + _AGAIN_SECONDS
            while not greeted and time.monotonic() < until:
                came = self._come(deadline)
                greeted = any(content and content[0] == _GREETING << 6 for content in came)

    def play(self, episode: Episode) -> None:
        """Sends an episode and takes what comes back.  Raises DifferentError."""
        self._restart()
        frames = Frames(self._rng)
        for packet in episode.packets:
            if packet.settled:
                self._settle()
            for content in frames.of(packet):
                self._send(written(content))
            if packet.status is not None:
                self._expected.append(packet)
        self._hit(f"end: {episode.end}")
        if episode.end == "whole" or episode.end in FAULTS:
            self._settle()
        if episode.end in FAULTS:
            self._fault(episode.end, episode.left, episode.behind, frames)
        if episode.end == "amid":
            for content in frames.of(episode.left)[:-1]:
                self._send(written(content))

    def _fault(self, fault: str, packet: Packet, behind: int, frames: Frames) -> None:
        """A frame that is spoiled, and good ones behind it, which are dropped."""
        good = self._sent + (fault == "twice")
        self._write(spoiled(fault, frames.first(packet), self._rng))
        if fault == "lost":
            self._write(written(frames.first(packet)))
        self._sent = frames.count = good  # what would be next comes too late now
        for _ in range(behind):
            self._write(written(frames.first(packet)))
        self._wait(lambda: bool(self._dropped) and self._taken == good)
        if self._dropped[0] != FAULTS[fault]:
            raise DifferentError(
                f"behind {fault} of a frame the board says {self._dropped[0]}, not {FAULTS[fault]}"
            )
        if not set(self._dropped[1:]) <= {BROKEN, DOWN}:
            raise DifferentError(f"a link that is down drops with {self._dropped}")

    def _restart(self) -> None:
        self._restarts = (self._restarts + self._rng.randint(1, 9)) % _NUMBERS
        self._write(written(bytes([_RESTART << 6 | self._restarts])))
        greeted = False
        deadline = time.monotonic() + _QUIET_SECONDS
        while not greeted:
            for content in self._come(deadline):
                if content is None and not greeted:
                    continue  # what was being sent when the restart came is cut off
                kind, value = _kind_of(content)
                if kind == _GREETING and value == self._restarts:
                    if content is None or content[1:] != self._greeting:
                        raise DifferentError(f"the design greets with {content!r}")
                    greeted = True
                elif greeted:
                    raise DifferentError(f"behind the greeting comes {content!r}")
                elif kind != _DROPPED:  # what was under way may come still, and has to be right
                    self._heard(content)
        self._sent = self._taken = 0
        self._expected.clear()
        self._dropped.clear()

    def _send(self, frame: bytes) -> None:
        """A good frame, when there is room for it."""
        self._wait(lambda: self._sent - self._taken < WINDOW)
        if self._rng.random() < _NOISY:
            kind = self._rng.choice(HARMLESS)
            self._hit(f"between frames: {kind}")
            self._write(harmless(kind, self._rng))
        self._write(frame)
        self._sent += 1

    def _settle(self) -> None:
        """Waits until all that was sent is taken and answered."""
        self._wait(lambda: not self._expected and self._taken == self._sent)

    def _wait(self, ready: Callable[[], bool]) -> None:
        deadline = time.monotonic() + _QUIET_SECONDS
        while not ready():
            for content in self._come(deadline):
                self._heard(content)
                deadline = time.monotonic() + _QUIET_SECONDS

    def _heard(self, content: bytes | None) -> None:
        kind, value = _kind_of(content)
        if kind == _TAKEN:
            self._taken += (value - self._taken) % _NUMBERS
            if self._taken > self._sent:
                raise DifferentError(f"{self._taken} frames are taken of {self._sent}")
        elif kind == _ANSWER:
            self._answered(value, (content or b"")[1:])
        elif kind == _DROPPED:
            self._dropped.append(value)
        else:
            raise DifferentError(f"a greeting comes unasked: {content!r}")

    def _answered(self, status: int, data: bytes) -> None:
        if not self._expected:
            raise DifferentError(f"an answer comes to nothing: status {status}, {data.hex()}")
        packet = self._expected.popleft()
        if (status, data) != (packet.status, packet.answer):
            raise DifferentError(
                f"{packet.op.name} of {len(packet.data)} bytes, command {packet.command:#x}: "
                f"status {status}, {data.hex() or 'no bytes'}; expected {packet.status}, "
                f"{packet.answer.hex() or 'no bytes'}"
            )
        self.packets += 1
        self._hit(f"{packet.op.name}: {status}")

    def _write(self, data: bytes) -> None:
        while data:
            _, can, _ = select.select([], [self._terminal], [], _QUIET_SECONDS)
            if not can:
                raise DifferentError("the board takes no byte any more")
            data = data[os.write(self._terminal, data) :]

    def _come(self, deadline: float) -> list[bytes | None]:
        """Contents of frames that have come, or come soon; None for a broken one."""
        can, _, _ = select.select([self._terminal], [], [], 0.2)
        if can:
            return self._reader.take(os.read(self._terminal, 4096))
        if time.monotonic() > deadline:
            raise DifferentError(
                f"nothing comes any more: {len(self._expected)} answers are expected, and "
                f"{self._taken} of {self._sent} frames were taken"
            )
        return []


def _kind_of(content: bytes | None) -> tuple[int, int]:
    """Kind and value of a frame.  Raises DifferentError for a broken one."""
    if content is None:
        raise DifferentError("a frame came broken")
    return content[0] >> 6, content[0] & _NUMBERS - 1
