"""The report as Markdown."""

from __future__ import annotations

import re

from support.many_cores import many_documents

from hashloom.literature.references import references
from hashloom.reports.pareto.pareto_text import report_text
from hashloom.reports.pareto.rows import rows_of


def test_every_row_is_in_a_table_that_says_its_conditions() -> None:
    rows = rows_of(many_documents(60), references())
    text = report_text(rows)
    for row in rows:
        lines = [line for line in text.splitlines() if line.startswith(f"| {row.name} |")]
        assert any(row.source in line for line in lines), row.name
    sections = re.split(r"^## ", text, flags=re.M)[1:]
    groups = {f"{row.target}, {row.level}" for row in rows if row.document}
    assert {section.splitlines()[0] for section in sections[:-1]} == groups
    for section in sections[:-1]:
        assert re.search(r"Measured with .*yosys.*; [\d or]+ placements\.", section)


def test_columns_are_in_line() -> None:
    text = report_text(rows_of(many_documents(10), references()))
    for table in re.findall(r"(?:^\|.*\n)+", text, re.M):
        assert len({line.count(" | ") for line in table.splitlines()}) == 1


def test_published_figures_are_in_italics() -> None:
    text = report_text(rows_of(many_documents(1), references()))
    assert "| *1885 slices* | *169.0* |  | *10816* |" in text
    assert "| 1567 LUTs | 120.4 | 934 | 934 | 3 |" in text
