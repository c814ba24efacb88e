"""The nouns of random traffic: what a core accepts, packets, beats, and what happens when."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import IntEnum

from hashloom.cores import Core
from hashloom.errors import RequestError

MINIMUM_TAG = 4  # bytes
OPERATIONS = 16  # codes of the operation's field
SLOT_NUMBERS = 256  # values of the slot's field
KEYED_USER_BITS = 19  # of a command


class Op(IntEnum):
    """Operation codes of docs/hmac.md; a message core's packets are all HASH."""

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
    """Status of an answer, docs/hmac.md."""

    DONE = 0
    MALFORMED = 1
    REJECTED = 2
    NO_KEY = 3
    TAG_BYTES = 4
    NO_TAG = 5
    IMPOSSIBLE = 6
    ZEROISED = 7


@dataclass(frozen=True)
class Shape:
    """What the documents let a core's behaviour depend on.

    Attributes:
        hash_name: hashlib's name of the hash, of several number 0.
        keyed: an HMAC core; otherwise a message core.
        contexts: messages in flight (N).
        beat_bytes: lanes of a beat.
        length_bits: width of the length counter (L).
        slots: keys.
        resume, private: whether it has these options.
        zeroize: whether it has this input.
        settle: clocks after a reset until an HMAC core has erased everything, at most.
        slot_clocks: clocks of a block, roughly; bounds how long nothing may happen.
        others: names of the hashes with the numbers 1 and up.
        in_turn: whether a packet is taken only when the one before it has been answered.
        array: whether it is an array of HMAC cores.
    """

    hash_name: str
    keyed: bool
    contexts: int
    beat_bytes: int
    length_bits: int = 64
    slots: int = 4
    resume: bool = False
    private: bool = False
    zeroize: bool = False
    settle: int = 0
    slot_clocks: int = 100
    others: tuple[str, ...] = ()
    in_turn: bool = False
    array: bool = False

    @property
    def choice_bits(self) -> int:
        """Bits of the number of a message's hash, 0 where there is one."""
        return len(self.others).bit_length()

    @property
    def user_bits(self) -> int:
        """Bits of `s_axis_tuser`, 0 where there is none."""
        return (KEYED_USER_BITS if self.keyed else 0) + self.choice_bits

    @property
    def hash_names(self) -> tuple[str, ...]:
        """Names of the hashes, by number."""
        return (self.hash_name, *self.others)

    @property
    def unnamed(self) -> bool:
        """Whether there are numbers that no hash has."""
        return len(self.hash_names) < 1 << self.choice_bits

    def named(self, beat: Beat) -> str | None:
        """The hash that a beat names, None where there is none of its number."""
        number = 0
        if self.others:
            number = beat.user >> KEYED_USER_BITS if self.keyed else beat.user
        return self.hash_names[number] if number < len(self.hash_names) else None

    def code_of(self, beat: Beat) -> int:
        """The operation of a beat: a message core has one."""
        return beat.code if self.keyed else Op.HASH

    @property
    def digest_bytes(self) -> int:
        """Bytes of a digest, of several hashes that of number 0."""
        return digest_bytes(self.hash_name)

    @property
    def longest_digest(self) -> int:
        """Bytes of the longest digest."""
        return max(map(digest_bytes, self.hash_names))

    @property
    def block_bytes(self) -> int:
        """Bytes of a block."""
        return hashlib.new(self.hash_name).block_size

    @property
    def word_bytes(self) -> int:
        """Bytes of a word."""
        return self.block_bytes // 16

    @property
    def full_keep(self) -> int:
        """`tkeep` of a beat whose lanes all hold a byte."""
        return (1 << self.beat_bytes) - 1

    def knows(self, code: int) -> bool:
        """Whether `code` is an operation of this core."""
        if not self.keyed:
            return code == Op.HASH
        return code <= Op.ERASE_ALL or (code <= Op.RESTORE and self.resume)

    def answers(self, code: int) -> bool:
        """Whether packets with this code are answered."""
        return not (self.knows(code) and code in (Op.TAG, Op.RESTORE))


def digest_bytes(hash_name: str) -> int:
    """Bytes of a digest."""
    return hashlib.new(hash_name).digest_size


def require_traffic(core: Core) -> None:
    """Raises RequestError for an engine."""
    if not (core.streamed or core.interface.kind.whole):
        raise RequestError(
            "An engine has no streams for random traffic; accepted are the levels message, hmac, "
            "block and hmac-block."
        )


def shape_of(core: Core) -> Shape:
    """The shape of a core. Raises RequestError as `require_traffic` does."""
    require_traffic(core)
    keyed = core.keyed
    interface = core.interface
    return Shape(
        hash_name=core.hash.name,
        keyed=keyed,
        contexts=core.contexts,
        beat_bytes=(interface.width or core.row_bits) // 8,
        length_bits=interface.length_bits,
        slots=interface.slots,
        resume=interface.resume,
        private=bool(getattr(interface, "private_slots", False)),
        zeroize=any(port.name == "zeroize" for port in core.ports),
        settle=core.settle_clocks if keyed else 0,
        slot_clocks=core.slot_clocks,
        others=tuple(each.name for each in core.others),
        in_turn=keyed and core.folded,
        array=keyed and interface.copies > 1,
    )


@dataclass(frozen=True)
class Beat:
    """One transfer of s_axis; `data` has every lane, what `keep` does not name among them."""

    tid: int
    user: int
    data: bytes
    keep: int
    last: bool

    @property
    def code(self) -> int:
        """The operation's code."""
        return self.user & 15

    @property
    def tag_bytes(self) -> int:
        """The tag's length asked for."""
        return self.user >> 4 & 127

    @property
    def slot(self) -> int:
        """The key slot's number."""
        return self.user >> 11 & 255


def user_of(code: int, tag_bytes: int = 0, slot: int = 0, choice: int = 0) -> int:
    """`s_axis_tuser` of a packet of an HMAC core."""
    return code | tag_bytes << 4 | slot << 11 | choice << KEYED_USER_BITS


@dataclass(frozen=True)
class Trigger:
    """Something that happens to the core `delay` clocks after an event.

    Attributes:
        action: "reset", which ends the epoch, or "zeroize".
        after: "clock" (the epoch's `count`-th clock), "taken" (`count` beats of the epoch have been
            taken) or "left" (`count` beats of answers have left).
        hold: clocks the input stays high.
    """

    action: str
    after: str
    count: int
    delay: int
    hold: int


@dataclass(frozen=True)
class Epoch:
    """Beats in the order in which they are offered after a reset, and what disturbs them.

    `reset_hold` is for how many clocks the reset before it lasts.
    """

    beats: tuple[Beat, ...]
    triggers: tuple[Trigger, ...] = ()
    reset_hold: int = 1


@dataclass(frozen=True)
class Traffic:
    """One run: epochs, and how both sides pause.

    `source` and `sink` name patterns of `machine.PATTERNS`; `seed` is theirs and that of what the
    hardware leaves undefined.
    """

    epochs: tuple[Epoch, ...]
    source: str = "none"
    sink: str = "none"
    seed: int = 1


@dataclass
class Packet:
    """A packet to be sent: payload, and how its beats break the rules.

    `holes` are numbers of beats whose `tkeep` is replaced by the given value; `short_end` sends an
    empty last beat behind a full one.  `choice` is the number of a hash, where an HMAC core has
    several.
    """

    tid: int
    code: int
    payload: bytes
    tag_bytes: int = 0
    slot: int = 0
    holes: dict[int, int] = field(default_factory=dict)
    empty_end: bool = False
    choice: int = 0

    def beats(self, lanes: int, filler: bytes = b"") -> list[Beat]:
        """Its beats of `lanes` bytes; lanes without a byte carry `filler`, in turn."""
        user = user_of(self.code, self.tag_bytes, self.slot, self.choice)
        payload, filler = self.payload, filler or bytes(1)
        count = max(1, -(-len(payload) // lanes))
        if self.empty_end and payload and len(payload) % lanes == 0:
            count += 1
        beats = []
        for index in range(count):
            part = payload[index * lanes : (index + 1) * lanes]
            rest = lanes - len(part)
            data = part + (filler * (rest // len(filler) + 1))[:rest]
            keep = self.holes.get(index, (1 << len(part)) - 1)
            beats.append(Beat(self.tid, user, data, keep, index == count - 1))
        return beats
