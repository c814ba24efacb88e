"""`hashloom verify`: suites and what they left out."""

from __future__ import annotations

import json

import pytest

from hashloom import cli


def test_verify(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["verify", "sha256", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert document["failed"] == 0
    assert document["vectors"] == sum(p["vectors"] for p in document["suites"][0]["parts"])
    assert cli.run(["verify", "sha256"]) == 0
    assert "CAVP short" in capfd.readouterr().out


def test_verify_an_hmac_core(hmac_stand_in: None, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["verify", "hmac-sha256", "--engines", "2", "--resume", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert (document["core"], document["failed"]) == ("hmac_sha256_e2_resume", 0)
    names = [part["name"] for part in document["suites"][0]["parts"]]
    assert {"RFC 4231", "nothing of a key is left"} <= set(names)
    assert any("9000 of 10000" in text for text in document["suites"][0]["left_out"])
