"""States saved and restored behind registers, against SHA-2 written out in Python and hashlib."""

from __future__ import annotations

import hashlib
import hmac
import random
from pathlib import Path

import pytest
from support.registers import compared
from support.states import HASH, NONE, RESTORE, SAVE, bytes_of, gone_on, initial_of, packed, story

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.cores.buses.registers import registers_of
from hashloom.errors import RequestError
from hashloom.request.bus import BUSES
from hashloom.rtl.registers.layout import Register
from hashloom.verification.checking.suites import verify
from hashloom.verification.simulation.driver import Answer, Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import Command, Operation, Status

A = Architecture
NAMES = {
    "apb4": "hmac-sha256",
    "avalon-mm": "hmac-sha224",
    "axi4-lite": "hmac-sha384",
    "wishbone": "hmac-sha512_256",
}


def saving_core(name: str, bus: str = "apb4", **architecture: int) -> Core:
    return core_for(name, A(**architecture), Interface(bus=bus, resume=True))


def answers_of(core: Core, jobs: list[Job], stalls: float = 0.0) -> tuple[Answer, ...]:
    setting = Setting(stalls=stalls, seed=3)
    return run(compile_driver(core, core.sources()), jobs, setting).whole(core.name)


@pytest.mark.parametrize("stalls", [0.0, 0.4])
@pytest.mark.parametrize("bus", BUSES)
def test_story(bus: str, stalls: float) -> None:
    """States of any length, gone on from and dropped; RESTORE and SAVE of what is none."""
    core = saving_core(NAMES[bus], bus)
    told = [step for step in story(core, random.Random(1), 0) if not step[0].broken]
    key = Job(b"key", command=Command(Operation.KEY, 0))
    _, *answers = answers_of(core, [key, *(job for job, _, _ in told)], stalls)
    seen = set()
    for (job, data, status), answer in zip(told, answers, strict=True):
        if job.command.answered:
            assert (answer.status, answer.digest) == (status, data), job.command
            seen.add((job.command.operation, status))
    assert {(Operation.SAVE, 0), (Operation.SAVE, 1), (Operation.HASH, 1)} <= seen


@pytest.mark.parametrize("bus", BUSES)
def test_pieces_with_other_work_between(bus: str) -> None:
    """Several messages in turn, a piece of one behind a piece of another, and tags between them."""
    core, source = saving_core(NAMES[bus], bus), random.Random(2)
    block, bits = core.hash.block_bits // 8, core.hash.word_bits
    messages = [source.randbytes(block * source.randrange(1, 5) + n) for n in (0, 1, 60, block - 1)]
    at, states = [0] * len(messages), [b""] * len(messages)
    jobs = [Job(b"key", command=Command(Operation.KEY, 1))]
    due: list[tuple[bytes, Status]] = [(NONE, Status.OK)]
    left = list(range(len(messages)))
    while left:
        one = source.choice(left)
        whole, position = len(messages[one]) // block, at[one]
        blocks = source.randint(1, 2)
        if states[one]:
            jobs.append(Job(states[one], command=RESTORE))
            due.append((NONE, Status.OK))
        if position + blocks > whole:
            jobs.append(Job(messages[one][position * block :], command=HASH))
            due.append((hashlib.new(core.hash.name, messages[one]).digest(), Status.OK))
            left.remove(one)
        else:
            end = (position + blocks) * block
            jobs.append(Job(messages[one][position * block : end], command=SAVE))
            chain = gone_on(initial_of(core), messages[one][:end], bits)
            states[one], at[one] = packed(chain, 8 * end, bits), position + blocks
            due.append((states[one], Status.OK))
        if source.random() < 0.4:
            other = source.randbytes(source.randrange(200))
            tag = hmac.digest(b"key", other, core.hash.name)[:16]
            jobs.append(Job(other, command=Command(Operation.MAC, 1, 16)))
            due.append((tag, Status.OK))
    found = answers_of(core, jobs, 0.3)
    for job, (data, status), answer in zip(jobs, due, found, strict=True):
        if job.command.answered:
            assert (answer.status, answer.digest) == (status, data), job.command


def test_a_state_goes_to_another_core() -> None:
    """From one bus and architecture to another, and to and from a core with streams."""
    one = saving_core("hmac-sha512", "axi4-lite")
    others = [
        saving_core("hmac-sha512", "wishbone", unroll=2),
        core_for("hmac-sha512", A(interleave=2), Interface(resume=True)),
    ]
    message = random.Random(3).randbytes(128 * 5 + 77)
    (saved,) = answers_of(one, [Job(message[:256], command=SAVE)])
    assert len(saved.digest) == 80
    for other in others:
        jobs = [Job(saved.digest, command=RESTORE), Job(message[256:512], command=SAVE)]
        again = answers_of(other, jobs)[1]
        jobs = [Job(again.digest, command=RESTORE), Job(message[512:], command=HASH)]
        assert answers_of(one, jobs)[1].digest == hashlib.sha512(message).digest()


def test_without_resume() -> None:
    core = core_for("hmac-sha256", None, Interface(bus="apb4"))
    (answer,) = answers_of(core, [Job(bytes(64), command=SAVE)])
    assert (answer.status, answer.digest) == (Status.NOT_POSSIBLE, NONE)


def test_the_map_says_so() -> None:
    def register(core: Core, name: str) -> Register:
        return registers_of(core).register(name)

    for name, words in (("hmac-sha224", 10), ("hmac-sha256", 10), ("hmac-sha384", 20)):
        core = saving_core(name)
        values = {f.name: f.reset for f in register(core, "CAPABILITIES").fields}
        assert (values["resume"], values["digest_words"]) == (1, words)
        assert register(core, "DIGEST").count == words
        assert "8 RESTORE" in register(core, "OPERATION").fields[0].text
        plain = core_for(name, None, Interface(bus="apb4"))
        assert "resume" not in {f.name for f in register(plain, "CAPABILITIES").fields}
        assert "RESTORE" not in register(plain, "OPERATION").fields[0].text


@pytest.mark.parametrize("name", ["hmac-sha256", "hmac-sha512"])
def test_registers_are_those_of_another_generator(name: str, tmp_path: Path) -> None:
    """Twenty words of DIGEST begin at no multiple of their number."""
    assert compared(saving_core(name), tmp_path, accesses=3000) == ""


@pytest.mark.parametrize("fault", ["RESTORE has an answer", "the last words are others'"])
def test_a_fault_is_found(fault: str) -> None:
    core = saving_core("hmac-sha512")
    faults = {
        "RESTORE has an answer": (
            core.prefix,
            "4'd8 ? 4'd3 : operation",
            "4'd9 ? 4'd3 : operation",
        ),
        "the last words are others'": (
            f"{core.prefix}_answer_rest",
            "rest_q[count_q[1:0]] <=",
            "rest_q[~count_q[1:0]] <=",
        ),
    }
    name, before, after = faults[fault]
    sources = core.sources()
    assert before in sources[f"{name}.sv"]
    sources[f"{name}.sv"] = sources[f"{name}.sv"].replace(before, after)
    state = packed(initial_of(core), 0, 64)
    jobs = [Job(state, command=RESTORE), Job(bytes(128), command=SAVE)]
    done = run(compile_driver(core, sources), jobs, Setting())
    due = bytes_of(gone_on(initial_of(core), bytes(128), 64), 64) + (1024).to_bytes(16, "big")
    assert done.failure or done.answers[1] is None or done.answers[1].digest != due


def test_the_quick_suite() -> None:
    report = verify(saving_core("hmac-sha512", "avalon-mm"), "quick")
    report.require()
    assert any("saved" in part.name for part in report.parts)


def test_requests() -> None:
    core = saving_core("hmac-sha256", "wishbone")
    assert core.name == "hmac_sha256_resume_wishbone"
    assert core.request.options == ("hmac-sha256", "--resume", "--bus", "wishbone")


@pytest.mark.parametrize(
    ("name", "architecture", "interface", "sentence"),
    [
        ("hmac-sha256", A(), Interface(dma="axi4", resume=True), "without --copies, --resume and"),
        ("hmac-sha256", A(interleave=2), Interface(bus="apb4", resume=True), "2 messages in fl"),
        ("hmac-sha1", A(), Interface(bus="apb4", resume=True), "have not been saved and restored"),
        ("sha256", A(), Interface(bus="apb4", resume=True), "level message saves no states"),
    ],
)
def test_refused(
    name: str, architecture: Architecture, interface: Interface, sentence: str
) -> None:
    with pytest.raises(RequestError, match=sentence):
        core_for(name, architecture, interface)
