"""The data set that comes with hashloom is whole, and its documents lead back to their cores."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.documents import document, with_annealer, with_tools

from hashloom.cores import Architecture, Interface, core_for, core_of
from hashloom.measurements import dataset
from hashloom.measurements.results.measuring import basis
from hashloom.measurements.store import Store
from hashloom.request.point import is_annealed, point_of


def test_every_document_is_of_the_core_its_request_names() -> None:
    documents = dataset.shipped()
    assert documents
    for made in documents:
        point = point_of(made)
        core = core_of(point)
        assert core.request == point
        assert (core.name, core.level, core.target.name) == (
            made["core"],
            made["level"],
            made["target"],
        )
        assert core.architecture.as_dict() == made["architecture"]


def test_every_document_is_verified_and_says_how_it_was_measured() -> None:
    for made in dataset.shipped():
        assert made["verified"]["vectors"] > 0
        assert made["verified"]["failed"] == 0
        assert set(made["tools"]) - {"annealer"} == {"yosys", "nextpnr", "verilator"}
        assert len(made["fmax_mhz"]["seeds"]) >= 3
        assert made["critical_path"]["steps"]


def test_the_file_is_as_it_is_written() -> None:
    assert dataset.as_lines(dataset.shipped()) == dataset._text()


def test_one_document_a_core() -> None:
    cores = [
        (made["core"], made["level"], made["target"], is_annealed(made))
        for made in dataset.shipped()
    ]
    assert len(set(cores)) == len(cores)


def test_hashes_of_the_rtl_that_is_written_now() -> None:
    assert dataset.rtl_of_today(dataset.shipped()) == dataset._today()


def test_rtl_of_today_comes_before_seeds_and_stores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = dataset.shipped()[0] | {"rtl_sha256": "that of another hashloom"}
    point = point_of(ours)
    many = document(point, mhz=5, seeds=9)
    today = document(point, mhz=6, seeds=3) | {"rtl_sha256": "now"}
    monkeypatch.setattr(dataset, "_today", lambda: {point.command: "now"})
    for written in ([many, today], [today, many]):
        text = dataset.as_lines(written)
        assert text.count("\n") == 1
        assert '"rtl_sha256":"now"' in text
    monkeypatch.setattr(dataset, "_text", lambda: text)
    store = Store(tmp_path / "store")
    store.put(many, "of another hashloom")
    (chosen,) = dataset.known(store)
    assert (chosen["fmax_mhz"]["median"], chosen[dataset.OF_TODAY]) == (6, True)
    store.put(many, basis())
    (chosen,) = dataset.known(store)
    assert (chosen["fmax_mhz"]["median"], chosen[dataset.OF_TODAY]) == (5, True)


def test_lines_are_the_same_in_any_order_and_hold_the_last_of_a_kind() -> None:
    documents = dataset.shipped()
    assert dataset.as_lines(reversed(documents)) == dataset.as_lines(documents)
    newer = documents[0] | {"hashloom": "9"}
    assert '"hashloom":"9"' in dataset.as_lines([*documents, newer])
    assert '"hashloom":"9"' not in dataset.as_lines([newer, *documents])


def test_known_prefers_the_newest_of_the_store_then_the_most_seeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = dataset.shipped()[0] | {"rtl_sha256": "that of another hashloom"}
    point = point_of(ours)
    few = document(point, mhz=5, seeds=1)
    monkeypatch.setattr(dataset, "_text", lambda: dataset.as_lines([few, ours]))
    store = Store(tmp_path / "store")
    assert dataset.known(store) == [ours | {dataset.OF_TODAY: False}]
    store.put(document(point, mhz=7, seeds=2))
    store.put(with_tools(document(point, mhz=8, seeds=1), yosys="yosys 9"))
    (chosen,) = dataset.known(store)
    assert chosen["fmax_mhz"]["median"] == 8


def test_usual_and_annealed_placements_are_results_beside_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = dataset.shipped()[0] | {"rtl_sha256": "of both"}
    annealed = with_annealer(usual | {"fmax_mhz": {"median": 9.0, "seeds": {"1": 9.0}}})
    for written in ([usual, annealed], [annealed, usual]):
        text = dataset.as_lines(written)
        assert text.count("\n") == 2
    monkeypatch.setattr(dataset, "_text", lambda: text)
    core = SimpleNamespace(rtl_sha256="of both", request=point_of(usual))
    store = Store(tmp_path / "store")
    assert len(dataset.known(store)) == 2
    assert dataset.document_of(core, store) == usual
    store.put(annealed)
    assert len(dataset.known(store)) == 2
    assert dataset.document_of(core, store) == usual
    monkeypatch.setattr(dataset, "_text", lambda: "")
    assert dataset.document_of(core, store) == Store(store.path).documents()[0]


def test_the_document_of_exactly_this_rtl(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    ours = next(made for made in dataset.shipped() if dataset.is_of_today(made))
    core = core_of(point_of(ours))
    assert dataset.document_of(core, store) == ours == core.measured()

    other = core_for("sha256", Architecture(), Interface(length_bits=33))
    assert dataset.document_of(other, store) is None
    elsewhere = document(replace(other.request, target="ecp5-25f-6"))
    store.put(elsewhere | {"rtl_sha256": other.rtl_sha256})
    store.put(document(other.request))
    assert dataset.document_of(other, store) is None
    mine = document(other.request, mhz=7) | {"rtl_sha256": other.rtl_sha256}
    store.put(mine)
    assert dataset.document_of(other, store) == mine
    again = ours | {"fmax_mhz": ours["fmax_mhz"] | {"median": 1.0}}
    store.put(again)
    assert dataset.document_of(core, store) == again
