"""A netlist is driven as the RTL is; here the behavioural core stands for the cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from support.hmac_model import HmacModel, build_stand_in

from hashloom.errors import CheckError
from hashloom.hashes import get_hash
from hashloom.verification.checking.netlist import verify_text
from hashloom.verification.simulation.verilator import Build

CoreMaker = Callable[..., Any]


@pytest.mark.parametrize(("fault", "failed"), [("none", 0), ("constant", 100)])
def test_netlist_is_compared_with_short_vectors_and_random_messages(
    make_core: CoreMaker, fault: str, failed: int
) -> None:
    core = make_core(contexts=2, fault=fault)
    report = verify_text(core, "".join(core.sources().values()))
    assert (report.vectors, report.failed) == (100, failed)


def test_netlist_without_its_cells_is_refused(make_core: CoreMaker) -> None:
    core = make_core(contexts=2)
    _, wrapper = core.sources().values()
    with pytest.raises(CheckError, match="does not accept"):
        verify_text(core, wrapper)


def test_netlist_of_an_hmac_core_makes_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    def build(sources: Mapping[str, str], top: str, cpp: Mapping[str, str], build: Build) -> Path:
        assert list(sources) == ["netlist.v"]
        return build_stand_in(core.sources(), top, cpp, build)

    monkeypatch.setattr("hashloom.verification.simulation.driver.build_model", build)
    core = HmacModel(get_hash("sha256"), contexts=2)
    report = verify_text(core, "")
    assert [(part.vectors, part.failed) for part in report.parts] == [
        (65, 0),
        (35, 0),
        (7 + 3 * 29, 0),
        (35, 0),
    ]
    core = HmacModel(get_hash("sha256"), contexts=2, fault="truncation")
    failed = [part.failed > 0 for part in verify_text(core, "").parts]
    assert failed[:3] == [False, False, True]
