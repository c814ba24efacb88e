"""The published designs by name: each is a point of the design space.

A command takes a design's name wherever it takes a hash; options given with it change single
fields of its architecture or interface.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from hashloom.cores.architecture import Architecture
from hashloom.cores.interface import Interface
from hashloom.errors import RequestError
from hashloom.hashes import HASHES
from hashloom.literature.papers import (
    Figure,
    algredo2011_figures,
    juliato2009_figures,
    khadra2013_figures,
    michail2012_figures,
    suhaili2019_figures,
)

ENGINE, MESSAGE = Interface(level="engine"), Interface(level="message")


@dataclass(frozen=True)
class Design:
    """A published design and how hashloom builds it.

    Attributes:
        name: the paper's key and what the paper calls the design.
        paper: key of the paper.
        title: what it is, in a few words.
        hash_name: what it computes.
        architecture, interface: the point of the design space it is.
        paper_clocks: clocks between blocks as the paper counts them; may be fractional.
        clocks: clocks between blocks of hashloom's version.
        why: how the clocks come about, and why they differ where they do.
        figures: what the paper prints, the design's own figures first.
    """

    name: str
    paper: str
    title: str
    hash_name: str
    architecture: Architecture
    interface: Interface
    paper_clocks: float
    clocks: int
    why: str
    figures: tuple[Figure, ...] = ()

    @property
    def identifier(self) -> str:
        """The name as an identifier of SystemVerilog."""
        return self.name.replace("-", "_")

    def as_dict(self) -> dict[str, Any]:
        """The design as JSON shows it."""
        return {
            "name": self.name,
            "paper": self.paper,
            "title": self.title,
            "hash": self.hash_name,
            "level": self.interface.level,
            "architecture": self.architecture.as_dict(),
            "clocks_in_the_paper": self.paper_clocks,
            "clocks": self.clocks,
            "why": self.why,
            "published": [figure.as_dict() for figure in self.figures],
        }


def _michail() -> Iterator[Design]:
    yield Design(
        "michail2012-base",
        "michail2012",
        "conventional four-stage pipeline",
        "sha256",
        Architecture(stages=4, groups=5, method="conventional"),
        ENGINE,
        16,
        16,
        "64 rounds in four stages; a stage takes a new block when it has done its 16",
    )
    yield Design(
        "michail2012",
        "michail2012",
        "four stages of two rounds a clock, all five techniques",
        "sha256",
        Architecture(unroll=2, stages=4, groups=5, method="recursive"),
        ENGINE,
        8,
        8,
        "64 rounds in four stages of two rounds a clock",
        michail2012_figures(),
    )


def _algredo() -> Iterator[Design]:
    for unroll in (1, 2, 4, 5, 8):
        clocks = HASHES["sha512"].rounds // unroll + 1
        yield Design(
            f"algredo2011-{unroll}x",
            "algredo2011",
            f"unrolled by {unroll}, no other technique" if unroll > 1 else "iterative",
            "sha512",
            Architecture(
                unroll=unroll,
                association="textbook",
                adders="ripple",
                retiming=False,
                constants="bram",
            ),
            ENGINE,
            clocks,
            clocks,
            f"80 rounds, {unroll} a clock, and one clock for the chaining addition",
            algredo2011_figures(unroll),
        )


def _khadra() -> Iterator[Design]:
    yield Design(
        "khadra2013-basic",
        "khadra2013",
        "schedule computed first",
        "sha256",
        Architecture(method="conventional", schedule="first"),
        MESSAGE,
        113,
        113,
        "48 clocks for W[16] to W[63], 64 rounds, one clock for the chaining addition",
    )
    yield Design(
        "khadra2013",
        "khadra2013",
        "sixteen-word window, h + K + W a clock early",
        "sha256",
        Architecture(method="prefetched"),
        MESSAGE,
        66,
        66,
        "one clock for the first h + K + W, 64 rounds, one for the chaining addition",
        khadra2013_figures(),
    )


def _suhaili() -> Iterator[Design]:
    for unroll, published in ((1, 66.5), (2, 35.5), (4, 19.5)):
        rounds = 64 // unroll
        yield Design(
            f"suhaili2019-{unroll}",
            "suhaili2019",
            f"unfolded by {unroll}, inner pipelining" if unroll > 1 else "conventional",
            "sha256",
            Architecture(unroll=unroll, method="prefetched"),
            ENGINE,
            published,
            rounds + 2,
            f"{rounds} clocks of {unroll} round{'s' if unroll > 1 else ''}, one for the first "
            "h + K + W and one for the chaining addition; the paper reads its count off a "
            f"waveform and does not say what its {published - rounds:g} further clocks do",
            suhaili2019_figures(unroll),
        )


def _juliato() -> Iterator[Design]:
    for name in ("sha224", "sha256", "sha384", "sha512"):
        clocks = HASHES[name].rounds + 1
        yield Design(
            f"juliato2009-{name}",
            "juliato2009",
            "serial words, two chaining adders, K in block RAM",
            name,
            Architecture(association="textbook", adders="ripple", retiming=False, constants="bram"),
            MESSAGE,
            clocks,
            clocks,
            f"one clock to set a to h, {HASHES[name].rounds} rounds; the chaining addition "
            "goes with the last four",
            juliato2009_figures(name),
        )


DESIGNS: dict[str, Design] = {
    design.name: design
    for designs in (_michail(), _algredo(), _khadra(), _suhaili(), _juliato())
    for design in designs
}


def find_design(name: str) -> Design | None:
    """The design called `name`, None when it is not the name of one.

    Raises RequestError for what can only be meant for a design and is none.
    """
    key = name.lower()
    if key in DESIGNS:
        return DESIGNS[key]
    papers = {design.paper for design in DESIGNS.values()}
    if any(key.startswith(paper) for paper in papers):
        (close,) = get_close_matches(key, DESIGNS, n=1, cutoff=0.0)
        raise RequestError(
            f"There is no design called {name!r}; there are {', '.join(DESIGNS)}. "
            f"Did you mean {close}?"
        )
    return None
