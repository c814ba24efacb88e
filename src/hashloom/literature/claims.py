"""What the papers claim by comparing two of their own designs: ratios, with their source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from hashloom.literature.designs import DESIGNS
from hashloom.literature.papers import papers


class Quantity(StrEnum):
    """What a ratio is of."""

    THROUGHPUT = "throughput"
    AREA = "area"
    CLOCK = "clock frequency"
    CLOCKS = "clocks per block"
    ENERGY = "energy of a block"


@dataclass(frozen=True)
class Claim:
    """A ratio between two designs of one paper.

    Attributes:
        design, baseline: names; the ratio is the first over the second.
        quantity: what is compared.
        ratio: as the paper has it.
        source: where in the paper.
    """

    design: str
    baseline: str
    quantity: Quantity
    ratio: float
    source: str


def claims() -> tuple[Claim, ...]:
    """Every ratio, in the order of the designs."""
    return (*_michail(), *_algredo(), *_khadra(), *_suhaili(), *_juliato())


def _michail() -> Iterator[Claim]:
    percent = papers()["michail2012"].figures["versus_conventional_four_stage"]
    pair = ("michail2012", "michail2012-base")
    yield Claim(*pair, Quantity.CLOCKS, 8 / 16, "sections 5 and 7.9")
    more = {Quantity.THROUGHPUT: "throughput_percent", Quantity.AREA: "area_percent"}
    for quantity, key in more.items():
        yield Claim(*pair, quantity, 1 + percent[key] / 100, "section 9")


def _printed(design: str, baseline: str, source: str) -> Iterator[Claim]:
    """The ratios of two rows of one table, on the first device of both."""
    new, old = DESIGNS[design], DESIGNS[baseline]
    ours, theirs = new.figures[0], old.figures[0]
    yield Claim(design, baseline, Quantity.CLOCKS, new.paper_clocks / old.paper_clocks, source)
    yield Claim(design, baseline, Quantity.CLOCK, ours.mhz / theirs.mhz, source)
    yield Claim(design, baseline, Quantity.THROUGHPUT, ours.mbps / theirs.mbps, source)
    yield Claim(design, baseline, Quantity.AREA, ours.area / theirs.area, source)


def _algredo() -> Iterator[Claim]:
    for unroll in (2, 4, 5, 8):
        yield from _printed(f"algredo2011-{unroll}x", "algredo2011-1x", "table II")


def _khadra() -> Iterator[Claim]:
    yield Claim("khadra2013", "khadra2013-basic", Quantity.CLOCKS, 66 / 113, "section 4.2")


def _suhaili() -> Iterator[Claim]:
    for unroll in (2, 4):
        yield from _printed(f"suhaili2019-{unroll}", "suhaili2019-1", "table 1")


def _juliato() -> Iterator[Claim]:
    rows = papers()["juliato2009"].figures["stratix_iii"]
    for wide, narrow in (("sha384", "sha224"), ("sha512", "sha256")):
        names = (f"juliato2009-{wide}", f"juliato2009-{narrow}")
        yield from _printed(*names, "tables 3 and 5")
        joules = {row["hash"]: row["energy_uj"]["hash"] for row in rows}
        yield Claim(*names, Quantity.ENERGY, joules[wide] / joules[narrow], "table 6")
