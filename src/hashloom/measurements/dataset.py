"""The measured documents that come with hashloom, and those with the user's own on top."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Protocol

from hashloom.loading import named
from hashloom.measurements.store import Store, identity_of
from hashloom.request.point import Point, is_annealed, measured_as, point_of

FILE = "measured.jsonl"  # in hashloom.data: a document a line, written by benchmarks/dataset.py
RTL = "rtl.json"  # beside it: for each document that names its RTL, the hash of what is written now
OF_TODAY = "rtl_of_today"  # the field that `known` gives a document, see there
OLDER = (
    "measured with RTL that has changed since, or that the document does not name; the command may "
    "give other figures now"
)


def shipped() -> list[dict[str, Any]]:
    """Result documents that come with hashloom, ordered by request."""
    return [json.loads(line) for line in _text().splitlines()]


def known(store: Store | None = None) -> list[dict[str, Any]]:
    """One document for each request and way of placing (as usual, annealed), each with the field
    `rtl_of_today`: whether it is about the RTL that is written now.

    One that is comes before one that is not, then the newest of `store`, then the shipped one.
    """
    kept: dict[tuple[Point, bool], dict[str, Any]] = {}
    own = (store or Store()).documents_with_basis()
    ours = [(document, is_of_today(document)) for document in _one_each(shipped())]
    for document, today in (*ours, *((d, is_of_today(d) or _made_here(b)) for d, b in own)):
        about = measured_as(document)
        if about not in kept or today >= kept[about][OF_TODAY]:
            kept[about] = document | {OF_TODAY: today}
    return list(kept.values())


class Written(Protocol):
    """A core, whose RTL has been written."""

    @property
    def rtl_sha256(self) -> str:
        """What names its RTL."""

    @property
    def request(self) -> Point:
        """What was asked for."""


def document_of(core: Written, store: Store | None = None) -> dict[str, Any] | None:
    """The document about exactly the RTL of `core`, on its target; None where nobody measured it.

    The newest of `store` comes first, then the shipped one of the most seeds; of both, those placed
    as usual before annealed ones.
    """

    rtl = core.rtl_sha256

    def fits(document: Mapping[str, Any]) -> bool:
        of_it = document.get("rtl_sha256") == rtl
        return of_it and point_of(document).target == core.request.target

    own = [document for document in (store or Store()).documents() if fits(document)]
    ours = sorted((document for document in shipped() if fits(document)), key=_seeds)
    return min([*reversed(own), *reversed(ours)], key=is_annealed, default=None)


def is_of_today(document: Mapping[str, Any]) -> bool:
    """Whether a document names the RTL that is written now; only of requests of the data set is
    that known without compiling them."""
    named = document.get("rtl_sha256")
    return named is not None and named == _today().get(point_of(document).command)


def _made_here(basis: str) -> bool:
    """Whether this very hashloom measured what has this basis in the store."""
    return bool(basis) and basis == named("hashloom.measurements.results.measuring:basis")()


def as_lines(documents: Iterable[Mapping[str, Any]]) -> str:
    """Documents as the shipped file holds them: one for each request and way of placing, ordered
    by identity."""
    lines = {
        identity_of(document): json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        for document in _one_each(documents)
    }
    return "".join(f"{lines[identity]}\n" for identity in sorted(lines))


def rtl_of_today(documents: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """What the file RTL holds: by command, the hash of the RTL that is written now."""
    core_of = named("hashloom.cores:core_of")  # seldom needed, and long to load
    points = {point_of(document) for document in documents if "rtl_sha256" in document}
    return {point.command: core_of(point).rtl_sha256 for point in points}


def _one_each(documents: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One document for each request and way of placing: of today's RTL before others, then of the
    most seeds, then the last."""
    kept: dict[tuple[Point, bool], tuple[tuple[bool, int], dict[str, Any]]] = {}
    for document in documents:
        about, worth = measured_as(document), (is_of_today(document), _seeds(document))
        if about not in kept or worth >= kept[about][0]:
            kept[about] = worth, dict(document)
    return [document for _, document in kept.values()]


@cache
def _today() -> dict[str, str]:
    found: dict[str, str] = json.loads((resources.files("hashloom.data") / RTL).read_text("utf-8"))
    return found


@cache
def _text() -> str:
    return (resources.files("hashloom.data") / FILE).read_text("utf-8")


def _seeds(document: Mapping[str, Any]) -> int:
    return len(document["fmax_mhz"]["seeds"])
