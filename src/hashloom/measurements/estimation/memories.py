"""The memories of a core, from its numbers: how many places of how many bits, and in what.

What `rtl/lib` and `rtl/engine` declare, counted without writing any of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hashloom.measurements.estimation.engine import Engine
from hashloom.request.architecture import Architecture
from hashloom.request.interface import Interface
from hashloom.rtl.shells.shell_parameters import ShellParameters
from hashloom.targets import Target
from hashloom.transforms.storage import Storage, storage_of

LUT_PLACES = 16  # of a memory cell of look-up tables
_LUT_BITS = 4
_STATE_WORDS = 8


@dataclass(frozen=True)
class Memory:
    """A memory of `depth` places of `bits` bits.

    Attributes:
        block: whether it is to be in block RAM.
        divided: whether its banks are read into registers that are OR-ed, rather than selected.
        registered: whether every read goes into a register, without a condition.
    """

    depth: int
    bits: int
    block: bool = False
    divided: bool = False
    registered: bool = False

    @property
    def banks(self) -> int:
        """Memories of 16 places it consists of, when it is built of look-up tables."""
        return -(-self.depth // LUT_PLACES)

    @property
    def cells(self) -> int:
        """Memory cells of look-up tables, 16 places of 4 bits each."""
        return self.banks * -(-self.bits // _LUT_BITS)

    def block_rams(self, shape: tuple[int, int]) -> int:
        """Block RAMs it takes, of a widest port and so many places at that width."""
        width, places = shape
        return -(-self.bits // width) * -(-self.depth // places)


def memories(
    p: ShellParameters, architecture: Architecture, interface: Interface, engine: Engine
) -> list[Memory]:
    """Every memory of a core with a resolved architecture."""
    found = list(_of_engine(p, architecture, engine)) * architecture.engines
    if interface.level == "engine":
        return found
    keyed = interface.level == "hmac"
    found += _of_stream(p)
    if keyed:
        found += _of_keys(p, architecture, interface)
    for side in range(architecture.engines):
        found += _of_side(p, keyed, side)
    return found


def _of_engine(p: ShellParameters, a: Architecture, engine: Engine) -> Iterator[Memory]:
    """Constants in block RAM, and chaining values where they are in memories."""
    if a.constants == "bram" and engine.table_rows > 1:
        count = engine.table_bits // p.word_bits
        yield from [Memory(engine.table_rows, p.word_bits, block=True)] * count
    storage, block = storage_of(a), a.chaining == "bram"
    if storage is Storage.NARROW:
        sources = engine.loaded_words
        depth = max(2, p.contexts * p.chain_steps)
        yield from [Memory(depth, p.word_bits, block=block, registered=True)] * sources
    elif storage is Storage.WIDE:
        width = _STATE_WORDS * p.word_bits
        yield Memory(max(2, p.contexts), width, block=block, registered=True)


def _of_stream(p: ShellParameters) -> Iterator[Memory]:
    """What messages need on the way to the padder, and their lengths."""
    several, row = p.contexts > 1, p.pad_words * p.word_bits
    if p.width < row and several:
        yield from [Memory(p.contexts, p.width)] * (row // p.width)
    if not several:
        return
    yield Memory(p.contexts, _bits_for(p.pad_clocks) + 2)
    yield Memory(p.contexts, 2 + (p.word_bits // 8 - 1).bit_length())
    yield from _lengths(p)


def _lengths(p: ShellParameters) -> Iterator[Memory]:
    shift = (16 * p.word_bits - 1).bit_length()
    two = p.length_bits > p.word_bits
    if p.pad_words > 1:
        yield Memory(p.contexts, min(p.length_bits, p.word_bits) - shift)
        yield Memory(p.contexts, max(1, p.length_bits - p.word_bits))
    elif two:
        yield Memory(2 * p.contexts, p.word_bits)
        yield Memory(p.contexts, 1)
    else:
        yield Memory(p.contexts, p.length_bits - shift)


def _of_side(p: ShellParameters, keyed: bool, side: int) -> Iterator[Memory]:
    """Block buffer and digest store of one engine."""
    depth = p.contexts * (1 if p.columns == 16 else 1 << p.row_bits)
    block = p.buffer_memory == "block"
    whole = depth <= LUT_PLACES
    buffer = Memory(depth, p.word_bits, block=block, divided=not whole, registered=whole)
    yield from [buffer] * p.columns
    places = 2 * p.contexts * p.chain_steps
    if places > 2:
        yield from [Memory(places, p.word_bits, divided=True)] * (2 * p.chain_words)
    pointer = 1 if p.contexts == 1 else p.context_bits + 1
    yield Memory(1 << pointer, p.context_bits + 2)


def _of_keys(p: ShellParameters, a: Architecture, i: Interface) -> Iterator[Memory]:
    """Keys' states, tags, and the account of packets.

    With keys in block RAM the last key and the expected tags are there too, and the key's memory
    has a row of zeros behind the others.
    """
    slot_bits, block = _bits_for(i.slots), a.keys == "bram"
    states = i.slots if a.engines == 2 else 2 * i.slots
    if i.resume:
        states += p.contexts
    for _ in range(a.engines):
        words = 2 * p.chain_words
        yield Memory(states * p.chain_steps, words * p.word_bits, block=block, registered=True)
        yield Memory(2 * p.contexts, _bits_for(states))
    rows = 1 if p.pad_words >= _STATE_WORDS else _STATE_WORDS // p.pad_words
    depth, width = 2 * p.contexts * rows, p.pad_words * p.word_bits
    yield Memory(depth, width, block=block, registered=True)
    key = Memory(p.pad_clocks << block, p.word_bits, block=block, registered=True)
    yield from [key] * p.pad_words
    yield Memory(2 * p.contexts, 12)
    yield Memory(2 * p.contexts, slot_bits + 1)


def _bits_for(count: int) -> int:
    """Bits that number so many things; at least one."""
    return max(1, (count - 1).bit_length())


def in_blocks(memory: Memory, target: Target) -> bool:
    """Whether a memory lies in block RAM: asked for, or because the device has no LUT RAM.

    There synthesis takes block RAM for what is read into a register without a condition.
    """
    return memory.block or (not target.cells.lutram and memory.registered and memory.depth > 1)


def block_rams(memories: Iterable[Memory], target: Target) -> int:
    """Block RAMs of a core on a target."""
    return sum(m.block_rams(target.block_ram) for m in memories if in_blocks(m, target))


def lut_cells(memories: Iterable[Memory], target: Target) -> int:
    """Memory cells of look-up tables, 16 places of 4 bits, of a core on a target."""
    return sum(m.cells for m in memories if not m.block) if target.cells.lutram else 0


def register_bits(memories: Iterable[Memory], target: Target) -> int:
    """Bits of the memories that become registers, on a device without LUT RAM."""
    if target.cells.lutram:
        return 0
    return sum(m.bits * m.depth for m in memories if not in_blocks(m, target))


def digest_columns(p: ShellParameters) -> int:
    """Memories, or registers, that the digest store consists of; see digest_store."""
    places = 2 * p.contexts * p.chain_steps
    bank = 1 if places <= 2 else LUT_PLACES
    return 2 * p.chain_words * -(-places // bank)
