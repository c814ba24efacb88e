"""The page that puts published designs beside hashloom's versions."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from support.browser import chromium
from support.evidence import fake_measurements

from hashloom import cli
from hashloom.literature.designs import DESIGNS
from hashloom.literature.side_by_side import gather
from hashloom.reports.papers.papers_page import papers_files

NAMES = (
    *("michail2012-base", "michail2012", "hmac-michail2012", "suhaili2019-1", "suhaili2019-2"),
    *("juliato2009-sha256", "hmac-juliato2009-sha256"),
    "hmac-michail2012-retimed",  # of which the paper prints nothing
)
VOID = {"meta", "br", "link"}


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The report on some designs, one of which does not fit."""
    fake_measurements(monkeypatch, ("suhaili2019_2",))
    evidence = gather([DESIGNS[name] for name in NAMES], 3, 1, lambda _: None)
    return papers_files(evidence, 3)


class Structure(HTMLParser):
    """Notes tags that are not closed, links, and figures with their origin."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.figures: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        known = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        self.links += [value for name in ("href", "src") if (value := known.get(name))]
        if known.get("class") in ("published", "measured", "estimated") and known.get("title"):
            self.figures.append((str(known["class"]), str(known["title"])))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def structure(text: str) -> Structure:
    """The parsed page."""
    parser = Structure()
    parser.feed(text)
    assert parser.open == []
    return parser


def test_page_is_whole_and_loads_nothing(files: dict[str, str]) -> None:
    page = files["index.html"]
    links = structure(page).links
    assert links
    assert set(links) <= set(files)
    assert not re.search(r"https?:|@import|url\(|<script[^>]*src|<link", page)
    assert "prefers-color-scheme: dark" in page
    assert 'name="viewport"' in page


def test_every_figure_tells_its_origin(files: dict[str, str]) -> None:
    figures = structure(files["index.html"]).figures
    kinds = {kind for kind, _ in figures}
    assert kinds == {"published", "measured", "estimated"}
    for kind, title in figures:
        assert title.startswith(f"{kind}: ")
    named = {m[1] for _, title in figures if (m := re.search(r"(results/\S+\.json)", title))}
    assert named <= set(files)
    published = [title for kind, title in figures if kind == "published"]
    assert any("table I" in title for title in published)
    assert any("tables 3 and 5" in title for title in published)


def test_measured_figures_are_in_the_documents(files: dict[str, str]) -> None:
    document = json.loads(files["results/michail2012-engine.json"])
    assert document["throughput_mbps"]["aggregate"] == 6400.0
    assert ">6400<" in files["index.html"]
    area = json.loads(files["results/michail2012-virtex-6.json"])
    assert area["kind"] == "synthesis only"
    assert f">{area['resources']['lut']} LUTs, 1800 slices or more<" in files["index.html"]


def test_what_is_missing_is_said_with_its_reason(files: dict[str, str]) -> None:
    for name in ("index.html", "report.md"):
        assert "The core does not fit." in files[name]
    assert "not measured" in files["index.html"]


def test_ratios_stand_beside_the_papers(files: dict[str, str]) -> None:
    rows = [line for line in files["report.md"].split("\n") if "over michail2012-base" in line]
    assert len(rows) == 3
    (speed,) = (row for row in rows if "throughput" in row)
    assert "*2.70*" in speed
    assert "**2.00**" in speed
    assert "same direction" in speed


def test_hmac_designs_have_four_cases(files: dict[str, str]) -> None:
    """The made-up cores take ten clocks more than so many blocks of 65."""
    begin = files["report.md"].index("## HMAC designs, case by case")
    end = files["report.md"].index("## Relative switching activity")
    rows = [r for r in files["report.md"][begin:end].split("\n") if r.startswith("| hmac-")]
    assert len(rows) == 12
    (reused,) = (row for row in rows if "juliato2009" in row and "key used before" in row)
    assert "*544* Mbit/s, Stratix III" in reused
    assert "| **140** | **140** |" in reused
    assert "| *0.50* | **0.54** |" in reused
    assert "10886" in next(row for row in rows if "michail2012 | key used before" in row)
    document = json.loads(files["results/hmac_juliato2009_sha256-hmac.json"])
    assert document["cycles_by_case"]["cached_key"]["1_block"]["aggregate"] == 140
    assert "*10886* Mbit/s" in files["report.md"]


def test_switching_activity_is_relative_to_the_plain_design(files: dict[str, str]) -> None:
    rows = files["report.md"][files["report.md"].index("## Relative switching") :].split("\n")
    (reused,) = (r for r in rows if "hmac-juliato2009" in r and "key used before" in r)
    assert "| **2.00** | juliato2009-sha256 | *1.77* |" in reused
    (own,) = (r for r in rows if r.startswith("| michail2012 |") and "plain hash" in r)
    assert "| **1.00** | michail2012-base |  |" in own
    counted = json.loads(files["results/hmac_juliato2009_sha256-activity.json"])
    assert set(counted) == {"plain_hash", "new_key_1_block", "new_key_2_blocks", "cached_key"}
    for name in ("index.html", "report.md"):
        text = " ".join(files[name].split())
        assert "hmac-juliato2009-sha256: key used before over new key of one block" in text


def test_markdown_marks_the_three_kinds(files: dict[str, str]) -> None:
    text = files["report.md"]
    assert "*Italic*: printed in a paper. **Bold**: measured." in text
    tables = [line for line in text.split("\n") if line.startswith("|")]
    assert len(tables) > 20
    assert "Cyclone V stands in" in text


def test_same_evidence_same_files(files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    fake_measurements(monkeypatch, ("suhaili2019_2",))
    evidence = gather([DESIGNS[name] for name in NAMES], 3, 1, lambda _: None)
    assert papers_files(evidence, 3) == files


def test_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    fake_measurements(monkeypatch)
    folder = tmp_path / "report"
    request = ["papers", "--report", str(folder), "--only", "khadra2013,khadra2013-basic"]
    assert cli.run([*request, "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert "index.html" in document["files"]
    assert {p.relative_to(folder).as_posix() for p in folder.rglob("*.*")} == set(document["files"])
    assert cli.run([*request[:3], "--only", "khadra2013"]) == 0
    assert not any("khadra2013_basic" in path.name for path in folder.rglob("*.*"))
    assert cli.run(["papers", "--only", "sha256"]) == 2
    assert "michail2012" in capfd.readouterr().err


def test_a_folder_of_somebody_else_is_refused_before_anything_is_measured(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.tex").write_text("")
    assert cli.run(["papers", "--report", str(tmp_path)]) == 2
    assert "not written by hashloom" in capfd.readouterr().err


def test_the_published_page_on_a_phone_and_on_a_desk() -> None:
    page = Path(__file__).parents[3] / "docs" / "published" / "index.html"
    assert page.exists()
    for width, most in ((390, 12_000), (1280, 10_000)):
        with chromium(width, 844, phone=width < 500) as browser:
            browser.get(page.as_uri())
            assert browser.execute_script("return document.documentElement.scrollHeight") < most
            assert browser.execute_script("return document.documentElement.scrollWidth") <= width
            heads = browser.execute_script("return document.querySelectorAll('h2').length")
            links = browser.execute_script("return document.querySelectorAll('#contents a').length")
            assert links == heads > 4
            bars = (
                "return Math.max(...[...document.querySelectorAll('.bar')].map(b => b.offsetWidth))"
            )
            assert browser.execute_script(bars) > 60
            browser.execute_script("document.querySelector('td span[title]').click()")
            said = browser.execute_script("return document.getElementById('source').textContent")
            assert "published: michail2012" in said
