"""HMAC cores of several hashes, of which each key and each message has one."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for, core_of
from hashloom.verification.checking.checks import run_part
from hashloom.verification.checking.hmac_suites import selections
from hashloom.verification.checking.of_hash import each_hash
from hashloom.verification.checking.turns import turns
from hashloom.verification.random.campaign import run_core
from hashloom.verification.random.drawing.draws import DRAWS
from hashloom.verification.random.requests import shape_of
from hashloom.verification.random.streams.coverage import own_bins
from hashloom.verification.random.subjects import subject_for
from hashloom.verification.simulation.driver import Job, Run, Setting, compile_driver, run
from hashloom.verification.simulation.model_state import signal_name
from hashloom.verification.simulation.packets import Command, Operation, Status
from hashloom.verification.tags import TagRequest, plan_tags

# Of a beat as long as a block, so that a key comes with one and its slot is used in the next clock.
SMALL = core_for(
    "hmac-sha224+sha256",
    Architecture(interleave=2, groups=2),
    Interface(slots=2, width=512, private_slots=True),
)
THREE = core_for(
    "hmac-sha512_224+sha512+sha384",
    Architecture(engines=2, unroll=2, interleave=3),
    Interface(width=8, resume=True),
)
NAMES = ("sha224", "sha256")
KEY, MESSAGE = b"a key that is longer than a block" * 3, b"message"


def packet(
    operation: Operation, payload: bytes = b"", number: int = 0, tag_bytes: int = 0, tid: int = 0
) -> Job:
    """A packet alone, of slot 0; everything before it has been answered."""
    return Job(payload, tid, command=Command(operation, 0, tag_bytes, number), start="answered")


@pytest.fixture(scope="module")
def small() -> Path:
    """The driver of the small core, which tells its state."""
    return compile_driver(SMALL, SMALL.sources())


def answers(executable: Path, jobs: Sequence[Job]) -> list[tuple[bytes, int]]:
    """Bytes and status of every answer."""
    found = run(executable, jobs, Setting()).whole(SMALL.name)
    return [(answer.digest, answer.status) for answer in found]


def test_random_traffic() -> None:
    outcome = run_core(subject_for(SMALL), 7, lambda runs: runs < 3)
    assert outcome.failures == []
    assert "HMAC core, answer: MAC, status 4" in outcome.hits


def test_random_traffic_with_two_engines_and_numbers_without_a_hash() -> None:
    subject = subject_for(THREE)
    outcome = run_core(subject, 7, lambda runs: runs < 6)
    assert outcome.failures == []
    refused = {f"HMAC core, answer: {op}, status 6" for op in ("HASH", "KEY", "SAVE")}
    assert refused <= outcome.hits
    assert {f"HMAC core, restored: {op} goes on" for op in ("HASH", "SAVE")} <= outcome.hits
    assert {subject.own_bins()[bin_] for bin_ in refused} == {""}
    assert own_bins(shape_of(SMALL))["HMAC core, answer: HASH, status 6"] != ""


def test_drawn_cores_have_several_hashes() -> None:
    drawn = [DRAWS["keyed-several"](f"1/{index}") for index in range(3)]
    assert drawn[0].point == DRAWS["keyed-several"]("1/0").point
    assert all(each.core.keyed and each.core.others for each in drawn)


def test_suite_has_every_hash(small: Path) -> None:
    """Of the parts of a suite only those are run that the random traffic does not have."""
    chosen = {each.name: each for each in selections(SMALL, "quick")}
    found = [f"{name}, RFC 4231" for name in ("sha224", "sha256")]
    for name in (*found, "random keys and messages of all hashes"):
        part = run_part(small, chosen[name], lambda part, done, total: None)
        assert part.vectors >= 7
        assert part.failures == ()
    assert {name.partition(", ")[0] for name in chosen} >= {"sha224", "sha256"}


def test_turns_without_keys(small: Path) -> None:
    """Whether contexts are served in turn is seen with slots that serve one of them, too."""
    part = turns(small, each_hash(SMALL)[1], lambda part, done, total: None)
    assert part.failures == ()
    assert part.vectors == 64


def test_planned_tags_name_hashes(small: Path) -> None:
    """One key for two hashes is two keys."""
    names = ("sha256", None, "sha256", "sha224")
    plan = plan_tags(SMALL, [TagRequest(KEY, MESSAGE, hash=name) for name in names])
    assert [job.command.operation for job in plan.jobs].count(Operation.KEY) == 2
    found = answers(small, plan.jobs)
    expected = [(hmac.digest(KEY, MESSAGE, name or "sha224"), 0) for name in names]
    assert [found[index] for index in plan.answers] == expected


def test_the_slot_says_which_hash_a_tag_has(small: Path) -> None:
    """Whatever number comes with MAC; and how long its tag may be."""
    jobs, expected = [], []
    for loaded, named in product((0, 1), (0, 1)):
        tag = hmac.digest(KEY, MESSAGE, NAMES[loaded])
        jobs += [
            packet(Operation.KEY, KEY, loaded),
            packet(Operation.MAC, MESSAGE, named, len(tag)),
            packet(Operation.MAC, MESSAGE, named, len(tag) + 1),
            packet(Operation.HASH, MESSAGE, named),
        ]
        digest = hashlib.new(NAMES[named], MESSAGE).digest()
        expected += [(b"", 0), (tag, 0), (b"", Status.TAG_BYTES), (digest, 0)]
    assert answers(small, jobs) == expected


@pytest.mark.parametrize("engines", [1, 2])
@pytest.mark.parametrize("unroll", [1, 16])
def test_every_digest_is_as_long_as_its_own_hash(engines: int, unroll: int) -> None:
    """In a core of one context, where what is owed is looked up before the digest has come."""
    core = core_for(
        "hmac-sha224+sha256", Architecture(engines=engines, unroll=unroll), Interface(slots=1)
    )
    numbers = (0, 1, 0, 0, 1, 1, 0)
    jobs = [packet(Operation.HASH, MESSAGE, number) for number in numbers]
    expected = [(hashlib.new(NAMES[number], MESSAGE).digest(), 0) for number in numbers]
    assert answers(compile_driver(core, core.sources()), jobs) == expected


def test_what_another_tid_erases_keeps_its_hash(small: Path) -> None:
    """Slots are private; the slot that comes with ERASE_ALL says nothing."""
    tag = hmac.digest(KEY, MESSAGE, NAMES[1])
    jobs = [
        packet(Operation.KEY, KEY, 1),
        packet(Operation.ERASE_ALL, tid=1),
        packet(Operation.MAC, MESSAGE, 0, len(tag)),
    ]
    assert answers(small, jobs) == [(b"", 0), (b"", 0), (tag, 0)]


def test_an_erased_slot_forgets_its_hash(small: Path) -> None:
    load = packet(Operation.KEY, KEY, 1)
    loaded = run(small, [load], Setting(rest=0))
    assert hash_of_slot(loaded) == 1
    settled = SMALL.settle_clocks
    endings = [
        ([packet(Operation.ERASE)], Setting(rest=0)),
        ([packet(Operation.ERASE_ALL)], Setting(rest=0)),
        ([], Setting(rest=settled, reset=True)),
        ([], Setting(rest=settled, zeroize=loaded.clocks - 10)),
    ]
    for behind, setting in endings:
        assert hash_of_slot(run(small, [load, *behind], setting)) == 0


def hash_of_slot(outcome: Run) -> int:
    """What slot 0 remembers in the end."""
    words = [text for name, text in outcome.state if signal_name(name).endswith("u_hashes.slots")]
    return int(words[0], 16)


@pytest.mark.parametrize("core", [SMALL, THREE], ids=lambda core: core.name)
def test_request_makes_the_core_again(core: Core) -> None:
    assert core_of(core.request) == core


def test_the_number_is_above_the_slot() -> None:
    ports = {port.name: port for port in SMALL.ports}
    assert ports["s_axis_tuser"].width == 20
    assert "{hash, slot," in ports["s_axis_tuser"].comment
    assert {port.name: port.width for port in THREE.ports}["s_axis_tuser"] == 21
