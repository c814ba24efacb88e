"""Requests of cores with streams, at random; draws.py has those around them, and all together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from hashloom.hashes import Hash
from hashloom.request.accepted import (
    CHOICES,
    ENGINES,
    MAX_CONTEXTS,
    MAX_INTERLEAVE,
    MAX_POOL,
    POOL_LOOP,
    POOL_UNROLL,
)
from hashloom.request.architecture import SEARCHED_UNROLL, Architecture
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
from hashloom.rtl.folded.keyed.layout import MAX_SLOTS as MAX_FOLDED_SLOTS
from hashloom.targets import target_names
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
LATER = tuple(name for name in _PICKED if JUDGED[name].combined_apart)
DRAWN = tuple(name for name, hash_ in JUDGED.items() if hash_.combined_apart)
_FEWER = {"interleave": 16, "contexts": 64}  # than may be: all that most draws draw


def delayed(rng: Random) -> Point:
    """A core with delays in memory, if it has any that are long enough."""
    point = any_point(rng, DRAWN)
    delays = rng.choice(CHOICES["delays"][1:])
    return replace(point, architecture=replace(point.architecture, delays=delays))


def any_added(rng: Random, load: str = "added") -> Point:
    """A core whose chaining words are added to others, with all else that goes with it."""
    point = any_point(rng, tuple(name for name, each in JUDGED.items() if each.in_halves))
    alone: dict[str, Any] = {"unroll": 1, "stages": 1, "interleave": 1, "groups": 0}
    found = replace(point.architecture, **alone, load=load, method="exact", retiming=True)
    return replace(point, architecture=replace(found, schedule="beside"))


def searched(rng: Random) -> Point:
    """A core whose sums are searched, of any hash, with all else that goes with it."""
    point = any_point(rng, DRAWN)
    brought: dict[str, Any] = {"association": "auto", "adders": "auto", "schedule": "beside"}
    found = replace(point.architecture, method="searched", retiming=True, **brought)
    if found.unroll > SEARCHED_UNROLL:
        unroll = rng.choice([u for u in divisors(16) if u <= SEARCHED_UNROLL])
        found = replace(found, unroll=unroll, stages=1, groups=0)
    return replace(point, architecture=found)


def any_folded(rng: Random, fold: int = 1) -> Point:
    """A message core that is folded so, or copies of it."""
    hash_ = JUDGED[rng.choice([name for name, each in JUDGED.items() if each.shared_sums])]
    length_bits = rng.choice((1, 2)) * hash_.word_bits
    interface = replace(any_interface(hash_, False, rng), length_bits=length_bits)
    if rng.random() < 0.2:
        interface = replace(interface, copies=rng.randint(2, 4))
    return Point(hash_.name, Architecture(fold=fold), interface, DEFAULT_TARGET)


def any_folded_keyed(rng: Random, fold: int = 1) -> Point:
    """An HMAC core that is folded so."""
    hash_ = JUDGED[rng.choice([name for name, each in JUDGED.items() if each.shared_sums])]
    length_bits, slots = rng.choice((1, 2)) * hash_.word_bits, rng.randint(1, MAX_FOLDED_SLOTS)
    interface = replace(any_interface(hash_, False, rng), length_bits=length_bits, slots=slots)
    return Point(HMAC.of(hash_.name), Architecture(fold=fold), interface, DEFAULT_TARGET)


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


def keyed_pool(rng: Random) -> Point:
    """An HMAC core that is such a pool."""
    pool = any_pool(rng)
    slots = rng.choice((1, 2, 3, 5, 16, MAX_SLOTS, rng.randint(1, MAX_SLOTS)))
    return replace(
        pool,
        hash_name=HMAC.of(pool.hash_name),
        architecture=replace(pool.architecture, keys="bram"),
        interface=replace(pool.interface, slots=slots),
    )


def many_messages(rng: Random) -> Point:
    """Message cores that interleave more messages than the others do, or have more of them."""
    hash_ = JUDGED[rng.choice(DRAWN)]
    interleave = rng.choice((*range(17, 33), 40, 48, 63, MAX_INTERLEAVE))
    architecture = Architecture(
        unroll=weighted(rng, divisors(hash_.rounds), 0.8),
        interleave=interleave,
        groups=rng.randint(1, MAX_CONTEXTS // interleave),
        **{field: any_choice(rng, field) for field in ("load", "delays", "constants", "chaining")},
    )
    return Point(hash_.name, architecture, any_interface(hash_, False, rng), DEFAULT_TARGET)


def any_array(rng: Random) -> Point:
    """Copies of a message core."""
    hash_ = JUDGED[rng.choice(DRAWN)]
    copies = any_copies(rng)
    interface = replace(any_interface(hash_, False, rng), copies=copies)
    return Point(hash_.name, any_architecture(hash_, False, rng), interface, DEFAULT_TARGET)


def any_copies(rng: Random) -> int:
    """How many copies an array has."""
    return rng.choice((2, 2, 3, 4, 5, rng.randint(2, MAX_COPIES)))


def copied(point: Point, rng: Random) -> Point:
    """Copies of a core that has been drawn."""
    interface = replace(point.interface, copies=any_copies(rng))
    return replace(point, interface=interface, target=DEFAULT_TARGET)


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


def picked(rng: Random) -> Point:
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
    slots, resume = _slots(rng), rng.random() < 0.5
    return replace(interface, slots=slots, resume=resume, private_slots=rng.random() < 0.4)


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
