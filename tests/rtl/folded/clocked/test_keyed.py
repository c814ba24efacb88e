"""Programs of HMAC cores with a row for each clock: what they compute, and that they fit the
machine."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest

from hashloom.hashes import HASHES
from hashloom.rtl.folded.choosing import program_digest
from hashloom.rtl.folded.clocked.keyed import ClockedKeyedProgram
from hashloom.rtl.folded.four.keyed import FourKeyedProgram
from hashloom.rtl.folded.keyed.layout import MAX_SLOTS
from hashloom.rtl.folded.placed.keyed import PlacedKeyedProgram
from hashloom.transforms.folding.on_four import Act

PROGRAMS = [
    kind(each, words * each.word_bits, slots)
    for kind in (FourKeyedProgram, PlacedKeyedProgram)
    for each in HASHES.values()
    if each.shared_sums
    for words, slots in ((1, 1), (2, MAX_SLOTS))
]
EVERY = pytest.mark.parametrize(
    "program", PROGRAMS, ids=lambda p: f"{p.hash.name}-{p.adders}-{p.slots}"
)
LENGTHS = (0, 1, 55, 56, 64, 111, 112, 128, 240)


@EVERY
def test_digests(program: FourKeyedProgram | PlacedKeyedProgram) -> None:
    for length in LENGTHS:
        message = bytes(range(256))[:length]
        right = hashlib.new(program.hash.name, message).digest()
        assert program_digest(program, message) == right


@EVERY
def test_a_program_fits_the_machine(program: ClockedKeyedProgram) -> None:
    assert len(program.rows) == len(program.words) <= 1024
    assert max(program.words) >> program.bits == 0
    names = {each.name for each in program.fields}
    assert all(values.keys() <= names for values in program.instructions)
    contents, at = program.layout.contents(), program.layout
    assert at.constants <= min(contents)
    assert max(contents) < 1 << at.bits
    assert max(at.slot(program.slots - 1)) < at.constants


@EVERY
def test_what_rounds_begin_with_differs_in_high_bits_alone(program: ClockedKeyedProgram) -> None:
    at = program.layout
    for index in range(len(program.hash.chaining)):
        places = (at.old(index), at.initial(index), at.inner(index), at.outer(index))
        assert len({each >> 3 for each in places}) == 4
        assert len({each & 7 for each in places}) == 1


def writes(rows: Sequence[Sequence[Act]]) -> list[int]:
    """Rows in which a sum is written or sent."""
    return [at for at, acts in enumerate(rows) for act in acts if act.what in ("write", "sends")]


@EVERY
def test_a_part_ends_when_its_sums_are_there(program: ClockedKeyedProgram) -> None:
    """What comes next reads and writes at once."""
    for name, rows in program.parts.items():
        (goes, *more) = [a.what for acts in rows for a in acts if a.unit == "goes"] or [""]
        assert not more
        behind = len(rows) - 1 - max(writes(rows), default=-1)
        assert behind >= (3 if goes == "branch" else 0), name
        if name not in ("BLOCK", "COMPARE", "LONG_KEY", "WIPE", "ERASE_ALL"):
            assert goes
