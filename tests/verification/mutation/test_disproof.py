"""Mutants that a proof of the core does not hold for."""

from __future__ import annotations

import pytest

from hashloom.cores import core_for
from hashloom.verification.mutation.disproof import disproof
from hashloom.verification.mutation.mutant import Edit, Mutant
from hashloom.verification.properties.induction import NO_ANSWER, Verdict
from hashloom.verification.proving import REFUTED


def planted(module: str, before: str, after: str) -> Mutant:
    """The mutant of the default message core with `after` in place of the last `before`."""
    core = core_for("sha256")
    file = f"{core.prefix}_{module}.sv"
    text = core.sources()[file]
    start = text.rindex(before)
    edit = Edit(file, start, start + len(before), after)
    return Mutant(file, text[:start].count("\n") + 1, "planted", before, after, (edit,))


@pytest.mark.parametrize(
    ("module", "before", "after", "prover"),
    [
        ("engine", "K_W_q <= K_W;", "K_W_q <= ~K_W;", "prove: equivalence"),
        ("engine", "K_W_q <= K_W;", "K_W_q <= K_W", "prove: equivalence"),
        (
            "context_rota",
            "assign want = full_q & room;",
            "assign want = full_q;",
            "prove: properties",
        ),
        (
            "digest_stream",
            "word_ready = !valid_q",
            "word_ready = !valid_q || word_data[0]",
            "prove: properties",
        ),
        ("context_rota", "full_q & room", "room & full_q", ""),
        ("context_rota", "full_q & room;", "full_q & room", "prove: properties"),
    ],
)
def test_which_proof_breaks(module: str, before: str, after: str, prover: str) -> None:
    assert disproof(core_for("sha256"), planted(module, before, after)).prover == prover


def test_a_solver_that_does_not_end_kills_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    mutant = planted("context_rota", "assign want = full_q & room;", "assign want = full_q;")
    late = Verdict(REFUTED, (NO_ANSWER,), 300.0)
    monkeypatch.setattr("hashloom.verification.mutation.disproof.proved", lambda *given: late)
    assert disproof(core_for("sha256"), mutant).prover == ""


def test_a_text_that_is_not_read_is_no_proof_of_the_flow() -> None:
    core = core_for("sha256")
    text = core.sources()[f"{core.top}.sv"]
    edit = Edit(f"{core.top}.sv", text.rindex("endmodule"), text.rindex("endmodule") + 9, "")
    mutant = Mutant(f"{core.top}.sv", text.count("\n"), "planted", "endmodule", "", (edit,))
    assert disproof(core, mutant).prover == "prove: flow"
