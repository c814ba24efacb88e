"""`hashloom explain`: steps, drawings and the method by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hashloom import cli


def test_explain(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explain", "sha256", "--unroll", "2", "--svg", "pictures", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    first, last = document["steps"][0], document["steps"][-1]
    assert first["name"] == "round of the standard"
    assert last["name"] == "retiming"
    assert last["critical_path_ns"] < first["critical_path_ns"]
    assert document["estimated"]["critical_path_ns"] == last["critical_path_ns"]
    pictures = sorted((folder / "pictures").rglob("*.svg"))
    changed = [step for step in document["method"]["steps"] if step["changed"]]
    assert len(pictures) == len(document["steps"]) + len(changed)
    drawn = [picture.relative_to(folder).as_posix() for picture in pictures]
    assert sorted(document["drawings"]) == sorted(drawn)
    assert all("</svg>" in picture.read_text("utf-8") for picture in pictures)
    assert 1000 / last["bound_period_ns"] == pytest.approx(
        document["estimated"]["bound_mhz"], abs=0.1
    )
    assert cli.run(["explain", "sha256"]) == 0
    text = " ".join(capfd.readouterr().out.split())
    assert "pre-fetch" in text
    assert "a placed core may be faster than the model" in text


def test_explain_a_search(capfd: pytest.CaptureFixture[str]) -> None:
    """What was taken stands beside everything that has a name, with the bounds of all."""
    line = ["explain", "sha256", "--unroll", "2", "--method", "searched"]
    assert cli.run([*line, "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    *named, taken = document["sums"]
    assert taken["taken"]
    assert not any(row["taken"] for row in named)
    assert {"textbook, ripple", "reordered, carry_save"} < {row["sums"] for row in named}
    assert "operators of michail2012" in [row["sums"] for row in named]
    assert taken["bound_period_ns"] < min(row["bound_period_ns"] for row in named)
    last = document["steps"][-1]
    assert last["bound_period_ns"] == pytest.approx(taken["bound_period_ns"], abs=2e-3)
    assert document["method"]["searched"]["critical_path_ns"] == last["critical_path_ns"]
    assert document["method"]["searched"]["sums"] == taken["sums"]
    assert cli.run(line) == 0
    text = " ".join(capfd.readouterr().out.split())
    assert "Sums to choose from" in text
    assert "With sums searched (--method searched): 9.40 ns" in text


def test_explain_delays_in_memory(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explain", "sha256", "--interleave", "3", "--delays", "lutram", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    *_, retimed, last = document["steps"]
    assert (retimed["name"], last["name"]) == ("retiming", "delay lines in memory")
    assert last["register_bits"] < 0.6 * retimed["register_bits"]
    assert document["estimated"]["register_bits"] == last["register_bits"]
    assert last["critical_path_ns"] == retimed["critical_path_ns"]


def test_explain_folded(capfd: pytest.CaptureFixture[str]) -> None:
    """What is read, added and made, as in FIPS 180-4 section 6.2.2, and nothing by hand."""
    assert cli.run(["explain", "sha256", "--fold", "1", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert "method" not in document
    assert [step["name"] for step in document["steps"]] == ["round of the standard", "folding"]
    assert document["estimated"]["critical_path"] == "add + nlf"
    rows = [(row["reads"], row["adds"], row["gives"]) for row in document["folded"]]
    assert rows[-1][2] == "W[t]"
    assert {("K[t]", "word", ""), ("a[t-4]", "word", "e[t]")} < set(rows)
    assert {row for row in rows if row[1].startswith("big")} == {
        ("e[t-1]", "big_sigma1", ""),
        ("a[t-1]", "big_sigma0", "a[t]"),
    }
    assert cli.run(["explain", "sha256", "--fold", "1"]) == 0
    assert "W[t-15]" in capfd.readouterr().out


def test_explain_folded_in_place(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explain", "sha256", "--fold", "2", "--json"]) == 0
    rows = json.loads(capfd.readouterr().out)["folded"]
    assert [row["clock"] for row in rows] == [str(clock) for clock in range(11)]
    assert rows[-1] == {"clock": "10", "adder": "second", "adds": "a[t] = other + big_sigma0"}
    assert cli.run(["explain", "sha256", "--fold", "2"]) == 0
    assert "A round on eleven adders" in capfd.readouterr().out


def test_explain_a_pool(capfd: pytest.CaptureFixture[str]) -> None:
    """Its rounds have registers between them, so that no method for rounds in a row is shown."""
    line = ["explain", "sha256", "--unroll", "16", "--interleave", "33", "--pool", "16"]
    assert cli.run([*line, "--chaining", "bram", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert "method" not in document
    assert document["steps"][-1]["name"] == "retiming"


def test_explain_a_design(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explain", "michail2012", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert (document["core"], document["architecture"]["unroll"]) == ("michail2012", 2)
    assert {s["equation"] for s in document["method"]["steps"] if "equation" in s} == {
        3,
        4,
        5,
        6,
        7,
        11,
    }
    assert cli.run(["explain", "michail2012"]) == 0
    text = capfd.readouterr().out
    assert "equation 11" in " ".join(text.replace("│", " ").split())
    assert "step by step" not in text


def test_explain_an_hmac_core(
    folder: Path, hmac_stand_in: None, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["explain", "hmac-sha256", "--svg", "pictures", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert (document["core"], document["level"]) == ("hmac_sha256", "hmac")
    assert str(Path("pictures") / "streams.svg") in document["drawings"]
    assert "MAC, slot 3, 16 bytes" in (folder / "pictures" / "streams.svg").read_text("utf-8")


def test_explain_a_core_behind_registers(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explain", "sha256", "--bus", "apb4", "--svg", "pictures", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert str(Path("pictures") / "system.svg") in document["drawings"]
    assert "APB4" in (folder / "pictures" / "system.svg").read_text("utf-8")
