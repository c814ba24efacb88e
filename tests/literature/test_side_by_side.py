"""Evidence on the published designs."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest
from support.evidence import fake_measurements

from hashloom.cores import Core
from hashloom.errors import ToolError
from hashloom.files import write_folder
from hashloom.literature.designs import DESIGNS
from hashloom.literature.earlier import Earlier
from hashloom.literature.side_by_side import Evidence, family_of, gather, purpose_of
from hashloom.measurements.results.hmac_result import HmacResult
from hashloom.reports.papers.papers_page import papers_files
from hashloom.verification.hmac_timing import CASES


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


def test_gather(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    placed = fake_measurements(monkeypatch)
    (each,) = gather([DESIGNS["juliato2009-sha256"]], 3, 1, told.append)
    assert each.result is not None
    assert each.own is not None
    assert each.result.core == "juliato2009_sha256"
    assert len(each.result.implemented["fmax_mhz"]["seeds"]) == 3
    assert set(each.areas) == {"cyclone-v"}
    assert set(each.activities) == {"plain_hash"}
    assert placed == ["juliato2009_sha256", "sha256_constants_bram"]
    assert told[0].startswith("juliato2009_sha256: ")


def test_interrupted_report_ends_its_placements(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_measurements(monkeypatch)
    begun, ended = Event(), Event()

    def implement(core: Core, seeds: range, *, stop: Event, **_: object) -> None:
        begun.set()
        if stop.wait(60):
            ended.set()
        raise ToolError("The placement was stopped.")

    def interrupted(_: object) -> None:
        begun.wait(60)
        raise KeyboardInterrupt

    monkeypatch.setattr("hashloom.implementation.implementing.implement", implement)
    monkeypatch.setattr("hashloom.literature.side_by_side._Started.evidence", interrupted)
    with pytest.raises(KeyboardInterrupt):
        gather([DESIGNS["juliato2009-sha256"]], 3, 1, lambda _: None)
    assert ended.is_set()


def test_fewer_placements_of_the_largest_design(monkeypatch: pytest.MonkeyPatch) -> None:
    found = evidence(monkeypatch, "algredo2011-5x", "algredo2011-8x")
    placements = [
        each.result and len(each.result.implemented["fmax_mhz"]["seeds"]) for each in found
    ]
    assert placements == [3, 2]
    page = papers_files(found, 3)["report.md"]
    assert [" (2 placements)" in line for line in page.splitlines() if "| algredo2011-" in line][
        :2
    ] == [False, True]


def test_several_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same as one after the other; what two designs are compared with is placed once."""
    names = ("suhaili2019-1", "suhaili2019-2", "suhaili2019-4")
    placed = fake_measurements(monkeypatch, ("suhaili2019_2",))
    designs = [DESIGNS[name] for name in names]
    alone, together = (gather(designs, 3, jobs, lambda _: None) for jobs in (1, 3))
    assert alone == together
    assert sorted(placed[:3]) == ["sha256", "suhaili2019_1", "suhaili2019_4"]
    assert len(placed) == 6


def test_gather_an_hmac_design(monkeypatch: pytest.MonkeyPatch) -> None:
    placed = fake_measurements(monkeypatch)
    (each,) = gather([DESIGNS["hmac-juliato2009-sha256"]], 3, 1, lambda _: None)
    assert placed == ["hmac_juliato2009_sha256", "hmac_sha256_constants_bram_slots1"]
    assert isinstance(each.result, HmacResult)
    assert isinstance(each.own, HmacResult)
    assert set(each.areas) == {"cyclone-v", "virtex-e", "virtex-ii"}
    assert tuple(each.activities) == CASES
    assert {activity.case for activity in each.activities.values()} == set(CASES)


def test_a_baseline_without_figures_gets_the_families_of_what_it_is_compared_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (each,) = evidence(monkeypatch, "michail2012-base")
    assert set(each.areas) == {"virtex", "virtex-5", "virtex-6"}


def test_purposes() -> None:
    assert purpose_of(DESIGNS["khadra2013"]).architecture.contexts == 1
    assert purpose_of(DESIGNS["michail2012"]).architecture.contexts > 4
    assert purpose_of(DESIGNS["hmac-michail2012"]).architecture.contexts > 4
    for design in DESIGNS.values():
        beside = {"block": "engine", "hmac-block": "hmac"}  # with streams that any sender has
        level = design.interface.level
        assert purpose_of(design).interface.level == beside.get(level, level)
        assert level in beside or purpose_of(design).interface == design.interface


def test_some_designs_are_renewed_and_the_others_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = ("suhaili2019-1", "suhaili2019-2", "hmac-juliato2009-sha256")
    designs = [DESIGNS[name] for name in names]
    before = evidence(monkeypatch, *names)
    write_folder(papers_files(before, 3), tmp_path)
    placed = fake_measurements(monkeypatch)
    monkeypatch.setattr("support.evidence.CLOCK", 125.0)
    after = gather(
        designs, 3, 1, lambda _: None, earlier=Earlier.of(tmp_path), renewed=["suhaili2019-2"]
    )
    assert placed == ["suhaili2019_2", "sha256"]
    clocks = [each.result and each.result.fmax_mhz for each in after]
    assert clocks == [100.0, 125.0, 100.0]
    assert [each.own and each.own.fmax_mhz for each in after] == [125.0, 125.0, 100.0]
    assert after[2] == before[2]
    assert after[0].areas == before[0].areas
    assert after[0].activities == before[0].activities


def test_a_design_that_a_kept_report_lacks_is_said_to_be_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write_folder(papers_files(evidence(monkeypatch, "suhaili2019-1"), 3), tmp_path)
    designs = [DESIGNS["suhaili2019-1"], DESIGNS["khadra2013"]]
    found = gather(
        designs, 3, 1, lambda _: None, earlier=Earlier.of(tmp_path), renewed=["suhaili2019-1"]
    )
    assert found[1].result is None
    assert found[1].failures == (
        "khadra2013 has not been measured for this report.",
        "sha256 has not been measured for this report.",
    )
    assert found[1].failures[0] in papers_files(found, 3)["report.md"]
