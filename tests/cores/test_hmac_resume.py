"""Plain hashes saved and restored in the RTL of HMAC cores, against SHA-2 written out in Python."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Iterator

import pytest
from support.sha2 import compressed, initial

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.errors import RequestError
from hashloom.verification.checking.hmac_suites import saving
from hashloom.verification.simulation.driver import Answer, Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import Command, Operation, Status

A = Architecture
I = Interface  # noqa: E741
NONE = b""
SAVE, RESTORE = Command(Operation.SAVE), Command(Operation.RESTORE)
HASH, MAC = Command(Operation.HASH), Command(Operation.MAC, 0, 16)
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


def words_of(data: bytes, bits: int) -> tuple[int, ...]:
    size = bits // 8
    return tuple(int.from_bytes(data[i : i + size], "big") for i in range(0, len(data), size))


def bytes_of(words: tuple[int, ...], bits: int) -> bytes:
    return b"".join(word.to_bytes(bits // 8, "big") for word in words)


def gone_on(state: tuple[int, ...], data: bytes, bits: int) -> tuple[int, ...]:
    for at in range(0, len(data), 2 * bits):
        state = compressed(state, words_of(data[at : at + 2 * bits], bits), bits)
    return state


def padded(rest: bytes, before: int, bits: int) -> bytes:
    """`rest` of a message of which `before` bits are gone, with its padding."""
    length = (before + 8 * len(rest)).to_bytes(bits // 4, "big")
    zeros = -(len(rest) + 1 + len(length)) % (2 * bits)
    return rest + b"\x80" + bytes(zeros) + length


def packed(state: tuple[int, ...], length: int, bits: int) -> bytes:
    return bytes_of(state, bits) + length.to_bytes(bits // 4, "big")


def answers_of(core: Core, jobs: list[Job], setting: Setting) -> tuple[Answer, ...]:
    return run(compile_driver(core, core.sources()), jobs, setting).whole(core.name)


@pytest.mark.parametrize(("name", "architecture", "interface"), SAMPLE)
def test_saving(name: str, architecture: Architecture, interface: Interface) -> None:
    core = core_of(name, architecture, interface)
    executable = compile_driver(core, core.sources())
    part = saving(executable, core, lambda part, done, total: None)
    assert part.failed == 0, part.failures
    assert part.vectors == 35


def story(core: Core, source: random.Random, context: int) -> Iterator[tuple[Job, bytes, int]]:
    """What one context is asked, with the bytes and the status of each answer."""
    bits, block = core.hash.word_bits, core.hash.block_bits // 8
    most = 1 << core.interface.length_bits
    wrap = 1 << min(bits, core.interface.length_bits - 1)
    lengths = (0, wrap - 8 * block, wrap - 16 * block, wrap, most - 64 * block)
    for number in range(10):
        state = tuple(source.getrandbits(bits) for _ in range(8))
        length = lengths[number % len(lengths)]
        more = source.randbytes(block * source.randrange(1, 4))
        rest = source.randbytes(source.randrange(3 * block))
        after, then = gone_on(state, more, bits), length + 8 * len(more)
        if number % 2:
            # What does not go on from the state may come in between, and another state before.
            yield Job(packed(state, 0, bits), context, command=RESTORE), NONE, 0
            yield Job(bytes(16), context, command=Command(Operation.TAG)), NONE, 0
        yield Job(packed(state, length, bits), context, command=RESTORE), NONE, 0
        if number % 3 == 0:
            yield Job(bytes(16), context, command=Command(Operation.TAG)), NONE, 0
        yield Job(more, context, command=SAVE), packed(after, then, bits), 0
        yield Job(more, context, command=HASH), hashlib.new(core.hash.name, more).digest(), 0
        yield Job(packed(after, then, bits), context, command=RESTORE), NONE, 0
        digest = bytes_of(gone_on(after, padded(rest, then, bits), bits), bits)
        yield Job(rest, context, command=HASH), digest[: core.hash.digest_bytes], 0
        tag = hmac.digest(b"key", rest, core.hash.name)[:16]
        yield Job(rest, context, command=MAC), tag, 0
        yield from mistakes(core, source, context, number)
        whole = packed(gone_on(initial_of(core), more, bits), 8 * len(more), bits)
        yield Job(more, context, command=SAVE), whole, 0


def initial_of(core: Core) -> tuple[int, ...]:
    found = tuple(core.hash.initial)
    assert core.hash.name not in ("sha256", "sha512") or found == initial(core.hash.word_bits)
    return found


def mistakes(
    core: Core, source: random.Random, context: int, number: int
) -> Iterator[tuple[Job, bytes, int]]:
    size, block = core.hash.word_bits // 8, core.hash.block_bits // 8
    wrong = (
        0,
        1,
        8 * size,
        10 * size - 1,
        10 * size + 1,
        11 * size,
        2 * block,
        2 * block + 10 * size,
    )
    state = source.randbytes(wrong[number % len(wrong)])
    asked = (HASH, SAVE)[number % 2]
    yield Job(state, context, command=RESTORE), NONE, 0
    yield Job(source.randbytes(block), context, command=asked), NONE, Status.MALFORMED
    yield Job(source.randbytes(10 * size), context, command=RESTORE), NONE, 0
    refused = (MAC, Command(Operation.KEY, 0), Command(Operation.VERIFY, 0, 16), Command(12))
    command = refused[number % len(refused)]
    data = source.randbytes(source.randrange(3 * block))
    yield Job(data, context, command=command), NONE, Status.NOT_POSSIBLE
    part = source.randbytes(source.choice((0, 1, block - 1, block + size, 2 * block - size)))
    yield Job(part, context, command=SAVE), NONE, Status.MALFORMED
    parts = source.randbytes(2 * block)
    if core.interface.width != 8:
        yield Job(parts, context, command=SAVE, broken=1), NONE, Status.MALFORMED


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
