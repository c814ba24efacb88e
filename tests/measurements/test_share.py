"""Shares of a device: by hand for one core, and as every shipped document says them."""

from __future__ import annotations

import json

import pytest

from hashloom.measurements.dataset import shipped
from hashloom.measurements.share import device_share, gbps_per_device, with_share
from hashloom.targets import Resources, get_target


def used(lut: int, ff: int, bram: int, lutram: int, dsp: int = 0) -> Resources:
    return Resources(lut=lut, ff=ff, bram=bram, lutram=lutram, dsp=dsp)


@pytest.mark.parametrize(
    ("cells", "share"),
    [
        (used(8364, 0, 0, 0), 0.1),
        (used(657, 3567, 0, 0), 3567 / 83640),
        (used(1, 1, 104, 0), 0.5),
        (used(1, 1, 1, 10455), 1.0),
        (used(8364, 0, 0, 0, dsp=156), 0.1),
    ],
)
def test_the_scarcest_kind_counts(cells: Resources, share: float) -> None:
    assert device_share(cells, "ecp5-85f-8") == pytest.approx(share)


def test_what_a_family_has_none_of_takes_nothing() -> None:
    assert get_target("ice40-up5k").capacity.lutram == 0
    assert device_share(used(528, 0, 0, 0), "ice40-up5k") == pytest.approx(528 / 5280)


def test_a_full_device() -> None:
    assert gbps_per_device(2400.0, 0.02) == pytest.approx(120.0)


def test_documents_say_it() -> None:
    for document in shipped():
        cells, whole = document["resources"], get_target(document["target"]).capacity.as_dict()
        shares = [cells[kind] / whole[kind] for kind in ("lut", "ff", "bram") if whole[kind]]
        assert document["device_share"] >= max(shares) - 1e-5
        gbps = document["throughput_mbps"]["aggregate"] / 1000
        assert document["gbps_per_device"] == pytest.approx(
            gbps / document["device_share"], rel=0.01, abs=0.01
        )


def test_a_document_without_gets_it_where_it_stands() -> None:
    (document, *_) = shipped()
    bare = {k: v for k, v in document.items() if k not in ("device_share", "gbps_per_device")}
    assert json.dumps(with_share(bare)) == json.dumps(document)
    assert with_share(document) == document
