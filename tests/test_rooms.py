"""Rooms: how many modules a package holds, and that each says what may be touched there."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

import hashloom

MODULES = 12  # of a package at most, __init__ not counted
DIVIDED = 2  # packages in a package from which on their order is said
HOUSE = Path(hashloom.__file__).parent
PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
ROOMS = sorted(path.parent for path in HOUSE.rglob("__init__.py"))


def name_of(room: Path) -> str:
    return ".".join(("hashloom", *room.relative_to(HOUSE).parts))


@pytest.mark.parametrize("room", ROOMS, ids=name_of)
def test_a_room_has_one_thought(room: Path) -> None:
    modules = sorted(path.name for path in room.glob("*.py") if path.name != "__init__.py")
    assert len(modules) <= MODULES, f"{name_of(room)} holds {len(modules)}: {', '.join(modules)}"
    assert ast.get_docstring(ast.parse((room / "__init__.py").read_text("utf-8")))


def test_every_folder_with_modules_is_a_room() -> None:
    assert {path.parent for path in HOUSE.rglob("*.py")} == set(ROOMS)


def test_rooms_of_a_room_have_an_order() -> None:
    """import-linter holds the order; here is held that every room that is divided has one."""
    contracts = tomllib.loads(PROJECT.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    ordered = {container for each in contracts for container in each.get("containers", ())}
    within = {room: sum(path.parent == room for path in ROOMS) for room in ROOMS}
    assert {name_of(room) for room, rooms in within.items() if rooms >= DIVIDED} <= ordered
