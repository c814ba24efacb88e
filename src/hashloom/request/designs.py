"""The published designs by name: each is a point of the design space.

A command takes a design's name wherever it takes a hash; options given with it change single
fields of its architecture or interface.  The HMAC designs of two papers have "hmac-" before their
names, as HMAC over a hash has; before the name of another design it asks for an HMAC core, with
hashloom's defaults, around that design's engine.

What the papers print of them is in `hashloom.literature`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from hashloom.errors import RequestError
from hashloom.hashes import HASHES
from hashloom.request import level as levels
from hashloom.request.architecture import Architecture
from hashloom.request.interface import Interface, split_name

ENGINE, MESSAGE = (Interface(level=each.name) for each in (levels.ENGINE, levels.MESSAGE))
# Both papers' processors hold the states of one key
HMAC = Interface(level=levels.HMAC.name, slots=1)
BLOCK, HMAC_BLOCK = (Interface(level=each.name) for each in (levels.BLOCK, levels.HMAC_BLOCK))


@dataclass(frozen=True)
class Design:
    """A published design, as hashloom builds it.

    Attributes:
        name: the paper's key and what the paper calls the design, of an HMAC behind "hmac-".
        paper: key of the paper.
        title: what it is, in a few words.
        hash_name: what it computes.
        architecture, interface: the point of the design space it is.
    """

    name: str
    paper: str
    title: str
    hash_name: str
    architecture: Architecture
    interface: Interface

    @property
    def identifier(self) -> str:
        """The name as an identifier of SystemVerilog."""
        return self.name.replace("-", "_")

    @property
    def keyed(self) -> bool:
        """Whether it is an HMAC core with a store of keys."""
        return self.interface.keyed

    @property
    def tags(self) -> bool:
        """Whether it computes tags."""
        return bool(self.interface.kind.mark)

    @property
    def function(self) -> str:
        """What it computes, for people: "SHA-256" or "HMAC-SHA-256"."""
        return f"{'HMAC-' if self.tags else ''}{HASHES[self.hash_name].title}"

    def at_level(self, level: str) -> Design:
        """The paper's design over this one at a level with a name of its own, if there is one."""
        return DESIGNS.get(levels.level_named(level).of(self.name), self)


def _michail() -> Iterator[Design]:
    yield Design(
        "michail2012-base",
        "michail2012",
        "conventional four-stage pipeline",
        "sha256",
        Architecture(stages=4, groups=5, method="conventional"),
        ENGINE,
    )
    yield Design(
        "michail2012",
        "michail2012",
        "four stages of two rounds a clock, all five techniques",
        "sha256",
        Architecture(unroll=2, stages=4, groups=5, method="recursive"),
        ENGINE,
    )
    yield Design(
        "hmac-michail2012",
        "michail2012",
        "two engines of the same design, inner and outer",
        "sha256",
        Architecture(unroll=2, stages=4, groups=9, method="recursive", engines=2),
        HMAC,
    )
    yield Design(
        "hmac-michail2012-retimed",
        "michail2012",
        "the same rounds, stages and engines, registers placed by hashloom's exact retiming",
        "sha256",
        Architecture(unroll=2, stages=4, groups=9, engines=2),
        HMAC,
    )
    yield Design(
        "michail2012-block",
        "michail2012",
        "the same, a padded block in a beat of 512 bits, which begins in that clock",
        "sha256",
        Architecture(unroll=2, stages=4, method="recursive"),
        BLOCK,
    )
    yield Design(
        "hmac-michail2012-block",
        "michail2012",
        "two such engines, a padded block in a beat of 512 bits, one key",
        "sha256",
        Architecture(unroll=2, stages=4, groups=9, method="recursive", engines=2),
        HMAC_BLOCK,
    )


def _algredo() -> Iterator[Design]:
    for unroll in (1, 2, 4, 5, 8):
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
        )


def _khadra() -> Iterator[Design]:
    yield Design(
        "khadra2013-basic",
        "khadra2013",
        "schedule computed first",
        "sha256",
        Architecture(method="conventional", schedule="first"),
        MESSAGE,
    )
    yield Design(
        "khadra2013",
        "khadra2013",
        "sixteen-word window, h + K + W a clock early",
        "sha256",
        Architecture(method="prefetched"),
        MESSAGE,
    )


def _suhaili() -> Iterator[Design]:
    for unroll in (1, 2, 4):
        yield Design(
            f"suhaili2019-{unroll}",
            "suhaili2019",
            f"unfolded by {unroll}, inner pipelining" if unroll > 1 else "conventional",
            "sha256",
            Architecture(unroll=unroll, method="prefetched"),
            ENGINE,
        )


def _juliato() -> Iterator[Design]:
    title = "serial words, two chaining adders, K in block RAM"
    for prefix, what, interface in (
        ("", title, MESSAGE),
        ("hmac-", f"processor with {title}", HMAC),
    ):
        for name in ("sha224", "sha256", "sha384", "sha512"):
            yield Design(
                f"{prefix}juliato2009-{name}",
                "juliato2009",
                what,
                name,
                Architecture(
                    association="textbook", adders="ripple", retiming=False, constants="bram"
                ),
                interface,
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
    fitting = design.interface.kind.mark == streams.kind.mark
    return design, design.architecture, design.interface if fitting else Interface()
