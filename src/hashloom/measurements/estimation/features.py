"""What a core's area and clock depend on, as named numbers: the estimator is linear in them.

Most are look-up tables counted as if the tools did nothing clever, so that a fitted coefficient
says how far they do: operators by kind, tables of K, cells of memories, selection between banks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from hashloom.hashes import Hash
from hashloom.measurements.estimation.engine import Engine
from hashloom.measurements.estimation.memories import (
    digest_columns,
    lut_cells,
    memories,
    register_bits,
)
from hashloom.measurements.estimation.ways import Shell
from hashloom.request.architecture import Architecture
from hashloom.request.interface import Interface
from hashloom.rtl.shells.around import hmac_around, shell_around
from hashloom.rtl.shells.common.parameters import CHAIN_WORDS, ShellParameters
from hashloom.rtl.shells.message.buffering import buffer_numbers
from hashloom.rtl.typed.memory import Memory
from hashloom.targets import Target
from hashloom.transforms.registers.storage import Storage, storage_of

_TABLE_ROWS = 16  # of a table that one look-up table of four inputs holds
_LUTS_PER_CELL = 6  # of a memory cell of 16 places, its write port included


@dataclass(frozen=True)
class Outline:
    """A core as the estimator sees it: nothing of it has to be compiled.

    Attributes:
        hash: what it computes.
        architecture: resolved.
        interface: level and streams; a width of None is the widest that keeps up.
        engine: the numbers of its engine.
    """

    hash: Hash
    architecture: Architecture
    interface: Interface
    engine: Engine

    @cached_property
    def shell(self) -> ShellParameters:
        """The shell around the engine."""
        return shell_around(
            self.hash, self.architecture, self.interface, self.engine, self.engine.slot_clocks
        )

    @cached_property
    def top(self) -> Shell | None:
        """What the top module is written from; None for an engine."""
        if self.interface.keyed:
            return hmac_around(self.shell, self.architecture, self.interface)
        return self.shell if self.interface.streamed else None

    @cached_property
    def memories(self) -> list[Memory]:
        """Every memory of the core."""
        return memories(self.shell, self.architecture, self.top, self.engine, _present(self.hash))


def area_features(outline: Outline, target: Target) -> dict[str, float]:
    """What look-up tables are spent on, in look-up tables of four inputs."""
    e, a, p = outline.engine, outline.architecture, outline.shell
    n, keyed = a.engines, outline.interface.keyed
    word, several = p.word_bits, p.contexts > 1
    in_tables = a.constants == "lut" and e.table_rows > 1
    found: dict[str, float] = {
        "adders": n * (e.adder_bits + 2 * e.adders),
        "compressors": n * e.compressor_bits,
        "loaded": n * e.loaded_bits,
        "sigmas": n * e.sigma_bits,
        "choices": n * e.choice_bits,
        "selects": n * e.select_bits,
        "gates": n * e.gate_bits,
        "tables": n * e.table_bits * -(-e.table_rows // _TABLE_ROWS) if in_tables else 0,
        f"load_{storage_of(a)}": n * e.loaded_words * word,
        "engine": n,
        "stages": n * (a.stages - 1),
        "engine_contexts": n * (p.contexts - 1),
    }
    lists = outline.memories
    found["memory"] = _LUTS_PER_CELL * lut_cells(lists, target)
    found["stored"] = register_bits(lists, target)
    chosen = [m for m in lists if target.cells.lutram and not m.block and not m.divided]
    found["select"] = sum(m.bits * _selects(m.banks) for m in chosen)
    if not outline.interface.streamed:
        return found
    found |= {
        "shell": 1,
        "shell_word": word,
        "shell_several": float(several),
        "shell_contexts": p.contexts - 1,
        "shell_padding": (p.pad_words - 1) * word,
        "shell_width": abs(p.width - p.pad_words * word),
        "join": n * _joined(p, _present(outline.hash)),
    }
    if keyed:
        found |= _keyed(outline)
    return found


def _keyed(outline: Outline) -> dict[str, float]:
    """What an HMAC core has besides, in look-up tables as in flip-flops."""
    p, word = outline.shell, outline.shell.word_bits
    return {
        "keyed": 1,
        "keyed_word": word,
        "keyed_contexts": p.contexts - 1,
        "keyed_padding": (p.pad_words - 1) * word,
        "keyed_slots": outline.interface.slots,
        "keyed_engine": outline.architecture.engines - 1,
        "keyed_chain": p.chain_words * word,
        "resume": float(outline.interface.resume),
    }


def _selects(banks: int) -> int:
    """Look-up tables a bit that choose among banks: two for a choice of one in four."""
    return -(-2 * (banks - 1) // 3)


@lru_cache(maxsize=4096)
def _joined(p: ShellParameters, present: int) -> int:
    """Look-up tables that OR what is read of block buffers and of the digest store."""
    of, lanes = buffer_numbers(p), p.readers * p.columns if p.order else 1
    buffers = 0 if of["BLOCK_MEMORY"] else lanes * of["COLUMNS"] * _joins(of["BANKS"])
    return p.word_bits * (buffers + _joins(_in_use(digest_columns(p), present)))


def _present(hash_: Hash) -> int:
    """Words of a hash's chaining value; synthesis takes away what would hold the others."""
    return len(hash_.chaining)


def _in_use(count: int, present: int) -> int:
    """Of so many memories or registers of all chaining words, those of the words there are."""
    return count * present // CHAIN_WORDS


def _joins(registers: int) -> int:
    """Look-up tables a bit that OR so many registers, as a tree."""
    return -(-(registers - 1) // 3)


def register_features(outline: Outline, target: Target) -> dict[str, float]:
    """What flip-flops are spent on, in flip-flops."""
    e, a, p = outline.engine, outline.architecture, outline.shell
    n, word = a.engines, p.word_bits
    found: dict[str, float] = {
        "delays": n * e.register_bits,
        "control": n * e.control_bits,
        f"held_{storage_of(a)}": n * _held_words(a, e, _present(outline.hash)) * word,
        "engine": n,
        "stages": n * (a.stages - 1),
        "engine_contexts": n * (p.contexts - 1),
    }
    lists = outline.memories
    found["read"] = sum(m.bits * (m.banks if m.divided and not m.block else 1) for m in lists)
    found["stored"] = register_bits(lists, target)
    if not outline.interface.streamed:
        return found
    present = _present(outline.hash)
    columns = _in_use(digest_columns(p), present)
    if 2 * p.contexts * p.chain_steps <= 2:  # the digest store is of registers
        found["stored"] += n * columns * word
    found |= {
        "shell": 1,
        "shell_word": word,
        "shell_several": float(p.contexts > 1),
        "shell_contexts": p.contexts - 1,
        "shell_padding": (p.pad_words - 1) * word,
        "shell_width": p.width,
        "shell_columns": n * columns * word,
        "written": n * _in_use(2 * p.chain_words, present) * word,
        "stage_words": _stage_words(p),
    }
    if outline.interface.keyed:
        found |= _keyed(outline)
    return found


def _stage_words(p: ShellParameters) -> int:
    """Registers behind the buffers that each of several stages has of its own, see stage_buffers.

    There is one behind each of a lane's memories and one where they are joined. The only buffers
    of a core are a part of what every shell has.
    """
    if p.readers == 1:
        return 0
    of = buffer_numbers(p)
    registers = 1 if of["BLOCK_MEMORY"] else of["BANKS"] + 1
    return p.readers * p.columns * registers * p.word_bits


def _held_words(a: Architecture, e: Engine, present: int) -> int:
    """Registers of chaining words beside memories or in their place."""
    return e.loaded_words if storage_of(a) is Storage.NARROW else present
