"""Faults planted into the datapath of an engine's RTL, to see that proofs find them.

Each mutant is one change of one operator in the text.  It is found in the text by what it does and
not by where it stands, so that the mutants survive a change of order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest


@dataclass(frozen=True)
class Mutant:
    """A fault.

    Attributes:
        name: what is wrong, in a few words.
        text: the engine's text with the fault.
    """

    name: str
    text: str


# Patterns of whole statements, and what becomes of them.
_Change = Callable[[re.Match[str]], str]
_ASSIGN = r"^  assign (?P<name>\w+) = (?P<value>[^;]+);$"


def mutants(text: str) -> Iterator[Mutant]:
    """Faults of every kind that the text has a place for."""
    for name, pattern, change in _CHANGES:
        for number, match in enumerate(re.finditer(pattern, text, re.MULTILINE)):
            changed = change(match)
            if changed == match[0]:
                continue
            fault = text[: match.start()] + changed + text[match.end() :]
            yield Mutant(f"{name} {number}: {' '.join(match[0].split())[:60]}", fault)


def varied(text: str, count: int) -> list[Mutant]:
    """`count` faults, of as many kinds as there are: the first of each kind, then the second."""
    kinds: dict[str, list[Mutant]] = {}
    for mutant in mutants(text):
        kinds.setdefault(mutant.name.split()[0], []).append(mutant)
    rows = zip_longest(*kinds.values())
    return [mutant for row in rows for mutant in row if mutant is not None][:count]


def _instead(old: str, new: str) -> _Change:
    return lambda match: match[0].replace(old, new, 1)


def _rotated(match: re.Match[str]) -> str:
    """A rotation by a bit more."""
    low, high = int(match["low"]), int(match["high"])
    return match[0].replace(match["turn"], f"{{x[{low + 1}:0], x[{high}:{low + 2}]}}")


_CHANGES: tuple[tuple[str, str, _Change], ...] = (
    ("rotation", r"(?P<turn>\{x\[(?P<low>\d+):0\], x\[(?P<high>\d+):\d+\]\})", _rotated),
    ("sum", _ASSIGN.replace("[^;]+", r"\w+(?:\[\d+\])? \+ [^;]+"), _instead(" + ", " - ")),
    ("difference", _ASSIGN.replace("[^;]+", r"\w+ - [^;]+"), _instead(" - ", " + ")),
    ("choice", r"^    ch = .*$", _instead("&", "|")),
    ("majority", r"^    maj = .*$", _instead("x | y", "x & y")),
    ("carry", r"^    csa_carry = .*$", _instead("<< 1", "<< 2")),
    ("parity", r"^    csa_sum = .*$", _instead("^ z", "| z")),
    ("select", _ASSIGN.replace("[^;]+", r"\w+(?:\[\d+\])? \? [^;]+"), _instead("? ", "? ~")),
    ("operand", r"\.d1\(\w+(?:\[\d+\])?\)", _instead("(", "(~")),
    ("register", r"^    (?P<q>\w+) <= (?P<d>\w+);$", _instead("<= ", "<= ~")),
    ("delay", r"^    W_q\[\d+:2\] <= W_q\[\d+:1\];$", _instead("<= ", "<= ~")),
)
