"""One request for a core, in a form that documents, stores and shells can hold."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, TypeVar

from hashloom.errors import RequestError
from hashloom.request.architecture import Architecture
from hashloom.request.designs import starting_points
from hashloom.request.interface import Interface, split_name
from hashloom.request.level import level_named

DEFAULT_TARGET = "ecp5-85f-8"
ANNEALING = " --placement annealed"  # what follows the request where placements are annealed
Noun = TypeVar("Noun", Architecture, Interface)


@dataclass(frozen=True)
class Point:
    """A hash, an architecture, an interface and a target, as they are asked for.

    Attributes:
        hash_name: a hash such as "sha256", "hmac-" and one, or a published design.
        architecture, interface: what is asked for, "auto" and a width of None included.
        target: name of the device.
    """

    hash_name: str
    architecture: Architecture
    interface: Interface
    target: str = DEFAULT_TARGET

    @staticmethod
    def from_dict(document: Mapping[str, Any]) -> Point:
        """The point that `as_dict` wrote; a field it does not hold has its default.

        Raises RequestError when a field is unknown.
        """
        return Point(
            str(document["hash"]),
            _noun(Architecture, document["architecture"]),
            _noun(Interface, document["interface"]),
            str(document["target"]),
        )

    def as_dict(self) -> dict[str, Any]:
        """The point as the field `request` of a result document shows it."""
        return {
            "hash": self.hash_name,
            "architecture": asdict(self.architecture),
            "interface": asdict(self.interface),
            "target": self.target,
        }

    @property
    def options(self) -> tuple[str, ...]:
        """What follows `hashloom build`: the hash, and options for what differs from defaults.

        Two spellings of one request may differ here; those of `Core.request` do not.
        """
        architecture, interface = starting_point(self.hash_name)
        if split_name(self.hash_name, Interface())[1].keyed:
            interface = replace(interface, level=self.interface.level)
        words = [self.hash_name]
        words += _differences(self.architecture, architecture)
        words += _differences(self.interface, interface)
        words += ["--target", self.target] if self.target != DEFAULT_TARGET else []
        return tuple(words)

    @property
    def command(self) -> str:
        """The line that builds it, for a shell: "hashloom build sha256 --unroll 2"."""
        return shlex.join(("hashloom", "build", *self.options))


def starting_point(hash_name: str) -> tuple[Architecture, Interface]:
    """What options change: a published design, where the name is that of one, else defaults."""
    _, architecture, interface = starting_points(hash_name)
    return architecture, interface


def point_of(document: Mapping[str, Any]) -> Point:
    """The point that a result document, as `hashloom build --json` prints it, is about.

    An engine has no block buffer; one that was asked for with another buffer is the usual one.
    """
    point = Point.from_dict(document["request"])
    if level_named(point.interface.level).streamed:
        return point
    usual = Architecture().buffer
    return replace(point, architecture=replace(point.architecture, buffer=usual))


def command_of(document: Mapping[str, Any]) -> str:
    """The command line that prints a result document, its seeds and its suite included."""
    seeds, suite = len(document["fmax_mhz"]["seeds"]), document["verified"]["suite"]
    full = "" if suite == "quick" else f" --suite {suite}"
    return f"{placed_command(*measured_as(document))}{full} --seeds {seeds} --json"


def placed_command(point: Point, annealed: bool) -> str:
    """The line that builds a point with placements as usual or annealed."""
    return f"{point.command}{ANNEALING if annealed else ''}"


def measured_as(document: Mapping[str, Any]) -> tuple[Point, bool]:
    """What a result document is about: the point, and whether its placements were annealed.

    Of one point both ways are results beside each other.
    """
    return point_of(document), is_annealed(document)


def is_annealed(document: Mapping[str, Any]) -> bool:
    """Whether the placements of a result document were annealed."""
    return "annealer" in document["tools"]


def placements_of(document: Mapping[str, Any]) -> str:
    """How many placements the clock of a result document is the median of: "5 placements"."""
    count = len(document["fmax_mhz"]["seeds"])
    annealed = "annealed " if is_annealed(document) else ""
    return f"{count} {annealed}placement{'' if count == 1 else 's'}"


def _noun(kind: type[Noun], values: Mapping[str, Any]) -> Noun:
    known = {field.name for field in fields(kind)}
    unknown = sorted(set(values) - known)
    if unknown:
        raise RequestError(
            f"A request holds the field {unknown[0]!r}, which this hashloom does not know; "
            f"accepted are {', '.join(sorted(known))}."
        )
    return kind(**values)


def _differences(noun: Noun, base: Noun) -> list[str]:
    """Options that turn `base` into `noun`."""
    words: list[str] = []
    for field in fields(noun):
        value = getattr(noun, field.name)
        if value == getattr(base, field.name):
            continue
        name = field.name.replace("_", "-")
        if isinstance(value, bool):
            words.append(f"--{name}" if value else f"--no-{name}")
        else:
            words += [f"--{name}", str(value)]
    return words
