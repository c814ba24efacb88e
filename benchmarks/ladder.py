"""Writes the smallest core for each rate into README.md: python benchmarks/ladder.py [--check].

Looked at are the measured SHA-256 message cores of the data set whose RTL is that of today, on one
device, by what `hashloom choose --objective device` goes by: the smallest part of the device, with
several copies of a core where messages are many enough. --check only tells whether the section is
up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from table import README, line, with_section

from hashloom.exploration.candidates import MEASURED, Candidate, candidates
from hashloom.exploration.choosing import DEVICE, Requirement, cells_of_copies, copies_taken, ranked
from hashloom.hashes import get_hash
from hashloom.measurements.dataset import shipped
from hashloom.reports.plots import Steps, plot_steps
from hashloom.request.interface import Interface
from hashloom.targets import get_target

HASH, TARGET = "sha256", "ecp5-85f-8"
RATES = tuple(step * 10**power for power in range(6) for step in (1, 2, 5))[2:-2]  # Mbit/s
FINE = tuple(5 * 10 ** (step / 60) for step in range(60 * 4 + 19))  # of the picture
SENDERS = {"one sender": 1, "many senders": 1_000_000}
PICTURE = README.parent / "docs" / "pictures" / "smallest.svg"
_SECTION = "ladder"


@dataclass(frozen=True)
class Rung:
    """The smallest core for a rate.

    Attributes:
        rate: in Mbit/s, what is needed.
        core: the core, None where none does it.
        copies: so many of it.
        lut: look-up tables of all copies.
        share: the part of the device they take, 1 for all of it.
    """

    rate: float
    core: Candidate | None
    copies: int = 0
    lut: int = 0
    share: float = 0.0


def rungs(messages: int, rates: Sequence[float] = RATES) -> Iterator[Rung]:
    """For each rate the smallest core, with so many messages there at a time."""
    target = get_target(TARGET)
    found = candidates(get_hash(HASH), Interface(), target, shipped())
    measured = [each for each in found if each.basis == MEASURED and not each.older]
    for rate in rates:
        wanted = Requirement(messages, rate, None, None, target.capacity, DEVICE)
        best = next(iter(ranked(measured, wanted)), None)
        if best is None:
            yield Rung(rate, None)
            continue
        cells = cells_of_copies(best, wanted)
        share = target.capacity.share(cells)
        yield Rung(rate, best, copies_taken(best, wanted), cells.lut, share)


def section(ladders: dict[str, list[Rung]]) -> list[str]:
    """The marked section of README: a row for each rate, cores by number below."""
    numbers: dict[str, int] = {}
    head = ["needed"]
    for name in ladders:
        head += [f"{name}: core", "LUT", "% of device"]
    rows = [line(head), line(["--:", *["---", "--:", "--:"] * len(ladders)])]
    for rate, *each in zip(RATES, *ladders.values(), strict=True):
        cells = [_rate(rate)]
        for rung in each:
            cells += _cells(rung, numbers)
        rows.append(line(cells))
    named = [f"{letter}. `{command}`" for command, letter in numbers.items()]
    return [*rows, "", *named]


def _cells(rung: Rung, numbers: dict[str, int]) -> list[str]:
    if rung.core is None:
        return ["none", "", ""]
    number = numbers.setdefault(rung.core.point.command, len(numbers) + 1)
    copies = f"{rung.copies} × " if rung.copies > 1 else ""
    return [f"{copies}core {number}", f"{rung.lut}", f"{100 * rung.share:.1f}"]


def _rate(mbps: int) -> str:
    return f"{mbps} Mbit/s" if mbps < 1000 else f"{mbps // 1000} Gbit/s"


def steps() -> Iterator[Steps]:
    """What the picture shows."""
    for name, messages in SENDERS.items():
        known = [rung for rung in rungs(messages, FINE) if rung.core]
        yield Steps(name, [rung.rate for rung in known], [rung.share for rung in known])


def main() -> None:
    """Writes the section and its picture, or only compares the section."""
    ladders = {name: list(rungs(messages)) for name, messages in SENDERS.items()}
    text = README.read_text(encoding="utf-8")
    new = with_section(text, _SECTION, "\n".join(section(ladders)))
    if "--check" not in sys.argv:
        README.write_text(new, encoding="utf-8")
        title = f"The smallest measured SHA-256 message core for a rate, on {TARGET}"
        plot_steps(list(steps()), title, PICTURE)
    elif new != text:
        sys.exit("The ladder in README.md is out of date; run python benchmarks/ladder.py.")


if __name__ == "__main__":
    main()
