"""Programs on adders at fixed places: what they compute, and that they fit the machine."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashloom.hashes import HASHES, get_hash
from hashloom.rtl.folded.placed.evaluation import placed_digest
from hashloom.rtl.folded.placed.program import PlacedProgram
from hashloom.transforms.folding.in_place import READY

PROGRAMS = [
    PlacedProgram(each, words * each.word_bits)
    for each in HASHES.values()
    if each.shared_sums
    for words in (1, 2)
]
LENGTHS = (0, 55, 56, 64, 111, 112, 120, 128, 256)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.hash.name}-{p.length_bits}")
def test_digests(program: PlacedProgram) -> None:
    for length in LENGTHS:
        message = bytes(range(256))[:length]
        assert placed_digest(program, message) == hashlib.new(program.hash.name, message).digest()


@given(st.binary(max_size=200))
def test_random_messages(message: bytes) -> None:
    program = PROGRAMS[3]
    assert placed_digest(program, message) == hashlib.new(program.hash.name, message).digest()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.hash.name}-{p.length_bits}")
def test_a_program_fits_the_machine(program: PlacedProgram) -> None:
    assert len(program.rows) == len(program.words) <= 256
    assert program.bits <= program.hash.word_bits + 40
    assert max(program.words) >> program.bits == 0
    names = {each.name for each in program.fields}
    assert all(values.keys() <= names for values in program.instructions)
    contents = program.layout.contents()
    assert program.layout.constants == min(contents)
    assert max(contents) < 1 << program.layout.bits
    assert len(contents) == 8 + 1


def test_the_length_is_counted_and_appended() -> None:
    program = PlacedProgram(get_hash("sha256"), 64)
    low, high = program.layout.length
    wrote = [(act.number, act.flags) for act in program.acts if act.unit == READY and act.flags]
    assert sorted(wrote) == [
        (14, ("last",)),
        (15, ("last", "joins")),
        (low, ("first",)),
        (low, ("whole",)),
        (high, ("first",)),
        (high, ("whole", "over")),
    ]
    assert wrote.index((low, ("whole",))) < wrote.index((high, ("whole", "over")))


def test_a_fault_of_an_act_is_seen() -> None:
    program = PlacedProgram(get_hash("sha256"), 64)
    index = next(i for i, act in enumerate(program.acts) if act.what == "fill")
    changed = program.acts[index]._replace(unit="e" if program.acts[index].unit == "a" else "a")

    class Wrong(PlacedProgram):
        acts = (*program.acts[:index], changed, *program.acts[index + 1 :])

    assert placed_digest(Wrong(program.hash, 64), b"abc") != hashlib.sha256(b"abc").digest()
