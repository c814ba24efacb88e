"""A shell is written around the engine that is written, and of the modules that come along."""

from __future__ import annotations

import re

import pytest

from hashloom.cores import Architecture, Interface, core_for
from hashloom.request.designs import DESIGNS
from hashloom.rtl.engine.shape import ports
from hashloom.rtl.shells.common.sides import engine_face
from hashloom.rtl.typed.module import without_parameters

Request = tuple[str, Architecture | None, Interface | None]

INSTANCE = re.compile(r"^ +([a-z]\w+) (?:#\($|#\(\.|u_\w+ \()", re.MULTILINE)
A, HMAC, MESSAGE = Architecture, Interface(level="hmac"), Interface()
REQUESTS: list[Request] = [
    ("sha256", A(), MESSAGE),
    ("sha512", A(interleave=3), MESSAGE),
    ("sha256", A(unroll=4), MESSAGE),
    ("sha256", A(unroll=16), MESSAGE),
    ("sha224", A(groups=2), MESSAGE),
    ("sha256", A(stages=4, unroll=2, groups=5), MESSAGE),
    ("md5", A(unroll=2), MESSAGE),
    ("md5", A(stages=4, unroll=2), MESSAGE),
    ("hmac-md5", A(interleave=3, engines=2), HMAC),
    ("sha224+sha256", A(), MESSAGE),
    ("sha384+sha512+sha512_256", A(unroll=5, interleave=2), MESSAGE),
    ("hmac-sha224+sha256", A(engines=2), HMAC),
    ("hmac-sha384+sha512+sha512_256", A(interleave=2), Interface(level="hmac", resume=True)),
    ("hmac-sha256", A(), HMAC),
    ("hmac-sha512", A(engines=2, unroll=2, stages=4), HMAC),
    ("hmac-sha256", A(unroll=2, interleave=2, groups=2), HMAC),
    ("hmac-sha384", A(load="serial", chaining="bram", interleave=4), HMAC),
    *((name, None, None) for name, design in DESIGNS.items() if design.interface.level != "engine"),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=str)
def test_ports(request_: Request) -> None:
    core = core_for(*request_)
    written = without_parameters(f"{core.prefix}_engine", ports(core.shape))
    assert engine_face(core.shell, core.shape.supplied) == written


@pytest.mark.parametrize("request_", REQUESTS, ids=str)
def test_a_core_comes_with_every_module_it_needs_and_no_other(request_: Request) -> None:
    core = core_for(*request_)
    texts = core.sources()
    named = {name for text in texts.values() for name in INSTANCE.findall(text)}
    there = {name.removesuffix(".sv") for name in texts} - {core.top}
    switched_off = set() if core.interface.resume else {"packet_place"}
    assert there <= named
    assert named - switched_off <= there
