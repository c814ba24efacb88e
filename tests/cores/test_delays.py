"""Cores with delays in memory: right digests and tags, the same clocks, fewer registers."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from hashloom.cores import Architecture, Interface, core_for
from hashloom.verification.equivalence.proof import engine_of, prove
from hashloom.verification.proving import PROVED, REFUTED
from hashloom.verification.simulator import measure, simulate

MESSAGES = [bytes(range(256)) * 2, b"", b"abc", bytes(119), bytes(64), b"x" * 200, bytes(1000)]
CORES = [
    ("sha256", Architecture(delays="lutram")),
    ("sha256", Architecture(interleave=4, delays="lutram")),
    ("sha1", Architecture(interleave=8, delays="bram", chaining="bram")),
    ("sha512", Architecture(stages=4, interleave=2, unroll=2, delays="lutram")),
    ("md5", Architecture(interleave=4, delays="lutram")),
]


@pytest.mark.parametrize(("name", "architecture"), CORES)
def test_digests(name: str, architecture: Architecture) -> None:
    core = core_for(name, architecture)
    digests = [hashlib.new(name, message).digest() for message in MESSAGES]
    assert simulate(core, MESSAGES) == digests
    assert simulate(core, MESSAGES, stalls=0.3) == digests


def test_clocks_are_those_of_registers() -> None:
    here = core_for("sha256", Architecture(interleave=3, delays="lutram"))
    there = core_for("sha256", Architecture(interleave=3))
    assert measure(here) == measure(there)
    assert here.name == f"{there.name}_delays_lutram"


def test_an_engine_is_proved_and_a_delay_too_long_refuted() -> None:
    core = core_for("sha256", Architecture(interleave=2, delays="lutram"), Interface("engine"))
    engine = engine_of(core)
    section = prove(engine, 1, lambda part, done, total: None)
    assert section.status == PROVED
    assert any("delay_line" in sentence for sentence in section.assumes)
    (name,) = (n for n, text in engine.sources.items() if ".CLOCKS       (" in text)
    text = engine.sources[name]
    at = text.index(".CLOCKS       (") + len(".CLOCKS       (")
    end = text.index(")", at)
    longer = f"{text[:at]}{int(text[at:end]) + 1}{text[end:]}"
    wrong = replace(engine, sources=engine.sources | {name: longer})
    assert prove(wrong, 1, lambda part, done, total: None).status == REFUTED
