"""The published designs by name: each is a point of the design space.

A command takes a design's name wherever it takes a hash; options given with it change single
fields of its architecture or interface.  The HMAC designs of two papers have "hmac-" before their
names, as HMAC over a hash has; before the name of another design it asks for an HMAC core, with
hashloom's defaults, around that design's engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from hashloom.cores.architecture import Architecture
from hashloom.cores.interface import Interface, split_name
from hashloom.errors import RequestError
from hashloom.hashes import HASHES
from hashloom.literature.papers import (
    Figure,
    algredo2011_figures,
    juliato2009_figures,
    juliato2009_hmac_figures,
    khadra2013_figures,
    michail2012_figures,
    michail2012_hmac_figures,
    suhaili2019_figures,
)

ENGINE, MESSAGE = Interface(level="engine"), Interface(level="message")
HMAC = Interface(level="hmac", slots=1)  # both papers' processors hold the states of one key


@dataclass(frozen=True)
class Design:
    """A published design and how hashloom builds it.

    Attributes:
        name: the paper's key and what the paper calls the design, of an HMAC behind "hmac-".
        paper: key of the paper.
        title: what it is, in a few words.
        hash_name: what it computes.
        architecture, interface: the point of the design space it is.
        paper_clocks: clocks between blocks as the paper counts them; may be fractional.
        clocks: clocks between blocks of hashloom's version; of michail2012's HMAC between
            messages of a block, whose key is known.
        why: how the clocks come about, and why they differ where they do.
        figures: what the paper prints, the design's own figures first.
        paper_latency: clocks from a block to its result as the paper counts them; None where it
            counts none.
        latency: of hashloom's version: an engine's clocks from the start of a block's slot to the
            last of its chaining words, an HMAC core's from the last beat of a message of a block
            to the last beat of its tag; None where the paper counts none.
        most_seeds: placements in a report at most, where one takes a quarter of an hour; None for
            as many as are asked for.
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
    paper_latency: int | None = None
    latency: int | None = None
    most_seeds: int | None = None

    @property
    def identifier(self) -> str:
        """The name as an identifier of SystemVerilog."""
        return self.name.replace("-", "_")

    @property
    def keyed(self) -> bool:
        """Whether it is an HMAC core."""
        return self.interface.level == "hmac"

    @property
    def function(self) -> str:
        """What it computes, for people: "SHA-256" or "HMAC-SHA-256"."""
        return f"{'HMAC-' if self.keyed else ''}{HASHES[self.hash_name].title}"

    def at_level(self, level: str) -> Design:
        """The paper's HMAC design over this one at level "hmac", where there is one."""
        return DESIGNS.get(f"hmac-{self.name}", self) if level == "hmac" else self

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
            "latency_in_the_paper": self.paper_latency,
            "latency": self.latency,
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
        "64 rounds in four stages of two rounds a clock, 32 in all; in 8 more words and states are "
        "read, the initial values formed and the chaining words added and kept in registers, while "
        "other messages are in the stages",
        michail2012_figures(),
        paper_latency=32,
        latency=40,
    )
    yield Design(
        "hmac-michail2012",
        "michail2012",
        "two engines of the same design, inner and outer",
        "sha256",
        Architecture(unroll=2, stages=4, groups=9, method="recursive", engines=2),
        HMAC,
        8,
        8,
        "a message of a block takes one slot of each engine, and as in the paper nine messages in "
        "flight are enough to fill them; the paper's 65 clocks are two times 32 and a register, "
        "behind a block that is padded already; here padding, the inner digest's way to the outer "
        "engine and the streams are in the latency",
        michail2012_hmac_figures(),
        paper_latency=65,
        latency=128,
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
            most_seeds=2 if unroll == 8 else None,
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
    title = "serial words, two chaining adders, K in block RAM"
    kinds = (
        ("", title, MESSAGE, juliato2009_figures),
        ("hmac-", f"processor with {title}", HMAC, juliato2009_hmac_figures),
    )
    for prefix, what, interface, figures in kinds:
        for name in ("sha224", "sha256", "sha384", "sha512"):
            clocks = HASHES[name].rounds + 1
            yield Design(
                f"{prefix}juliato2009-{name}",
                "juliato2009",
                what,
                name,
                Architecture(
                    association="textbook", adders="ripple", retiming=False, constants="bram"
                ),
                interface,
                clocks,
                clocks,
                f"one clock to set a to h, {HASHES[name].rounds} rounds; the chaining addition "
                "goes with the last four",
                figures(name),
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


def starting_points(name: str) -> tuple[Design | None, Architecture, Interface]:
    """The design that a request for `name` begins with, and what the request changes.

    "hmac-" before the name of a design that is no HMAC core keeps the architecture alone.  Raises
    RequestError as `find_design` does.
    """
    plain, streams = split_name(name, Interface())
    design = find_design(name) or find_design(plain)
    if design is None:
        return None, Architecture(), Interface()
    fitting = design.keyed == (streams.level == "hmac")
    return design, design.architecture, design.interface if fitting else Interface()
