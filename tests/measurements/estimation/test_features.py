"""What area is counted from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hashloom.cores import Architecture, Interface, core_for
from hashloom.hashes import get_hash
from hashloom.measurements.estimation.compiled import outline_of
from hashloom.measurements.estimation.features import Outline, area_features, register_features
from hashloom.targets import get_target

TARGET = get_target("ecp5-85f-8")


def outline(name: str = "sha256", level: str = "message", **fields: object) -> Outline:
    architecture = replace(Architecture(), **fields)
    return outline_of(get_hash(name), architecture, Interface(level=level), TARGET)


def area(name: str = "sha256", level: str = "message", **fields: object) -> dict[str, float]:
    return area_features(outline(name, level, **fields), TARGET)


@pytest.mark.parametrize(
    ("name", "level", "fields"),
    [
        ("sha256", "message", {}),
        ("sha224", "message", {"interleave": 4}),
        ("sha512", "message", {"stages": 2, "unroll": 4}),
        ("sha384", "hmac", {"interleave": 2, "buffer": "bram"}),
        ("sha256", "engine", {"unroll": 8, "interleave": 2}),
    ],
)
def test_the_shell_is_the_cores(name: str, level: str, fields: dict[str, object]) -> None:
    core = core_for(name, replace(Architecture(), **fields), Interface(level=level))
    assert replace(core.shell, name="") == outline(name, level, **fields).shell


def test_an_engine_has_no_shell() -> None:
    assert {n for n in area(level="engine") if n.startswith(("shell", "keyed"))} == set()
    assert area()["shell"] == 1
    assert not any(name.startswith("keyed") for name in area())
    assert area(level="hmac")["keyed"] == 1


def test_two_engines_are_twice_one() -> None:
    one, two = area(level="hmac"), area(level="hmac", engines=2)
    for name in ("adders", "sigmas", "compressors", "tables", "engine"):
        assert two[name] == 2 * one[name] > 0
    assert (one["keyed_engine"], two["keyed_engine"]) == (0, 1)


def test_block_ram_takes_tables_and_cells() -> None:
    lut = area(interleave=4)
    bram = area(interleave=4, constants="bram", chaining="bram", buffer="bram")
    assert lut["tables"] == 32 * 4
    assert bram["tables"] == 0
    assert bram["memory"] < lut["memory"]
    assert bram["join"] < lut["join"]


def test_registers_of_delays_are_the_graphs() -> None:
    core = core_for("sha256", Architecture(interleave=3))
    found = register_features(outline(interleave=3), TARGET)
    assert found["delays"] == core.compiled.graph.register_bits()


def test_memories_become_registers_without_lut_ram() -> None:
    ice40 = get_target("ice40-up5k")
    found = outline(load="serial")
    assert area_features(found, TARGET)["stored"] == 0
    assert area_features(found, ice40)["stored"] > 500
    assert area_features(found, ice40)["memory"] == 0
    assert register_features(found, ice40)["stored"] > 500
