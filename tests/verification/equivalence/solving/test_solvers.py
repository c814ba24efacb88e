"""Solvers: found or asked for, and their answers."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hashloom.cache import Cache
from hashloom.errors import ToolError
from hashloom.verification.equivalence.netlists.values import Value, apply, word
from hashloom.verification.equivalence.solving import solvers as module
from hashloom.verification.equivalence.solving.queries import Query, query
from hashloom.verification.equivalence.solving.solvers import Solver, answer, solvers
from hashloom.verification.equivalence.words.letters import letters_of
from hashloom.verification.equivalence.words.textbook import Label

A, B = (word(Label(letter, 0), 32, (1, 2, 3)) for letter in "ae")
LETTERS = letters_of("sha256")
SUM = apply("add", 32, (32, 32), (A, B))


@pytest.fixture
def _asked_again() -> Iterator[None]:
    solvers.cache_clear()
    yield
    solvers.cache_clear()


@pytest.mark.usefixtures("_asked_again")
def test_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "which", lambda *_, **__: None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ToolError, match=r"hashloom\[prove\]"):
        solvers()


def test_both_answer(tmp_path: Path) -> None:
    def definition(label: Label) -> Value | None:
        return SUM if label.letter == "T1" else None

    same = apply("add", 32, (32, 32), (B, A))
    other = apply("sub", 32, (32, 32), (A, B))
    for solver in solvers():
        asked = [
            query(Label("T1", 0), 32, value, definition, LETTERS, 0) for value in (same, other)
        ]
        right, wrong = (module._asked(each, solver, 60) for each in asked)
        assert right.status == "unsat"
        assert wrong.status == "sat"
        values = {str(label): wrong.values[name] for name, label in asked[1].names.items()}
        assert values["T1[0]"] == (values["a[0]"] + values["e[0]"]) % 2**32
        assert values["T1[0]"] != (values["a[0]"] - values["e[0]"]) % 2**32
    cache = Cache(tmp_path)
    assert answer(asked[0], cache) == answer(asked[0], cache)


def test_names_do_not_matter() -> None:
    def text(t: int) -> str:
        first, second = (word(Label(letter, t), 32, (t,)) for letter in "ae")
        total = apply("add", 32, (32, 32), (first, second))
        asked: Query = query(Label("T1", t), 32, total, lambda label: None, LETTERS, 0)
        return asked.text

    assert text(3) == text(40)


@pytest.mark.parametrize(
    ("work", "status"),
    [("while True: pass", "unknown"), ("time.sleep(1.5); print('unsat')", "unsat")],
)
def test_other_work_changes_no_answer(work: str, status: str) -> None:
    """What is limited are the seconds of a processor, not those that pass."""
    slow = Solver("yices", "", (sys.executable, "-c", f"import time\n{work}"))
    asked = query(Label("T1", 0), 32, SUM, lambda label: None, LETTERS, 0)
    assert module._asked(asked, slow, 1).status == status
