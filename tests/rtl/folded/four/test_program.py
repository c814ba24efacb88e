"""Programs on four adders: what they compute, and that they fit the machine."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashloom.hashes import HASHES, get_hash
from hashloom.rtl.folded.four.evaluation import four_digest
from hashloom.rtl.folded.four.program import FourProgram

PROGRAMS = [
    FourProgram(each, words * each.word_bits)
    for each in HASHES.values()
    if each.shared_sums
    for words in (1, 2)
]
LENGTHS = (0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 239, 240, 256)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.hash.name}-{p.length_bits}")
def test_digests(program: FourProgram) -> None:
    for length in LENGTHS:
        message = bytes(range(256))[:length]
        assert four_digest(program, message) == hashlib.new(program.hash.name, message).digest()


@given(st.binary(max_size=200))
def test_random_messages(message: bytes) -> None:
    assert four_digest(PROGRAMS[3], message) == hashlib.new(PROGRAMS[3].hash.name, message).digest()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.hash.name}-{p.length_bits}")
def test_a_program_fits_the_machine(program: FourProgram) -> None:
    assert len(program.rows) == len(program.words) <= 512
    assert program.bits <= 36
    assert max(program.words) >> program.bits == 0
    names = {each.name for each in program.fields}
    assert all(values.keys() <= names for values in program.instructions)
    contents = program.layout.contents()
    assert program.layout.constants <= min(contents)
    assert max(contents) < 1 << program.layout.bits
    assert len(contents) == program.hash.rounds + 8 + 1


def test_a_fault_of_an_act_is_seen() -> None:
    program = FourProgram(get_hash("sha256"), 64)
    index = next(i for i, act in enumerate(program.acts) if act.what == "maj")
    changed = program.acts[index]._replace(what="big_sigma0")

    class Wrong(FourProgram):
        acts = (*program.acts[:index], changed, *program.acts[index + 1 :])

    assert four_digest(Wrong(program.hash, 64), b"abc") != hashlib.sha256(b"abc").digest()
