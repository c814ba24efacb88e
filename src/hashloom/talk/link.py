"""The link to a design on a board: packets to it, and answers from it.

Up to WINDOW frames are under way; the board tells how many its core has taken.  Frames that are
lost or broken are not sent again one by one: the link is restarted, and who uses it begins its
message anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from hashloom.errors import ToolError
from hashloom.talk.frames import Unframer, framed

PAYLOAD = 255  # bytes of a frame behind the first; with the mark of its end 256 of the board's 2048
WINDOW = 8
COMMAND_BYTES = 3
_NUMBERS = 64
# Kinds of frames, to the board and from it
_BYTES, _LAST, _RESTART = 0, 1, 2
_GIVEN, _ANSWER, _GREETING, _DROPPED = 0, 1, 2, 3
_WHY = {
    0: "a frame came broken",
    1: "a frame was lost",
    2: "there was no room for a frame",
    3: "the link was down",
}
_QUIET_SECONDS = 0.2  # before a restart is asked for again
_TRIES = 25


class LinkError(ToolError):
    """What was sent or answered did not come through; after a restart it may be tried again."""


class Port(Protocol):
    """A serial port."""

    def read(self, seconds: float) -> bytes:
        """What has come, or comes within so many seconds; empty when nothing does."""

    def write(self, data: bytes) -> None:
        """Sends."""


@dataclass(frozen=True)
class Greeting:
    """What a design says of itself.

    Attributes:
        protocol: of the frames.
        core: what it computes, such as "hmac-sha256" or "sha224+sha256".
        slots: for keys; 0 of a core without keys.
    """

    protocol: int
    core: str
    slots: int


class Link:
    """A link over a port; `quiet_seconds` without a word from the board are an error."""

    def __init__(self, port: Port, quiet_seconds: float = 3.0) -> None:
        self._port, self._quiet = port, quiet_seconds
        self._unframer = Unframer()
        self._number = 0  # of the next frame
        self._given = 0  # frames that the core has taken
        self._restarts = 0
        self._answers: list[tuple[int, bytes]] = []

    def restart(self) -> Greeting:
        """Begins anew: the board forgets all, keys included.

        Raises ToolError when nothing answers.
        """
        for _ in range(_TRIES):
            self._restarts = (self._restarts + 1) % _NUMBERS
            self._unframer = Unframer()
            self._number = self._given = 0
            self._answers.clear()
            # The flag before it ends whatever the board has of a frame that was broken off.
            self._port.write(framed(bytes([_RESTART << 6 | self._restarts])))
            until = time.monotonic() + max(_QUIET_SECONDS, self._quiet / _TRIES)
            while time.monotonic() < until:
                for content in self._unframer.take(self._port.read(0.02)):
                    if content[0] == (_GREETING << 6 | self._restarts):
                        self._unframer.broken = 0  # what came before was under way already
                        return greeting_from(content[1:])
        raise ToolError(
            "Nothing answers as a hashloom design at this port; accepted is the port and the "
            "--baud of a board with such a bitstream."
        )

    def ask(
        self,
        command: int,
        parts: Iterable[bytes],
        told: Callable[[int], None] = lambda count: None,
    ) -> tuple[int, bytes]:
        """Sends a packet in parts of any length; its status and the bytes of its answer.

        `told` is told how many bytes of a frame the core has taken.  Raises LinkError when what
        was sent or answered did not come through.
        """
        lengths: list[int] = []  # of the frames under way
        pending = command.to_bytes(COMMAND_BYTES, "little")
        own = len(pending)  # bytes of the first frame that are no message
        for part in parts:
            pending += part
            while len(pending) > PAYLOAD:
                self._send(_BYTES, pending[:PAYLOAD], lengths, own, told)
                pending, own = pending[PAYLOAD:], 0
        self._send(_LAST, pending, lengths, own, told)
        self._wait(lambda: bool(self._answers) and not lengths, lengths, told)
        return self._answers.pop(0)

    def _send(
        self,
        kind: int,
        payload: bytes,
        lengths: list[int],
        own: int,
        told: Callable[[int], None],
    ) -> None:
        self._wait(lambda: len(lengths) < WINDOW, lengths, told)
        self._port.write(framed(bytes([kind << 6 | self._number]) + payload))
        self._number = (self._number + 1) % _NUMBERS
        lengths.append(len(payload) - own)

    def _wait(
        self, ready: Callable[[], bool], lengths: list[int], told: Callable[[int], None]
    ) -> None:
        """Takes what the board says until something is so; frames it has taken leave `lengths`."""
        quiet_since = time.monotonic()
        while not ready():
            contents = self._unframer.take(self._port.read(0.05))
            if self._unframer.broken:
                raise LinkError("What the board said came broken.")
            if contents:
                quiet_since = time.monotonic()
            elif time.monotonic() - quiet_since > self._quiet:
                raise LinkError("The board has stopped answering.")
            for content in contents:
                self._heard(content, lengths, told)

    def _heard(self, content: bytes, lengths: list[int], told: Callable[[int], None]) -> None:
        kind, value = content[0] >> 6, content[0] & _NUMBERS - 1
        if kind == _GIVEN:
            count = (value - self._given) % _NUMBERS
            if count > len(lengths):
                raise LinkError("The board has taken frames that were not sent.")
            self._given = value
            for length in lengths[:count]:
                told(length)
            del lengths[:count]
        elif kind == _ANSWER:
            self._answers.append((value, content[1:]))
        elif kind == _DROPPED:
            raise LinkError(f"The board has dropped what was sent: {_WHY.get(value, 'why?')}.")


def greeting_from(text: bytes) -> Greeting:
    """What a design says of itself.  Raises ToolError for one of another protocol."""
    words = text.decode("ascii", "replace").split()
    if words[:2] != ["hashloom", "1"] or len(words) != 4 or not words[3].isdigit():
        raise ToolError(
            f"The design on the board says {' '.join(words)!r}; accepted is one of this hashloom, "
            "made by hashloom board."
        )
    return Greeting(1, words[2], int(words[3]))
