"""Whole suites of vectors through the RTL of a core, and the report of how they went."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import cast

from hashloom.errors import RequestError
from hashloom.request.level import level_named
from hashloom.verification.checking import hmac_suites
from hashloom.verification.checking.block_suites import verify_blocks
from hashloom.verification.checking.checks import (
    Part,
    Progress,
    Report,
    Selection,
    Suite,
    called,
    cavp_selection,
    checked_driver,
    message_checks,
    run_part,
)
from hashloom.verification.simulation.blocks import BlockCore
from hashloom.verification.simulation.driver import Setting
from hashloom.verification.simulation.subject import (
    HmacCore,
    MessageCore,
    block_bytes,
    hashes_of,
    message_core,
)
from hashloom.verification.vectors import cavp
from hashloom.verification.vectors.cavp import Vector
from hashloom.verification.vectors.reference import reference, without_hashlib

__all__ = ["Part", "Progress", "Report", "Suite", "verify"]

_STALLS = 0.3
_SEED = 1
_QUICK_LONG, _QUICK_MONTE, _QUICK_RANDOM = 4, 3, 200
_FULL_RANDOM = 1000
_LONGEST_RANDOM = 10  # blocks


def verify(
    core: MessageCore,
    suite: Suite,
    progress: Progress = lambda part, done, total: None,
    watched: Mapping[str, str] | None = None,
) -> Report:
    """Run a suite through the RTL of `core`, an engine's through the message core around it.

    "full" is every CAVP vector of the core's hash (short, long, 100 Monte Carlo COUNTs), and
    random messages against hashlib with random stalls, every length up to three blocks among them.
    "quick" is every short vector and some of the others; its report says what it left out. For a
    hash without CAVP vectors, both are messages of every length and random ones. Wrong
    digests are counted in the report, never raised. `watched` are the sources with the properties
    of their modules, where those are to be checked. An HMAC core has suites of its own, see
    hashloom.verification.checking.hmac_suites.
    """
    if level_named(core.level).whole:
        return verify_blocks(cast(BlockCore, core), suite, progress)
    if level_named(core.level).keyed:
        return hmac_suites.verify(cast(HmacCore, core), suite, progress, watched)
    chosen = selections(core, suite)
    target = message_core(core)
    executable = checked_driver(target, watched)
    parts = tuple(run_part(executable, each, progress) for each in chosen)
    left_out = tuple(each.left_out for each in chosen if each.left_out)
    return Report(
        core.name, suite, parts, left_out + without_hashlib(each.name for each in hashes_of(core))
    )


def selections(core: MessageCore, suite: Suite) -> list[Selection]:
    """The vectors of a suite, of every hash of the core and of all of them in turn.

    Raises RequestError when there is no such suite.
    """
    hashes = hashes_of(core)
    if len(hashes) == 1:
        return _of_hash(core, suite, 0)
    own = [
        called(f"{hash_.name}, ", selection)
        for number, hash_ in enumerate(hashes)
        for selection in _of_hash(core, suite, number)
    ]
    return [*own, mixed_messages(core, _FULL_RANDOM if suite == "full" else _QUICK_RANDOM)]


def _of_hash(core: MessageCore, suite: Suite, number: int) -> list[Selection]:
    """The vectors of a suite of the hash of that number."""
    without_vectors = hashes_of(core)[number].name not in cavp.HASHES
    if suite == "quick" and without_vectors:
        lengths = _every_length(core, Setting())
        return [lengths, random_messages(core, _QUICK_RANDOM, _FULL_RANDOM, "")]
    if suite == "full" and without_vectors:
        return [
            _every_length(core, Setting()),
            _every_length(core, Setting(stalls=_STALLS, seed=_SEED)),
            random_messages(core, _FULL_RANDOM, _FULL_RANDOM),
        ]
    if suite == "full":
        return [
            cavp_selection(core, "short", number=number),
            cavp_selection(core, "long", number=number),
            cavp_selection(core, "monte", number=number),
            _every_length(core, Setting(), number),
            _every_length(core, Setting(stalls=_STALLS, seed=_SEED), number),
            random_messages(core, _FULL_RANDOM, _FULL_RANDOM, number=number),
        ]
    if suite == "quick":
        return [
            cavp_selection(core, "short", number=number),
            cavp_selection(core, "long", _QUICK_LONG, number=number),
            cavp_selection(core, "monte", _QUICK_MONTE, number=number),
            random_messages(core, _QUICK_RANDOM, _FULL_RANDOM, number=number),
        ]
    raise RequestError(f"There is no suite {suite!r}; there are 'quick' and 'full'.")


def _every_length(core: MessageCore, setting: Setting, number: int = 0) -> Selection:
    lengths = range(3 * block_bytes(core) + 1)
    manner = "with random stalls" if setting.stalls else "without stalls"
    vectors = _against_hashlib(core, lengths, 2, number)
    return Selection(
        f"every length, {manner}", message_checks(core, vectors, number=number), setting
    )


def random_messages(
    core: MessageCore,
    count: int,
    full: int,
    others: str = ", and those of every length up to",
    number: int = 0,
) -> Selection:
    """Random messages of random lengths with random stalls, `count` of the `full` there are.

    `others`: what else is said to be left out, up to three blocks; empty for nothing.
    """
    lengths = _random_lengths(core, count)
    left_out = ""
    if count < full:
        most = f"{others} {3 * block_bytes(core)} bytes" if others else ""
        left_out = f"random messages: {full - count} of {full}{most}"
    setting = Setting(stalls=_STALLS, seed=_SEED + 1)
    return Selection(
        "random messages",
        message_checks(core, _against_hashlib(core, lengths, 3, number), number=number),
        setting,
        left_out,
    )


def mixed_messages(core: MessageCore, count: int) -> Selection:
    """Random messages of random lengths, each of a random hash, with random stalls."""
    several = range(len(hashes_of(core)))
    lengths = _random_lengths(core, count)
    of_hash = [
        message_checks(core, _against_hashlib(core, lengths, 4, number), number=number)
        for number in several
    ]
    numbers = random.Random(_SEED).choices(several, k=count)
    checks = tuple(of_hash[number][index] for index, number in enumerate(numbers))
    setting = Setting(stalls=_STALLS, seed=_SEED + 2)
    return Selection("random messages of all hashes", checks, setting)


def _random_lengths(core: MessageCore, count: int) -> list[int]:
    return random.Random(_SEED).choices(range(_LONGEST_RANDOM * block_bytes(core)), k=count)


def _against_hashlib(
    core: MessageCore, lengths: Sequence[int], seed: int, number: int
) -> tuple[Vector, ...]:
    """Random messages of these lengths in bytes, with hashlib's digests."""
    digest = reference(hashes_of(core)[number].name)
    source = random.Random(seed)
    messages = [source.randbytes(length) for length in lengths]
    return tuple(
        Vector(f"random message {index} of {len(message)} bytes", message, digest(message))
        for index, message in enumerate(messages)
    )
