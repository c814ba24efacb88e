"""Values of a netlist that are taken for words of a standard, and are to be proved to be them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from hashloom.verification.equivalence.netlists.machine import substituted
from hashloom.verification.equivalence.netlists.values import Expression, Value
from hashloom.verification.equivalence.words.textbook import Label

Modes = TypeVar("Modes")  # how the blocks began to which words belong


class Place(NamedTuple):
    """Where something was met: clocks since the newest block started, and the net."""

    clock: int
    net: str


@dataclass(frozen=True)
class Claim(Generic[Modes]):
    """A value of the netlist that is taken for a word of the standard."""

    value: Value
    label: Label
    definition: Value | None
    modes: Modes
    place: Place


def both_words(claim: Claim[Any], values: Mapping[Label, int]) -> tuple[Value, int]:
    """The netlist's word and the standard's, where the words that they come of are given."""

    def number(found: Expression) -> Value:
        return values.get(found.args[0], 0)

    return substituted(claim.value, number), values.get(claim.label, 0)


def refuted_lines(
    claim: Claim[Any], values: Mapping[Label, int], word_bits: int
) -> tuple[str, ...]:
    """Lines for a claim that a solver has refuted, with the words of its counterexample."""
    rtl, standard = both_words(claim, values)
    place = f"net {claim.place.net}" if claim.place.net else "a register"
    lines = [
        f"{claim.label} is another word in {place} than in the standard, "
        f"{claim.place.clock} clocks after the start of the block's slot, for instance for"
    ]
    given = {label: n for label, n in values.items() if label != claim.label}
    lines += [
        f"  {label} = {hexadecimal(n, word_bits)}" for label, n in sorted(given.items(), key=_place)
    ]
    lines.append(f"  standard: {claim.label} = {hexadecimal(standard, word_bits)}")
    if isinstance(rtl, int):
        lines.append(f"  RTL:      {claim.label} = {hexadecimal(rtl, word_bits)}")
    return tuple(lines)


def _place(item: tuple[Label, int]) -> tuple[int, str]:
    return item[0].number, item[0].letter


def hexadecimal(number: int, bits: int) -> str:
    """A word of `bits` bits as standards print it."""
    return f"{number:0{bits // 4}x}"
