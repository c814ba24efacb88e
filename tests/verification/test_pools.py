"""Whose digest leaves a pool, as it is and when it mixes messages up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.faulty import faulty_sources

from hashloom.cores import Architecture, Interface, core_for
from hashloom.verification.pools.proof import KEYED_POOL, POOL
from hashloom.verification.proving import OPEN, PROVED

A, Face = Architecture, Interface
CORES = {
    "default": ("sha256", A(unroll=64, pool=16, chaining="bram"), Face()),
    "loop": ("sha224", A(unroll=16, interleave=33, pool=3, chaining="bram"), Face()),
    "many": ("sha256", A(unroll=64, pool=256, chaining="bram", delays="bram"), Face()),
    "long words": ("sha512", A(unroll=16, interleave=33, pool=33, chaining="bram"), Face()),
}
_LOOP = A(unroll=16, interleave=33, pool=4, chaining="bram", keys="bram")
KEYED = {
    "keyed": ("hmac-sha256", _LOOP, Face(slots=2)),
    "keyed, a slot": ("hmac-sha384", replace(_LOOP, pool=3), Face(slots=1)),
    "keyed, many": ("hmac-sha256", replace(_LOOP, pool=64), Face()),
}
# module, what stands there, what is wrong instead
FAULTS = {
    "a digest is told of the context behind it": (
        "block_ledger",
        "assign digest_context = context_q;",
        "assign digest_context = context_2q;",
    ),
    "a digest has the words of the block behind it": (
        "block_ledger",
        "words_3q <= words_2q;",
        "words_3q <= words_1q;",
    ),
    "a context is freed before its padding": (
        "block_ledger",
        "free_q <= leaves_2q && !told[1];",
        "free_q <= leaves_2q;",
    ),
    "what a block in the middle leaves is a digest": (
        "block_ledger",
        "digest_valid_q <= leaves_2q && told[2] && !rst;",
        "digest_valid_q <= leaves_2q && !told[1] && !rst;",
    ),
    "padding begins in the context that waits next": (
        "block_ledger",
        "pad_context_q <= queue[head_q];",
        "pad_context_q <= queue[head_q + 1'b1];",
    ),
    "what is noted goes to the context behind it": (
        "block_padder",
        "assign note_context = context_4q;",
        "assign note_context = context_3q;",
    ),
    "a block starts as the first by the message of the block before it": (
        "block_padder",
        "assign slot_first = !state[STATE_BITS-1];",
        "assign slot_first = !state_q[STATE_BITS-1];",
    ),
    "a message is flawed by its last row alone": (
        "block_padder",
        "flawed_4q <= (flawed || error_3q) && !ends_3q;",
        "flawed_4q <= error_3q && !ends_3q;",
    ),
    "a message ends with a row that has no room for its padding": (
        "block_padder",
        "ends_3q <= pad_2q || (last_2q && !spills_2q);",
        "ends_3q <= pad_2q || last_2q;",
    ),
    "blocks come before what is known has been cleared": (
        "block_padder",
        "ready_q <= !sweep_q;",
        "ready_q <= 1'b1;",
    ),
    "a row begins beside the one before it in its context": (
        "block_admission",
        "blocked_q <= behind_q || ((busy || begins_q || begun_q) && !freed_q);",
        "blocked_q <= (busy || begins_q || begun_q) && !freed_q;",
    ),
    "a row does not know of the block that has just begun": (
        "block_admission",
        "((busy || begins_q || begun_q) && !freed_q)",
        "((busy || begins_q) && !freed_q)",
    ),
    "a row that was admitted begins in the context of the one behind it": (
        "block_admission",
        "{context_q, last_q, error_q} <= admitted[go_place_q];",
        "{context_q, last_q, error_q} <= admitted[go_place_q+1'b1];",
    ),
    "a row begins in the slot of padding": (
        "block_admission",
        "room && !(pad_ready ? pad_valid : held_q);",
        "room;",
    ),
}
FAULTS_OF_KEYED = {
    "an outer block begins from the slot of the row at the judge": (
        "pool_judge",
        "assign begins_place = pad_2q ? {was.slot, was.follows == OUTER} : {slot_2q, 1'b0};",
        "assign begins_place = pad_2q ? {slot_2q, was.follows == OUTER} : {slot_2q, 1'b0};",
    ),
    "padding begins from the outer state": (
        "pool_judge",
        "{was.slot, was.follows == OUTER}",
        "{was.slot, was.follows != 2'd0}",
    ),
    "the status of an answer is the next block's": (
        "pool_judge",
        "fate_status <= is_4q.status;",
        "fate_status <= is.status;",
    ),
    "what is told of a block goes to the context behind it": (
        "pool_judge",
        "told_context <= context_4q;",
        "told_context <= context_3q;",
    ),
    "a long key is answered with its digest": (
        "pool_judge",
        ": is_4q.lengthy ? LONG_KEY : ANSWER;",
        ": ANSWER;",
    ),
    "a further row is judged as a first one": (
        "pool_judge",
        "assign first = (kind_2q != PLAIN && kind_2q != LONG) || !was.open;",
        "assign first = 1'b1;",
    ),
    "a block is told to be an outer one a clock early": (
        "pool_judge",
        "{outer_4q, outer_3q} <= {outer_3q, pad_2q && was.follows == OUTER};",
        "{outer_4q, outer_3q} <= {pad_2q && was.follows == OUTER, outer_3q};",
    ),
    "an inner digest is kept for another context": (
        "block_keyer",
        ".write_address (inner_context),",
        ".write_address (inner_context + 1'b1),",
    ),
    "where a chaining value goes is told by the block behind it": (
        "pool_answers",
        "{what_q, verify_q, status_q, bytes_q, place_q} <= {what, verify, status, bytes, place};",
        "{what_q, verify_q, status_q, bytes_q, place_q} <= {what, verify, status_q, bytes, place};",
    ),
}


@pytest.mark.parametrize("core", CORES)
def test_an_answer_has_its_own_digest(core: str) -> None:
    section = POOL(core_for(*CORES[core]), 1, lambda *told: None)
    assert section is not None
    assert section.status == PROVED, section.counterexample
    assert len(section.obligations) > 15


@pytest.mark.parametrize("core", KEYED)
def test_a_packet_has_its_own_answer(core: str) -> None:
    section = KEYED_POOL(core_for(*KEYED[core]), 1, lambda *told: None)
    assert section is not None
    assert section.status == PROVED, section.counterexample
    assert len(section.obligations) > 20


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(fault: str) -> None:
    core = core_for(*CORES["loop"])
    section = POOL.of(core, faulty_sources(core, *FAULTS[fault]))
    assert section.status == OPEN
    assert section.counterexample


@pytest.mark.parametrize("fault", FAULTS_OF_KEYED)
def test_a_fault_of_a_keyed_pool_is_seen(fault: str) -> None:
    core = core_for(*KEYED["keyed"])
    section = KEYED_POOL.of(core, faulty_sources(core, *FAULTS_OF_KEYED[fault]))
    assert section.status == OPEN
    assert section.counterexample


def test_other_cores_are_left_out() -> None:
    for name, architecture in (("sha256", A()), ("hmac-sha256", A())):
        core = core_for(name, architecture)
        assert POOL(core, 1, lambda *told: None) is None
        assert KEYED_POOL(core, 1, lambda *told: None) is None
    assert POOL(core_for(*KEYED["keyed"]), 1, lambda *told: None) is None
    assert KEYED_POOL(core_for(*CORES["loop"]), 1, lambda *told: None) is None
    engine = core_for("sha256", A(unroll=64, pool=4, chaining="bram"), Face(level="engine"))
    assert POOL(engine, 1, lambda *told: None) is None
