"""Cores of several hashes, of which each message has one: their RTL against hashlib."""

from __future__ import annotations

import hashlib
import random

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for, core_of
from hashloom.errors import RequestError
from hashloom.verification.checking.suites import verify
from hashloom.verification.random.campaign import run_core
from hashloom.verification.random.drawing.draws import DRAWS
from hashloom.verification.random.subjects import subject_for
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.verilator import lint
from hashloom.verification.simulator import simulate

SETTINGS = (
    Setting(),
    Setting(parallel=False),
    Setting(stalls=0.3, seed=1),
    Setting(stalls=0.8, seed=2),
)
BRAM = {"constants": "bram", "chaining": "bram", "buffer": "bram"}
# Every storage of chaining values, several contexts of every kind, rows and beats of every kind.
CORES = [
    ("sha224+sha256", Architecture(), Interface()),
    ("sha256+sha224", Architecture(stages=4, unroll=2, groups=5), Interface(width=64)),
    ("sha384+sha512+sha512_256", Architecture(interleave=3), Interface(width=8)),
    (
        "sha512_224+sha384+sha512_256+sha512",
        Architecture(unroll=2, interleave=2, groups=2, **BRAM),
        Interface(width=512),
    ),
    ("sha224+sha256", Architecture(method="prefetched"), Interface(width=16)),
    ("sha256+sha224", Architecture(unroll=8, interleave=2, **BRAM), Interface(width=128)),
    ("sha224+sha256", Architecture(), Interface(copies=2)),
    ("sha384+sha512+sha512_224", Architecture(interleave=2), Interface(width=512, copies=3)),
]


def made(name: str, **architecture: int) -> Core:
    return core_for(name, Architecture(**architecture))


def jobs_of(core: Core, names: list[str], count: int) -> list[Job]:
    """Messages of random hashes on random contexts, of lengths where padding and blocks end."""
    source, block = random.Random(5), core.hash.block_bytes
    edges = (0, 3, block - 1 - block // 8, block - block // 8, block, 2 * block - block // 8)
    return [
        Job(
            source.randbytes(source.choice((*edges, source.randrange(3 * block)))),
            source.randrange(core.contexts),
            choice=source.randrange(len(names)),
        )
        for _ in range(count)
    ]


@pytest.mark.parametrize(("request_", "architecture", "interface"), CORES)
def test_every_message_has_its_own_hash(
    request_: str, architecture: Architecture, interface: Interface
) -> None:
    core, names = core_for(request_, architecture, interface), request_.split("+")
    lint(core.sources(), core.top)
    executable = compile_driver(core, core.sources())
    jobs = jobs_of(core, names, 40 + 30 * core.contexts)
    expected = [hashlib.new(names[job.choice], job.message).digest() for job in jobs]
    for setting in SETTINGS:
        answers = run(executable, jobs, setting).whole(core.name)
        assert [answer.digest for answer in answers] == expected
        assert {answer.status for answer in answers} == {0}


def test_a_number_without_a_hash_breaks_its_message_alone() -> None:
    core = core_for("sha384+sha512+sha512_256", Architecture(interleave=3), Interface(width=8))
    jobs = [Job(bytes(range(60)), n % 3, choice=(3, 1, 0, 2)[n % 4]) for n in range(24)]
    names = ("sha384", "sha512", "sha512_256")
    for setting in SETTINGS:
        outcome = run(compile_driver(core, core.sources()), jobs, setting)
        for job, answer in zip(jobs, outcome.whole(core.name), strict=True):
            assert answer.malformed == (job.choice == 3)
            assert len(answer.digest) == (48, 64, 32, 32)[job.choice]
            if job.choice < 3:
                assert answer.digest == hashlib.new(names[job.choice], job.message).digest()


def test_suite_has_vectors_of_every_hash() -> None:
    report = verify(made("sha224+sha256"), "quick")
    assert report.failed == 0
    parts = {part.name: part.vectors for part in report.parts}
    assert parts["sha224, CAVP short"] == parts["sha256, CAVP short"] == 65
    assert parts["random messages of all hashes"] == 200


def test_simulate_names_hashes() -> None:
    core = made("sha224+sha256")
    expected = [hashlib.new(name, b"abc").digest() for name in ("sha256", "sha224", "sha256")]
    assert simulate(core, [b"abc"] * 3, hashes=["sha256", "sha224", "sha256"]) == expected
    assert simulate(core, [b"abc"]) == [hashlib.sha224(b"abc").digest()]
    with pytest.raises(RequestError, match="accepted is sha224 or sha256"):
        simulate(core, [b"abc"], hashes=["sha512"])


FIXED = core_for(
    "sha384+sha512+sha512_224",
    Architecture(interleave=2, groups=2),
    Interface(width=16, length_bits=16),
)


@pytest.mark.parametrize(
    "core",
    [FIXED, DRAWS["several"]("1/6").core, DRAWS["several-arrays"]("1/2").core],
    ids=("fixed", "drawn", "array"),
)
def test_random_traffic(core: Core) -> None:
    outcome = run_core(subject_for(core), 7, lambda runs: runs < 3)
    assert outcome.failures == []
    assert "message core, answer: HASH, status 1" in outcome.hits


@pytest.mark.parametrize(("request_", "architecture", "interface"), CORES)
def test_request_makes_the_core_again(
    request_: str, architecture: Architecture, interface: Interface
) -> None:
    core = core_for(request_, architecture, interface)
    assert core.request.hash_name == request_
    assert core_of(core.request) == core
    assert core.name.startswith(request_.replace("+", "_"))


def test_the_numbers_are_those_of_the_request() -> None:
    ports = {port.name: port for port in made("sha256+sha224").ports}
    assert ports["s_axis_tuser"].width == 1
    assert "0 sha256, 1 sha224" in ports["s_axis_tuser"].comment
    assert "s_axis_tuser" not in {port.name for port in made("sha256").ports}
