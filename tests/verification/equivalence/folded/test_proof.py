"""The proof of folded cores' machines: of cores as they are, and of ones with faults."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.equivalence.folded.proof import prove_folded, prove_machine
from hashloom.verification.proving import PROVED, REFUTED, Section

FOLDED, FOUR, TWO = Architecture(fold=1), Architecture(fold=4), Architecture(fold=2)


def faulty(core: Core, there: str, instead: str) -> Section:
    """What the proof says of a core's machine with a fault in its text."""
    sources = core.engine_sources()
    (name,) = (name for name, text in sources.items() if there in text)
    head, _, tail = sources[name].partition(there)
    changed = sources | {name: f"{head}{instead}{tail}"}
    return prove_machine(changed, core.prefix, core.program, 2, lambda part, done, total: None)


@pytest.mark.parametrize(
    ("name", "length_bits"), [("sha256", 64), ("sha256", 32), ("sha512_224", 128)]
)
def test_a_folded_core_is_proved(name: str, length_bits: int) -> None:
    core = core_for(name, FOLDED, Interface(length_bits=length_bits))
    section = prove_folded(core, 2, lambda part, done, total: None)
    assert section is not None
    assert section.status == PROVED
    assert section.obligations[0].name.endswith(f"a block takes {core.slot_clocks} clocks")
    assert sum(each.cases for each in section.obligations[1:]) > 3000
    named = {each.name.split("[")[0] for each in section.obligations}
    assert {"new H", "new length", "new too long"} <= named


@pytest.mark.parametrize(("name", "length_bits"), [("sha256", 64), ("sha256", 32)])
def test_a_core_on_four_adders_is_proved(name: str, length_bits: int) -> None:
    core = core_for(name, FOUR, Interface(length_bits=length_bits))
    section = prove_folded(core, 2, lambda part, done, total: None)
    assert section is not None
    assert section.status == PROVED
    assert section.obligations[0].name.endswith(f"a block takes {core.slot_clocks} clocks")


# What stands in the text of a machine with four adders, and what stands there instead.
OF_FOUR = {
    "rotation": ("{x[5:0], x[31:6]}", "{x[6:0], x[31:7]}"),
    "a word too early": ("early_two_q <= e3_q", "early_two_q <= e2_q"),
    "from before a reset": ("&& !writes && !quiet", "&& !writes"),
    "an initial value too long": ("if (joins && !writes && !quiet)", "if (1'b0)"),
    "no room for the stream": ("fill_ready = !write_q", "fill_ready = 1'b1"),
}


@pytest.mark.parametrize("fault", OF_FOUR)
def test_a_fault_of_four_adders_is_seen(fault: str) -> None:
    assert faulty(core_for("sha256", FOUR), *OF_FOUR[fault]).status != PROVED


@pytest.mark.parametrize(("name", "length_bits"), [("sha256", 64), ("sha512_224", 64)])
def test_a_core_on_adders_at_fixed_places_is_proved(name: str, length_bits: int) -> None:
    core = core_for(name, TWO, Interface(length_bits=length_bits))
    section = prove_folded(core, 2, lambda part, done, total: None)
    assert section is not None
    assert section.status == PROVED
    assert section.obligations[0].name.endswith(f"a block takes {core.slot_clocks} clocks")


# The same of a machine with adders at fixed places.
OF_TWO = {
    "rotation": ("{x[5:0], x[31:6]}", "{x[6:0], x[31:7]}"),
    "a word too early": ("e1_q - a3_q", "e1_q - a2_q"),
    "from before a reset": ("if (goes_on && !quiet)", "if (goes_on)"),
    "an initial value too long": ("if (goes_on && !quiet)", "if (1'b0)"),
    "no room for the stream": ("fill_ready = room_q", "fill_ready = 1'b1"),
    "a function that stays": ("if (newest_clears) newest2_q <= '0;", ""),
    "a carry of another sum": ("carried_q <= carries && carry_q", "carried_q <= carry_q"),
    "a carry that is lost": ("checks_q && carry_q", "checks_q && 1'b0"),
}


@pytest.mark.parametrize("fault", OF_TWO)
def test_a_fault_of_adders_at_fixed_places_is_seen(fault: str) -> None:
    assert faulty(core_for("sha256", TWO), *OF_TWO[fault]).status != PROVED


def test_other_cores_have_another_proof() -> None:
    assert prove_folded(core_for("sha256"), 1, lambda part, done, total: None) is None


# What stands in the text, what stands there instead, and the first word that is another one.
OF_WORDS = {
    "rotation": ("{x[5:0], x[31:6]}", "{x[6:0], x[31:7]}", "e[0]"),
    "choice": ("(x & y) ^ (~x & z)", "(x & y) ^ (~x | z)", "e[0]"),
    "late constant": ("32'hc671_78f2", "32'hc671_78f3", "e[63]"),
    "bytes of the last block": ("{bytes_q, 3'd0}", "{bytes_q, 3'd1}", "W[15]"),
    "length of another block": ("when == 2'd2 && whole_q", "when == 2'd2", "W[15]"),
}


@pytest.mark.parametrize("fault", OF_WORDS)
def test_a_wrong_word_is_refuted(fault: str) -> None:
    there, instead, first = OF_WORDS[fault]
    section = faulty(core_for("sha256", FOLDED), there, instead)
    assert section.status == REFUTED
    lines = section.counterexample
    assert f"The first word that the machine does not come to is {first}:" in lines
    assert any(line.startswith(f"  standard: {first} = ") for line in lines)
    t = first[first.index("[") :]
    assert any(f"W{t} = " in line and f"K{t} = " in line for line in lines)


# What stands in the text, what stands there instead, and what is said of it.
OF_CONTROL = {
    "joined with the stream": ("joins_q <= joins && stores", "joins_q <= joins", "the stream"),
    "from before a reset": ("quiet = rst || (|reset_q)", "quiet = rst", "before the reset"),
    "a reset not long ago": ("(|reset_q)", "(|reset_q[1:0])", "before the reset"),
    "a constant in reach": ("{2'd0, write_to}", "{write_to[5], 1'd0, write_to}", "a constant"),
    "a word overwritten": (
        "address_q | {1'd0, half_q",
        "address_q | {1'd0, !half_q",
        "overwritten",
    ),
    "no room for the stream": ("fill_ready = !write_q", "fill_ready = 1'b1", "the stream"),
    "an error that is lost": ("error_q || over_q", "over_q", "digest_error"),
    "an error that stays": ("if (block_taken && block_first)", "if (rst)", "is an error"),
    "a digest that does not wait": ("(digest_valid && !digest_ready)", "1'b0", "word 0"),
    "a program that does not wait": ("else if (!wait_here)", "else", "word 0"),
    "a block taken too early": ("block_valid && !running_q", "block_valid", "next block"),
    "a pass too many": ("PASSES - 2", "PASSES - 1", "word 0"),
    "a wrong carry": ("total_q[31] && !sum[31]", "total_q[31]", "the length"),
    "a carry that is lost": ("checks_q && carry_q", "checks_q && 1'b0", "new too long[0]"),
}


@pytest.mark.parametrize("fault", OF_CONTROL)
def test_a_fault_of_control_is_seen(fault: str) -> None:
    there, instead, said = OF_CONTROL[fault]
    section = faulty(core_for("sha256", FOLDED), there, instead)
    assert section.status != PROVED
    (wrong,) = (each.name for each in section.obligations if each.status != PROVED)
    assert said in wrong
