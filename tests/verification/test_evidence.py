"""Evidence is bound to the hash of the RTL it is about."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hashloom.cores import Architecture, core_for
from hashloom.verification import evidence
from hashloom.verification.evidence import KINDS, Known, in_one_line, known_about

ROOT = Path(__file__).resolve().parents[2]
ROWS = {
    "ab": [
        {"kind": "placed", "outcome": "1 MHz", "source": "x.json"},
        {"kind": "proved", "outcome": "4 obligations", "source": "y.json"},
    ]
}


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "_all", lambda: ROWS)


@pytest.mark.usefixtures("rows")
def test_what_is_known_comes_in_the_order_of_its_kinds() -> None:
    assert known_about("ab") == (
        Known("proved", "4 obligations", "y.json"),
        Known("placed", "1 MHz", "x.json"),
    )
    assert in_one_line("ab").startswith("Exactly this RTL has been proved, placed and routed")


@pytest.mark.usefixtures("rows")
def test_of_other_rtl_nothing_is_known() -> None:
    assert known_about("cd") == ()
    assert in_one_line("cd").startswith("Nothing is known yet")


def test_a_changed_core_has_another_hash() -> None:
    hashes = {core_for("sha256", Architecture(unroll=n)).rtl_sha256 for n in (1, 2, 4)}
    assert len(hashes) == 3


def test_the_file_names_hashes_kinds_and_documents() -> None:
    known = json.loads((ROOT / "src/hashloom/data/evidence.json").read_text("utf-8"))
    for rtl, about in known.items():
        assert re.fullmatch("[0-9a-f]{64}", rtl)
        for row in about:
            assert row["kind"] in KINDS
            assert (ROOT / row["source"]).exists()
