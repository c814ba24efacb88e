"""Programs of HMAC cores on four adders: what they compute, and that they fit the machine."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest

from hashloom.hashes import HASHES, get_hash
from hashloom.rtl.folded.four.evaluation import four_digest
from hashloom.rtl.folded.four.keyed import FourKeyedProgram
from hashloom.rtl.folded.keyed.layout import MAX_SLOTS
from hashloom.transforms.folding.on_four import Act

PROGRAMS = [
    FourKeyedProgram(each, words * each.word_bits, slots)
    for each in HASHES.values()
    if each.shared_sums
    for words, slots in ((1, 1), (2, MAX_SLOTS))
]
LENGTHS = (0, 1, 55, 56, 64, 111, 112, 128, 240)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.hash.name}-{p.slots}")
def test_digests(program: FourKeyedProgram) -> None:
    for length in LENGTHS:
        message = bytes(range(256))[:length]
        assert four_digest(program, message) == hashlib.new(program.hash.name, message).digest()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.hash.name}-{p.slots}")
def test_a_program_fits_the_machine(program: FourKeyedProgram) -> None:
    assert len(program.rows) == len(program.words) <= 1024
    assert program.bits <= 3 * 18  # of block RAMs with 1024 rows
    assert max(program.words) >> program.bits == 0
    names = {each.name for each in program.fields}
    assert all(values.keys() <= names for values in program.instructions)
    contents, at = program.layout.contents(), program.layout
    assert at.constants <= min(contents)
    assert max(contents) < 1 << at.bits
    # K, the initial value, the bits of a block, and six more, at addresses of their own
    assert len(contents) == program.hash.rounds + 8 + 1 + 6
    assert max(at.slot(program.slots - 1)) < at.constants


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.hash.name}-{p.slots}")
def test_what_rounds_begin_with_differs_in_high_bits_alone(program: FourKeyedProgram) -> None:
    at = program.layout
    for index in range(len(program.hash.chaining)):
        places = (at.old(index), at.initial(index), at.inner(index), at.outer(index))
        assert len({each >> 3 for each in places}) == 4
        assert len({each & 7 for each in places}) == 1


def writes(rows: Sequence[Sequence[Act]]) -> list[int]:
    """Rows in which a sum is written or sent."""
    return [at for at, acts in enumerate(rows) for act in acts if act.what in ("write", "sends")]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.hash.name}-{p.slots}")
def test_a_part_ends_when_its_sums_are_there(program: FourKeyedProgram) -> None:
    """What comes next reads and writes at once."""
    for name, rows in program.parts.items():
        (goes, *more) = [a.what for acts in rows for a in acts if a.unit == "goes"] or [""]
        assert not more
        behind = len(rows) - 1 - max(writes(rows), default=-1)
        assert behind >= (3 if goes == "branch" else 0), name
        if name not in ("BLOCK", "COMPARE", "LONG_KEY", "WIPE", "ERASE_ALL"):
            assert goes


def test_pads_are_read_once() -> None:
    program = FourKeyedProgram(get_hash("sha256"), 64)
    acts = [act for acts in program.parts["KEY"] for act in acts]
    read = [act.number for act in acts if act.what == "read"]
    at = program.layout
    assert sorted(read) == sorted([*range(16), *range(16), at.ipad, at.opad])
    assert sum(act.what == "xored" for act in acts) == 32
