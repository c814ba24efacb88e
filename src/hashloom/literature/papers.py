"""The five papers and the figures they print, as data."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from hashloom.measurements.results.laws import efficiency

_PACKAGE = "hashloom.literature"


@dataclass(frozen=True)
class Figure:
    """What a paper prints for one design on one device.

    Attributes:
        device: as the paper calls it, speed grade included.
        area, area_unit: for example 1885 slices; 0 when the paper gives none.
        mhz: clock in MHz.
        mbps: throughput in Mbit/s, of all messages in flight together.
        after: "synthesis" or "place and route"; empty when the paper does not say.
        of: what the throughput is of, where that is not the hash.
        source: where in the paper.
    """

    device: str
    area: int
    area_unit: str
    mhz: float
    mbps: float
    after: str = ""
    of: str = ""
    source: str = ""

    @property
    def mbps_per_area(self) -> float:
        """Throughput for each unit of area."""
        return efficiency(self.mbps, self.area)

    def as_dict(self) -> dict[str, Any]:
        """The figure as JSON shows it."""
        return {
            "device": self.device,
            "area": self.area,
            "area_unit": self.area_unit,
            "mhz": self.mhz,
            "mbps": self.mbps,
            "after": self.after,
            "of": self.of or "hash",
            "source": self.source,
        }


@dataclass(frozen=True)
class Paper:
    """A paper: the key its designs begin with, title, year, and the figures it prints."""

    key: str
    title: str
    year: int
    figures: Mapping[str, Any]


@functools.lru_cache(maxsize=1)
def _document() -> dict[str, Any]:
    text = (resources.files(_PACKAGE) / "papers.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


def papers() -> dict[str, Paper]:
    """The papers by key."""
    return {
        key: Paper(key, entry["title"], int(key[-4:]), entry)
        for key, entry in _document().items()
        if not key.startswith("_")
    }


def michail2012_figures() -> tuple[Figure, ...]:
    """SHA-256 of michail2012: section 9 and table I."""
    rows = papers()["michail2012"].figures["sha256"]
    return tuple(
        Figure(
            r["device"],
            r["slices"],
            "slices",
            r["frequency"],
            r["throughput"],
            r["after"],
            source="section 9 and table I",
        )
        for r in rows
    )


def algredo2011_figures(unroll: int) -> tuple[Figure, ...]:
    """SHA-512 of algredo2011 with so many rounds a clock: table II."""
    rows = papers()["algredo2011"].figures["sha512_virtex4"]
    return tuple(
        Figure(
            "Virtex-4",
            r["luts"],
            "LUTs",
            r["frequency"],
            r["throughput"],
            "place and route",
            source="table II",
        )
        for r in rows
        if r["unroll"] == unroll
    )


def khadra2013_figures() -> tuple[Figure, ...]:
    """The last of the three SHA-256 of khadra2013: table 1, row Quartz."""
    rows = papers()["khadra2013"].figures["sha256_virtex5"]
    return tuple(
        Figure("Virtex-5", r["slices"], "slices", r["frequency"], r["throughput"], source="table 1")
        for r in rows
        if r["work"] == "Quartz"
    )


def suhaili2019_figures(unroll: int) -> tuple[Figure, ...]:
    """SHA-256 of suhaili2019 unfolded by so many rounds: table 1."""
    rows = papers()["suhaili2019"].figures["sha256_arria_ii_gx"]
    return tuple(
        Figure(
            "Arria II GX", r["aluts"], "ALUTs", r["frequency"], r["throughput"], source="table 1"
        )
        for r in rows
        if r["unroll"] == unroll
    )


def michail2012_hmac_figures() -> tuple[Figure, ...]:
    """HMAC of michail2012 with two engines: table II, the newest device first."""
    rows = papers()["michail2012"].figures["hmac_sha256"]
    return tuple(
        Figure(
            r["device"],
            r["slices"],
            "slices",
            r["frequency"],
            r["throughput"],
            "place and route",
            of="HMAC, key reused",
            source="table II",
        )
        for r in reversed(rows)
    )


def juliato2009_figures(hash_name: str) -> tuple[Figure, ...]:
    """The plain hash of juliato2009's HMAC processor: tables 3 and 5.

    The area is that of the whole processor, its HMAC part included.
    """
    return (_juliato2009_figure(hash_name, "hash", ""),)


def juliato2009_hmac_figures(hash_name: str) -> tuple[Figure, ...]:
    """juliato2009's HMAC processor: tables 3 and 5, and table 7 for other devices.

    The throughputs of table 7 are half of what its clocks give for the hash: those of an HMAC
    whose key is reused.
    """
    rows = papers()["juliato2009"].figures["other_devices"]
    return (
        _juliato2009_figure(hash_name, "key_reuse", "HMAC, key reused"),
        _juliato2009_figure(hash_name, "new_key_1_block", "HMAC, new key of one block"),
        _juliato2009_figure(hash_name, "new_key_2_blocks", "HMAC, new key of two blocks"),
        *(
            Figure(
                r["device"],
                r.get("slices", r.get("logic_elements", 0)),
                "slices" if "slices" in r else "LEs",
                r["frequency"],
                r["throughput"],
                of="HMAC, key reused",
                source="table 7",
            )
            for r in rows
            if r["hash"] == hash_name
        ),
    )


def _juliato2009_figure(hash_name: str, case: str, of: str) -> Figure:
    """What juliato2009 prints for Stratix III and a case of table 5."""
    (row,) = (
        row for row in papers()["juliato2009"].figures["stratix_iii"] if row["hash"] == hash_name
    )
    return Figure(
        "Stratix III",
        row["aluts"],
        "ALUTs",
        row["frequency"],
        row["throughput"][case],
        "place and route",
        of=of,
        source="tables 3 and 5",
    )
