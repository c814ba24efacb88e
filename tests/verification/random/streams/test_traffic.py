"""Random traffic, its files, the cores drawn and the bins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hashloom.cores import is_of_today
from hashloom.verification.random import bins
from hashloom.verification.random.campaign import Record, summary
from hashloom.verification.random.drawing.draws import DRAWS
from hashloom.verification.random.requests import Shape, Status
from hashloom.verification.random.streams import coverage
from hashloom.verification.random.streams.machine import PATTERNS, SLOWNESS
from hashloom.verification.random.streams.oracle import Oracle
from hashloom.verification.random.streams.saved import traffic_document, traffic_from
from hashloom.verification.random.streams.traffic import traffic_of

SHAPE = Shape(
    "sha256", keyed=True, contexts=3, beat_bytes=4, length_bits=20, resume=True, zeroize=True
)


@pytest.mark.parametrize("run", range(6))
def test_traffic_is_the_same_for_the_same_seed(run: int) -> None:
    assert traffic_of(SHAPE, 1, 30, run) == traffic_of(SHAPE, 1, 30, run)
    assert traffic_of(SHAPE, 1, 30, run) != traffic_of(SHAPE, 2, 30, run)


@pytest.mark.parametrize("run", range(6))
def test_traffic_has_its_packets_and_ends_them(run: int) -> None:
    traffic = traffic_of(SHAPE, 3, 40, run)
    beats = [beat for epoch in traffic.epochs for beat in epoch.beats]
    assert sum(beat.last for beat in beats) >= 40
    for epoch in traffic.epochs:
        oracle = Oracle(SHAPE)
        for beat in epoch.beats:
            oracle.take(beat)
        assert not oracle.open


def test_most_verifications_without_disturbance_are_accepted() -> None:
    accepted = []
    for seed in range(20):
        oracle = Oracle(SHAPE)
        for beat in traffic_of(SHAPE, seed, 60, 0).epochs[0].beats:
            packet = oracle.take(beat)
            if packet and beat.last and packet.code == 2 and packet.answer:
                accepted.append(packet.answer.status == Status.DONE)
    assert sum(accepted) > len(accepted) / 4


def test_traffic_as_json() -> None:
    traffic = traffic_of(SHAPE, 4, 20, 2)
    assert traffic_from(json.loads(json.dumps(traffic_document(traffic)))) == traffic


def test_cores_drawn_are_the_same_for_the_same_seed() -> None:
    assert DRAWS["cores"]("a/1").point == DRAWS["cores"]("a/1").point
    points = [DRAWS["cores"](f"a/{index}").point for index in range(20)]
    assert len(set(points)) > 10
    drawn = [number for number, point in enumerate(points) if point.hash_name.endswith("md5")]
    assert drawn == [12, 16]  # the others are drawn as they were before there was MD5


def test_every_pattern_has_its_slowness() -> None:
    assert set(PATTERNS) == set(SLOWNESS)


def test_masks_of_bins() -> None:
    every = coverage.all_bins()
    names = list(every)
    some = {names[0], names[5], names[-1]}
    assert bins.hits_of(every, bins.mask_of(every, some)) == some


@pytest.mark.parametrize("shape", [SHAPE, Shape("sha512", keyed=False, contexts=1, beat_bytes=1)])
def test_each_bin_that_a_core_cannot_hit_has_its_reason(shape: Shape) -> None:
    own = coverage.own_bins(shape)
    assert own
    assert any(why == "" for why in own.values())
    assert all(why == "" or " " in why for why in own.values())


def test_a_record_drops_an_unfinished_line(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    core = {
        "campaign": 1, "index": 0, "seed": 7, "request": DRAWS["cores"]("a/1").point.as_dict(),
        "rtl_sha256": "", "refused": 1, "put_aside": 0, "packets": 600, "runs": 6, "clocks": 9,
        "bins": bins.version(coverage.all_bins()), "hits": "1", "failures": [], "seconds": 2.0,
    }  # fmt: skip
    record = Record(path)
    record.add(core)
    record.close()
    path.write_bytes(path.read_bytes() + b'{"campaign": 1, "ind')
    record = Record(path)
    assert record.cores == [core]
    record.add(core | {"index": 1, "draws": "several"})
    record.close()
    cores = Record(path).cores
    assert [core["index"] for core in cores] == [0, 1]
    counts = summary(cores)
    assert (counts["cores"], counts["packets"], counts["coverage"]["hit"]) == (2, 1200, 1)
    assert counts["draws"] == {"cores": 1, "several": 1}
    assert counts["ran"][0]["command"].startswith("hashloom verify ")


def test_a_record_keeps_what_is_of_todays_rtl(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    drawn = DRAWS["cores"]("a/1")
    record = Record(path)
    request = drawn.point.as_dict()
    record.add({"index": 0, "request": request, "rtl_sha256": drawn.core.rtl_sha256})
    record.add({"index": 1, "request": request, "rtl_sha256": "0" * 64})
    record.keep(is_of_today)
    record.add({"index": 2})
    record.close()
    assert [core["index"] for core in Record(path).cores] == [0, 2]
