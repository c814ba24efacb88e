"""What random rings did: bins as in coverage.py of streams."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from hashloom.verification.random.requests import Shape
from hashloom.verification.random.ring.traffic import ENDS, LANES, MEMORIES, SIZES
from hashloom.verification.random.streams.coverage import UNDEFINED

PREFIX = "rings, "
_STATUSES = {
    "HASH": (0, 1, 7),
    "MAC": (0, 1, 3, 4, 7),
    "VERIFY": (0, 1, 2, 3, 4, 5, 7),
    "TAG": (0,),
    "KEY": (0, 1, 3, 7),
    "ERASE": (0, 3, 6, 7),
    "ERASE_ALL": (0, 6, 7),
    UNDEFINED: (6, 7),
}


@cache
def all_bins() -> dict[str, str]:
    """Every bin, with why no core can hit it, or nothing."""
    return {f"{PREFIX}{bin_}": "" for bin_ in _bins()}


def _bins() -> Iterator[str]:
    for status in (0, 1):
        yield f"status: message core, HASH, {status}"
    for op, statuses in _STATUSES.items():
        for status in statuses:
            yield f"status: HMAC core, {op}, {status}"
    for kind, where in product(
        ("fault", "nowhere", "result", "command", "beyond"), ("only", "first", "later")
    ):
        yield f"wrong: {kind}, {where} descriptor"
    for count in range(1, 5):
        yield f"packet: of {count} descriptors"
    for size in SIZES:
        yield f"ring: of 2^{size} descriptors"
    for lane in range(LANES):
        yield f"data: from lane {lane}"
    for memory in MEMORIES:
        yield f"memory: words behind {memory[0]} to {memory[1]} clocks"
    for end, many in product((*ENDS, "zeroize"), ("some", "none")):
        yield f"end: {end}, {many} under way"
    for kind in ("RING", "TAIL too far", "TAIL back", "HEAD", "STATUS", "read-only"):
        yield f"amid: {kind}"


def own_bins(shape: Shape) -> dict[str, str]:
    """Every bin, with why this core cannot hit it, or nothing."""
    return {bin_: why or _excuse(bin_, shape) for bin_, why in all_bins().items()}


def _excuse(bin_: str, shape: Shape) -> str:
    if not shape.keyed and ("HMAC core" in bin_ or "zeroize" in bin_):
        return "it has no keys"
    if shape.keyed and "message core" in bin_:
        return "it has keys"
    if " lane " in bin_ and int(bin_.split()[-1]) >= shape.beat_bytes:
        return "its words are narrower"
    return ""
