"""The driver keeps contexts busy or alone, and notices every way in which a core may be wrong."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise

import pytest

from hashloom.errors import CheckError
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.subject import MessageCore

CoreMaker = Callable[..., MessageCore]
MESSAGES = [bytes(range(length)) for length in (0, 1, 4, 55, 56, 63, 64, 100, 119, 128)]
STALLS = Setting(stalls=0.3, seed=5)


def jobs_for(core: MessageCore) -> list[Job]:
    return [Job(message, i % core.contexts) for i, message in enumerate(MESSAGES)]


@pytest.mark.parametrize("setting", [Setting(), Setting(parallel=False), Setting(turn=16), STALLS])
def test_right_core_gives_right_digests(make_core: CoreMaker, setting: Setting) -> None:
    core = make_core(contexts=2)
    answers = run(compile_driver(core, core.sources()), jobs_for(core), setting).whole("core")
    assert [answer.digest for answer in answers] == [sha256(m).digest() for m in MESSAGES]
    assert not any(answer.malformed for answer in answers)


@pytest.mark.parametrize(
    ("fault", "setting", "complaint"),
    [
        (
            "silent",
            Setting(timeout=2000),
            "no beat moved for 2000 clocks; digests still to come: 1",
        ),
        ("id", Setting(), "a digest came for context 1, which has no whole message"),
        ("unstable", STALLS, "a digest beat changed before it was taken"),
        ("idle", STALLS, "no whole message in flight"),
    ],
)
def test_broken_protocol_ends_the_run(
    make_core: CoreMaker, fault: str, setting: Setting, complaint: str
) -> None:
    core = make_core(contexts=2, fault=fault)
    outcome = run(compile_driver(core, core.sources()), jobs_for(core), setting)
    assert complaint in outcome.failure
    with pytest.raises(CheckError, match="the core: "):
        outcome.whole("the core")


@pytest.mark.parametrize("fault", ["constant", "reset"])
def test_wrong_digests_are_told_as_they_are(make_core: CoreMaker, fault: str) -> None:
    core = make_core(contexts=2, fault=fault)
    answers = run(compile_driver(core, core.sources()), jobs_for(core), Setting()).whole("core")
    assert answers[0].digest != sha256(MESSAGES[0]).digest()


def test_error_flag_is_told(make_core: CoreMaker) -> None:
    core = make_core(contexts=2, fault="user")
    answers = run(compile_driver(core, core.sources()), jobs_for(core), Setting()).whole("core")
    assert all(answer.malformed for answer in answers)


def test_sequential_jobs_are_alone_and_parallel_ones_overlap(make_core: CoreMaker) -> None:
    core = make_core(contexts=2)
    executable = compile_driver(core, core.sources())
    jobs = [Job(bytes(200), context) for context in (0, 1, 0, 1)]
    alone = run(executable, jobs, Setting(parallel=False)).whole("core")
    for before, after in pairwise(alone):
        assert before.last_out < after.first_in
    busy = run(executable, jobs, Setting()).whole("core")
    assert busy[1].first_in == busy[0].first_in + 1
    assert busy[1].first_in < busy[0].last_in < busy[1].last_in
    assert busy[0].last_in < busy[0].first_out < busy[0].last_out


def test_chain_is_the_monte_carlo_chain(make_core: CoreMaker) -> None:
    core = make_core(contexts=2)
    seed = sha256(b"seed").digest()
    digests = [seed] * 3
    for _ in range(20):
        digests.append(sha256(b"".join(digests[-3:])).digest())
    jobs = [Job(3 * seed, 1, 20), Job(b"", 0), Job(b"abc", 1)]
    answers = run(compile_driver(core, core.sources()), jobs, STALLS).whole("core")
    expected = [digests[-1], sha256(b"").digest(), sha256(b"abc").digest()]
    assert [answer.digest for answer in answers] == expected


def test_seed_decides_everything(make_core: CoreMaker) -> None:
    core = make_core(contexts=2)
    executable = compile_driver(core, core.sources())
    first, again, other = (
        run(executable, jobs_for(core), Setting(stalls=0.3, seed=seed)) for seed in (5, 5, 6)
    )
    assert first == again
    assert first.clocks != other.clocks
