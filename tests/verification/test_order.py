"""The order of digests, in cores as they are and in cores whose order was changed."""

from __future__ import annotations

import pytest
from support.faulty import faulty_sources

from hashloom.cores import Architecture, Interface, core_for
from hashloom.verification.order.proof import ORDER
from hashloom.verification.proving import OPEN, PROVED

A, Face = Architecture, Interface
CORES = {
    "default": ("hmac-sha256", A(), Face()),
    "interleaved": ("hmac-sha256", A(interleave=3), Face()),
    "groups": ("hmac-sha256", A(unroll=2, interleave=2, groups=2), Face(width=64)),
    "a step": ("hmac-sha256", A(unroll=16), Face(width=512, private_slots=True)),
    "resume": ("hmac-sha512", A(interleave=2), Face(resume=True, width=32)),
    "many": ("hmac-sha256", A(interleave=17), Face()),
}
# core, module, what stands there, what is wrong instead
FAULTS = {
    "two entries change places when they are sent": (
        "default",
        "digest_store",
        "entry_q <= head_entry;",
        "entry_q <= !head_entry;",
    ),
    "words are read from the neighbour's entry": (
        "interleaved",
        "digest_store",
        "(PLACE_BITS'({context_q, entry_q}) << STEP_SHIFT)",
        "(PLACE_BITS'({context_q, !entry_q}) << STEP_SHIFT)",
    ),
    "words are read from the context before": (
        "interleaved",
        "digest_store",
        "(PLACE_BITS'({context_q, entry_q}) << STEP_SHIFT)",
        "(PLACE_BITS'({context_q - 1'b1, entry_q}) << STEP_SHIFT)",
    ),
    "words are written a context too far": (
        "interleaved",
        "digest_store",
        "(PLACE_BITS'({chain_context, chain_entry}) << STEP_SHIFT)",
        "(PLACE_BITS'({chain_context + 1'b1, chain_entry}) << STEP_SHIFT)",
    ),
    "a finished block is told with the other turn": (
        "default",
        "digest_ledger",
        "assign chain_entry = finish_turn_q[chain_context];",
        "assign chain_entry = !finish_turn_q[chain_context];",
    ),
    "the queue is read a place too far": (
        "interleaved",
        "digest_ledger",
        "= queue[head_q[POINTER_BITS-1:0]];",
        "= queue[POINTER_BITS'(head_q[POINTER_BITS-1:0] + 1'b1)];",
    ),
    "an entry is taken again before it is sent": (
        "default",
        "digest_ledger",
        "reserve || (reserved_q[entry][index] && !release_it);",
        "reserve;",
    ),
    "a block starts without room": (
        "default",
        "context_rota",
        "assign want = full_q & room;",
        "assign want = full_q;",
    ),
}


@pytest.mark.parametrize("core", CORES)
def test_digests_leave_in_order(core: str) -> None:
    section = ORDER(core_for(*CORES[core]), 1, lambda *told: None)
    assert section is not None
    assert section.status == PROVED, section.counterexample
    assert len(section.obligations) > 15


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(fault: str) -> None:
    name, *change = FAULTS[fault]
    core = core_for(*CORES[name])
    section = ORDER.of(core, faulty_sources(core, *change))
    assert section.status == OPEN
    assert section.counterexample


def test_other_cores_have_no_such_store() -> None:
    for name, architecture in (
        ("sha256", A()),
        ("hmac-sha256", A(fold=1)),
        ("hmac-sha256", A(engines=2)),
        ("hmac-sha256", A(interleave=64, stages=4)),
    ):
        assert ORDER(core_for(name, architecture), 1, lambda *told: None) is None
