"""Ranges become points, whatever is no core is left out or refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.documents import point

from hashloom.cores import core_of
from hashloom.errors import RequestError
from hashloom.exploration.sweep import (
    RANGES,
    Sweep,
    cheapest_first,
    rough_size,
    sweep_in,
    sweep_over,
    values_of,
)


def words(sweep: Sweep) -> list[str]:
    return [" ".join(point.options) for point in sweep.points]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "sweep.toml"


def test_every_combination_in_order() -> None:
    sweep = sweep_over({"hash": ["sha256", "sha512"], "unroll": [1, 2], "constants": ["bram"]})
    assert words(sweep) == [
        "sha256 --constants bram",
        "sha256 --unroll 2 --constants bram",
        "sha512 --constants bram",
        "sha512 --unroll 2 --constants bram",
    ]
    assert sweep.left_out == {}
    assert all(core_of(point).request == point for point in sweep.points)


def test_what_is_no_core_is_counted_with_its_reason() -> None:
    sweep = sweep_over({"hash": ["sha256", "hmac-sha256"], "unroll": [1, 3], "engines": [1, 2]})
    assert words(sweep) == ["sha256", "hmac-sha256", "hmac-sha256 --engines 2"]
    by_reason = {reason: number for reason, number in sweep.left_out.items() if "3" in reason}
    assert sum(sweep.left_out.values()) == 5
    assert sum(by_reason.values()) >= 2


def test_spellings_of_one_core_are_one_point() -> None:
    ranges = {"hash": ["SHA-256", "sha256"], "groups": [0], "level": ["message"]}
    assert words(sweep_over(ranges)) == ["sha256"]
    keyed = {"hash": ["hmac-sha256"], "level": ["message", "engine", "hmac"]}
    assert words(sweep_over(keyed)) == ["hmac-sha256"]


def test_a_design_brings_what_is_no_range() -> None:
    sweep = sweep_over({"hash": ["michail2012"], "unroll": [1, 2]})
    assert words(sweep) == ["michail2012 --unroll 1", "michail2012"]


def test_targets_without_place_and_route_are_left_out() -> None:
    sweep = sweep_over({"hash": ["sha256"], "target": ["virtex-5", "ice40-hx8k"]})
    assert words(sweep) == ["sha256 --target ice40-hx8k"]
    assert "synthesis only" in next(iter(sweep.left_out))


@pytest.mark.parametrize(
    ("ranges", "mentions"),
    [
        ({}, "sha256 or hmac-sha256"),
        ({"hash": ["sha256"], "unroll": [3]}, "The only combination is no core.*1, 2, 4"),
        ({"hash": ["sha256"], "unroll": [3, 5]}, "None of the 2 combinations.*1, 2, 4"),
        ({"hash": ["sha256", "sha3"]}, "sha224"),
        ({"hash": ["hmac-"]}, "sha224"),
        ({"hash": ["sha256"], "target": ["ecp6"]}, "ecp5-85f-8"),
        ({"hash": ["sha256"], "constants": ["lut", "rom"]}, "--constants rom .* lut, bram"),
        ({"hash": ["sha256"], "level": ["bus"]}, "engine, message, hmac"),
        ({"hash": ["sha256"], "bus": ["apb4", "foo"]}, "--bus foo .* none, apb4"),
        ({"hash": ["sha256"], "dma": ["none", "foo"]}, "--dma foo .* none, axi4"),
        ({"hash": ["sha256"], "prefix": ["core", "1st"]}, "'1st'.*--prefix"),
        ({"hash": ["sha256"], "unroll": []}, "empty"),
    ],
)
def test_refused(ranges: dict[str, list[object]], mentions: str) -> None:
    with pytest.raises(RequestError, match=mentions) as caught:
        sweep_over(ranges)
    assert "\n" not in str(caught.value)


def test_values_are_of_the_kind_of_their_field() -> None:
    assert values_of("unroll", "1, 2,4") == [1, 2, 4]
    assert values_of("retiming", "true,no") == [True, False]
    assert values_of("width", "auto,32") == [None, 32]
    assert values_of("constants", "lut,bram") == ["lut", "bram"]
    assert values_of("hash", "sha256,hmac-sha256") == ["sha256", "hmac-sha256"]
    for name, text in (("unroll", "1,two"), ("retiming", "maybe"), ("width", "wide")):
        with pytest.raises(RequestError, match=f"no value of {name}; accepted are"):
            values_of(name, text)


def test_a_file_says_the_same_as_options(file: Path) -> None:
    file.write_text(
        'hash = ["sha256", "hmac-sha256"]\nunroll = [1, 2]\nretiming = true\n'
        'target = "ecp5-25f-6"\nlength-bits = 32\nseeds = 5\nsuite = "full"\n'
    )
    ranges = {"hash": ["sha256", "hmac-sha256"], "unroll": [1, 2], "target": ["ecp5-25f-6"]}
    sweep = sweep_in(file, {})
    assert sweep.points == sweep_over({**ranges, "length_bits": [32]}).points
    assert (sweep.seeds, sweep.suite) == (5, "full")
    shorter = sweep_in(file, {"unroll": [4], "hash": ["sha256"]})
    assert words(shorter) == ["sha256 --unroll 4 --length-bits 32 --target ecp5-25f-6"]


def test_parts_of_a_file_are_united(file: Path) -> None:
    file.write_text(
        'hash = "sha256"\n[[part]]\nunroll = [1, 2]\n[[part]]\ninterleave = [1, 4]\n'
        'constants = "lut"\n'
    )
    assert words(sweep_in(file, {})) == ["sha256", "sha256 --unroll 2", "sha256 --interleave 4"]


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ('hash = "sha256"\ncolour = "red"\n', "unknown key 'colour'.*hash, target, unroll"),
        ('hash = "sha256"\n[[part]]\ncolour = 1\n', "unknown key 'colour'"),
        ('hash = "sha256"\nunroll = "two"\n', "'two' is no value of unroll"),
        ('hash = "sha256"\nunroll = 1.5\n', "1.5 is no value of unroll"),
        ('hash = "sha256"\nunroll = true\n', "True is no value of unroll"),
        ('hash = "sha256"\nretiming = 1\n', "1 is no value of retiming"),
        ("hash = 256\n", "256 is no value of hash"),
        ('hash = "sha256"\nunroll = {from = 1}\n', "is no value of unroll"),
        ('hash = "sha256"\nseeds = "many"\n', "seeds = 'many'"),
        ('hash = "sha256"\nseeds = 0\n', "seeds = 0"),
        ('hash = "sha256"\nsuite = 1\n', "suite = 1"),
        ('hash = "sha256"\npart = 1\n', r"\[\[part\]\]"),
        ('hash = "sha256"\nunroll = []\n', "empty"),
        ('hash = "sha256\n', "no TOML"),
        ("unroll = 1\n", "needs a hash"),
        ('hash = "sha256"\nunroll = 3\n', "no core"),
    ],
)
def test_a_file_that_is_wrong(file: Path, text: str, mentions: str) -> None:
    file.write_text(text)
    with pytest.raises(RequestError, match=mentions) as caught:
        sweep_in(file, {})
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(file: Path) -> None:
    with pytest.raises(RequestError, match="cannot be read"):
        sweep_in(file, {})
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(RequestError, match="no TOML"):
        sweep_in(file, {})


def test_ranges_are_the_fields_of_the_nouns() -> None:
    assert {"hash", "target", "unroll", "keys", "level", "slots"} <= set(RANGES)


def test_the_cheapest_come_first() -> None:
    several = [
        point(unroll=4),
        point("sha512", unroll=2),
        point("hmac-sha256", unroll=2, engines=2),
        point(interleave=4),
        point(),
    ]
    assert [rough_size(one) for one in several] == [128, 128, 128, 32, 32]
    ordered = cheapest_first(several)
    assert ordered[:2] == [point(), point(interleave=4)]
    assert ordered[2:] == [several[0], several[1], several[2]]
