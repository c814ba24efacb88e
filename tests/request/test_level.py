"""Levels: each is spelled in one place, and the others ask for its properties."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import hashloom
from hashloom.cores import core_for
from hashloom.errors import RequestError
from hashloom.request.designs import starting_points
from hashloom.request.level import ENGINE, HMAC, LEVELS, MESSAGE, level_named
from hashloom.verification.simulation.subject import message_core

_SPELLED = re.compile(rf"""level\b.{{0,4}}\s(==|!=|in)\s.*["']({"|".join(LEVELS)})["']""")


def test_levels_are_found_by_name() -> None:
    assert [level_named(name) for name in ("engine", "message", "hmac")] == [ENGINE, MESSAGE, HMAC]
    assert (HMAC.of("sha256"), MESSAGE.of("sha256")) == ("hmac-sha256", "sha256")
    with pytest.raises(
        RequestError, match="accepted are engine, message, hmac, block and hmac-block"
    ):
        level_named("bus")


@pytest.mark.parametrize(
    ("name", "architecture", "interface", "accepted"),
    [
        ("sha256", {}, {"level": "block"}, "for --method with it is recursive"),
        ("michail2012-block", {"unroll": 8}, {}, "for --unroll with it are 1, 2, 4"),
        ("michail2012-block", {"stages": 2}, {}, "for --stages with it is 4"),
        ("michail2012-block", {"engines": 2}, {}, "for --engines with it is 1"),
        ("hmac-michail2012-block", {"engines": 1}, {}, "for --engines with it is 2"),
        ("michail2012-block", {"constants": "bram"}, {}, "for --constants with it is lut"),
        ("michail2012-block", {}, {"width": 64}, "for --width with it is 512"),
        ("michail2012-block", {}, {"bus": "apb4"}, "message and HMAC cores"),
        ("sha1", {}, {"level": "block"}, "the levels engine and message"),
    ],
)
def test_what_a_block_core_cannot_have(
    name: str, architecture: dict[str, Any], interface: dict[str, Any], accepted: str
) -> None:
    _, usual, level = starting_points(name)
    with pytest.raises(RequestError, match=accepted):
        core_for(name, replace(usual, **architecture), replace(level, **interface))


@pytest.mark.parametrize("name", ["michail2012-block", "hmac-michail2012-block"])
def test_what_is_not_done_with_a_block_core(name: str) -> None:
    with pytest.raises(RequestError, match="accepted are levels engine, message and hmac"):
        message_core(core_for(name))


def test_no_room_compares_the_name_of_a_level() -> None:
    package = Path(hashloom.__file__).parent
    files = [file for kind in ("*.py", "*.j2") for file in package.rglob(kind)]
    found = [file.name for file in files if _SPELLED.search(file.read_text("utf-8"))]
    assert found == []
    assert _SPELLED.search('if core.level == "hmac":')
    assert _SPELLED.search('if document["level"] != "engine":')
