"""Requests of cores with streams at random; draws.py has further ones, and all together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from hashloom.cores import Core, core_of
from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.request.architecture import (
    CHOICES,
    ENGINES,
    MAX_CONTEXTS,
    MAX_INTERLEAVE,
    MAX_POOL,
    POOL_LOOP,
    POOL_UNROLL,
    SEARCHED_UNROLL,
    Architecture,
)
from hashloom.request.choice import BETWEEN, together
from hashloom.request.interface import (
    MAX_COPIES,
    MAX_SLOTS,
    MINIMUM_LENGTH_BITS,
    WIDTHS,
    Interface,
)
from hashloom.request.level import HMAC
from hashloom.request.point import DEFAULT_TARGET, Point
from hashloom.request.rounds import divisors, stages_of
from hashloom.targets import target_names
from hashloom.transforms.registers.delay_lines import REGISTERS
from hashloom.verification.vectors.reference import JUDGED

_COMMON = {
    "load": {"auto": 4, "added": 0, "cleared": 0},  # which have draws of their own
    "association": {"auto": 4},
    "adders": {"auto": 3},
    "method": {"exact": 20, "searched": 0},  # of which there is a draw of its own
    "schedule": {"beside": 4},
}
# Hashes without a schedule: what was built of them first, in one stage and with chaining words that
# are combined apart, is drawn with others; all of it in a draw of its own.
_PICKED = tuple(name for name, hash_ in JUDGED.items() if hash_.schedule is None)
_LATER = tuple(name for name in _PICKED if JUDGED[name].combined_apart)
_DRAWN = tuple(name for name, hash_ in JUDGED.items() if hash_.combined_apart)
_FEWER = {"interleave": 16, "contexts": 64}  # than may be: all that most draws draw
_CHEAP = 14.0  # up to this cost every core is taken, above it in inverse proportion


@dataclass(frozen=True)
class Drawn:
    """A core, the requests that were refused before it, and how many were put aside as costly."""

    point: Point
    core: Core
    refused: tuple[Point, ...]
    put_aside: int


def draw(seed: str) -> Drawn:
    """The core that a seed draws: the same for the same seed.

    Which seeds draw cores of hashes that came later is a matter of their own, so that the others
    draw what they have always drawn.
    """
    later = Random(f"{seed}, later")
    if later.random() < len(_LATER) / len(_DRAWN):
        rng, names = later, _LATER
    else:
        rng, names = Random(seed), tuple(name for name in _DRAWN if name not in _LATER)
    return accepted(rng, lambda: any_point(rng, names))


def draw_array(seed: str) -> Drawn:
    """The array that a seed draws; `draw` draws none, and what it has always drawn."""
    rng = Random(f"array {seed}")
    return accepted(rng, lambda: _array(rng))


def draw_several(seed: str) -> Drawn:
    """The message core of several hashes that a seed draws: the same for the same seed."""
    rng = Random(f"{seed}, several hashes")
    return accepted(rng, lambda: any_several(rng, False))


def draw_keyed(seed: str) -> Drawn:
    """The HMAC core of several hashes that a seed draws: the same for the same seed."""
    rng = Random(f"{seed}, several hashes with keys")
    return accepted(rng, lambda: any_several(rng, True))


def draw_several_array(seed: str) -> Drawn:
    """The array of several hashes that a seed draws; the others draw none."""
    rng = Random(f"array of several hashes {seed}")
    return accepted(rng, lambda: _copied(any_several(rng, False), rng))


def draw_delays(seed: str) -> Drawn:
    """The core with delays in memory that a seed draws; the others draw none."""
    rng = Random(f"{seed}, delays in memory")
    return accepted(rng, lambda: _delayed(rng))


def draw_added(seed: str) -> Drawn:
    """The core with load by addition that a seed draws; the others draw none."""
    rng = Random(f"{seed}, load by addition")
    return accepted(rng, lambda: any_added(rng))


def draw_many(seed: str) -> Drawn:
    """The message core of many interleaved messages that a seed draws."""
    rng = Random(f"{seed}, many messages")
    return accepted(rng, lambda: _many(rng))


def draw_pool(seed: str) -> Drawn:
    """The pool that a seed draws, of sixteen rounds a clock more often than of all."""
    rng = Random(f"{seed}, a pool")
    return accepted(rng, lambda: any_pool(rng))


def draw_keyed_pool(seed: str) -> Drawn:
    """The HMAC core that is a pool that a seed draws; `draw_pool` draws none."""
    rng = Random(f"{seed}, a pool with keys")
    return accepted(rng, lambda: _keyed_pool(rng))


def draw_searched(seed: str) -> Drawn:
    """The core whose sums are searched that a seed draws; the others draw none."""
    rng = Random(f"{seed}, sums searched")
    return accepted(rng, lambda: _searched(rng))


def draw_picked(seed: str) -> Drawn:
    """The core of a hash without a schedule that a seed draws, pipelined more often than not."""
    rng = Random(f"{seed}, words picked")
    return accepted(rng, lambda: _picked(rng))


# Cores with streams
DRAWS: dict[str, Callable[[str], Drawn]] = {
    "cores": draw,
    "arrays": draw_array,
    "several": draw_several,
    "keyed-several": draw_keyed,
    "several-arrays": draw_several_array,
    "delays": draw_delays,
    "many": draw_many,
    "added": draw_added,
    "pools": draw_pool,
    "keyed-pools": draw_keyed_pool,
    "searched": draw_searched,
    "picked": draw_picked,
}


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


def _delayed(rng: Random) -> Point:
    """A core with delays in memory, if it has any that are long enough."""
    point = any_point(rng, _DRAWN)
    delays = rng.choice(CHOICES["delays"][1:])
    return replace(point, architecture=replace(point.architecture, delays=delays))


def any_added(rng: Random, load: str = "added") -> Point:
    """A core whose chaining words are added to others, with all else that goes with it."""
    point = any_point(rng, tuple(name for name, each in JUDGED.items() if each.in_halves))
    alone: dict[str, Any] = {"unroll": 1, "stages": 1, "interleave": 1, "groups": 0}
    found = replace(point.architecture, **alone, load=load, method="exact", retiming=True)
    return replace(point, architecture=replace(found, schedule="beside"))


def _searched(rng: Random) -> Point:
    """A core whose sums are searched, of any hash, with all else that goes with it."""
    point = any_point(rng, _DRAWN)
    brought: dict[str, Any] = {"association": "auto", "adders": "auto", "schedule": "beside"}
    found = replace(point.architecture, method="searched", retiming=True, **brought)
    if found.unroll > SEARCHED_UNROLL:
        unroll = rng.choice([u for u in divisors(16) if u <= SEARCHED_UNROLL])
        found = replace(found, unroll=unroll, stages=1, groups=0)
    return replace(point, architecture=found)


def any_pool(rng: Random) -> Point:
    """A message core that takes a block in every free clock, with a loop of any length."""
    hash_ = JUDGED[rng.choice([name for name, each in JUDGED.items() if each.in_halves])]
    unroll = weighted(rng, [u for u in divisors(hash_.rounds) if u >= POOL_UNROLL], 0.4)
    usual = 2 * unroll + 1
    loop = rng.choice((usual, usual, rng.randint(POOL_LOOP, MAX_POOL), rng.randint(unroll, 100)))
    architecture = Architecture(
        unroll=unroll,
        interleave=1 if unroll == hash_.rounds else loop,
        pool=rng.choice((2, 3, 16, 17, 128, MAX_POOL, rng.randint(2, MAX_POOL))),
        chaining="bram",
        delays=any_choice(rng, "delays"),
        adders=any_choice(rng, "adders"),
    )
    interface = replace(any_interface(hash_, False, rng), width=None)
    return Point(hash_.name, architecture, interface, DEFAULT_TARGET)


def _keyed_pool(rng: Random) -> Point:
    """An HMAC core that is such a pool."""
    pool = any_pool(rng)
    slots = rng.choice((1, 2, 3, 5, 16, MAX_SLOTS, rng.randint(1, MAX_SLOTS)))
    return replace(
        pool,
        hash_name=HMAC.of(pool.hash_name),
        architecture=replace(pool.architecture, keys="bram"),
        interface=replace(pool.interface, slots=slots),
    )


def _many(rng: Random) -> Point:
    """Message cores that interleave more messages than the others do, or have more of them."""
    hash_ = JUDGED[rng.choice(_DRAWN)]
    interleave = rng.choice((*range(17, 33), 40, 48, 63, MAX_INTERLEAVE))
    architecture = Architecture(
        unroll=weighted(rng, divisors(hash_.rounds), 0.8),
        interleave=interleave,
        groups=rng.randint(1, MAX_CONTEXTS // interleave),
        **{field: any_choice(rng, field) for field in ("load", "delays", "constants", "chaining")},
    )
    return Point(hash_.name, architecture, any_interface(hash_, False, rng), DEFAULT_TARGET)


def _array(rng: Random) -> Point:
    """Copies of a message core."""
    hash_ = JUDGED[rng.choice(_DRAWN)]
    copies = any_copies(rng)
    interface = replace(any_interface(hash_, False, rng), copies=copies)
    return Point(hash_.name, any_architecture(hash_, False, rng), interface, DEFAULT_TARGET)


def any_copies(rng: Random) -> int:
    """How many copies an array has."""
    return rng.choice((2, 2, 3, 4, 5, rng.randint(2, MAX_COPIES)))


def _copied(point: Point, rng: Random) -> Point:
    """Copies of a core that has been drawn."""
    interface = replace(point.interface, copies=any_copies(rng))
    return replace(point, interface=interface, target=DEFAULT_TARGET)


def _cost(point: Point) -> float:
    """How long a core takes, in about the time that a round of SHA-256 takes to compile."""
    architecture = point.architecture
    hash_ = JUDGED[point.hash_name.removeprefix(HMAC.mark).split(BETWEEN)[0]]
    rounds = architecture.unroll * architecture.stages
    compiled = rounds * architecture.engines * hash_.word_bits / 32 + architecture.contexts / 2
    slot_clocks = hash_.rounds * architecture.interleave // rounds
    erased = max(point.interface.slots, architecture.contexts) * slot_clocks
    return max(1.0, compiled + erased / 1000) * point.interface.copies


def any_point(rng: Random, names: Sequence[str]) -> Point:
    name = rng.choice(names)
    hash_ = JUDGED[name]
    keyed = rng.random() < 0.7
    target = DEFAULT_TARGET if rng.random() < 0.7 else rng.choice(target_names())
    architecture = any_architecture(hash_, keyed, rng)
    interface = any_interface(hash_, keyed, rng)
    return Point(HMAC.of(name) if keyed else name, architecture, interface, target)


def any_several(rng: Random, keyed: bool) -> Point:
    """A core of some of the hashes that go together, in any order."""
    families = sorted({tuple(filter(JUDGED.get, together(each))) for each in JUDGED.values()})
    family = rng.choice([each for each in families if len(each) > 1])
    names = rng.sample(family, rng.randint(2, len(family)))
    hash_ = JUDGED[names[0]]
    target = DEFAULT_TARGET if rng.random() < 0.7 else rng.choice(target_names())
    architecture = any_architecture(hash_, keyed, rng)
    interface = any_interface(hash_, keyed, rng)
    if keyed:
        names[0] = HMAC.of(names[0])
    return Point(BETWEEN.join(names), architecture, replace(interface, resume=False), target)


def _picked(rng: Random) -> Point:
    """A core of a hash without a schedule, of any number of stages."""
    name = rng.choice(_PICKED)
    hash_, keyed = JUDGED[name], rng.random() < 0.5
    stages = weighted(rng, stages_of(hash_), 0.9)
    architecture = any_architecture(hash_, keyed, rng, stages)
    point = Point(name, architecture, any_interface(hash_, keyed, rng), DEFAULT_TARGET)
    return replace(point, hash_name=HMAC.of(name)) if keyed else point


def any_architecture(hash_: Hash, keyed: bool, rng: Random, stages: int = 0) -> Architecture:
    """An architecture of so many stages, of any number where it is 0."""
    stages = stages or weighted(rng, stages_of(hash_) if hash_.schedule else [1], 0.3)
    interleave = rng.choice((1, 1, 2, 3, 4, rng.randint(1, _FEWER["interleave"])))
    most = max(stages, _FEWER["contexts"] // interleave)
    few = rng.randint(stages, min(most, stages + 3))
    chosen = {field: any_choice(rng, field) for field in CHOICES if field != "delays"}
    if not keyed:
        chosen["keys"] = "lutram"
    architecture = Architecture(
        unroll=weighted(rng, divisors(hash_.rounds // stages), 0.6),
        stages=stages,
        interleave=interleave,
        groups=rng.choice((0, 0, stages, few, rng.randint(stages, most))),
        retiming=rng.random() < 0.8,
        engines=rng.choice(ENGINES) if keyed else 1,
        **chosen,
    )
    if rng.random() < 0.9:
        return _by_hand(architecture, stages)
    return architecture


def _by_hand(architecture: Architecture, stages: int) -> Architecture:
    """With what goes with its method, where that is not the exact one."""
    if architecture.method == "exact":
        return replace(architecture, schedule="beside")
    if architecture.schedule == "first":
        architecture, stages = replace(architecture, method="conventional", stages=1), 1
    groups = 0 if stages == 1 else architecture.groups
    return replace(
        architecture,
        interleave=1,
        groups=groups,
        load="auto",
        association="auto",
        adders="auto",
        retiming=True,
    )


def any_interface(hash_: Hash, keyed: bool, rng: Random) -> Interface:
    widest = 2 * hash_.word_bits
    bits = (MINIMUM_LENGTH_BITS, 64, widest, rng.randint(MINIMUM_LENGTH_BITS, widest))
    interface = Interface(width=rng.choice((None, None, *WIDTHS)), length_bits=rng.choice(bits))
    if not keyed:
        return interface
    interface = replace(interface, slots=_slots(rng), resume=rng.random() < 0.5)
    if any(field.name == "private_slots" for field in fields(Interface)):
        private: dict[str, Any] = {"private_slots": rng.random() < 0.4}
        interface = replace(interface, **private)
    return interface


def any_choice(rng: Random, field: str) -> Any:
    weights = _COMMON.get(field, {})
    return rng.choices(CHOICES[field], [weights.get(value, 1) for value in CHOICES[field]])[0]


def weighted(rng: Random, values: tuple[int, ...] | list[int], ratio: float) -> int:
    """One of `values`, each drawn `ratio` times as often as the one before."""
    return rng.choices(list(values), [ratio**index for index in range(len(values))])[0]


def _slots(rng: Random) -> int:
    kind = rng.random()
    if kind < 0.5:
        return rng.randint(1, 8)
    return (
        rng.choice((4, 16, 17, rng.randint(1, 40))) if kind < 0.97 else rng.randint(41, MAX_SLOTS)
    )
