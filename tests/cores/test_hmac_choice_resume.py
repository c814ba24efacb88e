"""States of HMAC cores of several hashes, against SHA-2 written out in Python and hashlib."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import cast

import pytest
from support.states import NONE, bytes_of, gone_on, padded, story

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.checking.checks import Check
from hashloom.verification.checking.hmac_suites import saving
from hashloom.verification.checking.of_hash import as_named, each_hash
from hashloom.verification.random.drawing.draws import DRAWS
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import Command, Operation, Status

A = Architecture
TWO = core_for("hmac-sha224+sha256", A(interleave=2), Interface(slots=2, resume=True))
THREE = core_for("hmac-sha384+sha512+sha512_224", A(engines=2), Interface(width=64, resume=True))
# Module, what stands there, what is wrong instead; the top module is "".
FAULTS = (
    ("saved_words", "word_saved ? word_data : word_masked", "word_masked"),
    ("hash_ledger", "started_key ? '0 : started_choice", "started_choice"),
    ("", "|| record_bytes == 7'd40 ?", "?"),
)


@cache
def driver(core: Core) -> Path:
    return compile_driver(core, core.sources())


def answers(core: Core, jobs: Sequence[Job], stalls: float = 0.0) -> list[tuple[bytes, int]]:
    """Bytes and status of every answer."""
    found = run(driver(core), jobs, Setting(stalls=stalls, seed=3)).whole(core.name)
    return [(answer.digest, answer.status) for answer in found]


def packet(operation: int, payload: bytes, number: int = 0) -> Job:
    return Job(payload, command=Command(operation, 255, 127, number))


def told_of(core: Core, number: int, context: int) -> list[tuple[Job, bytes, int]]:
    """A story of the hash of a number, whose key is in the slot of that number."""
    one = each_hash(core)[number]
    steps = list(story(core_as(one), random.Random(context + 9 * number), context))
    named = as_named(one, [Check("", job) for job, _, _ in steps])
    found = []
    for check, (_, digest, status) in zip(named, steps, strict=True):
        command = check.job.command
        if command.operation == Operation.MAC:
            command = replace(command, slot=number)
        found.append((replace(check.job, command=command), digest, status))
    return found


def core_as(one: object) -> Core:
    """A core as one of a hash, which has all that a story asks for."""
    return cast(Core, one)


def differences(core: Core, executable: Path, stalls: float) -> list[Job]:
    """Every `tid` goes on from states of all hashes, while others do of other hashes.

    What is answered in another way than SHA-2 says.
    """
    count = len(core.hashes)
    told: list[tuple[Job, bytes, int]] = []
    for shift in range(count):
        stories = [told_of(core, (c + shift) % count, c) for c in range(core.contexts)]
        told += [step for steps in zip(*stories, strict=True) for step in steps]
    told[0] = (replace(told[0][0], start="answered"), *told[0][1:])
    keys = [
        Job(b"key", command=Command(Operation.KEY, number, 0, number), start="sent")
        for number in range(count)
    ]
    jobs = [*keys, *(job for job, _, _ in told)]
    _, *found = run(executable, jobs, Setting(stalls=stalls, seed=3)).answers[count - 1 :]
    return [
        job
        for (job, digest, status), answer in zip(told, found, strict=True)
        if job.command.answered
        and (answer is None or (answer.digest, answer.status) != (digest, status))
    ]


@pytest.mark.parametrize("core", [TWO, THREE], ids=["two", "three"])
@pytest.mark.parametrize("stalls", [0.0, 0.4])
def test_story(core: Core, stalls: float) -> None:
    assert differences(core, driver(core), stalls) == []


@pytest.mark.parametrize("core", [TWO, THREE], ids=["two", "three"])
def test_saving(core: Core) -> None:
    for one in each_hash(core):
        part = saving(driver(core), one, lambda part, done, total: None)
        assert part.failures == ()
        assert part.vectors == 35


def test_a_state_goes_to_a_core_of_one_hash_and_back() -> None:
    """What comes out is the state of that hash, and goes in where no hash was chosen."""
    message = random.Random(3).randbytes(64 * 5 + 21)
    for number, each in enumerate(TWO.hashes):
        alone = core_for(f"hmac-{each.name}", None, Interface(resume=True))
        (saved,) = answers(TWO, [packet(Operation.SAVE, message[:128], number)])
        again = answers(
            alone,
            [packet(Operation.RESTORE, saved[0]), packet(Operation.SAVE, message[128:192])],
        )[1]
        assert again == answers(alone, [packet(Operation.SAVE, message[:192])])[0]
        back = [
            packet(Operation.RESTORE, again[0], 1 - number),
            packet(Operation.HASH, message[192:], number),
        ]
        digest = hashlib.new(each.name, message).digest()
        assert answers(TWO, back)[1] == (digest, 0)
        back[1] = packet(Operation.HASH, message[192:])
        assert answers(alone, back)[1] == (digest, 0)


def test_what_goes_on_names_the_hash() -> None:
    """Whatever a state is of: another hash decides how long the digest is."""
    message = random.Random(4).randbytes(64 * 2 + 5)
    for saved, named in product((0, 1), (0, 1)):
        (state,) = answers(TWO, [packet(Operation.SAVE, message[:128], saved)])
        jobs = [
            packet(Operation.RESTORE, state[0], 1 - named),
            packet(Operation.TAG, bytes(16), 1 - named),
            packet(Operation.HASH, message[128:], named),
        ]
        words = gone_on(tuple(TWO.hashes[saved].initial), padded(message, 0, 32), 32)
        digest = bytes_of(words, 32)[: TWO.hashes[named].digest_bytes]
        assert answers(TWO, jobs)[2] == (digest, 0)


def test_a_number_that_no_hash_has() -> None:
    """It is refused where a hash is named, which drops the state, and ignored elsewhere."""
    message, nobody = bytes(256), len(THREE.hashes)
    (state,) = answers(THREE, [packet(Operation.SAVE, message[:128], 0)])
    restore = packet(Operation.RESTORE, state[0], nobody)
    rest, whole = (hashlib.sha384(message[at:]).digest() for at in (128, 0))
    refused = (NONE, Status.NOT_POSSIBLE)
    for operation in (Operation.SAVE, Operation.HASH):
        jobs = [
            restore,
            packet(operation, message[128:], nobody),
            packet(Operation.HASH, message[128:]),
        ]
        assert answers(THREE, jobs)[1:] == [refused, (rest, 0)]
    jobs = [
        restore,
        packet(Operation.TAG, bytes(16), nobody),
        packet(Operation.HASH, message[128:]),
    ]
    assert answers(THREE, jobs)[2] == (whole, 0)
    assert answers(THREE, [packet(Operation.SAVE, message[:128], nobody)]) == [refused]


@pytest.mark.parametrize(("module", "there", "instead"), FAULTS)
def test_faults_are_found(module: str, there: str, instead: str) -> None:
    sources = TWO.sources()
    name = f"{TWO.prefix}_{module}.sv" if module else f"{TWO.top}.sv"
    assert sources[name].count(there) == 1
    wrong = compile_driver(TWO, {**sources, name: sources[name].replace(there, instead)})
    assert differences(TWO, wrong, 0.0)


def test_drawn_cores_save_states() -> None:
    drawn = [DRAWS["keyed-several-states"](f"a/{index}").core for index in range(8)]
    assert {(each.keyed, bool(each.others), each.interface.resume) for each in drawn} == {
        (True, True, True)
    }
    assert len({each.interface.registered for each in drawn}) == 2
