"""What the papers claim by comparing two of their own designs: ratios, with their source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from hashloom.literature.designs import DESIGNS
from hashloom.literature.papers import papers


class Quantity(StrEnum):
    """What a ratio is of."""

    THROUGHPUT = "throughput"
    AREA = "area"
    CLOCK = "clock frequency"
    CLOCKS = "clocks per block"
    ENERGY = "energy of a block"


# Cases by name, and what the papers' tables call them
CASES = {
    "plain_hash": "hash",
    "new_key_1_block": "new_key_1_block",
    "new_key_2_blocks": "new_key_2_blocks",
    "cached_key": "key_reuse",
}


@dataclass(frozen=True)
class Claim:
    """A ratio between two designs of one paper, or between two cases of one HMAC design.

    Attributes:
        design, baseline: names; the ratio is the first over the second.
        quantity: what is compared.
        ratio: as the paper has it.
        source: where in the paper.
        case, baseline_case: with a message of one block, one of
            hashloom.verification.hmac_timing.CASES; empty for the design as a whole.
    """

    design: str
    baseline: str
    quantity: Quantity
    ratio: float
    source: str
    case: str = ""
    baseline_case: str = ""


def claims() -> tuple[Claim, ...]:
    """Every ratio, in the order of the designs."""
    return (*_michail(), *_algredo(), *_khadra(), *_suhaili(), *_juliato(), *_juliato_hmac())


def energy_shares(hash_name: str) -> dict[str, float]:
    """Energy of a case of juliato2009's HMAC processor over that of its plain hash: table 6."""
    (row,) = (each for each in _stratix() if each["hash"] == hash_name)
    joules = row["energy_uj"]
    return {case: joules[name] / joules["hash"] for case, name in CASES.items()}


def _michail() -> Iterator[Claim]:
    percent = papers()["michail2012"].figures["versus_conventional_four_stage"]
    pair = ("michail2012", "michail2012-base")
    yield Claim(*pair, Quantity.CLOCKS, 8 / 16, "sections 5 and 7.9")
    more = {Quantity.THROUGHPUT: "throughput_percent", Quantity.AREA: "area_percent"}
    for quantity, key in more.items():
        yield Claim(*pair, quantity, 1 + percent[key] / 100, "section 9")
    for claim in _same_device("hmac-michail2012", "michail2012", "Virtex 6 -3", "tables I and II"):
        yield claim
        yield replace(claim, design=f"{claim.design}-block", baseline=f"{claim.baseline}-block")


def _same_device(design: str, baseline: str, device: str, source: str) -> Iterator[Claim]:
    """The ratios of two designs on one device."""
    ours, theirs = (
        next(figure for figure in DESIGNS[name].figures if figure.device == device)
        for name in (design, baseline)
    )
    yield Claim(design, baseline, Quantity.CLOCK, ours.mhz / theirs.mhz, source)
    yield Claim(design, baseline, Quantity.THROUGHPUT, ours.mbps / theirs.mbps, source)
    yield Claim(design, baseline, Quantity.AREA, ours.area / theirs.area, source)


def _printed(design: str, baseline: str, source: str) -> Iterator[Claim]:
    """The ratios of two rows of one table, on the first device of both."""
    new, old = DESIGNS[design], DESIGNS[baseline]
    yield Claim(design, baseline, Quantity.CLOCKS, new.paper_clocks / old.paper_clocks, source)
    yield from _same_device(design, baseline, new.figures[0].device, source)


def _algredo() -> Iterator[Claim]:
    for unroll in (2, 4, 5, 8):
        yield from _printed(f"algredo2011-{unroll}x", "algredo2011-1x", "table II")


def _khadra() -> Iterator[Claim]:
    yield Claim("khadra2013", "khadra2013-basic", Quantity.CLOCKS, 66 / 113, "section 4.2")


def _suhaili() -> Iterator[Claim]:
    for unroll in (2, 4):
        yield from _printed(f"suhaili2019-{unroll}", "suhaili2019-1", "table 1")


_WIDER = (("sha384", "sha224"), ("sha512", "sha256"))
_ENERGIES = "table 6"


def _juliato() -> Iterator[Claim]:
    """The plain hash; clock and area are printed for the whole processor only."""
    for wide, narrow in _WIDER:
        names = (f"juliato2009-{wide}", f"juliato2009-{narrow}")
        printed = {claim.quantity: claim for claim in _printed(*names, "table 5")}
        yield printed[Quantity.CLOCKS]
        yield printed[Quantity.THROUGHPUT]
        yield Claim(
            *names, Quantity.ENERGY, _joules(wide, "hash") / _joules(narrow, "hash"), _ENERGIES
        )


def _juliato_hmac() -> Iterator[Claim]:
    """The processor: against the narrower one, and a reused key against a new one."""
    for wide, narrow in _WIDER:
        names = (f"hmac-juliato2009-{wide}", f"hmac-juliato2009-{narrow}")
        printed = {claim.quantity: claim for claim in _printed(*names, "table 3")}
        yield printed[Quantity.CLOCK]
        yield printed[Quantity.AREA]
        for case, name in list(CASES.items())[1:]:
            ratio = _joules(wide, name) / _joules(narrow, name)
            yield Claim(*names, Quantity.ENERGY, ratio, _ENERGIES, case, case)
    for row in _stratix():
        names = (f"hmac-juliato2009-{row['hash']}",) * 2
        cases = ("cached_key", "new_key_1_block")
        speeds, joules = row["throughput"], row["energy_uj"]
        speed = speeds["key_reuse"] / speeds["new_key_1_block"]
        yield Claim(*names, Quantity.THROUGHPUT, speed, "table 5", *cases)
        energy = joules["key_reuse"] / joules["new_key_1_block"]
        yield Claim(*names, Quantity.ENERGY, energy, _ENERGIES, *cases)


def _stratix() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = papers()["juliato2009"].figures["stratix_iii"]
    return rows


def _joules(hash_name: str, case: str) -> float:
    """Energy in microjoules of a message of one block."""
    (row,) = (each for each in _stratix() if each["hash"] == hash_name)
    return float(row["energy_uj"][case])
