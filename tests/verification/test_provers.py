"""The table of proofs in docs/assurance.md is what the provers have to say of each kind of core."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hashloom.cores import Core, core_of
from hashloom.verification.provers import PROVERS
from hashloom.verification.proving import Section

ROOT = Path(__file__).parents[2]
ROOM = "hashloom.verification"
# What each prover asks the solvers with, when it has something to say.
WORKS = (
    *("equivalence.proof.prove", "equivalence.proof.prove_block", "equivalence.proof.prove_pool"),
    *("equivalence.proof.engine_of", "equivalence.folded.proof.prove_machine"),
    *("properties.proof.section_of", "flow.flow_of", "answers.proof.answers_of"),
    *("inductive.proof.Induction.of", "erasure.proof.erasure_of"),
    "erasing.proof.erasing_of",
)
# Several are one column: a folded core has a proof of its own in the place of the engine's.
COLUMNS = (
    ("equivalence", "folding"),
    *(("properties",), ("flow",), ("answers",)),
    ("order", "order of two"),
    ("packets", "packets of two", "packets of pools", "packets of HMAC pools"),
    ("array of HMAC cores", "array of message cores"),
    ("erasure",),
    ("erasure by packets",),
)


class Anything:
    """In the place of an engine."""

    def __getattr__(self, name: str) -> Anything:
        return self

    def __iter__(self) -> Iterator[str]:
        return iter(())


def rows() -> list[tuple[str, tuple[str, ...]]]:
    """Requests of the table with what stands in their columns."""
    text = (ROOT / "docs" / "assurance.md").read_text("utf-8")
    section = text.partition("## Which proofs a core has")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [(request, tuple(marks)) for _, request, *marks in cells]


def core(request: str, monkeypatch: pytest.MonkeyPatch) -> Core:
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])
    from asked import commanded

    (point,) = commanded(f"`hashloom prove {request.strip('`')}`")
    return core_of(point)


@pytest.mark.parametrize(("request_text", "marks"), rows())
def test_which_proofs_a_core_has(
    request_text: str, marks: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    built = core(request_text, monkeypatch)
    said = Section("", "", (), ())
    for work in WORKS:
        found = Anything() if work.endswith("engine_of") else said
        monkeypatch.setattr(f"{ROOM}.{work}", lambda *_, found=found: found)
    has = {name: prover(built, 1, lambda *_: None) is not None for name, prover in PROVERS.items()}
    assert marks == tuple("yes" if any(has[name] for name in column) else "–" for column in COLUMNS)


def test_every_prover_has_a_column() -> None:
    assert sorted(name for column in COLUMNS for name in column) == sorted(PROVERS)


def test_the_table_has_every_kind() -> None:
    assert len(rows()) > 15
    said = " ".join(request for request, _ in rows())
    assert all(mark in said for mark in ("--pool", "--fold", "--copies", "--bus", "--dma", "block"))
