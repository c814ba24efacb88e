"""What verification needs to know of a core, and nothing more."""

from __future__ import annotations

from typing import Protocol, TypeVar, cast, runtime_checkable

from hashloom.cores import Core as PlainCore
from hashloom.errors import RequestError
from hashloom.request.level import ENGINE, HMAC, LEVELS, MESSAGE

_BLOCK_WORDS = 16


class HashFacts(Protocol):
    """The hash a core computes."""

    @property
    def name(self) -> str:
        """As hashlib spells it: sha224, sha256, sha384, sha512, sha512_224, sha512_256."""

    @property
    def block_bits(self) -> int:
        """Bits of a message block."""

    @property
    def digest_bytes(self) -> int:
        """Bytes of a digest."""


class InterfaceFacts(Protocol):
    """The streams of a message core."""

    @property
    def width(self) -> int | None:
        """Bits of a beat, on both streams; None is the hash's word."""

    @property
    def length_bits(self) -> int:
        """A message must be shorter than 2^length_bits bits."""


class MessageCore(Protocol):
    """A core with message stream in and digest stream out."""

    @property
    def name(self) -> str:
        """For people."""

    @property
    def top(self) -> str:
        """The top module."""

    @property
    def level(self) -> str:
        """A level with streams; an engine has none, see message_core."""

    @property
    def contexts(self) -> int:
        """Messages in flight; `tid` exists when there is more than one."""

    @property
    def hash(self) -> HashFacts:
        """What it computes."""

    @property
    def interface(self) -> InterfaceFacts:
        """Its streams."""

    def sources(self) -> dict[str, str]:
        """SystemVerilog text by file name."""


class HmacInterfaceFacts(InterfaceFacts, Protocol):
    """The streams of an HMAC core."""

    @property
    def slots(self) -> int:
        """Keys it holds."""

    @property
    def resume(self) -> bool:
        """Whether it has SAVE and RESTORE."""

    @property
    def private_slots(self) -> bool:
        """Whether a slot belongs to the `tid` that loaded it."""

    @property
    def copies(self) -> int:
        """Equal cores behind one stream, with the same keys."""


class HmacCore(MessageCore, Protocol):
    """A core whose packets carry commands, see hashloom.verification.simulation.packets."""

    @property
    def interface(self) -> HmacInterfaceFacts:
        """Its streams and its key store."""

    @property
    def settle_clocks(self) -> int:
        """Clocks after a reset after which nothing of a key is left."""


Core = TypeVar("Core", bound=MessageCore)


@runtime_checkable
class Relevelled(Protocol):
    """A core that knows the core of another level around the same engine."""

    def as_level(self, level: str) -> object:
        """Return the core at `level`."""


def message_core(core: Core) -> Core:
    """Return `core` itself, or for an engine the message core around that engine.

    An HMAC core takes messages too: a packet without a command is hashed.

    Raises RequestError at any other level.
    """
    level = LEVELS.get(core.level)
    if level is not None and level.whole:
        raise RequestError(
            f"{core.name} takes padded blocks whole, which this has not been built for; accepted "
            f"are levels {ENGINE.name}, {MESSAGE.name} and {HMAC.name}."
        )
    if level is not None and level.streamed:
        return core
    if level is not None and isinstance(core, Relevelled):
        return cast(Core, core.as_level(MESSAGE.name))
    raise RequestError(
        f"{core.name} has level {core.level!r}; messages can be driven through cores of level "
        "'message' and 'hmac', and through an 'engine' by way of the message core around it."
    )


@runtime_checkable
class Choosing(Protocol):
    """A core whose messages choose among several hashes."""

    @property
    def hashes(self) -> tuple[HashFacts, ...]:
        """What it computes, by number."""


def registered(core: MessageCore) -> PlainCore | None:
    """A core that stands behind registers on a bus; None for one with streams."""
    return core if isinstance(core, PlainCore) and core.interface.registered else None


def zeroized(core: MessageCore) -> bool:
    """Whether a core with keys has the input zeroize, which one that is a pool has not."""
    return not isinstance(core, PlainCore) or any(p.name == "zeroize" for p in core.ports)


def require_streams(core: MessageCore, what: str) -> None:
    """Raises RequestError for a core behind registers; `what` begins the sentence."""
    behind = registered(core)
    if behind:
        option = "--bus" if behind.interface.dma == "none" else "--dma"
        raise RequestError(
            f"{what} of a core behind registers has not been run; accepted is the same core "
            f"without {option}."
        )


def hashes_of(core: MessageCore) -> tuple[HashFacts, ...]:
    """The hashes of a core by number, one for most."""
    return core.hashes if isinstance(core, Choosing) else (core.hash,)


def number_of(core: MessageCore, name: str) -> int:
    """The number with which a message or key of a core chooses a hash.

    Raises RequestError for a hash that the core does not compute.
    """
    names = [each.name for each in hashes_of(core)]
    if name not in names:
        raise RequestError(
            f"{core.name} does not compute {name}; accepted is {' or '.join(names)}."
        )
    return names.index(name)


def choice_bits(core: MessageCore) -> int:
    """Bits of the number with which a message chooses its hash, 0 where there is one."""
    return (len(hashes_of(core)) - 1).bit_length()


def block_bytes(core: MessageCore) -> int:
    """Bytes of a message block."""
    return core.hash.block_bits // 8


def beat_bytes(core: MessageCore) -> int:
    """Bytes of a beat of either stream."""
    return (core.interface.width or core.hash.block_bits // _BLOCK_WORDS) // 8


def check_length(core: MessageCore, bits: int) -> None:
    """Raise RequestError when a message of so many bits is too long for a core's counter."""
    if bits >> core.interface.length_bits:
        raise RequestError(
            f"A message of {bits} bits does not fit a length counter of "
            f"{core.interface.length_bits} bits; shorter ones or --length-bits "
            f"{bits.bit_length()} or more are accepted."
        )


def longest_message(core: MessageCore, blocks: int) -> int:
    """Bytes of the longest message that pads to `blocks` blocks (FIPS 180-4 section 5.1)."""
    length_field = core.hash.block_bits // 64
    return blocks * block_bytes(core) - 1 - length_field
