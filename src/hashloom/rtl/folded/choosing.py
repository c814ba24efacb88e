"""Which program, machine and datapath a core has that is folded on so many adders."""

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
from hashloom.rtl.folded.program import Program
from hashloom.rtl.folded.writer import FoldedWriter
from hashloom.transforms.folding.on_four import ADDERS

FOUR = len(ADDERS)


def program_of(hash_: Hash, length_bits: int, adders: int) -> Program | FourProgram:
    """The program of a message core."""
    return (FourProgram if adders == FOUR else Program)(hash_, length_bits)


def keyed_program_of(
    hash_: Hash, length_bits: int, adders: int, slots: int
) -> KeyedProgram | FourKeyedProgram:
    """The program of an HMAC core with so many slots."""
    return (FourKeyedProgram if adders == FOUR else KeyedProgram)(hash_, length_bits, slots)


def writer_of(program: Program | FourProgram) -> MachineWriter:
    """What writes the machine of a core."""
    if isinstance(program, FourKeyedProgram):
        return FourKeyedWriter(program)
    if isinstance(program, KeyedProgram):
        return KeyedWriter(program)
    return FourWriter(program) if isinstance(program, FourProgram) else FoldedWriter(program)


def datapath_of(hash_: Hash, adders: int) -> Graph:
    """The machine's datapath."""
    return four_datapath(hash_) if adders == FOUR else datapath(hash_)


def program_digest(program: Program | FourProgram, message: bytes) -> bytes:
    """The digest of `message`, which the rows of a program compute."""
    if isinstance(program, FourProgram):
        return four_digest(program, message)
    return evaluation.digest(program, message)
