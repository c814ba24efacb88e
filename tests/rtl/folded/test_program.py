"""Programs of folded cores: what they compute, and that no word is read before it is there."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashloom.hashes import HASHES, get_hash
from hashloom.rtl.folded.evaluation import digest
from hashloom.rtl.folded.instruction import Encoding
from hashloom.rtl.folded.layout import WRITTEN_BITS
from hashloom.rtl.folded.program import NOTHING, WRITTEN, Program

PROGRAMS = [
    Program(each, words * each.word_bits)
    for each in HASHES.values()
    if each.shared_sums
    for words in (1, 2)
]
LENGTHS = (0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 239, 240, 256)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.hash.name}-{p.length_bits}")
def test_digests(program: Program) -> None:
    for length in LENGTHS:
        message = bytes(range(256))[:length]
        assert digest(program, message) == hashlib.new(program.hash.name, message).digest()


@given(st.binary(max_size=300))
def test_random_messages(message: bytes) -> None:
    program = Program(get_hash("sha256"), 64)
    assert digest(program, message) == hashlib.sha256(message).digest()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: f"{p.hash.name}-{p.length_bits}")
def test_a_program_fits_the_machine(program: Program) -> None:
    assert len(program.rows) <= 512
    encoding, at = Encoding(program), program.layout
    assert encoding.bits <= 36
    assert len(encoding.words) == len(program.rows)
    assert max(encoding.words) >> encoding.bits == 0
    writes = {row.write for row in program.rows if row.write is not None}
    assert max(writes) < 1 << WRITTEN_BITS <= at.constants
    contents = at.contents()
    assert min(contents) >= at.constants
    assert max(contents) < 1 << at.bits
    # K, the initial value and the bits of a block, at addresses of their own
    assert len(contents) == program.hash.rounds + 8 + 1


def test_a_word_that_is_read_too_early_is_wrong() -> None:
    """The evaluation has the machine's delays: without what keeps rows apart it is not right."""
    program = Program(get_hash("sha256"), 64)
    before, loop, behind, output = program.sections

    class Hurried(Program):
        sections = (before, loop, tuple(row for row in behind if row != NOTHING), output)

    hurried = Hurried(program.hash, 64)
    assert digest(hurried, b"") != hashlib.sha256(b"").digest()


def test_rows_are_apart() -> None:
    program = Program(get_hash("sha512"), 128)
    for rows in program.sections:
        for index, row in enumerate(rows):
            near = rows[max(0, index - WRITTEN + 1) : index]
            assert row.read is None or row.read not in [each.write for each in near]


def test_a_fault_of_a_row_is_seen() -> None:
    program = Program(get_hash("sha256"), 64)
    before, loop, behind, output = program.sections
    index = next(i for i, row in enumerate(loop) if row.term == "maj")
    changed = (*loop[:index], replace(loop[index], term="ch"), *loop[index + 1 :])

    class Wrong(Program):
        sections = (before, changed, behind, output)

    assert digest(Wrong(program.hash, 64), b"abc") != hashlib.sha256(b"abc").digest()
