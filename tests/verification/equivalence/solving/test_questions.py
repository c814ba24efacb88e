"""Questions to solvers that are interrupted, do not know or say what is not so."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from hashloom.cache import ENVIRONMENT
from hashloom.errors import ToolError
from hashloom.verification.equivalence.netlists.values import Value, apply, word
from hashloom.verification.equivalence.solving import solvers as module
from hashloom.verification.equivalence.solving.queries import query
from hashloom.verification.equivalence.solving.questions import Question, answered
from hashloom.verification.equivalence.solving.solvers import Solver
from hashloom.verification.equivalence.words.claims import Claim, Place
from hashloom.verification.equivalence.words.letters import letters_of
from hashloom.verification.equivalence.words.textbook import Label
from hashloom.verification.proving import OPEN, REFUTED

LETTERS = letters_of("sha256")
T1 = Label("T1", 0)
A, B = (word(Label(letter, 0), 32, (1, 2, 3)) for letter in "ae")
SUM = apply("add", 32, (32, 32), (A, B))
DIFFERENCE = apply("sub", 32, (32, 32), (A, B))


def question(value: Value) -> Question:
    """Whether a value is T1, which is defined as a + e here."""

    def definition(label: Label) -> Value | None:
        return SUM if label == T1 else None

    asked = tuple(query(T1, 32, value, definition, LETTERS, depth) for depth in range(4))
    return Question("T1[0]", asked, Claim(value, T1, SUM, None, Place(0, "t1")))


def ask(*values: Value, jobs: int = 1) -> tuple[list[str], tuple[str, ...]]:
    """What comes of such questions: their states, and lines of a counterexample."""
    obligations, lines = answered([question(v) for v in values], 32, jobs, lambda *told: None)
    return [each.status for each in obligations], lines


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The text of a script that answers in place of all solvers; there is no cache."""
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "cache"))
    script = tmp_path / "solver"
    monkeypatch.setattr(module, "solvers", lambda: (Solver("yices", "0", ("sh", str(script))),))
    return script


def test_a_solver_that_does_not_know_leaves_a_claim_open(say: Path) -> None:
    say.write_text("echo unknown")
    assert ask(DIFFERENCE) == ([OPEN], ())


def test_what_is_no_answer_ends_the_proof(say: Path) -> None:
    say.write_text("echo perhaps")
    with pytest.raises(ToolError, match="yices 0 did not answer a query of a proof: perhaps"):
        ask(DIFFERENCE)


def test_a_counterexample_is_computed_before_it_is_believed(
    say: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {str(label): name for name, label in question(DIFFERENCE).queries[-1].names.items()}

    def model(a: int, e: int, t1: int) -> str:
        words = {"a[0]": a, "e[0]": e, "T1[0]": t1}
        return " ".join(f"({names[n]} #x{number:08x})" for n, number in words.items())

    say.write_text(f"echo 'sat\n({model(7, 2, 5)})'")
    with pytest.raises(ToolError, match=r"yices 0 calls .* wrong, in a case where it is right"):
        ask(DIFFERENCE)
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "another"))
    say.write_text(f"echo 'sat\n({model(7, 3, 10)})'")
    statuses, lines = ask(DIFFERENCE)
    assert statuses == [REFUTED]
    assert any("0000000a" in line for line in lines)
    assert any("00000004" in line for line in lines)


def test_an_interruption_ends_the_solvers(say: Path, tmp_path: Path) -> None:
    """One has answered, the other one computes and writes that it does."""
    heard = tmp_path / "heard"
    heard.write_text("")
    say.write_text(
        f"if cat | grep bvsub >/dev/null; then\n"
        f"  while [ ! -s {heard} ]; do sleep 0.05; done; echo unsat\n"
        f"else for i in $(seq 400); do echo beat >> {heard}; sleep 0.05; done; fi"
    )

    def interrupted(part: str, done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        answered([question(DIFFERENCE), question(SUM)], 32, 2, interrupted)
    lines = heard.read_text()
    time.sleep(0.5)
    assert heard.read_text() == lines
    assert 0 < len(lines.split()) < 400
