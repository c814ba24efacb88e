"""The RTL of real HMAC cores: RFCs, keys, errors, hygiene and clocks.

A part of what `hashloom verify hmac-... --suite full` runs: 1000 random pairs of key and message of
10 000, one wrong bit in each byte of a tag, 24 changes of keys of 100; each report says so.
"""

from __future__ import annotations

import hmac

import pytest
from support.graphs import SHA2

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.checking.suites import verify
from hashloom.verification.hmac_timing import BLOCKS, CASES, measure_hmac
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import Command, Operation, Status

A = Architecture
I = Interface  # noqa: E741
SAMPLE = [
    *((name, A(engines=1 + number % 2), I()) for number, name in enumerate(SHA2)),
    ("sha256", A(interleave=4), I(slots=8)),
    ("sha256", A(interleave=2, engines=2, keys="bram"), I(slots=256, width=8)),
    ("sha512", A(stages=2, interleave=2), I(slots=1, width=512)),
    ("sha1", A(), I()),
    ("sha1", A(load="serial", engines=2), I(slots=5)),
    ("sm3", A(interleave=2, unroll=2), I(slots=8)),
    ("md5", A(), I()),
    ("md5", A(unroll=8, interleave=3, engines=2), I(slots=5, width=8)),
    ("md5", A(stages=4, engines=2), I(slots=5)),
    ("ripemd160", A(), I()),
    ("ripemd160", A(unroll=2, interleave=2, engines=2, keys="bram"), I(slots=5, width=64)),
]


def core_of(name: str, architecture: Architecture, interface: Interface) -> Core:
    return core_for(f"hmac-{name}", architecture, interface)


@pytest.mark.parametrize(("name", "architecture", "interface"), SAMPLE)
def test_suite(name: str, architecture: Architecture, interface: Interface) -> None:
    report = verify(core_of(name, architecture, interface), "quick")
    report.require()
    assert report.vectors > 800


@pytest.mark.parametrize(("name", "engines"), [("sha256", 1), ("sha256", 2), ("sha384", 1)])
def test_clocks_are_whole_blocks_and_a_constant(name: str, engines: int) -> None:
    timing = measure_hmac(core_of(name, A(engines=engines), I()), engines)
    for case in CASES:
        short, long = (timing.cases[case, blocks] for blocks in BLOCKS)
        assert short.constant == long.constant, case
        assert 0 <= short.constant < 4 * timing.hash.cycles_per_block


def test_no_message_uses_a_key_that_is_still_coming() -> None:
    """A MAC between the beats of the KEY for its slot: neither the old key nor the new one."""
    core = core_of("sha256", A(interleave=2), I())
    executable = compile_driver(core, core.sources())
    mac = Command(Operation.MAC, 0, 32)
    jobs = [
        Job(b"old key", command=Command(Operation.KEY, 0), whole=True),
        Job(bytes(64), command=Command(Operation.KEY, 0)),
        Job(b"three beats.", 1),  # so that the KEY has begun
        Job(b"message", 1, command=mac),
        Job(b"message", 1, command=mac, start="answered"),
    ]
    answers = run(executable, jobs, Setting(turn=1)).whole(core.name)
    assert [answer.status for answer in answers] == [
        Status.OK,
        Status.OK,
        Status.OK,
        Status.NO_KEY,
        Status.OK,
    ]
    assert answers[4].digest == hmac.new(bytes(64), b"message", "sha256").digest()
