"""Folded cores: right digests under every traffic, the clocks they state, and what is refused."""

from __future__ import annotations

import hashlib
from dataclasses import fields, replace
from itertools import pairwise
from random import Random

import pytest

from hashloom.bundles.bundle import bundle_files
from hashloom.cache import Cache
from hashloom.cores import Architecture, Interface, core_for
from hashloom.errors import RequestError
from hashloom.hashes import get_hash
from hashloom.request.accepted import CHOICES, FOLDED_ON
from hashloom.targets import get_target
from hashloom.verification.checking.netlist import verify_netlist
from hashloom.verification.equivalence.folded.run import Run
from hashloom.verification.equivalence.netlists.netlist import read_netlist
from hashloom.verification.equivalence.words.textbook import textbook_of
from hashloom.verification.random.campaign import run_core
from hashloom.verification.random.drawing.draws import DRAWS
from hashloom.verification.random.requests import shape_of
from hashloom.verification.random.streams.machine import machine_of
from hashloom.verification.random.streams.subject import Streams
from hashloom.verification.simulator import measure, simulate

FOLDED, FOUR, TWO = Architecture(fold=1), Architecture(fold=4), Architecture(fold=2)
MESSAGES = [bytes(range(length % 256)) for length in (0, 3, 55, 56, 63, 64, 65, 111, 112, 127, 128)]
CORES = [
    ("sha256", Interface()),
    ("sha224", Interface(width=8, length_bits=32)),
    ("sha512", Interface(width=32, length_bits=128)),
    ("sha512_224", Interface()),
    ("sha384", Interface(width=128)),
    ("sha256", Interface(copies=2)),
]


@pytest.mark.parametrize(("name", "interface"), CORES)
def test_digests(name: str, interface: Interface) -> None:
    core = core_for(name, FOLDED, interface)
    digests = [hashlib.new(name, message).digest() for message in MESSAGES]
    assert core.digests(MESSAGES) == digests
    assert simulate(core, MESSAGES) == digests
    assert simulate(core, MESSAGES, stalls=0.4) == digests


@pytest.mark.parametrize(
    ("name", "interface"),
    [
        ("sha256", Interface()),
        ("sha224", Interface(width=8, length_bits=32, copies=2)),
        ("sha512", Interface(width=32, length_bits=128)),
    ],
)
def test_digests_on_four_adders(name: str, interface: Interface) -> None:
    core = core_for(name, FOUR, interface)
    digests = [hashlib.new(name, message).digest() for message in MESSAGES]
    assert core.digests(MESSAGES) == digests
    assert simulate(core, MESSAGES) == digests
    assert simulate(core, MESSAGES, stalls=0.4) == digests


@pytest.mark.parametrize(("name", "length_bits"), [("sha256", 32), ("sha512", 128)])
def test_clocks_of_a_block_on_four_adders(name: str, length_bits: int) -> None:
    core = core_for(name, FOUR, Interface(length_bits=length_bits))
    assert measure(core).cycles_per_block == core.slot_clocks == core.program.slot_clocks
    assert core.slot_clocks < 4 * core.hash.rounds + 40


@pytest.mark.parametrize(
    ("name", "interface"),
    [
        ("sha256", Interface()),
        ("sha224", Interface(width=8, length_bits=32, copies=2)),
        ("sha512", Interface(width=32, length_bits=128)),
    ],
)
def test_digests_on_adders_at_fixed_places(name: str, interface: Interface) -> None:
    core = core_for(name, TWO, interface)
    digests = [hashlib.new(name, message).digest() for message in MESSAGES]
    assert core.digests(MESSAGES) == digests
    assert simulate(core, MESSAGES) == digests
    assert simulate(core, MESSAGES, stalls=0.4) == digests


def test_clocks_of_a_block_on_adders_at_fixed_places() -> None:
    core = core_for("sha256", TWO)
    assert measure(core).cycles_per_block == core.slot_clocks == core.program.slot_clocks


@pytest.mark.parametrize("fold", FOLDED_ON)
def test_documents_count_the_adders(fold: int) -> None:
    core = core_for("sha256", Architecture(fold=fold))
    assert f"| adders | {FOLDED_ON[fold]}, on which" in bundle_files(core)["doc/core.md"]
    assert len(core.steps) == 2


def test_documents_say_what_four_adders_are() -> None:
    document = bundle_files(core_for("sha256", FOUR))["doc/core.md"]
    assert "| adders | 4, on which every round is folded: a round takes 4 clocks |" in document


@pytest.mark.parametrize(("name", "length_bits"), [("sha256", 64), ("sha512", 64), ("sha512", 128)])
def test_clocks_of_a_block_are_those_of_the_program(name: str, length_bits: int) -> None:
    core = core_for(name, FOLDED, Interface(length_bits=length_bits))
    counted = measure(core)
    assert counted.cycles_per_block == core.slot_clocks == core.program.slot_clocks
    assert counted.cycles_per_block_aggregate == core.slot_clocks


@pytest.mark.parametrize("seed", range(3))
def test_random_traffic(seed: int) -> None:
    core = DRAWS["folded"](f"test/{seed}").core
    machine = machine_of(core.sources(), core.top, shape_of(core))
    outcome = run_core(Streams(machine), seed, lambda runs: runs < 6)
    assert not outcome.failures


@pytest.mark.parametrize("length_bits", [32, 64])
def test_a_message_too_long_is_marked(length_bits: int) -> None:
    """Where a length begins with all ones, one block less than it can be, in place of zero."""
    core = core_for("sha256", FOLDED, Interface(length_bits=length_bits))
    sources, name = core.sources(), f"{core.prefix}_engine.sv"
    low, high = core.program.layout.length
    write = "store[{2'd0, write_to}] <= write_data;"
    assert sources[name].count(write) == 1
    long = f"write_data == '0 && write_to == 6'd{low} ? 32'hffff_fe00"
    long += f" : write_data == '0 && write_to == 6'd{high} ? 32'hffff_ffff" * (length_bits > 32)
    sources[name] = sources[name].replace(write, f"{write[:-12]} {long} : write_data;")
    outcome = run_core(
        Streams(machine_of(sources, core.top, shape_of(core))), 3, lambda runs: runs < 2
    )
    assert any("status 1 in place of 0" in failure.text for failure in outcome.failures)


@pytest.mark.parametrize("target", ["ice40-hx1k", "machxo2-1200", "gw1n-9", "lifcl-40-9"])
def test_netlist(target: str) -> None:
    """Of a core whose memories are block RAM: where that has no model, they are something else."""
    core = core_for("sha256", FOLDED, target=target)
    report = verify_netlist(core, get_target(target))
    assert (report.vectors, report.failed) == (100, 0)


def test_nothing_else_is_to_be_chosen() -> None:
    other = {"unroll": 2, "stages": 2, "interleave": 2, "groups": 2, "engines": 2, "pool": 2}
    other |= {name: values[1] for name, values in CHOICES.items()} | {"retiming": False}
    resolved = core_for("sha256", FOLDED).architecture
    assert resolved.resolved(get_hash("sha256")) == resolved
    of_pools = {"retiming_mhz"}  # refused without one, whatever the core is
    assert other.keys() == {each.name for each in fields(Architecture)} - {"fold"} - of_pools
    for name, value in other.items():
        with pytest.raises(RequestError, match=f"{name}.* accepted .* is"):
            core_for("sha256", replace(FOLDED, **{name: value}))


@pytest.mark.parametrize(
    ("name", "architecture", "interface"),
    [
        ("sha256", Architecture(fold=3), Interface()),
        ("hmac-sha256", TWO, Interface(slots=5)),
        ("hmac-sha256", TWO, Interface(resume=True)),
        ("sha256", TWO, Interface(level="engine")),
        ("sha256", TWO, Interface(length_bits=40)),
        ("sha256", TWO, Interface(resume=True)),
        ("sha224+sha256", TWO, Interface()),
        ("sha1", TWO, Interface()),
        ("sha256", replace(TWO, unroll=2), Interface()),
        ("sha256", FOLDED, Interface(level="engine")),
        ("sha256", FOLDED, Interface(length_bits=40)),
        ("sha256", FOLDED, Interface(length_bits=128)),
        ("sha256", FOLDED, Interface(resume=True)),
        ("sha256", FOLDED, Interface(private_slots=True)),
        ("sha256", FOLDED, Interface(slots=8)),
        ("michail2012", replace(FOLDED, unroll=2), Interface()),
        ("hmac-sha256", FOLDED, Interface(slots=5)),
        ("hmac-sha256", FOLDED, Interface(resume=True)),
        ("hmac-sha256", FOLDED, Interface(private_slots=True)),
        ("hmac-sha256", replace(FOLDED, engines=2), Interface()),
        ("hmac-sha1", FOLDED, Interface()),
        ("hmac-sha224+sha256", FOLDED, Interface()),
        ("sha224+sha256", FOLDED, Interface()),
        ("sha1", FOLDED, Interface()),
        ("sha1", FOUR, Interface()),
        ("sha256", FOUR, Interface(level="engine")),
        ("hmac-sha256", FOUR, Interface(slots=5)),
        ("hmac-sha256", FOUR, Interface(resume=True)),
        ("hmac-sha1", FOUR, Interface()),
        ("md5", FOLDED, Interface()),
    ],
)
def test_what_is_not_there_is_refused(
    name: str, architecture: Architecture, interface: Interface
) -> None:
    with pytest.raises(RequestError, match="accepted"):
        core_for(name, architecture, interface)


def test_documents_say_what_a_folded_core_has() -> None:
    core = core_for("sha256", FOLDED)
    document = bundle_files(core)["doc/core.md"]
    program = core.program
    assert f"| rows of the program | {len(program.rows)} |" in document
    assert f"| words of a digest | one every {program.word_clocks} clocks" in document
    assert f"a round takes {program.round_rows} clocks, {program.schedule_rows} more" in document
    for other in (
        "rounds a clock",
        "pipeline stages",
        "association",
        "retiming",
        "registers placed",
    ):
        assert other not in document


def test_words_of_a_digest_come_as_often_as_is_said() -> None:
    core = core_for("sha256", FOLDED)
    netlist = read_netlist(core.engine_sources(), f"{core.prefix}_engine", Cache())
    run = Run(netlist, textbook_of("sha256", 32, Cache()), Random(0))
    assert not run.message(1, core.program.digest_words)
    offered = netlist.outputs["digest_valid"]
    clocks = [clock for clock, values in enumerate(run.values) if clock and values[offered]]
    assert {later - clock for clock, later in pairwise(clocks)} == {core.program.word_clocks}


def test_there_is_no_graph_to_be_retimed() -> None:
    core = core_for("sha256", FOLDED)
    with pytest.raises(RequestError, match="a program in place of a graph"):
        _ = core.compiled
    assert [step.name for step in core.steps] == ["round of the standard", "folding"]
    assert core.register_bits == core.graph.register_bits() > 0
