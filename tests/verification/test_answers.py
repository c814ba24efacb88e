"""What answers are made of, in cores as they are and in cores that were made to leak."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.answers.proof import answers_of, prove_answers
from hashloom.verification.proving import OPEN, PROVED, Section

A, Face = Architecture, Interface
CORES = {
    "default": ("hmac-sha256", A(), Face()),
    "block RAM": ("hmac-sha256", A(keys="bram"), Face(slots=16)),
    "interleaved": ("hmac-sha256", A(interleave=2, keys="bram"), Face()),
    "groups": ("hmac-sha256", A(groups=2), Face(width=8)),
    "two engines": ("hmac-sha256", A(engines=2), Face()),
    "full rate": ("hmac-sha256", A(unroll=2, interleave=3, groups=3, engines=2), Face(width=128)),
    "resume": ("hmac-sha512", A(interleave=2), Face(resume=True, width=32)),
    "hashes": ("hmac-sha224+sha256", A(keys="bram"), Face()),
    "private": ("hmac-sha256", A(unroll=16), Face(width=512, private_slots=True)),
}
WIDE = ("hmac-sha256", A(unroll=2, interleave=4, groups=2), Face(width=64))
NARROW = ("hmac-sha256", A(), Face(width=8))
# module, or none for the top, what stands there, what leaks instead
LEAKS = {
    "the tag of a VERIFY": (
        CORES["default"],
        "digest_route",
        "silent = verify || status != 3'd0",
        "silent = status != 3'd0",
    ),
    "the digest of a refused packet": (
        CORES["two engines"],
        "digest_route",
        "verify || status != 3'd0 || taken_error_q;",
        "verify || taken_error_q;",
    ),
    "what was there last, in the answer to KEY": (
        CORES["default"],
        "digest_route",
        "{BYTES{!own && !silent_q}}",
        "{BYTES{!silent_q}}",
    ),
    "an inner digest": (
        CORES["default"],
        "digest_route",
        "emits_q <= of_answer &&",
        "emits_q <= (of_answer || of_inner) &&",
    ),
    "an inner digest for its tag": (
        CORES["groups"],
        "digest_route",
        "keyed && !taken_error_q && !outer;",
        "keyed && !taken_error_q && outer;",
    ),
    "the digest of a long key": (
        CORES["full rate"],
        "digest_route",
        "emits_q <= of_answer && (silent",
        "emits_q <= (of_answer || of_key) && (silent",
    ),
    "words between answers": (
        CORES["default"],
        "digest_stream",
        "if (rst || (next_ready ? !kept[lane] : beat_ready)) data_q",
        "if (rst) data_q",
    ),
    "bytes behind a tag's": (
        WIDE,
        "digest_stream",
        "(!next_last || next_keep[BYTES-1-lane]);",
        "1'b1;",
    ),
    "bytes behind a tag's, in narrow beats": (
        NARROW,
        "digest_stream",
        "{8{WIDTH == WORD || kept[lane]}}",
        "{8{WIDTH == WORD || next_valid}}",
    ),
    "a verdict's record without its mark": (
        CORES["interleaved"],
        "packet_gate",
        "        operation_q == VERIFY,\n        side_q",
        "        1'b0,\n        side_q",
    ),
    "a refused packet's record without its status": (
        CORES["default"],
        "packet_gate",
        "        side_q[context_q],\n        status_q,",
        "        side_q[context_q],\n        3'd0,",
    ),
    "the expected tag": (
        CORES["default"],
        "digest_route",
        "assign answer_data = data;",
        "assign answer_data = verify_q ? expected : data;",
    ),
    "a tag of another key: the slot kept for an outer block": (
        CORES["two engines"],
        "packet_gate",
        "admits_keyed, SLOT_BITS'(slot_q)",
        "admits_keyed, slots[context_q]",
    ),
    "a tag of another key: the slot told for a message": (
        CORES["groups"],
        "packet_gate",
        "assign slot = slots[slot_context];",
        "assign slot = slots[context_q];",
    ),
    "a tag of another key: the slot told to the key store": (
        CORES["default"],
        "",
        "{hold ? own_slot : latest_slot, hold}",
        "{own_slot, hold}",
    ),
    "what comes in": (
        CORES["two engines"],
        "packet_gate",
        "assign record_turn = oldest[record_context];",
        "assign record_turn = oldest[record_context] ^ data_q[0];",
    ),
}


@pytest.mark.parametrize("core", CORES)
def test_answers_have_only_what_they_are_to_have(core: str) -> None:
    section = prove_answers(core_for(*CORES[core]), 1, lambda *told: None)
    assert section is not None
    assert section.status == PROVED, section.counterexample
    assert section.counterexample == ()
    assert len(section.obligations) > 10


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_seen(leak: str) -> None:
    request, module, there, instead = LEAKS[leak]
    section = _changed(core_for(*request), module, there, instead)
    assert section.status == OPEN
    assert section.counterexample


def test_other_cores_have_no_such_answers() -> None:
    for name, architecture in (
        ("sha256", A()),
        ("hmac-sha256", A(fold=1)),
        ("hmac-sha256", A(unroll=16, interleave=33, pool=64, chaining="bram", keys="bram")),
    ):
        assert prove_answers(core_for(name, architecture), 1, lambda *told: None) is None


def _changed(core: Core, module: str, there: str, instead: str) -> Section:
    texts = core.sources()
    end = f"_{module}.sv" if module else f"{core.top}.sv"
    (file,) = (file for file in texts if file.endswith(end))
    head, found, tail = texts[file].partition(there)
    assert found
    return answers_of(core, {**texts, file: f"{head}{instead}{tail}"})
