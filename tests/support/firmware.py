"""Programs of examples/bare_metal on a processor beside a core, simulated."""

from __future__ import annotations

import hashlib
import hmac
import importlib.util
from pathlib import Path
from typing import Any

from hashloom.cores import Core
from support.examples import example

SIMULATE = example("bare_metal/simulate")
MESSAGE = bytes((7 * i + 3) & 0xFF for i in range(1004))  # that the programs make
LENGTHS = (0, 1, 3, 4, 55, 56, 63, 64, 65, 119, 300, 1000)


def missing() -> str:
    """What is not installed of the compiler and the processors of extra `firmware`, or nothing."""
    wheels = ["ziglang", *(module for module, *_ in SIMULATE.PROCESSORS.values())]
    absent = [name.replace("_", "-") for name in wheels if importlib.util.find_spec(name) is None]
    return f"{' and '.join(absent)} of hashloom[firmware] is missing" if absent else ""


def run(core: Core, processor: str, program: str, folder: Path) -> Any:
    """Runs a program, see `Run` of the example."""
    return SIMULATE.run(core, program, processor, folder)


def lines_of(text: str) -> list[list[str]]:
    """The words of each line that a program printed."""
    return [line.split(" ") for line in text.splitlines()]


def printed(core: Core, processor: str, program: str, folder: Path) -> list[list[str]]:
    """Words of the lines that a program prints."""
    return lines_of(run(core, processor, program, folder).text)


def digests(*, ring: bool, interrupts: bool, keyed: bool = False) -> list[list[str]]:
    """The lines of hash.c and ring.c, but for those with clocks, by hashlib and hmac."""

    def of(name: str, message: bytes) -> list[str]:
        return [name, "0", str(len(message)), hashlib.sha256(message).hexdigest()]

    found = [of("hash", MESSAGE[i % 4 :][:length]) for i, length in enumerate(LENGTHS)]
    if ring:
        found += [of("flight", MESSAGE[i:][: 10 + (50 << i)]) for i in range(5)]
    if keyed:
        found += [*_keys(), *_macs(RINGED, aligned=False), *_erased()]
    if interrupts:
        found += [of("interrupt", MESSAGE[: 100 * i]) for i in range(3)]
    return found


def tags() -> list[list[str]]:
    """The lines of hmac.c, by Python's hmac."""
    found = [["init", OK, "0", ""], ["empty", NO_KEY, "0", ""]]
    found += [*_keys(), *_macs(WRITTEN, aligned=True), *_erased()]
    return [*found, ["zeroize", OK, "0", ""], ["empty", NO_KEY, "0", ""]]


OK, REJECTED, NO_KEY = "0", "10", "11"
KEYS = (0, 20, 64, 131)  # bytes, by slot
WRITTEN, RINGED = (250, 500, 750, 1000), (0, 55, 64, 1000)  # of messages of hmac.c and ring.c


def _keys() -> list[list[str]]:
    return [["key", OK, str(length), ""] for length in KEYS]


def _macs(lengths: tuple[int, ...], *, aligned: bool) -> list[list[str]]:
    """A tag for each slot, right and wrong; messages begin with a word or at any byte."""
    found = []
    for slot, (key, length) in enumerate(zip(KEYS, lengths, strict=True)):
        message = MESSAGE[0 if aligned else slot :][:length]
        tag = hmac.digest(MESSAGE[slot:][:key], message, "sha256")
        found.append(["mac", OK, str(slot), tag[: 32 - 4 * slot].hex()])
        found += [["right", OK, str(slot), ""], ["wrong", REJECTED, str(slot), ""]]
    return found


def _erased() -> list[list[str]]:
    return [["erase", OK, "0", ""], ["empty", NO_KEY, "0", ""]]
