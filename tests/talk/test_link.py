"""A link to a board that is not there, but for what it says."""

from __future__ import annotations

import pytest

from hashloom.talk.frames import framed
from hashloom.talk.link import Link, LinkError

TAKEN, ANSWER = framed(b"\x01"), framed(b"\x40digest")  # one frame; an answer of status 0


class Board:
    """A port of which the bytes that come are written down."""

    def __init__(self, *comes: bytes) -> None:
        self._comes = list(comes)

    def read(self, seconds: float) -> bytes:
        return self._comes.pop(0) if self._comes else b""

    def write(self, data: bytes) -> None:
        """Is sent to nobody."""


def greeting(number: int) -> bytes:
    return framed(bytes([2 << 6 | number]) + b"hashloom 1 sha256 0")


def test_the_end_of_what_was_under_way_does_not_count_after_a_restart() -> None:
    link = Link(Board(ANSWER[4:] + greeting(1), TAKEN + ANSWER), 0.1)
    assert link.restart().core == "sha256"
    assert link.ask(0, [b"abc"]) == (0, b"digest")


def test_what_comes_broken_after_a_restart_counts() -> None:
    link = Link(Board(greeting(1), ANSWER[4:]), 0.1)
    link.restart()
    with pytest.raises(LinkError, match="came broken"):
        link.ask(0, [b"abc"])
