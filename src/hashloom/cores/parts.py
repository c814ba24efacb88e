"""Parts that tops are put together from: what each level brings to a core.

A part brings the ports of its top module, the top modules that stand around the engine, and what
the core's name says of it.  A wrapper is a part around a part, in a file of its own.
"""

from __future__ import annotations

from hashloom.cores.arrays.array import ArrayPart
from hashloom.cores.arrays.keyed import KeyedArrayPart
from hashloom.cores.buses.bus import BusPart
from hashloom.cores.facts import Facts, Part, PlainPart
from hashloom.cores.rings.dma import DmaPart
from hashloom.request.interface import DEFAULT_SLOTS, Interface
from hashloom.request.level import ENGINE, HMAC, MESSAGE
from hashloom.rtl.engine.shape import ports as engine_ports
from hashloom.rtl.shells.block_shell import BlockTop
from hashloom.rtl.shells.folded.hmac_shell import folded_hmac_top
from hashloom.rtl.shells.folded.shell import folded_top
from hashloom.rtl.shells.hmac.shell import hmac_ports, hmac_top
from hashloom.rtl.shells.message.shell import message_top, ports
from hashloom.rtl.shells.pools.hmac_shell import pool_hmac_ports, pool_hmac_top
from hashloom.rtl.shells.pools.shell import pool_top
from hashloom.rtl.typed.netlist import Top
from hashloom.rtl.verilog import Port


class EnginePart:
    """The engine alone."""

    def top(self, prefix: str) -> str:
        """The engine has its name wherever it stands."""
        return f"{prefix}_engine"

    def ports(self, core: Facts) -> list[Port]:
        """Slots, rows of a block and chaining words."""
        return engine_ports(core.shape)

    def tops(self, core: Facts) -> list[Top]:
        """Nothing is around it."""
        return []

    def suffix(self, core: Facts) -> str:
        """It has no streams to tell of."""
        return ""


class MessagePart:
    """Streams and padding around an engine."""

    def top(self, prefix: str) -> str:
        """The core's own name."""
        return prefix

    def ports(self, core: Facts) -> list[Port]:
        """The two streams."""
        return ports(core.shell)

    def tops(self, core: Facts) -> list[Top]:
        """The shell."""
        return [message_top(core.shell)]

    def suffix(self, core: Facts) -> str:
        """Width and counter of the streams, where they are not the usual ones."""
        width, length = core.interface.width, core.interface.length_bits
        usual = (core.design.interface if core.design else Interface()).length_bits
        suffix = "" if width in (None, core.row_bits) else f"_w{width}"
        return suffix if length == usual else f"{suffix}_l{length}"


class HmacPart(MessagePart):
    """The same with keys."""

    def ports(self, core: Facts) -> list[Port]:
        """The two streams, with commands, and zeroize."""
        return hmac_ports(core.hmac)

    def tops(self, core: Facts) -> list[Top]:
        """The shell with its sequencer and key store."""
        return [hmac_top(core.hmac)]

    def suffix(self, core: Facts) -> str:
        """Streams, and what is unusual of the key store."""
        slots = core.interface.slots
        usual = core.design.interface.slots if core.design else DEFAULT_SLOTS
        suffix = super().suffix(core) + ("" if slots == usual else f"_slots{slots}")
        suffix += "_resume" if core.interface.resume else ""
        return f"{suffix}_private" if core.interface.private_slots else suffix


class FoldedPart(MessagePart):
    """Streams and padding around a folded round."""

    def tops(self, core: Facts) -> list[Top]:
        """The shell."""
        return [folded_top(core.shell, core.program)]


class FoldedHmacPart(HmacPart):
    """The same with keys."""

    def tops(self, core: Facts) -> list[Top]:
        """The shell."""
        return [folded_hmac_top(core.hmac, core.keyed_program)]


class PoolPart(MessagePart):
    """Streams and padding around an engine that is a pool."""

    def tops(self, core: Facts) -> list[Top]:
        """The shell."""
        return [pool_top(core.shell, core.shape, core.hash.title)]


class PoolHmacPart(HmacPart):
    """The same with keys."""

    def ports(self, core: Facts) -> list[Port]:
        """The two streams, with commands."""
        return pool_hmac_ports(core.hmac)

    def tops(self, core: Facts) -> list[Top]:
        """The shell."""
        return [pool_hmac_top(core.hmac, core.shape, core.hash.title)]


class BlockPart:
    """Padded blocks to one engine, or to two for HMAC."""

    def top(self, prefix: str) -> str:
        """The core's own name."""
        return prefix

    def _top(self, core: Facts) -> BlockTop:
        return BlockTop(core.prefix, core.hash, bool(core.interface.kind.mark))

    def ports(self, core: Facts) -> list[Port]:
        """Blocks in, answers out, and keys in."""
        return self._top(core).ports

    def tops(self, core: Facts) -> list[BlockTop]:
        """What starts blocks and keeps answers."""
        return [self._top(core)]

    def suffix(self, core: Facts) -> str:
        """A beat is a block, and nothing else is to be chosen."""
        return ""


_PARTS: dict[str, PlainPart] = {
    ENGINE.name: EnginePart(),
    MESSAGE.name: MessagePart(),
    HMAC.name: HmacPart(),
}

_FOLDED: dict[str, PlainPart] = {MESSAGE.name: FoldedPart(), HMAC.name: FoldedHmacPart()}


_POOLED: dict[str, PlainPart] = {
    **_PARTS,
    MESSAGE.name: PoolPart(),
    HMAC.name: PoolHmacPart(),
}


def part_of(interface: Interface, *, folded: bool, pooled: bool = False) -> Part:
    """The part that an accepted interface asks for."""
    if interface.kind.whole:
        return BlockPart()
    part = (_FOLDED if folded else _POOLED if pooled else _PARTS)[interface.level]
    if interface.ringed:
        return DmaPart(part, interface.bus, interface.dma)
    if interface.registered:
        return BusPart(part, interface.bus)
    if interface.copies > 1:
        return KeyedArrayPart(part) if interface.keyed else ArrayPart(part)
    return part
