"""`hashloom prove`: what it prints, and its exit status."""

from __future__ import annotations

import json

import pytest

from hashloom import cli
from hashloom.cores import Core, core_for
from hashloom.errors import RequestError
from hashloom.verification import provers
from hashloom.verification.proving import PROVED, REFUTED, Obligation, Progress, Section


def proved(core: Core, jobs: int, progress: Progress) -> Section:
    progress("claims", 1, 1)
    obligation = Obligation("e[0] at e_new", PROVED, 1.5, "yices 2.6.5", 64)
    return Section("equivalence", "It is right.", ("Nothing.",), (obligation,))


def refuted(core: Core, jobs: int, progress: Progress) -> Section:
    obligation = Obligation("e[0] at e_new", REFUTED, 1.5, "yices 2.6.5")
    lines = ("standard: e[0] = 00000000", "RTL:      e[0] = 00000001")
    return Section("equivalence", "It is right.", (), (obligation,), lines)


def refusing(core: Core, jobs: int, progress: Progress) -> Section:
    raise RequestError("There is no model of it; accepted are others.")


def silent(core: Core, jobs: int, progress: Progress) -> None:
    return None


@pytest.fixture
def _prover(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provers, "PROVERS", {"one": request.param, "two": silent})


@pytest.mark.parametrize("_prover", [proved], indirect=True)
@pytest.mark.usefixtures("_prover")
def test_proved(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["prove", "sha256", "--unroll", "2", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    core = core_for("sha256")
    assert document["core"] == "sha256_u2"
    assert document["rtl_sha256"] != core.rtl_sha256
    (section,) = document["proofs"]
    assert (section["status"], section["obligations"][0]["cases"]) == (PROVED, 64)
    assert cli.run(["prove", "sha256"]) == 0
    text = capfd.readouterr().out
    assert core.rtl_sha256[:16] in text
    assert "It is right." in text


@pytest.mark.parametrize("_prover", [refuted], indirect=True)
@pytest.mark.usefixtures("_prover")
def test_refuted(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["prove", "sha256"]) == 1
    out, err = capfd.readouterr()
    assert "RTL:      e[0] = 00000001" in out
    assert "equivalence is refuted" in err


def test_what_is_refused_does_not_stop_other_proofs(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provers, "PROVERS", {"one": refusing, "two": proved})
    assert cli.run(["prove", "sha256", "--json"]) == 2
    out, err = capfd.readouterr()
    assert [section["status"] for section in json.loads(out)["proofs"]] == [PROVED]
    assert "There is no model of it; accepted are others." in err
    monkeypatch.setattr(provers, "PROVERS", {"one": refusing, "two": refuted})
    assert cli.run(["prove", "sha256"]) == 1
    assert "RTL:      e[0] = 00000001" in capfd.readouterr().out
