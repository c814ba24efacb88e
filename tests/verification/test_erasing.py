"""What ERASE and ERASE_ALL leave of a key, in cores as they are and in faulty ones."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.erasing.proof import erasing_of, prove_erasing
from hashloom.verification.proving import OPEN, PROVED, Section

A, Face = Architecture, Interface
CORES = {
    "default": ("hmac-sha256", A(), Face(slots=2)),
    "two contexts": ("hmac-sha256", A(interleave=2, keys="bram"), Face(slots=1)),
    "three contexts": ("hmac-sha256", A(unroll=2, interleave=3, keys="bram"), Face(slots=1)),
    "one hash of 64 bits": ("hmac-sha512", A(keys="bram"), Face(slots=1)),
}
# core, module, what stands there, what does instead, what is not shown then
FAULTS = {
    "a slot's second state survives": (
        "default",
        "key_store",
        "write_q <= store && !spared;",
        "write_q <= store && !spared && store_state != 3;",
        "u_keys holds nothing of the key when ERASE ",
    ),
    "the last slot is missed": (
        "default",
        "key_loader",
        "slot == SLOT_BITS'(SLOTS - 1);",
        "slot == SLOT_BITS'(SLOTS - 2);",
        "u_keys holds nothing of the key when ERASE_ALL",
    ),
    "the last context is missed": (
        "two contexts",
        "key_loader",
        "context_id == CONTEXT_BITS'(CONTEXTS - 1);",
        "context_id == CONTEXT_BITS'(0);",
        "u_buffers holds nothing",
    ),
    "the answer comes before the second state is stored": (
        "default",
        "key_loader",
        "stored[0] && second_q;",
        "stored[0];",
        "u_keys holds nothing",
    ),
    "an erasure does not wait for messages": (
        "two contexts",
        "packet_gate",
        "(erases && facts.any_owed)",
        "(erases && 1'b0)",
        "at rest: ",
    ),
    "an erasure does not wait for a message of its own": (
        "default",
        "packet_gate",
        "facts.busy || (erases && facts.any_owed)",
        "facts.busy",
        "at rest: ",
    ),
    "an erasure begins amid another packet": (
        "two contexts",
        "packet_gate",
        "(erases && (facts.any_open || !last_q))",
        "(erases && !last_q)",
        "at rest: no packet is unfinished",
    ),
    "a packet begins amid an erasure": (
        "two contexts",
        "packet_gate",
        "(loader_erases || loader_context == context_q)",
        "loader_context == context_q",
        "at rest: no beat leaves the gate",
    ),
    "an erasure comes in while a key is hashed": (
        "two contexts",
        "key_handover",
        "(all(operation) && due_q != '0)",
        "(all(operation) && due_more_q != '0)",
        "at rest: none is due",
    ),
    "the loader goes on before an erasure that waits": (
        "two contexts",
        "key_handover",
        "&& !(waits && due_q != '0);",
        ";",
        "at rest: none is due",
    ),
    "the erased slot is still said to hold a key": (
        "default",
        "key_loader",
        "pass_ends && !erase_q && !error_q;",
        "pass_ends && !error_q;",
        "no slot of ERASE holds a key",
    ),
    "an entry is free before its digest has been sent": (
        "default",
        "digest_store",
        "assign sent = sending_q && advance && final_word;",
        "assign sent = sending_q && advance && index_q == 3'd1;",
        "at rest: ",
    ),
}


@pytest.mark.parametrize("name", CORES)
def test_nothing_is_left(name: str) -> None:
    section = prove_erasing(core_for(*CORES[name]), 1, lambda *told: None)
    assert section is not None
    assert section.counterexample == ()
    assert section.status == PROVED


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(fault: str) -> None:
    core, module, there, instead, missed = FAULTS[fault]
    section = planted(core_for(*CORES[core]), module, there, instead)
    assert section.status == OPEN
    open_ = [each.name for each in section.obligations if each.status == OPEN]
    assert any(name.startswith(missed) for name in open_), open_


def planted(core: Core, module: str, there: str, instead: str) -> Section:
    """What is said of the text of a core with one place changed."""
    texts = core.sources()
    name = f"{core.prefix}_{module}.sv"
    head, found, tail = texts[name].rpartition(there)
    assert found
    return erasing_of(core, texts | {name: f"{head}{instead}{tail}"})


@pytest.mark.parametrize(
    ("name", "architecture", "face"),
    [
        ("sha256", A(), None),
        ("hmac-sha256", A(engines=2), Face()),
        ("hmac-sha256", A(stages=2), Face()),
        ("hmac-sha224+sha256", A(), Face()),
        ("hmac-md5", A(), Face()),
        ("hmac-sha256", A(), Face(width=64)),
        ("hmac-sha256", A(interleave=5), Face()),
        ("hmac-sha256", A(), Face(resume=True)),
        ("hmac-sha256", A(), Face(private_slots=True)),
    ],
)
def test_cores_of_which_it_says_nothing(
    name: str, architecture: Architecture, face: Interface | None
) -> None:
    core = core_for(name, architecture) if face is None else core_for(name, architecture, face)
    assert prove_erasing(core, 1, lambda *told: None) is None
