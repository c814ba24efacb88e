"""Folded HMAC cores: right tags under every traffic, the clocks they state, and what is erased."""

from __future__ import annotations

import hmac

import pytest

from hashloom.bundles.bundle import bundle_files
from hashloom.cores import Architecture, Interface, core_for
from hashloom.targets import get_target
from hashloom.verification.checking.hygiene import hygiene
from hashloom.verification.checking.netlist import verify_netlist
from hashloom.verification.random.campaign import run_core
from hashloom.verification.random.drawing.folded import (
    draw_folded_keyed,
    draw_folded_on_four,
    draw_keyed_in_place,
)
from hashloom.verification.random.requests import shape_of
from hashloom.verification.random.streams.coverage import own_bins
from hashloom.verification.random.streams.machine import machine_of
from hashloom.verification.random.streams.subject import Streams
from hashloom.verification.simulation.verilator import lint
from hashloom.verification.simulator import measure
from hashloom.verification.tags import TagRequest, simulate_tags

FOLDED, FOUR, TWO = Architecture(fold=1), Architecture(fold=4), Architecture(fold=2)
EVERY = pytest.mark.parametrize("architecture", [FOLDED, FOUR, TWO], ids=["one", "four", "two"])
KEYS = [bytes(range(length % 256)) for length in (0, 1, 63, 64, 65, 127, 128, 129, 200)]
LENGTHS = (0, 55, 56, 64, 111, 112, 128)
CORES = [
    ("sha256", Interface(slots=1)),
    ("sha224", Interface(width=8, length_bits=32)),
    ("sha512", Interface(width=32, length_bits=128, slots=2)),
    ("sha384", Interface(width=512)),
    ("sha512_224", Interface(slots=3)),
    ("sha512_256", Interface(width=16)),
]


def _nothing(part: str, done: int, total: int) -> None:
    pass


@EVERY
@pytest.mark.parametrize(("name", "interface"), CORES)
def test_tags(name: str, interface: Interface, architecture: Architecture) -> None:
    core = core_for(f"hmac-{name}", architecture, interface)
    lint(core.sources(), core.top)
    whole = core.hash.digest_bytes
    requests = [
        TagRequest(key, bytes(length), whole - (index + length) % (whole - 3))
        for index, key in enumerate(KEYS)
        for length in LENGTHS
    ]
    assert simulate_tags(core, requests) == [
        hmac.digest(each.key, each.message, name)[: each.tag_bytes] for each in requests
    ]


@EVERY
def test_clocks_of_a_block_are_those_of_the_program(architecture: Architecture) -> None:
    core = core_for("hmac-sha256", architecture, Interface(slots=1))
    assert measure(core).cycles_per_block == core.slot_clocks


@pytest.mark.parametrize("architecture", [FOUR, TWO], ids=["four", "two"])
def test_a_block_takes_hardly_more_than_a_hash(architecture: Architecture) -> None:
    """The words of a block are written before it is hashed, and all of it is done behind it."""
    for name in ("sha256", "sha512"):
        core, hash_ = core_for(f"hmac-{name}", architecture), core_for(name, architecture)
        assert core.slot_clocks <= hash_.slot_clocks + 16 + 5


DRAWN = [
    *(draw_folded_keyed(f"test/{seed}").core for seed in range(3)),
    *(core for seed in range(6) if (core := draw_folded_on_four(f"test/{seed}").core).keyed),
    *(draw_keyed_in_place(f"test/{seed}").core for seed in range(2)),
]


@pytest.mark.parametrize("seed", range(len(DRAWN)))
def test_random_traffic(seed: int) -> None:
    core = DRAWN[seed]
    machine = machine_of(core.sources(), core.top, shape_of(core))
    outcome = run_core(Streams(machine), seed, lambda runs: runs < 6)
    assert not outcome.failures


@EVERY
def test_nothing_of_a_key_is_left(architecture: Architecture) -> None:
    core = core_for("hmac-sha256", architecture, Interface(slots=1))
    assert not hygiene(core, _nothing).failed


@EVERY
def test_programs_fit_block_rams_of_1024_rows(architecture: Architecture) -> None:
    for name in ("sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256"):
        core = core_for(f"hmac-{name}", architecture, Interface(length_bits=2 * 32))
        assert len(core.program.rows) <= 1024


@EVERY
def test_the_software_model_is_the_hash(architecture: Architecture) -> None:
    core = core_for("hmac-sha512_224", architecture)
    assert core.digest(b"abc").hex().startswith("4634270f707b6a54")


def test_documents_say_on_what_rounds_are_folded() -> None:
    core = core_for("hmac-sha256", FOUR)
    assert "every round is folded on four adders." in core.sources()[f"{core.top}.sv"]
    document = bundle_files(core)["doc/core.md"]
    assert "| adders | 4, on which every round is folded: a round takes 4 clocks |" in document


@EVERY
def test_netlist(architecture: Architecture) -> None:
    core = core_for("hmac-sha256", architecture, Interface(slots=1))
    report = verify_netlist(core, get_target("ecp5-85f-8"))
    assert (report.vectors > 0, report.failed) == (True, 0)


def test_two_packets_are_never_in_flight() -> None:
    shape = shape_of(core_for("hmac-sha256", FOLDED, Interface(slots=1)))
    found = {why for bin_, why in own_bins(shape).items() if "in flight: MAC while MAC" in bin_}
    assert found == {"it has one context", "it takes one packet after the other"}
