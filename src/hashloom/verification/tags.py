"""HMAC tags made and verified by a core's RTL in simulation, keys in slots, messages in turn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hashloom.errors import CheckError, RequestError
from hashloom.request.level import level_named
from hashloom.verification.simulation.driver import (
    Answer,
    Job,
    Run,
    Setting,
    Start,
    compile_driver,
    run,
)
from hashloom.verification.simulation.packets import MINIMUM_TAG_BYTES, Command, Operation, Status
from hashloom.verification.simulation.subject import (
    HmacCore,
    beat_bytes,
    block_bytes,
    check_length,
    hashes_of,
    number_of,
)
from hashloom.verification.simulator import check_stalls


@dataclass(frozen=True)
class TagRequest:
    """A key, a message, and how many bytes of the tag are wanted: None is all of them.

    `hash` names the key's hash, of a core of several; None is the first.
    """

    key: bytes
    message: bytes
    tag_bytes: int | None = None
    hash: str | None = None


@dataclass(frozen=True)
class TagCheck:
    """A key, a message, and the tag that came with it, of as many bytes as are to be compared.

    `hash` names the key's hash, of a core of several; None is the first.
    """

    key: bytes
    message: bytes
    tag: bytes
    hash: str | None = None

    @property
    def tag_bytes(self) -> int:
        """Bytes that are compared."""
        return len(self.tag)


@dataclass(frozen=True)
class Verdicts:
    """What the core says of each tag, whether it accepts it, and the clocks that all took together.

    The clocks are those from the reset to the last answer, with the keys that were loaded.
    """

    accepted: tuple[bool, ...]
    clocks: int


# After what another context may send: a beat, as many beats as make a block, or a whole packet
Turn = Literal["beat", "block", "packet"]


@dataclass(frozen=True)
class Plan:
    """Jobs for a core, and for each request the index of the job that answers it."""

    jobs: tuple[Job, ...]
    answers: tuple[int, ...]


def simulate_tags(
    core: HmacCore,
    requests: Sequence[TagRequest],
    *,
    stalls: float = 0.0,
    seed: int = 0,
    parallel: bool = True,
) -> list[bytes]:
    """Return the tags of `requests`, computed by the RTL of an HMAC core.

    Settings are those of `hashloom.verification.simulator.simulate`. Raises RequestError for a core
    without keys, a hash it does not compute, a tag length that is not accepted and a message or key
    that is too long, CheckError when the core breaks its protocol, stops, or answers with an error.
    """
    check_keyed(core)
    check_stalls(stalls)
    for request in requests:
        check_tag(core, request)
    plan = plan_tags(core, requests)
    setting = Setting(parallel=parallel, stalls=stalls, seed=seed)
    outcome = run(compile_driver(core, core.sources()), plan.jobs, setting)
    answers = succeeded(core, outcome)
    return [answers[index].digest for index in plan.answers]


def verify_tags(
    core: HmacCore,
    checks: Sequence[TagCheck],
    *,
    stalls: float = 0.0,
    seed: int = 0,
    parallel: bool = True,
    turn: Turn = "beat",
) -> Verdicts:
    """Let the RTL of an HMAC core verify tags, each key in a slot; no tag leaves the core.

    Messages go to the contexts in turn, each behind the tag that it is expected to have. `turn`
    says when the stream changes from one context to the next. Other settings and what is raised are
    those of `simulate_tags`.
    """
    check_keyed(core)
    check_stalls(stalls)
    for check in checks:
        check_tag(core, check)
    plan = plan_tags(core, checks)
    setting = Setting(
        parallel=parallel,
        ordered=turn == "packet",
        turn=max(1, block_bytes(core) // beat_bytes(core)) if turn == "block" else 1,
        stalls=stalls,
        seed=seed,
    )
    outcome = run(compile_driver(core, core.sources()), plan.jobs, setting)
    answers = succeeded(core, outcome, (Status.OK, Status.REJECTED))
    accepted = tuple(answers[index].status == Status.OK for index in plan.answers)
    return Verdicts(accepted, outcome.clocks)


def succeeded(
    core: HmacCore, outcome: Run, good: Sequence[Status] = (Status.OK,)
) -> tuple[Answer, ...]:
    """Return all answers; raise CheckError when one is missing or its status is not `good`."""
    answers = outcome.whole(core.name)
    bad = next((answer for answer in answers if answer.status not in good), None)
    if bad is not None:
        raise CheckError(f"{core.name} answers a request it can meet with status {bad.status}.")
    return answers


def plan_tags(core: HmacCore, requests: Sequence[TagRequest | TagCheck]) -> Plan:
    """Plan the packets of `requests`: each key in a slot when a message needs it.

    Messages go to the contexts in turn, or to the one whose slot has the key where slots are
    private. A key that is in no slot takes the place of the one not
    used for longest; it is sent when all messages before it have been sent, and before all behind
    it, so that which key a message finds in its slot does not depend on the order of the contexts.
    One key for two hashes is two keys.
    """
    slots: OrderedDict[tuple[bytes, int], int] = OrderedDict()  # the key not used for longest first
    jobs: list[Job] = []
    answers = []
    for index, request in enumerate(requests):
        number = _number(core, request)
        key = request.key, number
        loaded = key not in slots
        if loaded:
            slot = len(slots)
            if slot == core.interface.slots:
                _, slot = slots.popitem(last=False)
            slots[key] = slot
        slots.move_to_end(key)
        slot = slots[key]
        context = (slot if core.interface.private_slots else index) % core.contexts
        if loaded:
            command = Command(Operation.KEY, slot, hash=number)
            jobs.append(Job(request.key, context, command=command, start="sent"))
        tag_bytes = request.tag_bytes or hashes_of(core)[number].digest_bytes
        operation = Operation.MAC
        if isinstance(request, TagCheck):
            operation = Operation.VERIFY
            jobs.append(Job(request.tag, context, command=Command(Operation.TAG)))
        command = Command(operation, slot, tag_bytes)
        answers.append(len(jobs))
        start: Start = "sent" if loaded else "free"
        jobs.append(Job(request.message, context, command=command, start=start))
    return Plan(tuple(jobs), tuple(answers))


def _number(core: HmacCore, request: TagRequest | TagCheck) -> int:
    return number_of(core, request.hash or core.hash.name)


def check_keyed(core: HmacCore) -> None:
    """Raise RequestError when `core` has no keys."""
    if not level_named(core.level).keyed:
        raise RequestError(
            f"{core.name} has level {core.level!r} and knows no keys; tags are made by cores of "
            f"level 'hmac', such as hmac-{core.hash.name}."
        )


def check_tag(core: HmacCore, request: TagRequest | TagCheck) -> None:
    """Raise RequestError for a hash, tag length, message or key that `core` cannot handle.

    The block that HMAC puts before a message counts in its length.
    """
    check_tag_bytes(core, request.tag_bytes, _number(core, request))
    check_length(core, 8 * max(block_bytes(core) + len(request.message), len(request.key)))


def check_tag_bytes(core: HmacCore, tag_bytes: int | None, number: int = 0) -> None:
    """Raise RequestError for a tag length that is not accepted; None is the whole tag.

    It is of a key of the hash of that number.
    """
    hash_ = hashes_of(core)[number]
    longest = hash_.digest_bytes
    if tag_bytes is not None and not MINIMUM_TAG_BYTES <= tag_bytes <= longest:
        raise RequestError(
            f"A tag of {tag_bytes} bytes cannot be had from HMAC over {hash_.name}; accepted is "
            f"{MINIMUM_TAG_BYTES} to {longest}."
        )
