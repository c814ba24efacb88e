"""Throughput and area against rounds a clock."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from hashloom.cores import Architecture, Core, core_for
from hashloom.dataflow.area import estimated_luts
from hashloom.errors import RequestError
from hashloom.exploration.unrolling import (
    Point,
    as_good,
    best,
    estimated_point,
    factors_for,
    measured_point,
    sweep,
    with_unroll,
)
from hashloom.implementation.result import CriticalPath, Implementation, Placement
from hashloom.measurements.dataset import shipped
from hashloom.reports.plots import check_plot, plot_unrolling
from hashloom.targets.model import Resources

SHA256 = core_for("sha256")


def test_factors() -> None:
    assert factors_for(SHA256, []) == [1, 2, 4, 8]
    assert factors_for(core_for("sha512"), []) == [1, 2, 4, 5, 8]
    assert factors_for(SHA256, [16, 2, 16]) == [2, 16]
    with pytest.raises(RequestError, match="1, 2, 4, 8, 16, 32, 64"):
        factors_for(SHA256, [3])
    with pytest.raises(RequestError, match="16 rounds of a stage"):
        factors_for(core_for("sha256", Architecture(stages=4)), [32])


def test_everything_else_stays() -> None:
    base = core_for("algredo2011-1x")
    for unroll in (1, 4, 8):
        core = with_unroll(base, unroll)
        assert core.architecture.unroll == unroll
        assert core.requested.association == "textbook"
        assert (core.level, core.target) == (base.level, base.target)
    assert with_unroll(base, 8).compiled.slot_clocks == 11


def test_no_time_passes_between_slots_where_none_did() -> None:
    """michail2012 has a fifth message for that; with shorter slots it needs a sixth."""
    cores = [with_unroll(core_for("michail2012"), unroll) for unroll in (1, 2, 4)]
    assert [core.compiled.slot_clocks for core in cores] == [16, 8, 4]
    assert [core.contexts for core in cores] == [5, 5, 6]
    plain = with_unroll(core_for("sha256", Architecture(stages=4)), 2)
    assert (plain.contexts, plain.compiled.slot_clocks > 8) == (4, True)


def test_estimates_follow_the_paper() -> None:
    """algredo2011: throughput peaks near four rounds a clock, density falls from one on."""
    points = sweep(core_for("algredo2011-1x"), [1, 2, 4, 5, 8], estimated_point)
    assert not any(point.measured or point.failure for point in points)
    assert not any("device_share" in point.as_dict() for point in points)  # of a datapath alone
    assert [point.clocks for point in points] == [81, 41, 21, 17, 11]
    assert all(a.mbps_per_lut > b.mbps_per_lut for a, b in pairwise(points))
    assert points[0].mbps < points[2].mbps
    chosen = best(points)
    assert chosen is not None
    assert chosen[0].unroll in (4, 5, 8)
    assert chosen[1].unroll == 1


def test_the_fastest_estimated_is_the_fastest_measured() -> None:
    measured = {
        d["architecture"]["unroll"]: d["throughput_mbps"]["aggregate"]
        for d in shipped()
        if (d["level"], d["target"]) == ("message", "ecp5-85f-8")
        and d["core"] in ("sha256", "sha256_u2", "sha256_u4")
    }
    points = sweep(SHA256, sorted(measured), estimated_point)
    chosen = best(points)
    assert chosen is not None
    assert chosen[0].unroll == max(measured, key=lambda unroll: measured[unroll]) == 4
    for point in points:
        assert point.mbps == pytest.approx(measured[point.unroll], rel=0.1)
    second = max((point for point in points if point != chosen[0]), key=lambda point: point.mbps)
    error = 1 - second.mbps / chosen[0].mbps
    assert as_good(points, error * 1.01)[0] == second
    assert as_good(points, error * 0.99) == as_good(points, 0.0) == []


def test_luts_by_hand() -> None:
    """A round of SHA-256 in the standard's order has seven adders; the schedule has three."""
    core = core_for(
        "sha256",
        Architecture(association="textbook", adders="ripple", retiming=False),
        target="ice40-hx8k",
    )
    operators = 7 + 3 + 2 + 1 + 1 + 2 + 1 + 8 + 2  # adders, functions, loads, chaining addition
    assert estimated_luts(core.compiled.graph, tables=False) == 32 * operators
    assert estimated_luts(core.compiled.graph) == 32 * (operators + 4)


def placed(core: Core, *_: object, **__: object) -> Implementation:
    """An implementation of 100 MHz and 1000 LUTs for each round a clock; eight do not fit."""
    unroll = core.architecture.unroll
    if unroll == 8:
        raise RequestError("The core does not fit.")
    used = Resources(lut=1000 * unroll, ff=1, bram=0, lutram=0, dsp=0)
    place = Placement(1, 100.0 / unroll, used, CriticalPath("a", "b", 1.0, 1.0, ()))
    return Implementation(core.target.name, {}, (place,), core.target.capacity)


def test_measured_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashloom.implementation.implementing.implement", placed)
    told: list[str] = []
    points = sweep(SHA256, [1, 2, 8], lambda core: measured_point(core, (1,), 1, told.append))
    assert [point.clocks for point in points[:2]] == [66, 34]
    assert points[0].mbps == pytest.approx(512 * 100 / 66)
    assert points[1].mbps_per_lut == pytest.approx(512 * 50 / 34 / 2000)
    assert points[1].share == pytest.approx(2000 / SHA256.target.capacity.lut)
    assert points[1].gbps_per_device == pytest.approx(points[1].mbps / 1000 / points[1].share)
    shares = {"device_share": round(points[1].share, 5)}
    shares |= {"gbps_per_device": round(points[1].gbps_per_device, 2)}
    assert points[1].as_dict().items() >= shares.items()
    assert points[2].failure == "The core does not fit."
    assert told[0] == "Measuring sha256."
    assert points[2].as_dict() == {
        "unroll": 8,
        "measured": True,
        "failure": "The core does not fit.",
    }


def test_best_of_nothing() -> None:
    assert best([Point(1, True, failure="no.")]) is None


def test_plot(tmp_path: Path) -> None:
    points = sweep(SHA256, [1, 2], estimated_point)
    for name in ("a.svg", "b.svg", "c.png"):
        plot_unrolling([*points, Point(4, True, failure="no.")], "SHA-256", tmp_path / name)
    text = (tmp_path / "a.svg").read_text("utf-8")
    assert text == (tmp_path / "b.svg").read_text("utf-8")
    assert "</svg>" in text
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(RequestError, match=r"\.svg, \.png, \.pdf"):
        check_plot(tmp_path / "a.gif")
