"""Evidence on the published designs, and verdicts on the papers' ratios."""

from __future__ import annotations

import pytest
from support.evidence import fake_measurements

from hashloom.literature.claims import Quantity
from hashloom.literature.designs import DESIGNS
from hashloom.literature.side_by_side import (
    Evidence,
    Verdict,
    family_of,
    gather,
    purpose_of,
    verdicts,
)


@pytest.mark.parametrize(
    ("device", "family"),
    [
        ("Virtex", "virtex"),
        ("Virtex-E", "virtex-e"),
        ("Virtex-II", "virtex-ii"),
        ("Virtex II Pro -7", "virtex-ii-pro"),
        ("Virtex-4", "virtex-4"),
        ("Virtex 5 -3", "virtex-5"),
        ("Virtex 6 -3", "virtex-6"),
        ("Stratix III", "cyclone-v"),
        ("Arria II GX", "cyclone-v"),
        ("Apex 20K", None),
    ],
)
def test_families(device: str, family: str | None) -> None:
    assert family_of(device) == family


def test_every_published_device_has_a_family_or_is_apex() -> None:
    devices = {figure.device for design in DESIGNS.values() for figure in design.figures}
    assert {device for device in devices if family_of(device) is None} == {"Apex 20K"}


def evidence(monkeypatch: pytest.MonkeyPatch, *names: str, misfit: str = "") -> list[Evidence]:
    """Evidence with made-up measurements."""
    fake_measurements(monkeypatch, (misfit,))
    return gather([DESIGNS[name] for name in names], 3, 1, lambda _: None)


def verdict(found: list[Verdict], design: str, quantity: Quantity) -> Verdict:
    """The verdict on one claim."""
    (each,) = (v for v in found if (v.claim.design, v.claim.quantity) == (design, quantity))
    return each


def test_gather(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    placed = fake_measurements(monkeypatch)
    (each,) = gather([DESIGNS["juliato2009-sha256"]], 3, 1, told.append)
    assert each.result is not None
    assert each.own is not None
    assert each.result.core == "juliato2009_sha256"
    assert len(each.result.implemented["fmax_mhz"]["seeds"]) == 3
    assert set(each.areas) == {"cyclone-v", "virtex-e", "virtex-ii"}
    assert placed == ["juliato2009_sha256", "sha256"]
    assert told[0].startswith("juliato2009-sha256")


def test_a_baseline_without_figures_gets_the_families_of_what_it_is_compared_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (each,) = evidence(monkeypatch, "michail2012-base")
    assert set(each.areas) == {"virtex", "virtex-5", "virtex-6"}


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


def test_only_pairs_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdicts(evidence(monkeypatch, "khadra2013", "michail2012-base")) == []


def test_purposes() -> None:
    assert purpose_of(DESIGNS["khadra2013"]).architecture.contexts == 1
    assert purpose_of(DESIGNS["michail2012"]).architecture.contexts > 4
    for design in DESIGNS.values():
        assert purpose_of(design).interface == design.interface
