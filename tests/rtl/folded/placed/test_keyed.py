"""Programs of HMAC cores on adders at fixed places: memories, and words that are joined by XOR."""

from __future__ import annotations

import pytest

from hashloom.hashes import HASHES, get_hash
from hashloom.rtl.folded.keyed.layout import MAX_SLOTS
from hashloom.rtl.folded.placed.keyed import CUTS, PlacedKeyedProgram
from hashloom.transforms.folding.in_place import READY, SCHEDULED
from hashloom.transforms.folding.on_four import READ, Act

PROGRAMS = [
    PlacedKeyedProgram(each, each.word_bits, MAX_SLOTS)
    for each in HASHES.values()
    if each.shared_sums
]
EVERY = pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.hash.name)


@EVERY
def test_memories(program: PlacedKeyedProgram) -> None:
    assert len(PlacedKeyedProgram(program.hash, program.length_bits, 1).rows) <= 512
    at = program.layout
    assert len(at.contents()) == 8 + 5  # the initial value and five constants
    assert at.contents()[at.zero] == 0
    assert program.instructions[0]["read_address"] == at.zero


def joined(acts: list[Act]) -> list[tuple[int, set[int]]]:
    """Addresses that are written in two ways at once, and those of the words that meet there."""
    written: dict[str, dict[int, int]] = {READY: {}, SCHEDULED: {}}
    reads = {act.at + READ: act.number for act in acts if act.what == "read"}
    for act in acts:
        if act.what == "write":
            written[act.unit][act.at] = act.number
    both = written[READY].keys() & written[SCHEDULED].keys()
    assert all(written[READY][at] == written[SCHEDULED][at] for at in both)
    return [(written[READY][at], {reads[at - 4], reads[at - 1]}) for at in both]


@EVERY
def test_pads_meet_the_words_of_a_key(program: PlacedKeyedProgram) -> None:
    at = program.layout
    met = joined([act for acts in program.parts["KEY"] for act in acts])
    inner = [(index, {index, at.ipad}) for index in range(16)]
    outer = [(at.aside(index), {index, at.opad}) for index in range(16)]
    assert sorted(met) == [*inner, *outer]


def test_a_digest_that_ends_within_a_word_is_cut() -> None:
    for name, bits in (("sha512_224", 32), ("sha512_256", 0), ("sha384", 0), ("sha224", 0)):
        program = PlacedKeyedProgram(get_hash(name), 64)
        assert program.cut_bits == bits
        acts = [act for part in ("OUTER", "LONG_KEY") for row in program.parts[part] for act in row]
        cut = [act for act in acts if CUTS in act.flags]
        assert [act.number for act in cut] == ([3, 3] if bits else [])
        assert any(each.name == CUTS for each in program.fields) == bool(bits)


def test_keys_are_joined_with_few_words_that_are_read() -> None:
    """A word that is there for one sum serves for another."""
    program = PlacedKeyedProgram(get_hash("sha256"), 64)
    reads = [act for acts in program.parts["KEY"] for act in acts if act.what == "read"]
    assert len(reads) < 3 * 16
