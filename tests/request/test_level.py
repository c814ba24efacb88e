"""Levels: each is spelled in one place, and the others ask for its properties."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hashloom
from hashloom.errors import RequestError
from hashloom.request.level import ENGINE, HMAC, LEVELS, MESSAGE, level_named

_SPELLED = re.compile(rf"""level\b.{{0,4}}\s(==|!=|in)\s.*["']({"|".join(LEVELS)})["']""")


def test_levels_are_found_by_name() -> None:
    assert [level_named(name) for name in ("engine", "message", "hmac")] == [ENGINE, MESSAGE, HMAC]
    assert (HMAC.of("sha256"), MESSAGE.of("sha256")) == ("hmac-sha256", "sha256")
    with pytest.raises(
        RequestError, match="accepted are engine, message, hmac, block and hmac-block"
    ):
        level_named("bus")


def test_no_room_compares_the_name_of_a_level() -> None:
    package = Path(hashloom.__file__).parent
    files = [file for kind in ("*.py", "*.j2") for file in package.rglob(kind)]
    found = [file.name for file in files if _SPELLED.search(file.read_text("utf-8"))]
    assert found == []
    assert _SPELLED.search('if core.level == "hmac":')
    assert _SPELLED.search('if document["level"] != "engine":')
