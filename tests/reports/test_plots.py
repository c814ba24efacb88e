"""Still plots of the report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure
from support.many_cores import many_documents

from hashloom.literature.references import references
from hashloom.reports.pareto.rows import Row, rows_of, select
from hashloom.reports.plots import Steps, plot_pareto, plot_steps


@pytest.fixture
def rows() -> list[Row]:
    return select(rows_of(many_documents(80), references()), "sha256", "ecp5-85f-8")


def test_picture(rows: list[Row], tmp_path: Path) -> None:
    first, second = tmp_path / "one.svg", tmp_path / "two.svg"
    plot_pareto(rows, first)
    plot_pareto(rows, second)
    assert first.read_text() == second.read_text()
    text = first.read_text()
    # every mark of a core is used once a panel, besides those of the legend
    assert text.count("<use ") > 2 * len([row for row in rows if row.document])
    assert "ecp5-85f-8, all messages, by share" in text
    picture = tmp_path / "one.png"
    plot_pareto(rows, picture)
    assert picture.read_bytes()[:4] == b"\x89PNG"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """Pictures that were drawn."""
    figures: list[Figure] = []
    monkeypatch.setattr(pyplot, "close", figures.append)
    return figures


def test_labels_of_an_axis_do_not_overlap(
    rows: list[Row], tmp_path: Path, drawn: list[Figure]
) -> None:
    one = next(row for row in rows if row.document)
    plot_pareto([replace(one, device_share=share) for share in (0.033, 0.049)], tmp_path / "a.svg")
    panel = drawn[0].axes[-1]
    left, right = panel.get_xlim()
    assert 2 <= len([tick for tick in panel.get_xticks() if left <= tick <= right]) <= 5


def test_every_core_is_within_its_panels(
    rows: list[Row], tmp_path: Path, drawn: list[Figure]
) -> None:
    """Panels of one line have one scale; a core of many messages may be far above all others."""
    fast = next(row for row in rows if row.document)
    plot_pareto([*rows, replace(fast, aggregate=123_456.0)], tmp_path / "one.svg")
    marks = 0
    for panel in drawn[0].axes:
        (left, right), (low, high) = panel.get_xlim(), panel.get_ylim()
        for area, mbps in (place for marked in panel.collections for place in marked.get_offsets()):
            marks += 1
            assert left < area < right
            assert low < mbps < high
    assert marks > len(rows)


def test_steps(tmp_path: Path) -> None:
    first, second = tmp_path / "one.svg", tmp_path / "two.svg"
    lines = [Steps("one", [5, 50], [0.01, 0.02]), Steps("many", [5, 5000], [0.01, 0.9])]
    plot_steps(lines, "The smallest", first)
    plot_steps(lines, "The smallest", second)
    assert first.read_text() == second.read_text()
    for text in ("The smallest", "one", "many", "50 %", "5,000", "part of the device"):
        assert f">{text}<" in first.read_text() or f"<!-- {text} -->" in first.read_text()
