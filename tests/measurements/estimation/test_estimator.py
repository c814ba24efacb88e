"""What the shipped estimator says, and what it owns up to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hashloom.cores import Architecture, Interface
from hashloom.errors import RequestError
from hashloom.hashes import get_hash
from hashloom.measurements.dataset import shipped
from hashloom.measurements.estimation.compiled import outline_of
from hashloom.measurements.estimation.estimator import (
    Estimate,
    estimate,
    is_widely_measured,
    model_of,
)
from hashloom.measurements.estimation.fitting import fitted, samples_of
from hashloom.targets import Target, get_target


def placeable(name: str) -> Target:
    return get_target(name)


def said(
    name: str = "sha256", level: str = "message", target: str = "ecp5-85f-8", **fields: object
) -> Estimate:
    architecture = replace(Architecture(), **fields)
    device = placeable(target)
    outline = outline_of(get_hash(name), architecture, Interface(level=level), device)
    return estimate(outline, device)


def test_errors_are_within_what_is_promised() -> None:
    model = model_of(placeable("ecp5-85f-8"))
    assert model.documents >= 15
    assert 0 < model.errors["lut"] <= 0.04
    assert 0 < model.errors["clock"] <= 0.10
    assert 0 < model.errors["ff"] <= 0.04


def test_no_measured_core_is_far_off() -> None:
    for sample in samples_of(shipped()):
        architecture = sample.point.architecture
        usual = architecture.retiming and architecture.association != "textbook"
        if sample.target.family == "ecp5" and usual:
            found = estimate(sample.outline, sample.target)
            assert found.resources.lut == pytest.approx(sample.lut, rel=0.2), sample.point.command
            assert found.clock_mhz == pytest.approx(sample.clock_mhz, rel=0.3)


def test_more_hardware_is_larger() -> None:
    base = said().resources
    assert said(unroll=2).resources.lut > 1.3 * base.lut
    assert said("sha512").resources.lut > 1.6 * base.lut
    assert said(level="hmac").resources.lut > 1.2 * base.lut
    assert said(level="engine").resources.lut < base.lut
    assert said(interleave=4).resources.ff > 1.5 * base.ff
    assert said(stages=4).resources.lut > 2.5 * base.lut
    assert said(level="hmac", engines=2).resources.lut > 1.5 * said(level="hmac").resources.lut


def test_block_ram_takes_the_place_of_look_up_tables() -> None:
    lut = said(interleave=4).resources
    bram = said(interleave=4, constants="bram", chaining="bram", buffer="bram").resources
    assert bram.lut < 0.85 * lut.lut
    assert (lut.bram, bram.bram) == (0, 4)


def test_clocks() -> None:
    assert said(unroll=4).clock_mhz < 0.4 * said().clock_mhz
    assert said(interleave=4).clock_mhz > said().clock_mhz
    assert said(level="engine", interleave=4).clock_mhz > said(interleave=4).clock_mhz
    assert said(target="ecp5-85f-6").clock_mhz < 0.9 * said().clock_mhz
    assert said(target="ecp5-25f-8").clock_mhz == said().clock_mhz


def test_a_family_nobody_measured() -> None:
    target = replace(placeable("ecp5-85f-8"), family="unheard", name="unheard-1")
    with pytest.raises(RequestError, match=r"unheard-1.*accepted are .*ecp5"):
        model_of(target)


def test_hashes_of_which_few_cores_were_measured() -> None:
    few = [s for s in samples_of(shipped()) if not is_widely_measured(s.outline.hash)]
    assert {s.outline.hash.name for s in few} == {"sha1", "sm3", "md5", "ripemd160"}
    assert len(few) < 20


def test_others_are_predicted_without_them() -> None:
    """By a model fitted on other cores, those of SHA-2 among them."""
    ecp5 = [s for s in samples_of(shipped()) if s.target.name == "ecp5-85f-8"]
    others = [s for s in ecp5 if not is_widely_measured(s.outline.hash)]
    kin = [s for s in ecp5 if is_widely_measured(s.outline.hash)]
    left_out = others[::4]
    rest = [s for s in others if s not in left_out]
    model = fitted([*kin, *rest])["ecp5"]
    for sample in left_out:
        one = estimate(sample.outline, sample.target, model)
        assert one.resources.lut == pytest.approx(sample.lut, rel=0.2), sample.point.command
        assert one.resources.ff == pytest.approx(sample.ff, rel=0.1), sample.point.command
        assert one.clock_mhz == pytest.approx(sample.clock_mhz, rel=0.25), sample.point.command
