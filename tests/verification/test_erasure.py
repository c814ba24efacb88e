"""How soon nothing is left when everything is erased, in cores as they are and in faulty ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.erasure.places import places_of
from hashloom.verification.erasure.proof import erasure_of, prove_erasure
from hashloom.verification.erasure.run import Followed
from hashloom.verification.proving import OPEN, PROVED, Section

ROOT = Path(__file__).parents[2]
A, Face = Architecture, Interface
POOL = A(unroll=16, interleave=33, pool=64, chaining="bram", keys="bram")
CORES = {
    "default": ("hmac-sha256", A(), Face()),
    "block RAM": ("hmac-sha256", A(interleave=2, keys="bram"), Face()),
    "two engines": ("hmac-sha256", A(engines=2), Face(slots=3)),
    "several hashes": ("hmac-sha224+sha256", A(interleave=2), Face(resume=True)),
    "resume": ("hmac-sha512", A(engines=2), Face(resume=True)),
    "private": ("hmac-sha256", A(), Face(private_slots=True)),
    "three contexts": ("hmac-sha1", A(unroll=4, interleave=3), Face(slots=3)),
    "array": ("hmac-sha256", A(), Face(copies=2)),
    "pool": ("hmac-sha256", POOL, Face()),
    "on one adder": ("hmac-sha256", A(fold=1), Face(slots=1)),
    "on eleven adders": ("hmac-sha256", A(fold=2), Face(slots=4)),
    "on four adders": ("hmac-sha256", A(fold=4), Face(slots=2)),
    "behind registers": ("hmac-sha256", A(), Face(bus="apb4")),
    "on four adders, behind registers": ("hmac-sha256", A(fold=4), Face(slots=1, bus="apb4")),
    "on four adders, with a ring": ("hmac-sha256", A(fold=4), Face(slots=1, dma="axi4")),
    "on eleven adders, with a ring": ("hmac-sha256", A(fold=2), Face(slots=2, dma="axi4")),
    "with a ring": ("hmac-sha256", A(interleave=2), Face(dma="axi4")),
}
# module, or none for the top, what stands there, what does instead, what is not shown then
FAULTS = {
    "the last slot is missed": (
        CORES["default"],
        "key_loader",
        "slot == SLOT_BITS'(SLOTS - 1);",
        "slot == SLOT_BITS'(SLOTS - 2);",
        "u_keys holds nothing",
    ),
    "one slot's states survive": (
        CORES["default"],
        "key_store",
        "write_q <= store && !spared;",
        "write_q <= store && !spared && store_state != 1;",
        "u_keys holds nothing",
    ),
    "the last context is missed": (
        CORES["block RAM"],
        "key_loader",
        "context_id == CONTEXT_BITS'(CONTEXTS - 1);",
        "context_id == CONTEXT_BITS'(0);",
        "u_buffers holds nothing",
    ),
    "one entry of the digest store is missed": (
        ("hmac-sha256", A(engines=2), Face(slots=1)),
        "key_loader",
        "both_stored && (half_q || !erase_q);",
        "both_stored;",
        "u_outer_store holds nothing",
    ),
    "expected tags are not cleared": (
        CORES["default"],
        "tag_store",
        "write_q <= write || clear;",
        "write_q <= write;",
        "u_tags holds nothing",
    ),
    "a word of a digest is not cleared": (
        CORES["default"],
        "digest_route",
        "if (clear) data <= '0;",
        "",
        "u_route holds nothing",
    ),
    "a beat on offer stays": (
        CORES["default"],
        "digest_stream",
        "if (rst || (next_ready ?",
        "if ((next_ready ?",
        "nothing from before leaves",
    ),
    "beats are taken too early": (
        CORES["default"],
        "zeroize_guard",
        "if (scan_q && !wiping && !broken_q) begin",
        "if (scan_q && !broken_q) begin",
        "no beat is taken",
    ),
    "an erased slot is taken for full": (
        CORES["default"],
        "key_loader",
        "mark_known = pass_ends && !erase_q &&",
        "mark_known = pass_ends &&",
        "no slot holds a key",
    ),
    "a copy is not told": (
        CORES["array"],
        None,
        ".zeroize       (zeroize)",
        ".zeroize       (1'b0)",
        "u_copy1 holds nothing",
    ),
    "the machine is not told": (
        CORES["on one adder"],
        "packet_judge",
        "if (zeroize || rst) begin\n      wipe_q",
        "if (rst) begin\n      wipe_q",
        "u_engine holds nothing",
    ),
    "the machine behind registers is not told": (
        CORES["on four adders, behind registers"],
        "packet_judge",
        "if (zeroize || rst) begin\n      wipe_q",
        "if (rst) begin\n      wipe_q",
        "u_engine holds nothing",
    ),
    "a folded core behind registers keeps a slot": (
        CORES["on four adders, behind registers"],
        "packet_judge",
        "known_q <= '0;\n      given_q",
        "given_q",
        "no slot holds a key",
    ),
    "the machine with a ring is not told": (
        CORES["on eleven adders, with a ring"],
        "packet_judge",
        "if (zeroize || rst) begin\n      wipe_q",
        "if (rst) begin\n      wipe_q",
        "u_engine holds nothing",
    ),
    "a word that waits is not cleared by a reset": (
        CORES["behind registers"],
        "message_window",
        "if (KEYED) data_q <= 32'd0;\n    end",
        "end",
        "u_window holds nothing",
    ),
    "restored states stay": (
        CORES["resume"],
        "state_wiper",
        "zero = wiping && !chain_valid;",
        "zero = 1'b0;",
        "u_inner_keys holds nothing",
    ),
    "the last answer stays": (
        CORES["behind registers"],
        "answer_file",
        "if (begins || zeroize || rst) sweep_q <= 1'b1;",
        "if (begins || rst) sweep_q <= 1'b1;",
        "u_answers holds nothing",
    ),
    "a word that was written is not cleared": (
        CORES["behind registers"],
        "message_window",
        "data_q <= 32'd0;\n      keep_q",
        "keep_q",
        "u_window holds nothing",
    ),
}


def of(name: str) -> Core:
    return core_for(*CORES[name])


@pytest.mark.parametrize("name", CORES)
def test_nothing_is_left_in_time(name: str) -> None:
    section = prove_erasure(of(name), 1, lambda *told: None)
    assert section is not None
    assert section.status == PROVED
    assert section.counterexample == ()
    assert ("an expected tag" in section.proves) == (name != "pool")  # see docs/proofs.md
    names = {each.name for each in section.obligations}
    assert "no slot holds a key behind a reset" in names
    engine = re.compile("u_(inner_)?engine holds nothing from before behind zeroize")
    assert any(map(engine.match, names)) or name in ("array", "pool")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(fault: str) -> None:
    core, module, there, instead, missed = FAULTS[fault]
    section = planted(core_for(*core), module, there, instead)
    assert section.status == OPEN
    open_ = [each.name for each in section.obligations if each.status == OPEN]
    assert any(name.startswith(missed) for name in open_)
    assert section.counterexample


def planted(core: Core, module: str | None, there: str, instead: str) -> Section:
    """What is said of the text of a core with one place changed."""
    texts = core.sources()
    wanted = f"{core.top}.sv" if module is None else f"{core.prefix}_{module}.sv"
    head, found, tail = texts[wanted].rpartition(there)
    assert found
    return erasure_of(core, texts | {wanted: f"{head}{instead}{tail}"})


def test_a_clock_less_is_too_few() -> None:
    core = of("default")
    followed = Followed(places_of(core, core.sources()).subject)
    clocks = followed.erased("zeroize", core.settle_clocks).clocks
    assert clocks is not None
    assert clocks < core.settle_clocks
    fewer = followed.erased("zeroize", clocks - 1)
    assert fewer.clocks is None
    assert fewer.left
    told = (ROOT / "docs" / "proofs.md").read_text("utf-8")
    assert f"From any state, {clocks} clocks behind" in told
    assert f"meanwhile; {core.settle_clocks} were stated" in told


@pytest.mark.parametrize("name", ["sha256", "hmac-michail2012-block"])
def test_cores_without_a_key_store_are_left_out(name: str) -> None:
    assert prove_erasure(core_for(name), 1, lambda *told: None) is None
