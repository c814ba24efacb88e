"""A core that a seed draws: the first that is accepted, costly ones put aside by chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from hashloom.cores import Core, core_of
from hashloom.cores.boards.board import BoardDesign
from hashloom.errors import RequestError
from hashloom.request.choice import BETWEEN
from hashloom.request.level import HMAC
from hashloom.request.point import Point
from hashloom.transforms.registers.delay_lines import REGISTERS
from hashloom.verification.vectors.reference import JUDGED

_CHEAP = 14.0  # up to this cost every core is taken, above it in inverse proportion


@dataclass(frozen=True)
class Drawn:
    """A core, the requests that were refused before it, and how many were put aside as costly;
    `design` is the core on a board, where it is drawn for one."""

    point: Point
    core: Core
    refused: tuple[Point, ...]
    put_aside: int
    design: BoardDesign | None = None


@dataclass(frozen=True)
class Draw:
    """Draws cores of a kind: the same one for the same seed.

    Attributes:
        of: a request of that kind, out of random numbers.
        named: what those are begun with, {} for the seed; no two kinds share them.
        compiled: whether a request may be refused only when its registers are placed.
    """

    of: Callable[[Random], Point]
    named: str
    compiled: bool = False

    def __call__(self, seed: str) -> Drawn:
        """The core that a seed draws."""
        rng = Random(self.named.format(seed))
        return accepted(rng, lambda: self.of(rng), compiled=self.compiled)


def accepted(rng: Random, point_of: Callable[[], Point], *, compiled: bool = False) -> Drawn:
    """The first point that is not put aside as costly, by chance, and not refused.

    `compiled` for those that may be refused only when their registers are placed.
    """
    refused: list[Point] = []
    put_aside = 0
    while True:
        point = point_of()
        if rng.random() > _CHEAP / _cost(point):
            put_aside += 1
            continue
        try:
            core = core_of(point)
            if compiled or point.architecture.delays != REGISTERS:
                _ = core.compiled  # only then it is known whether there are such delays
            return Drawn(point, core, tuple(refused), put_aside)
        except RequestError:
            refused.append(point)


def _cost(point: Point) -> float:
    """How long a core takes, in about the time that a round of SHA-256 takes to compile."""
    architecture = point.architecture
    hash_ = JUDGED[point.hash_name.removeprefix(HMAC.mark).split(BETWEEN)[0]]
    rounds = architecture.unroll * architecture.stages
    compiled = rounds * architecture.engines * hash_.word_bits / 32 + architecture.contexts / 2
    slot_clocks = hash_.rounds * architecture.interleave // rounds
    erased = max(point.interface.slots, architecture.contexts) * slot_clocks
    return max(1.0, compiled + erased / 1000) * point.interface.copies
