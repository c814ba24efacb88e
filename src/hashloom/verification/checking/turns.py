"""Whether a context is served while others keep the core busy.

A message that has come whole must be answered soon, however much others send: contexts are served
in turn. What sends to the core does not see to that: a context that has sent all it has to send
keeps nobody waiting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from hashloom.verification.checking.checks import Check, Part, Progress, Selection, joined, part_of
from hashloom.verification.checking.hmac_oracle import Oracle, Where, load
from hashloom.verification.checking.of_hash import as_named
from hashloom.verification.simulation.driver import Answer, Setting, run
from hashloom.verification.simulation.subject import HmacCore, beat_bytes, block_bytes

NAME = "no context is left out"
_MESSAGES = 6  # of each context that keeps on sending
_BLOCKS = 7  # of each of them, and a part of one
_BYTES = 20  # in that, and of the message that waits
_MOST = 1  # answers of each other context that may begin before that one's
_GROUPS = 8  # at most
_KEY = b"key of all contexts"


def turns(executable: Path, core: HmacCore, progress: Progress, before: str = "") -> Part:
    """Let one context send a short message and others long ones: none may be answered twice first.

    Those that keep on sending are all others, or all that are not in its group, whatever size
    groups have; they send a block at a time, so that many wait for the engine. `before` is what the
    part's name begins with.
    """
    name, tried = f"{before}{NAME}", list(_tried(core.contexts))
    setting = Setting(turn=max(1, block_bytes(core) // beat_bytes(core)))
    parts = []
    for done, (waiting, silent) in enumerate(tried):
        progress(name, done, len(tried))
        busy = [each for each in range(core.contexts) if each not in silent]
        selection = Selection(name, as_named(core, _packets(core, waiting, busy)), setting)
        outcome = run(executable, [check.job for check in selection.checks], setting)
        part = part_of(selection, outcome)
        contexts = [check.job.context for check in selection.checks]
        if not part.failed and overtaken(outcome.answers, contexts, waiting) > _MOST:
            sentence = f"{name}: context {waiting} waits while others are answered."
            part = replace(part, failed=1, failures=(sentence,))
        parts.append(part)
    progress(name, len(tried), len(tried))
    return joined(name, parts)


def overtaken(answers: Sequence[Answer | None], contexts: Sequence[int], waiting: int) -> int:
    """How many answers another context begins to give, at most, while the one message waits.

    `answers` and `contexts` are of all packets; the first one is the key. Of the context `waiting`
    there is one message.
    """
    packets = [(c, a) for c, a in zip(contexts[1:], answers[1:], strict=True) if a is not None]
    (own,) = [answer for context, answer in packets if context == waiting]
    others = Counter(
        context
        for context, answer in packets
        if context != waiting and own.last_in < answer.first_out < own.first_out
    )
    return max(others.values(), default=0)


def _tried(contexts: int) -> Iterator[tuple[int, range]]:
    """A context that waits, and those that do not keep on sending: it alone, and its group, of
    every size that makes a few groups."""
    sizes = (contexts // groups for groups in range(2, _GROUPS + 1) if contexts % groups == 0)
    for size in sorted({1, *sizes}):
        for waiting in (0, contexts - 1):
            first = waiting - waiting % size
            yield waiting, range(first, first + size)


def _packets(core: HmacCore, waiting: int, busy: Sequence[int]) -> list[Check]:
    """A key, the message of the context that waits, and those of the others in turn.

    Messages have no key where a slot serves only the one that loaded it.
    """
    oracle, whole = Oracle(core), core.hash.digest_bytes
    checks = [load(_KEY)]
    for number in range(_MESSAGES):
        for context in busy if number else [*busy[:1], waiting, *busy[1:]]:
            where = Where(context, 0, "free" if len(checks) > 1 else "answered")
            blocks = 0 if context == waiting else _BLOCKS
            message = bytes([number]) * (blocks * block_bytes(core) + _BYTES)
            if core.interface.private_slots:
                hashed = oracle.hash(message, context)
                checks.append(replace(hashed, job=replace(hashed.job, start=where.start)))
            else:
                checks.append(oracle.mac(_KEY, message, whole, where))
    return checks
