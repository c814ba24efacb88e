"""The commands and the status of an HMAC core's streams: what `tuser` carries.

`s_axis_tuser` is {slot, tag_bytes, operation}, the number of a hash above it where there are
several, and `m_axis_tuser` the status; docs/hmac.md says what each operation takes and gives.
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


# Their packets name a hash, where there are several
NAMING = (Operation.HASH, Operation.KEY, Operation.SAVE)


class Status(IntEnum):
    """What an answer says."""

    OK = 0
    MALFORMED = 1
    REJECTED = 2
    NO_KEY = 3
    TAG_BYTES = 4
    NO_TAG = 5
    NOT_POSSIBLE = 6
    ZEROISED = 7


@dataclass(frozen=True)
class Command:
    """The fields of `s_axis_tuser`; `operation` may be one that no core knows (9 to 15).

    `hash` is the number of one of several hashes.
    """

    operation: int = Operation.HASH
    slot: int = 0
    tag_bytes: int = 0
    hash: int = 0

    @property
    def word(self) -> int:
        """`s_axis_tuser` as a number."""
        return self.operation | self.tag_bytes << 4 | self.slot << 11 | self.hash << 19

    @property
    def answered(self) -> bool:
        """Whether an answer comes; to an unknown operation one does."""
        return self.operation not in (Operation.TAG, Operation.RESTORE)


PLAIN = Command()

# Operation, what its packet carries, what answers it
_OPERATIONS = (
    ("0 HASH", "a message", "its digest"),
    ("1 MAC", "a message", "the first tag_bytes bytes of its HMAC with the key in slot"),
    ("2 VERIFY", "a message", "no bytes: status 0 or 2"),
    ("3 TAG", "the expected tag of the next VERIFY of this tid", "none"),
    ("4 KEY", "a key for slot, 0 bytes or more", "no bytes, when the key can be used"),
    ("5 ERASE", "one beat without bytes", "no bytes, when nothing of the key in slot is left"),
)
_OF_STATES = (
    ("7 SAVE", "whole blocks of a message", "eight chaining words, the bits so far in two words"),
    ("8 RESTORE", "such ten words; the next HASH or SAVE of this tid goes on from them", "none"),
)


def operations(resume: bool, private: bool) -> tuple[tuple[str, str, str], ...]:
    """Each operation that a core has, with what its packet carries and what answers it.

    `resume`: whether the core saves and restores states. `private`: whether a slot belongs to the
    tid that loaded it.
    """
    all_ = f"the same, for all slots{' that belong to its tid or to nobody' if private else ''}"
    erasing = ("6 ERASE_ALL", "one beat without bytes", all_)
    return (*_OPERATIONS, erasing, *(_OF_STATES if resume else ()))


def statuses(resume: bool, private: bool) -> tuple[tuple[str, str], ...]:
    """Each status and what it means; `resume` and `private` as for the operations."""
    others = ", or a slot of another tid" if private else ""
    malformed = "tkeep breaks the rules, or the packet is longer than the core counts"
    behind = ""
    if resume:
        malformed = (
            "tkeep breaks the rules, the packet is longer than the core counts, a SAVE is not of "
            "whole blocks, or the RESTORE before was not ten words or broke the rules"
        )
        behind = "MAC, VERIFY or KEY behind RESTORE; "
    return (
        ("0", "done; of a VERIFY: accepted"),
        ("1", f"malformed: {malformed}"),
        ("2", "rejected: the tag differs"),
        (
            "3",
            f"no key in this slot, or no such slot{others}; of a message: or its key is just being "
            "sent",
        ),
        ("4", "tag_bytes is less than 4 or more than the digest has"),
        ("5", "the expected tag is missing, broke the rules of tkeep, or has not tag_bytes bytes"),
        (
            "6",
            f"no such operation, or not possible here: {behind}KEY while another tid has an "
            "unfinished message that was admitted to the slot, or an unfinished KEY that was; "
            "ERASE or ERASE_ALL while another tid has any unfinished packet; ERASE or ERASE_ALL of "
            "more than one beat",
        ),
        ("7", "zeroised: zeroize came while the packet was under way"),
    )
