"""Suites of vectors through cores that take padded blocks whole."""

from __future__ import annotations

import hmac
import random
from collections.abc import Sequence

from hashloom.errors import RequestError
from hashloom.verification.checking.checks import SHOWN_FAILURES, Part, Progress, Report, Suite
from hashloom.verification.simulation.blocks import BlockCore, Sent, send
from hashloom.verification.vectors import cavp, rfc_tags
from hashloom.verification.vectors.reference import reference

_RANDOM = {"quick": 200, "full": 1000}
_LONG = {"quick": 4, "full": 64}
_LONGEST, _SHORT = 400, 56  # bytes of a random message are fewer
_LONGER = 0.2  # share of messages that may be of several blocks
_STALLS = 0.9  # share of clocks without a block on offer
_HELD = 0.97  # share of clocks in which no answer is taken: fewer than come
_KEYS = 40  # messages of a key in a row, at most


def verify_blocks(core: BlockCore, suite: Suite, progress: Progress) -> Report:
    """Vectors and random messages of one block and of several, with pauses and without.

    Raises RequestError when there is no such suite.
    """
    if suite not in _RANDOM:
        raise RequestError(f"There is no suite {suite!r}; there are 'quick' and 'full'.")
    keyed = bool(core.interface.kind.mark)
    of = [*(_tags(core, suite) if keyed else _digests(core, suite))]
    parts = []
    for name, pairs, (stalls, held) in of:
        progress(name, 0, len(pairs))
        seen = send(core, [sent for sent, _ in pairs], stalls=stalls, held=held)
        wrong = [
            f"{name} {index}: {answer.hex()} instead of {wanted.hex()}."
            for index, (answer, (_, wanted)) in enumerate(zip(seen.answers, pairs, strict=True))
            if answer[: len(wanted)] != wanted
        ]
        parts.append(Part(name, len(pairs), len(wrong), seen.clocks, tuple(wrong[:SHOWN_FAILURES])))
        progress(name, len(pairs), len(pairs))
    left = (f"long messages: {_LONG['full'] - _LONG['quick']}",) if suite == "quick" else ()
    return Report(core.name, suite, tuple(parts), () if keyed else left)


_Pairs = list[tuple[Sent, bytes]]
_Run = tuple[str, _Pairs, tuple[float, float]]
_PAUSES = {"": (0.0, 0.0), ", pauses": (_STALLS, 0.5), ", answers wait": (0.0, _HELD)}


def _random(pairs: _Pairs) -> list[_Run]:
    """The same random messages without pauses, and with those of either stream."""
    return [(f"random messages{how}", pairs, shares) for how, shares in _PAUSES.items()]


def _length(source: random.Random) -> int:
    """Bytes of a random message; most are of one block."""
    return source.randrange(_LONGEST if source.random() < _LONGER else _SHORT)


def _digests(core: BlockCore, suite: str) -> list[_Run]:
    """NIST's vectors, and random messages against hashlib."""
    name, digest = core.hash.name, reference(core.hash.name)
    vectors: dict[str, Sequence[cavp.Vector]] = {
        "CAVP short": cavp.vectors(name, "short"),
        "CAVP long": cavp.vectors(name, "long")[: _LONG[suite]],
    }
    found: list[_Run] = [
        (part, [(Sent(each.message), each.digest) for each in of], _PAUSES[""])
        for part, of in vectors.items()
    ]
    source = random.Random(1)
    messages = [source.randbytes(_length(source)) for _ in range(_RANDOM[suite])]
    pairs: _Pairs = [(Sent(message), digest(message)) for message in messages]
    return [*found, *_random(pairs)]


def _tags(core: BlockCore, suite: str) -> list[_Run]:
    """The RFC's vectors, and random keys and messages against the hmac module."""
    name = core.hash.name.replace("sha512_", "sha512-")
    vectors = [(Sent(v.message, v.key), v.tag) for v in rfc_tags.vectors(core.hash.name)]
    source = random.Random(2)
    pairs: _Pairs = []
    while len(pairs) < _RANDOM[suite]:
        key = source.randbytes(source.randrange(core.hash.block_bits // 4))
        for _ in range(source.randint(1, _KEYS)):
            message = source.randbytes(_length(source))
            pairs.append((Sent(message, key), hmac.digest(key, message, name)))
    found: list[_Run] = [("RFC vectors", vectors, _PAUSES[""])] if vectors else []
    return [*found, *_random(pairs)]
