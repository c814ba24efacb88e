"""What both streams of a core carry, clock by clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_FIELDS = 7


@dataclass(frozen=True)
class Wires:
    """A stream in one clock; `data` is the bytes of all lanes, lane 0 first, kept or not."""

    valid: bool
    ready: bool
    last: bool
    context: int
    user: int
    keep: int
    data: bytes


@dataclass(frozen=True)
class Moment:
    """Both streams in one clock: messages come by `source`, answers leave by `sink`."""

    source: Wires
    sink: Wires


def moments(lines: Sequence[str]) -> tuple[Moment, ...]:
    """Return the clocks of a run with `Setting.trace`, from its first."""
    return tuple(_moment(line.split()) for line in lines)


def _moment(words: Sequence[str]) -> Moment:
    return Moment(_wires(words[:_FIELDS]), _wires(words[_FIELDS:]))


def _wires(words: Sequence[str]) -> Wires:
    valid, ready, last, context, user, keep = (int(word) for word in words[:-1])
    return Wires(
        bool(valid), bool(ready), bool(last), context, user, keep, bytes.fromhex(words[-1])
    )
