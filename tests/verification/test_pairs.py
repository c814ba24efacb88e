"""Cores of two engines: whose digest an answer has, as they are and when they mix digests up."""

from __future__ import annotations

import pytest
from support.faulty import faulty_sources

from hashloom.cores import Architecture, Interface, core_for
from hashloom.verification.pairs.order import PAIR_ORDER
from hashloom.verification.pairs.proof import PAIR
from hashloom.verification.proving import OPEN, PROVED

A, Face = Architecture, Interface
CORES = {
    "default": ("hmac-sha256", A(engines=2), Face()),
    "interleaved": ("hmac-sha256", A(engines=2, unroll=2, interleave=3), Face()),
    "stages": ("hmac-sha256", A(engines=2, unroll=2, stages=4), Face(private_slots=True)),
    "a step": ("hmac-sha512", A(engines=2, unroll=16), Face(width=512)),
    "hashes": ("hmac-sha224+sha256", A(engines=2), Face()),
    "resume": ("hmac-sha512", A(engines=2), Face(resume=True)),
    "resume, interleaved": ("hmac-sha256", A(engines=2, interleave=3), Face(resume=True)),
    "resume, hashes": ("hmac-sha224+sha256", A(engines=2), Face(resume=True)),
}
# core, module, what stands there, what is wrong instead
FAULTS = {
    "an inner digest becomes an answer": (
        "default",
        "inner_route",
        "assign plain_valid = valid_q && !long_q && !keyed_q && due;",
        "assign plain_valid = valid_q && !long_q && due;",
    ),
    "an answer overtakes the one before, which the outer engine makes": (
        "default",
        "inner_route",
        "assign due = turn_q[context_id] == oldest[context_id];",
        "assign due = 1'b1;",
    ),
    "a record is passed over when a digest goes to the loader": (
        "default",
        "inner_route",
        "if (leave && last && !long_q && context_id",
        "if (leave && last && context_id",
    ),
    "the record of an inner digest is the context's other one": (
        "interleaved",
        "inner_route",
        "assign record_turn = turn_q[word_context];",
        "assign record_turn = !turn_q[word_context];",
    ),
    "the turn is that of the digest before": (
        "interleaved",
        "inner_route",
        "assign record_turn = turn_q[word_context];",
        "assign record_turn = turn_q[context_id];",
    ),
    "the digest of another context becomes the key": (
        "interleaved",
        "inner_route",
        "assign long = key_long && word_context == key_context;",
        "assign long = key_long;",
    ),
    "digests are merged word by word": (
        "default",
        "digest_merge",
        "under_way_q <= !word_last;",
        "under_way_q <= 1'b0;",
    ),
    "an outer block is told for the digest that comes next": (
        "interleaved",
        "block_writer",
        "assign job_context = granted_q ? play_context : first ? digest_context : context_q;",
        "assign job_context = granted_q ? play_context : digest_context;",
    ),
    "an outer block is written over one that has not started": (
        "interleaved",
        "block_writer",
        "(digest_valid && !closed[digest_context] && !play && !granted_q);",
        "(digest_valid && !play && !granted_q);",
    ),
    "the loader's block goes between the words of a digest": (
        "interleaved",
        "block_writer",
        "(granted_q || (!writing && !closed[play_context]))",
        "(granted_q || !closed[play_context])",
    ),
    "a packet begins before the block of the one before is complete": (
        "default",
        "packet_gate",
        "&& !(operation_q != TAG && facts.barred)",
        "&& !(operation_q != HASH && operation_q != TAG && facts.barred)",
    ),
    "the length of a saved message is told with the context behind it": (
        "resume, interleaved",
        "state_tail",
        "assign whole_context = tail_q ? context_q : word_context;",
        "assign whole_context = word_context;",
    ),
    "a digest begins between the length's words": (
        "resume",
        "state_tail",
        "assign word_ready = !tail_q && whole_ready;",
        "assign word_ready = !low_q && whole_ready;",
    ),
    "a length has three words": (
        "resume",
        "state_tail",
        "tail_q <= tail_q ? !low_q : word_last && saved;",
        "tail_q <= tail_q ? low_q : word_last && saved;",
    ),
    "a digest and its length are flawed apart": (
        "resume",
        "state_tail",
        "assign whole_error = tail_q ? error_q : word_error;",
        "assign whole_error = word_error;",
    ),
    "the oldest record is the one that is used next": (
        "resume",
        "packet_gate",
        "assign oldest = turn_q ^ ~owed_more_q;",
        "assign oldest = turn_q;",
    ),
    "the records of a context change places": (
        "default",
        "packet_gate",
        "assign oldest = turn_q ^ ~owed_more_q;",
        "assign oldest = turn_q ^ owed_more_q;",
    ),
}
# the same, of the order in which digests leave an engine
FAULTS_OF_ORDER = {
    "words are read from the neighbour's entry": (
        "default",
        "digest_store",
        "(PLACE_BITS'({context_q, entry_q}) << STEP_SHIFT)",
        "(PLACE_BITS'({context_q, !entry_q}) << STEP_SHIFT)",
    ),
    "a finished block is told with the other turn": (
        "default",
        "digest_ledger",
        "assign chain_entry = finish_turn_q[chain_context];",
        "assign chain_entry = !finish_turn_q[chain_context];",
    ),
}


@pytest.mark.parametrize("core", CORES)
def test_an_answer_has_its_own_digest(core: str) -> None:
    section = PAIR(core_for(*CORES[core]), 1, lambda *told: None)
    assert section is not None
    assert section.status == PROVED, section.counterexample
    assert len(section.obligations) > 60


@pytest.mark.parametrize("core", ["default", "interleaved"])
def test_digests_leave_both_engines_in_order(core: str) -> None:
    section = PAIR_ORDER(core_for(*CORES[core]), 1, lambda *told: None)
    assert section is not None
    assert section.status == PROVED, section.counterexample
    for engine in ("inner", "outer"):
        assert sum(each.name.startswith(engine) for each in section.obligations) > 15


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(fault: str) -> None:
    name, *change = FAULTS[fault]
    core = core_for(*CORES[name])
    section = PAIR.of(core, faulty_sources(core, *change))
    assert section.status == OPEN
    assert section.counterexample


@pytest.mark.parametrize("fault", FAULTS_OF_ORDER)
def test_a_fault_in_the_order_is_seen(fault: str) -> None:
    name, *change = FAULTS_OF_ORDER[fault]
    core = core_for(*CORES[name])
    section = PAIR_ORDER.of(core, faulty_sources(core, *change))
    assert section.status == OPEN
    assert section.counterexample


def test_other_cores_are_left_out() -> None:
    for name, architecture, face in (
        ("hmac-sha256", A(), Face()),
        ("hmac-sha256", A(engines=2, interleave=64, stages=4), Face()),
    ):
        core = core_for(name, architecture, face)
        assert PAIR(core, 1, lambda *told: None) is None
        assert PAIR_ORDER(core, 1, lambda *told: None) is None
