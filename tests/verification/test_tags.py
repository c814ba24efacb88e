"""Tags from simulation: keys go to slots in time, and wrong tags do not pass for right ones."""

from __future__ import annotations

import hmac
import random
from itertools import pairwise

import pytest
from support.hmac_model import HmacInterface, HmacModel, build_stand_in

from hashloom.cores import Interface, core_for
from hashloom.errors import CheckError, RequestError
from hashloom.hashes import get_hash
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import Command, Operation
from hashloom.verification.simulator import simulate
from hashloom.verification.tags import (
    TagCheck,
    TagRequest,
    Turn,
    plan_tags,
    simulate_tags,
    verify_tags,
)


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashloom.verification.simulation.driver.build_model", build_stand_in)


def model(name: str = "sha256", contexts: int = 1, slots: int = 4, **fields: object) -> HmacModel:
    return HmacModel(get_hash(name), contexts, HmacInterface(slots=slots), **fields)


def requests_for(core: HmacModel, count: int, seed: int = 1) -> list[TagRequest]:
    source = random.Random(seed)
    block = core.hash.block_bytes
    keys = [source.randbytes(length) for length in (0, 1, block - 1, block, block + 1, 3 * block)]
    return [
        TagRequest(
            source.choice(keys),
            source.randbytes(source.randrange(3 * block)),
            source.choice([None, 4, 10, core.hash.digest_bytes]),
        )
        for _ in range(count)
    ]


def expected(core: HmacModel, requests: list[TagRequest]) -> list[bytes]:
    name = core.hash.name
    return [hmac.digest(each.key, each.message, name)[: each.tag_bytes] for each in requests]


@pytest.mark.parametrize(("name", "contexts", "slots"), [("sha256", 1, 1), ("sha384", 3, 4)])
@pytest.mark.parametrize("stalls", [0.0, 0.3])
def test_tags(name: str, contexts: int, slots: int, stalls: float) -> None:
    core = model(name, contexts, slots)
    requests = requests_for(core, 200)
    assert simulate_tags(core, requests, stalls=stalls) == expected(core, requests)


def test_one_after_the_other() -> None:
    core = model(contexts=2)
    requests = requests_for(core, 20)
    assert simulate_tags(core, requests, parallel=False) == expected(core, requests)


def test_no_message_finds_another_key_whatever_the_turns() -> None:
    core = model(contexts=4, slots=2)
    requests = requests_for(core, 400)
    for seed in range(3):
        assert simulate_tags(core, requests, stalls=0.3, seed=seed) == expected(core, requests)


@pytest.mark.parametrize("fault", ["truncation", "full_tags", "mixture"])
def test_wrong_tags_are_seen(fault: str) -> None:
    core = model(contexts=4, slots=1, fault=fault)
    requests = requests_for(core, 100)
    assert simulate_tags(core, requests) != expected(core, requests)


def checks_for(core: HmacModel, count: int) -> tuple[list[TagCheck], tuple[bool, ...]]:
    """Tags of all lengths, every third with one bit wrong, and which of them are right."""
    source = random.Random(count)
    requests = requests_for(core, count)
    checks = []
    for index, (request, tag) in enumerate(zip(requests, expected(core, requests), strict=True)):
        wrong = bytearray(tag)
        if index % 3 == 2:
            wrong[source.randrange(len(tag))] ^= 1 << source.randrange(8)
        checks.append(TagCheck(request.key, request.message, bytes(wrong)))
    return checks, tuple(index % 3 != 2 for index in range(count))


@pytest.mark.parametrize("turn", ["beat", "block", "packet"])
def test_tags_are_accepted_and_rejected(turn: Turn) -> None:
    core = model(contexts=3, slots=2)
    checks, right = checks_for(core, 150)
    assert verify_tags(core, checks, turn=turn).accepted == right
    assert verify_tags(core, checks, turn=turn, stalls=0.3).accepted == right


def test_a_byte_that_is_not_compared_is_seen() -> None:
    core = model(contexts=3, fault="short_verify")
    check = TagCheck(b"", b"", hmac.digest(b"", b"", "sha256")[:-1] + b"?")
    assert verify_tags(core, [check]).accepted == (True,)
    assert verify_tags(model(contexts=3), [check]).accepted == (False,)


def test_clocks_of_verdicts_are_those_of_all_of_them() -> None:
    core = model(contexts=2)
    checks, _ = checks_for(core, 40)
    some, more = verify_tags(core, checks[:20]), verify_tags(core, checks)
    assert 0 < some.clocks < more.clocks
    assert verify_tags(core, checks, parallel=False).clocks > more.clocks


def test_tags_to_verify_are_checked() -> None:
    with pytest.raises(RequestError, match="4 to 32"):
        verify_tags(model(), [TagCheck(b"", b"", bytes(33))])
    with pytest.raises(CheckError, match="status 3"):
        verify_tags(model(fault="forgetful"), [TagCheck(b"", b"", bytes(32))])


def test_plan_loads_a_key_once_while_it_stays() -> None:
    core = model(contexts=2, slots=2)
    keys = [b"a", b"b", b"a", b"c", b"a", b"b"]  # c takes the place of b, then b that of c
    plan = plan_tags(core, [TagRequest(key, b"") for key in keys])
    loads = [job for job in plan.jobs if job.command.operation == Operation.KEY]
    assert [(job.message, job.command.slot) for job in loads] == [
        (b"a", 0),
        (b"b", 1),
        (b"c", 1),
        (b"b", 1),
    ]
    assert all(job.start == "sent" for job in loads)
    assert [plan.jobs[index].command.slot for index in plan.answers] == [0, 1, 0, 1, 0, 1]


def test_requests_are_checked() -> None:
    for tag_bytes in (3, 33, -1):
        with pytest.raises(RequestError, match="4 to 32"):
            simulate_tags(model(), [TagRequest(b"", b"", tag_bytes)])
    with pytest.raises(RequestError, match="hmac-sha256"):
        simulate_tags(model(level="message"), [])


def test_unexpected_error_raises() -> None:
    with pytest.raises(CheckError, match="status 3"):
        simulate_tags(model(fault="forgetful"), [TagRequest(b"", b"")])


def test_plain_messages_are_hashed() -> None:
    core = model("sha512", 2)
    assert simulate(core, [b"abc"])[0].hex().startswith("ddaf35a193617aba")


def test_order_of_jobs() -> None:
    core = model(contexts=3)
    executable = compile_driver(core, core.sources())
    free = [Job(bytes(100), context) for context in (2, 2, 0, 1)]
    busy = run(executable, free, Setting()).whole("model")
    assert busy[2].first_in < busy[0].last_in

    ordered = run(executable, free, Setting(ordered=True)).whole("model")
    for before, after in pairwise(ordered):
        assert before.last_in < after.first_in < before.last_out

    for start, clock in (("sent", "last_in"), ("answered", "last_out")):
        jobs = [*free[:2], Job(bytes(100), 0, start=start), free[3]]
        answers = run(executable, jobs, Setting(stalls=0.3)).whole("model")
        latest = max(getattr(answer, clock) for answer in answers[:2])
        assert all(answer.first_in > latest for answer in answers[2:])


def test_whole_packets_are_not_interrupted() -> None:
    core = model(contexts=2)
    executable = compile_driver(core, core.sources())
    beats = 100 // 4
    for whole in (True, False):
        jobs = [Job(bytes(100), 0, whole=whole), Job(bytes(100), 1)]
        first, second = run(executable, jobs, Setting()).whole("model")
        assert (first.last_in - first.first_in + 1 == beats) == whole
        assert (first.last_in < second.first_in) == whole


def test_packets_without_an_answer() -> None:
    core = model()
    key, tag = b"key", hmac.digest(b"key", b"text", "sha256")
    jobs = [
        Job(key, command=Command(Operation.KEY, 3)),
        Job(tag, command=Command(Operation.TAG)),
        Job(b"text", command=Command(Operation.VERIFY, 3, 32)),
        Job(b"text", command=Command(Operation.MAC, 3, 12)),
        Job(b"text", command=Command(Operation.HASH), broken=1),
    ]
    run_ = run(compile_driver(core, core.sources()), jobs, Setting(stalls=0.2))
    answers = run_.whole("model")
    assert [answer.status for answer in answers] == [0, 0, 0, 0, 1]
    assert [answer.digest for answer in answers] == [b"", b"", b"", tag[:12], b""]
    assert answers[4].malformed


@pytest.mark.parametrize(("key", "message"), [(b"k", bytes(8128)), (bytes(8192), b"")])
def test_what_is_too_long_for_the_counter_is_refused(key: bytes, message: bytes) -> None:
    core = core_for("hmac-sha256", interface=Interface(length_bits=16))
    with pytest.raises(RequestError, match="--length-bits 17 or more"):
        simulate_tags(core, [TagRequest(key, message)])
