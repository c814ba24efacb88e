"""What a report on many cores shows of each: measured ones from documents, others as references."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hashloom.errors import RequestError
from hashloom.exploration.pareto import pareto_front
from hashloom.hashes import HASHES, get_hash
from hashloom.literature.references import Reference
from hashloom.measurements.dataset import OF_TODAY
from hashloom.measurements.share import PER_DEVICE, SHARE, gbps_per_device
from hashloom.request.choice import BETWEEN
from hashloom.request.interface import Interface, split_name
from hashloom.request.level import LEVELS, level_named
from hashloom.request.point import command_of, is_annealed

THROUGHPUTS = ("single_message", "aggregate")
# By name, what a front is of: an area and a throughput, attributes of Row
FRONTS = {
    "single_message": ("lut", "single_message"),
    "aggregate": ("lut", "aggregate"),
    "device": ("device_share", "aggregate"),
}
MEASURED, PUBLIC, PUBLISHED = "measured", "public", "published"


@dataclass(frozen=True)
class Row:
    """One core on one device.

    Attributes:
        origin: "measured" by hashloom, "public" for somebody else's core measured in the same
            way, "published" for figures that are only quoted.
        name, hash_name, level: the core, what it computes, and what of it was measured.
        target: the target's name; of a published figure, the device as published.
        seeds: placements whose median the clock is; 0 where nobody says.
        tools: versions, or what is known of how the figures were made.
        area: area as published, with its unit; empty for measured cores.
        lut, ff, bram: cells; None where they are not known.
        lut_is_bound: whether `lut` is only the most it can be.
        mhz: median clock in MHz; None where it is not known.
        single_message, aggregate: throughput in Mbit/s; None where it is not known.
        device_share: part of the device it takes, see `measurements.share`; None: not known.
        latency_cycles: clocks from the last beat in to the last beat out; None: not known.
        fronts: of FRONTS, those of its target, hash and level that the core is on.
        source: the command that measures it, or where it is published.
        document: the result document, empty for references.
        older: whether it was measured with RTL that is not the one written now.
    """

    origin: str
    name: str
    hash_name: str
    level: str
    target: str
    seeds: int
    tools: tuple[str, ...]
    area: str
    lut: int | None
    ff: int | None
    bram: int | None
    lut_is_bound: bool
    mhz: float | None
    single_message: float | None
    aggregate: float | None
    device_share: float | None
    latency_cycles: int | None
    fronts: tuple[str, ...]
    source: str
    document: Mapping[str, Any]
    older: bool = False

    @property
    def mbps_per_lut(self) -> float | None:
        """Aggregate throughput in Mbit/s for each look-up table; None where it is not known."""
        if not self.lut or self.aggregate is None or self.lut_is_bound:
            return None
        return self.aggregate / self.lut

    @property
    def gbps_per_device(self) -> float | None:
        """Aggregate throughput in Gbit/s of a device full of it; None where it is not known."""
        if not self.device_share or self.aggregate is None:
            return None
        return gbps_per_device(self.aggregate, self.device_share)

    @property
    def latency_ns(self) -> float | None:
        """Latency in ns at the median clock; None where it is not known."""
        if self.latency_cycles is None or not self.mhz:
            return None
        return 1000 * self.latency_cycles / self.mhz

    def as_dict(self) -> dict[str, Any]:
        """The row as JSON shows it: MHz, Mbit/s, clocks."""
        density, device = self.mbps_per_lut, self.gbps_per_device
        return {
            "origin": self.origin,
            "core": self.name,
            "hash": self.hash_name,
            "level": self.level,
            "target": self.target,
            "lut": self.lut,
            "lut_is_bound": self.lut_is_bound,
            "area_as_published": self.area or None,
            "ff": self.ff,
            "bram": self.bram,
            "fmax_mhz": self.mhz,
            "throughput_mbps": {name: getattr(self, name) for name in THROUGHPUTS},
            "mbps_per_lut": None if density is None else round(density, 3),
            SHARE: self.device_share,
            PER_DEVICE: None if device is None else round(device, 2),
            "latency_cycles": self.latency_cycles,
            "on_front": list(self.fronts),
            "seeds": self.seeds or None,
            "tools": list(self.tools),
            "source": self.source,
            "rtl_of_today": not self.older if self.origin == MEASURED else None,
        }


def rows_of(documents: Iterable[Mapping[str, Any]], others: Iterable[Reference] = ()) -> list[Row]:
    """A row for each result document, fronts marked, by hash, target, level and area; then the
    references, in their order.
    """
    order = {name: number for number, name in enumerate(HASHES)}
    measured = sorted(
        (_measured(document) for document in documents),
        key=lambda row: (
            order.get(row.hash_name, len(order)),
            row.target,
            list(LEVELS).index(row.level),
            row.lut or 0,
            row.name,
            row.tools,
        ),
    )
    return [*_with_fronts(measured), *(_reference(other) for other in others)]


def select(
    rows: Sequence[Row], hash_name: str = "", target: str = "", level: str = ""
) -> list[Row]:
    """The rows of a hash, a target and a level; an empty name lets all pass.

    "hmac-sha256" is sha256 at level hmac.  References on other devices pass every target: they are
    there to be compared with.  Raises RequestError for a name that is not known, or when nothing
    measured is left.
    """
    hash_name, asked = split_name(hash_name, Interface())
    level = level or (asked.level if asked.keyed else "")
    names = hash_name.split(BETWEEN) if hash_name else []
    wanted = BETWEEN.join(get_hash(name).name for name in names)
    if level:
        level_named(level)
    targets = sorted({row.target for row in rows if row.origin == MEASURED})
    if target and target.lower() not in targets:
        raise RequestError(
            f"Nothing is measured on {target!r}; accepted for --target are {', '.join(targets)}."
        )
    found = [
        row
        for row in rows
        if wanted in ("", row.hash_name)
        and level in ("", row.level)
        and (row.origin != MEASURED or target.lower() in ("", row.target))
    ]
    if not any(row.origin == MEASURED for row in found):
        raise RequestError(
            f"Nothing is measured of {' '.join(filter(None, (wanted, level, target)))}; hashloom "
            "explore measures it, and accepted now are "
            f"{'; '.join(_groups(rows))}."
        )
    return found


def _groups(rows: Sequence[Row]) -> list[str]:
    """Hashes and levels that are measured, by target."""
    found = defaultdict(set)
    for row in rows:
        if row.origin == MEASURED:
            found[row.target].add(f"{row.hash_name} {row.level}")
    return [f"{', '.join(sorted(kinds))} on {target}" for target, kinds in sorted(found.items())]


def _measured(document: Mapping[str, Any]) -> Row:
    clock, used = document["fmax_mhz"], document["resources"]
    speed = document["throughput_mbps"]
    return Row(
        origin=MEASURED,
        name=document["core"] + (" annealed" if is_annealed(document) else ""),
        hash_name=BETWEEN.join(document["algorithms"]),
        level=document["level"],
        target=document["target"],
        seeds=len(clock["seeds"]),
        tools=tuple(document["tools"].values()),
        area="",
        lut=used["lut"],
        ff=used["ff"],
        bram=used["bram"],
        lut_is_bound=False,
        mhz=clock["median"],
        single_message=speed["single_message"],
        aggregate=speed["aggregate"],
        device_share=document[SHARE],
        latency_cycles=document["latency_cycles"],
        fronts=(),
        source=command_of(document),
        document=document,
        older=not document.get(OF_TODAY, True),
    )


def _reference(other: Reference) -> Row:
    return Row(
        origin=PUBLIC if other.measured else PUBLISHED,
        name=other.name,
        hash_name=other.hash_name,
        level=other.level,
        target=other.device,
        seeds=other.seeds,
        tools=other.tools,
        area=other.area,
        lut=other.lut,
        ff=other.ff,
        bram=None,
        lut_is_bound=other.lut_is_bound,
        mhz=other.mhz,
        single_message=other.single_message,
        aggregate=other.aggregate,
        device_share=None,
        latency_cycles=None,
        fronts=(),
        source=other.source,
        document={},
    )


def _figure(rows: Sequence[Row], name: str) -> Callable[[int], float]:
    """By number of a row, one of its figures; 0 where it is not known."""
    return lambda number: float(getattr(rows[number], name) or 0)


def _with_fronts(rows: Sequence[Row]) -> list[Row]:
    """The rows, each knowing on which fronts it is.

    Engines, message cores and HMAC cores do different work, and look-up tables of two families
    are different things: only cores of one target, hash and level are compared.  Those measured
    with older RTL are on a front only where nothing else is.
    """
    groups: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        groups[row.target, row.hash_name, row.level].append(number)
    fronts: dict[int, tuple[str, ...]] = defaultdict(tuple)
    for group in groups.values():
        members = [number for number in group if not rows[number].older] or group
        for front, (area, throughput) in FRONTS.items():
            known = [n for n in members if getattr(rows[n], throughput) is not None]
            for number in pareto_front(known, _figure(rows, area), _figure(rows, throughput)):
                fronts[number] += (front,)
    return [replace(row, fronts=fronts[number]) for number, row in enumerate(rows)]
