"""The space of architectures, and the table of its engines."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources

import pytest
from support.new_hashes import register

from hashloom.cores import Architecture, Interface, core_for
from hashloom.hashes import get_hash
from hashloom.measurements.estimation.compiled import engine_of, outline_of
from hashloom.measurements.estimation.engine import Engine
from hashloom.measurements.estimation.space import (
    architectures,
    as_built,
    engine_key,
    known_engine,
    space,
    table_name,
    with_engines,
)
from hashloom.request.at_level import check_level
from hashloom.targets import AreaTarget, Target, get_target, target_names

FILES = resources.files("hashloom.data").joinpath("engines").iterdir()
TABLES = sorted(file.name.removesuffix(".json") for file in FILES)
SAMPLE = [
    ("sha256", Architecture(), "message"),
    ("sha256", Architecture(unroll=2, interleave=4, constants="bram"), "hmac"),
    ("sha512", Architecture(interleave=3, constants="bram", chaining="bram"), "message"),
    ("sha512", Architecture(unroll=2), "hmac"),
    ("sha256", Architecture(stages=2), "message"),
]


OTHERS = [
    ("sha1", Architecture(unroll=2), "message"),
    ("sha1", Architecture(interleave=3, constants="bram"), "hmac"),
    ("sm3", Architecture(unroll=2), "hmac"),
    ("md5", Architecture(interleave=2), "message"),
    ("md5", Architecture(stages=2), "message"),
    ("ripemd160", Architecture(unroll=2), "hmac"),
]


def target_of(name: str) -> Target:
    return get_target(name)


@pytest.mark.parametrize("name", ["sha224", "sha512"])
@pytest.mark.parametrize("level", ["message", "hmac"])
def test_every_architecture_is_another_and_accepted(name: str, level: str) -> None:
    hash_ = get_hash(name)
    found = list(architectures(hash_, level))
    resolved = [a.resolved(hash_) for a in found]
    assert len(set(resolved)) == len(found) > 300
    assert Architecture() in found
    for architecture in found:
        check_level(architecture, level, hash_)


def test_an_engine_has_no_block_buffer() -> None:
    hash_ = get_hash("sha256")
    found = [a.resolved(hash_) for a in architectures(hash_, "engine")]
    assert len(set(found)) == len(found)
    assert {a.buffer for a in found} == {"lutram"}


def test_every_table_is_some_targets() -> None:
    placeable = [t for t in map(get_target, target_names()) if not isinstance(t, AreaTarget)]
    assert set(TABLES) <= {table_name(target) for target in placeable}
    families = {target.family for target in placeable if table_name(target) in TABLES}
    assert families >= {"ecp5", "ice40"}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("name", "architecture", "level"), SAMPLE)
def test_the_table_is_what_compiling_gives(
    table: str, name: str, architecture: Architecture, level: str
) -> None:
    core = core_for(name, architecture, Interface(level=level), table)
    supplied = level == "hmac"
    known = known_engine(core.hash, core.architecture, core.target, supplied=supplied)
    assert known == engine_of(core), "python benchmarks/engines.py works them out again"


@pytest.mark.parametrize(("name", "architecture", "level"), OTHERS)
def test_engines_of_other_hashes(name: str, architecture: Architecture, level: str) -> None:
    test_the_table_is_what_compiling_gives("ecp5-85f-8", name, architecture, level)


@pytest.mark.parametrize("target", ["ecp5-25f-6", "ice40-up5k"])
def test_nothing_of_the_space_has_to_be_compiled(
    target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compiled(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("hashloom.measurements.estimation.compiled.engine_of", compiled)
    monkeypatch.setattr("hashloom.measurements.estimation.compiled.core_for", compiled)
    for name, level in (("sha256", "message"), ("sha384", "hmac")):
        found = list(space(get_hash(name), Interface(level=level), target_of(target)))
        assert len(found) > 150


@pytest.mark.parametrize(
    ("name", "level"),
    [("sha256", "message"), ("sha1", "message"), ("md5", "hmac"), ("ripemd160", "engine")],
)
def test_the_same_hardware_is_there_once(name: str, level: str) -> None:
    """Two cores whose engines have the same numbers differ in more than what adders are called."""
    found = list(space(get_hash(name), Interface(level=level), target_of("ecp5-85f-8")))
    assert len({(replace(o.architecture, adders="auto"), o.engine) for _, o in found}) == len(found)


@pytest.mark.parametrize(("name", "same"), [("md5", True), ("sha256", False)])
def test_adders_of_which_nothing_is_compressed(name: str, same: bool) -> None:
    """The RTL of both differs in names and in the line that tells the adders, and nothing else."""
    asked = Architecture(unroll=2, interleave=3)
    texts, built = set(), set()
    for adders in ("ripple", "carry_save"):
        core = core_for(name, replace(asked, adders=adders))
        text = core.sources()[f"{core.prefix}_engine.sv"]
        texts.add(text.replace(core.prefix, "core").replace(f", adders {adders}, ", ", "))
        engine = known_engine(core.hash, core.architecture, core.target, supplied=False)
        built.add(as_built(core.architecture, engine))
    assert (len(texts) == 1) == (len(built) == 1) == same


def test_other_engines_are_compiled() -> None:
    hash_, target = get_hash("sha256"), target_of("ecp5-85f-8")
    asked = Architecture(association="textbook", adders="ripple", retiming=False)
    assert known_engine(hash_, asked.resolved(hash_), target, supplied=False) is None
    plain = outline_of(hash_, asked, Interface(), target).engine
    best = outline_of(hash_, Architecture(), Interface(), target).engine
    assert plain.path_ns > 1.5 * best.path_ns


def test_a_new_hash_has_no_engines_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """SHA-0 has SHA-1's rounds and another schedule."""
    target = target_of("ecp5-85f-8")
    before = with_engines(target)
    assert {"sha224", "sha512_256", "sha1", "md5"} <= set(before)
    register(monkeypatch)
    hash_ = get_hash("sha0")
    resolved = Architecture().resolved(hash_)
    assert known_engine(get_hash("sha1"), resolved, target, supplied=False) is not None
    assert known_engine(hash_, resolved, target, supplied=False) is None
    assert with_engines(target) == before


def test_keys_tell_engines_apart() -> None:
    base = Architecture(interleave=2).resolved(get_hash("sha256"))
    changed = [
        replace(base, **{field: value})
        for field, value in {
            "unroll": 2,
            "stages": 2,
            "interleave": 3,
            "groups": 2,
            "load": "parallel",
            "association": "textbook",
            "adders": "ripple",
            "retiming": False,
            "constants": "bram",
            "chaining": "bram",
            "method": "conventional",
            "delays": "lutram",
            "fold": 1,
        }.items()
    ]
    keys = {engine_key(a, supplied=False) for a in (base, *changed)}
    assert len(keys) == len(changed) + 1
    assert engine_key(base, supplied=True) not in keys
    same = replace(base, buffer="bram", keys="bram", engines=2)
    assert engine_key(same, supplied=False) == engine_key(base, supplied=False)


def test_numbers_come_back() -> None:
    engine = outline_of(
        get_hash("sha256"), Architecture(), Interface(), target_of("ecp5-85f-8")
    ).engine
    assert Engine.from_list(engine.as_list()) == engine
    with pytest.raises(ValueError, match="numbers"):
        Engine.from_list([1, 2])
