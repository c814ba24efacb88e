"""The longest message: one of 2^length_bits bits or more is reported, whatever comes behind it."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Iterator

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import Command, Operation, Status

A = Architecture
# Rows of one word and of several, one context and several
SAMPLE = [
    ("sha256", A(), 16),
    ("sha512", A(unroll=2), 17),
    ("sha256", A(interleave=3), 16),
    ("sha256", A(unroll=16), 16),
    ("sha256", A(unroll=32, interleave=2, groups=2), 17),
]
# Of these with two words, too, full ones and others
KEYED = [
    ("sha256", A(), 16),
    ("sha256", A(), 64),
    ("sha256", A(interleave=3), 24),
    ("sha512", A(interleave=2), 128),
    ("sha256", A(unroll=16), 64),
    ("sha256", A(unroll=16, interleave=2), 48),
    ("sha512", A(unroll=8, interleave=2), 64),
]
Asked = tuple[Job, bytes, int]  # with the answer's bytes, where it is as asked, and its status


@pytest.mark.parametrize(("name", "architecture", "length_bits"), SAMPLE)
def test_messages(name: str, architecture: Architecture, length_bits: int) -> None:
    core = core_for(name, architecture, Interface(length_bits=length_bits))
    source, beyond = random.Random(1), 1 << (length_bits - 3)
    near = (-1, 0, 1, -65, 63, 130, -9, beyond, beyond + 70, 2 * beyond + 3)
    lengths = [length for n in near for length in (beyond + n, source.randrange(200))]
    messages = [source.randbytes(length) for length in lengths]
    jobs = [Job(message, i % core.contexts) for i, message in enumerate(messages)]
    executable = compile_driver(core, core.sources())
    for stalls, parallel in ((0.0, True), (0.2, True), (0.0, False)):
        setting = Setting(stalls=stalls, parallel=parallel, turn=3, seed=1)
        answers = run(executable, jobs, setting).whole(core.name)
        for message, answer in zip(messages, answers, strict=True):
            assert answer.malformed == (len(message) >= beyond), len(message)
            if not answer.malformed:
                assert answer.digest == hashlib.new(name, message).digest(), len(message)


def keyed(core: Core, context: int, source: random.Random) -> Iterator[Asked]:
    """Keys and tags near the limit, each slot a context's own."""
    name, block = core.hash.name, core.hash.block_bits // 8
    beyond, slot = 1 << (core.interface.length_bits - 3), context
    for near in (-1, 0, block, -2 * block):
        key = source.randbytes(beyond + near)
        refused = Status.MALFORMED if near >= 0 else 0
        yield Job(key, context, command=Command(Operation.KEY, slot)), b"", refused
        for length in (beyond - block - 1, beyond - block, beyond - 1, beyond, 7):
            message = source.randbytes(length)
            status = Status.MALFORMED if length >= beyond - block else 0
            if refused:
                status = Status.NO_KEY
            tag = hmac.digest(key, message, name)[:16]
            yield Job(message, context, command=Command(Operation.MAC, slot, 16)), tag, status
            yield Job(tag, context, command=Command(Operation.TAG)), b"", 0
            verify = Command(Operation.VERIFY, slot, 16)
            yield Job(message, context, command=verify), b"", status
            plain = hashlib.new(name, message).digest()
            malformed = Status.MALFORMED if length >= beyond else 0
            yield Job(message, context), plain, malformed


def restored(core: Core, context: int, source: random.Random) -> Iterator[Asked]:
    """Lengths near the limit and beyond it, restored, gone on from, and forgotten."""
    bits, block = core.hash.word_bits, core.hash.block_bits
    beyond = 1 << core.interface.length_bits
    most = 1 << 2 * bits
    high = (beyond, beyond | 1 << (bits - 1), most - block, beyond * 2, beyond + 3 * block)
    for length in (beyond - 3 * block, *high, beyond - block, beyond - 2 * block, 0):
        if length >= most:
            continue
        for operation in (Operation.SAVE, Operation.HASH):
            blocks = source.randrange(1, 4)
            spare = source.randrange(block // 8) if operation is Operation.HASH else 0
            state = source.randbytes(bits) + length.to_bytes(bits // 4, "big")
            if source.randrange(2):  # another state before it, which is dropped
                dropped = source.choice((0, beyond % most)).to_bytes(bits // 4, "big")
                yield (
                    Job(source.randbytes(bits) + dropped, context, command=RESTORE),
                    b"",
                    0,
                )
            yield Job(state, context, command=RESTORE), b"", 0
            message = source.randbytes(blocks * block // 8 + spare)
            status = Status.MALFORMED if length + 8 * len(message) >= beyond else 0
            yield Job(message, context, command=Command(operation)), ANY, status
            plain = hashlib.new(core.hash.name, message).digest()
            yield Job(message, context), plain, 0


RESTORE = Command(Operation.RESTORE)
ANY = b"any"  # what test_hmac_resume looks at


@pytest.mark.parametrize(("name", "architecture", "length_bits"), KEYED)
@pytest.mark.parametrize("stalls", [0.0, 0.4])
def test_packets(name: str, architecture: Architecture, length_bits: int, stalls: float) -> None:
    core = core_for(
        f"hmac-{name}", architecture, Interface(length_bits=length_bits, slots=3, resume=True)
    )
    source = random.Random(length_bits)
    stories = [
        [
            *(keyed(core, context, source) if length_bits == 16 else ()),
            *(step for _ in range(4) for step in restored(core, context, source)),
        ]
        for context in range(core.contexts)
    ]
    told = [step for story in stories for step in story]
    jobs = [job for job, _, _ in told]
    answers = run(compile_driver(core, core.sources()), jobs, Setting(stalls=stalls, seed=2)).whole(
        core.name
    )
    for number, ((job, expected, status), answer) in enumerate(zip(told, answers, strict=True)):
        what = (number, job.context, Operation(job.command.operation), len(job.message))
        assert answer.status == status, what
        if expected is not ANY:
            assert answer.digest == (b"" if status else expected), what
