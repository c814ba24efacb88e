"""The engine that a shell is written around has the ports of the engine that is written."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, Interface, core_for
from hashloom.request.designs import DESIGNS
from hashloom.rtl.engine.shape import ports
from hashloom.rtl.shells.sides import engine_face
from hashloom.rtl.typed.module import without_parameters

A, HMAC, MESSAGE = Architecture, Interface(level="hmac"), Interface()
REQUESTS = [
    ("sha256", A(), MESSAGE),
    ("sha512", A(interleave=3), MESSAGE),
    ("sha256", A(unroll=4), MESSAGE),
    ("sha256", A(unroll=16), MESSAGE),
    ("sha224", A(groups=2), MESSAGE),
    ("sha256", A(stages=4, unroll=2, groups=5), MESSAGE),
    ("hmac-sha256", A(), HMAC),
    ("hmac-sha512", A(engines=2, unroll=2, stages=4), HMAC),
    ("hmac-sha256", A(unroll=2, interleave=2, groups=2), HMAC),
    ("hmac-sha384", A(load="serial", chaining="bram", interleave=4), HMAC),
    *((name, None, None) for name, design in DESIGNS.items() if design.interface.level != "engine"),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=str)
def test_ports(request_: tuple[str, Architecture | None, Interface | None]) -> None:
    core = core_for(*request_)
    written = without_parameters(f"{core.prefix}_engine", ports(core.shape))
    assert engine_face(core.shell, core.level == "hmac") == written
