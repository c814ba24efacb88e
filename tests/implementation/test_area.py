"""Area by synthesis alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from hashloom.cache import Cache
from hashloom.errors import ToolError
from hashloom.implementation import area
from hashloom.implementation.area import synthesise_area
from hashloom.targets import AreaTarget, get_target

COUNTER = """
module counter (
  input logic clk,
  input logic rst,
  output logic [7:0] count
);
  always_ff @(posedge clk) count <= rst ? 8'd0 : count + 8'd1;
endmodule
"""


def target(name: str) -> AreaTarget:
    """A target that is synthesis only."""
    found = get_target(name)
    assert isinstance(found, AreaTarget)
    return found


@pytest.mark.parametrize("name", ["virtex", "virtex-6", "cyclone-v"])
def test_a_counter(name: str, tmp_path: Path) -> None:
    told: list[str] = []
    cache, sources = Cache(tmp_path), {"counter.sv": COUNTER}
    found = synthesise_area(sources, "counter", target(name), cache=cache, progress=told.append)
    assert found.resources.ff == 8
    assert found.resources.lut <= 12
    assert found.as_dict()["kind"] == "synthesis only"
    assert found.as_dict()["fmax_mhz"] is None
    assert len(told) == 1
    again = synthesise_area(sources, "counter", target(name), cache=cache, progress=told.append)
    assert (again, len(told)) == (found, 1)


def test_an_unknown_cell_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def mapped(*_: object, **__: object) -> Mapping[str, Any]:
        return {"cells": {"u": {"type": "NEWCELL"}, "note": {"type": "$scopeinfo"}}}

    monkeypatch.setattr(area, "mapped_core", mapped)
    with pytest.raises(ToolError, match="NEWCELL"):
        synthesise_area({}, "top", target("virtex-5"), cache=Cache(tmp_path))


def test_a_synthesis_is_ended(tmp_path: Path) -> None:
    """As when a report is interrupted: nothing is waited for, and nothing is kept."""
    sources, cache, stop = {"counter.sv": COUNTER}, Cache(tmp_path), Event()
    stop.set()
    with pytest.raises(ToolError, match="was stopped before it had finished"):
        synthesise_area(sources, "counter", target("virtex-6"), cache=cache, stop=stop)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
