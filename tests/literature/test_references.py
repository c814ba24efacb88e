"""Cores of others as reference marks."""

from __future__ import annotations

from hashloom.literature import public_cores
from hashloom.literature.designs import DESIGNS
from hashloom.literature.references import references
from hashloom.targets import get_target


def test_every_figure_of_others_is_there() -> None:
    found = references()
    public = public_cores()
    assert len([r for r in found if r.measured]) == len(public["cores"])
    figures = [figure for design in DESIGNS.values() for figure in design.figures]
    elsewhere = len(public["published_elsewhere"]) + len(figures)
    assert len([r for r in found if not r.measured]) == elsewhere
    for reference in found:
        assert reference.aggregate
        assert reference.device
        assert reference.source
        assert reference.tools


def test_public_cores_are_measured_on_a_target() -> None:
    public = [r for r in references() if r.measured]
    assert {r.device for r in public} == {"ecp5-85f-8"}
    assert get_target(public[0].device).family == "ecp5"
    assert {r.seeds for r in public} == {3}
    (keyed,) = [r for r in public if r.level == "hmac"]
    assert (keyed.single_message, keyed.aggregate) == (None, 104)


def test_slices_are_a_bound() -> None:
    bounds = {(r.name, r.device): r.lut for r in references() if r.lut_is_bound}
    assert bounds["michail2012", "Virtex 5 -3"] == 1885 * 4
    assert bounds["michail2012", "Virtex"] == 2943 * 2
    exact = {r.name: r.lut for r in references() if not r.lut_is_bound}
    assert exact["suhaili2019-1"] == 855


def test_a_pipeline_says_nothing_of_one_message() -> None:
    michail = [r for r in references() if r.name == "michail2012"]
    assert [r.single_message for r in michail] == [None, None, None]
    assert [r.aggregate for r in michail] == [3800, 10816, 11008]
