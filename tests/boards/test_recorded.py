"""Bitstreams on record: of today's RTL, with their clock met, and as the document has them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from hashloom.boards import board_names
from hashloom.commands.checking.talk import design_of
from hashloom.cores.boards.board import DEFAULT_BAUD

ROOT = Path(__file__).resolve().parents[2]
RECORD = json.loads((ROOT / "benchmarks" / "boards.json").read_text("utf-8"))
BUILT = [command for command, row in RECORD.items() if row["status"] == 0]


@pytest.fixture(autouse=True)
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])


def test_every_board_has_one() -> None:
    assert {command.split()[0] for command in BUILT} == set(board_names())


@pytest.mark.parametrize("command", BUILT)
def test_it_is_of_today(command: str) -> None:
    row = RECORD[command]
    board, words = command.split(" ", 1)
    design = design_of(board, words, DEFAULT_BAUD)
    assert row["rtl_sha256"] == design.rtl_sha256
    assert row["fmax_mhz"] >= row["clock_mhz"] == design.mhz
    assert row["pins"] == {name: pin.place for name, pin in design.board.pins.items()}


def test_what_is_refused_is_told_in_a_sentence() -> None:
    from boards import REFUSED

    assert [command for command, row in RECORD.items() if row["status"]] == list(REFUSED)
    sentences = [RECORD[command]["sentence"] for command in REFUSED]
    assert all(sentence.startswith("hashloom: ") for sentence in sentences)
    assert "MHz too few" in sentences[0]
    assert "has room for it" in sentences[1]


def test_the_document() -> None:
    from boards import BEGIN, COMMANDS, END, table

    assert set(COMMANDS) == set(BUILT)
    page = (ROOT / "docs" / "boards.md").read_text("utf-8")
    assert page.split(BEGIN)[1].split(END)[0] == table(RECORD)
