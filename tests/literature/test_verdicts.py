"""Verdicts on the papers' ratios."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.evidence import fake_measurements

from hashloom.literature.claims import Quantity
from hashloom.literature.designs import DESIGNS
from hashloom.literature.side_by_side import Evidence, gather
from hashloom.literature.verdicts import Verdict, verdicts
from hashloom.targets.model import Resources


def evidence(monkeypatch: pytest.MonkeyPatch, *names: str, misfit: str = "") -> list[Evidence]:
    """Evidence with made-up measurements."""
    fake_measurements(monkeypatch, (misfit,))
    return gather([DESIGNS[name] for name in names], 3, 1, lambda _: None)


def verdict(found: list[Verdict], design: str, quantity: Quantity) -> Verdict:
    """The verdict on one claim."""
    (each,) = (v for v in found if (v.claim.design, v.claim.quantity) == (design, quantity))
    return each


def test_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the same clock: twice the throughput where the paper has 2.7, twice the LUTs for 1.35."""
    found = verdicts(evidence(monkeypatch, "michail2012-base", "michail2012"))
    assert len(found) == 3
    clocks = verdict(found, "michail2012", Quantity.CLOCKS)
    assert (clocks.ratio, clocks.outcome, clocks.reason) == (0.5, "reproduced", "")
    speed = verdict(found, "michail2012", Quantity.THROUGHPUT)
    assert speed.ratio == pytest.approx(2.0)
    assert speed.outcome == "same direction"
    assert "the paper's times 1.35, ours times 1.00" in speed.reason
    area = verdict(found, "michail2012", Quantity.AREA)
    assert area.by_synthesis == dict.fromkeys(("virtex", "virtex-5", "virtex-6"), 2.0)
    assert "8000 and 4000" in area.reason


def test_a_path_ends_at_signals_of_the_rtl(monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = evidence(monkeypatch, "suhaili2019-1", "suhaili2019-4")
    assert new.result is not None
    path = new.result.implemented["critical_path"]
    mapped = {**path, "from": "g_0_q_TRELLIS_FF_Q_12_DI_LUT4_Z_D[0]", "to": "u_engine.a_new_q[3]"}
    implemented = {**new.result.implemented, "critical_path": mapped}
    changed = replace(new, result=replace(new.result, implemented=implemented))
    reason = verdict(verdicts([old, changed]), "suhaili2019-4", Quantity.THROUGHPUT).reason
    assert "from g_0_q to u_engine.a_new_q[3]," in reason


def test_area_may_be_reproduced_by_synthesis(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the families of the paper; the ratio on the device that is placed stays what it is."""
    found = evidence(monkeypatch, "michail2012-base", "michail2012")
    used = Resources(lut=2700, ff=500, bram=0, lutram=0, dsp=0)
    areas = {name: replace(area, resources=used) for name, area in found[1].areas.items()}
    halved = {
        name: replace(area, resources=replace(used, lut=2000))
        for name, area in found[0].areas.items()
    }
    changed = [replace(found[0], areas=halved), replace(found[1], areas=areas)]
    area = verdict(verdicts(changed), "michail2012", Quantity.AREA)
    assert (area.ratio, area.outcome) == (2.0, "reproduced by synthesis")
    assert "8000 and 4000" in area.reason


def test_not_reproduced_and_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("suhaili2019-1", "suhaili2019-2", "suhaili2019-4")
    found = verdicts(evidence(monkeypatch, *names, misfit="suhaili2019_4"))
    slower = verdict(found, "suhaili2019-2", Quantity.CLOCK)
    assert slower.outcome == "reproduced"
    missing = verdict(found, "suhaili2019-4", Quantity.AREA)
    assert (missing.ratio, missing.outcome) == (None, "not measured")
    assert "suhaili2019_4 on ecp5-85f-8: The core does not fit." in missing.reason


def test_switching_activity_stands_beside_energy(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [DESIGNS[f"juliato2009-{name}"] for name in ("sha224", "sha384")]
    fake_measurements(monkeypatch)
    found = verdicts(gather(names, 1, 1, lambda _: None))
    energy = verdict(found, "juliato2009-sha384", Quantity.ENERGY)
    assert (energy.ratio, energy.outcome) == (2.0, "reproduced")
    without = verdicts(gather(names, 1, 1, lambda _: None, activity=False))
    energy = verdict(without, "juliato2009-sha384", Quantity.ENERGY)
    assert (energy.ratio, energy.outcome) == (None, "not measured")


def test_a_wider_block_is_no_faster_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """juliato2009: blocks of twice the bits in 81 clocks for 65, and 0.87 times the clock."""
    monkeypatch.setattr("hashloom.literature.verdicts._CLOSE", 0.001)
    found = verdicts(evidence(monkeypatch, "juliato2009-sha224", "juliato2009-sha384"))
    speed = verdict(found, "juliato2009-sha384", Quantity.THROUGHPUT)
    assert "Frequency: the paper's times 0.87, ours times 1.00" in speed.reason


def test_cases_of_one_design(monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up core takes 10 clocks more than the law's blocks, of 65 clocks each."""
    found = verdicts(evidence(monkeypatch, "hmac-juliato2009-sha256"))
    assert [each.claim.quantity for each in found] == [Quantity.THROUGHPUT, Quantity.ENERGY]
    speed, energy = found
    assert speed.ratio == pytest.approx((4 * 65 + 10) / (2 * 65 + 10))
    assert speed.outcome == "reproduced"
    assert (energy.ratio, energy.outcome) == (0.5, "reproduced")


def test_what_the_law_leaves_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashloom.literature.verdicts._CLOSE", 0.001)
    speed, energy = verdicts(evidence(monkeypatch, "hmac-juliato2009-sha256"))
    assert speed.outcome == "same direction"
    assert "cached key 140 clocks, of which 2 blocks take 130" in speed.reason
    assert "new key 1 block 270 clocks, of which 4 blocks take 260" in speed.reason
    assert energy.outcome == "same direction"
    assert "no energy" in energy.reason


def test_only_pairs_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdicts(evidence(monkeypatch, "khadra2013", "michail2012-base")) == []
