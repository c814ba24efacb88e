"""Which candidates are measured, scaled and estimated."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from support.documents import document, point, with_annealer

from hashloom.cores import Architecture, Interface, core_of
from hashloom.exploration.candidates import (
    ESTIMATED,
    MEASURED,
    SCALED,
    Candidate,
    candidates,
    counted_clocks,
    fits,
)
from hashloom.hashes import get_hash
from hashloom.measurements.dataset import OF_TODAY, shipped
from hashloom.request.point import is_annealed, point_of
from hashloom.targets import get_target


def found(target: str, documents: list[dict[str, Any]], level: str = "message") -> list[Candidate]:
    device = get_target(target)
    return candidates(get_hash("sha256"), Interface(level=level), device, documents)


def the_one(rows: list[Candidate], **fields: object) -> Candidate:
    asked = replace(Architecture(), **fields).resolved(get_hash("sha256"))
    (row,) = (c for c in rows if c.point.architecture.resolved(get_hash("sha256")) == asked)
    return row


def test_nothing_measured() -> None:
    rows = found("ecp5-25f-6", [])
    assert {c.basis for c in rows} == {ESTIMATED}
    assert {c.point.target for c in rows} == {"ecp5-25f-6"}
    assert not any(c.measured_on for c in rows)


def test_measured_on_the_target() -> None:
    measured = document(point(interleave=4), mhz=123.0, lut=777)
    row = the_one(found("ecp5-85f-8", [measured]), interleave=4)
    assert (row.basis, row.measured_on, row.seeds) == (MEASURED, "ecp5-85f-8", 3)
    assert (row.clock_mhz, row.resources.lut) == (123.0, 777)


def test_measured_under_another_name_of_its_adders() -> None:
    """Nothing of MD5's sums is compressed with three messages in a loop: it is listed once."""
    device, plain = get_target("ecp5-85f-8"), Architecture(unroll=2, interleave=3)
    for adders in ("auto", "carry_save"):
        measured = document(point("md5", unroll=2, interleave=3, adders=adders))
        rows = candidates(get_hash("md5"), Interface(), device, [measured])
        same = [c for c in rows if replace(c.point.architecture, adders="auto") == plain]
        assert [(c.basis, c.point.architecture.adders) for c in same] == [(MEASURED, adders)]


def test_measured_on_another_device_is_scaled() -> None:
    measured = document(point(interleave=4), mhz=123.0, lut=777)
    row = the_one(found("ecp5-25f-6", [measured]), interleave=4)
    assert (row.basis, row.measured_on, row.point.target) == (SCALED, "ecp5-85f-8", "ecp5-25f-6")
    assert row.resources.lut == 777
    assert 0.5 * 123 < row.clock_mhz < 0.95 * 123
    same_grade = the_one(found("ecp5-25f-8", [measured]), interleave=4)
    assert same_grade.clock_mhz == pytest.approx(123)
    other_family = the_one(found("ice40-hx8k", [measured]), interleave=4)
    assert other_family.basis == ESTIMATED


def test_the_target_itself_comes_first() -> None:
    here = document(point(target="ecp5-25f-6"), mhz=99.0, seeds=3)
    there = document(point(), mhz=123.0, seeds=5)
    for documents in ([here, there], [there, here]):
        row = the_one(found("ecp5-25f-6", documents))
        assert (row.basis, row.clock_mhz) == (MEASURED, 99.0)


def test_rtl_of_today_comes_before_the_target_itself() -> None:
    here = document(point(target="ecp5-25f-6"), mhz=99.0, seeds=5) | {OF_TODAY: False}
    there = document(point(), mhz=123.0, seeds=3) | {OF_TODAY: True}
    row = the_one(found("ecp5-25f-6", [here, there]))
    assert (row.basis, row.older) == (SCALED, False)
    row = the_one(found("ecp5-25f-6", [here]))
    assert (row.basis, row.older) == (MEASURED, True)


@pytest.mark.parametrize(("target", "basis"), [("ecp5-85f-8", MEASURED), ("ecp5-25f-6", SCALED)])
def test_annealed_placements_are_there_besides_the_usual_ones(target: str, basis: str) -> None:
    usual = document(point(interleave=4), mhz=123.0)
    annealed = with_annealer(document(point(interleave=4), mhz=150.0))
    for documents in ([usual, annealed], [annealed, usual], [annealed]):
        rows = [c for c in found(target, documents) if c.point.architecture.interleave == 4]
        one = the_one([c for c in rows if not c.annealed], interleave=4)
        other = the_one([c for c in rows if c.annealed], interleave=4)
        assert one.basis == (basis if usual in documents else ESTIMATED)
        assert (one.command, other.basis) == (one.point.command, basis)
        assert other.command == f"{one.point.command} --placement annealed"
        if basis == MEASURED:
            assert other.clock_mhz == 150.0
            assert one.clock_mhz == 123.0 or usual not in documents


def test_other_streams_are_another_core() -> None:
    wide = point()
    wide = replace(wide, interface=replace(wide.interface, width=64))
    rows = found("ecp5-85f-8", [document(wide, lut=777), document(point("sha224"), lut=777)])
    assert 777 not in {c.resources.lut for c in rows}


def test_a_pool_may_hold_more_keys_than_asked_for() -> None:
    """No estimate says what it takes with fewer; of other cores there is one."""
    device, hash_ = get_target("ecp5-85f-8"), get_hash("sha256")
    keyed = [d for d in shipped() if d["level"] == "hmac" and d["architecture"]["pool"]]
    assert {d["interface"]["slots"] for d in keyed} == {256}
    few, exact = (Interface(level="hmac", slots=slots) for slots in (4, 256))
    for measured in keyed:
        assert fits(measured, hash_, few, device)
        assert fits(measured, hash_, exact, device)
        asked = {k: v for k, v in measured["request"]["architecture"].items() if k != "pool"}
        built = {k: v for k, v in measured["architecture"].items() if k != "pool"}
        older = {"architecture": built, "request": measured["request"] | {"architecture": asked}}
        assert not fits(measured | older, hash_, few, device)
    rows = [c for c in candidates(hash_, few, device, keyed) if c.point.architecture.pool]
    assert [c.basis for c in rows] == [MEASURED] * len(keyed)
    assert {c.point.interface.slots for c in rows} == {256}
    smaller = [d | {"request": _holding(d["request"], 2)} for d in keyed]
    assert not any(fits(d, hash_, few, device) for d in smaller)


def _holding(request: dict[str, Any], slots: int) -> dict[str, Any]:
    return request | {"interface": request["interface"] | {"slots": slots}}


def test_folded_cores_are_those_that_were_measured() -> None:
    """On another device the clock times what the delay models say of both."""
    assert not [c for c in found("ecp5-25f-6", []) if c.point.architecture.fold]
    measured = document(point(fold=1), mhz=200.0, lut=400)
    here = the_one(found("ecp5-85f-8", [measured]), fold=1)
    assert (here.basis, here.clock_mhz) == (MEASURED, 200.0)
    there = the_one(found("ecp5-25f-6", [measured]), fold=1)
    assert (there.basis, there.measured_on, there.resources.lut) == (SCALED, "ecp5-85f-8", 400)
    ratio = core_of(there.point).path.clock_mhz / core_of(here.point).path.clock_mhz
    assert there.clock_mhz == pytest.approx(200.0 * ratio)
    assert 0.5 < ratio < 0.95


def test_measured_cores_beyond_the_space() -> None:
    beyond = document(point(association="textbook", adders="ripple"), lut=777)
    rows = found("ecp5-85f-8", [beyond])
    (row,) = (c for c in rows if c.basis == MEASURED)
    assert row.resources.lut == 777
    assert not [c for c in found("ecp5-25f-6", [beyond]) if c.basis == SCALED]


@pytest.mark.parametrize("level", ["engine", "message", "hmac"])
def test_throughputs_are_those_of_the_document(level: str) -> None:
    documents = [d for d in shipped() if d["level"] == level and d["algorithms"] == ["sha256"]]
    rows = [c for c in found("ecp5-85f-8", documents, level) if c.basis == MEASURED]
    assert rows
    for row in rows:
        (said,) = (
            d["throughput_mbps"]
            for d in documents
            if d["architecture"] == core_of(row.point).architecture.as_dict()
            and point_of(d).interface == row.point.interface
            and d["target"] == row.measured_on
            and len(d["fmax_mhz"]["seeds"]) == row.seeds
            and is_annealed(d) == row.annealed
        )
        if level == "hmac":
            said = said["cached_key"]["24_blocks"]
        assert row.single_mbps == pytest.approx(said["single_message"], abs=0.1)
        assert row.aggregate_mbps == pytest.approx(said["aggregate"], abs=0.1)


def test_clocks_of_an_hmac_document() -> None:
    (keyed, *_) = (d for d in shipped() if d["level"] == "hmac")
    clocks = counted_clocks(keyed)
    case = keyed["cycles_by_case"]["cached_key"]["24_blocks"]
    assert clocks.per_block == case["single_message"] / 24
    assert clocks.latency == keyed["latency_cycles"]


def test_a_family_without_estimate_has_what_was_measured() -> None:
    here = document(point(target="machxo2-1200", fold=1), mhz=50.0, lut=800)
    other = document(point(target="machxo2-1200", unroll=2), mhz=20.0, lut=1200)
    elsewhere = document(point(fold=4), mhz=200.0, lut=640)
    rows = found("machxo2-1200", [here, other, elsewhere])
    assert {(c.basis, c.clock_mhz) for c in rows} == {(MEASURED, 50.0), (MEASURED, 20.0)}
    assert found("machxo2-1200", []) == []
