"""Exported tables hold what the documents hold."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from pyarrow import parquet

from hashloom.errors import RequestError
from hashloom.measurements.dataset import shipped
from hashloom.measurements.export import check_export, export


def test_json_holds_the_documents(tmp_path: Path) -> None:
    export(shipped(), tmp_path / "a.json")
    assert json.loads((tmp_path / "a.json").read_text("utf-8")) == shipped()


def test_csv_and_parquet_hold_a_row_of_each(tmp_path: Path) -> None:
    documents = shipped()
    assert {document["level"] for document in documents} >= {"message", "hmac"}
    export(documents, tmp_path / "a.csv")
    export(documents, tmp_path / "a.parquet")
    with (tmp_path / "a.csv").open(newline="", encoding="utf-8") as file:
        texts = list(csv.DictReader(file))
    rows = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert len(rows) == len(texts) == len(documents)
    for document, row, text in zip(documents, rows, texts, strict=True):
        assert list(row) == list(text)
        assert row["fmax_mhz_median"] == document["fmax_mhz"]["median"]
        assert float(text["fmax_mhz_median"]) == document["fmax_mhz"]["median"]
        assert row["lut"] == int(text["lut"]) == document["resources"]["lut"]
        assert row["target"] == text["target"] == document["target"]
        assert row["command"].startswith(f"hashloom build {document['request']['hash']}")
        assert row["unroll"] == document["architecture"]["unroll"]
        assert row["yosys"] == document["tools"]["yosys"]
        assert row["stream_slots"] == document["interface"].get("slots")
        assert row["seeds"] == len(document["fmax_mhz"]["seeds"])


@pytest.mark.parametrize("suffix", ["csv", "parquet", "json"])
def test_nothing_is_exported_as_an_empty_table(tmp_path: Path, suffix: str) -> None:
    export([], tmp_path / f"a.{suffix}")
    assert [file.name for file in tmp_path.iterdir()] == [f"a.{suffix}"]


def test_refused(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=r"\.csv, \.parquet, \.json"):
        check_export(tmp_path / "a.xls")
    with pytest.raises(RequestError, match="no folder"):
        check_export(tmp_path / "nowhere" / "a.csv")
