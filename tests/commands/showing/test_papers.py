"""`hashloom papers`, and a design's name in place of a hash."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from hashloom import cli


def test_papers(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["papers", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    names = [design["name"] for design in document["designs"]]
    assert {"michail2012", "algredo2011-8x", "khadra2013-basic", "suhaili2019-4"} <= set(names)
    assert len(names) == 24
    assert len(document["papers"]) == 5
    assert cli.run(["papers"]) == 0
    text = capfd.readouterr().out
    assert all(name in text for name in names)


def test_a_design_in_place_of_a_hash(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", "khadra2013", "-o", "core", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["core"] == "khadra2013"
    request = json.loads((folder / "core" / "manifest.json").read_text())["request"]
    assert (request["design"], request["architecture"]["method"]) == ("khadra2013", "prefetched")
    assert cli.run(["generate", "khadra2013", "--unroll", "1", "-o", "core", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["core"] == "khadra2013"
    changed = ["generate", "khadra2013", "--unroll", "2", "--width", "64", "-o", "core", "--json"]
    assert cli.run(changed) == 0
    assert json.loads(capfd.readouterr().out)["core"] == "khadra2013_u2_w64"
    digest = hashlib.sha256(b"abc").hexdigest()
    assert cli.run(["simulate", "khadra2013-basic", "--hex", "616263"]) == 0
    assert capfd.readouterr().out == f"{digest}\n"


def test_no_name_is_cut_in_eighty_columns(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert cli.run(["papers"]) == 0
    assert "…" not in capfd.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--renew", "khadra2013"], "--renew is for a report; say with --report in which folder"),
        (["--renew", "sha256", "--report", "there"], "'sha256' is not a published design"),
        (["--renew", "khadra2013", "--report", "there"], "there has no report of which something"),
        (
            ["--only", "suhaili2019-1", "--renew", "khadra2013", "--report", "there"],
            "'khadra2013' is to be renewed and is not among the designs of --only",
        ),
    ],
)
def test_what_cannot_be_renewed(
    words: list[str], sentence: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["papers", *words]) == 2
    assert sentence in " ".join(capfd.readouterr().err.split())
    assert not (folder / "there").exists()
