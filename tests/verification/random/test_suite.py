"""A small part of the campaign, always the same."""

from __future__ import annotations

import json

import pytest

from hashloom import cli
from hashloom.cores import Architecture, Interface, core_for
from hashloom.errors import RequestError
from hashloom.verification.random.suite import verify_random

CORES = [
    ("sha256", Architecture(interleave=3), Interface(width=8)),
    ("sha512", Architecture(unroll=2, stages=2), Interface(width=128)),
    ("sha512", Architecture(unroll=16, buffer="bram"), Interface(width=8)),
    ("hmac-sha256", Architecture(interleave=2, keys="bram"), Interface()),
    ("hmac-sha384", Architecture(engines=2, groups=3), Interface(width=256, private_slots=True)),
]


@pytest.mark.parametrize(("name", "architecture", "interface"), CORES)
def test_random_traffic(name: str, architecture: Architecture, interface: Interface) -> None:
    core = core_for(name, architecture, interface)
    found = verify_random(core, 1, 0, lambda part, done, total: None)
    found.report.require()
    assert found.report.vectors >= 600
    assert len(found.coverage()["hit"]) > 10


def test_an_engine_has_no_streams() -> None:
    core = core_for("sha256", Architecture(), Interface(level="engine"))
    with pytest.raises(RequestError, match="no streams"):
        verify_random(core, 1, 0, lambda part, done, total: None)


def test_the_command_line(capfd: pytest.CaptureFixture[str]) -> None:
    request = ["verify", "sha224", "--interleave", "3", "--suite", "random"]
    assert cli.run([*request, "--seed", "2", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert (document["vectors"] >= 600, document["failed"]) == (True, 0)
    bins = document["coverage"]
    assert bins["hit"]
    assert bins["missed"]
    assert cli.run(request) == 0
    assert "such as" in capfd.readouterr().out
