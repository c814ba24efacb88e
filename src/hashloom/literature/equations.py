"""Where michail2012 prints a critical path: its equations, each after one of the techniques."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.literature.papers import papers
from hashloom.transforms.by_hand.recursion import (
    BASE,
    COMPRESSION,
    PREFETCH,
    SPACE,
    TIME,
    UNROLLING,
    Application,
)

_UNROLL = 2  # rounds a clock of every equation but the base's

# Technique and the change after which it is applied; the last such application counts.
_PLACES = {
    3: (BASE, ""),
    4: (UNROLLING, ""),
    5: (SPACE, ""),
    6: (SPACE, PREFETCH),
    7: (COMPRESSION, ""),
    11: (COMPRESSION, TIME),
}


@dataclass(frozen=True)
class Equation:
    """An equation of section 5 to 7: its number and the path it gives, in the paper's terms."""

    number: int
    path: str


def equations() -> tuple[Equation, ...]:
    """The equations that give critical paths, in the paper's order."""
    rows = papers()["michail2012"].figures["critical_paths"]
    return tuple(Equation(row["equation"], row["path"]) for row in rows)


def equations_of(applications: list[Application], unroll: int) -> dict[int, Equation]:
    """By position in `applications`, the equation the paper prints at that place.

    The equations are of two rounds a clock; with another number only the base's is given.
    """
    known = {equation.number: equation for equation in equations()}
    found = {}
    for number, place in _PLACES.items():
        if unroll != _UNROLL and place[0] != BASE:
            continue
        positions = [
            position
            for position, application in enumerate(applications)
            if application.changed and (application.technique, application.after) == place
        ]
        if positions:
            found[positions[-1]] = known[number]
    return found
