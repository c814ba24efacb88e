"""Imports: what is loaded late is a package that is heavy, or named as text.

Lint holds that no import stands in a function but of the packages that pyproject.toml names (ruff,
PLC0415 and TID253), and import-linter the order of the rooms. Two ways lead around both: imports
that only a type checker reads, and names that are loaded as text.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import hashloom

HOUSE = Path(hashloom.__file__).parent
PROJECT = tomllib.loads((HOUSE.parents[1] / "pyproject.toml").read_text("utf-8"))
MODULES = {path: path.relative_to(HOUSE).as_posix() for path in sorted(HOUSE.rglob("*.py"))}
TOP = "__init__.py"  # stands above all rooms: it puts them together
BY_NAME = re.compile(r"^hashloom(\.\w+)+:\w+$")


def imports_for_types(text: str) -> set[str]:
    """Modules that are imported for a type checker only."""
    found: set[str] = set()
    for block in ast.walk(ast.parse(text)):
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test):
            for node in ast.walk(block):
                if isinstance(node, ast.ImportFrom):
                    found.add(node.module or "")
                elif isinstance(node, ast.Import):
                    found.update(alias.name for alias in node.names)
    return found


def rooms_by_name(text: str) -> Iterator[str]:
    """Rooms of functions that are named as text, "hashloom.room.module:function"."""
    for node in ast.walk(ast.parse(text)):
        text_of = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text_of, str) and BY_NAME.match(text_of):
            yield text_of.split(":")[0].split(".")[1]


def test_types_alone_are_imported_of_packages_that_are_loaded_late() -> None:
    late = set(
        PROJECT["tool"]["ruff"]["lint"]["flake8-tidy-imports"]["banned-module-level-imports"]
    )
    for path, name in MODULES.items():
        for module in imports_for_types(path.read_text("utf-8")):
            assert any(f"{module}.".startswith(f"{each}.") for each in late), (name, module)


def test_what_is_loaded_by_name_stands_below() -> None:
    (layers,) = (
        each["layers"]
        for each in PROJECT["tool"]["importlinter"]["contracts"]
        if each.get("containers") == ["hashloom"]
    )
    height = {
        room: -place for place, layer in enumerate(layers) for room in re.findall(r"\w+", layer)
    }
    upwards = {
        name
        for path, name in MODULES.items()
        for room in rooms_by_name(path.read_text("utf-8"))
        if name != TOP and height[room] > height[name.split("/")[0].removesuffix(".py")]
    }
    assert not upwards


def test_both_ways_around_are_seen() -> None:
    assert imports_for_types("if TYPE_CHECKING:\n    from hashloom.cores import Core\n") == {
        "hashloom.cores"
    }
    assert list(rooms_by_name('named("hashloom.bundles.bundle:write")')) == ["bundles"]
