"""What the papers print of their designs, and what hashloom's versions of them take.

The designs themselves, by name and as points of the design space, are in
`hashloom.request.designs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

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
from hashloom.request import designs
from hashloom.request.designs import Design


@dataclass(frozen=True)
class PublishedDesign(Design):
    """A published design with what is known of it.

    Attributes:
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
        paper_key: clocks from a key to the first message as the paper counts them; None where it
            counts none.
        key: of hashloom's version, from the clock that takes the key to that of the message.
        counted: what the latency is counted from and to, in the paper and here.
        most_seeds: placements in a report at most, where one takes a quarter of an hour; None for
            as many as are asked for.
    """

    paper_clocks: float
    clocks: int
    why: str
    figures: tuple[Figure, ...] = ()
    paper_latency: int | None = None
    latency: int | None = None
    paper_key: int | None = None
    key: int | None = None
    counted: str = ""
    most_seeds: int | None = None

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
            "key_in_the_paper": self.paper_key,
            "key": self.key,
            "counted": self.counted,
            "why": self.why,
            "published": [figure.as_dict() for figure in self.figures],
        }


def _published(
    name: str, paper_clocks: float, clocks: int, why: str, **known: Any
) -> PublishedDesign:
    """The design called `name`, with what is known of it."""
    given = {"paper_clocks": paper_clocks, "clocks": clocks, "why": why, **known}
    return PublishedDesign(**{**vars(designs.DESIGNS[name]), **given})


# Where the paper begins and ends its counts.
_PAPER_32 = (
    "The paper counts from the block that is there whole, behind the 8 clocks or less in which it "
    "arrives (sections 7.9 and 8)"
)
_PAPER_65 = (
    "The paper counts from the padded block that is there whole to the tag, and 33 clocks from "
    "the key to the two states kept of it (section 8)"
)


def _michail() -> Iterator[PublishedDesign]:
    yield _published(
        "michail2012-base",
        16,
        16,
        "64 rounds in four stages; a stage takes a new block when it has done its 16",
    )
    yield _published(
        "michail2012",
        8,
        8,
        "64 rounds in four stages of two rounds a clock, 32 in all; in 8 more words and states are "
        "read, the initial values formed and the chaining words added and kept in registers, while "
        "other messages are in the stages",
        figures=michail2012_figures(),
        paper_latency=32,
        latency=40,
        counted=_PAPER_32 + "; here from the start of a block's slot, whose words are fetched from "
        "outside, to the last chaining words",
    )
    yield _published(
        "hmac-michail2012",
        8,
        8,
        "a message of a block takes one slot of each engine, and as in the paper nine messages in "
        "flight are enough to fill them; the paper's 65 clocks are two times 32 and a register, "
        "behind a block that is padded already; here padding, the inner digest's way to the outer "
        "engine and the streams are in the latency",
        figures=michail2012_hmac_figures(),
        paper_latency=65,
        latency=128,
        counted=_PAPER_65 + "; here from the last beat of a message, which is padded in hardware, "
        "to the last beat of its tag",
    )
    yield _published(
        "hmac-michail2012-retimed",
        8,
        8,
        "the same slots as by hand; exact retiming needs more clocks from a block to its result",
        most_seeds=1,
    )
    yield _published(
        "michail2012-block",
        8,
        8,
        "64 rounds in four stages of two rounds a clock; initial values are formed in the clock in "
        "which the block comes, as in section 7.9, and the chaining words are added in that of the "
        "last rounds",
        paper_latency=32,
        latency=32,
        counted=_PAPER_32 + "; here from the clock that takes the padded block whole to the one in "
        "which its digest is on offer",
        most_seeds=1,
    )
    yield _published(
        "hmac-michail2012-block",
        8,
        8,
        "two times 32 clocks and the register between the engines; padding is the sender's, as in "
        "the paper (section 5), one key is kept as its two states (section 8), and there are none "
        "of the slots, packets, verification and erasure of an HMAC core",
        paper_latency=65,
        latency=65,
        paper_key=33,
        key=33,
        counted=_PAPER_65 + "; here from the clock that takes the padded block whole to the one in "
        "which its tag is on offer",
        most_seeds=1,
    )


def _algredo() -> Iterator[PublishedDesign]:
    for unroll in (1, 2, 4, 5, 8):
        clocks = HASHES["sha512"].rounds // unroll + 1
        yield _published(
            f"algredo2011-{unroll}x",
            clocks,
            clocks,
            f"80 rounds, {unroll} a clock, and one clock for the chaining addition",
            figures=algredo2011_figures(unroll),
            most_seeds=2 if unroll == 8 else None,
        )


def _khadra() -> Iterator[PublishedDesign]:
    yield _published(
        "khadra2013-basic",
        113,
        113,
        "48 clocks for W[16] to W[63], 64 rounds, one clock for the chaining addition",
    )
    yield _published(
        "khadra2013",
        66,
        66,
        "one clock for the first h + K + W, 64 rounds, one for the chaining addition",
        figures=khadra2013_figures(),
    )


def _suhaili() -> Iterator[PublishedDesign]:
    for unroll, published in ((1, 66.5), (2, 35.5), (4, 19.5)):
        rounds = 64 // unroll
        yield _published(
            f"suhaili2019-{unroll}",
            published,
            rounds + 2,
            f"{rounds} clocks of {unroll} round{'s' if unroll > 1 else ''}, one for the first "
            "h + K + W and one for the chaining addition; the paper reads its count off a "
            f"waveform and does not say what its {published - rounds:g} further clocks do",
            figures=suhaili2019_figures(unroll),
        )


def _juliato() -> Iterator[PublishedDesign]:
    for prefix, figures in (("", juliato2009_figures), ("hmac-", juliato2009_hmac_figures)):
        for name in ("sha224", "sha256", "sha384", "sha512"):
            clocks = HASHES[name].rounds + 1
            yield _published(
                f"{prefix}juliato2009-{name}",
                clocks,
                clocks,
                f"one clock to set a to h, {HASHES[name].rounds} rounds; the chaining addition "
                "goes with the last four",
                figures=figures(name),
            )


DESIGNS: dict[str, PublishedDesign] = {
    design.name: design
    for designs in (_michail(), _algredo(), _khadra(), _suhaili(), _juliato())
    for design in designs
}
