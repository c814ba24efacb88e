"""Results read back from documents."""

from __future__ import annotations

from typing import Any

import pytest

from hashloom.measurements import dataset
from hashloom.measurements.results.hmac_result import HmacResult
from hashloom.measurements.results.reading import result_from


def _written(level: str) -> dict[str, Any]:
    """A document of the data set of a level, that names its RTL."""
    return next(d for d in dataset.shipped() if d["level"] == level and "rtl_sha256" in d)


@pytest.mark.parametrize("level", ["engine", "message", "hmac"])
def test_what_is_read_writes_the_same_document(level: str) -> None:
    document = _written(level)
    result = result_from(document)
    assert isinstance(result, HmacResult) == (level == "hmac")
    assert result.as_dict() == document


def test_a_document_of_earlier_days_names_no_rtl() -> None:
    document = _written("message")
    del document["rtl_sha256"]
    assert result_from(document).rtl_sha256 == ""


def test_what_is_no_result_is_refused() -> None:
    with pytest.raises(KeyError):
        result_from({"core": "sha256"})
