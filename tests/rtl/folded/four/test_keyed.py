"""Programs of HMAC cores on four adders: what their memories hold, and how pads are joined."""

from __future__ import annotations

import pytest

from hashloom.hashes import HASHES, get_hash
from hashloom.rtl.folded.four.keyed import FourKeyedProgram
from hashloom.rtl.folded.keyed.layout import MAX_SLOTS

PROGRAMS = [
    FourKeyedProgram(each, each.word_bits, MAX_SLOTS)
    for each in HASHES.values()
    if each.shared_sums
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.hash.name)
def test_memories(program: FourKeyedProgram) -> None:
    assert program.bits <= 3 * 18  # of block RAMs with 1024 rows
    # K, the initial value, the bits of a block, and six more, at addresses of their own
    assert len(program.layout.contents()) == program.hash.rounds + 8 + 1 + 6


def test_pads_are_read_once() -> None:
    program = FourKeyedProgram(get_hash("sha256"), 64)
    acts = [act for acts in program.parts["KEY"] for act in acts]
    read = [act.number for act in acts if act.what == "read"]
    at = program.layout
    assert sorted(read) == sorted([*range(16), *range(16), at.ipad, at.opad])
    assert sum(act.what == "xored" for act in acts) == 32
