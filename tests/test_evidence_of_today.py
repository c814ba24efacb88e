"""What README and the chapter on assurance show is of the RTL that is written now, or says so."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs in benchmarks/ can be imported."""
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])


def test_figures_in_readme() -> None:
    """A row whose RTL has changed since has the mark; else this fails."""
    from table import table, with_section

    text = (ROOT / "README.md").read_text("utf-8")
    assert with_section(text, "figures", table()) == text


def test_choice_in_readme() -> None:
    """It is what the command prints with the data set and the estimator of today."""
    from table import choice, with_section

    text = (ROOT / "README.md").read_text("utf-8")
    assert with_section(text, "choice", choice()) == text


def test_smallest_cores_in_readme() -> None:
    from ladder import CASES, LENGTHS, MANY, ONE, counted, rungs, section
    from table import with_section

    text = (ROOT / "README.md").read_text("utf-8")
    assert with_section(text, "ladder", "\n".join(section())) == text
    found = {case: list(rungs(*case)) for case in CASES}
    for length in LENGTHS:
        for one, many in zip(found[length, ONE], found[length, MANY], strict=True):
            assert many.share <= one.share
    for (length, _), ladder in found.items():
        for rung in ladder:
            assert rung.core is None or rung.mbps * rung.copies >= rung.rate
            assert rung.core is None or not LENGTHS[length] or counted(rung.core)


def test_figures_in_chapters() -> None:
    from figures import DOCS, SECTIONS
    from table import with_section

    for chapter, section, content in SECTIONS:
        text = (DOCS / chapter).read_text("utf-8")
        assert with_section(text, section, content()) == text, chapter


def test_counts_in_the_chapter() -> None:
    """Entries of earlier RTL are not counted as evidence."""
    from evidence import sentences
    from table import with_section

    text = (ROOT / "docs" / "assurance.md").read_text("utf-8")
    assert with_section(text, "evidence", "\n".join(sentences())) == text


def test_cores_of_the_suite_full_are_counted_in_readme() -> None:
    verified = json.loads((ROOT / "benchmarks" / "verified.json").read_text("utf-8"))
    said = f'the suite "full" of {len(verified)} cores'
    assert said in (ROOT / "README.md").read_text("utf-8")


def test_another_hash_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from evidence import sentences
    from table import table

    from hashloom.cores import Core

    monkeypatch.setattr(Core, "rtl_sha256", property(lambda self: "0" * 64))
    rows = [row for row in table().splitlines() if ", message" in row.split("|")[0:2][-1]]
    assert rows
    assert all("†" in row for row in rows)
    assert any("of earlier RTL, not counted" in sentence for sentence in sentences())


def test_another_annealer_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    import run
    from figures import loads
    from table import table

    monkeypatch.setattr(run, "version", lambda: "hashloom annealer 0")
    for text in (table(), loads()):
        rows = [row for row in text.splitlines() if row.startswith("|") and "annealed" in row]
        assert rows
        assert all("†" in row for row in rows)
        assert "an annealer that has changed since" in text
    assert not run.is_measured("sha256_cleared_annealed")


def test_clocks_of_pools_in_chapters() -> None:
    """They are of today's RTL, and one of them is counted again."""
    from pools import DOCS, REQUESTS, SECTIONS, counted, record_of_counts
    from prove import core_of
    from table import with_section

    record = record_of_counts()
    assert set(record) == set(REQUESTS)
    for name, each in record.items():
        assert each["rtl_sha256"] == core_of(REQUESTS[name]).rtl_sha256, name
    assert counted(core_of(REQUESTS["sha256_u16_pool"])) == record["sha256_u16_pool"]["clocks"]
    for chapter, section, content in SECTIONS:
        text = (DOCS / chapter).read_text("utf-8")
        assert with_section(text, section, content()) == text, chapter
