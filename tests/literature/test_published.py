"""The report on the published designs that lies in docs is of the designs as they are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hashloom.literature.designs import DESIGNS, PublishedDesign

ROOT = Path(__file__).resolve().parents[2]
REPORT = ROOT / "docs" / "published"
CHAPTER = (ROOT / "docs" / "published-designs.md").read_text("utf-8")


def document_of(design: PublishedDesign) -> dict[str, Any]:
    name = f"{design.identifier}-{design.interface.level}.json"
    document: dict[str, Any] = json.loads((REPORT / "results" / name).read_text("utf-8"))
    return document


@pytest.mark.parametrize("design", DESIGNS.values(), ids=list(DESIGNS))
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


def test_nothing_is_missing_but_activity_where_blocks_come_whole() -> None:
    text = (REPORT / "report.md").read_text("utf-8")
    missing = re.findall(r"\*\*([^ ]+), what is missing and why:\*\* (.*)", text)
    assert {name for name, _ in missing} == {"michail2012-block", "hmac-michail2012-block"}
    assert all(why.startswith("Switching activity of ") for _, why in missing)
    assert "Not placed for this table" not in CHAPTER


@pytest.mark.parametrize(
    ("ratio", "quantity", "sentence"),
    [
        ("suhaili2019-2 over suhaili2019-1", "clock frequency", "{} times as high here"),
        (
            "hmac-juliato2009-sha256: key used before over new key of one block",
            *("throughput", "A reused key has {} times the throughput of a new one"),
        ),
        (
            "hmac-juliato2009-sha256: key used before over new key of one block",
            *("energy of a block", "and {} times the switching"),
        ),
        *(
            ("hmac-michail2012-block over michail2012-block", quantity, sentence)
            for quantity, sentence in (
                ("area", "has {} times the area of the single one (the paper: 2.20)"),
                ("clock frequency", "{} times its frequency"),
                ("throughput", "and {} times its throughput"),
            )
        ),
        (
            *("hmac-michail2012 over michail2012", "area"),
            "which `hmac-michail2012` has besides, bring the area to {} times",
        ),
        (
            "juliato2009-sha512 over juliato2009-sha256",
            *("energy of a block", "SHA-512 switches {} times as much a block as SHA-256"),
        ),
    ],
)
def test_ratios_in_the_chapter_are_those_of_the_report(
    ratio: str, quantity: str, sentence: str
) -> None:
    report = (REPORT / "report.md").read_text("utf-8")
    found = re.search(
        rf"^\| {re.escape(ratio)} \| {quantity} \| [^|]*\| \*\*([0-9.]+)\*\*", report, re.MULTILINE
    )
    assert found is not None
    assert sentence.format(found[1]) in " ".join(CHAPTER.split())


def test_two_engines_take_little_more_than_twice_one() -> None:
    one, two = (document_of(DESIGNS[f"{name}michail2012-block"]) for name in ("", "hmac-"))
    assert two["resources"]["lut"] <= 2.3 * one["resources"]["lut"]


def test_the_chapter_shows_its_figures() -> None:
    for design in DESIGNS.values():
        document = document_of(design)
        clock, lut = document["fmax_mhz"]["median"], document["resources"]["lut"]
        rows = [line for line in CHAPTER.splitlines() if line.startswith(f"| `{design.name}` ")]
        assert any(f"| {clock:.1f} | {lut} |" in row for row in rows)
