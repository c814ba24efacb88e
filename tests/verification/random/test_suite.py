"""A small part of the campaign, always the same."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, Interface, core_for
from hashloom.errors import RequestError
from hashloom.verification.random.suite import verify_random

CORES = [
    ("sha256", Architecture(interleave=3), Interface(width=8)),
    ("sha512", Architecture(unroll=2, stages=2), Interface(width=128)),
    ("hmac-sha256", Architecture(interleave=2, keys="bram"), Interface()),
    ("hmac-sha384", Architecture(engines=2, groups=3), Interface(width=256, private_slots=True)),
]


@pytest.mark.parametrize(("name", "architecture", "interface"), CORES)
def test_random_traffic(name: str, architecture: Architecture, interface: Interface) -> None:
    core = core_for(name, architecture, interface)
    found = verify_random(core, 1, 0, lambda part, done, total: None)
    found.report.require()
    assert found.report.vectors >= 600
    assert found.coverage()["hit"] > 10


def test_an_engine_has_no_streams() -> None:
    core = core_for("sha256", Architecture(), Interface(level="engine"))
    with pytest.raises(RequestError, match="no streams"):
        verify_random(core, 1, 0, lambda part, done, total: None)
