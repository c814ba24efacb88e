"""Whose answer leaves an array, in arrays as they are and in arrays that mix answers up."""

from __future__ import annotations

import pytest
from support.faulty import faulty_sources

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.arrays.proof import KEYED_ARRAY, MESSAGE_ARRAY
from hashloom.verification.inductive.proof import Induction
from hashloom.verification.proving import OPEN, PROVED

A, Face = Architecture, Interface
CORES = {
    "default": ("hmac-sha256", A(), Face(copies=2)),
    "threes": ("hmac-sha256", A(interleave=3), Face(copies=3)),
    "messages": ("sha256", A(), Face(copies=2)),
    "messages of threes": ("sha224+sha256", A(interleave=2), Face(copies=3)),
    "two engines": ("hmac-sha256", A(interleave=2, engines=2), Face(copies=4, slots=2)),
}
# core, module, what stands there, what is wrong instead
FAULTS = {
    "an answer has the tid of the neighbour": (
        "threes",
        "keyed_collect",
        "assign tids[copy] = BITS ? FIRST | inner : FIRST + inner;",
        "assign tids[copy] = FIRST ^ inner;",
    ),
    "a packet goes to the neighbour's context": (
        "threes",
        "keyed_dispatch",
        "copy_context = CONTEXT_BITS'(tid % CONTEXTS);",
        "copy_context = CONTEXT_BITS'(tid % (CONTEXTS - 1));",
    ),
    "a packet that went nowhere waits for answers of copies": (
        "default",
        "keyed_collect",
        "assign chosen = refuse ? '0",
        "assign chosen = refuse && wanted == '0 ? '0",
    ),
    "another answer begins before one has ended": (
        "threes",
        "keyed_collect",
        "assign free = take ? beat_last : !refusal_q && !begun_q && !offered;",
        "assign free = take || (!refusal_q && !begun_q && !offered);",
    ),
    "the answer to a packet for all is that of the wrong copy": (
        "default",
        "keyed_collect",
        "assign drop = ~common_own & {COPIES{common}};",
        "assign drop = common_own & {COPIES{common}};",
    ),
    "a packet for all is over when one copy has answered it": (
        "two engines",
        "keyed_collect",
        "assign common_over = common && (dropped_q | common_own) == '1;",
        "assign common_over = common && dropped_q != '0;",
    ),
    "a packet for all begins while an answer is owed": (
        "default",
        "keyed_dispatch",
        "assign quiet = owed_q == '0 && !begins_q && !refusal_q;",
        "assign quiet = owed_q == '0 && !refusal_q;",
    ),
    "what begins amid a packet for all goes to its copy": (
        "default",
        "keyed_dispatch",
        "assign refused = exists && (first ? common_open_q : refuses[beat_tid]);",
        "assign refused = exists && !first && refuses[beat_tid];",
    ),
    "a packet that went nowhere is answered with its first beat": (
        "default",
        "keyed_dispatch",
        "if (take && refused && beat_last && answered) begin",
        "if (take && refused && first && answered) begin",
    ),
    "an expected tag is answered when it went nowhere": (
        "default",
        "keyed_dispatch",
        "if (take && refused && beat_last && answered) begin",
        "if (take && refused && beat_last) begin",
    ),
    "copies take a packet for all one after the other": (
        "default",
        "keyed_dispatch",
        ": to_all ? {COPIES{all_ready}} : own & {COPIES{!refused}};",
        ": to_all ? copy_ready : own & {COPIES{!refused}};",
    ),
    "an answer is sent with the tid of the one behind it": (
        "messages",
        "array_collect",
        "beat_tid_q <= tid_q;",
        "beat_tid_q <= head_take ? head_tid : tid_q;",
    ),
    "an entry is free when sending it begins": (
        "messages",
        "array_ledger",
        "taken_q <= (taken_q & ~sent_bit) | entry_bit;",
        "taken_q <= (taken_q & ~head_bit) | entry_bit;",
    ),
    "an entry is given to a message before it is free": (
        "messages",
        "array_ledger",
        "IS_COPY && !receiving[place] && !own[next_q[place]];",
        "IS_COPY && !receiving[place];",
    ),
    "an answer is stored in the turn of another context": (
        "messages of threes",
        "array_store",
        "assign place = {answer_context, turn_q[answer_context]};",
        "assign place = {answer_context, turn_q[0]};",
    ),
    "an answer that has been taken is taken again": (
        "messages",
        "array_ledger",
        "done_q <= (done_q & ~head_bit) | complete;",
        "done_q <= (done_q & ~sent_bit) | complete;",
    ),
    "a message that waits for another takes no turn": (
        "messages",
        "array_ledger",
        "next_q[chosen_place_q] <= next_q[chosen_place_q] + 1'b1;",
        "next_q[chosen_place_q] <= next_q[chosen_place_q] + SLOT_BITS'(!follows);",
    ),
}


def array_of(core: Core) -> Induction:
    return KEYED_ARRAY if core.keyed else MESSAGE_ARRAY


@pytest.mark.parametrize("core", CORES)
def test_answers_leave_under_their_tid(core: str) -> None:
    built = core_for(*CORES[core])
    section = array_of(built)(built, 1, lambda *told: None)
    assert section is not None
    assert section.status == PROVED, section.counterexample
    assert len(section.obligations) > 12


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(fault: str) -> None:
    name, *change = FAULTS[fault]
    core = core_for(*CORES[name])
    section = array_of(core).of(core, faulty_sources(core, *change))
    assert section.status == OPEN
    assert section.counterexample


def test_other_cores_are_left_out() -> None:
    for name in ("sha256", "hmac-sha256"):
        for array in (KEYED_ARRAY, MESSAGE_ARRAY):
            assert array(core_for(name), 1, lambda *told: None) is None
