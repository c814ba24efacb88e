"""A point leads to its core, to its command line, to its document, and back."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import Any

import pytest

from hashloom import cli
from hashloom.cores import Architecture, Core, Interface, core_for, core_of
from hashloom.errors import RequestError
from hashloom.request.point import Point, command_of, placements_of, point_of

POINTS = [
    (Point("sha256", Architecture(), Interface()), "sha256"),
    (
        Point("SHA-384", Architecture(unroll=2), Interface(), "ecp5-25f-6"),
        "sha384 --unroll 2 --target ecp5-25f-6",
    ),
    (
        Point("sha512", Architecture(retiming=False, load="parallel"), Interface(width=32)),
        "sha512 --load parallel --no-retiming --width 32",
    ),
    (
        Point("sha256", Architecture(keys="bram"), Interface("hmac", slots=9, resume=True)),
        "hmac-sha256 --keys bram --slots 9 --resume",
    ),
    (
        Point("hmac-sha224", Architecture(engines=2), Interface(length_bits=32)),
        "hmac-sha224 --engines 2 --length-bits 32",
    ),
    (Point("sha256", Architecture(), Interface("engine")), "sha256 --level engine"),
]


@pytest.mark.parametrize(("asked", "words"), POINTS, ids=[words for _, words in POINTS])
def test_there_and_back(asked: Point, words: str) -> None:
    core = core_of(asked)
    usual = core.request
    assert shlex.join(usual.options) == words
    assert usual.command == f"hashloom build {words}"
    assert Point.from_dict(usual.as_dict()) == usual
    again = core_of(usual)
    assert again == core
    assert again.request == usual


@pytest.mark.parametrize("words", [words for _, words in POINTS] + ["michail2012 --unroll 1"])
def test_the_command_line_builds_the_same_core(
    words: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[Core] = []

    def keep(core: Core, **_: object) -> dict[str, str]:
        built.append(core)
        return {"a": "b"}

    monkeypatch.setattr("hashloom.commands.making.generate.bundle_files", keep)
    assert cli.run(["generate", *words.split(), "-o", str(tmp_path / "out")]) == 0
    (core,) = built
    assert shlex.join(core.request.options) == words


def test_a_design_keeps_its_name_and_what_was_changed() -> None:
    design = core_for("michail2012").request
    assert design.options == ("michail2012",)
    changed = replace(design, architecture=replace(design.architecture, unroll=1))
    assert changed.options == ("michail2012", "--unroll", "1")


def test_fields_of_an_older_document_have_their_defaults() -> None:
    document = Point("sha256", Architecture(unroll=2), Interface()).as_dict()
    del document["architecture"]["keys"], document["interface"]["resume"]
    assert Point.from_dict(document) == Point("sha256", Architecture(unroll=2), Interface())


def test_a_field_nobody_knows_is_refused() -> None:
    document = Point("sha256", Architecture(), Interface()).as_dict()
    document["architecture"]["colour"] = "red"
    with pytest.raises(RequestError, match=r"'colour'.*accepted are adders"):
        Point.from_dict(document)


def test_command_of_a_document() -> None:
    request = Point("sha256", Architecture(unroll=2), Interface()).as_dict()
    document = {"request": request, "fmax_mhz": {"seeds": {"1": 1.0, "2": 2.0}}, "tools": {}}
    line = "hashloom build sha256 --unroll 2"
    assert placements_of(document) == "2 placements"
    assert command_of(document | {"verified": {"suite": "quick"}}) == f"{line} --seeds 2 --json"
    full = command_of(document | {"verified": {"suite": "full"}})
    assert full == f"{line} --suite full --seeds 2 --json"
    document |= {"tools": {"annealer": "1"}, "verified": {"suite": "quick"}}
    assert command_of(document) == f"{line} --placement annealed --seeds 2 --json"
    assert placements_of(document) == "2 annealed placements"


def test_an_engine_measured_with_another_buffer_is_the_usual_one() -> None:
    """Documents are of before --buffer was refused for engines, which have none."""
    asked = Point("sha256", Architecture(buffer="bram"), Interface(level="engine"))
    with pytest.raises(RequestError, match="no block buffer"):
        core_of(asked)
    usual = replace(asked, architecture=Architecture())
    assert point_of({"request": asked.as_dict()}) == usual
    kept = replace(asked, interface=Interface(level="message"))
    assert point_of({"request": kept.as_dict()}) == kept
