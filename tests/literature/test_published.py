"""The report on the published designs that lies in docs is of the designs as they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hashloom.literature.designs import DESIGNS, PublishedDesign

ROOT = Path(__file__).resolve().parents[2]
REPORT = ROOT / "docs" / "published"


# Designs that are not in the report yet: their figures come when it is made again.
LATER = {"hmac-michail2012-retimed", "michail2012-block", "hmac-michail2012-block"}
THERE = {name: design for name, design in DESIGNS.items() if name not in LATER}


def document_of(design: PublishedDesign) -> dict[str, Any]:
    name = f"{design.identifier}-{design.interface.level}.json"
    document: dict[str, Any] = json.loads((REPORT / "results" / name).read_text("utf-8"))
    return document


@pytest.mark.parametrize("design", THERE.values(), ids=list(THERE))
def test_every_design_is_placed(design: PublishedDesign) -> None:
    document = document_of(design)
    assert document["target"] == "ecp5-85f-8"
    assert len(document["fmax_mhz"]["seeds"]) == (design.most_seeds or 3)
    assert document["verified"]["failed"] == 0 < document["verified"]["vectors"]
    assert document["cycles_per_block_aggregate"] == design.clocks
    request = document["request"]
    assert request["hash"] in (design.name, design.hash_name, f"hmac-{design.hash_name}")


def test_the_folder_is_what_its_manifest_lists() -> None:
    listed = json.loads((REPORT / "manifest.json").read_text("utf-8"))["files"]
    present = {p.relative_to(REPORT).as_posix() for p in REPORT.rglob("*") if p.is_file()}
    assert present == {*listed, "manifest.json"}


def test_nothing_is_missing() -> None:
    text = (REPORT / "report.md").read_text("utf-8")
    assert "what is missing" not in text
    assert {name for name in DESIGNS if f"| {name} |" not in text} == LATER


def test_the_chapter_shows_its_figures() -> None:
    page = (ROOT / "docs" / "published-designs.md").read_text("utf-8")
    for design in THERE.values():
        document = document_of(design)
        clock, lut = document["fmax_mhz"]["median"], document["resources"]["lut"]
        rows = [line for line in page.splitlines() if line.startswith(f"| `{design.name}` ")]
        assert any(f"| {clock:.1f} | {lut} |" in row for row in rows)
