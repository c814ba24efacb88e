"""The proof of pools' engines: of engines as they are, and of ones with faults."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hashloom.cores import Architecture, Core, core_for
from hashloom.verification.equivalence.one_block.pool_proof import prove_pool
from hashloom.verification.equivalence.proof import engine_of, prove_engine
from hashloom.verification.proving import PROVED, REFUTED, Section

QUARTER = Architecture(unroll=16, interleave=20, pool=24, chaining="bram", delays="bram")
WHOLE = Architecture(unroll=64, pool=256, chaining="bram", delays="bram")


def quietly(part: str, done: int, total: int) -> None:
    """Progress that nobody sees."""


def faulty(core: Core, there: str, instead: str) -> Section:
    """What the proof says of a core's engine with a fault in its text."""
    engine = engine_of(core)
    name = f"{engine.top}.sv"
    assert engine.sources[name].count(there) >= 1
    changed = engine.sources | {name: engine.sources[name].replace(there, instead, 1)}
    return prove_pool(changed, engine.top, engine.hash_name, engine.shape, (), 2, quietly)


@pytest.mark.parametrize(
    ("name", "architecture"),
    [
        ("sha256", WHOLE),
        ("sha256", replace(WHOLE, adders="carry_save")),
        ("sha224", QUARTER),
        ("hmac-sha256", replace(QUARTER, keys="bram")),
        ("hmac-sha384", Architecture(unroll=80, pool=7, chaining="bram", keys="bram")),
        ("sha256", Architecture(unroll=32, interleave=66, pool=3, chaining="bram")),
        ("sha512", Architecture(unroll=16, interleave=8, pool=9, chaining="bram")),
    ],
)
def test_a_pool_is_proved(name: str, architecture: Architecture) -> None:
    core = core_for(name, architecture)
    section = prove_engine(core, 1, quietly)
    assert section is not None
    assert section.status == PROVED
    assert f" {core.slot_clocks} clocks after its start" in section.obligations[0].name
    assert sum(each.cases for each in section.obligations[1:]) > 1000
    assert {"new H", "W", "e"} <= {each.name.split("[")[0] for each in section.obligations}


# What stands in the text, what stands there instead, and the first word that is another one.
OF_WORDS = {
    "rotation": ("{x[5:0], x[31:6]}", "{x[6:0], x[31:7]}", "e[0]"),
    "another rotation": ("{x[1:0], x[31:2]}", "{x[2:0], x[31:3]}", "a[0]"),
    "initial value": ("32'h6a09_e667", "32'h6a09_e666", "a[0]"),
    "schedule": ("{10'd0, x[31:10]}", "{9'd0, x[31:9]}", "W[16]"),
}


@pytest.mark.parametrize("fault", OF_WORDS)
def test_a_wrong_word_is_refuted(fault: str) -> None:
    there, instead, first = OF_WORDS[fault]
    section = faulty(core_for("sha256", QUARTER), there, instead)
    assert section.status == REFUTED
    assert f"The first word that the machine does not come to is {first}:" in section.counterexample


# What stands in the text, and what stands there instead.
OF_CONTROL = {
    "the old value of another block": (
        "state_first_q[2] ? 32'h510e",
        "state_first_q[1] ? 32'h510e",
    ),
    "a row of another block": (".read_address  (context_id)", ".read_address  (context_id_q1)"),
    "another row written": (".write_address (context_id_q23)", ".write_address (context_id_q19)"),
    "written too often": (".write         (chain_valid)", ".write         (chain_now)"),
    "told too early": ("leaves <= chain_now_q[22]", "leaves <= chain_now_q[21]"),
    "another one's": ("chain_context = context_id_q23", "chain_context = context_id_q19"),
    "a round too few": ("running && step == 2'd3", "running && step == 2'd2"),
    "words asked for twice": ("running && step == 2'd0", "running && step != 2'd3"),
    "a block that comes round once more": ("running_q[19] && step_q[19] != 2'd3", "running_q[19]"),
    "taken from another place": ("returns ? context_id_q19", "returns ? context_id_q18"),
    "a block begun over another": ("slot_ready = !(running_q[12]", "slot_ready = !(running_q[13]"),
    "quiet not long enough": ("quiet_clocks <= 5'd", "quiet_clocks <= 5'd1 & 5'd"),
    "not quiet": ("&& !rst && !quiet", "&& !rst"),
    "left after a reset": ("chain_now_q[22] && !rst && !quiet", "chain_now_q[22]"),
    "begun by itself": ("(slot_start || returns)", "1'b1"),
    "first is forgotten": ("first <= slot_first", "first <= slot_first && running"),
}


@pytest.mark.parametrize("fault", OF_CONTROL)
def test_a_fault_of_control_is_seen(fault: str) -> None:
    there, instead = OF_CONTROL[fault]
    assert faulty(core_for("sha256", QUARTER), there, instead).status != PROVED


# Of an engine that is given states, and what is said of it.
OF_STATES = {
    "another flag": (
        "state_keyed_q[3] ? state_a[95:64]",
        "state_first_q[3] ? state_a[95:64]",
    ),
    "a word in another's place": ("state_a[95:64]", "state_a[63:32]"),
    "taken too early": ("state_keyed_q[3] ? state_e[31:0]", "state_keyed_q[2] ? state_e[31:0]"),
    "keyed is forgotten": ("keyed <= slot_keyed", "keyed <= slot_keyed && slot_first"),
    "never taken": ("keyed <= slot_keyed", "keyed <= 1'b0"),
}


@pytest.mark.parametrize("fault", OF_STATES)
def test_a_fault_of_supplied_states_is_seen(fault: str) -> None:
    there, instead = OF_STATES[fault]
    core = core_for("hmac-sha256", replace(QUARTER, keys="bram"))
    assert faulty(core, there, instead).status != PROVED


def test_a_wrong_state_is_shown_in_the_letters_of_the_standard() -> None:
    core = core_for("hmac-sha256", replace(QUARTER, keys="bram"))
    section = faulty(core, "state_a[95:64]", "state_a[63:32]")
    assert section.status == REFUTED
    assert "begins with a supplied state" in section.counterexample[0]
    assert any(line.strip().startswith("H[0..]:") for line in section.counterexample)
