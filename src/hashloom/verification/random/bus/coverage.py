"""What random accesses did to cores behind registers: bins as in coverage.py of streams."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from hashloom.request.bus import BUSES
from hashloom.verification.random.bus.nouns import WORD, Rig
from hashloom.verification.random.bus.traffic import PAUSES
from hashloom.verification.random.requests import Op, Shape
from hashloom.verification.random.streams.coverage import UNDEFINED
from hashloom.verification.random.streams.lengths import reaches_the_limit

PREFIX = "registers, "
PHASES = ("no packet", "open", "busy", "done", "zeroised")
_READ_ALONE = (
    *(
        "ID",
        "VERSION",
        "CAPABILITIES",
        "HASHES",
        "STATUS",
        "BLOCKS",
        "MESSAGES",
        "STALLS",
        "DIGEST",
    ),
)
_BOTH = ("ERROR", "INTR_STATUS", "INTR_ENABLE")
_WRITE_ALONE = ("INTR_TEST", "MESSAGE", "FINISH", "ZEROIZE")
# Results of each operation, besides 7.
_RESULTS = {
    "HASH": (0, 1, 6),
    "MAC": (0, 1, 3, 4, 6),
    "VERIFY": (0, 1, 2, 3, 4, 5, 6),
    "TAG": (0,),
    "KEY": (0, 1, 3, 6),
    "ERASE": (0, 3, 6),
    "ERASE_ALL": (0, 6),
    "SAVE": (0, 1),
    "RESTORE": (0,),
    UNDEFINED: (6,),
}
_KEYED = ("HMAC core", "ZEROIZE", "zeroize", "zeroised", "full")


@cache
def all_bins() -> dict[str, str]:
    """Every bin, with why no core can hit it, or nothing."""
    return {f"{PREFIX}{bin_}": "" for bin_ in _bins()}


def _bins() -> Iterator[str]:
    for result in (0, 1):
        yield f"answer: message core, HASH, result {result}"
    for op, results in _RESULTS.items():
        for result in (*results, 7):
            yield f"answer: HMAC core, {op}, result {result}"
    for name, phase in product((*_READ_ALONE, *_BOTH, "OPERATION"), PHASES):
        if name != "DIGEST" or phase not in ("no packet", "open", "zeroised"):
            yield f"done: read of {name}, {phase}"
    for name, phase in product((*_BOTH, "INTR_TEST", "ZEROIZE"), PHASES):
        yield f"done: write of {name}, {phase}"
    for phase in ("no packet", "done"):
        yield f"done: write of OPERATION, {phase}"
    for name in ("MESSAGE", "FINISH"):
        yield f"done: write of {name}, open"
    for name in _READ_ALONE:
        yield f"refused: write of {name}, access".lower()
    for name in _WRITE_ALONE:
        yield f"refused: read of {name}, access".lower()
    for name, whys in {
        "OPERATION": ("order", "bytes", "operation"),
        "MESSAGE": ("order", "bytes", "full"),
        "FINISH": ("order", "bytes"),
    }.items():
        for why in whys:
            yield f"refused: write of {name}, {why}".lower()
    yield "refused: read of digest, no_digest"
    for what in ("read", "write"):
        yield f"refused: {what} of no register, address"
    for last in range(WORD + 1):
        for count in range(min(1, last), last + 1):
            yield f"FINISH: {count} of {last}"
    for first in range(WORD):
        for end in range(first + 1, WORD + 1):
            yield f"byte enables: {(1 << end) - (1 << first):04b}"
    for how, phase in product(("reset", "ZEROIZE", "zeroize"), PHASES):
        yield f"disturbed: {how}, {phase}"
    for what in ("a write to MESSAGE", "another access"):
        yield f"waited: {what}"
    for what in ("done", "error"):
        yield f"irq: of {what}"
    for bus, pauses in product(BUSES, sorted(set(PAUSES))):
        yield f"pauses: {pauses} in 1000 clocks on {bus}"


def own_bins(rig: Rig) -> dict[str, str]:
    """Every bin, with why this core cannot hit it, or nothing."""
    return {bin_: why or _excuse(bin_, rig) for bin_, why in all_bins().items()}


def _excuse(bin_: str, rig: Rig) -> str:
    shape = rig.shape
    if "pauses: " in bin_ and not bin_.endswith(f" on {rig.bus}"):
        return "it is on another bus"
    if not shape.keyed and (any(word in bin_ for word in _KEYED) or "of zeroize" in bin_):
        return "it has no keys"
    if shape.keyed and ("message core" in bin_ or bin_.endswith("of operation, operation")):
        return "it has keys"
    names = (Op.SAVE.name, Op.RESTORE.name)
    if not shape.resume and any(f"core, {name}, " in bin_ for name in names):
        return "it has no --resume"
    if not shape.resume and bin_.endswith(("core, MAC, result 6", "core, VERIFY, result 6")):
        return "only a RESTORE makes it impossible"
    hashes = ("core, HASH, result 6", "core, KEY, result 6")
    if not shape.unnamed and bin_.endswith(hashes[0]):
        return "it names no hash that it has not"
    if not (shape.unnamed or shape.resume) and bin_.endswith(hashes[1]):
        return "nothing else is ever unfinished"
    if bin_.endswith(_too_long(shape)) and not reaches_the_limit(shape):
        return "what it counts is longer than what is sent"
    return ""


def _too_long(shape: Shape) -> tuple[str, ...]:
    """Answers to messages that are too long, where nothing else has their result."""
    plain = () if shape.resume else (Op.HASH.name,)
    return tuple(f"core, {name}, result 1" for name in (*plain, "MAC", "VERIFY", "KEY"))
