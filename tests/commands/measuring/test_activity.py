"""`hashloom activity`: two cores' changes of nets, case by case."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hashloom import cli
from hashloom.verification.activity import Activity
from hashloom.verification.hmac_timing import CASES


def test_activity(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def counted(core: Any, target: Any, cache: Any, case: str = "plain_hash") -> Activity:
        weighted = 2.0 * core.hash.word_bits * (2 if case == "cached_key" else 1)
        return Activity(core.name, target.name, case, 32, 10.0, weighted)

    monkeypatch.setattr("hashloom.commands.measuring.activity.switching_activity", counted)
    assert cli.run(["activity", "juliato2009-sha512", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert document["relative_switching_activity"] == 2.0
    assert (document["of"]["core"], document["against"]["core"]) == ("juliato2009_sha512", "sha256")
    assert cli.run(["activity", "sha256", "--against", "sha512"]) == 0
    assert "0.50" in capfd.readouterr().out
    request = ["activity", "hmac-sha256", "--json", "--against"]
    for against, ratio in (("sha256", 2.0), ("hmac-sha512", 0.5)):
        assert cli.run([*request, against]) == 0
        cases = json.loads(capfd.readouterr().out)["cases"]
        assert tuple(cases) == CASES
        assert cases["cached_key"]["relative_switching_activity"] == ratio


@pytest.mark.parametrize(
    "command",
    [
        ["activity", "sha256", "--target", "virtex-5"],
        ["verify", "sha256", "--level", "engine", "--suite", "random"],
        ["verify", "sha256", "--bus", "apb4", "--netlist"],
    ],
)
def test_a_refusal_comes_before_any_progress(
    command: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(command) == 2
    told = capfd.readouterr()
    assert told.out == ""
    assert told.err.startswith("hashloom: ")
    assert told.err.count("\n") == 1
