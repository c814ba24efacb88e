"""Cores of others as marks beside hashloom's: public ones, and the papers' designs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hashloom.literature import public_cores
from hashloom.literature.designs import DESIGNS, PublishedDesign
from hashloom.literature.papers import Figure
from hashloom.literature.side_by_side import family_of
from hashloom.request.level import HMAC, level_named
from hashloom.targets import get_target
from hashloom.targets.area import AreaTarget

_REUSED = "HMAC, key reused"


@dataclass(frozen=True)
class Reference:
    """What is known of a core of somebody else on one device.

    Attributes:
        name: the core or the design.
        measured: whether the figures come from the flow hashloom uses; otherwise they are as
            published.
        hash_name, level: what it computes, and what of it was measured.
        device: the target's name where it was measured, otherwise the device as published.
        area: as published, with its unit.
        lut: look-up tables; None where the device has slices of unknown size.
        lut_is_bound: whether `lut` is the most that so many slices hold.
        ff: flip-flops; None where nobody says.
        mhz: clock in MHz; None where nobody says.
        single_message, aggregate: throughput in Mbit/s; None where nobody says.
        seeds: placements whose median the clock is; 0 where nobody says.
        tools: versions, or what is known of how the figures were made.
        source: where the figures are.
    """

    name: str
    measured: bool
    hash_name: str
    level: str
    device: str
    area: str
    lut: int | None
    lut_is_bound: bool
    ff: int | None
    mhz: float | None
    single_message: float | None
    aggregate: float | None
    seeds: int
    tools: tuple[str, ...]
    source: str


def references() -> list[Reference]:
    """Public cores first, then the figures of the papers."""
    return [*_public(), *_papers()]


def _public() -> Iterator[Reference]:
    """Public cores measured on hashloom's device, then those published for other devices.

    None of the measured ones interleaves messages: both throughputs are the same, but an HMAC
    core's is known for messages of one block only.
    """
    document = public_cores()
    for core in document["cores"]:
        keyed = level_named(core["level"]).keyed
        yield _of(
            core,
            device=document["target"],
            measured=True,
            single=None if keyed else core["single_message"],
            aggregate=core["hmac_one_block"] if keyed else core["single_message"],
            seeds=document["seeds"],
            tools=tuple(document["tools"]),
            source="published.json, cores",
        )
    for core in document["published_elsewhere"]:
        single = core.get("single_message")
        yield _of(
            core,
            device=core["device"],
            measured=False,
            single=single,
            aggregate=core.get("aggregate", single),
            seeds=0,
            tools=("as published",),
            source="published.json, published_elsewhere",
        )


def _of(
    core: Mapping[str, Any],
    *,
    device: str,
    measured: bool,
    single: float | None,
    aggregate: float | None,
    seeds: int,
    tools: tuple[str, ...],
    source: str,
) -> Reference:
    return Reference(
        name=core["core"],
        measured=measured,
        hash_name=core["hash"],
        level=core["level"],
        device=device,
        area=f"{core['luts']} LUTs",
        lut=core["luts"],
        lut_is_bound=False,
        ff=core.get("ffs"),
        mhz=core.get("frequency"),
        single_message=single,
        aggregate=aggregate,
        seeds=seeds,
        tools=tools,
        source=source,
    )


def _papers() -> Iterator[Reference]:
    for design in DESIGNS.values():
        for figure in design.figures:
            yield _published(design, figure)


def _published(design: PublishedDesign, figure: Figure) -> Reference:
    """A paper's figure.  What it prints is for all messages in flight together."""
    lut = _look_up_tables(figure)
    alone = design.architecture.contexts == 1
    return Reference(
        name=design.name,
        measured=False,
        hash_name=design.hash_name,
        level=HMAC.name if figure.of == _REUSED else design.interface.level,
        device=figure.device,
        area=f"{figure.area} {figure.area_unit}",
        lut=lut,
        lut_is_bound=lut is not None and figure.area_unit == "slices",
        ff=None,
        mhz=figure.mhz,
        single_message=figure.mbps if alone else None,
        aggregate=figure.mbps,
        seeds=0,
        tools=(f"published, after {figure.after}" if figure.after else "published",),
        source=f"{design.paper}, {figure.source}",
    )


def _look_up_tables(figure: Figure) -> int | None:
    """Look-up tables of a published area: ALUTs and LEs have one each, slices at most so many."""
    if figure.area_unit != "slices":
        return figure.area
    family = family_of(figure.device)
    target = get_target(family) if family else None
    if not isinstance(target, AreaTarget) or not target.slice_luts:
        return None
    return figure.area * target.slice_luts
