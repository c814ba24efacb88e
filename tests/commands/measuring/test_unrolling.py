"""`hashloom unrolling`: which number of rounds a clock pays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hashloom import cli


def test_unrolling(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    request = ["unrolling", "sha256", "--estimate", "--factors", "1,2"]
    assert cli.run([*request, "--plot", "u.svg", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert [point["unroll"] for point in document["points"]] == [1, 2]
    assert document["figures"].startswith("estimated")
    assert not any(point["measured"] for point in document["points"])
    assert "</svg>" in (folder / "u.svg").read_text("utf-8")
    assert cli.run(request) == 0
    assert "estimated" in capfd.readouterr().out


@pytest.mark.parametrize("option", [["--bus", "apb4"], ["--dma", "axi4"]])
def test_registers_are_not_estimated(option: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["unrolling", "sha256", "--estimate", *option]) == 2
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert "accepted with --estimate" in said
