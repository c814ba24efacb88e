"""Plain hashes saved and restored in the RTL of HMAC cores, against SHA-2 written out in Python."""

from __future__ import annotations

import hashlib
import random

import pytest
from support.sha2 import initial
from support.states import HASH, NONE, RESTORE, SAVE, gone_on, packed, story

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.errors import RequestError
from hashloom.verification.checking.hmac_suites import saving
from hashloom.verification.simulation.driver import Answer, Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import Command, Operation, Status

A = Architecture
I = Interface  # noqa: E741
SAMPLE = [
    ("sha256", A(), I()),
    ("sha256", A(interleave=4), I(slots=3, width=8)),
    ("sha256", A(stages=4, unroll=2, engines=2), I()),
    ("sha512", A(unroll=2), I(width=512)),
]
# Rows of 16, 8 and 4 words, keys in block RAM, lengths of a word and a half and of less than one
FURTHER = [
    ("sha256", A(unroll=64, interleave=3), I(slots=1)),
    ("sha256", A(unroll=16, interleave=2, keys="bram"), I(slots=2, length_bits=48)),
    ("sha384", A(unroll=4, stages=4, engines=2), I()),
    ("sha256", A(interleave=2), I(length_bits=24)),
]


def core_of(name: str, architecture: Architecture, interface: Interface) -> Core:
    level = I(
        width=interface.width,
        length_bits=interface.length_bits,
        slots=interface.slots,
        resume=True,
    )
    return core_for(f"hmac-{name}", architecture, level)


def answers_of(core: Core, jobs: list[Job], setting: Setting) -> tuple[Answer, ...]:
    return run(compile_driver(core, core.sources()), jobs, setting).whole(core.name)


@pytest.mark.parametrize(("name", "architecture", "interface"), SAMPLE)
def test_saving(name: str, architecture: Architecture, interface: Interface) -> None:
    core = core_of(name, architecture, interface)
    executable = compile_driver(core, core.sources())
    part = saving(executable, core, lambda part, done, total: None)
    assert part.failed == 0, part.failures
    assert part.vectors == 35


@pytest.mark.parametrize(("name", "architecture", "interface"), [*SAMPLE, *FURTHER])
@pytest.mark.parametrize("stalls", [0.0, 0.4])
def test_story(name: str, architecture: Architecture, interface: Interface, stalls: float) -> None:
    core = core_of(name, architecture, interface)
    source = random.Random(1)
    stories = [list(story(core, source, context)) for context in range(core.contexts)]
    told = [step for steps in zip(*stories, strict=True) for step in steps]
    key = Job(b"key", command=Command(Operation.KEY, 0))
    first, *others = told
    jobs = [
        key,
        Job(first[0].message, first[0].context, command=first[0].command, start="answered"),
    ]
    jobs += [step[0] for step in others]
    _, *answers = answers_of(core, jobs, Setting(stalls=stalls, seed=3))
    for number, ((job, digest, status), answer) in enumerate(zip(told, answers, strict=True)):
        what = (number, job.context, Operation(job.command.operation % 12), len(job.message))
        assert answer.status == status, what
        assert answer.digest == digest, what


def test_erasing_in_between() -> None:
    core = core_of("sha256", A(interleave=2), I())
    message = random.Random(2).randbytes(64 * 3 + 7)
    state = gone_on(initial(32), message[:64], 32)
    jobs = []
    for command in (Command(Operation.ERASE, 1), Command(Operation.ERASE_ALL)):
        jobs += [
            Job(packed(state, 512, 32), 1, command=RESTORE, start="answered"),
            Job(b"", 1, command=command, start="answered"),
            Job(message[64:], 1, command=HASH),
        ]
    answers = answers_of(core, jobs, Setting())
    digest = hashlib.sha256(message).digest()
    assert [answer.digest for answer in answers] == 2 * [NONE, NONE, digest]
    assert {answer.status for answer in answers} == {Status.OK}


def test_without() -> None:
    core = core_for("hmac-sha256")
    commands = (SAVE, RESTORE)
    jobs = [Job(bytes(64), command=command, answered=True) for command in commands]
    answers = answers_of(core, jobs, Setting())
    assert [(a.status, a.digest) for a in answers] == 2 * [(Status.NOT_POSSIBLE, NONE)]


def test_request() -> None:
    assert core_for("hmac-sha256", A(engines=2), I(resume=True)).name == "hmac_sha256_e2_resume"
    core = core_for("hmac-sha256", None, I(slots=2, resume=True))
    assert core.as_level("message").name == "sha256"
    for level in ("message", "engine"):
        with pytest.raises(RequestError, match="hmac-sha256"):
            core_for("sha256", None, I(level=level, resume=True))
