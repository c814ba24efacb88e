"""Writes the smallest core for each rate into README.md: python benchmarks/ladder.py [--check].

Looked at are the measured SHA-256 message cores of the data set whose RTL is that of today, on one
device, for messages of several lengths. A core that is chosen for short messages is simulated, and
the clocks that it takes for one of them are counted, alone and with every context busy;
benchmarks/ladder.json keeps them with the hash of its RTL. --check only tells whether the section
is up to date.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from table import README, line, with_section

from hashloom.cores import Core, core_of
from hashloom.exploration.candidates import MEASURED, Candidate, candidates
from hashloom.hashes import get_hash
from hashloom.measurements.dataset import is_of_today, shipped
from hashloom.reports.plots import Steps, plot_steps
from hashloom.request.interface import Interface
from hashloom.request.point import Point
from hashloom.targets import Resources, get_target
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run

HASH, TARGET = "sha256", "ecp5-85f-8"
RATES = tuple(step * 10**power for power in range(6) for step in (1, 2, 5))[2:-2]  # Mbit/s
FINE = tuple(5 * 10 ** (step / 60) for step in range(60 * 4 + 19))  # of the picture
LONG, ONE, MANY = "long messages", "one sender", "many senders"
LENGTHS = {LONG: 0, "1500 bytes": 1500, "55 bytes": 55}
CASES = tuple(product(LENGTHS, (ONE, MANY)))
PICTURE = README.parent / "docs" / "pictures" / "smallest.svg"
COUNTED = Path(__file__).resolve().parent / "ladder.json"
_SECTION = "ladder"
_FEW, _MORE = 5, 15  # messages of each context in the two runs whose difference is counted


@dataclass(frozen=True)
class Rung:
    """The smallest core for a rate.

    Attributes:
        rate: in Mbit/s of messages, what is needed.
        core: the core, None where none does it.
        mbps: what one of it does, in Mbit/s of messages.
        copies: so many of it.
        cells: of all copies.
        share: the part of the device they take, 1 for all of it.
    """

    rate: float
    core: Candidate | None = None
    mbps: float = 0.0
    copies: int = 0
    cells: Resources | None = None
    share: float = math.inf


# ---- clocks of short messages ------------------------------------------------------------------


def counted(found: Candidate) -> dict[str, float] | None:
    """Clocks of a message by case, as they were counted; None for RTL that was not run."""
    entry = _record().get(found.point.command)
    if entry is None or entry["rtl_sha256"] != _rtl_sha256(found.point):
        return None
    clocks: dict[str, float] = entry["clocks"]
    return clocks


def count(found: Candidate) -> None:
    """Simulates a core with short messages, and keeps the clocks."""
    core = core_of(found.point)
    print(f"Counting {core.name}.", file=sys.stderr)
    clocks = {
        _case(length, sender): _clocks(core, LENGTHS[length], 1 if sender == ONE else core.contexts)
        for length, sender in CASES
        if LENGTHS[length]
    }
    entry = {"rtl_sha256": core.rtl_sha256, "clocks": clocks}
    known = _record() | {found.point.command: entry}
    COUNTED.write_text(json.dumps(dict(sorted(known.items())), indent=2) + "\n", "utf-8")
    _record.cache_clear()


@cache
def _rtl_sha256(point: Point) -> str:
    return core_of(point).rtl_sha256


@cache
def _record() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(COUNTED.read_text("utf-8")) if COUNTED.exists() else {}
    return record


def _case(length: str, sender: str) -> str:
    return f"{length}, {sender}"


def _clocks(core: Core, length: int, contexts: int) -> float:
    """Clocks from a message to the next, so many contexts taking turns."""
    draw, ends = random.Random(length), []
    driver = compile_driver(core, core.sources())
    for messages in (_FEW, _MORE):
        turns = [c for _ in range(messages) for c in range(contexts)]
        jobs = [Job(draw.randbytes(length), context) for context in turns]
        outcome = run(driver, jobs, Setting())
        outcome.whole(core.name)
        ends.append(outcome.clocks)
    return round((ends[1] - ends[0]) / ((_MORE - _FEW) * contexts), 2)


# ---- the smallest core -------------------------------------------------------------------------


def mbps_of(found: Candidate, length: str, sender: str) -> float:
    """Throughput in Mbit/s of messages; by its clocks a block where none of them was run."""
    blocks = found.single_mbps if sender == ONE else found.aggregate_mbps
    bits = 8 * LENGTHS[length]
    if not bits:
        return blocks
    clocks = counted(found)
    if clocks is None:
        padded = -(-(bits + 65) // found.block_bits) * found.block_bits
        return blocks * bits / padded
    return found.clock_mhz * bits / clocks[_case(length, sender)]


def rung(found: Candidate, rate: float, length: str, sender: str) -> Rung:
    """What a core takes for a rate, with a share that is too large where it does not do it."""
    mbps = mbps_of(found, length, sender)
    copies = math.ceil(rate / mbps)
    cells, capacity = found.resources.times(copies), get_target(TARGET).capacity
    possible = (copies == 1 or sender == MANY) and capacity.share(cells) <= 1
    share = capacity.share(cells) if possible else math.inf
    return Rung(rate, found, mbps, copies, cells, share)


def rungs(length: str, sender: str, rates: Sequence[float] = RATES) -> Iterator[Rung]:
    """For each rate the smallest core; what was chosen for short messages has been counted."""
    for rate in rates:
        while True:
            best = min(
                (rung(each, rate, length, sender) for each in _measured()), key=lambda r: r.share
            )
            if best.core is None or best.share > 1:
                yield Rung(rate)
                break
            if not LENGTHS[length] or counted(best.core) is not None:
                yield best
                break
            count(best.core)


@cache
def _measured() -> tuple[Candidate, ...]:
    documents = [document for document in shipped() if is_of_today(document)]
    found = candidates(get_hash(HASH), Interface(), get_target(TARGET), documents)
    return tuple(each for each in found if each.basis == MEASURED)


# ---- the section -------------------------------------------------------------------------------


def section() -> list[str]:
    """The marked section of README: a row for each rate, cores by number below."""
    numbers: dict[str, int] = {}
    head = ["needed", *(f"{length}, {sender}" for length, sender in CASES)]
    rows = [line(head), line(["--:", *["---"] * len(CASES)])]
    for rate, *each in zip(RATES, *(rungs(*case) for case in CASES), strict=True):
        rows.append(line([_rate(rate), *(_cell(found, numbers) for found in each)]))
    named = [f"{number}. `{command}`" for command, number in numbers.items()]
    return [*rows, "", *named]


def _cell(found: Rung, numbers: dict[str, int]) -> str:
    if found.core is None or found.cells is None:
        return "none"
    number = numbers.setdefault(found.core.command, len(numbers) + 1)
    copies = f"{found.copies} × " if found.copies > 1 else ""
    return f"{copies}core {number}: {found.cells.lut}, {100 * found.share:.1f} %"


def _rate(mbps: int) -> str:
    return f"{mbps} Mbit/s" if mbps < 1000 else f"{mbps // 1000} Gbit/s"


def steps() -> Iterator[Steps]:
    """What the picture shows."""
    for sender in (ONE, MANY):
        known = [found for found in rungs(LONG, sender, FINE) if found.core]
        yield Steps(sender, [found.rate for found in known], [found.share for found in known])


def main() -> None:
    """Writes the section and its picture, or only compares the section."""
    text = README.read_text(encoding="utf-8")
    new = with_section(text, _SECTION, "\n".join(section()))
    if "--check" not in sys.argv:
        README.write_text(new, encoding="utf-8")
        title = f"The smallest measured SHA-256 message core for a rate, on {TARGET}"
        plot_steps(list(steps()), title, PICTURE)
    elif new != text:
        sys.exit("The ladder in README.md is out of date; run python benchmarks/ladder.py.")


if __name__ == "__main__":
    main()
