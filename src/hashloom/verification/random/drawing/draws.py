"""Everything that a campaign may draw: cores with streams, behind registers, with rings, of blocks.

`NOT_DRAWN` says what is accepted and not drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from hashloom.request.architecture import CHOICES, Architecture
from hashloom.request.bus import BUSES, DMA_BITS, DMAS, NONE
from hashloom.request.interface import Interface
from hashloom.request.level import BLOCK, HMAC, HMAC_BLOCK
from hashloom.request.point import DEFAULT_TARGET, Point
from hashloom.verification.random.drawing import cores, folded
from hashloom.verification.random.drawing.cores import (
    Drawn,
    accepted,
    any_added,
    any_architecture,
    any_copies,
    any_interface,
    any_point,
    any_pool,
    any_several,
    weighted,
)
from hashloom.verification.vectors.reference import JUDGED

# Accepted values that no draw reaches, and why, by option.
NOT_DRAWN = {
    "--level engine": "it has no packets; the proofs are about engines",
}
_LOADS = ("added", "cleared")  # which go with little else
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def draw_registers(seed: str) -> Drawn:
    """The core behind registers that a seed draws."""
    rng = Random(f"{seed}, registers")
    return accepted(rng, lambda: _behind_registers(rng), compiled=True)


def draw_rings(seed: str) -> Drawn:
    """The core with a ring of descriptors that a seed draws."""
    rng = Random(f"{seed}, rings")
    return accepted(rng, lambda: _ringed(rng), compiled=True)


def draw_states(seed: str) -> Drawn:
    """The HMAC core of several hashes that saves states that a seed draws; "keyed-several" draws
    none."""
    rng = Random(f"{seed}, states of several hashes")
    return accepted(rng, lambda: _with_states(rng), compiled=True)


def draw_cleared(seed: str) -> Drawn:
    """The core with load by addition beside the loop that a seed draws; the others draw few."""
    rng = Random(f"{seed}, load by addition beside the loop")
    return accepted(rng, lambda: any_added(rng, "cleared"))


def draw_aimed(seed: str) -> Drawn:
    """The pool whose registers are placed for a clock that a seed draws."""
    rng = Random(f"{seed}, a pool for a clock")
    return accepted(rng, lambda: _aimed(rng))


def draw_named(seed: str) -> Drawn:
    """The core whose modules have a prefix of the user's that a seed draws."""
    rng = Random(f"{seed}, a prefix")
    return accepted(rng, lambda: _named(rng))


def draw_blocks(seed: str) -> Drawn:
    """The core that takes padded blocks whole that a seed draws."""
    rng = Random(f"{seed}, blocks whole")
    return accepted(rng, lambda: _whole(rng))


def draw_keyed_array(seed: str) -> Drawn:
    """The array of HMAC cores that a seed draws."""
    rng = Random(f"{seed}, an array with keys")
    return accepted(rng, lambda: _keyed_array(rng))


# What a campaign may draw
DRAWS: dict[str, Callable[[str], Drawn]] = {
    **cores.DRAWS,
    **folded.DRAWS,
    "keyed-several-states": draw_states,
    "registers": draw_registers,
    "rings": draw_rings,
    "cleared": draw_cleared,
    "aimed": draw_aimed,
    "named": draw_named,
    "blocks": draw_blocks,
    "keyed-arrays": draw_keyed_array,
}


def _any_core(rng: Random, keyed: bool) -> Point:
    """A core of any hash, or of several."""
    if rng.random() < 0.25:
        return replace(any_several(rng, keyed), target=DEFAULT_TARGET)
    hash_ = JUDGED[rng.choice(list(JUDGED))]
    stages = 1 if keyed else 0
    point = Point(
        HMAC.of(hash_.name) if keyed else hash_.name,
        any_architecture(hash_, keyed, rng, stages),
        any_interface(hash_, keyed, rng),
        DEFAULT_TARGET,
    )
    kind = rng.random()
    if kind < 0.15 and hash_.in_halves:
        return _loaded(point, rng)
    if kind < 0.25:
        delays = rng.choice(CHOICES["delays"][1:])
        return replace(point, architecture=replace(point.architecture, delays=delays))
    return point


def _loaded(point: Point, rng: Random) -> Point:
    """The same with load by addition."""
    alone: dict[str, Any] = {"unroll": 1, "stages": 1, "interleave": 1, "groups": 0}
    load = rng.choice(_LOADS)
    found = replace(point.architecture, **alone, load=load, method="exact", retiming=True)
    return replace(point, architecture=replace(found, schedule="beside"))


def _on_bus(point: Point, **interface: Any) -> Point:
    """A core on a bus: that has no private slots."""
    given = replace(point.interface, private_slots=False, **interface)
    return replace(point, interface=given)


def _alone(point: Point) -> Point:
    """The same with one message in flight."""
    alone = replace(point.architecture, stages=1, interleave=1, groups=0)
    return replace(point, architecture=alone)


def _with_states(rng: Random) -> Point:
    """An HMAC core of several hashes with saved states, now and then behind registers."""
    point = any_several(rng, True)
    point = replace(point, interface=replace(point.interface, resume=True))
    if rng.random() < 0.85:
        return point
    alone = replace(_alone(point), target=DEFAULT_TARGET)
    return _on_bus(alone, bus=rng.choice(BUSES), width=rng.choice((None, 32)))


def _behind_registers(rng: Random) -> Point:
    """A core of one message behind any bus."""
    point = _alone(_any_core(rng, rng.random() < 0.6))
    return _on_bus(point, bus=rng.choice(BUSES), width=rng.choice((None, 32)))


def _ringed(rng: Random) -> Point:
    """A core that reads memory, with its registers on any bus."""
    keyed = rng.random() < 0.5
    point = _any_core(rng, keyed)
    if keyed:
        point = _alone(point)
    elif point.architecture.interleave > 4:
        point = replace(point, architecture=replace(point.architecture, interleave=2, groups=0))
    bus, width = rng.choice((NONE, *BUSES)), rng.choice((None, *DMA_BITS))
    return _on_bus(point, dma=rng.choice(list(DMAS)), bus=bus, width=width, resume=False)


def _aimed(rng: Random) -> Point:
    """A pool whose registers are placed for some clock."""
    point = any_pool(rng)
    found = replace(point.architecture, retiming_mhz=rng.randint(50, 350))
    return replace(point, architecture=found)


def _named(rng: Random) -> Point:
    """A core with a prefix."""
    point = any_point(rng, _names())
    prefix = "".join(rng.choice(_LETTERS + "0123456789_") for _ in range(rng.randint(0, 12)))
    letter = rng.choice(_LETTERS + _LETTERS.upper())
    return replace(point, interface=replace(point.interface, prefix=letter + prefix))


def _names() -> Sequence[str]:
    return [name for name, each in JUDGED.items() if each.combined_apart]


def _whole(rng: Random) -> Point:
    """A core of level block or hmac-block."""
    hash_ = JUDGED[rng.choice([name for name, each in JUDGED.items() if each.in_halves])]
    keyed = rng.random() < 0.5
    stages = hash_.rounds // hash_.block_words
    architecture = Architecture(
        unroll=weighted(rng, [1, 2, 4], 0.7),
        stages=stages,
        groups=rng.choice((0, rng.randint(stages, 16))),
        method="recursive",
        engines=2 if keyed else 1,
    )
    level = HMAC_BLOCK if keyed else BLOCK
    return Point(hash_.name, architecture, Interface(level=level.name), DEFAULT_TARGET)


def _keyed_array(rng: Random) -> Point:
    """Copies of an HMAC core of one hash."""
    hash_ = JUDGED[rng.choice(_names())]
    given = replace(any_interface(hash_, True, rng), resume=False, private_slots=False)
    return Point(
        HMAC.of(hash_.name),
        any_architecture(hash_, True, rng),
        replace(given, copies=any_copies(rng)),
        DEFAULT_TARGET,
    )
