"""`hashloom report`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.many_cores import many_documents

from hashloom import cli
from hashloom.measurements.dataset import shipped
from hashloom.measurements.store import Store


def test_everything_at_once(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ["report", "-o", "a/r.html", "--markdown", "a/r.md", "--plot", "a/r.svg", "--json"]
    assert cli.run([*arguments, "--hash", "sha256", "--target", "ecp5-85f-8"]) == 0
    rows = json.loads(capfd.readouterr().out)["rows"]
    own = [row for row in rows if row["origin"] == "measured"]
    assert {(row["hash"], row["target"]) for row in own} == {("sha256", "ecp5-85f-8")}
    assert {row["origin"] for row in rows} == {"measured", "public", "published"}
    page, text = ((folder / "a" / name).read_text("utf-8") for name in ("r.html", "r.md"))
    assert "<svg" in (folder / "a" / "r.svg").read_text()
    for row in own:
        assert row["core"] in page
        assert row["source"] in text


def test_store_and_shipped_data(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    document = many_documents(1)[0]
    document["fmax_mhz"]["median"] = 123.45
    Store(folder / "other.sqlite").put(document)
    assert cli.run(["report", "--store", "other.sqlite", "--no-references", "--json"]) == 0
    rows = json.loads(capfd.readouterr().out)["rows"]
    assert {row["origin"] for row in rows} == {"measured"}
    assert 123.45 in {row["fmax_mhz"] for row in rows}
    ours = {d["core"] + " annealed" * ("annealer" in d["tools"]) for d in shipped()}
    assert ours <= {row["core"] for row in rows}


def test_markdown_on_standard_output(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["report", "--markdown", "-", "--level", "engine", "-o", "page.html"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("# ")
    assert "Wrote" not in out
    assert (folder / "page.html").exists()


def test_a_page_is_html(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["report", "-o", "page.pdf"]) == 2
    said = capfd.readouterr().err
    assert said == (
        "hashloom: page.pdf is not the name of a page; accepted endings are .html, .htm.\n"
    )
    assert not list(folder.iterdir())
