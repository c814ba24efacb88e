"""The commands and the status of an HMAC core's streams: what `tuser` carries.

`s_axis_tuser` is {slot, tag_bytes, operation} and `m_axis_tuser` the status; docs/hmac.md says what
each operation takes and gives.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

MINIMUM_TAG_BYTES = 4
MAXIMUM_SLOTS = 256


class Operation(IntEnum):
    """What a packet asks for."""

    HASH = 0
    MAC = 1
    VERIFY = 2
    TAG = 3
    KEY = 4
    ERASE = 5
    ERASE_ALL = 6
    SAVE = 7
    RESTORE = 8


class Status(IntEnum):
    """What an answer says."""

    OK = 0
    MALFORMED = 1
    REJECTED = 2
    NO_KEY = 3
    TAG_BYTES = 4
    NO_TAG = 5
    NOT_POSSIBLE = 6


@dataclass(frozen=True)
class Command:
    """The fields of `s_axis_tuser`; `operation` may be one that no core knows (9 to 15)."""

    operation: int = Operation.HASH
    slot: int = 0
    tag_bytes: int = 0

    @property
    def answered(self) -> bool:
        """Whether an answer comes; to an unknown operation one does."""
        return self.operation not in (Operation.TAG, Operation.RESTORE)


PLAIN = Command()
