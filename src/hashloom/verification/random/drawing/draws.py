"""Everything that a campaign may draw: cores with streams, behind registers, with rings, of blocks.

`NOT_DRAWN` says what is accepted and not drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from hashloom.boards import board_names, get_board
from hashloom.cores.boards.board import board_design, fastest
from hashloom.errors import RequestError
from hashloom.request.accepted import CHOICES, FOLDS
from hashloom.request.architecture import Architecture
from hashloom.request.bus import BUSES, DMA_BITS, DMAS, NONE
from hashloom.request.choice import BETWEEN
from hashloom.request.interface import Interface
from hashloom.request.level import BLOCK, HMAC, HMAC_BLOCK
from hashloom.request.point import DEFAULT_TARGET, Point
from hashloom.verification.random.drawing.cores import (
    DRAWN,
    LATER,
    any_added,
    any_architecture,
    any_array,
    any_copies,
    any_folded,
    any_folded_keyed,
    any_interface,
    any_point,
    any_pool,
    any_several,
    copied,
    delayed,
    keyed_pool,
    many_messages,
    picked,
    searched,
    weighted,
)
from hashloom.verification.random.drawing.drawn import Draw, Drawn, accepted
from hashloom.verification.vectors.reference import JUDGED

# Accepted values that no draw reaches, and why, by option.
NOT_DRAWN = {
    "--level engine": "it has no packets; the proofs are about engines",
}
_LOADS = ("added", "cleared")  # which go with little else
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


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
    return _with_ring(point, rng)


def _with_ring(point: Point, rng: Random) -> Point:
    """The same with a ring on any bus."""
    bus, width = rng.choice((NONE, *BUSES)), rng.choice((None, *DMA_BITS))
    return _on_bus(point, dma=rng.choice(list(DMAS)), bus=bus, width=width, resume=False)


def _keyed_ring(rng: Random) -> Point:
    """An HMAC core of two messages in flight or more, in one stage or several, with a ring."""
    point = _any_core(rng, True)
    while point.architecture.contexts == 1:
        point = _any_core(rng, True)
    return _with_ring(point, rng)


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


def _seldom_later(seed: str) -> Drawn:
    """A core with streams, of one hash. Which seeds draw hashes that came later is a matter of
    their own, so that the others draw what they have always drawn."""
    later = Random(f"{seed}, later")
    if later.random() < len(LATER) / len(DRAWN):
        return accepted(later, lambda: any_point(later, LATER))
    rng, names = Random(seed), tuple(name for name in DRAWN if name not in LATER)
    return accepted(rng, lambda: any_point(rng, names))


def _on_four(seed: str) -> Drawn:
    """A core folded on four adders, with keys or without."""
    rng = Random(f"{seed}, folded on four")
    of = rng.choice((any_folded, any_folded_keyed))
    return accepted(rng, lambda: of(rng, fold=4))


def _any_folded_core(rng: Random) -> Point:
    """A folded core by itself, with keys or without."""
    of = rng.choice((any_folded, any_folded_keyed))
    point = of(rng, fold=rng.choice(FOLDS[1:]))
    return replace(point, interface=replace(point.interface, copies=1))


def _folded_behind_registers(rng: Random) -> Point:
    """A folded core behind any bus."""
    point = _any_folded_core(rng)
    return _on_bus(point, bus=rng.choice(BUSES), width=rng.choice((None, 32)))


def _on_board(seed: str) -> Drawn:
    """A core of one message on a board; campaigns go through the boards in turn."""
    boards = board_names()
    rng, name = Random(f"{seed}, board"), boards[int(seed.split("/")[-1]) % len(boards)]

    def point_of() -> Point:
        point = _any_folded_core(rng) if rng.random() < 0.5 else _one_message(rng)
        streams = replace(point.interface, width=None, resume=False, private_slots=False)
        return replace(point, interface=streams, target=get_board(name).target)

    while True:
        drawn = accepted(rng, point_of, compiled=True)
        point = drawn.point
        try:
            asked = board_design(name, point.hash_name, point.architecture, point.interface)
        except RequestError:
            continue
        design = fastest(asked)
        return replace(drawn, point=design.core.request, core=design.core, design=design)


def _one_message(rng: Random) -> Point:
    """A core of one message in flight, with keys where it has one hash."""
    point = _alone(_any_core(rng, rng.random() < 0.5))
    while point.interface.keyed and BETWEEN in point.hash_name:
        point = _alone(_any_core(rng, True))
    return point


# What a campaign may draw: one draws nothing that another one is for.
DRAWS: dict[str, Callable[[str], Drawn]] = {
    "cores": _seldom_later,
    "arrays": Draw(any_array, "array {}"),
    "several": Draw(lambda rng: any_several(rng, False), "{}, several hashes"),
    "keyed-several": Draw(lambda rng: any_several(rng, True), "{}, several hashes with keys"),
    "several-arrays": Draw(
        lambda rng: copied(any_several(rng, False), rng), "array of several hashes {}"
    ),
    "delays": Draw(delayed, "{}, delays in memory"),
    "many": Draw(many_messages, "{}, many messages"),
    "added": Draw(any_added, "{}, load by addition"),
    "folded": Draw(any_folded, "{}, folded"),
    "folded-four": _on_four,
    "folded-two": Draw(lambda rng: any_folded(rng, fold=2), "{}, folded in place"),
    "folded-two-keyed": Draw(
        lambda rng: any_folded_keyed(rng, fold=2), "{}, folded in place with keys"
    ),
    "folded-keyed": Draw(any_folded_keyed, "{}, folded with keys"),
    "pools": Draw(any_pool, "{}, a pool"),
    "keyed-pools": Draw(keyed_pool, "{}, a pool with keys"),
    "searched": Draw(searched, "{}, sums searched"),
    "picked": Draw(picked, "{}, words picked"),
    "keyed-several-states": Draw(_with_states, "{}, states of several hashes", compiled=True),
    "registers": Draw(_behind_registers, "{}, registers", compiled=True),
    "rings": Draw(_ringed, "{}, rings", compiled=True),
    "keyed-rings": Draw(_keyed_ring, "{}, rings of keyed packets", compiled=True),
    "cleared": Draw(lambda rng: any_added(rng, "cleared"), "{}, load by addition beside the loop"),
    "aimed": Draw(_aimed, "{}, a pool for a clock"),
    "named": Draw(_named, "{}, a prefix"),
    "blocks": Draw(_whole, "{}, blocks whole"),
    "keyed-arrays": Draw(_keyed_array, "{}, an array with keys"),
    "folded-registers": Draw(_folded_behind_registers, "{}, folded, registers"),
    "boards": _on_board,
    "folded-rings": Draw(lambda rng: _with_ring(_any_folded_core(rng), rng), "{}, folded, rings"),
}
