"""Rows of the report."""

from __future__ import annotations

import json

import pytest
from support.documents import with_annealer
from support.many_cores import many_documents

from hashloom.errors import RequestError
from hashloom.literature.references import references
from hashloom.measurements.dataset import OF_TODAY, shipped
from hashloom.reports.pareto.pareto_page import report_page
from hashloom.reports.pareto.pareto_text import report_text
from hashloom.reports.pareto.rows import FRONTS, MEASURED, PUBLISHED, rows_of, select


def test_a_row_is_what_the_document_says() -> None:
    (document,) = [d for d in shipped() if d["core"] == "sha512" and d["level"] == "message"][:1]
    (row,) = rows_of([document])
    assert (row.origin, row.hash_name, row.level) == (MEASURED, "sha512", "message")
    assert row.target == document["target"]
    assert row.mhz == document["fmax_mhz"]["median"]
    assert row.lut == document["resources"]["lut"]
    assert row.single_message == document["throughput_mbps"]["single_message"]
    assert row.mbps_per_lut == pytest.approx(document["mbps_per_lut"], abs=0.001)
    assert row.latency_ns == pytest.approx(1000 * document["latency_cycles"] / row.mhz)
    assert row.seeds == len(document["fmax_mhz"]["seeds"])
    assert row.tools == tuple(document["tools"].values())
    assert row.source.startswith("hashloom build sha512")
    assert row.fronts == tuple(FRONTS)
    assert row.gbps_per_device == pytest.approx(document["gbps_per_device"], abs=0.01)
    assert json.loads(json.dumps(row.as_dict()))["fmax_mhz"] == row.mhz


def test_a_core_of_several_hashes_has_rows_of_its_own() -> None:
    both = ["sha224", "sha256"]
    documents = [{**shipped()[0], "algorithms": both, "core": "of_both"}, *shipped()]
    names = {document["core"] for document in documents if document["algorithms"] == both}
    rows = rows_of(documents)
    assert {row.name for row in select(rows, "SHA-224+sha256")} == names >= {"of_both"}
    assert "of_both" not in {row.name for row in select(rows, "sha224")}


def test_older_rtl_is_marked_and_never_beats_that_of_today() -> None:
    made = [{**d, OF_TODAY: False} for d in shipped() if d["core"] == "sha256"]
    (older, *_) = made
    today = older | {"resources": older["resources"] | {"lut": 99999}, OF_TODAY: True}
    rows = rows_of([older, today])
    assert {(row.older, bool(row.fronts)) for row in rows} == {(True, False), (False, True)}
    assert {row.as_dict()["rtl_of_today"] for row in rows} == {True, False}
    (alone,) = rows_of([older])
    assert alone.fronts
    text = report_text(rows)
    assert f"| {older['core']} † |" in text
    assert "† Measured with RTL that has changed since" in text
    page = report_page(rows)
    assert "1 of them, with †" in page
    assert '"older":true' in page


def test_annealed_placements_have_a_row_of_their_own() -> None:
    (usual, *_) = [d for d in shipped() if d["core"] == "sha256"]
    rows = rows_of([with_annealer(usual), usual])
    assert sorted(row.name for row in rows) == ["sha256", "sha256 annealed"]
    assert {" --placement annealed" in row.source for row in rows} == {True, False}


def test_fronts_compare_only_what_can_be_compared() -> None:
    rows = [row for row in rows_of(many_documents(300)) if row.lut]
    groups = {(row.target, row.hash_name, row.level) for row in rows}
    assert len(groups) > 20
    for group in groups:
        members = [row for row in rows if (row.target, row.hash_name, row.level) == group]
        for name, (area, speed) in FRONTS.items():
            front = [row for row in members if name in row.fronts]
            assert front
            for row in members:
                better = [
                    other
                    for other in front
                    if getattr(other, area) <= getattr(row, area)
                    and getattr(other, speed) >= getattr(row, speed)
                ]
                assert better
                assert (row in front) == (better == [row])


def test_selection() -> None:
    rows = rows_of(many_documents(300), references())
    assert select(rows) == rows
    keyed = select(rows, "hmac-sha256")
    assert {(row.hash_name, row.level) for row in keyed} == {("sha256", "hmac")}
    assert {row.hash_name for row in select(rows, "SHA-512/256")} == {"sha512_256"}
    small = select(rows, target="ICE40-hx8k", level="engine")
    assert {row.target for row in small if row.origin == MEASURED} == {"ice40-hx8k"}
    assert any(row.origin == PUBLISHED for row in small)


@pytest.mark.parametrize(
    ("asked", "accepted"),
    [
        ({"hash_name": "sha3"}, "sha512_256"),
        ({"level": "bus"}, "engine, message, hmac, block and hmac-block"),
        ({"target": "virtex-5"}, "ecp5-85f-8"),
        ({"hash_name": "sha224", "target": "ecp5-25f-6"}, "on ecp5-85f-8"),
    ],
)
def test_what_is_not_there(asked: dict[str, str], accepted: str) -> None:
    documents = [d for d in many_documents(300) if d["target"] != "ecp5-25f-6"]
    others = [d for d in many_documents(300) if d["target"] == "ecp5-25f-6"]
    documents += [d for d in others if d["algorithms"] != ["sha224"]]
    with pytest.raises(RequestError, match=accepted):
        select(rows_of(documents, references()), **asked)
