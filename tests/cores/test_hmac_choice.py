"""HMAC cores of several hashes, of which each key and each message has one."""

from __future__ import annotations

import hashlib
import hmac
from itertools import product

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for, core_of
from hashloom.verification.checking.checks import run_part
from hashloom.verification.checking.hmac_suites import selections
from hashloom.verification.random.campaign import machine_for, run_core
from hashloom.verification.random.cores import draw_keyed
from hashloom.verification.random.coverage import own_bins
from hashloom.verification.random.requests import shape_of
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import Command, Operation, Status
from hashloom.verification.tags import TagRequest, simulate_tags

SMALL = core_for("hmac-sha224+sha256", Architecture(interleave=2, groups=2), Interface(slots=2))
THREE = core_for(
    "hmac-sha512_224+sha512+sha384",
    Architecture(engines=2, unroll=2, interleave=3),
    Interface(width=8, private_slots=True),
)
KEY, MESSAGE = b"a key that is longer than a block of either hash" * 3, b"message"


def packet(operation: Operation, payload: bytes, number: int = 0, tag_bytes: int = 0) -> Job:
    """A packet alone; everything before it has been answered."""
    command = Command(operation, 0, tag_bytes, number)
    return Job(payload, command=command, start="answered")


def test_random_traffic() -> None:
    outcome = run_core(machine_for(SMALL), 7, lambda runs: runs < 3)
    assert outcome.failures == []
    assert "HMAC core, answer: MAC, status 4" in outcome.hits


def test_random_traffic_with_two_engines_and_numbers_without_a_hash() -> None:
    machine = machine_for(THREE)
    outcome = run_core(machine, 7, lambda runs: runs < 3)
    assert outcome.failures == []
    refused = {f"HMAC core, answer: {op}, status 6" for op in ("HASH", "KEY")}
    assert refused <= outcome.hits
    assert {own_bins(machine.shape)[bin_] for bin_ in refused} == {""}
    assert own_bins(shape_of(SMALL))["HMAC core, answer: HASH, status 6"] != ""


def test_drawn_cores_have_several_hashes() -> None:
    drawn = [draw_keyed(f"1/{index}") for index in range(3)]
    assert drawn[0].point == draw_keyed("1/0").point
    assert all(each.core.keyed and each.core.others for each in drawn)


def test_suite_has_every_hash() -> None:
    """Of the parts of a suite only those are run that the random traffic does not have."""
    chosen = {each.name: each for each in selections(SMALL, "quick")}
    executable = compile_driver(SMALL, SMALL.sources())
    found = [f"{name}, RFC 4231" for name in ("sha224", "sha256")]
    for name in (*found, "random keys and messages of all hashes"):
        part = run_part(executable, chosen[name], lambda part, done, total: None)
        assert part.vectors >= 7
        assert part.failures == ()
    assert {name.partition(", ")[0] for name in chosen} >= {"sha224", "sha256"}


def test_simulate_names_hashes() -> None:
    names = ("sha256", None, "sha256", "sha224")
    requests = [TagRequest(KEY, MESSAGE, hash=name) for name in names]
    expected = [hmac.digest(KEY, MESSAGE, name or "sha224") for name in names]
    assert simulate_tags(SMALL, requests) == expected


def test_the_slot_says_which_hash_a_tag_has() -> None:
    """Whatever number comes with MAC; and how long its tag may be."""
    jobs, expected = [], []
    for loaded, named in product((0, 1), (0, 1)):
        name = ("sha224", "sha256")[loaded]
        tag = hmac.digest(KEY, MESSAGE, name)
        jobs += [
            packet(Operation.KEY, KEY, loaded),
            packet(Operation.MAC, MESSAGE, named, len(tag)),
            packet(Operation.MAC, MESSAGE, named, len(tag) + 1),
            packet(Operation.HASH, MESSAGE, named),
        ]
        digest = hashlib.new(("sha224", "sha256")[named], MESSAGE).digest()
        expected += [(b"", 0), (tag, 0), (b"", Status.TAG_BYTES), (digest, 0)]
    answers = run(compile_driver(SMALL, SMALL.sources()), jobs, Setting()).whole(SMALL.name)
    assert [(answer.digest, answer.status) for answer in answers] == expected


@pytest.mark.parametrize("core", [SMALL, THREE], ids=lambda core: core.name)
def test_request_makes_the_core_again(core: Core) -> None:
    assert core_of(core.request) == core


def test_the_number_is_above_the_slot() -> None:
    ports = {port.name: port for port in SMALL.ports}
    assert ports["s_axis_tuser"].width == 20
    assert "{hash, slot," in ports["s_axis_tuser"].comment
    assert {port.name: port.width for port in THREE.ports}["s_axis_tuser"] == 21
