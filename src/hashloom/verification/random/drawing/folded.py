"""Requests of folded cores at random."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from hashloom.request.architecture import Architecture
from hashloom.request.level import HMAC
from hashloom.request.point import DEFAULT_TARGET, Point
from hashloom.rtl.folded.keyed.layout import MAX_SLOTS
from hashloom.verification.random.drawing.cores import Drawn, accepted, any_interface
from hashloom.verification.vectors.reference import JUDGED


def draw_folded(seed: str) -> Drawn:
    """The folded core that a seed draws."""
    rng = Random(f"{seed}, folded")
    return accepted(rng, lambda: _folded(rng))


def draw_folded_on_four(seed: str) -> Drawn:
    """The core folded on four adders that a seed draws, with keys or without; the others draw
    none."""
    rng = Random(f"{seed}, folded on four")
    draw = rng.choice((_folded, _folded_keyed))
    return accepted(rng, lambda: draw(rng, fold=4))


def draw_folded_in_place(seed: str) -> Drawn:
    """The core folded on adders at fixed places that a seed draws; the others draw none."""
    rng = Random(f"{seed}, folded in place")
    return accepted(rng, lambda: _folded(rng, fold=2))


def draw_keyed_in_place(seed: str) -> Drawn:
    """The HMAC core folded on adders at fixed places that a seed draws; `draw_folded_in_place`
    draws none."""
    rng = Random(f"{seed}, folded in place with keys")
    return accepted(rng, lambda: _folded_keyed(rng, fold=2))


def draw_folded_keyed(seed: str) -> Drawn:
    """The folded HMAC core that a seed draws; `draw_folded` draws none."""
    rng = Random(f"{seed}, folded with keys")
    return accepted(rng, lambda: _folded_keyed(rng))


DRAWS: dict[str, Callable[[str], Drawn]] = {
    "folded": draw_folded,
    "folded-four": draw_folded_on_four,
    "folded-two": draw_folded_in_place,
    "folded-two-keyed": draw_keyed_in_place,
    "folded-keyed": draw_folded_keyed,
}


def _folded(rng: Random, fold: int = 1) -> Point:
    """A message core that is folded so, or copies of it."""
    hash_ = JUDGED[rng.choice([name for name, each in JUDGED.items() if each.shared_sums])]
    length_bits = rng.choice((1, 2)) * hash_.word_bits
    interface = replace(any_interface(hash_, False, rng), length_bits=length_bits)
    if rng.random() < 0.2:
        interface = replace(interface, copies=rng.randint(2, 4))
    return Point(hash_.name, Architecture(fold=fold), interface, DEFAULT_TARGET)


def _folded_keyed(rng: Random, fold: int = 1) -> Point:
    """An HMAC core that is folded so."""
    hash_ = JUDGED[rng.choice([name for name, each in JUDGED.items() if each.shared_sums])]
    length_bits, slots = rng.choice((1, 2)) * hash_.word_bits, rng.randint(1, MAX_SLOTS)
    interface = replace(any_interface(hash_, False, rng), length_bits=length_bits, slots=slots)
    return Point(HMAC.of(hash_.name), Architecture(fold=fold), interface, DEFAULT_TARGET)
