"""Evidence is bound to the hash of the RTL it is about."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification import evidence
from hashloom.verification.evidence import KINDS, Known, known_about

ROOT = Path(__file__).resolve().parents[2]
ROWS = [
    {"kind": "placed", "outcome": "1 MHz", "source": "x.json"},
    {"kind": "proved", "outcome": "4 obligations", "source": "y.json"},
]


@pytest.fixture
def core(monkeypatch: pytest.MonkeyPatch) -> Core:
    """A core of which something is known."""
    core = core_for("sha256")
    monkeypatch.setattr(evidence, "_all", lambda: {core.rtl_sha256: ROWS})
    return core


def test_what_is_known_comes_in_the_order_of_its_kinds(core: Core) -> None:
    known = known_about(core)
    assert known.rows == (
        Known("proved", "4 obligations", "y.json"),
        Known("placed", "1 MHz", "x.json"),
    )
    assert known.sentence.startswith("Exactly this RTL has been proved, placed and routed;")


def test_other_names_of_modules_are_told(core: Core) -> None:
    known = known_about(core_for("sha256", interface=Interface(prefix="mine")))
    assert known.rows == known_about(core).rows
    assert known.sentence.startswith("This RTL, with its modules' usual names, has been proved")


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize("prefix", ["", "mine"])
def test_of_other_rtl_nothing_is_known(prefix: str) -> None:
    known = known_about(core_for("sha256", Architecture(unroll=2), Interface(prefix=prefix)))
    assert known.rows == ()
    assert known.sentence.startswith("Nothing is known yet")


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
