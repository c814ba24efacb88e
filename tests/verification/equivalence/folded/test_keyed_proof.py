"""The proof of folded HMAC cores' machines: of cores as they are, and of ones with faults."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.equivalence.folded.proof import prove_folded, prove_machine
from hashloom.verification.proving import OPEN, PROVED, REFUTED, Section

FOLDED, FOUR, TWO = Architecture(fold=1), Architecture(fold=4), Architecture(fold=2)
# Of the words that claims are made of; on more adders the XORs with pads are terms of sums.
WORDS = {
    FOLDED: {"new H[0]", "W[0] with ipad", "W[0] with opad", "differs[0]"},
    FOUR: {"T1[0] with ipad", "W[16] with ipad", "W[16] with opad", "W[16] of the outer block"},
    TWO: {"W[1] with ipad", "W[16] with ipad", "W[16] with opad", "W[16] of the outer block"},
}


def faulty(core: Core, there: str, instead: str) -> Section:
    """What the proof says of a core's machine with a fault in its text."""
    sources = core.engine_sources()
    (name,) = (name for name, text in sources.items() if there in text)
    head, _, tail = sources[name].partition(there)
    changed = sources | {name: f"{head}{instead}{tail}"}
    return prove_machine(changed, core.prefix, core.program, 2, lambda part, done, total: None)


@pytest.mark.parametrize(
    ("name", "face", "architecture"),
    [
        ("hmac-sha256", Interface(slots=1), FOLDED),
        ("hmac-sha256", Interface(slots=1, length_bits=32), FOLDED),
        ("hmac-sha512_224", Interface(slots=2), FOLDED),
        ("hmac-sha256", Interface(slots=1), FOUR),
        ("hmac-sha512_224", Interface(slots=2, length_bits=64), FOUR),
        ("hmac-sha256", Interface(slots=1), TWO),
        ("hmac-sha512_224", Interface(slots=2, length_bits=64), TWO),
    ],
)
def test_a_folded_hmac_core_is_proved(
    name: str, face: Interface, architecture: Architecture
) -> None:
    core = core_for(name, architecture, face)
    section = prove_folded(core, 2, lambda part, done, total: None)
    assert section is not None
    assert section.status == PROVED
    words = section.obligations[0].name.replace(",", "").split()
    block, wipe = (int(word) for word in words[2:] if word.isdigit())
    assert block == core.slot_clocks - 16  # words of a block are written before
    assert wipe <= core.program.erase_clocks
    named = {each.name.split(" at ")[0] for each in section.obligations[1:]}
    assert WORDS[architecture] <= named


# What stands in the text, what stands there instead, and how what is said of it begins.
FAULTS = {
    "slot": ("write_address_q[6]}}, 4'd0", "write_address_q[5]}}, 4'd0", "KEY of slot 1 that is"),
    "rotation": ("{x[5:0], x[31:6]}", "{x[6:0], x[31:7]}", "KEY of slot 1: row 80"),
    "opad": ("32'h5c5c_5c5c", "32'h5c5c_5c5d", "KEY of slot 1: row 88"),
    "length of the outer block": ("32'h0000_0300", "32'h0000_0301", "VERIFY's last block"),
    "state for a hash": (
        "when == 3'd4 && block_first && keyed",
        "when == 3'd4 && block_first",
        "KEY of slot 1: row 80",
    ),
    "flawed key": (
        "else if (flawed) target = ROW_BITS'(ERASE);\n        else begin",
        "else begin",
        "KEY of slot 1 that is flawed: row 80",
    ),
    "verdict": ("verify ? ROW_BITS'(COMPARE)", "!verify ? ROW_BITS'(COMPARE)", "VERIFY's last"),
    "every slot": ("every ? ROW_BITS'(ERASE_ALL) :", "", "ERASE_ALL of slot 0: row 80"),
    "too early": ("done = branches && stage_q == Final", "done = branches", "KEY of slot 1: row"),
    "carry": ("checks_q && carry_q", "checks_q && 1'b0", "new too long[0] is another word"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_refuted(fault: str) -> None:
    there, instead, said = FAULTS[fault]
    section = faulty(core_for("hmac-sha256", FOLDED, Interface(slots=2)), there, instead)
    assert section.status == REFUTED
    assert section.counterexample[0].startswith(said)


# The same of a machine with four adders.
OF_FOUR = {
    "word held": ("        ^ (held_q", "        | (held_q", "KEY of slot 1: row 80"),
    "state for a later block": ("!keyed} & {2{block_first}}", "!keyed}", "KEY of slot 1: row 80"),
    "length in the outer block": ("counted_q && (", "1'b1 && (", "KEY of slot 1: row 80"),
    "state of a slot": ("{slot, from_q[0]}", "{slot, 1'b0}", "VERIFY's last block of slot 1"),
    "new value": ("else if (joins && !writes)", "else if (1'b0)", "KEY of slot 1: row 80"),
}


@pytest.mark.parametrize("fault", OF_FOUR)
def test_a_fault_of_four_adders_is_refuted(fault: str) -> None:
    there, instead, said = OF_FOUR[fault]
    section = faulty(core_for("hmac-sha256", FOUR, Interface(slots=2)), there, instead)
    assert section.status == REFUTED
    assert section.counterexample[0].startswith(said)


# And of one with adders at fixed places.
IN_PLACE = {
    "words joined": ("(written_q ^ scheduled", "(written_q | scheduled", "KEY of slot 1: row 80"),
    "words before": ("if (begins != 2'd0 || e_clears)", "if (e_clears)", "KEY of slot 1: row 80"),
    "state for a later block": ("!keyed} & {2{block_first}}", "!keyed}", "KEY of slot 1: row 80"),
    "state of a slot": ("{slot, from_q[0]}", "{slot, 1'b0}", "VERIFY's last block of slot 1"),
    "new value": ("else if (goes_on)", "else if (1'b0)", "KEY of slot 1: row 80"),
    "opad": ("32'h5c5c_5c5c", "32'h5c5c_5c5d", "KEY of slot 1: row 88"),
    "length of the outer block": ("32'h0000_0300", "32'h0000_0301", "VERIFY's last block"),
}


@pytest.mark.parametrize("fault", IN_PLACE)
def test_a_fault_of_adders_at_fixed_places_is_refuted(fault: str) -> None:
    there, instead, said = IN_PLACE[fault]
    section = faulty(core_for("hmac-sha256", TWO, Interface(slots=2)), there, instead)
    assert section.status == REFUTED
    assert section.counterexample[0].startswith(said)


def test_a_digest_that_is_not_cut_is_refuted() -> None:
    """SHA-512/224 ends within a word."""
    core = core_for("hmac-sha512_224", TWO, Interface(slots=1))
    section = faulty(core, "if (cuts) ", "if (1'b0) ")
    assert section.status == REFUTED
    assert section.counterexample[0].startswith("KEY of slot 0: row 64")


def test_the_words_of_a_block_are_shown() -> None:
    core = core_for("hmac-sha256", FOLDED, Interface(slots=1))
    lines = faulty(core, *FAULTS["rotation"][:2]).counterexample
    assert lines[1] == "The block with ipad:"
    assert "The first word that the machine does not come to is e[0]:" in lines
    assert any("W[0] with ipad = " in line and "K[0] = 428a2f98" in line for line in lines)


# Faults that a run with every word taken at once does not show.
UNSEEN = {
    "a digest that does not wait": ("(digest_valid && !digest_ready)", "1'b0", "word 0"),
    "an error that stays": ("if (clear) over_q <= 1'b0", "if (0) over_q <= 1'b0", "an error"),
    "from before a reset": ("quiet = rst || (|reset_q)", "quiet = rst", "before the reset"),
}


@pytest.mark.parametrize("fault", UNSEEN)
def test_a_fault_that_no_run_shows_is_left_open(fault: str) -> None:
    there, instead, said = UNSEEN[fault]
    section = faulty(core_for("hmac-sha256", FOLDED, Interface(slots=1)), there, instead)
    assert section.status != PROVED
    (wrong,) = (each for each in section.obligations if each.status in (OPEN, REFUTED))
    assert said in wrong.name
