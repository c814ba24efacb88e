"""HMAC cores that are pools: tags, verdicts and keys, a block in every clock of the engine's."""

from __future__ import annotations

import hmac
import random

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.checking.hygiene import hygiene
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import Command, Operation, Status
from hashloom.verification.tags import TagCheck, TagRequest, simulate_tags, verify_tags

QUARTER = Architecture(unroll=16, interleave=33, pool=64, chaining="bram", keys="bram")
KEYS = (0, 1, 32, 63, 64, 65, 127, 128, 131)  # bytes
MESSAGES = (0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 300)  # bytes


@pytest.fixture(scope="module")
def quarter() -> Core:
    """A quarter of the rounds in hardware: a block every four clocks."""
    return core_for("hmac-sha256", QUARTER, Interface(slots=6))


def requests(count: int, seed: int) -> list[TagRequest]:
    """Messages of edge lengths with keys of such, more of them than slots."""
    rng = random.Random(seed)
    keys = [rng.randbytes(length) for length in KEYS]
    return [
        TagRequest(
            rng.choice(keys), rng.randbytes(rng.choice(MESSAGES)), rng.choice((4, 16, 20, 32))
        )
        for _ in range(count)
    ]


def tag_of(request: TagRequest, name: str = "sha256") -> bytes:
    return hmac.digest(request.key, request.message, name)[: request.tag_bytes]


def test_tags_with_pauses_on_both_streams(quarter: Core) -> None:
    asked = requests(300, 1)
    wanted = [tag_of(request) for request in asked]
    assert simulate_tags(quarter, asked) == wanted
    assert simulate_tags(quarter, asked, stalls=0.4, seed=2) == wanted


def test_verdicts(quarter: Core) -> None:
    """Every second tag has one bit wrong."""
    rng = random.Random(3)
    checks = []
    for number, request in enumerate(requests(120, 4)):
        tag = bytearray(tag_of(request))
        if number % 2:
            tag[rng.randrange(len(tag))] ^= 1 << rng.randrange(8)
        checks.append(TagCheck(request.key, request.message, bytes(tag)))
    verdicts = verify_tags(quarter, checks, stalls=0.2, seed=5)
    assert verdicts.accepted == tuple(number % 2 == 0 for number in range(120))


def test_nothing_of_a_key_is_left(quarter: Core) -> None:
    """Nor behind a reset; there are no more endings where there is no zeroize."""
    part = hygiene(quarter, lambda *_: None)
    assert (part.vectors, part.failures) == (4, ())


def test_a_tag_in_its_blocks(quarter: Core) -> None:
    """A message of one block and the outer block; one more where it fills its block."""
    executable = compile_driver(quarter, quarter.sources())
    mac, key = Command(Operation.MAC, 1, 16), Job(b"Jefe", command=Command(Operation.KEY, 1))
    for size, blocks in ((40, 2), (64, 3)):
        clocks = []
        for count in (12, 36):  # the difference is what a message takes among many
            contexts = [c for _ in range(count) for c in range(quarter.contexts)]
            jobs = [Job(bytes([n % 256]) * size, c, command=mac) for n, c in enumerate(contexts)]
            first = Job(jobs[0].message, 0, command=mac, start="answered")
            told = run(executable, [key, first, *jobs[1:]], Setting())
            wanted = [hmac.digest(b"Jefe", job.message, "sha256")[:16] for job in jobs]
            assert [answer.digest for answer in told.whole("pool")[1:]] == wanted
            clocks.append(told.clocks)
        took = (clocks[1] - clocks[0]) / (24 * quarter.contexts)
        assert took == pytest.approx(4 * blocks, rel=0.02)


def test_statuses(quarter: Core) -> None:
    """What is not possible is answered by its status, in the order of the context's packets."""
    mac, key, verify = Operation.MAC, Operation.KEY, Operation.VERIFY
    asked = [
        (Job(b"a", 3, command=Command(mac, 2, 16)), Status.NO_KEY),
        (Job(b"a", 3, command=Command(mac, 77, 16)), Status.NO_KEY),
        (Job(b"k", 3, command=Command(key, 6)), Status.NO_KEY),
        (Job(b"k", 3, command=Command(key, 2)), Status.OK),
        (Job(b"a", 3, command=Command(mac, 2, 3)), Status.TAG_BYTES),
        (Job(b"a", 3, command=Command(mac, 2, 33)), Status.TAG_BYTES),
        (Job(b"a" * 70, 3, command=Command(verify, 2, 16)), Status.NO_TAG),
        (Job(b"a" * 70, 3, command=Command(mac, 2, 16), broken=1), Status.MALFORMED),
        (Job(b"k" * 70, 3, command=Command(key, 2), broken=2), Status.MALFORMED),
        (Job(b"a", 3, command=Command(mac, 2, 16)), Status.NO_KEY),
        (Job(b"a" * 70, 3, command=Command(Operation.ERASE, 2)), Status.NOT_POSSIBLE),
        (Job(b"", 3, command=Command(Operation.ERASE_ALL)), Status.OK),
    ]
    jobs = [job for job, _ in asked]
    answers = run(compile_driver(quarter, quarter.sources()), jobs, Setting()).whole("pool")
    assert [answer.status for answer in answers] == [status for _, status in asked]
    assert all(answer.digest == b"" for answer in answers)


def test_a_length_that_cannot_be_counted_with_the_key() -> None:
    core = core_for("hmac-sha256", QUARTER, Interface(slots=1, length_bits=16))
    mac = Command(Operation.MAC, 0, 32)
    jobs = [
        Job(b"k", 0, command=Command(Operation.KEY)),
        Job(bytes(8127), 0, command=mac, start="answered"),
        *(Job(bytes(size), n, command=mac) for n, size in enumerate((8128, 8191, 8192))),
    ]
    answers = run(compile_driver(core, core.sources()), jobs, Setting()).whole("pool")
    statuses = [Status.OK, Status.OK, *[Status.MALFORMED] * 3]
    assert [answer.status for answer in answers] == statuses
    assert answers[1].digest == hmac.digest(b"k", bytes(8127), "sha256")


@pytest.mark.long
@pytest.mark.parametrize("name", ["sha224", "sha384", "sha512", "sha512_224"])
def test_other_hashes(name: str) -> None:
    rounds = 64 if name == "sha224" else 80
    architecture = Architecture(unroll=rounds, pool=200, chaining="bram", keys="bram")
    core = core_for(f"hmac-{name}", architecture, Interface(slots=3))
    whole = core.hash.digest_bytes
    asked = [
        TagRequest(each.key * 2, each.message, min(each.tag_bytes or 4, whole))
        for each in requests(200, 6)
    ]
    assert simulate_tags(core, asked, stalls=0.2) == [tag_of(each, name) for each in asked]
