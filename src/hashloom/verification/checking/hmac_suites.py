"""The suites of HMAC cores: keys, tags, verification, errors, and states saved and restored."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from hashloom.errors import RequestError
from hashloom.verification.checking import hmac_cases as cases
from hashloom.verification.checking.checks import (
    Check,
    Part,
    Progress,
    Report,
    Selection,
    Suite,
    called,
    cavp_selection,
    checked_driver,
    joined,
    part_of,
    run_part,
)
from hashloom.verification.checking.hmac_oracle import Oracle, Where, flipped, load
from hashloom.verification.checking.hygiene import hygiene
from hashloom.verification.checking.of_hash import as_named, as_sent, each_hash
from hashloom.verification.checking.turns import NAME as TURNS
from hashloom.verification.checking.turns import turns
from hashloom.verification.simulation.driver import Answer, Job, Setting, run
from hashloom.verification.simulation.packets import Command, Operation, Status
from hashloom.verification.simulation.subject import (
    HmacCore,
    block_bytes,
    hashes_of,
    number_of,
    registered,
)
from hashloom.verification.tags import check_keyed
from hashloom.verification.vectors import cavp, rfc_tags
from hashloom.verification.vectors.reference import without_hashlib

_SEED = 1
_STALLED = Setting(stalls=0.3, seed=_SEED)
_ORDERED = Setting(ordered=True)
_ORDERED_STALLED = replace(_STALLED, ordered=True)
_FULL_PAIRS, _QUICK_PAIRS = 10_000, 1000
_FULL_ROUNDS, _QUICK_ROUNDS = 100, 24
_HASH = Command(Operation.HASH, 255, 127)  # slot and tag length are noise
_SAVED_BLOCKS = 5
_TIMING = "verification takes as long whatever differs"
_SAVING = "states saved and restored"


def verify(
    core: HmacCore,
    suite: Suite,
    progress: Progress,
    watched: Mapping[str, str] | None = None,
) -> Report:
    """Run a suite through the RTL of an HMAC core.

    "full" is every case of the RFC (2202, 2286 or 4231), keys and messages of every edge length,
    10 000 random pairs of them with random stalls, tags of every length, tags with each bit wrong,
    every error, keys loaded and erased behind messages that use them, plain hashing, whether a
    context is answered while others keep on sending, states saved and restored (of a core that does
    that), and whether anything of a key is left when it has been erased.
    "quick" has fewer of them; a report says what was left out. A core of several hashes has all of
    it for each, and random pairs of all of them. `watched` are the sources with the properties of
    their modules, where those are to be checked. Wrong answers are counted, never raised.
    """
    check_keyed(core)
    chosen = selections(core, suite)
    executable = checked_driver(core, watched)
    parts = [run_part(executable, each, progress) for each in chosen]
    parts += [
        verification_timing(executable, each, progress, before) for each, before in _as_each(core)
    ]
    left_out = [each.left_out for each in chosen if each.left_out]
    if core.contexts > 1 and registered(core):
        left_out.append(f"{TURNS}: a ring says which context has a packet, and not who fills it")
    elif core.contexts > 1:
        parts += [turns(executable, each, progress, before) for each, before in _as_each(core)]
    if core.interface.resume:
        parts += [saving(executable, each, progress, before) for each, before in _as_each(core)]
    else:
        left_out.append(f"{_SAVING}: the core is made without --resume")
    if registered(core):
        left_out.append("what is left of keys: registers tell no state of the core")
        left_out.append("gaps in the bytes of packets: registers and memory have none")
    else:
        parts += [hygiene(each, progress, before) for each, before in _as_each(core)]
    for each, before in _as_each(core) if suite == "quick" else ():
        left_out += [f"{before}{text}" for text in _quickly_left_out(each)]
    left_out += without_hashlib(each.name for each in hashes_of(core))
    return Report(core.name, suite, tuple(parts), tuple(left_out))


def _as_each(core: HmacCore) -> list[tuple[HmacCore, str]]:
    """A core as one of each of its hashes, and what the names of their parts begin with."""
    each = each_hash(core)
    return [(one, f"{one.hash.name}, " if len(each) > 1 else "") for one in each]


def selections(core: HmacCore, suite: Suite) -> list[Selection]:
    """The packets of a suite. Raises RequestError when there is no such suite."""
    found = []
    for one, before in _as_each(core):
        for each in _selections(one, suite):
            checks = as_sent(one, each.checks)
            if registered(core):
                checks = tuple(check for check in checks if not check.job.broken)
            found.append(called(before, replace(each, checks=checks)))
    return [*found, *_mixed(core, _FULL_PAIRS if suite == "full" else _QUICK_PAIRS)]


def _mixed(core: HmacCore, count: int) -> list[Selection]:
    """Random keys and messages of all hashes of a core, where it has several."""
    if len(hashes_of(core)) == 1:
        return []
    checks = cases.mixed_pairs(core, count // 2, 4)
    return [Selection("random keys and messages of all hashes", checks, _STALLED)]


def _selections(core: HmacCore, suite: Suite) -> list[Selection]:
    if suite not in ("quick", "full"):
        raise RequestError(f"There is no suite {suite!r}; there are 'quick' and 'full'.")
    full = suite == "full"
    rounds = _FULL_ROUNDS if full else _QUICK_ROUNDS
    found = [
        Selection(rfc_tags.SOURCES.get(core.hash.name, ""), cases.rfc_vectors(core)),
        Selection("edge lengths", cases.edges(core), Setting() if full else _STALLED),
        *([Selection("edge lengths, with random stalls", cases.edges(core), _STALLED)] * full),
        *_random_pairs(core, _FULL_PAIRS if full else _QUICK_PAIRS),
        Selection("tags of every length", cases.truncations(core), _STALLED),
        _verifications(core, full),
        Selection("errors", cases.errors(core), _STALLED),
        Selection("keys changed behind messages", cases.reloads(core, rounds, True), _STALLED),
        Selection("keys changed, in order", cases.reloads(core, rounds, False), _ORDERED),
        Selection("keys changed in between", cases.races(core, rounds), _STALLED),
        Selection("keys erased", cases.erasures(core), _ORDERED),
        Selection("keys erased, with random stalls", cases.erasures(core), _ORDERED_STALLED),
        *_plain_hashing(core, full),
    ]
    return [selection for selection in found if selection.checks]


def _plain_hashing(core: HmacCore, full: bool) -> list[Selection]:
    """CAVP vectors, or messages of edge lengths for a hash that has none."""
    if core.hash.name not in cavp.HASHES:
        return [Selection("messages without a key", cases.digests(core), _STALLED)]
    number = number_of(core, core.hash.name)
    short, long = (
        cavp_selection(core, kind, command=_HASH, number=number) for kind in ("short", "long")
    )
    return [replace(short, setting=_STALLED), *([long] * full)]


def _quickly_left_out(core: HmacCore) -> tuple[str, ...]:
    """What the quick suite leaves out besides what its selections say themselves."""
    return (
        "edge lengths without stalls: all vectors",
        f"changes of keys: {_FULL_ROUNDS - _QUICK_ROUNDS} of {_FULL_ROUNDS}",
        *(("CAVP long: all vectors",) if core.hash.name in cavp.HASHES else ()),
    )


def _random_pairs(core: HmacCore, count: int) -> list[Selection]:
    """Random keys and messages, half of them beat by beat and half packet by packet."""
    left_out = ""
    if count < _FULL_PAIRS:
        left_out = f"random keys and messages: {_FULL_PAIRS - count} of {_FULL_PAIRS}"
    name = "random keys and messages"
    half = count // 2
    return [
        Selection(name, cases.random_pairs(core, half, 2), _STALLED, left_out),
        Selection(f"{name}, in order", cases.random_pairs(core, half, 3), _ORDERED_STALLED),
    ]


def _verifications(core: HmacCore, full: bool) -> Selection:
    """Every bit of the tag wrong, or one bit of each byte."""
    bits = range(8 * core.hash.digest_bytes)
    if full:
        return Selection("wrong tags", cases.verifications(core, bits), _STALLED)
    some = [8 * byte + byte % 8 for byte in range(core.hash.digest_bytes)]
    left_out = f"wrong tags: {len(bits) - len(some)} of {len(bits)} bits"
    return Selection("wrong tags", cases.verifications(core, some), _STALLED, left_out)


def verification_timing(
    executable: Path, core: HmacCore, progress: Progress, before: str = ""
) -> Part:
    """Verify the same messages with right tags and with tags wrong in each byte.

    `before` is what the part's name begins with.

    Every run differs from the first in expected tags alone, so every beat of every run must come
    in the same clock.
    """
    name = f"{before}{_TIMING}"
    wrong = [None, *range(core.hash.digest_bytes), -1]
    parts: list[Part] = []
    first: list[tuple[int, int]] = []
    for done, byte in enumerate(wrong):
        progress(name, done, len(wrong))
        selection = Selection(name, as_sent(core, _timed(core, byte)))
        outcome = run(executable, [check.job for check in selection.checks], selection.setting)
        part = part_of(selection, outcome)
        clocks = [(a.first_out, a.last_out) for a in outcome.answers if a is not None]
        first = first or clocks
        if clocks != first and not part.failed:
            sentence = f"{name}: the clocks differ when {_where_wrong(byte)}."
            part = replace(part, failed=1, failures=(sentence,))
        parts.append(part)
    progress(name, len(wrong), len(wrong))
    return joined(name, parts)


def _timed(core: HmacCore, byte: int | None) -> tuple[Check, ...]:
    """Verifications on every context, the tags wrong in one byte; -1 is in every bit."""
    oracle, source = Oracle(core), random.Random(18)
    key = b"key of the timed messages"
    checks = [load(key)]
    whole = core.hash.digest_bytes
    for number in range(2 * core.contexts):
        message = source.randbytes(source.randrange(2 * block_bytes(core)))
        where = Where(number % core.contexts, start="free" if number else "answered")
        right = oracle.tag(key, message)
        expected = right
        if byte is not None:
            every = bytes(b ^ 255 for b in right)
            expected = every if byte < 0 else flipped(right, 8 * byte + number % 8)
        tag = Job(expected, where.context, command=Command(Operation.TAG), start=where.start)
        job = Job(message, where.context, command=Command(Operation.VERIFY, 0, whole))
        status = Status.OK if byte is None else Status.REJECTED
        checks.append(Check("expected tag", tag, setup=True))
        checks.append(
            Check(
                f"verification of message {number}, {_where_wrong(byte)}", job, statuses=(status,)
            )
        )
    return tuple(checks)


def _where_wrong(byte: int | None) -> str:
    if byte is None:
        return "the tag is right"
    return f"byte {byte} is wrong" if byte >= 0 else "every bit is wrong"


def saving(executable: Path, core: HmacCore, progress: Progress, before: str = "") -> Part:
    """Save a hash at every block boundary and go on from there, in another run after a reset.

    The length that was saved must be the one that was sent, hashing on must give the digest of the
    whole message, and saving on the state that saving all at once gave. `before` is what the part's
    name begins with.
    """
    name = f"{before}{_SAVING}"
    message = random.Random(19).randbytes(_SAVED_BLOCKS * block_bytes(core) + 21)
    progress(name, 0, 2)
    saves = as_named(core, _saves(core, message))
    outcome = run(executable, [check.job for check in saves], _STALLED)
    saved = {}
    wrong = []
    for blocks, answer in zip(range(1, _SAVED_BLOCKS + 1), outcome.answers, strict=True):
        complaint = _wrong_state(core, blocks, answer)
        if complaint or answer is None:
            wrong.append(f"{name}: {complaint or 'no state came'}.")
        else:
            saved[blocks] = answer.digest
    failures = [*([f"{name}: {outcome.failure}."] if outcome.failure else []), *wrong]
    first = Part(name, _SAVED_BLOCKS, len(failures), outcome.clocks, tuple(failures))
    progress(name, 1, 2)
    selection = Selection(name, as_named(core, _resumed(core, message, saved)), _STALLED)
    second = run_part(executable, selection, lambda part, done, total: None)
    progress(name, 2, 2)
    return joined(name, [first, second])


def _saves(core: HmacCore, message: bytes) -> list[Check]:
    return [
        Check(
            f"save after {blocks} blocks",
            Job(
                message[: blocks * block_bytes(core)],
                blocks % core.contexts,
                command=Command(Operation.SAVE),
            ),
        )
        for blocks in range(1, _SAVED_BLOCKS + 1)
    ]


def _wrong_state(core: HmacCore, blocks: int, answer: Answer | None) -> str:
    """What is wrong with a saved state: eight words that nobody else knows, and the length."""
    if answer is None:
        return "no state came"
    word = core.hash.block_bits // 128
    if answer.status != Status.OK or len(answer.digest) != 10 * word:
        return f"status {answer.status} and {len(answer.digest)} bytes after {blocks} blocks"
    bits = int.from_bytes(answer.digest[8 * word :], "big")
    if bits != blocks * core.hash.block_bits:
        return f"a length of {bits} bits after {blocks} blocks"
    return ""


def _resumed(core: HmacCore, message: bytes, saved: dict[int, bytes]) -> tuple[Check, ...]:
    """Go on from every state to the digest and to every later state, and from none unasked."""
    oracle, block = Oracle(core), block_bytes(core)
    digest = oracle.hash(message).digests
    checks: list[Check] = []
    for number, (blocks, state) in enumerate(saved.items()):
        context = number % core.contexts
        restore = Check(
            "state", Job(state, context, command=Command(Operation.RESTORE)), setup=True
        )
        rest = message[blocks * block :]
        hashed = Check(f"digest from block {blocks} on", Job(rest, context), digest)
        checks += [restore, hashed, oracle.hash(rest, context)]
        for later in (b for b in saved if b > blocks):
            part = message[blocks * block : later * block]
            job = Job(part, context, command=Command(Operation.SAVE))
            name = f"state after block {later} from block {blocks} on"
            checks += [restore, Check(name, job, (saved[later],)), oracle.hash(rest, context)]
    return tuple(checks)
