"""A shell is written around the engine that is written, and of the modules that come along."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, Interface, core_for
from hashloom.request.designs import DESIGNS
from hashloom.rtl.engine.shape import ports
from hashloom.rtl.shells.hmac_shell import hmac_modules, hmac_top
from hashloom.rtl.shells.message_shell import message_modules, message_top
from hashloom.rtl.shells.sides import engine_face
from hashloom.rtl.typed.module import without_parameters

Request = tuple[str, Architecture | None, Interface | None]

A, HMAC, MESSAGE = Architecture, Interface(level="hmac"), Interface()
REQUESTS: list[Request] = [
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
def test_ports(request_: Request) -> None:
    core = core_for(*request_)
    written = without_parameters(f"{core.prefix}_engine", ports(core.shape))
    assert engine_face(core.shell, core.level == "hmac") == written


@pytest.mark.parametrize("request_", REQUESTS, ids=str)
def test_the_files_of_a_core_are_of_its_units(request_: Request) -> None:
    """Besides the modules of the top module there are only those that are within them."""
    core = core_for(*request_)
    if core.level == "hmac":
        top, modules = hmac_top(core.hmac), hmac_modules(core.hmac)
    else:
        top, modules = message_top(core.shell), message_modules(core.shell)
    engine = f"{core.prefix}_engine"
    units = {unit.module.name for unit in top.units} - {engine}
    within = {"beat_check", "word_memory", "packet_place"}
    assert units <= set(modules)
    assert set(modules) - units <= within
