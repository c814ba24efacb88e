"""Whose digest an answer has, in cores as they are and in cores that were made to mix them up."""

from __future__ import annotations

import pytest
from support.faulty import faulty_sources

from hashloom.cores import Architecture, Interface, core_for
from hashloom.verification.packets.proof import PACKETS
from hashloom.verification.proving import OPEN, PROVED

A, Face = Architecture, Interface
CORES = {
    "default": ("hmac-sha256", A(), Face(slots=4)),
    "interleaved": ("hmac-sha256", A(interleave=2), Face()),
    "groups": ("hmac-sha256", A(unroll=2, interleave=2, groups=2), Face(width=64)),
    "resume": ("hmac-sha512", A(interleave=2), Face(resume=True, width=32)),
    "hashes": ("hmac-sha224+sha256", A(), Face()),
    "resume, hashes": ("hmac-sha384+sha512", A(), Face(resume=True)),
    "many": ("hmac-sha256", A(interleave=17), Face()),
}
# core, module, what stands there, what is wrong instead
FAULTS = {
    "the records of a context change places": (
        "default",
        "packet_gate",
        "assign oldest = turn_q ^ ~owed_more_q;",
        "assign oldest = turn_q ^ owed_more_q;",
    ),
    "a record is written over the other one": (
        "default",
        "packet_gate",
        "records[RECORD_BITS'({context_q, turn_q[context_q]})] <= {",
        "records[RECORD_BITS'({context_q, !turn_q[context_q]})] <= {",
    ),
    "a keyed packet does not advance the turn": (
        "default",
        "packet_gate",
        "turn_q[index] <= !turn_q[index];",
        "turn_q[index] <= turn_q[index] != !admits_keyed;",
    ),
    "a packet begins before the outer block of the one before": (
        "default",
        "packet_gate",
        "&& !(operation_q != TAG && facts.barred)",
        "&& !(operation_q != HASH && operation_q != TAG && facts.barred)",
    ),
    "the record is looked up before the answer before is given": (
        "default",
        "digest_route",
        "<= (taken_q || CONTEXTS == 1) && !pass && !valid_q;",
        "<= (taken_q || CONTEXTS == 1) && !pass;",
    ),
    "the record is that of the digest at work": (
        "interleaved",
        "digest_route",
        "assign record_context = taken_context;",
        "assign record_context = context_id;",
    ),
    "the digest of another context becomes the key": (
        "interleaved",
        "digest_route",
        "assign long_now = key_long && taken_context == key_context;",
        "assign long_now = key_long;",
    ),
    "an outer digest is taken for an inner one": (
        "groups",
        "digest_route",
        "if (here && !key_q) outer_q[index] <= inner_q;",
        "if (leave && last && !key_q) outer_q[index] <= inner_q;",
    ),
    "a block without room for the length counts as the last": (
        "default",
        "padder",
        "finishing_q <= follows;",
        "finishing_q <= 1'b1;",
    ),
    "an outer block is told for the neighbour": (
        "interleaved",
        "inner_recall",
        "assign arrives = inner_q & {CONTEXTS{tell}};",
        "assign arrives = {inner_q[0], inner_q[CONTEXTS-1:1]} & {CONTEXTS{tell}};",
    ),
    "a block is written over one that has not started": (
        "default",
        "block_writer",
        "digest_valid && !closed[digest_context];",
        "digest_valid;",
    ),
    "a message behind a key is answered before the key": (
        "interleaved",
        "digest_route",
        "((load_wait_q || load_before) && index_q == '0)",
        "(load_wait_q && index_q == '0)",
    ),
    "a key is written before the answer before it has begun": (
        "interleaved",
        "packet_gate",
        "? !answering || answering_context != CONTEXT_BITS'(index)",
        "? !answering",
    ),
    "a message is admitted behind a key that waits": (
        "default",
        "key_loader",
        "(phase_q[STORE] && !TOGETHER)",
        "(phase_q[PLAY] && !TOGETHER)",
    ),
    "a long key is hashed while the answer before it leaves": (
        "default",
        "key_loader",
        "(phase_q[LONG_PLAY] ? may_long : may)",
        "may",
    ),
    "a block starts as what the one before was": (
        "default",
        "context_rota",
        "digest_q[index] <= fill_digest;",
        "digest_q[index] <= ends_q[index];",
    ),
}


@pytest.mark.parametrize("core", CORES)
def test_an_answer_has_its_own_digest(core: str) -> None:
    section = PACKETS(core_for(*CORES[core]), 1, lambda *told: None)
    assert section is not None
    assert section.status == PROVED, section.counterexample
    assert len(section.obligations) > 50


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(fault: str) -> None:
    name, *change = FAULTS[fault]
    core = core_for(*CORES[name])
    section = PACKETS.of(core, faulty_sources(core, *change))
    assert section.status == OPEN
    assert section.counterexample


def test_other_cores_are_left_out() -> None:
    for name, architecture in (
        ("sha256", A()),
        ("hmac-sha256", A(fold=1)),
        ("hmac-sha256", A(engines=2)),
        ("hmac-sha256", A(interleave=64, stages=4)),
    ):
        assert PACKETS(core_for(name, architecture), 1, lambda *told: None) is None
