"""From ranges of values, out of options or a TOML file, to the points of a sweep."""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, get_type_hints

from hashloom.cores import core_of
from hashloom.errors import RequestError
from hashloom.hashes import get_hash
from hashloom.request.accepted import CHOICES
from hashloom.request.architecture import Architecture
from hashloom.request.bus import BUSES, DMAS, NONE
from hashloom.request.choice import require_one
from hashloom.request.designs import find_design
from hashloom.request.interface import Interface, split_name
from hashloom.request.level import LEVELS
from hashloom.request.point import DEFAULT_TARGET, Point, starting_point
from hashloom.request.prefix import check_prefix
from hashloom.targets import get_target, require_placement

_NOUNS: tuple[type[Any], ...] = (Architecture, Interface)
_KINDS = {name: kind for noun in _NOUNS for name, kind in get_type_hints(noun).items()}
_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
# Names by range; a name that is none of them is wrong whatever it is combined with.
_NAMES = {
    **CHOICES,
    "level": tuple(LEVELS),
    "bus": (NONE, *BUSES),
    "dma": (NONE, *DMAS),
}
_SETTINGS = ("seeds", "suite")  # of a file, beside ranges
_PARTS = "part"
RANGES = ("hash", "target", *(f.name for noun in _NOUNS for f in fields(noun)))

Ranges = Mapping[str, Sequence[Any]]


@dataclass(frozen=True)
class Sweep:
    """What is to be measured.

    Attributes:
        points: each in its usual spelling, once.
        left_out: combinations that are no cores, by the reason why not.
        seeds, suite: settings of the file; None where it has none.
    """

    points: tuple[Point, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)
    seeds: int | None = None
    suite: str | None = None


def values_of(name: str, text: str) -> list[Any]:
    """The values of one range as an option gives them: "1,2,4".

    Raises RequestError for a text that is no list of the field's kind.
    """
    return [_value(name, word.strip()) for word in text.split(",")]


def sweep_over(ranges: Ranges) -> Sweep:
    """Every combination of the ranges that is a core; a range not given is the default alone.

    `ranges` is by name, of `RANGES`; "hash" is one of them and has no default.  Raises
    RequestError for a hash, target or word that nobody knows, and when no combination is a core.
    """
    return _united([ranges])


def sweep_in(file: Path, overriding: Ranges) -> Sweep:
    """The sweep of a TOML file, with the ranges in `overriding` in place of the file's.

    Its keys are the names of `RANGES`, each a value or a list of them, and `seeds` and `suite`. An
    array of tables `part` unites several sweeps, which all have what stands before the first.
    Raises RequestError for a file that cannot be read, an unknown key, a value of another kind, and
    as `sweep_over` does.
    """
    try:
        document = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise RequestError(
            f"The sweep {file} cannot be read ({error.strerror}); accepted is a TOML file."
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RequestError(f"The sweep {file} is not accepted, being no TOML: {error}.") from error
    parts = document.pop(_PARTS, [{}])
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise RequestError(f"{_PARTS!r} in {file} is no table; accepted are tables [[{_PARTS}]].")
    seeds, suite = (document.pop(name, None) for name in _SETTINGS)
    if seeds is not None and (type(seeds) is not int or seeds < 1):
        raise RequestError(f"seeds = {seeds!r} in {file} is not accepted, but a number from 1 is.")
    if suite is not None and not isinstance(suite, str):
        raise RequestError(f"suite = {suite!r} in {file} is not accepted, but a name is.")
    several = [_ranges_in(file, {**document, **part}) | dict(overriding) for part in parts]
    return replace(_united(several), seeds=seeds, suite=suite)


def _ranges_in(file: Path, table: Mapping[str, Any]) -> dict[str, list[Any]]:
    ranges = {}
    for name, given in table.items():
        key = name.replace("-", "_")
        if key not in RANGES:
            accepted = ", ".join((*RANGES, *_SETTINGS, _PARTS))
            raise RequestError(f"{file} has the unknown key {name!r}; accepted are {accepted}.")
        values = given if isinstance(given, list) else [given]
        ranges[key] = [_checked(key, value) for value in values]
    return ranges


def _checked(name: str, value: Any) -> Any:
    """A value of a file; a text is read as an option's."""
    if isinstance(value, str):
        return _value(name, value)
    kind = _KINDS.get(name, str)
    if type(value) is not kind and not (type(value) is int and kind == (int | None)):
        raise _wrong(name, value)
    return value


def _value(name: str, word: str) -> Any:
    """One value of a range, from text."""
    kind = _KINDS.get(name, str)
    if kind is str:
        return word
    if kind is bool and word.lower() in _TRUTH:
        return _TRUTH[word.lower()]
    if kind == (int | None) and word == "auto":
        return None
    try:
        if kind is not bool:
            return int(word)
    except ValueError:
        pass
    raise _wrong(name, word)


def _wrong(name: str, value: Any) -> RequestError:
    examples = {str: "names such as sha256", int: "numbers such as 1,2,4", bool: "true and false"}
    accepted = examples.get(_KINDS.get(name, str), "auto and numbers such as 32,64")
    return RequestError(
        f"{value!r} is no value of {name.replace('_', '-')}; accepted are {accepted}."
    )


def _united(several: Iterable[Ranges]) -> Sweep:
    points: dict[Point, None] = {}
    reasons: Counter[str] = Counter()
    for ranges in several:
        _check_words(ranges)
        for asked in _combinations(ranges):
            try:
                points[_usual(asked)] = None
            except RequestError as error:
                reasons[str(error)] += 1
    if not points:
        number = reasons.total()
        first = next(iter(reasons), "")
        what = "The only combination" if number == 1 else f"None of the {number} combinations"
        raise RequestError(f"{what} is {'no' if number == 1 else 'a'} core: {first}")
    return Sweep(tuple(points), dict(reasons))


def _check_words(ranges: Ranges) -> None:
    """Raises RequestError for what no combination could make a core."""
    if not ranges.get("hash"):
        raise RequestError(
            "A sweep needs a hash; accepted are names such as sha256 or hmac-sha256, several if "
            "you like, or --file with such a range."
        )
    for name, values in ranges.items():
        if not values:
            raise RequestError(f"The range of {name} is empty; accepted is one value or more.")
    for name in ranges["hash"]:
        require_one(name, "A sweep", keyed=True)
        core_of(Point(name, *starting_point(name)))
    for name in ranges.get("target", ()):
        get_target(name)
    for prefix in filter(None, ranges.get("prefix", ())):
        check_prefix(prefix)
    for name, accepted in _NAMES.items():
        for value in ranges.get(name, ()):
            if value not in accepted:
                option = f"--{name.replace('_', '-')}"
                raise RequestError(
                    f"{option} {value} is not known; accepted are {', '.join(accepted)}."
                )


def _combinations(ranges: Ranges) -> Iterable[Point]:
    """Every combination, later ranges varied first; a design brings what is not in a range."""
    names = [name for name in RANGES if name in ranges and name not in ("hash", "target")]
    targets = ranges.get("target", (DEFAULT_TARGET,))
    several = itertools.product(
        ranges["hash"], targets, *(dict.fromkeys(ranges[name]) for name in names)
    )
    for hash_name, target, *values in several:
        architecture, interface = starting_point(hash_name)
        given = dict(zip(names, values, strict=True))
        yield Point(hash_name, _with(architecture, given), _with(interface, given), target)


def _with(noun: Any, values: Mapping[str, Any]) -> Any:
    own = {f.name: values[f.name] for f in fields(noun) if f.name in values}
    return replace(noun, **own)


def _usual(asked: Point) -> Point:
    """The point in its usual spelling.  Raises RequestError when it cannot be measured."""
    core = core_of(asked)
    require_placement(core.target, "a sweep")
    return core.request


def rough_size(point: Point) -> int:
    """Bits of the rounds that a core has in hardware: what placing it takes goes with them."""
    plain, _ = split_name(point.hash_name, Interface())
    design = find_design(plain)
    bits = get_hash(design.hash_name if design else plain).word_bits
    asked = point.architecture
    return bits * asked.unroll * asked.stages * asked.engines


def cheapest_first(points: Sequence[Point]) -> list[Point]:
    """The points by `rough_size`, engines before whole cores, few contexts before many."""

    def cost(point: Point) -> tuple[int, int, int]:
        level = list(LEVELS).index(point.interface.level)
        return rough_size(point), level, point.architecture.contexts

    return sorted(points, key=cost)
