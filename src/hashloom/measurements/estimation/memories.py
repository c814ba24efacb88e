"""The memories of a core, from its numbers: how many places of how many bits, and in what.

Those of the shell are of the modules that its top module consists of; nothing of it is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from hashloom.measurements.estimation.engine import Engine
from hashloom.measurements.estimation.ways import Shell, units_of
from hashloom.request.architecture import Architecture
from hashloom.rtl.shells.common.parameters import ShellParameters
from hashloom.rtl.shells.common.sides import digest_numbers
from hashloom.rtl.typed.faces import memories_in
from hashloom.rtl.typed.memory import Memory
from hashloom.targets import Target
from hashloom.transforms.registers.storage import Storage, storage_of


def memories(
    p: ShellParameters, architecture: Architecture, shell: Shell | None, engine: Engine, words: int
) -> list[Memory]:
    """Every memory of a core with a resolved architecture; an engine has no `shell`.

    `words`: of a chaining value; synthesis takes away what would hold others.
    """
    found = list(_of_engine(p, architecture, engine, words)) * architecture.engines
    return [*found, *_of_shell(shell)] if shell else found


@lru_cache(maxsize=4096)
def _of_shell(shell: Shell) -> tuple[Memory, ...]:
    return tuple(m for unit in units_of(shell) for m in memories_in(unit.module, unit.parameters))


def _of_engine(p: ShellParameters, a: Architecture, engine: Engine, words: int) -> Iterator[Memory]:
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
        # Synthesis takes away what would hold words that a hash does not have.
        width = words * p.word_bits
        yield Memory(max(2, p.contexts), width, block=block, registered=True)


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


@lru_cache(maxsize=4096)
def digest_columns(p: ShellParameters) -> int:
    """Memories, or registers, that the digest store consists of; see digest_store."""
    return digest_numbers(p)["COLUMNS"]
