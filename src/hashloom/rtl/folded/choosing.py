"""Which program, machine and datapath a core has, by its value of --fold."""

from __future__ import annotations

from hashloom.dataflow.graph import Graph
from hashloom.hashes import Hash
from hashloom.rtl.folded import evaluation
from hashloom.rtl.folded.datapath import datapath
from hashloom.rtl.folded.four.datapath import four_datapath
from hashloom.rtl.folded.four.evaluation import four_digest
from hashloom.rtl.folded.four.keyed import FourKeyedProgram
from hashloom.rtl.folded.four.keyed_writer import FourKeyedWriter
from hashloom.rtl.folded.four.program import FourProgram
from hashloom.rtl.folded.four.writer import FourWriter
from hashloom.rtl.folded.keyed.program import KeyedProgram
from hashloom.rtl.folded.keyed.writer import KeyedWriter
from hashloom.rtl.folded.machine_writer import MachineWriter
from hashloom.rtl.folded.placed.datapath import placed_datapath
from hashloom.rtl.folded.placed.evaluation import placed_digest
from hashloom.rtl.folded.placed.keyed import PlacedKeyedProgram
from hashloom.rtl.folded.placed.keyed_writer import PlacedKeyedWriter
from hashloom.rtl.folded.placed.program import PlacedProgram
from hashloom.rtl.folded.placed.writer import PlacedWriter
from hashloom.rtl.folded.program import Program
from hashloom.rtl.folded.writer import FoldedWriter
from hashloom.transforms.folding.in_place import Places
from hashloom.transforms.folding.on_four import roles_of
from hashloom.transforms.folding.on_one import fold as fold_steps

FOUR, IN_PLACE = 4, 2  # values of --fold beside that of one adder
AnyMachineProgram = Program | FourProgram | PlacedProgram  # that a core runs
KeyedMachineProgram = KeyedProgram | FourKeyedProgram | PlacedKeyedProgram  # that of an HMAC core


def program_of(hash_: Hash, length_bits: int, fold: int) -> AnyMachineProgram:
    """The program of a message core."""
    if fold == IN_PLACE:
        return PlacedProgram(hash_, length_bits)
    return (FourProgram if fold == FOUR else Program)(hash_, length_bits)


def keyed_program_of(hash_: Hash, length_bits: int, fold: int, slots: int) -> KeyedMachineProgram:
    """The program of an HMAC core with so many slots."""
    if fold == IN_PLACE:
        return PlacedKeyedProgram(hash_, length_bits, slots)
    return (FourKeyedProgram if fold == FOUR else KeyedProgram)(hash_, length_bits, slots)


def writer_of(program: AnyMachineProgram) -> MachineWriter:
    """What writes the machine of a core."""
    if isinstance(program, FourKeyedProgram):
        return FourKeyedWriter(program)
    if isinstance(program, KeyedProgram):
        return KeyedWriter(program)
    if isinstance(program, PlacedKeyedProgram):
        return PlacedKeyedWriter(program)
    if isinstance(program, PlacedProgram):
        return PlacedWriter(program)
    return FourWriter(program) if isinstance(program, FourProgram) else FoldedWriter(program)


def datapath_of(hash_: Hash, fold: int) -> Graph:
    """The machine's datapath."""
    if fold == IN_PLACE:
        return placed_datapath(hash_)
    return four_datapath(hash_) if fold == FOUR else datapath(hash_)


def require_sums(hash_: Hash, fold: int) -> None:
    """Raises RequestError for a hash whose rounds are not sums that can be folded so."""
    if fold == IN_PLACE:
        Places(hash_)
    elif fold == FOUR:
        roles_of(hash_)
    else:
        fold_steps(hash_)


def program_digest(program: AnyMachineProgram, message: bytes) -> bytes:
    """The digest of `message`, which the rows of a program compute."""
    if isinstance(program, PlacedProgram):
        return placed_digest(program, message)
    if isinstance(program, FourProgram):
        return four_digest(program, message)
    return evaluation.digest(program, message)
