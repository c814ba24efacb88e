"""`hashloom verify`: suites and what they left out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hashloom import cli
from hashloom.commands.checking import verify
from hashloom.cores import Core
from hashloom.targets import Target
from hashloom.verification.checking.checks import Report


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


def test_the_netlist_of_annealed_placements(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    prepared: list[str] = []

    def simulated(core: Core, target: Target, progress: Any) -> Report:
        prepared.append(target.preparation)
        return Report(core.name, "netlist", (), ())

    monkeypatch.setattr(verify, "verify_netlist", simulated)
    for words in ([], ["--placement", "usual"], ["--placement", "annealed"]):
        assert cli.run(["verify", "sha256", "--netlist", *words]) == 0
    assert prepared[:2] == ["", ""]
    assert prepared[2]
    assert capfd.readouterr().out.count("netlist, annealed") == 1
    for words, said in (
        (["--placement", "annealed"], "accepted with it is --netlist"),
        (["--netlist", "--bus", "apb4"], "without --bus."),
        (["--netlist", "--dma", "axi4"], "without --dma."),
        (["--netlist", "--placement", "best"], "accepted are usual and annealed"),
        (["--netlist", "--placement", "annealed", "--target", "ice40-up5k"], "the family ecp5"),
    ):
        assert cli.run(["verify", "sha256", *words]) == 2
        assert said in capfd.readouterr().err
