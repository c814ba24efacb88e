"""The cores that README's commands, the published designs and the data set name."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import typer

from hashloom.cli import COMMANDS, app_of
from hashloom.cores import core_of
from hashloom.literature.designs import DESIGNS
from hashloom.measurements.dataset import shipped
from hashloom.request.level import level_named
from hashloom.request.point import Noun, Point, point_of, starting_point

README = Path(__file__).resolve().parent.parent / "README.md"
_COMMAND = re.compile(r"(?:^ {4}|^\d+\. `|^\| `|^ \d+  |`)(hashloom \w+ [^`\n]*)", re.MULTILINE)
_NAME = "hash_name"  # of the argument that says what is computed
_OPTION = "retiming"  # that every command on a core has


def asked() -> list[Point]:
    """Each core once, those without packets left out."""
    points = [*commanded(README.read_text("utf-8")), *map(_design, DESIGNS)]
    points += [point_of(document) for document in shipped()]
    cores = (core_of(point) for point in points)
    there = (core.request for core in cores if _has_packets(core.request))
    return list(dict.fromkeys(there))


def commanded(text: str) -> Iterator[Point]:
    """The cores that commands in a text are about."""
    group = typer.main.get_command(app_of(COMMANDS))
    for line in _COMMAND.findall(text):
        _, name, *words = shlex.split(line, comments=True)
        command = group.commands.get(name)
        if command and {_NAME, _OPTION} <= {each.name for each in command.params}:
            yield _point(command.make_context(name, words, resilient_parsing=True))


def _point(context: Any) -> Point:
    """What the options of a command ask for."""
    given = {
        name: value
        for name, value in context.params.items()
        if (source := context.get_parameter_source(name)) and source.name == "COMMANDLINE"
    }
    point = _design(context.params[_NAME])
    return replace(
        point,
        architecture=_changed(point.architecture, given),
        interface=_changed(point.interface, given),
        target=given.get("target", point.target),
    )


def _design(name: str) -> Point:
    return Point(name, *starting_point(name))


def _changed(noun: Noun, given: dict[str, Any]) -> Noun:
    return replace(noun, **{f.name: given[f.name] for f in fields(noun) if f.name in given})


def _has_packets(point: Point) -> bool:
    level = level_named(point.interface.level)
    return level.streamed or level.whole
